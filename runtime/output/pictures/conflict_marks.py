"""Draw marks: the members of a conflict get a dashed ring and a triangle with an exclamation mark; places at which two solutions
differ get a plain ring. So you can tell them apart without colours. Their cells are filled lightly, and so are cells with several
candidates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.spec import Given

from .layer_values import LayerValues
from .outside_clues import OutsideClues
from .paper_geometry import Paper
from .regions import inset
from .scene import Item, Label, Point, Stroke, Surface, middle, towards
from .symbols import badge

RING = 11.0
RING_CLEARANCE = 2.0  # the least distance between a ring and its contents
RING_CORNERS = 20
BADGE = 8.0
INSETS = (3.0, 6.5, 10.0)  # of areas in turn, so that outlines of overlapping areas do not hide each other

Loop = tuple[Point, ...]


def draw_conflicts(items: Iterable[object], paper: Paper, outside: OutsideClues) -> Iterator[Item]:
    """Draw the marks of clues, givens and places; nothing for those on another board."""
    for number, item in enumerate(items):
        yield from _conflict(item, paper, outside, INSETS[number % len(INSETS)])


def _conflict(item: object, paper: Paper, outside: OutsideClues, inset_by: float) -> Iterator[Item]:
    if isinstance(item, Clue) and id(item) in outside.places:
        (x, y), half_width, half_height = outside.places[id(item)]
        across, down = max(RING, half_width + RING_CLEARANCE), max(RING, half_height + RING_CLEARANCE)
        yield from _badge([_ring((x, y), across + 2, down + 2)], (x + across * 0.85, y - down))
        return
    place = item.place if isinstance(item, Clue) else item.layer.places[item.position] if isinstance(item, Given) else item
    yield from _fill("culprit", place, paper)
    for loops, corner in _around(place, paper, inset_by):
        yield from _badge(loops, corner)


def draw_differing(place: object, paper: Paper, letter: str = "") -> Iterator[Item]:
    """Draw the mark of a place at which two solutions differ, with a letter in the ring around an edge or a link."""
    yield from _fill("open", place, paper)
    for loops, _ in _around(place, paper, INSETS[0]):
        yield from (Stroke("differing", loop, closed=True) for loop in loops)
    if letter and isinstance(place, (Link, Border)) and place.cells[0].board is paper.board:
        yield from (Label("differing-letter", point, letter, RING * 1.3) for point in paper.middles(place))


def draw_premise(place: object, paper: Paper) -> Iterator[Item]:
    """Draw the mark of a place that a step rests on."""
    for loops, _ in _around(place, paper, INSETS[1]):
        yield from (Stroke("premise", loop, closed=True) for loop in loops)


def draw_open(layers: Iterable[LayerValues], paper: Paper) -> Iterator[Item]:
    """Fill the cells with several candidates."""
    places = [layer_values.layer.places[position] for layer_values in layers for position in layer_values.candidates]
    for place in dict.fromkeys(place for place in places if isinstance(place, Cell)):
        yield from _fill("open", place, paper)


def _fill(style: str, place: object, paper: Paper) -> Iterator[Item]:
    """Fill a cell, or the cells of an area, lightly."""
    cells = place.cells if isinstance(place, Area) else (place,)
    for cell in cells:
        if isinstance(cell, Cell) and cell.board is paper.board:
            yield Surface(style, paper.outline(cell))


def _badge(loops: Sequence[Loop], corner: Point) -> Iterator[Item]:
    yield from (Stroke("conflict", loop, closed=True) for loop in loops)
    yield badge(corner, BADGE)
    yield Label("conflict-sign", (corner[0], corner[1] + BADGE * 0.06), "!", BADGE)


def _around(place: object, paper: Paper, inset_by: float) -> Iterator[tuple[Sequence[Loop], Point]]:
    """Return the outlines around a place, each with the corner for a badge; several at a seam."""
    if isinstance(place, Cell):
        if place.board is paper.board:
            yield _cell(place, paper)
    elif isinstance(place, Area):
        if place.cells and place.cells[0].board is paper.board:
            yield from _area(place, paper, inset_by)
    elif isinstance(place, (Link, Border, Corner)):
        if place.cells[0].board is paper.board:
            yield from (_small_ring(point) for point in paper.middles(place))
    elif isinstance(place, tuple) and place and all(isinstance(cell, Cell) and cell.board is paper.board for cell in place):
        yield _small_ring(middle(paper.centre(place[0]), paper.centre(place[-1])))


def _cell(cell: Cell, paper: Paper) -> tuple[Sequence[Loop], Point]:
    centre, outline = paper.centre(cell), paper.outline(cell)
    corner = max(outline, key=lambda point: point[0] - point[1])
    return [tuple(towards(centre, point, 0.86) for point in outline)], towards(centre, corner, 0.8)


def _area(area: Area, paper: Paper, inset_by: float) -> Iterator[tuple[Sequence[Loop], Point]]:
    first = min(area.cells, key=lambda cell: (cell.row, -cell.column))
    yield inset(area.cells, paper, inset_by), towards(paper.centre(first), paper.outline(first)[1], 0.8)


def _small_ring(point: Point) -> tuple[Sequence[Loop], Point]:
    return [_ring(point, RING, RING)], (point[0] + RING * 0.75, point[1] - RING * 0.75)


def _ring(centre: Point, across: float, down: float) -> Loop:
    angles = [2 * math.pi * number / RING_CORNERS for number in range(RING_CORNERS)]
    return tuple((centre[0] + across * math.cos(angle), centre[1] + down * math.sin(angle)) for angle in angles)
