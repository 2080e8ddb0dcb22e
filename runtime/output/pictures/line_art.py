"""Draw layers of lines, as with a pen: loops and paths, walls, the sides of cells, bridges, and arms of cells."""

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
from .value_labels import CROSS_RADIUS

MAX_PARALLEL = 3
PARALLEL_DISTANCE = 6.0


def draw_line(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw lines from centre to centre; several side by side if numbers count them."""
    by_style: dict[str, list[Segment]] = {}
    for shown in _drawn(layer_values):
        for segment in paper.link(shown.place):
            by_style.setdefault(f"curve{shown.suffix}", []).extend(_parallel(segment, _times(layer_values, shown)))
    for style, segments in by_style.items():
        yield from (Stroke(style, segment) for segment in merged(segments))
    yield from _cuts(layer_values, paper)


def draw_wall(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw walls on the sides that two cells share."""
    yield from _sides(layer_values, paper)


def draw_edge(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw edges on the sides of cells."""
    yield from _sides(layer_values, paper)


def _sides(layer_values: LayerValues, paper: Paper) -> Iterator[Item]:
    by_style: dict[str, list[Segment]] = {}
    for shown in _drawn(layer_values):
        border = shown.place.border if isinstance(shown.place, Link) else shown.place
        by_style.setdefault(f"wall{shown.suffix}", []).extend(paper.border(border))
    for style, segments in by_style.items():
        yield from (Stroke(style, segment) for segment in merged(segments))
    yield from _cuts(layer_values, paper)


def draw_bridge(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw bridges straight from cell to cell, as many lines as the number."""
    for shown in _drawn(layer_values):
        first, last = map(paper.centre, shown.place)
        for segment in _parallel((first, last), _times(layer_values, shown)):
            yield Stroke(f"bridge{shown.suffix}", segment)
    for shown in _left_out(layer_values):
        yield from cross(f"cut{shown.suffix}", middle(*map(paper.centre, shown.place)), CROSS_RADIUS)


def draw_arm(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw arms from the centre of a cell into a direction, as many cells long as the number."""
    for shown in _drawn(layer_values):
        cell, direction = shown.place
        if isinstance(shown.value, int):
            centre, step = paper.centre(cell), paper.vector(direction)
            end = (centre[0] + shown.value * step[0], centre[1] + shown.value * step[1])
            yield Stroke(f"arm{shown.suffix}", (centre, end))


def draw_post(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw dots at corners, or numbers in circles."""
    for shown in layer_values:
        for point in paper.corner(shown.place):
            if shown.value is True:
                yield Disc(f"post{shown.suffix}", point, 5)
            elif shown.value is not False and shown.value is not BLANK:
                yield Disc("dot-white", point, CELL * 0.2)
                yield Label("given" if shown.given else "found", point, text_of(shown.value), 11)


def _drawn(layer_values: LayerValues) -> Iterator[Shown]:
    return (shown for shown in layer_values if not shown.is_absent)


def _left_out(layer_values: LayerValues) -> Iterator[Shown]:
    """Yield the places that are known to be empty and need a mark: givens, and all of them while some values are unknown."""
    return (shown for shown in layer_values if shown.is_absent and (shown.given or not layer_values.is_complete))


def _cuts(layer_values: LayerValues, paper: Paper) -> Iterator[Item]:
    for shown in _left_out(layer_values):
        for point in paper.middles(shown.place):
            yield from cross(f"cut{shown.suffix}", point, CROSS_RADIUS)


def _times(layer_values: LayerValues, shown: Shown) -> int:
    """Return how many lines a number stands for: one, unless the layer's numbers count from 0 and are small."""
    values = layer_values.layer.values[: MAX_PARALLEL + 2]
    counted = 0 in values and all(isinstance(value, int) and 0 <= value <= MAX_PARALLEL for value in values)
    return int(shown.value) if counted else 1


def _parallel(segment: Segment, times: int) -> list[Segment]:
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
    return (Stroke("area", segment) for segment in merged(segments))


def draw_outline(layer_values: LayerValues, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw the outlines of values that are areas."""
    return differing(layer_values, paper)
