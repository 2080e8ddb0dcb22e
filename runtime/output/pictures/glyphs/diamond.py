"""A square that stands on its corner."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, Surface
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the diamond."""
    (x, y), reach = centre, size * 0.46
    yield Surface(pen.hollow, ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)))


GLYPH = symbol_glyph("a diamond", shape, "◇", text_size=16.0)
