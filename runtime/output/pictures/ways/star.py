"""A star with five points."""

from __future__ import annotations

from collections.abc import Iterator

from .. import symbols
from ..pens import Pen
from ..scene import Item, Point
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the star."""
    yield symbols.star(pen.solid, centre, size * 0.36)


WAY = symbol_way("a star", shape, "★")
