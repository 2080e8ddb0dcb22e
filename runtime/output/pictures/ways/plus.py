"""A plus sign, as on the poles of magnets."""

from __future__ import annotations

from collections.abc import Iterator

from ..pens import Pen
from ..scene import Item, Point, Stroke
from ..symbol_way import symbol_way


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the sign."""
    (x, y), reach = centre, size * 0.26
    yield Stroke(pen.line, ((x - reach, y), (x + reach, y)))
    yield Stroke(pen.line, ((x, y - reach), (x, y + reach)))


WAY = symbol_way("a plus sign", shape, "+")
