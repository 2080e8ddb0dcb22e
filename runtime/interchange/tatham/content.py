"""What a description says: a board that codecs fill while they read, and look up while they write."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import Value

from ..puzzle import Place, Point, PrintedPuzzle
from ..pzpr.scanner import Scanner


@dataclass(eq=False)
class Content:
    """A board and what is on it, by the names that the library of the genre uses; `parameters` are those of the library."""

    height: int
    width: int
    clues: dict[str, dict[Place, Value]] = field(default_factory=dict)
    givens: dict[str, dict[Place, Value]] = field(default_factory=dict)
    areas: dict[str, dict[str, tuple[Point, ...]]] = field(default_factory=dict)
    parameters: dict[str, Value] = field(default_factory=dict)

    @property
    def cells(self) -> list[Place]:
        """Return all cells in reading order."""
        return [(2 * row + 1, 2 * column + 1) for row in range(self.height) for column in range(self.width)]

    @property
    def corners(self) -> list[Place]:
        """Return all corners in reading order, those on the rim too."""
        return [(2 * row, 2 * column) for row in range(self.height + 1) for column in range(self.width + 1)]

    @property
    def inner(self) -> list[Place]:
        """Return cells, links and corners in reading order, without what is on the rim."""
        return [(down, right) for down in range(1, 2 * self.height) for right in range(1, 2 * self.width)]

    def side(self, name: str) -> list[Place]:
        """Return the places outside on one side, in reading order."""
        return [(name, at) for at in range(self.width if name in ("top", "bottom") else self.height)]

    def put(self, group: str, place: Place, value: Value) -> None:
        """Print a value: a given, if the group is `=` and the name of a layer, or else a clue."""
        groups = self.givens if group.startswith("=") else self.clues
        groups.setdefault(group.removeprefix("="), {})[place] = value

    def at(self, group: str, place: Place) -> Value | None:
        """Return the printed value at a place, None if there is none."""
        groups = self.givens if group.startswith("=") else self.clues
        return groups.get(group.removeprefix("="), {}).get(place)


def content_of(puzzle: PrintedPuzzle, genre: str) -> Content:
    """Return the printed content of a puzzle."""
    return Content(
        puzzle.height,
        puzzle.width,
        {name: dict(values) for name, values in puzzle.clues.items()},
        {name: dict(values) for name, values in puzzle.givens.items()},
        {kind: dict(areas) for kind, areas in puzzle.areas.items()},
        dict(puzzle.uses.get(genre, {})),
    )


Places = Callable[[Content], Sequence[Place]]


class IdCodec:
    """A part of a description. `held`: the names of the clues, areas and, with `=`, layers that it holds."""

    held: tuple[str, ...] = ()

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read it into a board. Raise `SpecError` for mistakes."""
        raise NotImplementedError

    def write(self, content: Content) -> str:
        """Write this codec's part of a board. Raise `CannotHold` for a value that it has no sign for."""
        raise NotImplementedError


class CannotHold(Exception):
    """A description has no sign for something on the board; the message names it."""
