"""Find the largest sum of multiples of terms, if few cells decide each of them, by going through all values of these cells.

Terms that have cells in common are gone through together: "the cell is of this piece and holds a 4" beside the remainder that the
cell adds to a sum if it is of this piece.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term, when_made
from gridwright.compiler.ir.value_sets import Possible, Range, as_number

Cells = tuple[Term, ...]  # in the order of the terms

MAX_VALUES = 1_000  # of cells that are gone through together


class Tables:
    """The values of terms by those of the cells that decide them. `base`: the values that every cell can have at all."""

    def __init__(self, base: Mapping[Term, Possible]) -> None:
        self._base = base
        self._cells: dict[Term, Cells | None] = {}
        self._found: dict[tuple[Term, Cells], list[int]] = {}

    def most(self, multiples: Mapping[Term, int]) -> int | None:
        """Return the most that multiples of terms can add up to; None if cells have too many values to go through."""
        together = self._together(list(multiples))
        if together is None:
            return None
        most = 0
        for cells, terms in together:
            sums = [0] * self._size(cells)
            for term in terms:
                factor = multiples[term]
                sums = [total + factor * each for total, each in zip(sums, self._table(term, cells), strict=True)]
            most += max(sums)
        return most

    def _together(self, terms: Sequence[Term]) -> list[tuple[Cells, list[Term]]] | None:
        """Return the terms in sets without common cells, with their cells; None if the cells of one have too many values."""
        sets: dict[Term, tuple[set[Term], list[Term]]] = {}  # by cell
        alone: list[tuple[Cells, list[Term]]] = []
        for term in terms:
            decided_by = self._decided_by(term)
            if decided_by is None:
                return None
            if not decided_by:
                alone.append((decided_by, [term]))
            cells, members = set(decided_by), [term]
            for other in {id(sets[cell]): sets[cell] for cell in decided_by if cell in sets}.values():
                cells |= other[0]
                members += other[1]
            sets.update(dict.fromkeys(cells, (cells, members)))
            if self._size(cells) > MAX_VALUES:
                return None
        found = {id(each): each for each in sets.values()}.values()
        return [*alone, *((tuple(sorted(cells, key=when_made)), members) for cells, members in found)]

    def _decided_by(self, term: Term) -> Cells | None:
        """Return the cells that decide a term; None if plain evaluation is needed, or a cell has too many values."""
        if term not in self._cells:
            below = topological_order([term])
            cells = tuple(each for each in below if each.op == "unknown")
            is_told = not any(all_operations()[each.op].from_rule for each in below)
            is_small = all(not isinstance(self._base[cell], Range) for cell in cells)
            self._cells[term] = cells if is_told and is_small else None
        return self._cells[term]

    def _size(self, cells: Iterable[Term]) -> int:
        return math.prod(len(self._base[cell]) for cell in cells)  # type: ignore[arg-type, misc]

    def _table(self, term: Term, cells: Cells) -> list[int]:
        """Return what a term adds to a sum for each combination of values of cells."""
        key = term, cells
        if key not in self._found:
            combinations = itertools.product(*[self._base[cell] for cell in cells])  # type: ignore[arg-type]
            self._found[key] = [as_number(evaluate(term, dict(zip(cells, values, strict=True)))) for values in combinations]
        return self._found[key]
