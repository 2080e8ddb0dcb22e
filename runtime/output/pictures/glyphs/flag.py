"""A flag on a pole."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, Stroke, Surface
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the flag."""
    x, y = centre[0] - size * 0.16, centre[1]
    up = size * 0.34
    yield Stroke(pen.line, ((x, y - up), (x, y + up)))
    yield Surface(pen.solid, ((x, y - up), (x + size * 0.42, y - up * 0.45), (x, y + up * 0.1)))


GLYPH = symbol_glyph("a flag", shape, "⚑")
