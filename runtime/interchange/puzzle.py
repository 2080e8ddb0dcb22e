"""A puzzle as formats see it: a board, and what is printed on it, without any rule in the language.

Reading a format makes one, writing takes one, and between it and a spec there are `puzzle_text` and `puzzle_of_spec`. What the
names of areas, clues and layers mean is in the libraries that the puzzle uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.values import Value

# Half cells from the top left corner of the board: down, then right. The centre of the first cell is (1, 1), its top left corner
# is (0, 0), and what lies between two cells, a link or a side, is (1, 2) or (2, 1).
Point = tuple[int, int]
Outside = tuple[str, int]  # a side, and the number of the row or column, from 0
Pair = tuple[Point, Point]  # two cells that need not be neighbours
Place = Point | Outside | Pair | str  # a text is the label of an area


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of a puzzle that a format cannot hold, in words that name it, and where it is written."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class OwnLibrary:
    """A library that does not come with the language: its name, as it stands under `use`, and its document."""

    name: str
    document: SourceMapping


@dataclass(frozen=True, kw_only=True)
class PrintedPuzzle:
    """One puzzle.

    `uses`: its libraries, the genre first, each with its parameters. `areas`: for each kind the cells of each area, by label.
    `clues` and `givens`: for each group or layer the values by place; a direction is its name, a list is a tuple. `solution`: the
    values of the layers, without blanks. `display`: how something is drawn, as in a spec. `rules`: sentences, of a spec all
    its rules, of a link the rules that its author wrote. `warnings`: what reading could not keep. `own`: what a spec has beside
    its libraries. `spans`: where a clue or given is written, by name and place. `libraries`: those that it uses and that do not
    come with the language. `numbered`: the layers whose values are numbers of clues, in the order of `clues`, each with
    their group.

    >>> PrintedPuzzle(height=1, width=2, clues={"number": {(1, 3): 2}}).cells
    ((1, 1), (1, 3))
    """

    height: int
    width: int
    uses: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    holes: frozenset[Point] = frozenset()
    areas: Mapping[str, Mapping[str, tuple[Point, ...]]] = field(default_factory=dict)
    clues: Mapping[str, Mapping[Place, Value]] = field(default_factory=dict)
    givens: Mapping[str, Mapping[Place, Value]] = field(default_factory=dict)
    solution: Mapping[str, Mapping[Place, Value]] = field(default_factory=dict)
    display: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    url: str = ""
    rules: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    own: tuple[Loss, ...] = ()
    spans: Mapping[tuple[str, Place], Span] = field(default_factory=dict)
    libraries: tuple[OwnLibrary, ...] = ()
    numbered: Mapping[str, str] = field(default_factory=dict)

    @property
    def genre(self) -> str:
        """Return the first library that it uses; empty if there is none."""
        return next(iter(self.uses), "")

    @property
    def cells(self) -> tuple[Point, ...]:
        """Return the positions of the board in reading order, holes too."""
        return tuple((2 * row + 1, 2 * column + 1) for row in range(self.height) for column in range(self.width))

    def span(self, name: str, place: Place) -> Span | None:
        """Return where a clue or given is written; None if it is in no file."""
        return self.spans.get((name, place))


def place_name(place: Place) -> str:
    """Return the name of a place as specs write it.

    >>> [place_name(place) for place in ((1, 3), (1, 2), (2, 2), (0, 3), ("left", 1), "a", ((1, 1), (5, 1)))]
    ['r1c2', 'r1c1-r1c2', 'r1c1-r2c2', 'r0c2-r1c2', 'left of row 2', 'a', 'r1c1-r3c1']
    """
    if isinstance(place, str):
        return place
    first, second = place
    if isinstance(first, tuple):
        assert isinstance(second, tuple)
        return f"{place_name(first)}-{place_name(second)}"
    assert isinstance(second, int)
    if isinstance(first, str):
        return f"{first} of {'row' if first in ('left', 'right') else 'column'} {second + 1}"
    rows = (first // 2 + 1,) if first % 2 else (first // 2, first // 2 + 1)
    columns = (second // 2 + 1,) if second % 2 else (second // 2, second // 2 + 1)
    ends = [f"r{row}c{column}" for row, column in ((rows[0], columns[0]), (rows[-1], columns[-1]))]
    return "-".join(dict.fromkeys(ends))


def is_point(place: Place) -> TypeGuard[Point]:
    """Check whether a place is a cell, a corner, or the middle between two."""
    return isinstance(place, tuple) and isinstance(place[0], int)


def is_cell(place: Place) -> TypeGuard[Point]:
    """Check whether a place is a cell."""
    return is_point(place) and bool(place[0] % 2 and place[1] % 2)


def is_outside(place: Place) -> TypeGuard[Outside]:
    """Check whether a place is outside the board, at an end of a row or column."""
    return isinstance(place, tuple) and isinstance(place[0], str)


def neighbors(point: Point) -> Iterator[Point]:
    """Yield the four cells beside a cell, on the board or not: up, right, down, left."""
    down, right = point
    yield from ((down - 2, right), (down, right + 2), (down + 2, right), (down, right - 2))
