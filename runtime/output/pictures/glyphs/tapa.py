"""A list of numbers, laid out in its cell."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..clue_values import parts_of
from ..list_layout import list_in_cell
from ..scene import Item


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the members of the list."""
    assert isinstance(clue.place, Cell)
    style = canvas.on(clue.place, "clue")
    yield from list_in_cell(style, canvas.paper.centre(clue.place), parts_of(clue.value).members)


GLYPH = Glyph({IN_CELLS: Drawing("the members of a list: one in the middle, two in corners, more around the middle", draw_clue)})
