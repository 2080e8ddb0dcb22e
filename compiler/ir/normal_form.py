"""Sets of unknown extent, moved to where they do not depend on where they lie: equal shapes have equal normal forms.

The truth that a spot of the plane is in a set is a term. The first row that has something of the set is a term too, and so is the
first column; the normal form is the set, moved so that both are 0. It is moved along the rows first, and then along the columns:
so no pair of a row and a column is gone through, and n cells take about n times as many terms as there are rows and columns. A
set that is turned or mirrored has a normal form of its own. Mirrored in the diagonal, it is the same normal form, mirrored; so of
the eight ways to lay a set on squares four are moved, and of the twelve on hexagons six.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from ..geometry.plane import Spot
from ..geometry.tiling import Position, Tiling
from ..values import BLANK, Value
from .term import Operand, Table
from .term_factory import TermFactory

Spread = Mapping[Spot, Operand]  # the truth that a spot is in a set; nothing else is in it


class NormalForms:
    """The normal forms of the sets of a spec, each made once."""

    def __init__(self, terms: TermFactory) -> None:
        self._terms = terms
        self._known: dict[frozenset[tuple[Spot, Operand]], Spread] = {}
        self._looks: dict[tuple[Tiling, bool, bool, frozenset[tuple[Spot, Operand]]], Sequence[Spread]] = {}

    def looks(self, tiling: Tiling, spread: Spread, *, rotate: bool, reflect: bool) -> Sequence[Spread]:
        """Return the normal form of a set in each orientation."""
        key = (tiling, rotate, reflect, frozenset(spread.items()))
        if key not in self._looks:
            images = tiling.images([(row, column) for row, column, _ in spread], rotate=rotate, reflect=reflect)
            self._looks[key] = [self.of(_moved_to(image, spread)) for image, _, _ in images]
        return self._looks[key]

    def of(self, spread: Spread) -> Spread:
        """Return the set, moved so that its first row and its first column are 0."""
        key = frozenset(spread.items())
        if key not in self._known:
            across = _transpose(spread)
            mirrored = self._known.get(frozenset(across.items()))
            self._known[key] = self._move_to_corner(spread) if mirrored is None else _transpose(mirrored)
        return self._known[key]

    def _move_to_corner(self, spread: Spread) -> Spread:
        return self._along(self._along(spread, 0), 1)

    def _along(self, spread: Spread, axis: Literal[0, 1]) -> Spread:
        """Return the set, moved so that its first row (axis 0) or column (axis 1) is 0."""
        lines: dict[int, list[Operand]] = {}
        for where, value in spread.items():
            lines.setdefault(where[axis], []).append(value)
        occupied = [(self._terms.disjunction(lines[line]), line) for line in sorted(lines)]
        first = self._terms.map(_LINE, [self._terms.cases(occupied, BLANK)])  # so that a line is one of its values
        pairs_at: dict[Spot, list[tuple[Operand, Operand]]] = {}
        for line in sorted(lines):
            begins = self._terms.equals(first, line)
            if begins is False:
                continue
            for (row, column, way), value in spread.items():
                moved = (row - line, column, way) if axis == 0 else (row, column - line, way)
                if moved[axis] >= 0 and value is not False:
                    pairs_at.setdefault(moved, []).append((begins, value))
        return {where: self._terms.cases(pairs, False) for where, pairs in pairs_at.items()}


def _transpose(spread: Spread) -> Spread:
    return {(column, row, way): value for (row, column, way), value in spread.items()}


def _moved_to(image: Iterable[Position], spread: Spread) -> Spread:
    pairs = zip(image, spread.items(), strict=True)
    return {(row, column, way): value for (row, column), ((_, _, way), value) in pairs}


def _itself(line: Value) -> Value:
    return line


_LINE = Table("first line", _itself)
