"""Walls on the sides of cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import BORDERS, LINKS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..line_art import sides
from ..scene import Item


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the walls that are known."""
    return sides(layer_values, canvas.paper)


GLYPH = Glyph({LINKS: Drawing("walls between the cells", draw), BORDERS: Drawing("walls on the sides of cells", draw)})
