"""A circle: around a number, behind a digit, or by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Disc, Item, Point
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the circle."""
    yield Disc(pen.hollow, centre, size * 0.42)


GLYPH = symbol_glyph("a circle", shape, "○", text_size=20.0)
