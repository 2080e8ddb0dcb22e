"""Clues outside the board, with an arrow along the cells that they are about: sums of diagonals.

The clue of an area stands before its first cell. In a cell, a number with a direction stands on the other side of the cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, ON_AREAS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..clue_values import ClueValue, parts_of
from ..scene import CELL, Item, Point
from ..symbols import arrow
from ..text_metrics import fit

SIZE = 15.0
HEAD = CELL * 0.13
NEAR, FAR, TEXT = 0.56, 0.82, 1.1  # of the arrow's tip, its tail, and the text, in steps back from the first cell's centre
DIAGONAL = {"up_left": (-1, -1), "up_right": (-1, 1), "down_left": (1, -1), "down_right": (1, 1)}  # steps in rows and columns
ALONG = 0.8  # of the text, along the rim: two arrows that come from one place have texts beside each other


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
    yield fit("outside", back(TEXT), canvas.styling.text(clue), SIZE, CELL * 0.62)


def draw_in_cell(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each number with its arrow; in the corner of the cell what has no diagonal direction, or none from the rim."""
    cell = clue.place
    assert isinstance(cell, Cell)
    values = list(clue.value) if isinstance(clue.value, (list, tuple)) else [clue.value]
    is_list = all(isinstance(value, (list, tuple)) for value in values)
    members = [parts_of(value) for value in (values if is_list else [values])]
    if not all(_comes_from_outside(member, cell, canvas) for member in members):
        yield canvas.small(cell, canvas.styling.text(clue))
        return
    for member in members:
        assert member.direction is not None
        (x, y), (right, down) = canvas.paper.centre(cell), canvas.paper.vector(member.direction)
        is_beside = canvas.paper.board.at(cell.row, cell.column - (1 if right > 0 else -1)) is None
        across, along = (TEXT, ALONG) if is_beside else (ALONG, TEXT)
        yield from arrow("pointer", (x - FAR * right, y - FAR * down), (x - NEAR * right, y - NEAR * down), HEAD)
        yield fit("outside", (x - across * right, y - along * down), member.text, SIZE, CELL * 0.62)


def _comes_from_outside(member: ClueValue, cell: Cell, canvas: Canvas) -> bool:
    """Check whether a number has a diagonal direction, and the cell before that one is not on the board."""
    down, right = DIAGONAL.get(member.direction.name if member.direction else "", (0, 0))
    return bool(down) and canvas.paper.board.at(cell.row - down, cell.column - right) is None


def _way(canvas: Canvas, area: Area) -> Point:
    """Return the step from the first cell of an area to the second one; to the right if it has only one cell."""
    if len(area.cells) < 2 or area.cells[0] is area.cells[1]:
        return CELL, 0.0
    (x, y), (to_x, to_y) = (canvas.paper.centre(cell) for cell in area.cells[:2])
    longest = max(abs(to_x - x), abs(to_y - y), math.ulp(1.0))
    return (to_x - x) * CELL / longest, (to_y - y) * CELL / longest


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("numbers with diagonal directions outside the board, with an arrow through the cell", draw_in_cell),
        ON_AREAS: Drawing("outside the board before the first cell, with an arrow along the cells", draw_clue),
    }
)
