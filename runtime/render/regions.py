"""The board itself: lines between cells, thick where regions end, holes, seams, and the dashed outlines of cages."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.spec import Grid

from .looks import Looks
from .paper import Paper, Segment, merged
from .scene import CELL, Disc, Item, Point, Stroke, Surface

CAGE_INSET = 4.0
POINT_RADIUS = 2.2


def draw_board(grid: Grid, paper: Paper, looks: Looks) -> Iterator[Item]:
    """Everything that is drawn of a board without layers and clues."""
    yield from _holes(grid, paper, looks)
    for kind in grid.kinds:
        if looks.kinds[kind.name] == "shade":
            yield from (Surface("tint", paper.outline(cell)) for cell in dict.fromkeys(cell for area in kind for cell in area))
    styles = set(looks.layers.values())
    lines = _Lines(grid, paper, looks)
    if "edge" in styles and not styles & {"text", "small", "shade", "star", "disc", "stone"}:
        yield from _points(paper)
        yield from _strokes("seam", lines.seam)
    else:
        inner = "faint" if "bridge" in styles else "thin"
        yield from _strokes(inner, lines.thin)
        yield from _strokes("thin" if "bridge" in styles else "thick", lines.thick)
        yield from _strokes("seam", lines.seam)
    if not paper.is_hexagonal:
        for kind in grid.kinds:
            if looks.kinds[kind.name] == "cages":
                for area in kind:
                    yield from (Stroke("cage", loop, closed=True) for loop in inset(area.cells, paper, CAGE_INSET))


def _strokes(style: str, segments: Iterable[Segment]) -> Iterator[Item]:
    for segment in merged(segments):
        yield Stroke(style, segment)


def _points(paper: Paper) -> Iterator[Item]:
    """Dots at the corners, for what is drawn from corner to corner."""
    for corner in paper.board.corners:
        for point in paper.corner(corner):
            yield Disc("point", point, POINT_RADIUS)


def _holes(grid: Grid, paper: Paper, looks: Looks) -> Iterator[Item]:
    """Holes are black squares where rules speak of the entries of a crossword, or clues stand in them; else nothing."""
    board = grid.board
    printed = {id(clue.place) for group in grid.clue_groups for clue in group}
    for row in range(board.height):
        for column in range(board.row_lengths[row]):
            cell = board.at(row, column)
            if cell is not None and cell.hole and (looks.hints.entries or id(cell) in printed):
                yield Surface("hole", paper.outline(cell))


class _Lines:
    """The lines around cells: thick at the rim, at holes, and where the sets of regions on both sides differ."""

    def __init__(self, grid: Grid, paper: Paper, looks: Looks) -> None:
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


def _memberships(grid: Grid, looks: Looks) -> dict[Cell, list[object]]:
    """The regions and boxes that each cell lies in."""
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
    """The outlines of some squares, so far inside of their borders: a loop around each piece, and one around each gap in it.

    Each side between a cell that belongs to it and one that does not is a stretch, drawn inwards; at its ends it is longer or
    shorter, depending on whether the outline turns left, right, or not. The stretches are then put together to loops.
    """
    inside = {(cell.row, cell.column) for cell in cells}
    follows: dict[Point, Point] = {}
    for row, column in inside:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + down, column + right) in inside:
                continue
            along = (right, -down)  # clockwise around the cell: down, right
            ends = []
            for sign in (-1, 1):
                side = (row + sign * along[0], column + sign * along[1])
                beyond = (side[0] + down, side[1] + right)
                reach = CELL / 2 if side in inside and beyond not in inside else CELL / 2 + (inset if side in inside else -inset)
                x = (column + 0.5) * CELL + right * (CELL / 2 - inset) + sign * along[1] * reach
                y = (row + 0.5) * CELL + down * (CELL / 2 - inset) + sign * along[0] * reach
                ends.append((round(x, 2), round(y, 2)))
            follows[ends[0]] = ends[1]
    return _loops(follows)


def _loops(follows: dict[Point, Point]) -> list[tuple[Point, ...]]:
    """Stretches put together, each loop from its first point in reading order; points on straight lines are left out."""
    found = []
    rest = dict(sorted(follows.items(), key=lambda item: (item[0][1], item[0][0])))
    while rest:
        start = next(iter(rest))
        loop, at = [start], rest.pop(start)
        while at != start and at in rest:
            loop.append(at)
            at = rest.pop(at)
        neighbours = zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False)
        found.append(tuple(point for before, point, after in neighbours if _turns(before, point, after)))
    return found


def _turns(before: Point, point: Point, after: Point) -> bool:
    (x, y), (to_x, to_y) = (point[0] - before[0], point[1] - before[1]), (after[0] - point[0], after[1] - point[1])
    return not math.isclose(x * to_y, y * to_x, abs_tol=1e-6)
