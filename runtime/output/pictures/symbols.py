"""Draw symbols: stars, crosses, mirrors, arrows, the signs between two cells."""

from __future__ import annotations

import math

from .scene import Item, Point, Stroke, Surface, towards


def star(style: str, centre: Point, radius: float) -> Item:
    """Return a star with five points."""
    points = []
    for corner in range(10):
        distance = radius if corner % 2 == 0 else radius * 0.42
        angle = math.pi * corner / 5 - math.pi / 2
        points.append((centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle)))
    return Surface(style, tuple(points))


def cross(style: str, centre: Point, radius: float) -> tuple[Item, Item]:
    """Return a small cross: nothing is here."""
    x, y = centre
    return (
        Stroke(style, ((x - radius, y - radius), (x + radius, y + radius))),
        Stroke(style, ((x - radius, y + radius), (x + radius, y - radius))),
    )


def mirror(style: str, centre: Point, reach: float, *, rising: bool) -> Item:
    """Return a mirror from corner to corner."""
    x, y = centre
    down = -reach if rising else reach
    return Stroke(style, ((x - reach, y - down), (x + reach, y + down)))


def arrow(style: str, tail: Point, tip: Point, head: float) -> tuple[Item, Item]:
    """Return a line that ends in a head."""
    angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
    barbs = [
        (tip[0] - head * math.cos(angle + turn), tip[1] - head * math.sin(angle + turn)) for turn in (-math.pi / 5, math.pi / 5)
    ]
    return Stroke(style, (tail, tip)), Stroke(style, (barbs[0], tip, barbs[1]))


def chevron(style: str, centre: Point, apex_towards: Point, size: float) -> Item:
    """Return a sign like `<`, its apex towards a point."""
    distance = math.dist(centre, apex_towards)
    apex = towards(centre, apex_towards, size / 2 / distance)
    back = towards(centre, apex_towards, -size / 2 / distance)
    across = (-(apex[1] - back[1]), apex[0] - back[0])
    half_width = 0.62
    ends = [(back[0] + sign * half_width * across[0], back[1] + sign * half_width * across[1]) for sign in (1, -1)]
    return Stroke(style, (ends[0], apex, ends[1]))


def badge(centre: Point, radius: float) -> Item:
    """Return a warning triangle."""
    x, y = centre
    half = radius * math.sqrt(3) / 2
    return Surface("conflict-badge", ((x, y - radius), (x + half, y + radius / 2), (x - half, y + radius / 2)))
