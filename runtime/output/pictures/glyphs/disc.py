"""A disc of ink."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Disc, Item, Point
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the disc."""
    yield Disc(pen.solid, centre, size * 0.36)


GLYPH = symbol_glyph("a filled disc", shape, "●")
