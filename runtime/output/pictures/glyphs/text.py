"""Values, large in the middle of their cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import VALUES, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..scene import Item
from ..value_labels import draw_values


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the known values."""
    return draw_values(layer_values, canvas)


GLYPH = Glyph({VALUES: Drawing("values, large", draw)})
