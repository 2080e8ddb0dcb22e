"""The clue of an area outside the board, before its first cell, with an arrow along its cells: sums of diagonals."""

from __future__ import annotations

import math
from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.language.look import ON_AREAS, Drawing, Look, Way

from ..canvas import Canvas
from ..scene import CELL, Item, Point
from ..symbols import arrow
from ..text_metrics import fitted

SIZE = 15.0
HEAD = CELL * 0.13
NEAR, FAR, TEXT = 0.56, 0.82, 1.1  # of the arrow's tip, its tail, and the text, in steps back from the first cell's centre


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value and the arrow."""
    area = clue.place
    assert isinstance(area, Area)
    if not area.cells:
        return
    first = canvas.paper.centre(area.cells[0])
    right, down = _way(canvas, area)

    def back(share: float) -> Point:
        return first[0] - share * right, first[1] - share * down

    yield from arrow("pointer", back(FAR), back(NEAR), HEAD)
    yield fitted("outside", back(TEXT), canvas.styling.text(clue), SIZE, CELL * 0.62)


def _way(canvas: Canvas, area: Area) -> Point:
    """Return the step from the first cell of an area to the second one; to the right if it has only one cell."""
    if len(area.cells) < 2 or area.cells[0] is area.cells[1]:
        return CELL, 0.0
    (x, y), (to_x, to_y) = (canvas.paper.centre(cell) for cell in area.cells[:2])
    longest = max(abs(to_x - x), abs(to_y - y), math.ulp(1.0))
    return (to_x - x) * CELL / longest, (to_y - y) * CELL / longest


WAY = Way({ON_AREAS: Drawing("outside the board before the first cell, with an arrow along the cells", draw_clue)})
