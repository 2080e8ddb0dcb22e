"""A tent with an open door."""

from __future__ import annotations

from collections.abc import Iterator

from ..pens import Pen
from ..scene import Item, Point, Surface
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the tent."""
    x, y = centre
    across, up = size * 0.36, size * 0.32
    yield Surface(pen.hollow, ((x, y - up), (x + across, y + up), (x - across, y + up)))
    yield Surface(pen.solid, ((x, y - up * 0.2), (x + across * 0.34, y + up), (x - across * 0.34, y + up)))


WAY = symbol_way("a tent", shape, "▲")
