"""Automata: finite machines that read a fixed number of values one after the other, and end in a result.

Layered: after each value the machine is in one of the states of that layer. The table is total, and states with the same future
are one (Hopcroft's idea, which for a layered machine is a single sweep from the last layer to the first).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property

from ..records import dataclass
from ..values import Value

Table = tuple[tuple[int, ...], ...]

MAX_STATES = 2_000_000  # of an automaton that a stranger may have written


@dataclass(frozen=True, eq=False)
class Automaton:
    """`layers[i][state][k]` is the state after the i-th value, if that is `alphabets[i][k]`; it begins in state 0.

    `results` are the results of the states of the last layer, each once.

    >>> odd = Automaton(((0, 1), (0, 1)), (((0, 1),), ((0, 1), (1, 0))), (False, True))
    >>> odd.result([1, 0]), odd.width(1), str(odd)
    (True, 2, '5 states, 2 values')
    """

    alphabets: tuple[tuple[Value, ...], ...]
    layers: tuple[Table, ...]
    results: tuple[Value, ...]

    def __len__(self) -> int:
        return len(self.layers)

    def width(self, layer: int) -> int:
        """Return the number of states after so many values."""
        return len(self.results) if layer == len(self.layers) else len(self.layers[layer])

    @cached_property
    def size(self) -> int:
        """Return the number of states of all layers."""
        return sum(self.width(layer) for layer in range(len(self.layers) + 1))

    @cached_property
    def _symbols(self) -> tuple[dict[Value, int], ...]:
        return tuple({value: at for at, value in enumerate(alphabet)} for alphabet in self.alphabets)

    def after(self, values: Sequence[Value]) -> int:
        """Return the state after the first values."""
        state = 0
        for at, value in enumerate(values):
            state = self.layers[at][state][self._symbols[at][value]]
        return state

    def result(self, values: Sequence[Value]) -> Value:
        """Return the result of reading all values."""
        return self.results[self.after(values)]

    def alive(self, last: Iterable[int]) -> list[set[int]]:
        """Return for each layer the states from which one of the `last` ones can be reached."""
        alive = [set(last)]
        for table in reversed(self.layers):
            alive.append({state for state, row in enumerate(table) if not alive[-1].isdisjoint(row)})
        return alive[::-1]

    def __str__(self) -> str:
        return f"{self.size} states, {len(self)} values"


def minimize(
    alphabets: Sequence[Sequence[Value]], layers: Sequence[Sequence[Sequence[int]]], results: Sequence[Value]
) -> Automaton:
    """Return the automaton of a table; states with the same future become one."""
    kept: list[Value] = []
    classes = _classes([(type(result), result) for result in results], [(result,) for result in results], kept)
    tables: list[Table] = []
    for layer in reversed(layers):
        rows = [tuple([classes[following] for following in row]) for row in layer]
        unique: list[Sequence[int]] = []
        classes = _classes(rows, rows, unique)
        tables.append(tuple(tuple(row) for row in unique))
    results = tuple(result for (result,) in kept)
    return Automaton(tuple(tuple(alphabet) for alphabet in alphabets), tuple(reversed(tables)), results)


def _classes(keys: Sequence[Hashable], members: Sequence[Value], unique: list[Value]) -> list[int]:
    """Return for each key the number of its class; add the first member of each class to `unique`."""
    numbers: dict[Hashable, int] = {}
    classes = []
    for key, member in zip(keys, members, strict=True):
        if key not in numbers:
            numbers[key] = len(unique)
            unique.append(member)
        classes.append(numbers[key])
    return classes
