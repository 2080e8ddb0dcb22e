"""Lines on the sides of cells, with dots for a grid."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import BORDERS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..line_art import sides
from ..scene import Item


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the known values."""
    return sides(layer_values, canvas.paper)


GLYPH = Glyph({BORDERS: Drawing("lines on the sides of cells, on a grid of dots", draw)})
