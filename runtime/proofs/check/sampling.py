"""Check that the term of a constraint demands no more than plain evaluation: if the constraint holds, its term is true.

All values of the cells that it reads are gone through where there are few enough. Otherwise grids are drawn, which shows only
mistakes: the solution with some cells changed, and grids on which the term is true or false, found by trying values. Which ones
depends on a seed that whoever wrote the certificate does not know.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import FALSE, TRUE, EmptyMeet, Range, single
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, Value, typed

from ...judging.judge import Assignment
from .constraints import Cell, with_cells
from .json_values import Rejected
from .term_facts import Base, Facts

Plain = Callable[[Assignment, dict[Cell, None]], bool]  # the truth on a grid; the cells that this reads are added

SAMPLES = 60
SHARED = 100  # constraints of one rule for each of which so many are drawn; of more for each fewer
LEAST = 12
FEW = 2
FOLLOWED = 40  # cells of a term at most for what follows from each value to be looked at


@dataclass(frozen=True, slots=True)
class Compared:
    """How a term was compared with plain evaluation: on all grids that differ in what is read, or on some.

    Where the rule is a mistake on a grid, such as a negative exponent, there is nothing to compare with, so not all were.
    """

    grids: int
    holding: int  # on how many of them the constraint holds, or its term does
    complete: bool


def _tried(truth: Callable[..., bool], *arguments: Any) -> bool | None:
    """Return a truth on some grid; None if evaluating it is a mistake there."""
    try:
        return truth(*arguments)
    except SpecError as problem:
        if problem.is_at_limit:
            raise
        return None


class TermComparison:
    """Compares terms with plain evaluation. `values` gives those that plain evaluation alone tells, for a grid."""

    def __init__(
        self,
        layers: Sequence[Layer],
        base: Base,
        left: Callable[[Term, Assignment], Value],
        solution: Assignment | None,
        others: Callable[[Mapping[Cell, None], Assignment], bool],
        seed: int,
    ) -> None:
        self.layers = {(layer.grid, layer.name): layer for layer in layers}
        self.base = base
        self.left = left
        self.others = others
        self._seed = seed
        first = {key: tuple(_values(layer)[0] for _ in layer.places) for key, layer in self.layers.items()}
        self.start: Assignment = solution or first
        self._examples: dict[tuple[Term | None, tuple[Cell, ...]], tuple[Sequence[Assignment], bool]] = {}

    def compare(self, what: str, term: Term, plain: Plain, limit: int, samples: int = SAMPLES) -> Compared:
        """Compare a term; `Rejected` where it is false on a grid on which plain evaluation says that the constraint holds.

        All grids that differ in what is read are gone through where these are `limit` at most, otherwise some, of each kind half
        as many as `samples`. Where it is 0, nothing follows from the term, and a few are enough: no grid can be lost.
        """
        below = topological_order([term])
        cells: dict[Cell, None] = {_cell(each): None for each in below if each.op == "unknown"}
        _tried(plain, self.start, cells)
        while True:
            complete = samples > 0 and self._count(cells) <= limit and not any(each.op == "evaluated" for each in below)
            grids = self._all(cells) if complete else self._some(what, term, cells, samples)
            read = cells.copy()
            held: list[bool | None] = []
            for grid in grids:
                said = _tried(self._truth, term, below, grid)
                held.append(said or _tried(plain, grid, read))  # where the term is true, nothing can be lost
                if held[-1] and said is False and self.others(cells, grid):
                    raise Rejected(f"{what} holds on a grid on which its term is false: {_shown(cells, grid)}")
                if complete and len(read) > len(cells):
                    break  # which cells are read depends on what is in others: all that differ in any of them are gone through
            else:
                return Compared(len(held), held.count(True), complete and None not in held)
            cells = read

    def examples(self, term: Term | None, about: Sequence[Term], limit: int) -> tuple[Sequence[Assignment], bool]:
        """Return grids on which a term is true (without a term any grids), and whether these are all that differ in what is read.

        `about`: the terms that are looked at on these grids.
        """
        below = topological_order(about if term is None else [term, *about])
        cells = {_cell(each): None for each in below if each.op == "unknown"}
        key = term, tuple(cells)
        if key not in self._examples:
            complete = self._count(cells) <= limit and not any(each.op == "evaluated" for each in below)
            grids = self._all(cells) if complete else self._some(str(list(cells)), term, cells, SAMPLES)
            own = topological_order([] if term is None else [term])
            self._examples[key] = [_kept(grid) for grid in grids if term is None or self._values(own, grid)[term]], complete
        return self._examples[key]

    def values(self, terms: Sequence[Term], grids: Iterable[Assignment]) -> Iterator[Mapping[Term, Value]]:
        """Yield the values of terms on each of some grids."""
        below = topological_order(terms)
        for grid in grids:
            yield self._values(below, grid)

    def _truth(self, term: Term, below: Sequence[Term], grid: Assignment) -> bool:
        return bool(self._values(below, grid)[term])

    def _values(self, below: Sequence[Term], grid: Assignment) -> Mapping[Term, Value]:
        values: dict[Term, Value] = {}
        operations = all_operations()
        for each in below:
            if each.op == "unknown":
                grid_name, layer, position = _cell(each)
                values[each] = grid[grid_name, layer][position]
            elif each.op == "evaluated":
                values[each] = self.left(each, grid)
            else:
                values[each] = operations[each.op].evaluate(each, [values[arg] for arg in each.args])
            if each.op == "refined" and values[each] and not values[each.args[0]]:
                raise Rejected("a refined truth holds where the weaker one that stands for it does not")
        return values

    def _count(self, cells: Mapping[Cell, None]) -> int:
        """Return how many grids differ in some cells."""
        return math.prod(len(_values(self.layers[cell[:2]])) for cell in cells)

    def _all(self, cells: Mapping[Cell, None]) -> Iterator[Assignment]:
        """Yield all grids that differ in some cells, one after the other in the same lists: there may be millions."""
        changing = {key: list(self.start[key]) for key in dict.fromkeys(cell[:2] for cell in cells)}
        grid: Assignment = {**self.start, **changing}  # type: ignore[dict-item]
        places = [(changing[cell[:2]], cell[2]) for cell in cells]
        for values in itertools.product(*[_values(self.layers[cell[:2]]) for cell in cells]):
            for (layer, position), value in zip(places, values, strict=True):
                layer[position] = value
            yield grid

    def _some(self, what: str, term: Term | None, cells: Mapping[Cell, None], samples: int) -> Iterator[Assignment]:
        source = random.Random(f"{self._seed} {what}")
        yield from self._near(source, list(cells), samples // 2 or FEW)
        if term is None or not samples:
            return
        leaves = [each for each in topological_order([term]) if each.op == "unknown"]
        for wanted in (TRUE, FALSE):
            start = Facts(self.base)
            try:
                start.state(term, wanted)
                start.propagate([term], 2)
            except EmptyMeet:
                continue
            for _ in range(samples // 2 if leaves else 0):
                yield with_cells(self.start, self._dive(start, term, leaves, source))

    def _near(self, source: random.Random, cells: Sequence[Cell], number: int) -> Iterator[Assignment]:
        """Yield the solution, and grids close to it."""
        yield self.start
        for _ in range(number if cells else 0):
            changed = source.sample(cells, min(len(cells), source.randint(1, 4)))
            yield with_cells(self.start, {cell: source.choice(_values(self.layers[cell[:2]])) for cell in changed})
            values = [self.start[cell[:2]][cell[2]] for cell in changed]  # the same values in other places
            turned = dict(zip(changed, values[1:] + values[:1], strict=True))
            if all(typed(value) in map(typed, _values(self.layers[cell[:2]])) for cell, value in turned.items()):
                yield with_cells(self.start, turned)

    def _dive(self, start: Facts, term: Term, leaves: Sequence[Term], source: random.Random) -> dict[Cell, Value]:
        """Return values of cells with which a term is likely to be as `start` says, chosen one by one with what follows."""
        facts = Facts(self.base, start.known)
        is_followed = len(leaves) <= FOLLOWED
        for leaf in source.sample(leaves, len(leaves)):
            possible = facts.of(leaf)
            if single(possible):
                continue
            choices = (
                [source.randint(possible.low, possible.high) for _ in range(3)]
                if isinstance(possible, Range)
                else sorted(possible, key=repr)
            )
            source.shuffle(choices)
            for value in choices[: 4 if is_followed else 1]:
                further = Facts(self.base, facts.known) if is_followed else facts
                try:
                    further.state(leaf, frozenset((value,)))
                    if is_followed:
                        further.propagate([term], 1)
                except EmptyMeet:
                    continue
                facts = further
                break
        return {_cell(leaf): _first(facts.of(leaf)) for leaf in leaves}


def share(number: int) -> int:
    """Return how many grids are drawn for each of so many constraints of one rule, half of them near the solution.

    >>> share(1), share(300), share(100_000)
    (60, 20, 12)
    """
    return max(LEAST, SAMPLES * SHARED // max(SHARED, number))


def _kept(grid: Assignment) -> Assignment:
    """Return a copy of a grid that stays as it is."""
    return {key: values if isinstance(values, tuple) else tuple(values) for key, values in grid.items()}


def _first(possible: frozenset[Value] | Range) -> Value:
    return possible.low if isinstance(possible, Range) else min(possible, key=repr)


def _cell(term: Term) -> Cell:
    return term.detail.layer.grid, term.detail.layer.name, term.detail.position


def _values(layer: Layer) -> Sequence[Value]:
    return [*layer.values, BLANK] if layer.blank else layer.values


def _shown(cells: Mapping[Cell, None], grid: Assignment) -> str:
    shown = [f"{layer}[{position}] = {grid[name, layer][position]}" for name, layer, position in list(cells)[:12]]
    return ", ".join(shown) + (", ..." if len(cells) > 12 else "")
