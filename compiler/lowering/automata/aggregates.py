"""Lists whose members are made while a line is read (`runs`, `numbers`), and aggregates that take members one by one.

`sum(product(r) for r in runs(line))` is read like this: a generator over the runs gives one member that stands for each of them,
a machine that reads a run; the inner aggregate made that machine, and the outer one makes of it a machine that reads the line.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...plugins import DeclaredPlugins
from ...records import dataclass
from ...values import BLANK, Unknown, Value, is_hashable, is_known, typed_key
from ..reasons import LIST_VALUE, NotTabulated
from .extreme_numbers import MOST_DIGITS, extreme_number
from .machine import (
    DigitSource,
    LineSource,
    Machine,
    ReadNumber,
    Remaining,
    RunSource,
    Spelled,
    State,
    WalkSource,
    cached_by_filter,
    element,
    joint_key,
    keep_state,
    never,
)
from .result_filter import Numbers, ResultFilter, filter_by
from .totals import ReachableSums, totals_of


@dataclass(frozen=True, slots=True)
class RunsOf:
    """The runs of a line, one after the other; with `same`, runs of equal values."""

    line: LineSource
    same: bool = False


@dataclass(frozen=True, slots=True)
class RunAt:
    """The values of one run of a line: the first is 0, the last -1."""

    line: LineSource
    index: int
    same: bool = False


Streamed = RunsOf | RunAt | RunSource


@dataclass(frozen=True, slots=True, eq=False)
class RunValues(Unknown):
    """The values of a run, of any run or of one."""

    of: RunSource | RunAt

    kind: ClassVar[str] = "a run"

    @property
    def run(self) -> RunSource:
        """Return the run that has these values."""
        return self.of if isinstance(self.of, RunSource) else RunSource(self.of.line, self.of.same)

    def each(self) -> MappedRuns:
        """Return the same values as members that are taken one by one."""
        return MappedRuns(self.of, element(self.run))


@dataclass(frozen=True, slots=True, eq=False)
class MappedRuns(Unknown):
    """As many members as something has: `member` stands for each of them."""

    of: Streamed
    member: Machine | RunValues

    kind: ClassVar[str] = "a list of what is found along a line"


@dataclass(frozen=True, slots=True, eq=False)
class KeptRuns(MappedRuns):
    """Those members that a condition keeps: `member` is what `whole` is where `condition` is true, and blank elsewhere."""

    whole: Machine
    condition: Machine


class Runs(MappedRuns):
    """The runs of a line."""

    __slots__ = ()
    kind: ClassVar[str] = "a list of runs"


@dataclass(frozen=True, slots=True, eq=False)
class Digits(MappedRuns):
    """The digits of a number; `whole` is the machine whose result is the list of them."""

    whole: Machine


class NumbersRead(MappedRuns):
    """The numbers that the runs of a line read as."""

    __slots__ = ()
    kind: ClassVar[str] = "a list of numbers"


@dataclass(frozen=True, slots=True, eq=False)
class MembershipCondition(Unknown):
    """The condition under which a member of a `MappedRuns` is there, or a group that stands for each."""

    of: Any
    condition: Value = True

    def each(self, member: Value) -> MappedRuns | None:
        """Return a list with this member for each run, or None if the member does not read these runs."""
        member = member.whole if isinstance(member, Digits) else member
        run = self.of if isinstance(self.of, RunSource) else RunSource(self.of.line, self.of.same)
        if is_known(member) and is_hashable(member):
            return MappedRuns(self.of, known_member(run, member))
        source = member.source if isinstance(member, Machine) else member.of if isinstance(member, RunValues) else None
        return MappedRuns(self.of, member) if source == run else None


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate that takes its members one by one; blanks are passed over before it sees them.

    `may(state, left, goal)`: whether a state can still end in what is wanted. `among(state, goal)`: what is known of the numbers
    that the next member may be. `least`: the result is no number below this one. `all_true`: it is true where all members
    are. `saturates`: no state is below 0, and states from the ceiling of what is wanted on are one, as are members. `additive`:
    the state is the sum of the members, and no member is negative. `counts`: only whether a member is blank matters.
    `spelled(terms, members)`: the result as a term, if the members are known terms.
    """

    start: State
    add: Callable[[State, Value], State]
    result: Callable[[State], Value] = lambda state: state
    may: Callable[[State, Remaining, ResultFilter], bool] = lambda state, left, result_filter: True
    among: Callable[[State, ResultFilter], Numbers] | None = None
    least: int | None = None
    all_true: bool = False
    saturates: bool = False
    additive: bool = False
    counts: bool = False
    spelled: Spelled | None = None

    def take(self, state: State, value: Value) -> State:
        """Return the state after one more member; raise `NotTabulated` if that is a list, which no state holds."""
        if not is_hashable(value):
            raise NotTabulated(LIST_VALUE)
        return state if value is BLANK else self.add(state, value)

    def settle(self, state: State, result_filter: ResultFilter) -> State:
        """Return a state that ends in a wanted result exactly where this one does: a number as large as matters."""
        return settled_number(state, result_filter)


