"""What is printed of a puzzle, as plain numbers: the same for every tool, read from our spec once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[int, int]  # row and column, from 0
Key = Any  # of a layer: a cell's point, a side's two corners, or a number


@dataclass(frozen=True)
class Outside:
    """A clue outside the board: its group, its number, and the cells as they are seen from there."""

    group: str
    value: int
    cells: list[Point]


@dataclass(frozen=True)
class Found:
    """What a tool found: solutions as numbers for each visible layer, and whether it claims that there are no more.

    Seconds: for building the model, and for the search for the first solution and for the proof.
    """

    solutions: list[dict[str, list[int]]]
    complete: bool
    build: float
    solve: float
    prove: float


@dataclass(frozen=True)
class Puzzle:
    """A board, the places of its visible layers, and what is printed. Blank is 0, and so is false."""

    height: int
    width: int
    layers: dict[str, list[Key]]
    givens: dict[str, list[tuple[Key, int]]]
    inside: dict[str, list[tuple[Point, int]]]
    outside: list[Outside]
    areas: dict[str, list[list[Point]]]

    @property
    def cells(self) -> list[Point]:
        """All cells in reading order."""
        return [(row, column) for row in range(self.height) for column in range(self.width)]

    @property
    def lines(self) -> list[list[Point]]:
        """All rows, then all columns."""
        return lines(self.cells)

    @property
    def blocks(self) -> list[list[Point]]:
        """All 2-by-2 blocks."""
        return [
            [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            for row in range(self.height - 1)
            for column in range(self.width - 1)
        ]

    def neighbors(self, cell: Point) -> list[Point]:
        """The cells that share a side with it."""
        row, column = cell
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        return [(down, right) for down, right in beside if 0 <= down < self.height and 0 <= right < self.width]

    def as_json(self) -> dict[str, Any]:
        """The same without classes."""
        return {**vars(self), "outside": [vars(clue) for clue in self.outside]}


def from_json(document: dict[str, Any]) -> Puzzle:
    """The puzzle back from `as_json` and JSON, which made lists of tuples."""
    fields = {name: _tuples(value) for name, value in document.items()}
    clues = [Outside(**{name: _tuples(value) for name, value in clue.items()}) for clue in document["outside"]]
    return Puzzle(**{**fields, "outside": clues})


def lines(cells: Sequence[Point]) -> list[list[Point]]:
    """The rows and columns of a rectangle of cells."""
    rows, columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    return [[(row, column) for column in columns] for row in rows] + [[(row, column) for row in rows] for column in columns]


def _tuples(value: Any) -> Any:
    """Pairs of numbers, and pairs of these, as tuples; all other lists as they are."""
    if isinstance(value, dict):
        return {name: _tuples(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_pair(member) for member in value]
    return value


def _pair(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    members = [_pair(member) for member in value]
    return tuple(members) if len(members) == 2 else members
