"""A mine with horns."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..pens import Pen
from ..scene import Disc, Item, Point, Stroke
from ..symbol_way import symbol_way

HORNS = 4


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the mine."""
    for number in range(HORNS):
        angle = math.pi * number / HORNS
        across, down = 0.37 * size * math.cos(angle), 0.37 * size * math.sin(angle)
        yield Stroke(pen.line, ((centre[0] - across, centre[1] - down), (centre[0] + across, centre[1] + down)))
    yield Disc(pen.solid, centre, size * 0.25)


WAY = symbol_way("a mine", shape, "✹")
