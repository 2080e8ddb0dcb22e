"""A cross of two diagonal strokes."""

from __future__ import annotations

from collections.abc import Iterator

from .. import symbols
from ..scene import Item, Point
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the cross."""
    yield from symbols.cross(pen.line, centre, size * 0.26)


GLYPH = symbol_glyph("a cross", shape, "x")
