"""Arms from the centre of a cell into a direction."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import ARMS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..line_art import drawn_places
from ..scene import Item, Stroke


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the known values."""
    for shown in drawn_places(layer_values):
        cell, direction = shown.place
        if isinstance(shown.value, int):
            centre, step = canvas.paper.centre(cell), canvas.paper.vector(direction)
            end = (centre[0] + shown.value * step[0], centre[1] + shown.value * step[1])
            yield Stroke(f"arm{shown.suffix}", (centre, end))


GLYPH = Glyph({ARMS: Drawing("arms, as many cells long as the number", draw)})
