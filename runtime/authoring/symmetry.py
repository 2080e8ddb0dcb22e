"""Symmetry of what is printed: which items have to go, or to stay, together so that the pattern of places keeps it.

Items in cells have a pattern: the givens of a layer, or the clues of a kind, on one board. Values do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Given, Spec

from .printed_items import Item, Unit

Point = tuple[int, int]

# What a symmetry does with a cell: from row, column, number of rows, and lengths of its row and of the row it goes to.
# Every one is a turn or a reflection that is enough to make the whole group when it is repeated.
MOVES: Mapping[str, Callable[[int, int, Sequence[int]], Point]] = {
    "rotate180": lambda row, column, lengths: (len(lengths) - 1 - row, lengths[row] - 1 - column),
    "rotate90": lambda row, column, lengths: (column, len(lengths) - 1 - row),
    "horizontal": lambda row, column, lengths: (row, lengths[row] - 1 - column),
    "vertical": lambda row, column, lengths: (len(lengths) - 1 - row, column),
    "diagonal": lambda row, column, lengths: (column, row),
    "antidiagonal": lambda row, column, lengths: (lengths[0] - 1 - column, len(lengths) - 1 - row),
}
SQUARE = ("rotate90", "diagonal", "antidiagonal")


class NotSymmetric(Exception):
    """A pattern that has not the symmetry that is to be kept; the message says where."""


@dataclass(frozen=True, slots=True)
class ClueSymmetry:
    """The items of one layer or kind of clues in the cells of one board."""

    name: str
    board: Board
    items: Mapping[Point, Item]

    def image(self, place: Point, symmetry: str) -> Point:
        """Where a place goes; `NotSymmetric` where the board does not allow the symmetry."""
        lengths = self.board.row_lengths
        square = len({len(lengths), *lengths}) == 1
        if (symmetry in SQUARE and not square) or (symmetry in ("rotate180", "vertical") and lengths != lengths[::-1]):
            raise NotSymmetric(f"a board of {self.board.extent} cannot have the symmetry {symmetry}")
        return MOVES[symmetry](*place, lengths)

    def broken(self, symmetry: str) -> Point | None:
        """A place whose image is not in the pattern."""
        return next((place for place in self.items if self.image(place, symmetry) not in self.items), None)


def clue_symmetries(spec: Spec, items: Sequence[Item]) -> list[ClueSymmetry]:
    """All patterns of items in cells."""
    of_member = {id(member): item for item in items for member in item.members}
    found = []
    for grid in spec.grids:
        places: dict[tuple[bool, str], dict[Point, Item]] = {}
        printed: list[Given | Clue] = [*grid.givens, *(clue for group in grid.clue_groups for clue in group)]
        for member in printed:
            place = member.layer.places[member.position] if isinstance(member, Given) else member.place
            item = of_member.get(id(member))
            if item is not None and isinstance(place, Cell):
                places.setdefault((item.is_given, item.name), {})[place.row, place.column] = item
        found += [ClueSymmetry(name, grid.board, here) for (_, name), here in places.items()]
    return found


def units(spec: Spec, items: Sequence[Item], symmetry: str) -> tuple[list[Unit], list[str]]:
    """Items that go together, in their order, and the patterns that have not the symmetry, whose items go one by one.

    `NotSymmetric` where no pattern has it.
    """
    found = clue_symmetries(spec, items)
    lacking = {pattern.name: place for pattern in found if (place := pattern.broken(symmetry)) is not None}
    kept = [pattern for pattern in found if pattern.broken(symmetry) is None]
    if not kept:
        places = "; ".join(f"{name} has r{row + 1}c{column + 1} without a counterpart" for name, (row, column) in lacking.items())
        raise NotSymmetric(f"nothing here has the symmetry {symmetry}: {places or 'there are no givens or clues in cells'}")
    group = {item: item for item in items}
    for pattern in kept:
        for place, item in pattern.items.items():
            one, other = _root(group, item), _root(group, pattern.items[pattern.image(place, symmetry)])
            group[other] = one
    together: dict[Item, list[Item]] = {}
    for item in items:
        together.setdefault(_root(group, item), []).append(item)
    return [tuple(each) for each in together.values()], list(lacking)


def _root(group: dict[Item, Item], item: Item) -> Item:
    while group[item] is not item:
        item = group[item]
    return item
