"""Keep the symmetry of a puzzle: find the items that have to be removed, or stay, together.

The cells of items form a pattern: the givens of a layer, or the clues of a group, on one board. Values do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Given, Spec
from gridwright.compiler.records import dataclass

from .printed_items import Item, Unit

Point = tuple[int, int]

# The image of a cell under each symmetry, from its row, its column and the lengths of all rows. Each symmetry is a rotation or a
# reflection; repeated, it generates the whole group.
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
    """An error: a pattern does not have the required symmetry; the message names the place."""


@dataclass(frozen=True, slots=True)
class ClueSymmetry:
    """The pattern of the items of one layer or clue group in the cells of one board."""

    name: str
    board: Board
    items: Mapping[Point, Item]

    def image(self, place: Point, symmetry: str) -> Point:
        """Return the image of a place. Raise `NotSymmetric` if the board does not allow the symmetry."""
        lengths = self.board.row_lengths
        square = len({len(lengths), *lengths}) == 1
        if (symmetry in SQUARE and not square) or (symmetry in ("rotate180", "vertical") and lengths != lengths[::-1]):
            raise NotSymmetric(f"a board of {self.board.extent} cannot have the symmetry {symmetry}")
        return MOVES[symmetry](*place, lengths)

    def unmatched_place(self, symmetry: str) -> Point | None:
        """Return a place whose image is not in the pattern, or None."""
        return next((place for place in self.items if self.image(place, symmetry) not in self.items), None)


def clue_symmetries(spec: Spec, items: Sequence[Item]) -> list[ClueSymmetry]:
    """Return the pattern of each group of items in cells."""
    of_member = {id(member): item for item in items for member in item.members}
    patterns = []
    for grid in spec.grids:
        places: dict[tuple[bool, str], dict[Point, Item]] = {}
        printed: list[Given | Clue] = [*grid.givens, *(clue for group in grid.clue_groups for clue in group)]
        for member in printed:
            place = member.layer.places[member.position] if isinstance(member, Given) else member.place
            item = of_member.get(id(member))
            if item is not None and isinstance(place, Cell):
                places.setdefault((item.is_given, item.name), {})[place.row, place.column] = item
        patterns += [ClueSymmetry(name, grid.board, items_by_place) for (_, name), items_by_place in places.items()]
    return patterns


def units(spec: Spec, items: Sequence[Item], symmetry: str) -> tuple[list[Unit], list[str]]:
    """Return the units of items in order, and the names of patterns without the symmetry, whose items are units of their own.

    Raise `NotSymmetric` if no pattern has it.
    """
    patterns = clue_symmetries(spec, items)
    lacking = {pattern.name: place for pattern in patterns if (place := pattern.unmatched_place(symmetry)) is not None}
    kept = [pattern for pattern in patterns if pattern.unmatched_place(symmetry) is None]
    if not kept:
        places = "; ".join(f"{name} has r{row + 1}c{column + 1} without a counterpart" for name, (row, column) in lacking.items())
        raise NotSymmetric(f"nothing here has the symmetry {symmetry}: {places or 'there are no givens or clues in cells'}")
    group = {item: item for item in items}
    for pattern in kept:
        for place, item in pattern.items.items():
            root, image_root = _root(group, item), _root(group, pattern.items[pattern.image(place, symmetry)])
            group[image_root] = root
    by_root: dict[Item, list[Item]] = {}
    for item in items:
        by_root.setdefault(_root(group, item), []).append(item)
    return [tuple(unit) for unit in by_root.values()], list(lacking)


def _root(group: dict[Item, Item], item: Item) -> Item:
    while group[item] is not item:
        item = group[item]
    return item
