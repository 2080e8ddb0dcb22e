"""A square: around a number, behind a digit, or by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, rectangle
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the square."""
    half = size * 0.39
    yield rectangle(pen.hollow, centre[0] - half, centre[1] - half, 2 * half, 2 * half)


GLYPH = symbol_glyph("a square", shape, "□", text_size=20.0)
