"""The value of a clue, small in a corner of its cell, or of the first cell of its area."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, ON_AREAS, Drawing, Glyph, Look

from ..boxes import extent
from ..canvas import Canvas
from ..scene import Item, rectangle


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value in a corner that is free."""
    assert isinstance(clue.place, Cell)
    yield canvas.small(clue.place, canvas.styling.text(clue), canvas.on(clue.place, "corner"))


def draw_area(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value in the first cell of the area, on a plate of paper if a dashed line runs there."""
    area = clue.place
    assert isinstance(area, Area)
    if not area.cells:
        return
    cell = min(area.cells, key=lambda cell: (cell.row, cell.column))
    label = canvas.small(cell, canvas.styling.text(clue))
    if area in canvas.caged:
        left, top, right, bottom = extent(label)
        yield rectangle("plate", left - 1, top - 1.4, right - left + 2, bottom - top + 2.8)
    yield label


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("the value, small in a corner", draw_clue),
        ON_AREAS: Drawing("the value, small in a corner of the area's first cell", draw_area),
    }
)
