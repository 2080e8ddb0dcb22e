"""Draw the board itself: lines between cells, thick between regions, holes, and seams."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from gridwright.compiler.geometry.area import Segment as Entry
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Grid

from .display_hints import boxes_of
from .paper_geometry import Paper, Segment, merge, side_key
from .scene import Disc, Item, Point, Stroke, Surface
from .style_rules import StyleRules

POINT_RADIUS = 2.2


def draw_board(grid: Grid, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw a board without areas, layers and clues."""
    yield from _holes(grid, paper, styling)
    styles = set(styling.layers.values())
    lines = _BorderLines(grid, paper, styling)
    has_values = styles & {"text", "small", "shade", "star", "disc", "stone"}
    if "edge" in styles and not has_values and "regions" not in styling.kinds.values():
        yield from _points(paper)
        yield from _strokes("seam", lines.seam)
    else:
        inner = "faint" if "bridge" in styles else "thin"
        yield from _strokes(inner, lines.thin)
        yield from _strokes("thin" if "bridge" in styles else "thick", lines.thick)
        yield from _strokes("seam", lines.seam)


def _strokes(style: str, segments: Iterable[Segment]) -> Iterator[Item]:
    for segment in merge(segments):
        yield Stroke(style, segment)


def _points(paper: Paper) -> Iterator[Item]:
    """Draw dots at the corners, for lines that run from corner to corner."""
    for corner in paper.board.corners:
        for point in paper.corner(corner):
            yield Disc("point", point, POINT_RADIUS)


def _holes(grid: Grid, paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw holes as black squares if rules use the entries of a crossword, or clues stand in some; otherwise draw nothing."""
    places = [clue.place for group in grid.clue_groups for clue in group]
    if styling.hints.entries or any(isinstance(place, Entry) or (isinstance(place, Cell) and place.hole) for place in places):
        yield from (Surface("hole", paper.outline(hole)) for hole in grid.board.holes)
        if grid.board.tiling is not None:
            yield from _strokes("thick", _rim_of_holes(paper))


def _rim_of_holes(paper: Paper) -> Iterator[Segment]:
    """Yield the sides of holes that lie on the frame around cells and holes."""
    board = paper.board
    sides = [(cell.hole, side_key(segment)) for cell in (*board.cells, *board.holes) for segment in paper.outline_sides(cell)]
    counts = Counter(segment for _, segment in sides)
    return (segment for is_hole, segment in sides if is_hole and counts[segment] == 1)


class _BorderLines:
    """The lines around cells: thick at the rim, at holes, and between cells of different regions."""

    def __init__(self, grid: Grid, paper: Paper, styling: StyleRules) -> None:
        self.thin: list[Segment] = []
        self.thick: list[Segment] = []
        self.seam: list[Segment] = []
        regions = _memberships(grid, styling)
        for border, places in paper.borders.items():
            if len(places) > 1:
                self.seam += places
            elif len(border.cells) < 2:
                self.thick += places
            else:
                first, last = border.cells
                (self.thin if regions.get(first) == regions.get(last) else self.thick).extend(places)


def _memberships(grid: Grid, styling: StyleRules) -> dict[Cell, list[object]]:
    """Return the regions and boxes of each cell."""
    regions: dict[Cell, list[object]] = {}
    areas = [area for kind in grid.kinds if styling.kinds[kind.name] == "regions" for area in kind]
    for number, area in enumerate(areas):
        for cell in area:
            regions.setdefault(cell, []).append(number)
    for box in boxes_of(styling.hints, grid):
        for cell in box:
            regions.setdefault(cell, []).append(box)
    return regions


def inset(cells: Collection[Cell], paper: Paper, inset: float) -> list[tuple[Point, ...]]:
    """Return the outlines of some cells, inset from their borders: a loop around each piece, and one around each gap in it.

    Each side between a member and a cell outside is moved inwards, and ends at the next side, clockwise. Each loop begins with
    its first corner in reading order.
    """
    by_centre = {_round(paper.centre(cell)): cell for cell in cells}
    directions = paper.board.directions

    def beyond(cell: Cell, side: int) -> Cell | None:
        (x, y), (right, down) = paper.centre(cell), paper.vector(directions[side])
        return by_centre.get(_round((x + right, y + down)))

    remaining = {(cell, side) for cell in by_centre.values() for side in range(len(directions)) if beyond(cell, side) is None}
    loops = []
    while remaining:
        loop = [min(remaining, key=lambda side: (side[0].row, side[0].column, side[1]))]
        while True:
            cell, side = loop[-1]
            turned = (side + 1) % len(directions)
            while (next_cell := beyond(cell, turned)) is not None:  # around the corner, from cell to cell
                cell, turned = next_cell, (turned + len(directions) // 2 + 1) % len(directions)
            if (cell, turned) == loop[0]:
                break
            loop.append((cell, turned))
        remaining -= set(loop)
        loops.append(_moved_inwards([_side(paper, *side) for side in loop], inset))
    return sorted(loops, key=lambda loop: _reading(loop[0]))


def _side(paper: Paper, cell: Cell, side: int) -> Segment:
    return paper.outline_sides(cell)[side]


def _moved_inwards(sides: Sequence[Segment], by: float) -> tuple[Point, ...]:
    """Return the corners of a loop of sides moved to the right, seen along each; straight corners are dropped."""
    corners = []
    for (start, corner), (_, end) in zip(sides, [*sides[1:], sides[0]], strict=True):
        (x, y), (to_x, to_y) = _unit(start, corner), _unit(corner, end)
        if not math.isclose(x * to_y, y * to_x, abs_tol=1e-6):
            reach = by / (1 + x * to_x + y * to_y)
            corners.append(_round((corner[0] - reach * (y + to_y), corner[1] + reach * (x + to_x))))
    first = corners.index(min(corners, key=_reading))
    return (*corners[first:], *corners[:first])


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _round(point: Point) -> Point:
    return round(point[0], 2) + 0.0, round(point[1], 2) + 0.0


def _reading(point: Point) -> Point:
    return point[1], point[0]