def settled_number(state: State, result_filter: ResultFilter) -> State:
    """Return the number from which on all are wanted or none is, if a number is above it."""
    if type(state) is not int or result_filter.ceiling is None or state <= result_filter.ceiling:
        return state
    return max(result_filter.ceiling, 1)


@dataclass(frozen=True, slots=True)
class Streaming:
    """The aggregate that a function is; `make(least)`, where no member is a number below `least`.

    `least` is None if it is unknown, or if a member may be a fraction.
    """

    name: str
    make: Callable[[int | None], Aggregate]


def streaming(name: str) -> Callable[[Callable[[int | None], Aggregate]], Streaming]:
    """Declare how the function of that name takes its members one by one."""
    return lambda make: Streaming(name, make)


@functools.cache
def all_streaming() -> Mapping[str, Streaming]:
    """Return every streaming aggregate by the name of its function."""
    return DeclaredPlugins(
        "gridwright.compiler.lowering.functions", Streaming, r'^@streaming\(\s*"(\w+)"', lambda aggregate: [aggregate.name]
    )


def read_by(streaming_aggregate: Streaming, source: LineSource | RunSource, member: Machine) -> Machine:
    """Return a machine that aggregates what a momentary machine makes of each value of a line or run."""
    least = least_of(member)
    aggregate = streaming_aggregate.make(least)
    return Machine(
        source,
        aggregate.start,
        lambda state, value: aggregate.take(state, member.value_of(value)),
        aggregate.result,
        aggregate.may,
        settle=aggregate.settle if aggregate.saturates else keep_state,
        least=aggregate.least,
        key=joint_key("aggregate", streaming_aggregate.name, (least,), member.key),
        folded=member.folded,
        remainder=functools.partial(_remainder_of_total, streaming_aggregate.name, aggregate, source, member)
        if aggregate.additive or streaming_aggregate.name in ("len", "count")
        else None,
        recipe=functools.partial(_read_by_name, streaming_aggregate.name, source, member) if member.recipe else None,
        spelled=aggregate.spelled if isinstance(source, RunSource) and member.key == element(source).key else None,
    )


def _read_by_name(name: str, source: LineSource | RunSource, member: Machine) -> Machine:
    return read_by(all_streaming()[name], source, member)


def _remainder_of_total(name: str, aggregate: Aggregate, source: LineSource | RunSource, member: Machine, by: int) -> Machine:
    """Return the machine for the remainder of a sum or a number of members."""
    return Machine(
        source,
        0,
        lambda state, value: aggregate.take(state, member.value_of(value)) % by,
        lambda state: state,
        least=0,
        key=joint_key("remainder of total", name, by, member.key),
        folded=member.folded,
    )


def aggregate_machine(streamed: MappedRuns, aggregate: Streaming) -> Machine | None:
    """Return a machine that aggregates a list made along a line, or None if members cannot be taken one by one."""
    of = streamed.of
    member = streamed.member
    if isinstance(of, RunsOf):
        if isinstance(member, RunValues) and aggregate.name != "len":
            return None
        inner = member if isinstance(member, Machine) else _something(RunSource(of.line, of.same))
        return over_runs(of.line, aggregate.make(inner.least), inner, aggregate.name)
    return read_along(streamed, lambda source, value: read_by(aggregate, source, value))


