"""Black and white stones."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import IN_CELLS, VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..scene import CELL, Disc, Item
from ..style_rules import BLACK, STONES
from ..value_labels import draw_other


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a stone for black and for white, and write what is neither."""
    for shown in layer_values:
        if isinstance(shown.value, str) and shown.value in STONES:
            style = f"{'stone' if shown.given else 'found'}-{'black' if shown.value in BLACK else 'white'}"
            yield Disc(style, canvas.paper.centre(shown.place), CELL * 0.36)
        else:
            yield from draw_other(layer_values, shown, canvas)


def draw_clue(clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a circle, filled for black."""
    assert isinstance(clue.place, Cell)
    yield Disc(f"stone-{'black' if clue.value in BLACK else 'white'}", canvas.paper.centre(clue.place), CELL * 0.32)


GLYPH = Glyph(
    {
        IN_CELLS: Drawing("black and white circles", draw_clue),
        VALUES: Drawing("black and white stones", draw_values),
    },
)
