"""A mine with horns."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..scene import Disc, Item, Point, Stroke
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph

HORNS = 4


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the mine."""
    for number in range(HORNS):
        angle = math.pi * number / HORNS
        across, down = 0.37 * size * math.cos(angle), 0.37 * size * math.sin(angle)
        yield Stroke(pen.line, ((centre[0] - across, centre[1] - down), (centre[0] + across, centre[1] + down)))
    yield Disc(pen.solid, centre, size * 0.25)


GLYPH = symbol_glyph("a mine", shape, "✹")
