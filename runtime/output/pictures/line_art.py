"""Layers between cells as they are drawn with a pen: loops and paths, walls, the sides of cells, bridges, and arms of cells."""

from __future__ import annotations

import math
from collections.abc import Iterator

from gridwright.compiler.geometry.places import Cell, Link
from gridwright.compiler.values import BLANK

from .layer_values import LayerValues, Shown
from .paper_geometry import Paper, Segment, merged
from .scene import CELL, Disc, Item, Label, Stroke, middle
from .style_rules import StyleRules
from .symbols import cross
from .text_metrics import text_of
from .value_labels import CUT

MOST_PARALLEL = 3
APART = 6.0


def draw_line(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw lines from centre to centre; several side by side if numbers count them."""
    together: dict[str, list[Segment]] = {}
    for one in _drawn(field):
        for segment in paper.link(one.place):
            together.setdefault(f"curve{one.suffix}", []).extend(_parallel(segment, _times(field, one)))
    for style, segments in together.items():
        yield from (Stroke(style, segment) for segment in merged(segments))
    yield from _cuts(field, paper)


def draw_wall(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw walls on the sides that two cells share."""
    yield from _sides(field, paper)


def draw_edge(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw edges on the sides of cells."""
    yield from _sides(field, paper)


def _sides(field: LayerValues, paper: Paper) -> Iterator[Item]:
    together: dict[str, list[Segment]] = {}
    for one in _drawn(field):
        border = one.place.border if isinstance(one.place, Link) else one.place
        together.setdefault(f"wall{one.suffix}", []).extend(paper.border(border))
    for style, segments in together.items():
        yield from (Stroke(style, segment) for segment in merged(segments))
    yield from _cuts(field, paper)


def draw_bridge(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw bridges straight from cell to cell, as many lines as the number."""
    for one in _drawn(field):
        first, last = map(paper.centre, one.place)
        for segment in _parallel((first, last), _times(field, one)):
            yield Stroke(f"bridge{one.suffix}", segment)
    for one in _left_out(field):
        yield from cross(f"cut{one.suffix}", middle(*map(paper.centre, one.place)), CUT)


def draw_arm(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw arms from the centre of a cell into a direction, as many cells long as the number."""
    for one in _drawn(field):
        cell, way = one.place
        if isinstance(one.value, int):
            centre, step = paper.centre(cell), paper.vector(way)
            end = (centre[0] + one.value * step[0], centre[1] + one.value * step[1])
            yield Stroke(f"arm{one.suffix}", (centre, end))


def draw_post(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw dots at corners, or numbers in circles."""
    for one in field:
        for point in paper.corner(one.place):
            if one.value is True:
                yield Disc(f"post{one.suffix}", point, 5)
            elif one.value is not False and one.value is not BLANK:
                yield Disc("dot-white", point, CELL * 0.2)
                yield Label("given" if one.given else "found", point, text_of(one.value), 11)


def _drawn(field: LayerValues) -> Iterator[Shown]:
    return (one for one in field if not one.is_nothing)


def _left_out(field: LayerValues) -> Iterator[Shown]:
    """Return the places that are known to be empty, if that is worth a mark."""
    return (one for one in field if one.is_nothing and (one.given or not field.whole))


def _cuts(field: LayerValues, paper: Paper) -> Iterator[Item]:
    for one in _left_out(field):
        for point in paper.middles(one.place):
            yield from cross(f"cut{one.suffix}", point, CUT)


def _times(field: LayerValues, one: Shown) -> int:
    """Return how many lines a number stands for: one, unless the layer's numbers count from 0 and are small."""
    values = field.layer.values[: MOST_PARALLEL + 2]
    counted = 0 in values and all(isinstance(value, int) and 0 <= value <= MOST_PARALLEL for value in values)
    return int(one.value) if counted else 1


def _parallel(segment: Segment, times: int) -> list[Segment]:
    """Return so many copies of a segment side by side."""
    (x, y), (to_x, to_y) = segment
    long = math.dist(*segment)
    found = []
    for at in range(times):
        shift = (at - (times - 1) / 2) * APART
        right, down = shift * (to_y - y) / long, shift * (x - to_x) / long
        found.append(((x + right, y + down), (to_x + right, to_y + down)))
    return found


def differing(field: LayerValues, paper: Paper) -> Iterator[Item]:
    """Return the segments between neighbours whose known values differ."""
    values = {one.place: one.value for one in field if isinstance(one.place, Cell)}
    segments: list[Segment] = []
    for link in paper.board.links:
        first, last = link.cells
        if first in values and last in values and values[first] != values[last]:
            segments += paper.border(link.border)
    return (Stroke("area", segment) for segment in merged(segments))


def draw_outline(field: LayerValues, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw the outlines of values that are areas."""
    return differing(field, paper)
