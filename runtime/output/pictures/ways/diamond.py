"""A square that stands on its corner."""

from __future__ import annotations

from collections.abc import Iterator

from ..pens import Pen
from ..scene import Item, Point, Surface
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the diamond."""
    (x, y), reach = centre, size * 0.46
    yield Surface(pen.hollow, ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


WAY = symbol_way("a diamond", shape, "◇", text_size=16.0)
