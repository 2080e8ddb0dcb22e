"""A circle: around a number, behind a digit, or by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ..pens import Pen
from ..scene import Disc, Item, Point
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the circle."""
    yield Disc(pen.hollow, centre, size * 0.42)


WAY = symbol_way("a circle", shape, "○", text_size=20.0)
