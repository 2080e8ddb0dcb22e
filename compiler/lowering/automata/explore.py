"""From a machine to an automaton: the reachable states, without those from which no wanted result is reachable."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...ir.automaton import Automaton, minimize
from ...ir.term import Term
from ...language.budget import Deadline
from ...limits import Limits
from ...records import replace
from ...values import Value, is_hashable, typed_key
from ..reasons import LIST_VALUE, NotTabulated
from .machine import Machine, Remaining, State, keep_state, left_of, never
from .result_filter import ResultFilter

FIRST_STEPS = 10_000  # more are only tried when the other rules are known
REFINED_STEPS = 150_000  # of what can be refined as well, by smaller automata
STRETCH_STEPS = 3_000  # along one of many stretches: what takes more is refined stretch by stretch
FEWEST_GROWING, FASTEST = 1_000, 4  # so many states, and so many times as many as before: an exploration that does not end soon
ANSWER_STEPS = 2_000  # an answer is evaluated and never solved for: a few steps find its mistakes

_DEAD, _SURE = object(), object()  # whatever follows, the result is not wanted, or it is


class StateLimitExceeded(Exception):
    """A machine has too many states or steps; the message has their numbers, and how many values were read."""

    def __init__(self, states: int, steps: int, after: int, of: int) -> None:
        super().__init__(f"{states:,} states and {steps:,} steps after {after} of {of} values")


class DependsOnLayer(Exception):
    """A step or a result of a machine reads a layer, so it cannot be evaluated while compiling."""


class ExploredLines:
    """What came of explorations: automata, and how many steps did not suffice at most. All rules share it."""

    def __init__(self) -> None:
        self.automata: dict[Hashable, Automaton] = {}
        self.grown: dict[Hashable, tuple[int, StateLimitExceeded]] = {}


class Explorer:
    """Explores machines before the deadline, each once for lines of equal values; equal automata are one object."""

    def __init__(self, deadline: Deadline, limits: Limits, known: ExploredLines) -> None:
        self._deadline = deadline
        self._limits = limits
        self._found = known.automata
        self._grown = known.grown

    def explore(
        self,
        machine: Machine,
        args: Sequence[Term],
        result_filter: ResultFilter | None,
        most_steps: int | None = None,
        *,
        foresees: bool = False,
    ) -> Automaton:
        """Return the automaton of a machine, or with a filter of "its result is wanted"; raise `StateLimitExceeded`.

        `foresees`: it also gives up where two more values would take too many steps, if the states grow as before.
        """
        limits = self._limits
        if most_steps is not None:
            limits = replace(limits, transitions=min(most_steps, limits.transitions))
        alphabets = tuple(tuple(arg.domain) for arg in args)
        if machine.key is None or (result_filter and result_filter.key is None):
            return _explore(machine, alphabets, result_filter, self._deadline, limits, foresees)
        key = (
            machine.key,
            result_filter.key if result_filter else None,
            tuple(tuple(map(typed_key, values)) for values in alphabets),
        )
        if key in self._grown and limits.transitions <= self._grown[key][0]:
            raise self._grown[key][1].with_traceback(None)
        if key not in self._found:
            try:
                self._found[key] = _explore(machine, alphabets, result_filter, self._deadline, limits, foresees)
            except StateLimitExceeded as grown:
                self._grown[key] = limits.transitions, grown
                raise
        return self._found[key]


def _explore(
    machine: Machine,
    alphabets: Sequence[Sequence[Value]],
    result_filter: ResultFilter | None,
    deadline: Deadline,
    limits: Limits,
    foresees: bool,
) -> Automaton:
    left = left_of(alphabets)
    step, step_each = machine.step, machine.step_each
    known: dict[Hashable, dict[State, Sequence[State]]] = {}  # what states lead to, by the values that are read
    states: list[State] = [machine.start]
    layers: list[list[list[int]]] = []
    total = steps = 0
    for at, alphabet in enumerate(alphabets):
        numbers: dict[State, int] = {}  # of all states reached; dead ones have the number of `_DEAD`
        following: list[State] = []
        remaining = left[at + 1]
        table: list[list[int]] = []
        rows = known.setdefault(
            tuple(map(typed_key, alphabet)), {absorbing: [absorbing] * len(alphabet) for absorbing in (_DEAD, _SURE)}
        )
        for state in states:
            deadline.check(2)
            leads_to: Sequence[State]
            if state is _DEAD or state is _SURE or state in rows:
                leads_to = rows[state]
            elif step_each is None:
                leads_to = rows[state] = [step(state, value) for value in alphabet]
            else:
                leads_to = rows[state] = step_each(state, alphabet)
            row = []
            for to in leads_to:
                number = numbers.get(to)
                if number is None:
                    kept = to if result_filter is None else _representative(machine, to, remaining, result_filter)
                    number = numbers[to] = numbers.setdefault(kept, len(following))
                    if number == len(following):
                        following.append(kept)
                row.append(number)
            table.append(row)
            steps += len(row)
            if total + len(following) > limits.states or steps > limits.transitions:
                raise StateLimitExceeded(total + len(following), steps, at + 1, len(alphabets))
        if foresees and len(following) > FEWEST_GROWING and at + 2 < len(alphabets):
            soon = len(following) * len(alphabets[at + 1]) * (1 + len(following) // len(states))
            if len(following) > FASTEST * len(states) and steps + soon > limits.transitions:
                raise StateLimitExceeded(total + len(following), steps, at + 1, len(alphabets))
        layers.append(table)
        total += len(following)
        states = following
    return minimize(alphabets, layers, [_result(machine, state, result_filter) for state in states])


def _representative(machine: Machine, state: State, left: Remaining, result_filter: ResultFilter) -> State:
    """Return the state that stands for a state and others that end in the same."""
    if state is _DEAD or state is _SURE:
        return state
    settled = state if machine.settle is keep_state else machine.settle(state, result_filter)
    if not machine.may(settled, left, result_filter):
        return _DEAD
    return _SURE if machine.must is not never and machine.must(settled, left, result_filter) else settled


def _result(machine: Machine, state: State, result_filter: ResultFilter | None) -> Value:
    if result_filter is None:
        result = machine.result(state)
        if not is_hashable(result):
            raise NotTabulated(LIST_VALUE)
        return result
    return state is _SURE or (state is not _DEAD and result_filter.allows(machine.result(state)))
