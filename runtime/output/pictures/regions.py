"""The board itself: lines between cells, thick where regions end, holes, seams, and the dashed outlines of cages."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Grid

from .paper_geometry import Paper, Segment, merged
from .scene import Disc, Item, Point, Stroke, Surface
from .style_rules import StyleRules

CAGE_INSET = 4.0
POINT_RADIUS = 2.2


def draw_board(grid: Grid, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw a board without layers and clues."""
    yield from _holes(grid, paper, looks)
    for kind in grid.kinds:
        if looks.kinds[kind.name] == "shade":
            yield from (Surface("tint", paper.outline(cell)) for cell in dict.fromkeys(cell for area in kind for cell in area))
    styles = set(looks.layers.values())
    lines = _BorderLines(grid, paper, looks)
    if "edge" in styles and not styles & {"text", "small", "shade", "star", "disc", "stone"}:
        yield from _points(paper)
        yield from _strokes("seam", lines.seam)
    else:
        inner = "faint" if "bridge" in styles else "thin"
        yield from _strokes(inner, lines.thin)
        yield from _strokes("thin" if "bridge" in styles else "thick", lines.thick)
        yield from _strokes("seam", lines.seam)
    for kind in grid.kinds:
        if looks.kinds[kind.name] == "cages":
            for area in kind:
                yield from (Stroke("cage", loop, closed=True) for loop in inset(area.cells, paper, CAGE_INSET))


def _strokes(style: str, segments: Iterable[Segment]) -> Iterator[Item]:
    for segment in merged(segments):
        yield Stroke(style, segment)


def _points(paper: Paper) -> Iterator[Item]:
    """Draw dots at the corners, for lines that run from corner to corner."""
    for corner in paper.board.corners:
        for point in paper.corner(corner):
            yield Disc("point", point, POINT_RADIUS)


def _holes(grid: Grid, paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw holes as black squares if rules use the entries of a crossword, or clues stand in some; otherwise draw nothing."""
    places = [clue.place for group in grid.clue_groups for clue in group]
    if looks.hints.entries or any(isinstance(place, Cell) and place.hole for place in places):
        yield from (Surface("hole", paper.outline(hole)) for hole in grid.board.holes)


class _BorderLines:
    """The lines around cells: thick at the rim, at holes, and where the sets of regions on both sides differ."""

    def __init__(self, grid: Grid, paper: Paper, looks: StyleRules) -> None:
        self.thin: list[Segment] = []
        self.thick: list[Segment] = []
        self.seam: list[Segment] = []
        regions = _memberships(grid, looks)
        for border, places in paper.borders.items():
            if len(places) > 1:
                self.seam += places
            elif len(border.cells) < 2:
                self.thick += places
            else:
                first, last = border.cells
                (self.thin if regions.get(first) == regions.get(last) else self.thick).extend(places)


def _memberships(grid: Grid, looks: StyleRules) -> dict[Cell, list[object]]:
    """Return the regions and boxes of each cell."""
    found: dict[Cell, list[object]] = {}
    areas = [area for kind in grid.kinds if looks.kinds[kind.name] == "regions" for area in kind]
    for number, area in enumerate(areas):
        for cell in area:
            found.setdefault(cell, []).append(number)
    for height, width in sorted(looks.hints.boxes):
        for cell in grid.board.cells:
            found.setdefault(cell, []).append((cell.row // height, cell.column // width))
    return found


def inset(cells: Collection[Cell], paper: Paper, inset: float) -> list[tuple[Point, ...]]:
    """Return the outlines of some cells, inset from their borders: a loop around each piece, and one around each gap in it.

    Each side between a cell that belongs to it and what does not is moved inwards, and cut off where the next side is, clockwise.
    Each loop begins with its first corner in reading order.
    """
    at = {_rounded(paper.centre(cell)): cell for cell in cells}
    ways = paper.board.directions

    def beyond(cell: Cell, side: int) -> Cell | None:
        (x, y), (right, down) = paper.centre(cell), paper.vector(ways[side])
        return at.get(_rounded((x + right, y + down)))

    left = {(cell, side) for cell in at.values() for side in range(len(ways)) if beyond(cell, side) is None}
    loops = []
    while left:
        loop = [min(left, key=lambda one: (one[0].row, one[0].column, one[1]))]
        while True:
            cell, side = loop[-1]
            turned = (side + 1) % len(ways)
            while (next_cell := beyond(cell, turned)) is not None:  # around the corner, from cell to cell
                cell, turned = next_cell, (turned + len(ways) // 2 + 1) % len(ways)
            if (cell, turned) == loop[0]:
                break
            loop.append((cell, turned))
        left -= set(loop)
        loops.append(_moved_inwards([_side(paper, *one) for one in loop], inset))
    return sorted(loops, key=lambda loop: _reading(loop[0]))


def _side(paper: Paper, cell: Cell, side: int) -> Segment:
    outline = paper.outline(cell)
    return outline[side], outline[(side + 1) % len(outline)]


def _moved_inwards(sides: Sequence[Segment], by: float) -> tuple[Point, ...]:
    """Return the corners of a loop of sides moved to the right, seen along each; straight corners are dropped."""
    corners = []
    for (start, corner), (_, end) in zip(sides, [*sides[1:], sides[0]], strict=True):
        (x, y), (to_x, to_y) = _unit(start, corner), _unit(corner, end)
        if not math.isclose(x * to_y, y * to_x, abs_tol=1e-6):
            reach = by / (1 + x * to_x + y * to_y)
            corners.append(_rounded((corner[0] - reach * (y + to_y), corner[1] + reach * (x + to_x))))
    first = corners.index(min(corners, key=_reading))
    return (*corners[first:], *corners[:first])


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _rounded(point: Point) -> Point:
    return round(point[0], 2) + 0.0, round(point[1], 2) + 0.0


def _reading(point: Point) -> Point:
    return point[1], point[0]
