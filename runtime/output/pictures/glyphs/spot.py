"""A single unknown that is a cell, as a circle around what that cell holds."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import SINGLE, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..scene import CELL, Disc, Item


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the circle where the cell is known."""
    for shown in layer_values:
        if isinstance(shown.value, Cell):
            yield Disc(f"spot{shown.suffix}", canvas.paper.centre(shown.value), CELL * 0.4)


GLYPH = Glyph({SINGLE: Drawing("a circle around the cell that it is", draw)})
