"""A tree: a crown of two storeys on a trunk."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, Surface, rectangle
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the tree."""
    x, y = centre
    across, up = size * 0.3, size * 0.38
    shares = ((0, -1), (0.75, -0.2), (0.45, -0.2), (1, 0.5), (-1, 0.5), (-0.45, -0.2), (-0.75, -0.2))
    yield Surface(pen.solid, tuple((x + right * across, y + down * up) for right, down in shares))
    yield rectangle(pen.solid, x - size * 0.05, y + up * 0.5, size * 0.1, up * 0.5)


GLYPH = symbol_glyph("a tree", shape, "♣")
