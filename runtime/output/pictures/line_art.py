"""Draw strokes: along links and sides, several side by side, through the cells of an area, between values that differ."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.places import Cell, Link

from .layer_values import LayerValues, Shown
from .paper_geometry import Paper, Segment, merge
from .scene import CELL, Item, Point, Stroke
from .symbol_glyph import CROSS_RADIUS
from .symbols import cross

MAX_PARALLEL = 3
PARALLEL_DISTANCE = 6.0
NEAR = 1.5 * CELL  # between the centres of two cells that touch


def sides(layer_values: LayerValues, paper: Paper) -> Iterator[Item]:
    """Draw a layer over links or borders on the sides of cells."""
    by_style: dict[str, list[Segment]] = {}
    for shown in drawn_places(layer_values):
        border = shown.place.border if isinstance(shown.place, Link) else shown.place
        by_style.setdefault(f"wall{shown.suffix}", []).extend(paper.border(border))
    for style, segments in by_style.items():
        yield from (Stroke(style, segment) for segment in merge(segments))
    yield from cuts(layer_values, paper)


def through(cells: Sequence[Cell], paper: Paper) -> list[tuple[Point, ...]]:
    """Return the way from centre to centre through cells in their order; in pieces where it crosses the edge of the board.

    Cells that do not touch are joined straight.
    """
    pieces: list[list[Point]] = [[paper.centre(cells[0])]] if cells else []
    for cell, following in itertools.pairwise(cells):
        start, end = paper.centre(cell), paper.centre(following)
        link = paper.board.link_between.get((cell, following)) if math.dist(start, end) > NEAR else None
        if link is None:
            pieces[-1].append(end)
            continue
        (_, leaves), (_, enters) = sorted(paper.link(link), key=lambda segment: segment[0] != start)
        pieces[-1].append(leaves)
        pieces.append([enters, end])
    return [tuple(piece) for piece in pieces]


def drawn_places(layer_values: LayerValues) -> Iterator[Shown]:
    """Yield the places that hold something."""
    return (shown for shown in layer_values if not shown.is_absent)


def left_out(layer_values: LayerValues) -> Iterator[Shown]:
    """Yield the places that are known to be empty and need a mark: givens, and all of them while some values are unknown."""
    return (shown for shown in layer_values if layer_values.has_cross(shown))


def cuts(layer_values: LayerValues, paper: Paper) -> Iterator[Item]:
    """Draw the crosses on places that are known to be empty."""
    for shown in left_out(layer_values):
        for point in paper.middles(shown.place):
            yield from cross(f"cut{shown.suffix}", point, CROSS_RADIUS)


def times(layer_values: LayerValues, shown: Shown) -> int:
    """Return how many lines a number stands for: one, unless the layer's numbers count from 0 and are small."""
    values = layer_values.layer.values[: MAX_PARALLEL + 2]
    counted = 0 in values and all(isinstance(value, int) and 0 <= value <= MAX_PARALLEL for value in values)
    return int(shown.value) if counted else 1


def parallel(segment: Segment, times: int) -> list[Segment]:
    """Return `times` copies of a segment side by side."""
    (x, y), (to_x, to_y) = segment
    length = math.dist(*segment)
    copies = []
    for number in range(times):
        shift = (number - (times - 1) / 2) * PARALLEL_DISTANCE
        right, down = shift * (to_y - y) / length, shift * (x - to_x) / length
        copies.append(((x + right, y + down), (to_x + right, to_y + down)))
    return copies


def differing(layer_values: LayerValues, paper: Paper) -> Iterator[Item]:
    """Return the segments between neighbours whose known values differ."""
    values = {shown.place: shown.value for shown in layer_values if isinstance(shown.place, Cell)}
    segments: list[Segment] = []
    for link in paper.board.links:
        first, last = link.cells
        if first in values and last in values and values[first] != values[last]:
            segments += paper.border(link.border)
    return (Stroke("area", segment) for segment in merge(segments))
