"""Pieces that lie on the board, each with its outline."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.look import LAID, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..regions import inset
from ..scene import Item, Surface

PIECE_INSET = 2.5


def draw(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw each piece that is laid."""
    for shown in layer_values:
        if shown.value is True:
            first, *gaps = inset(shown.place.cells, canvas.paper, PIECE_INSET)
            yield Surface("piece", first, tuple(gaps))


GLYPH = Glyph({LAID: Drawing("pieces with their outlines", draw)})
