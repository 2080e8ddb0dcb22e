"""Filled cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import AreaKind
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, IN_CELLS, TRUTHS, VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..clue_values import UNKNOWN, parts_of, text_in
from ..layer_values import LayerValues, Shown
from ..number_arrow import NOWHERE, number_with_arrow, vector_of
from ..options import COLOUR
from ..scene import CELL, Item, Surface
from ..stroke_styles import DARK
from ..symbol_glyph import present, where_true
from ..text_metrics import fit

TEXT_SIZE = 20.0


def draw_areas(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Fill each cell of the areas once."""
    for cell in dict.fromkeys(cell for area in kind for cell in area):
        yield Surface(_tint(look.option(COLOUR)), canvas.paper.outline(cell))


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Fill the cell, and write the value on it."""
    assert isinstance(clue.place, Cell)
    value = parts_of(clue.value)
    colour = look.option(COLOUR, value.colour)
    yield Surface(_tint(colour), canvas.paper.outline(clue.place))
    text = "" if look.replaces else text_in(clue, look, canvas.styling)
    text = "" if text == UNKNOWN else text  # the filled cell alone says as much
    vector = vector_of(canvas.paper, value.direction)
    if vector != NOWHERE and not look.replaces:
        style = "clue-on-dark" if colour in DARK else "digit"
        yield from number_with_arrow(style, canvas.paper.centre(clue.place), text, vector)
    elif text and canvas.has_values:
        yield canvas.small(clue.place, text, "clue-on-dark" if colour in DARK else "digit")
    elif text:
        style = "clue-on-dark" if colour in DARK else "digit"
        yield fit(style, canvas.paper.centre(clue.place), text, TEXT_SIZE, CELL * 0.86)


def draw_truths(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Fill the cells in which the layer is true."""
    colour = look.option(COLOUR)

    def draw(shown: Shown) -> Iterator[Item]:
        yield Surface(f"tint-{colour}" if colour else f"shade{shown.suffix}", canvas.paper.outline(shown.place))

    return where_true(layer_values, canvas, draw)


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Fill the cells in which there is a value other than 0."""
    return draw_truths(present(layer_values), look, canvas)


def _tint(colour: str) -> str:
    return f"tint-{colour}" if colour else "tint"


GLYPH = Glyph(
    {
        AREAS: Drawing("all cells filled", draw_areas, (COLOUR,)),
        IN_CELLS: Drawing("a filled cell, with the value on it", draw_clue, (COLOUR,)),
        TRUTHS: Drawing("a filled cell where it is true", draw_truths, (COLOUR,)),
        VALUES: Drawing("a filled cell where there is a value other than 0", draw_values, (COLOUR,)),
    },
    sign="■",
)
