"""Sets of places that are turned, mirrored and moved: whether one of them then lies in another, and in which way it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..geometry.tiling import Position
from ..records import dataclass

Way = tuple[int, int, int]  # the number of an orientation, and how far it is moved down and to the right


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """The positions of the places of a board, as they are, and in each orientation in which shapes are compared."""

    positions: tuple[Position, ...]
    turned: tuple[tuple[Position, ...], ...]

    def fit(self, inner: Sequence[int], outer: Sequence[int]) -> Fit:
        """Return how some of the places may fill others."""
        turned = tuple(dict.fromkeys(from_corner([look[at] for at in inner]) for look in self.turned))
        return Fit(turned, tuple([self.positions[at] for at in outer]), is_exact=True)


@dataclass(frozen=True, slots=True)
class Fit:
    """The places of an inner set in each orientation, those of an outer one, and whether the inner one has to fill the outer one.

    `looks`: for each orientation the position of each place; the first row and the first column of all of them are 0.
    """

    looks: tuple[tuple[Position, ...], ...]
    outer: tuple[Position, ...]
    is_exact: bool

    def __str__(self) -> str:
        number = "1 orientation" if len(self.looks) == 1 else f"{len(self.looks)} orientations"
        return f"{len(self.looks[0])} places in {number}, {len(self.outer)} places{', exactly' if self.is_exact else ''}"

    def first_way(self, inner: Sequence[bool], outer: Sequence[bool]) -> Way | None:
        """Return the first way in which the true places of the inner set lie in those of the outer one; None if there is none.

        An empty set lies nowhere.

        >>> fit = Fit((((0, 0), (0, 1)), ((0, 0), (1, 0))), ((4, 4), (4, 5), (5, 5)), False)
        >>> fit.first_way([True, True], [False, True, True])
        (1, 4, 5)
        """
        held = [at for at, is_true in enumerate(inner) if is_true]
        inside = {position for position, is_true in zip(self.outer, outer, strict=True) if is_true}
        if not held or len(held) > len(inside) or (self.is_exact and len(held) < len(inside)):
            return None
        for number, look in enumerate(self.looks):
            positions = [look[at] for at in held]
            for down, right in _moves(positions[:1], sorted(inside)):
                if all((row + down, column + right) in inside for row, column in positions):
                    return number, down, right
        return None

    def may(self, inner: Sequence[bool], outer: Sequence[bool], may_inner: Sequence[bool], may_outer: Sequence[bool]) -> bool:
        """Check whether one set may fit into the other, for sets that are known in part: sure members, and possible ones.

        >>> fit = Fit((((0, 0), (0, 1)),), ((0, 0), (0, 1), (1, 0)), False)
        >>> fit.may([True, True], [True, False, True], [True, True], [True, False, True])
        False
        """
        free = {position for position, is_true in zip(self.outer, may_outer, strict=True) if is_true}
        needed = [position for position, is_true in zip(self.outer, outer, strict=True) if is_true and self.is_exact]
        if not free or not any(may_inner) or sum(inner) > len(free) or len(needed) > sum(may_inner):
            return False
        if not any(inner) and not needed:
            return True
        for look in self.looks:
            sure = [position for position, is_true in zip(look, inner, strict=True) if is_true]
            held = {position for position, is_true in zip(look, may_inner, strict=True) if is_true}
            for down, right in _moves(sure[:1], sorted(free)) if sure else _moves(sorted(held), needed[:1]):
                if all((row + down, column + right) in free for row, column in sure) and all(
                    (row - down, column - right) in held for row, column in needed
                ):
                    return True
        return False

    def placements(self) -> Iterator[frozenset[int]]:
        """Yield each way to lay the whole inner set on places of the outer one, as the numbers of these places, each once.

        >>> [sorted(places) for places in Fit((((0, 0), (0, 1)), ((0, 0), (1, 0))), ((4, 4), (4, 5), (5, 5)), False).placements()]
        [[0, 1], [1, 2]]
        """
        return _placements(self.looks, self.outer)

    def fillings(self) -> Iterator[frozenset[int]]:
        """Yield each way to fill the whole outer set with places of the inner one, as the numbers of these places, each once."""
        seen: set[frozenset[int]] = set()
        for look in self.looks:
            for places in _placements((self.outer,), look):
                if places not in seen:
                    seen.add(places)
                    yield places


def from_corner(positions: Sequence[Position]) -> tuple[Position, ...]:
    """Return positions, moved so that their first row and their first column are 0."""
    top, left = min([row for row, _ in positions], default=0), min([at for _, at in positions], default=0)
    return tuple([(row - top, at - left) for row, at in positions])


def _placements(looks: Sequence[Sequence[Position]], on: Sequence[Position]) -> Iterator[frozenset[int]]:
    """Yield the numbers of the positions on which one of the looks lies when it is moved, each set once."""
    numbers = {position: number for number, position in enumerate(on)}
    seen: set[frozenset[int]] = set()
    for look in looks:
        for down, right in _moves(look[:1], on):
            places = frozenset(numbers.get((row + down, column + right), -1) for row, column in look)
            if -1 not in places and places not in seen:
                seen.add(places)
                yield places


def _moves(starts: Iterable[Position], ends: Iterable[Position]) -> Iterator[Position]:
    """Yield how far each start has to be moved to each end."""
    return ((down - row, right - column) for row, column in starts for down, right in ends)
