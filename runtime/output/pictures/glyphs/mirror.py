"""Mirrors: short diagonal lines."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import VALUES, Drawing, Glyph, Look

from .. import symbols
from ..canvas import Canvas
from ..layer_values import LayerValues
from ..scene import CELL, Item
from ..value_labels import draw_other


def draw_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a mirror for `/` and for a backslash, and write what is neither."""
    for shown in layer_values:
        if shown.value in ("/", "\\"):
            centre = canvas.paper.centre(shown.place)
            yield symbols.mirror(f"mirror{shown.suffix}", centre, CELL * 0.33, rising=shown.value == "/")
        else:
            yield from draw_other(layer_values, shown, canvas)


GLYPH = Glyph({VALUES: Drawing("`/` and `\\` as short lines", draw_values)})
