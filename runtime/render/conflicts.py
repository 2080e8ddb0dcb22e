"""What contradicts each other, marked in colour and in shape: a dashed ring, and a triangle with an exclamation mark."""

from __future__ import annotations

import math
from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.spec import Given

from .outside import Outside
from .paper import Paper
from .regions import inset
from .scene import CELL, Item, Label, Point, Stroke, middle, towards
from .symbols import badge

RING = 11.0
CORNERS = 20  # of a ring
BADGE = 8.0


def draw_conflict(item: object, paper: Paper, outside: Outside) -> Iterator[Item]:
    """The mark of a clue, a given or a place; nothing for what stands on another board."""
    if isinstance(item, Clue) and id(item) in outside.places:
        yield from _ring(outside.places[id(item)], RING + 2)
        return
    place = item.place if isinstance(item, Clue) else item.layer.places[item.position] if isinstance(item, Given) else item
    if isinstance(place, Cell):
        if place.board is paper.board:
            yield from _cell(place, paper)
    elif isinstance(place, Area):
        if place.cells[0].board is paper.board:
            yield from _area(place, paper)
    elif isinstance(place, Link | Border | Corner):
        cells = place.cells
        if cells[0].board is paper.board:
            for point in paper.middles(place):
                yield from _ring(point, RING)
    elif isinstance(place, tuple) and place and all(isinstance(one, Cell) and one.board is paper.board for one in place):
        yield from _ring(middle(paper.centre(place[0]), paper.centre(place[-1])), RING)


def _cell(cell: Cell, paper: Paper) -> Iterator[Item]:
    centre, outline = paper.centre(cell), paper.outline(cell)
    yield Stroke("conflict", tuple(towards(centre, point, 0.86) for point in outline), closed=True)
    corner = max(outline, key=lambda point: point[0] - point[1])
    yield from _badge(towards(centre, corner, 0.8))


def _area(area: Area, paper: Paper) -> Iterator[Item]:
    if paper.is_hexagonal:
        for cell in area:
            yield from _cell(cell, paper)
        return
    for loop in inset(area.cells, paper, 3):
        yield Stroke("conflict", loop, closed=True)
    first = min(area.cells, key=lambda one: (one.row, -one.column))
    yield from _badge(towards(paper.centre(first), paper.outline(first)[1], 0.8))


def _ring(centre: Point, radius: float) -> Iterator[Item]:
    points = [
        (centre[0] + radius * math.cos(2 * math.pi * at / CORNERS), centre[1] + radius * math.sin(2 * math.pi * at / CORNERS))
        for at in range(CORNERS)
    ]
    yield Stroke("conflict", tuple(points), closed=True)
    yield from _badge((centre[0] + radius * 0.75, centre[1] - radius * 0.75))


def _badge(at: Point) -> Iterator[Item]:
    yield badge(at, BADGE)
    yield Label("conflict-sign", (at[0], at[1] + BADGE * 0.06), "!", BADGE)


def reach() -> float:
    """How far a mark may reach over the board and the clues around it."""
    return CELL / 8
