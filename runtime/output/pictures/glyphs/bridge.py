"""Straight lines between two cells."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import PAIRS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..line_art import drawn_places, left_out, parallel, times
from ..scene import Item, Stroke, middle
from ..symbol_glyph import CROSS_RADIUS
from ..symbols import cross


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the known values."""
    for shown in drawn_places(layer_values):
        first, last = map(canvas.paper.centre, shown.place)
        for segment in parallel((first, last), times(layer_values, shown)):
            yield Stroke(f"bridge{shown.suffix}", segment)
    for shown in left_out(layer_values):
        yield from cross(f"cut{shown.suffix}", middle(*map(canvas.paper.centre, shown.place)), CROSS_RADIUS)


GLYPH = Glyph({PAIRS: Drawing("bridges, as many side by side as the number", draw)})