def read_along(streamed: MappedRuns | RunValues, make: Callable[[RunSource, Machine], Machine]) -> Machine | None:
    """Return `make` of a run and of a momentary machine for its members, or None if something else is read."""
    if isinstance(streamed, RunValues):
        streamed = streamed.each()
    of, member = streamed.of, streamed.member
    if isinstance(of, RunsOf) or not isinstance(member, Machine) or not member.momentary:
        return None
    inner = make(of if isinstance(of, RunSource) else RunSource(of.line, of.same), member)
    if isinstance(of, DigitSource):
        return of_digits(inner)
    return inner if isinstance(of, RunSource) else kth_run(of, inner, inner.result(inner.start))


def of_digits(inner: Machine) -> Machine:
    """Return a machine that reads a run, for one that reads the digits of the number: zeros in front are passed over."""
    assert isinstance(inner.source, DigitSource)

    def step(state: State, value: Value) -> State:
        begun, reading = state
        return (True, inner.step(reading, value)) if begun or value != 0 else state

    def read(state: State) -> State:
        begun, reading = state
        return reading if begun else inner.step(reading, 0)

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        return not state[0] or inner.may(state[1], left, result_filter)

    return Machine(
        RunSource(inner.source.line),
        (False, inner.start),
        step,
        lambda state: inner.result(read(state)),
        may,
        settle=lambda state, result_filter: (state[0], inner.settle(state[1], result_filter)) if state[0] else state,
        least=inner.least,
        key=joint_key("digits", inner.key),
        folded=inner.folded,
        remainder=functools.partial(_remainder_of_digits, inner) if inner.remainder else None,
        recipe=functools.partial(of_digits, inner) if inner.recipe else None,
        spelled=None if inner.spelled is None else functools.partial(_spelled_digits, inner.spelled),
    )


def _spelled_digits(inner: Spelled, terms: TermFactory, members: Sequence[Term]) -> Operand:
    """Return a truth about digits; zeros in front are none of them, but for the last digit."""
    present: list[Term] = [*members[-1:]]
    for at in range(len(members) - 1):
        begun = terms.negation(terms.conjunction([terms.equals(member, 0) for member in members[: at + 1]]))
        digit = terms.cases([(begun, members[at])], BLANK)
        present += [digit] if isinstance(digit, Term) else [] if digit is BLANK else [terms.constant(digit)]
    return inner(terms, present)


def _remainder_of_digits(inner: Machine, by: int) -> Machine:
    assert inner.remainder is not None
    return of_digits(inner.remainder(by))


def run_ending(of: RunsOf, inner: Machine, at: int) -> Machine:
    """Return a machine for the result on the run that ends at a position of a line; blank if none does."""

    def step(state: State, value: Value) -> State:
        read, reading = state
        if read > at:
            return read, OUTSIDE if is_in_run(value, same=False) else reading
        if not is_in_run(value, same=False):
            return read + 1, OUTSIDE
        return read + 1, inner.step(inner.start if reading is OUTSIDE else reading, value)

    return Machine(
        LineSource(of.line.members[: at + 2]),
        (0, OUTSIDE),
        step,
        lambda state: BLANK if state[1] is OUTSIDE else inner.result(state[1]),
        settle=lambda state, wanted: state if state[1] is OUTSIDE else (state[0], inner.settle(state[1], wanted)),
        key=joint_key("run ending", at, inner.key),
        folded=inner.folded,
    )


def example(of: MappedRuns | RunValues) -> list[Value]:
    """Return an example of a list: a run of one value, or a list of one run; empty if no member is known."""
    if isinstance(of, RunValues):
        possible = (value for term in of.run.line.members for value in term.domain if is_in_run(value, of.run.same))
        return list(itertools.islice(possible, 1))
    return [example(of.member)] if isinstance(of.member, RunValues) else []


def _something(source: RunSource) -> Machine:
    """Return a machine for a member whose value is not used."""
    return Machine(source, True, lambda state, value: state, lambda state: state, key="something")


