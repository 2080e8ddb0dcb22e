"""A tent with an open door."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, Surface
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the tent."""
    x, y = centre
    across, up = size * 0.36, size * 0.32
    yield Surface(pen.hollow, ((x, y - up), (x + across, y + up), (x - across, y + up)))
    yield Surface(pen.solid, ((x, y - up * 0.2), (x + across * 0.34, y + up), (x - across * 0.34, y + up)))


GLYPH = symbol_glyph("a tent", shape, "▲")
