"""A sheep, from the side."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..scene import Item, Point, Surface, rectangle
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph

CURLS, POINTS = 9, 90  # of its wool


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw its legs, its wool and its head."""
    x, y = centre
    for leg in (-0.1, 0.17):
        yield rectangle(pen.solid, x + size * (leg - 0.03), y + size * 0.1, size * 0.06, size * 0.24)
    angles = [2 * math.pi * point / POINTS for point in range(POINTS)]
    wool = [(angle, 0.84 + 0.16 * abs(math.sin(CURLS * angle / 2))) for angle in angles]
    body = [
        (x + size * (0.04 + 0.34 * share * math.cos(at)), y + size * (0.25 * share * math.sin(at) - 0.04)) for at, share in wool
    ]
    yield Surface(pen.hollow, tuple(body))
    head = [(x + size * (0.1 * math.cos(at) - 0.28), y + size * (0.13 * math.sin(at) - 0.08)) for at in angles[::5]]
    yield Surface(pen.solid, tuple(head))


GLYPH = symbol_glyph("a sheep", shape, "s")
