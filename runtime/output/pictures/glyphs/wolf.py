"""The head of a wolf."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item, Point, Surface
from ..stroke_styles import Pen
from ..symbol_glyph import symbol_glyph

RIGHT_HALF = ((0.1, -0.17), (0.29, -0.38), (0.32, 0.03), (0.15, 0.15), (0.08, 0.36))  # from the brow over the ear to the snout
EYE = ((0.06, 0.0), (0.2, -0.07), (0.16, 0.02))


def shape(centre: Point, size: float, pen: Pen) -> Iterator[Item]:
    """Draw the head, with slanted eyes."""
    left_half, left_eye = (tuple((-right, down) for right, down in half) for half in (RIGHT_HALF, EYE))
    outline, *eyes = (
        tuple((centre[0] + size * right, centre[1] + size * down) for right, down in points)
        for points in ((*RIGHT_HALF, *left_half[::-1]), EYE, left_eye)
    )
    yield Surface(pen.solid, outline, tuple(eyes))


GLYPH = symbol_glyph("the head of a wolf", shape, "w")
