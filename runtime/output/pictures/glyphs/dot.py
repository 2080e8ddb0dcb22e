"""Dots in cells, between them and at corners, with a number in them where they have one."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.look import AT_CORNERS, BETWEEN, CORNERS, IN_CELLS, Drawing, Glyph, Look
from gridwright.compiler.values import BLANK

from ..canvas import Canvas
from ..clue_values import parts_of
from ..layer_values import LayerValues
from ..options import COLOUR
from ..scene import CELL, Disc, Item, Label, Point
from ..stroke_styles import DARK
from ..text_metrics import fit, text_of

RADIUS = 5.2
NUMBER_RADIUS = CELL * 0.21
POST = 5.0


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the dot; in the colour that is in its value if the look has none."""
    value = parts_of(clue.value)
    colour = look.option(COLOUR, value.colour or "white")
    text = "" if look.replaces else value.text
    for point in _points(clue, canvas):
        yield Disc(f"dot-{colour}", point, NUMBER_RADIUS if text else RADIUS)
        if text:
            yield fit("digit-on-dark" if colour in DARK else "digit", point, text, 12.0, CELL * 0.34)


def _points(clue: Clue, canvas: Canvas) -> list[Point]:
    if isinstance(clue.place, Cell):
        return [canvas.paper.centre(clue.place)]
    assert isinstance(clue.place, (Link, Border, Corner))
    return [*canvas.paper.middles(clue.place)]


def draw_layer(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a dot where the layer is true, and numbers in circles."""
    for shown in layer_values:
        for point in canvas.paper.corner(shown.place):
            if shown.value is True:
                yield Disc(f"post{shown.suffix}", point, POST)
            elif shown.value is not False and shown.value is not BLANK:
                yield Disc("dot-white", point, CELL * 0.2)
                yield Label("given" if shown.given else "found", point, text_of(shown.value), 11)


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("a dot, with the number in it if there is one", draw_clue, (COLOUR,)),
        BETWEEN: Drawing("a dot, with the number in it if there is one", draw_clue, (COLOUR,)),
        AT_CORNERS: Drawing("a dot, with the number in it if there is one", draw_clue, (COLOUR,)),
        CORNERS: Drawing("dots where it is true, numbers in circles", draw_layer),
    },
)
