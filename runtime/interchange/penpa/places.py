"""Places of a board as Penpa+ draws on them: what lies between cells, margins, boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.values import Value

from ..puzzle import Point, PrintedPuzzle
from .link import Path, Spot


def side_between(spot: Spot) -> Path:
    """Return the two ends of the side of a cell with a midpoint.

    >>> side_between((1, 2)), side_between((2, 1))
    (((0, 2), (2, 2)), ((2, 0), (2, 2)))
    """
    down, right = spot
    return ((down, right - 1), (down, right + 1)) if right % 2 else ((down - 1, right), (down + 1, right))


def cells_between(spot: Spot) -> Path:
    """Return the two cells beside a midpoint.

    >>> cells_between((1, 2)), cells_between((2, 1))
    (((1, 1), (1, 3)), ((1, 1), (3, 1)))
    """
    down, right = spot
    return ((down, right - 1), (down, right + 1)) if down % 2 else ((down - 1, right), (down + 1, right))


def midpoint(path: Path) -> Spot | None:
    """Return the middle of two points one step apart along a row or column; None if they are not.

    >>> midpoint(((1, 1), (1, 3))), midpoint(((1, 1), (3, 3)))
    ((1, 2), None)
    """
    if len(path) != 2 or any(len(spot) != 2 for spot in path):
        return None
    (down, right), (other_down, other_right) = path
    if abs(down - other_down) + abs(right - other_right) != 2 or abs(down - other_down) == 1:
        return None
    return (down + other_down) // 2, (right + other_right) // 2


def links_of(puzzle: PrintedPuzzle) -> Iterator[tuple[Point, Point, Point]]:
    """Yield the midpoint of each two cells side by side, and the two cells."""
    cells = set(puzzle.cells) - puzzle.holes
    for down, right in puzzle.cells:
        for other in ((down, right + 2), (down + 2, right)):
            if (down, right) in cells and other in cells:
                yield ((down + other[0]) // 2, (right + other[1]) // 2), (down, right), other


def borders_of(puzzle: PrintedPuzzle) -> list[Point]:
    """Return the midpoints of all sides of cells, in reading order."""
    cells = (cell for cell in puzzle.cells if cell not in puzzle.holes)
    return sorted(
        {side for down, right in cells for side in ((down - 1, right), (down + 1, right), (down, right - 1), (down, right + 1))}
    )


def outside_spot(puzzle: PrintedPuzzle, side: str, index: int, depth: int) -> Spot:
    """Return the cell in the margin beside a row or column; `depth` 0 is beside the grid."""
    far = {"left": -1 - 2 * depth, "top": -1 - 2 * depth}
    far |= {"right": 2 * puzzle.width + 1 + 2 * depth, "bottom": 2 * puzzle.height + 1 + 2 * depth}
    return (2 * index + 1, far[side]) if side in ("left", "right") else (far[side], 2 * index + 1)


def address_of(puzzle: PrintedPuzzle) -> str:
    """Return where a puzzle was published, for its link; empty if all that is known is another link to Penpa+."""
    return "" if "/penpa-edit" in puzzle.url else puzzle.url


def boxes(height: int, width: int, given: Mapping[str, Value]) -> list[tuple[Point, ...]]:
    """Return the boxes of a sudoku without regions; none if its size has none. `given`: the parameters of the library.

    >>> boxes(6, 6, {})[0]
    ((1, 1), (1, 3), (1, 5), (3, 1), (3, 3), (3, 5))
    """
    tall = given.get("box_height", max(k for k in range(1, height + 1) if height % k == 0 and k * k <= height))
    wide = given.get("box_width", width // tall if isinstance(tall, int) and tall > 0 else 0)
    if not isinstance(tall, int) or not isinstance(wide, int) or tall < 1 or wide < 1 or height % tall or width % wide:
        return []
    return [
        tuple((2 * row + 1, 2 * column + 1) for row in range(top, top + tall) for column in range(left, left + wide))
        for top in range(0, height, tall)
        for left in range(0, width, wide)
    ]
