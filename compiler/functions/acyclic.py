"""`acyclic`: whether nothing that is drawn, or no group of places, closes in on itself."""

from __future__ import annotations

from collections.abc import Sequence

from ..geometry.board import Board
from ..geometry.plane import ends
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import Anything, Mask
from ..records import dataclass
from ..values import Field, Value, is_known
from .groups import adjacency, ends_of


@dataclass(frozen=True, slots=True)
class Joins:
    """What may form a cycle: points, and which of them may be joined.

    `vertices`: for each point the value that has to be true; empty if points are always there. `lines`: the numbers of two
    points, and the values of which one has to be true; if there are none, the two are always joined.
    """

    points: int
    vertices: Sequence[Value]
    lines: Sequence[tuple[int, int, Sequence[Value]]]


@function("groups", "acyclic(number == 2) and not acyclic(line) and not acyclic(number != blank, by=touching)")
def acyclic(board: Board, mask: Mask, by: Anything | None = None) -> bool:
    """Return true if the places where `mask` is true form no cycle.

    A mask over links, borders or pairs draws a line from the one end of each of its true places to the other: over links from
    cell to cell, over borders from corner to corner. A cycle is then a closed way that takes no line twice. True places of any
    other kind are joined with their neighbours, as for `connected`, and a cycle is a closed way through three or more of them
    that takes none twice: the four cells of a 2-by-2 block, for example. There `by` says which places are neighbours; it is
    enough if one of two places leads to the other. `not acyclic(mask)` says that there is a cycle.
    """
    joins = joins_of(board, mask, by)
    assert joins is not None, "all values are known"
    leaders = list(range(joins.points))

    def leader(at: int) -> int:
        while leaders[at] != at:
            leaders[at] = at = leaders[leaders[at]]
        return at

    there = [truth(value) for value in joins.vertices]
    for first, second, either in joins.lines:
        if (not there or (there[first] and there[second])) and (not either or any(map(truth, either))):
            one, other = leader(first), leader(second)
            if one == other:
                return False
            leaders[one] = other
    return True


def joins_of(board: Board, mask: Field, by: Value) -> Joins | None:
    """Return the places and links that may form a cycle; None if `by` depends on values that are not known."""
    if by is None and len(mask.places) > 0 and all(ends(place) is not None for place in mask.places):
        return _of_lines(mask)
    adjacent = adjacency(board, mask, by)
    numbers: dict[Value, int] = {}
    for place in mask.places:
        numbers.setdefault(place, len(numbers))
    joined: dict[tuple[int, int], list[Value]] = {}
    if isinstance(by, Field):
        for position, (first, second) in ends_of(by, mask):
            if first in numbers and second in numbers and first != second:
                joined.setdefault(_in_order(numbers[first], numbers[second]), []).append(by[position])
    else:
        for place, number in numbers.items():
            reached = adjacent(place)
            if not is_known(reached):
                return None
            for other in reached:
                if other in numbers and numbers[other] != number:
                    joined.setdefault(_in_order(number, numbers[other]), [])
    vertices = [mask[mask.position(place)] for place in numbers]
    return Joins(len(numbers), vertices, [(first, second, either) for (first, second), either in joined.items()])


def _of_lines(mask: Field) -> Joins:
    numbers: dict[Value, int] = {}
    lines = []
    for place in dict.fromkeys(mask.places):
        joined = ends(place)
        assert joined is not None
        first, second = (numbers.setdefault(end, len(numbers)) for end in joined)
        lines.append((first, second, [mask[mask.position(place)]]))
    return Joins(len(numbers), (), lines)


def _in_order(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)