def known_member(source: RunSource, member: Value) -> Machine:
    """Return a machine for a member that is the same whatever is read."""
    least = int(member) if isinstance(member, int) else None
    key = joint_key("known", typed_key(member))
    return Machine(source, member, lambda state, value: state, lambda state: state, least=least, momentary=True, key=key)


def least_of(member: Machine) -> int | None:
    """Return the least result of a momentary machine; None if one is no number."""
    assert not isinstance(member.source, WalkSource), "only what reads a line is momentary"
    terms = member.source.line.members if isinstance(member.source, RunSource) else member.source.members
    same = isinstance(member.source, RunSource) and member.source.same
    read = [value for term in terms for value in term.domain if is_in_run(value, same)]
    made = [member.value_of(value) for value in dict.fromkeys(read)]
    numbers = [value for value in made if value is not BLANK]
    return min(map(int, numbers), default=0) if all(isinstance(value, int) for value in numbers) else None


class _At:
    """The position of a reader that is not in a run that counts. No `Enum`, because its members are slow to look up."""


OUTSIDE, IN_ANOTHER = _At(), _At()


def is_in_run(value: Value, same: bool) -> bool:
    """Check whether a value belongs to a run: it is neither blank nor False; a run of equal values may be one of False."""
    return value is not BLANK and (same or value is not False)


def _and_last_value(inner: Machine) -> Machine:
    """Return a machine that remembers the value that it has read last."""
    return Machine(
        inner.source,
        (inner.start, BLANK),
        lambda state, value: (inner.step(state[0], value), value),
        lambda state: inner.result(state[0]),
        lambda state, left, result_filter: inner.may(state[0], left, result_filter),
        settle=lambda state, result_filter: (inner.settle(state[0], result_filter), state[1]),
        least=inner.least,
        key=inner.key,
        folded=inner.folded,
    )


