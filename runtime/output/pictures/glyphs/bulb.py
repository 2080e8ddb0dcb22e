"""A light bulb with rays."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..scene import Disc, Item, Point, Stroke
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph

RAYS = 8


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the bulb."""
    yield Disc(pen.hollow, centre, size * 0.2)
    for number in range(RAYS):
        angle = 2 * math.pi * number / RAYS
        across, down = math.cos(angle), math.sin(angle)
        ends = [(centre[0] + reach * size * across, centre[1] + reach * size * down) for reach in (0.28, 0.38)]
        yield Stroke(pen.line, tuple(ends))


GLYPH = symbol_glyph("a light", shape, "☼")
