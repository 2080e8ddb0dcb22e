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
from ..scene import CELL, Item, Point, Stroke
from ..stroke_styles import PRINTED
from ..text_metrics import fit
from ..traces import STRAIGHT
from . import arrow
from .sign import text_on_plate

SIZE = 20.0
REACH = CELL * 0.34  # of the line of a piece


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value; a list of numbers is laid out in the cell, a direction is an arrow. In a corner if the middle is taken."""
    assert isinstance(clue.place, Cell)
    style, text = canvas.on(clue.place, "clue"), canvas.styling.text(clue)
    label = fit(style, canvas.paper.centre(clue.place), text, SIZE, CELL * 0.86)
    if not canvas.taken.is_free(extent(label)):
        yield canvas.small(clue.place, text, canvas.on(clue.place, "corner"))
        return
    canvas.taken.take(extent(label))
    value = parts_of(clue.value)
    if look.template or canvas.styling.has_template(clue):
        yield label
    elif value.direction is not None and len(value.members) <= 1 and not value.colour:
        yield from arrow.draw_clue(clue, look, canvas)
    elif isinstance(clue.value, str) and clue.value in STRAIGHT:
        yield from _piece(clue.value, label.at)
    elif isinstance(clue.value, (list, tuple)) and 1 < len(clue.value) == len(value.members) <= 8 and _are_short(value.members):
        yield from list_in_cell(style, label.at, value.members)
    else:
        yield label


def draw_between(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the value as a text on a plate of paper."""
    assert isinstance(clue.place, (Link, Border, Corner))
    for point in canvas.paper.middles(clue.place):
        yield from text_on_plate(point, canvas.styling.text(clue))


def _piece(sign: str, centre: Point) -> Iterator[Item]:
    """Draw a sign such as `┌` as the line itself, from the middle of the cell towards its sides."""
    x, y = centre
    for at, (right, down) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        if STRAIGHT.index(sign) >> at & 1:
            yield Stroke(PRINTED.line, (centre, (x + right * REACH, y + down * REACH)))


def _are_short(members: tuple[str, ...]) -> bool:
    return all(len(member) <= 2 for member in members)


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("the value, large; a sign such as `┌` is the line itself", draw_clue),
        BETWEEN: Drawing("the value as a text", draw_between),
        AT_CORNERS: Drawing("the value as a text", draw_between),
        OUTSIDE: Drawing("the value beside its line", arrow.draw_outside),
    }
)
