"""A star with five points."""

from __future__ import annotations

from collections.abc import Iterator

from .. import symbols
from ..scene import Item, Point
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the star."""
    yield symbols.star(pen.solid, centre, size * 0.36)


GLYPH = symbol_glyph("a star", shape, "★")
