"""The grids on which the audit compares. Each is written as what it has in other cells than the first solution."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value, typed_key

from ...judging.judge import Assignment
from .constraints import Cell

SAMPLES = 20
SHARED = 100  # constraints of one rule for each of which so many are drawn; of more for each fewer
LEAST = 6

Changes = Mapping[Cell, Value]


def share(number: int) -> int:
    """Return how many grids are drawn for each of so many constraints of one rule.

    >>> share(1), share(300), share(100_000)
    (20, 6, 6)
    """
    return max(LEAST, SAMPLES * SHARED // max(SHARED, number))


class AuditGrids:
    """Makes grids. `start`: the first solution, or the first value everywhere."""

    def __init__(self, layers: Sequence[Layer], solutions: Sequence[Assignment], seed: int) -> None:
        self._values = {(layer.grid, layer.name): [*layer.values, *([BLANK] if layer.blank else [])] for layer in layers}
        first = {(layer.grid, layer.name): (layer.values[0],) * len(layer.places) for layer in layers}
        self._solutions: Sequence[Assignment] = solutions[:SAMPLES] or [first]
        self.start = self._solutions[0]
        self._others = [
            self._changes({(*key, at): value for key, values in solution.items() for at, value in enumerate(values)})
            for solution in self._solutions
        ]
        self._seed = seed

    def with_changes(self, changes: Changes) -> Assignment:
        """Return the whole grid."""
        changed: dict[tuple[str, str], list[Value]] = {}
        for (grid, layer, position), value in changes.items():
            key = grid, layer
            if key not in changed:
                changed[key] = list(self.start[key])
            changed[key][position] = value
        return {**self.start, **{key: tuple(values) for key, values in changed.items()}}

    def count(self, cells: Iterable[Cell]) -> int:
        """Return how many grids differ in some cells."""
        return math.prod(len(self._values[cell[:2]]) for cell in cells)

    def all(self, cells: Iterable[Cell]) -> Iterator[Changes]:
        """Yield all grids that differ in some cells."""
        cells = list(cells)
        for values in itertools.product(*[self._values[cell[:2]] for cell in cells]):
            yield self._changes(dict(zip(cells, values, strict=True)))

    def draw(self, what: str, cells: Iterable[Cell], number: int) -> Iterator[Changes]:
        """Yield a solution and so many grids close to one, none twice; fewer if so many draws do not give them."""
        source = random.Random(f"{self._seed} {what}")
        among = list(cells)
        seen = set[frozenset[tuple[Cell, tuple[object, ...]]]]()
        for changes in itertools.chain(({},), *(self._two(source, among) for _ in range(number if among else 0))):
            key = frozenset((cell, typed_key(value)) for cell, value in changes.items())
            if key not in seen:
                seen.add(key)
                yield changes
            if len(seen) > number:
                return

    def _two(self, source: random.Random, among: Sequence[Cell]) -> Iterator[Changes]:
        """Yield a solution with other values in a few cells, and, if they can have them, with the values of each other."""
        at = source.randrange(len(self._solutions))
        changed = source.sample(among, min(len(among), source.randint(1, 4)))
        yield self._changes({**self._others[at], **{cell: source.choice(self._values[cell[:2]]) for cell in changed}})
        values = [self._solutions[at][cell[:2]][cell[2]] for cell in changed]
        turned = dict(zip(changed, values[1:] + values[:1], strict=True))
        if all(typed_key(value) in map(typed_key, self._values[cell[:2]]) for cell, value in turned.items()):
            yield self._changes({**self._others[at], **turned})

    def _changes(self, values: Changes) -> Changes:
        """Return those of some values that `start` does not have."""
        return {cell: value for cell, value in values.items() if typed_key(value) != typed_key(self.start[cell[:2]][cell[2]])}
