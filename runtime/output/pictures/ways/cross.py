"""A cross of two diagonal strokes."""

from __future__ import annotations

from collections.abc import Iterator

from .. import symbols
from ..pens import Pen
from ..scene import Item, Point
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the cross."""
    yield from symbols.cross(pen.line, centre, size * 0.26)


WAY = symbol_way("a cross", shape, "x")
