"""Machines: values that are computed by reading a sequence from its beginning, with a state.

A machine is not yet an automaton: its states are explored when the wanted results are known (`explore`), so that a comparison
prunes the states. Until then machines are combined: a function of a result, two machines that read the same line side by side, an
aggregate over the runs of a line. So a clue along a line needs no code of its own.
"""

from __future__ import annotations

import functools
import itertools
import pickle
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar

from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...records import dataclass, replace
from ...syntax.span import Span
from ...values import BLANK, Unknown, Value
from .result_filter import ANYTHING, TRUE, Numbers, ResultFilter, filter_by

State = Any


@dataclass(frozen=True, slots=True)
class LineSource:
    """A line of terms, read from the first to the last."""

    members: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class RunSource:
    """Any one run of a line: a maximal sequence of values that are neither blank nor False; with `same`, of equal values."""

    line: LineSource
    same: bool = False


@dataclass(frozen=True, slots=True)
class LaterRunSource(RunSource):
    """Any run of a line that comes after the one that `RunSource` stands for."""


@dataclass(frozen=True, slots=True)
class DigitSource(RunSource):
    """The digits of the number that any one run reads as: those of the run without zeros in front, or a single 0."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """The rest of a line: the number of values, and the largest number that they may be.

    `exact`: of a run, which takes all these values.
    """

    count: int
    largest: int
    exact: bool = False


def left_of(alphabets: Sequence[Sequence[Value]]) -> list[Remaining]:
    """Return the rest of a line before each value and at its end, from the values that each may have."""
    largest = [max((int(value) for value in alphabet if isinstance(value, int)), default=0) for alphabet in alphabets]
    up_to_here: Callable[[int, int], int] = max
    from_here = list(itertools.accumulate(reversed(largest), up_to_here, initial=0))[::-1]
    return [Remaining(len(alphabets) - at, number) for at, number in enumerate(from_here)]


@dataclass(frozen=True, slots=True, eq=False)
class WalkSource:
    """Places that are read in an order that depends on their values.

    `decide(machine, result_filter)`: the term that a machine that reads along it ends as wanted, or without a filter its result.
    """

    decide: Callable[[Machine, ResultFilter | None], Operand]


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """What a machine computes of the number that decimal digits read as: `factor` times the number, and `more`."""

    source: LineSource | RunSource
    factor: int = 1
    more: int = 0

    @property
    def line(self) -> LineSource:
        """Return the line in which the digits are."""
        return self.source.line if isinstance(self.source, RunSource) else self.source

    def of(self, number: int) -> int:
        """Return the result for a number."""
        return self.factor * number + self.more


May = Callable[[State, Remaining, ResultFilter], bool]
Settle = Callable[[State, ResultFilter], State]
Spelled = Callable[[TermFactory, Sequence[Term]], Operand]


def never(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
    """Return False: it is not known that a state ends as wanted."""
    return False


def keep_state(state: State, result_filter: ResultFilter) -> State:
    """Return the state itself."""
    return state


@dataclass(frozen=True, slots=True, eq=False)
class Machine(Unknown):
    """A value that is computed by reading `source` with a state.

    `may(state, left, result_filter)`: whether a state can still end in a wanted result; it may accept too much. `must`: whether
    it can end in nothing else; it may refuse too much. `settle(state, result_filter)`: a state that ends in a wanted result
    exactly where this one does, the same for as many states as possible; it may be the state itself. `least`: the result is no
    number below this one. `momentary`: the result depends on the last value only. `key` identifies what the machine computes,
    apart from what it reads: machines with the same key compute the same, unless the key is None. `remainder(k)`: the machine
    for the remainder of the result, if that needs fewer states. `exactly(n)`: the term "the result is n", if there is a
    better one than an automaton, and `at_most(n)` the term "it is at most n", if that needs fewer states. `as_sum(terms)`: the
    result as a sum, if it is compared as one. `folded`: the place of the step, if a fold of the spec makes the machine, so that
    too many states are a mistake of the spec. `recipe` makes the same machine in another process: a function of a module with its
    arguments, by which the machine is pickled. `step_each(state, values)`: the steps with each of several values, if these are
    quicker together. `digits`: the values that are read are the decimal digits of the result. `conjuncts`: the result is true
    where those of all these machines are. `number`: the number that it reads, if the result is a simple function of that.
    `implied(by, strong)`: a machine with fewer states whose result is the same, or true instead of false, found by remainders
    modulo `by`; None if these tell nothing, or little where it has to be `strong`. `each_run`: a machine whose result has to be
    true on each run of the line. `spelled(terms, members)`: the term "the result is true" for a line or run of these members,
    none of which is blank in a run, if a term needs fewer clauses than an automaton. `equal_to`: the result is true where that of
    this machine is the number beside it. `tells`: the result is a function of a number that is read.
    `most`: the result is no number above this one; known only of numbers that are read, and of totals of these.
    `digits_of`: the result is the list of the digits of this machine's result; the truth value: backwards.
    """

    source: LineSource | RunSource | WalkSource
    start: State
    step: Callable[[State, Value], State]
    result: Callable[[State], Value]
    may: May = lambda state, left, result_filter: True
    must: May = never
    settle: Settle = keep_state
    least: int | None = None
    momentary: bool = False
    key: Hashable = None
    remainder: Callable[[int], Machine] | None = None
    exactly: Callable[[int], Operand | None] | None = None
    at_most: Callable[[int], Operand] | None = None
    as_sum: Callable[[TermFactory], Operand] | None = None
    folded: Span | None = None
    recipe: functools.partial[Machine] | None = None
    step_each: Callable[[State, Sequence[Value]], Sequence[State]] | None = None
    digits: bool = False
    conjuncts: tuple[Machine, ...] = ()
    number: ReadNumber | None = None
    implied: Callable[[int, bool], Machine | None] | None = None
    each_run: Machine | None = None
    spelled: Spelled | None = None
    equal_to: tuple[Machine, Value] | None = None
    tells: tuple[Any, ReadNumber] | None = None
    digits_of: tuple[Machine, bool] | None = None
    most: int | None = None

    kind: ClassVar[str] = "a value found along a line"

    @property
    def is_abstract(self) -> bool:
        """Check whether it reads any run of a line, and so has no value of its own."""
        return isinstance(self.source, RunSource)

    @property
    def natural(self) -> bool:
        """Check whether the result is known to be no negative number."""
        return self.least is not None and self.least >= 0

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.recipe is None:
            raise pickle.PicklingError("a machine without a recipe")
        return self.recipe.func, self.recipe.args

    def value_of(self, value: Value) -> Value:
        """Return the result of a momentary machine that has just read a value."""
        return self.result(self.step(self.start, value))


def joint_key(*parts: Hashable) -> Hashable:
    """Return a key made of others, or None if one of them is None."""
    return None if any(part is None for part in parts) else parts


def cached_by_filter(make: Callable[..., ResultFilter]) -> Callable[..., ResultFilter]:
    """Cache a function that makes a filter from another one and further values, for filters with a key.

    The last request is kept apart, because it mostly comes again, and the keys of filters are long.
    """
    made: dict[Hashable, ResultFilter] = {}
    last: tuple[ResultFilter, tuple[Hashable, ...], ResultFilter] | None = None

    def cache(result_filter: ResultFilter, *more: Hashable) -> ResultFilter:
        nonlocal last
        if last is not None and last[0] is result_filter and last[1] == more:
            return last[2]
        key = None if result_filter.key is None else (result_filter.key, *more)
        made_filter = None if key is None else made.get(key)
        if made_filter is None:
            made_filter = make(result_filter, *more)
            if key is not None:
                made[key] = made_filter
        last = result_filter, more, made_filter
        return made_filter

    return cache


def map_result(
    machine: Machine,
    compute: Callable[[Value], Value],
    key: Hashable,
    among: Numbers | None = None,
    *,
    back: Callable[[ResultFilter], Numbers] | None = None,
    only_of_true: bool = False,
    rises: bool = False,
) -> Machine:
    """Return a machine for a function of the result.

    `among`: the numbers for which the function is true. `back(result_filter)`: the numbers for which its value is wanted.
    `only_of_true`: the function is true for true and for nothing else. `rises`: it is true for true if it is for false.
    """

    @cached_by_filter
    def inner(result_filter: ResultFilter) -> ResultFilter:
        return filter_by(
            lambda value: result_filter.allows(compute(value)),
            back(result_filter) if back else among if result_filter.only_true else None,
            joint_key("of", key, result_filter.key),
            only_true=only_of_true and result_filter.only_true,
            ceiling=among.ceiling if among else None,
        )

    may_inside, must_inside, settle_inside = machine.may, machine.must, machine.settle
    last = ANYTHING, inner(ANYTHING)  # the last request mostly comes again

    def inside(result_filter: ResultFilter) -> ResultFilter:
        nonlocal last
        if last[0] is not result_filter:
            last = result_filter, inner(result_filter)
        return last[1]

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        return may_inside(state, left, last[1] if last[0] is result_filter else inside(result_filter))

    def must(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        return must_inside(state, left, inside(result_filter))

    def settle(state: State, result_filter: ResultFilter) -> State:
        return settle_inside(state, inside(result_filter))

    return Machine(
        machine.source,
        machine.start,
        machine.step,
        lambda state: compute(machine.result(state)),
        may,
        never if must_inside is never else must,
        keep_state if settle_inside is keep_state else settle,
        momentary=machine.momentary,
        key=joint_key("map", key, machine.key),
        folded=machine.folded,
        step_each=machine.step_each,
        conjuncts=tuple(map_result(conjunct, compute, key, only_of_true=True) for conjunct in machine.conjuncts)
        if only_of_true
        else (),
        implied=_implied_by(machine, lambda derived: map_result(derived, compute, key, only_of_true=only_of_true, rises=rises))
        if only_of_true or rises
        else None,
        recipe=functools.partial(_mapped_again, machine, compute, key, only_of_true, rises) if machine.recipe else None,
        each_run=machine.each_run if only_of_true else None,
        spelled=machine.spelled if only_of_true else None,
    )


def _mapped_again(machine: Machine, compute: Callable[[Value], Value], key: Hashable, only_of_true: bool, rises: bool) -> Machine:
    return map_result(machine, compute, key, only_of_true=only_of_true, rises=rises)


def _implied_by(machine: Machine, make: Callable[[Machine], Machine]) -> Callable[[int, bool], Machine | None] | None:
    """Return the weaker conditions of a machine that `make` has made, from those of the machine that it was made of."""
    inner = machine.implied
    if inner is None:
        return None

    def implied_machine(by: int, strong: bool) -> Machine | None:
        implication = inner(by, strong)
        return None if implication is None else make(implication)

    return implied_machine


def side_by_side(machines: Sequence[Machine], compute: Callable[..., Value], key: Hashable, *, all_true: bool = False) -> Machine:
    """Return a machine for a function of the results of machines that read the same; with `all_true`: whether all are true."""
    steps = [machine.step for machine in machines]
    results = [machine.result for machine in machines]
    settles = [machine.settle for machine in machines]

    def step(states: State, value: Value) -> State:
        return tuple([step(state, value) for step, state in zip(steps, states, strict=True)])

    def settle(states: State, result_filter: ResultFilter) -> State:
        return tuple([settle(state, ANYTHING) for settle, state in zip(settles, states, strict=True)])  # each result stays

    def may(states: State, left: Remaining, result_filter: ResultFilter) -> bool:
        possible = TRUE if all_true and result_filter.only_true else ANYTHING
        for machine, state in zip(machines, states, strict=True):
            if not machine.may(state, left, possible):
                return False
        return True

    def result_of(states: State) -> Value:
        results_now = (result(state) for result, state in zip(results, states, strict=True))
        return all(results_now) if all_true else compute(*results_now)  # `all` stops at what is false, and some results take long

    return Machine(
        machines[0].source,
        tuple(machine.start for machine in machines),
        step,
        result_of,
        may,
        settle=keep_state if all(settled is keep_state for settled in settles) else settle,
        momentary=all(machine.momentary for machine in machines),
        key=joint_key("and" if all_true else "both", key, *(machine.key for machine in machines)),
        conjuncts=tuple(machines) if all_true else (),
    )


def conjunction(machines: Sequence[Machine]) -> Machine:
    """Return a machine for "the results of all these are true"."""

    def implied_machine(by: int, strong: bool) -> Machine | None:
        implications = [
            implication for machine in machines if machine.implied and (implication := machine.implied(by, strong)) is not None
        ]
        return conjunction(implications) if len(implications) > 1 else implications[0] if implications else None

    return replace(
        side_by_side(machines, _all, "and", all_true=True),
        implied=implied_machine if any(machine.implied for machine in machines) else None,
        recipe=functools.partial(conjunction, machines) if all(machine.recipe for machine in machines) else None,
        spelled=_spelling(machines, decisive=False),
    )


def disjunction(machines: Sequence[Machine]) -> Machine:
    """Return a machine for "the result of one of these is true"."""

    def implied_machine(by: int, strong: bool) -> Machine | None:
        implications = [machine.implied(by, strong) if machine.implied else machine for machine in machines]
        known = [implication for implication in implications if implication is not None]
        return disjunction(known) if len(known) == len(implications) else None

    joint = side_by_side(machines, _any, "or")

    def may(states: State, left: Remaining, result_filter: ResultFilter) -> bool:
        if not result_filter.only_true:
            return joint.may(states, left, result_filter)
        return any(machine.may(state, left, TRUE) for machine, state in zip(machines, states, strict=True))

    return replace(
        joint,
        may=may,
        implied=implied_machine if any(machine.implied for machine in machines) else None,
        recipe=functools.partial(disjunction, machines) if all(machine.recipe for machine in machines) else None,
        spelled=_spelling(machines, decisive=True),
    )


def negation(machine: Machine, compute: Callable[[Value], Value]) -> Machine:
    """Return a machine for `not`, which `compute` is. No remainder tells it where one tells the opposite."""
    spelled = machine.spelled
    return replace(
        map_result(machine, compute, "not"),
        spelled=None if spelled is None else functools.partial(_negate_spelling, spelled),
        implied=None if machine.implied is None else _imply_nothing,
        recipe=functools.partial(negation, machine, compute) if machine.recipe else None,
    )


def _imply_nothing(by: int, strong: bool) -> None:
    """Return None: no remainder tells anything."""


def _negate_spelling(spelled: Spelled, terms: TermFactory, members: Sequence[Term]) -> Operand:
    return terms.negation(spelled(terms, members))


def _spelling(machines: Sequence[Machine], *, decisive: bool) -> Spelled | None:
    """Return how `and` or `or` of machines is spelled out; None if one of them is not."""
    spelled = [machine.spelled for machine in machines if machine.spelled is not None]
    return functools.partial(_connect, spelled, decisive) if len(spelled) == len(machines) else None


def _connect(parts: Sequence[Spelled], decisive: bool, terms: TermFactory, members: Sequence[Term]) -> Operand:
    operands = [spelled(terms, members) for spelled in parts]
    return terms.disjunction(operands) if decisive else terms.conjunction(operands)


def _all(*results: Value) -> bool:
    return all(results)


def _any(*results: Value) -> bool:
    return any(results)


def one_of(chosen: Machine, values: Sequence[Value]) -> Machine:
    """Return a machine whose result is that of one of several values: known ones, and machines that it reads side by side.

    The machines are the last ones that it was made of; others before them choose.
    """
    least = [
        value.least if isinstance(value, Machine) else value if type(value) is int else None
        for value in values
        if value is not BLANK
    ]
    settled = [value.settle for value in values if isinstance(value, Machine)]

    def settle(states: State, result_filter: ResultFilter) -> State:
        states = chosen.settle(states, result_filter)
        first = len(states) - len(settled)
        passed = filter_by(ANYTHING.allows, None, None, ceiling=result_filter.ceiling)
        return states[:first] + tuple(settle(state, passed) for settle, state in zip(settled, states[first:], strict=True))

    smallest = (
        min((smallest_part for smallest_part in least if smallest_part is not None), default=None) if None not in least else None
    )
    return replace(chosen, least=smallest, settle=settle if settled else chosen.settle)


def element(source: LineSource | RunSource) -> Machine:
    """Return the machine for the value that was read last."""
    return Machine(
        source,
        BLANK,
        lambda state, value: value,
        lambda state: state,
        momentary=True,
        key="value",
        recipe=functools.partial(element, source),
    )
