"""Values, small in a corner of their cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import VALUES, Drawing, Glyph, Look
from gridwright.compiler.values import BLANK

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..scene import Item
from ..text_metrics import text_of


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the known values."""
    for shown in layer_values:
        if shown.value is not BLANK:
            yield canvas.small(shown.place, text_of(shown.value), f"letter{shown.suffix}", first=2)


GLYPH = Glyph({VALUES: Drawing("values, small in a corner", draw)})
