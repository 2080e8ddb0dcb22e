"""Machines: values that are found by reading a sequence from its beginning, with a state.

A machine is not yet an automaton: which states there are is found when it is known what is wanted of its result (`explore`), so
that a comparison prunes what it reads. Until then machines are combined: a function of a result, two machines that read the same
line side by side, an aggregate over the runs of a line. So a clue along a line needs no code of its own.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...syntax.span import Span
from ...values import BLANK, Unknown, Value
from .result_filter import ANYTHING, TRUE, Numbers, ResultFilter, filter_by

State = Any


@dataclass(frozen=True, slots=True)
class LineSource:
    """What is read: terms, from the first to the last."""

    members: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class RunSource:
    """Any one run of a line: a stretch of values that are neither blank nor False, as long as it can be."""

    line: LineSource


@dataclass(frozen=True, slots=True)
class Remaining:
    """What may still be read: how many values, and the largest number among them."""

    count: int
    largest: int


@dataclass(frozen=True, slots=True, eq=False)
class WalkSource:
    """Places whose values decide which is read next.

    `decide(machine, goal)`: whether a machine that reads along it ends as wanted, or without a goal what its result is.
    """

    decide: Callable[[Machine, ResultFilter | None], Operand]


May = Callable[[State, Remaining, ResultFilter], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Machine(Unknown):
    """A value found by reading `source` with a state.

    `may(state, left, goal)`: whether a state can still end in a result that is wanted; it may be too generous. `natural`: the
    result is never a negative number. `momentary`: the result depends on the last value only. `key` tells what the machine does
    apart from what it reads; machines with the same key that is not none do the same. `remainder(k)`: the machine for the
    remainder of the result, where that needs fewer states. `exactly(n)`: whether the result is n, where that is better not found
    by exploring. `as_sum(terms)`: the result as a sum, where it is compared as one. `folded`: where its step is written, of a
    fold of the spec, of which too many states are a mistake of the spec. `recipe` makes the same machine in another process: a
    function of a module with its arguments, by which the machine is pickled.
    """

    source: LineSource | RunSource | WalkSource
    start: State
    step: Callable[[State, Value], State]
    result: Callable[[State], Value]
    may: May = lambda state, left, goal: True
    natural: bool = False
    momentary: bool = False
    key: Hashable = None
    remainder: Callable[[int], Machine] | None = None
    exactly: Callable[[int], Operand] | None = None
    as_sum: Callable[[TermFactory], Operand] | None = None
    folded: Span | None = None
    recipe: functools.partial[Machine] | None = None

    kind: ClassVar[str] = "a value found along a line"

    @property
    def is_abstract(self) -> bool:
        """Whether it reads any run of a line, and so has no value of its own."""
        return isinstance(self.source, RunSource)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.recipe is None:
            raise pickle.PicklingError("a machine without a recipe")
        return self.recipe.func, self.recipe.args

    def value_of(self, value: Value) -> Value:
        """The result of a momentary machine that has just read a value."""
        return self.result(self.step(self.start, value))


def keyed(*parts: Hashable) -> Hashable:
    """A key made of others; none where one of them is none."""
    return None if any(part is None for part in parts) else parts


def cached_by_goal(make: Callable[..., ResultFilter]) -> Callable[..., ResultFilter]:
    """The function, which makes a goal from another one and further values, remembering what it made for goals with a key.

    What was asked last is mostly what is asked next, and the keys of goals are long.
    """
    made: dict[Hashable, ResultFilter] = {}
    last: tuple[ResultFilter, tuple[Hashable, ...], ResultFilter] | None = None

    def cached(goal: ResultFilter, *more: Hashable) -> ResultFilter:
        nonlocal last
        if last is not None and last[0] is goal and last[1] == more:
            return last[2]
        key = None if goal.key is None else (goal.key, *more)
        found = None if key is None else made.get(key)
        if found is None:
            found = make(goal, *more)
            if key is not None:
                made[key] = found
        last = goal, more, found
        return found

    return cached


def mapped(
    machine: Machine,
    compute: Callable[[Value], Value],
    key: Hashable,
    among: Numbers | None = None,
    *,
    back: Callable[[ResultFilter], Numbers] | None = None,
    only_of_true: bool = False,
) -> Machine:
    """A function of the result.

    `among`: what is known of the numbers that the function is true of. `back(goal)`: what is known of those of which it is
    something else that is wanted. `only_of_true`: it is true of true and of nothing else.
    """

    @cached_by_goal
    def inner(goal: ResultFilter) -> ResultFilter:
        return filter_by(
            lambda value: goal.allows(compute(value)),
            back(goal) if back else among if goal.only_true else None,
            keyed("of", key, goal.key),
            only_true=only_of_true and goal.only_true,
        )

    may_inside = machine.may
    asked = ANYTHING, inner(ANYTHING)  # what was asked last is mostly what is asked next

    def may(state: State, left: Remaining, goal: ResultFilter) -> bool:
        nonlocal asked
        if asked[0] is not goal:
            asked = goal, inner(goal)
        return may_inside(state, left, asked[1])

    return Machine(
        machine.source,
        machine.start,
        machine.step,
        lambda state: compute(machine.result(state)),
        may,
        momentary=machine.momentary,
        key=keyed("map", key, machine.key),
        folded=machine.folded,
    )


def side_by_side(machines: Sequence[Machine], compute: Callable[..., Value], key: Hashable, *, all_true: bool = False) -> Machine:
    """A function of the results of machines that read the same. `all_true`: it is whether all of them are true."""
    steps = [machine.step for machine in machines]
    results = [machine.result for machine in machines]

    def step(states: State, value: Value) -> State:
        return tuple([step(state, value) for step, state in zip(steps, states, strict=True)])

    def may(states: State, left: Remaining, goal: ResultFilter) -> bool:
        each = TRUE if all_true and goal.only_true else ANYTHING
        for machine, state in zip(machines, states, strict=True):
            if not machine.may(state, left, each):
                return False
        return True

    def result_of(states: State) -> Value:
        found = (result(state) for result, state in zip(results, states, strict=True))
        return all(found) if all_true else compute(*found)  # `all` stops at what is false, and some results take long

    return Machine(
        machines[0].source,
        tuple(machine.start for machine in machines),
        step,
        result_of,
        may,
        momentary=all(machine.momentary for machine in machines),
        key=keyed("and" if all_true else "both", key, *(machine.key for machine in machines)),
    )


def element(source: LineSource | RunSource) -> Machine:
    """The value that was read last."""
    return Machine(source, BLANK, lambda state, value: value, lambda state: state, momentary=True, key="value")
