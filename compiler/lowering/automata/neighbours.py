"""Assertions on single unknowns and on pairs, for lines whose automata are too large on their own.

"Every number of the row is a square" has a state for each way in which a square can begin: too many for a row of eleven digits.
If other rules restrict which digits can be neighbours in the row, there are a few hundred. So a rule with a line that is too
large is lowered again after all others, and words that break an assertion on one cell, or on two neighbours in the line, are
dead. Those rules are asserted too, so this is sound wherever in its rule the line stands.

How large groups are at most is known from other rules in the same way.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Hashable, Iterable, Sequence

from ...ir.evaluation import evaluate, key_of, topological_order
from ...ir.group_sizes import Sources, least_bounds, size_bounds
from ...ir.term import Operand, Term
from ...values import Value
from .machine import Machine, Remaining, State
from .result_filter import ResultFilter

_OUT = object()


class Neighbours:
    """The assertions on one or two unknowns.

    While rules are lowered for the first time there are none: `is_first` is true then, and `put_off` becomes true if a line
    is too large; `reads_size` also becomes true if a rule reads the size of a group. `apart`: no rule may depend on others, and
    a line that is too large alone is evaluated.
    """

    def __init__(self, *, apart: bool = False) -> None:
        self.apart = apart
        self.is_first = not apart
        self.put_off = self.reads_size = False
        self._asserted: tuple[Operand, ...] = ()
        self._tables: dict[Hashable, frozenset[tuple[Value, ...]]] = {}

    def know(self, asserted: Iterable[Operand]) -> None:
        """Take all assertions; rules that were put off are lowered after that."""
        self.is_first = self.put_off = False
        self._asserted = tuple(asserted)

    @functools.cached_property
    def _about(self) -> dict[frozenset[Term], list[Term]]:
        """Return the assertions on one or two unknowns; computed when a line needs them first."""
        found_of: dict[frozenset[Term], list[Term]] = {}
        waiting = [term for term in self._asserted if isinstance(term, Term)]
        for term in waiting:
            if term.op == "and":
                waiting.extend(term.args)
                continue
            below = topological_order([term])
            unknowns = frozenset(other for other in below if other.op == "unknown")
            if len(unknowns) <= 2 and not any(other.op == "evaluated" for other in below):
                found_of.setdefault(unknowns, []).append(term)
        return found_of

    @functools.cached_property
    def _limits(self) -> Sources:
        """Return how many places groups have at most; computed when one is asked for first."""
        return least_bounds(bound for term in self._asserted for bound in size_bounds(term))

    def most(self, network: Term, source: int) -> int | None:
        """Return how many places the group of a place has at most by other rules; None if they do not say.

        While rules are lowered for the first time this puts off the rule that asks.
        """
        if self.is_first:
            self.put_off = self.reads_size = True
        return self._limits.get((network, source)) if not self.is_first else None

    def restrict(self, machine: Machine, members: Sequence[Term]) -> Machine:
        """Return the machine restricted to words that satisfy the assertions on their values; all others are dead."""
        tied = [at > 0 and frozenset(members[at - 1 : at + 1]) in self._about for at in range(len(members))]
        if not any(tied):
            return machine
        fits = [_by_first(self._fitting(members[at - 1 if tied[at] else at : at + 1])) for at in range(len(members))]
        is_kept = [*tied[1:], False]  # a value is part of the state where the next one has to fit it

        def step(state: State, value: Value) -> State:
            inner, at, before = state
            if value not in fits[at].get(before, ()):
                return _OUT
            return machine.step(inner, value), at + 1, value if is_kept[at] else None

        def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
            return state is not _OUT and machine.may(state[0], left, result_filter)

        def result(state: State) -> Value:
            return machine.result(state[0])

        return Machine(machine.source, (machine.start, 0, None), step, result, may, folded=machine.folded)

    def _fitting(self, members: Sequence[Term]) -> frozenset[tuple[Value, ...]]:
        """Return the values, or pairs of values, that satisfy all assertions on them alone."""
        about = [
            term
            for number in range(1, len(members) + 1)
            for some in itertools.combinations(members, number)
            for term in self._about.get(frozenset(some), ())
        ]
        places = {member: at for at, member in enumerate(members)}
        key = (tuple(member.domain for member in members), tuple(key_of(term, places) for term in about))
        if key not in self._tables:
            self._tables[key] = frozenset(
                values
                for values in itertools.product(*(member.domain for member in members))
                if all(evaluate(term, dict(zip(members, values, strict=True))) for term in about)
            )
        return self._tables[key]


def _by_first(words: Iterable[tuple[Value, ...]]) -> dict[Value, set[Value]]:
    """Return the last values of words of one or two values by the first value, which is None for words of one."""
    lasts: dict[Value, set[Value]] = {}
    for *before, value in words:
        lasts.setdefault(before[0] if before else None, set()).add(value)
    return lasts
