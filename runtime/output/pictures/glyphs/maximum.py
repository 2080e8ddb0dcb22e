"""The mark of a cell that is greater than its neighbours: four wedges on its sides that point out of it."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph
from ..wedges import wedges


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the wedges."""
    yield from wedges(centre, size, pen, inwards=False)


GLYPH = symbol_glyph("wedges on the sides that point out of the cell", shape, "^")
