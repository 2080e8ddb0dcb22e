"""Draw a number with an arrow: above it if it points left or right, beside it if it points up or down."""

from __future__ import annotations

import math
from collections.abc import Iterator

from gridwright.compiler.geometry.places import Direction

from . import symbols
from .paper_geometry import Paper
from .scene import CELL, Item, Point
from .text_metrics import fit

SIZE, SMALLER = 20.0, 17.0
REACH = CELL * 0.26  # half the length of the arrow
HEAD = CELL * 0.13
NOWHERE = (0.0, 0.0)


def vector_of(paper: Paper, direction: Direction | None) -> Point:
    """Return the vector of a direction, or (0, 0) for none."""
    return paper.vector(direction) if direction else NOWHERE


def number_with_arrow(style: str, centre: Point, text: str, vector: Point, share: float = 1.0) -> Iterator[Item]:
    """Return a text and an arrow around the centre of a cell; `vector` has the direction of the arrow, or is (0, 0) for none.

    `share`: how much of the cell they may take.
    """
    x, y = centre
    cell = CELL * share
    pointer = "pointer-on-dark" if style == "clue-on-dark" else "pointer"
    if vector == NOWHERE:
        yield fit(style, centre, text, SIZE * share, cell * 0.86)
        return
    length = math.hypot(*vector)
    right, down = vector[0] / length * REACH * share, vector[1] / length * REACH * share
    is_upright = abs(right) < abs(down) * 0.9
    middle = centre if not text else (x + cell * 0.32, y) if is_upright else (x, y - cell * 0.3)
    if text and abs(right) > 1 and abs(down) > 1:  # a diagonal arrow is high and wide: it stands in the corner
        right, down, middle = right * 0.55, down * 0.55, (x + cell * 0.28, y - cell * 0.28)
    if text:
        at = (x - cell * 0.1, y) if is_upright else (x, y + cell * 0.12)
        yield fit(style, at, text, SMALLER * share, cell * (0.62 if is_upright else 0.8))
    tail, tip = (middle[0] - right, middle[1] - down), (middle[0] + right, middle[1] + down)
    yield from symbols.arrow(pointer, tail, tip, HEAD * share)
