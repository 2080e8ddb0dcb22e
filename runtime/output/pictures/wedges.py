"""Draw four wedges on the sides of a cell, as marks of minima and maxima."""

from __future__ import annotations

from collections.abc import Iterator

from .scene import Item, Point, Stroke
from .stroke_styles import Pen

OUTER, INNER, HALF = 0.45, 0.36, 0.11  # of a wedge: how far from the centre it reaches, and half its width, as shares of a cell


def wedges(centre: Point, size: float, pen: Pen, *, inwards: bool) -> Iterator[Item]:
    """Return the wedges. Their points lie close to the side if they point outwards."""
    x, y = centre
    tip, ends = (INNER, OUTER) if inwards else (OUTER, INNER)
    for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):

        def at(out: float, aside: float, across: int = across, down: int = down) -> Point:
            return x + size * (out * across - aside * down), y + size * (out * down + aside * across)

        yield Stroke(pen.line, (at(ends, -HALF), at(tip, 0), at(ends, HALF)))
