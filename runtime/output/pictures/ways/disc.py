"""A disc of ink."""

from __future__ import annotations

from collections.abc import Iterator

from ..pens import Pen
from ..scene import Disc, Item, Point
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the disc."""
    yield Disc(pen.solid, centre, size * 0.36)


WAY = symbol_way("a filled disc", shape, "●")
