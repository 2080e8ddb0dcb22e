"""The positions of places in the plane, measured in half cells from the top left corner of the board: down, then right.

A cell lies at its centre. A link is the stretch between the centres of its two cells, a border that between its two corners. On
hexagons spots are measured along the rows and along the lines down to the right, as in `tiling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..syntax.diagnostics import Code, Fault
from .places import Border, Cell, Corner, Link
from .tiling import Tiling

Point = tuple[int, int]
Spot = tuple[int, int, str]


def point(place: Cell | Corner) -> Point:
    """Return the position of a cell's centre or of a corner.

    >>> from gridwright.compiler.geometry.board import Board
    >>> board = Board("main", 2, 3)
    >>> point(board.cells[1]), point(board.corners[1])
    ((1, 3), (0, 2))
    """
    half = isinstance(place, Cell)
    return 2 * place.row + half, 2 * place.column + half


def ends(place: Any) -> tuple[Any, Any] | None:
    """Return the two cells that a link joins, the two corners of a border, or a pair as it is; None for anything else."""
    if isinstance(place, tuple):
        return place if len(place) == 2 else None
    return place.cells if isinstance(place, Link) else place.corners if isinstance(place, Border) else None


def height_at(first: Point, second: Point, at: Point) -> int:
    """Return where a straight line between two points passes the vertical line through a third one.

    1 if it passes above that point, 0 if the point lies on it, -1 if it passes below or elsewhere. A line that ends exactly above
    the point passes there only if it comes from the left, so that of two lines that meet there one does.
    """
    (top, left), (bottom, right) = (first, second) if first[1] <= second[1] else (second, first)
    down, across = at
    if not left <= across <= right:  # most lines of a curve, and `inside` asks this of each line for each place
        return -1
    turn = (down - top) * (right - left) - (across - left) * (bottom - top)
    if turn == 0 and min(top, bottom) <= down <= max(top, bottom):
        return 0
    return 1 if left < across and turn > 0 else -1


def middle(place: Link | Border) -> Spot:
    """Return the middle of a link or a border, and its orientation: "across" or "down".

    >>> from gridwright.compiler.geometry.board import Board
    >>> board = Board("main", 2, 3)
    >>> middle(board.links[0]), middle(board.links[0].border)
    ((1, 2, 'across'), (1, 2, 'down'))
    """
    (top, left), (bottom, right) = map(point, place.cells if isinstance(place, Link) else place.corners)
    return (top + bottom) // 2, (left + right) // 2, "across" if top == bottom else "down"


def spot(place: Any) -> Spot | None:
    """Return the middle of a place and its orientation, "" for cells and corners. No two places of a board share a spot.

    None for what is no place of a board.
    """
    joined = ends(place)
    if joined is None and not isinstance(place, (Cell, Corner)):
        return None
    if (joined[0] if joined else place).board.tiling is Tiling.HEXAGONS:
        return _of_hexagons(joined or (place, place), place.kind if joined else "")
    return middle(place) if joined else (*point(place), "")


def _of_hexagons(joined: Sequence[Cell | Corner], way: str) -> Spot:
    """Return the middle of two cells or corners, as a position of the tiling, in twelfths of a step.

    A link and a border have the same middle where they cross, so what it is stands for its orientation.
    """
    points = [_in_sixths(place) for place in joined]
    return sum(row for row, _ in points), sum(at for _, at in points), way


def _in_sixths(place: Cell | Corner) -> Point:
    if isinstance(place, Cell):
        row, at = place.board.position(place)
        return 6 * row, 6 * at
    return 2 * place.row, 3 * place.column - place.row  # counted in thirds of a row, and in halves of a cell


def check_plane(place: Any, what: str) -> None:
    """Raise `Fault` if the board of a place is not a plane of squares."""
    joined = ends(place)
    board = joined[0].board if joined is not None else place.board
    if not board.is_plane:
        raise Fault(Code.WRONG_KIND, f"{what} works only on boards of squares without `wrap`; this board {board.peculiarity}")


def tiling_of(place: Any, what: str) -> Tiling:
    """Return the tiling of the board that a place belongs to; raise `Fault` if the board is not a plane."""
    joined = ends(place)
    board = joined[0].board if joined is not None else place.board
    tiling: Tiling | None = board.tiling
    if tiling is None:
        raise Fault(Code.WRONG_KIND, f"{what} works only on boards without `wrap`; this board {board.peculiarity}")
    return tiling


def turn_orientation(way: str) -> str:
    """Return the orientation after a quarter turn or a reflection in a diagonal."""
    return {"across": "down", "down": "across"}.get(way, way)
