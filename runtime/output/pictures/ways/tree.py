"""A tree: a crown of two storeys on a trunk."""

from __future__ import annotations

from collections.abc import Iterator

from ..pens import Pen
from ..scene import Item, Point, Surface, rectangle
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the tree."""
    x, y = centre
    across, up = size * 0.3, size * 0.38
    crown = ((x, y - up), (x + across * 0.75, y - up * 0.2), (x + across * 0.45, y - up * 0.2))
    crown += ((x + across, y + up * 0.5), (x - across, y + up * 0.5), (x - across * 0.45, y - up * 0.2))
    yield Surface(pen.solid, (*crown, (x - across * 0.75, y - up * 0.2)))
    yield rectangle(pen.solid, x - size * 0.05, y + up * 0.5, size * 0.1, up * 0.5)


WAY = symbol_way("a tree", shape, "♣")
