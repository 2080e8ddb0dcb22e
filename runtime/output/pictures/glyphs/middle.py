"""The value of a clue, large in the middle of its cell, or as a text between cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.look import AT_CORNERS, BETWEEN, IN_CELLS, OUTSIDE, Drawing, Glyph, Look

from ..boxes import extent
from ..canvas import Canvas
from ..clue_values import parts_of
from ..list_layout import list_in_cell
from ..scene import CELL, Item
from ..text_metrics import fit
from . import arrow
from .sign import text_on_plate

SIZE = 20.0


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value; a list of numbers is laid out in the cell, a direction is an arrow. In a corner if the middle is taken."""
    assert isinstance(clue.place, Cell)
    style, text = "clue-on-dark" if clue.place.hole else "clue", canvas.styling.text(clue)
    label = fit(style, canvas.paper.centre(clue.place), text, SIZE, CELL * 0.86)
    if not canvas.taken.is_free(extent(label)):
        yield canvas.small(clue.place, text, "clue-on-dark" if clue.place.hole else "corner")
        return
    canvas.taken.take(extent(label))
    value = parts_of(clue.value)
    if look.template or canvas.styling.has_template(clue):
        yield label
    elif value.direction is not None and len(value.members) <= 1 and not value.colour:
        yield from arrow.draw_clue(clue, look, canvas)
    elif isinstance(clue.value, (list, tuple)) and 1 < len(clue.value) == len(value.members) <= 8 and _are_short(value.members):
        yield from list_in_cell(style, label.at, value.members)
    else:
        yield label


def draw_between(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value as a text on a plate of paper."""
    assert isinstance(clue.place, (Link, Border, Corner))
    for point in canvas.paper.middles(clue.place):
        yield from text_on_plate(point, canvas.styling.text(clue))


def _are_short(members: tuple[str, ...]) -> bool:
    return all(len(member) <= 2 for member in members)


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("the value, large", draw_clue),
        BETWEEN: Drawing("the value as a text", draw_between),
        AT_CORNERS: Drawing("the value as a text", draw_between),
        OUTSIDE: Drawing("the value beside its line", arrow.draw_outside),
    }
)
