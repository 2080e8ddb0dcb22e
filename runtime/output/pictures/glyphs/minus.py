"""A minus sign, as on the poles of magnets."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, Stroke
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the sign."""
    (x, y), reach = centre, size * 0.26
    yield Stroke(pen.line, ((x - reach, y), (x + reach, y)))


GLYPH = symbol_glyph("a minus sign", shape, "-")
