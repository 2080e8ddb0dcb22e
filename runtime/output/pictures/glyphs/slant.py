"""Lines from corner to corner of a cell."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, TRUTHS, VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues, Shown
from ..options import COLOUR, SLOPE
from ..scene import CELL, Item
from ..stroke_styles import pen_of_value
from ..symbol_glyph import where_true
from ..symbols import mirror
from ..value_labels import draw_other

SLOPES = {"/": "rising", "\\": "falling"}


def draw_truths(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the line where the layer is true."""

    def draw(shown: Shown) -> Iterator[Item]:
        yield _line(canvas, shown.place, look, look.option(SLOPE), given=shown.given)

    return where_true(layer_values, canvas, draw)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a line for `/` and for a backslash, and write what is neither."""
    for shown in layer_values:
        if isinstance(shown.value, str) and shown.value in SLOPES:
            yield _line(canvas, shown.place, look, SLOPES[shown.value], given=shown.given)
        else:
            yield from draw_other(layer_values, shown, canvas)


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the line instead of the value."""
    assert isinstance(clue.place, Cell)
    slope = SLOPES.get(clue.value, "") if isinstance(clue.value, str) else ""
    yield _line(canvas, clue.place, look, look.option(SLOPE, slope), given=True)


def _line(canvas: Canvas, cell: Cell, look: Look, slope: str, *, given: bool) -> Item:
    style = pen_of_value(look, given=given).line
    return mirror(style, canvas.paper.centre(cell), CELL / 2, rising=slope != "falling")


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("a line from corner to corner instead of the value", draw_clue, (SLOPE, COLOUR)),
        TRUTHS: Drawing("a line from corner to corner where it is true", draw_truths, (SLOPE, COLOUR)),
        VALUES: Drawing("`/` and `\\` from corner to corner", draw_values, (COLOUR,)),
    },
    sign="/",
)