def over_runs(line: LineSource, aggregate: Aggregate, inner: Machine, name: str) -> Machine:
    """Return a machine that aggregates the results of a machine on each run of a line."""
    same = isinstance(inner.source, RunSource) and inner.source.same
    parts = inner.conjuncts if aggregate.all_true else ()
    whole = inner
    if same:
        inner = _and_last_value(inner)
    ended = functools.cache(inner.result)  # a run that begins elsewhere ends in the same states

    def step(state: State, value: Value) -> State:
        taken, reading = state
        if is_in_run(value, same):
            if same and reading is not OUTSIDE and typed_key(reading[1]) != typed_key(value):
                taken, reading = aggregate.take(taken, ended(reading)), OUTSIDE
            return taken, inner.step(inner.start if reading is OUTSIDE else reading, value)
        return (taken if reading is OUTSIDE else aggregate.take(taken, ended(reading))), OUTSIDE

    def result(state: State) -> Value:
        taken, reading = state
        return aggregate.result(taken if reading is OUTSIDE else aggregate.take(taken, ended(reading)))

    @cached_by_filter
    def wanted_after(result_filter: ResultFilter, taken: State, left: Remaining) -> ResultFilter:
        return filter_by(
            lambda value: aggregate.may(aggregate.take(taken, value), left, result_filter),
            aggregate.among(taken, result_filter) if aggregate.among else None,
            joint_key("member", name, taken, left, result_filter.key),
            only_true=aggregate.all_true and result_filter.only_true,
            ceiling=result_filter.ceiling if aggregate.saturates else None,
        )

    last: tuple[ResultFilter | None, ReachableSums | None] = (None, None)

    def totals(result_filter: ResultFilter) -> ReachableSums | None:
        """Return which sums so far can still become a wanted one, if members are added up and these are few enough to know."""
        nonlocal last
        if last[0] is not result_filter:
            last = result_filter, totals_of(line, machine, may, result_filter) if aggregate.additive else None
        return last[1]

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        taken, reading = state
        if not aggregate.may(taken, left, result_filter):
            return False
        return reading is OUTSIDE or inner.may(reading, left, wanted_after(result_filter, taken, left))

    def may_by_totals(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        filter_of_totals = totals(result_filter)
        return may(state, left, result_filter) if filter_of_totals is None else filter_of_totals.may(state, left)

    def must(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        filter_of_totals = totals(result_filter)
        return filter_of_totals is not None and filter_of_totals.must(state, left)

    @cached_by_filter
    def member_filter(result_filter: ResultFilter) -> ResultFilter:
        ceiling = 0 if aggregate.counts else result_filter.ceiling if aggregate.saturates else None
        return filter_by(lambda value: True, None, joint_key("member settled", result_filter.key), ceiling=ceiling)

    def settle(state: State, result_filter: ResultFilter) -> State:
        taken, reading = state
        reading = reading if reading is OUTSIDE else inner.settle(reading, member_filter(result_filter))
        return aggregate.settle(taken, result_filter) if aggregate.saturates else taken, reading

    machine = Machine(
        line,
        (aggregate.start, OUTSIDE),
        step,
        result,
        may_by_totals if aggregate.additive else may,
        must if aggregate.additive else never,
        keep_state if inner.settle is keep_state and not aggregate.saturates else settle,
        least=aggregate.least,
        key=joint_key("over runs", name, (inner.least,), same, inner.key),
        folded=inner.folded,
        conjuncts=tuple(over_runs(line, aggregate, part, name) for part in parts),
        remainder=functools.partial(_remainder_over_runs, line, whole) if name == "sum" and whole.remainder else None,
        implied=_implied_by_runs(line, whole, name) if name in ("all", "any") else None,
        recipe=functools.partial(over_named_runs, line, name, whole) if whole.recipe and name in ("all", "any", "sum") else None,
        each_run=whole if name == "all" else None,
        spelled=functools.partial(_spelled_runs, whole.spelled, name)
        if whole.spelled and name in ("all", "any") and not same
        else None,
        as_sum=extreme_of_numbers(name, [(line, whole)]) if name in ("max", "min") and not same else None,
        most=whole.most if name == "sum" else None,  # numbers beside each other have as many digits as one
    )
    return machine


def extreme_of_numbers(name: str, lists: Sequence[tuple[LineSource, Machine]]) -> Callable[[TermFactory], Operand] | None:
    """Return how the largest or smallest number along lines is found; None if what is found there are no such numbers."""
    for line, member in lists:
        is_read = member.digits and member.number is not None and member.number == ReadNumber(member.number.source)
        if not is_read or len(line.members) > MOST_DIGITS:
            return None
    return lambda terms: extreme_number(terms, name, [line.members for line, _ in lists])


def _remainder_over_runs(line: LineSource, inner: Machine, by: int) -> Machine:
    """Return the machine for the remainder of a sum over the runs of a line: only remainders of the members count."""
    assert inner.remainder is not None
    aggregate = Aggregate(0, lambda state, value: (state + value) % by, least=0)
    return over_runs(line, aggregate, inner.remainder(by), f"sum modulo {by}")


def _spelled_runs(inner: Spelled, name: str, terms: TermFactory, members: Sequence[Term]) -> Operand:
    """Return `all` or `any` of a truth about runs, as a term over every stretch of the line that can be a run."""
    is_in = [terms.conjunction([terms.filled(member), terms.negation(terms.equals(member, False))]) for member in members]
    parts = []
    for first, last in itertools.combinations_with_replacement(range(len(members)), 2):
        ends = [terms.negation(is_in[at]) for at in (first - 1, last + 1) if 0 <= at < len(members)]
        present = terms.conjunction([*is_in[first : last + 1], *ends])
        if present is False:
            continue
        holds = inner(terms, members[first : last + 1])
        parts.append(
            terms.disjunction([terms.negation(present), holds]) if name == "all" else terms.conjunction([present, holds])
        )
    return terms.conjunction(parts) if name == "all" else terms.disjunction(parts)


def over_named_runs(line: LineSource, name: str, inner: Machine) -> Machine:
    """Return a machine that aggregates the results of a machine on each run of a line; `name`: the function that aggregates."""
    return over_runs(line, all_streaming()[name].make(inner.least), inner, name)


def _implied_by_runs(line: LineSource, inner: Machine, name: str) -> Callable[[int, bool], Machine | None] | None:
    """Return the weaker conditions of `all` or `any` over runs, made from those of the machine that reads each run."""
    implied = inner.implied
    if implied is None:
        return None

    def of_line(by: int, strong: bool) -> Machine | None:
        condition = implied(by, strong)
        return None if condition is None else over_named_runs(line, name, condition)

    return of_line


def kth_run(of: RunAt, inner: Machine, missing: Value) -> Machine:
    """Return a machine for one run of a line; its result is `missing` if the line has too few runs."""
    if of.same:
        return _kth_equal_run(of, inner, missing)
    index = of.index

    def step(state: State, value: Value) -> State:
        passed, reading = state  # how many runs are over, and where we are in the one that counts
        if is_in_run(value, same=False):
            if index < 0:
                return True, inner.step(inner.start if not passed else reading, value)
            if passed == index:
                return passed, inner.step(inner.start if reading is OUTSIDE else reading, value)
            return (passed, IN_ANOTHER) if passed < index else state
        if index < 0:
            return False, reading
        return (passed + 1, reading if passed == index else OUTSIDE) if reading is not OUTSIDE and passed <= index else state

    def result(state: State) -> Value:
        return missing if isinstance(state[1], _At) else inner.result(state[1])

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        if isinstance(state[1], _At) or (index < 0 and left.count > state[0]):  # another run may follow
            return True
        return inner.may(state[1], left, result_filter)

    def settle(state: State, result_filter: ResultFilter) -> State:
        return state if isinstance(state[1], _At) else (state[0], inner.settle(state[1], result_filter))

    return Machine(
        of.line,
        (False, OUTSIDE) if index < 0 else (0, OUTSIDE),
        step,
        result,
        may,
        settle=keep_state if inner.settle is keep_state else settle,
        key=joint_key("run at", index, missing, inner.key),
        folded=inner.folded,
    )


def _kth_equal_run(of: RunAt, inner: Machine, missing: Value) -> Machine:
    """Return the same for a run of equal values."""
    index = of.index

    def step(state: State, value: Value) -> State:
        begun, reading, last = state  # how many runs have begun, what is read of the one that counts, and the last value
        if value is BLANK or (index >= 0 and begun > index + 1):
            return begun, reading, BLANK
        begins = last is BLANK or typed_key(last) != typed_key(value)
        if index >= 0:
            begun += begins
            if begun > index + 1:
                return begun, reading, BLANK
        if index < 0 or begun == index + 1:
            reading = inner.step(inner.start if begins else reading, value)
        return begun, reading, value

    def result(state: State) -> Value:
        return missing if state[1] is OUTSIDE else inner.result(state[1])

    key = joint_key("run of equal values at", index, missing, inner.key)
    return Machine(of.line, (0, OUTSIDE, BLANK), step, result, key=key, folded=inner.folded)


def present_members(value: MappedRuns | RunValues) -> list[tuple[MembershipCondition, Value]]:
    """Return the items of a loop: one symbolic member that stands for all, with the condition that it is present."""
    if isinstance(value, MappedRuns):
        return [(MembershipCondition(value.of), value.member)]
    return [(MembershipCondition(value.of), value.each().member)]


def item(value: MappedRuns | RunValues, index: int) -> Value | None:
    """Return a member by its known position, 0 the first, -1 the last; None if a machine cannot read it."""
    if index < -1:
        return None
    if isinstance(value, Digits) and isinstance(value.of, DigitSource):
        return of_digits(_kth_value(value.of, index))
    if isinstance(value, MappedRuns):
        if not isinstance(value.of, RunsOf):
            return None
        at = RunAt(value.of.line, index, value.of.same)
        return RunValues(at) if isinstance(value.member, RunValues) else kth_run(at, value.member, BLANK)
    inner = _kth_value(value.run, index)
    return inner if isinstance(value.of, RunSource) else kth_run(value.of, inner, BLANK)


def _kth_value(source: RunSource, index: int) -> Machine:
    """Return a machine for one value of a run, blank if the run is too short."""
    if index < 0:
        return Machine(source, BLANK, lambda state, value: value, lambda state: state, key="last value")

    def step(state: State, value: Value) -> State:
        seen, _ = state
        return (seen + 1, value if seen == index else BLANK) if seen <= index else state

    return Machine(source, (0, BLANK), step, lambda state: state[1], key=joint_key("value at", index))
