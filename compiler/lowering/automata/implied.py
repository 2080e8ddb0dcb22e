"""What follows from a truth that has too many states: truths with few states, side by side.

"Every number of the row is a square" has a state for each way in which a square can begin. But a square has one of four
remainders modulo 16, one of seven modulo 13, and so on: each of these is a small automaton. So a machine may know which others
it implies, one for each modulus, and what is made of it knows what that implies. Runs of a few digits are read as they are, by an
automaton of their own.

Which remainders there are is computed (`RangePredicate.remainders`). What is implied may be true where the exact truth is false,
so that is still checked: see `refined_machine.py`.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Hashable, Mapping, Sequence

from ...language.function_registry import all_functions
from ...language.range_predicates import all_range_predicates
from ...records import dataclass, replace
from ...values import BLANK, Value, typed_key
from .machine import Machine, ReadNumber, State, joint_key, map_result
from .result_filter import Numbers

FIRST_MODULI = (5, 7, 9, 11, 13, 16)  # the largest power of each prime up to 16; others follow where they refuse a candidate
MORE_MODULI = (17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49, 53, 59, 61)
MOST_OF_STRONG = 0.9  # of all remainders, if what they say is to be stated before a candidate shows that it is needed
MOST_BITS = 80  # of numbers about which a function can tell everything
MOST_SHORT = 4  # digits of the numbers that are read as they are
SHORT_STATES = 100  # of the automaton that reads these, after each digit
FEW_STATES_OF_TOTAL = 40  # for a remainder that is stated, and for one that is a lemma
MOST_STATES_OF_TOTAL = 300

_LONG = "long"


@dataclass(frozen=True, slots=True)
class Predicate:
    """A truth-valued function of a number whose other arguments are known; blank for blank."""

    name: str
    given: tuple[tuple[str, Value], ...]

    def __call__(self, number: Value) -> Value:
        """Return its value."""
        if number is BLANK or any(value is BLANK for _, value in self.given):
            return BLANK
        parameter = all_range_predicates()[self.name].parameter
        return all_functions()[self.name].evaluate(**{parameter: number}, **dict(self.given))

    def remainders(self, by: int, low: int, high: int) -> frozenset[int]:
        """Return the remainders modulo `by` that numbers from `low` to `high` of this kind may have."""
        known = all_range_predicates()[self.name].remainders
        return _all_remainders(by) if known is None or low < 0 else known(by, low, high, **dict(self.given))


@functools.cache
def _all_remainders(by: int) -> frozenset[int]:
    return frozenset(range(by))


def predicate(machine: Machine, name: str, given: Mapping[str, Value]) -> Machine | None:
    """Return a machine for a function of the number that a machine reads, with what it implies; None if that is not known."""
    number, range_predicate = machine.number, all_range_predicates().get(name)
    if range_predicate is None or range_predicate.remainders is None:
        return None
    if number is None:
        is_total = machine.natural and machine.remainder is not None and machine.most is not None
        return _machine_of_total(machine, Predicate(name, tuple(given.items()))) if is_total else None
    most = 10 ** len(number.line.members)
    if max(map(abs, (number.of(0), number.of(most)))).bit_length() > MOST_BITS:
        return None
    return _machine_of(machine, Predicate(name, tuple(given.items())))


def _machine_of(machine: Machine, of: Predicate) -> Machine:
    """Return the machine for a predicate of the number that a machine reads."""
    assert machine.number is not None
    return replace(
        _mapped_by(machine, of),
        implied=functools.partial(_by_remainder, machine.number, of),
        tells=(of, machine.number),
        recipe=functools.partial(_machine_of, machine, of),
    )


def _mapped_by(machine: Machine, of: Predicate) -> Machine:
    exists = functools.partial(all_range_predicates()[of.name].exists, **dict(of.given))
    key = joint_key(of.name, *((parameter, typed_key(value)) for parameter, value in of.given))
    return map_result(machine, of, key, Numbers(lambda low, high: low < 0 or bool(exists(low, high))))


def _machine_of_total(machine: Machine, of: Predicate) -> Machine:
    """Return the machine for a predicate of the total of the numbers that are read along a line."""
    return replace(
        _mapped_by(machine, of),
        implied=functools.partial(_total_by_remainder, machine, of),
        recipe=functools.partial(_machine_of_total, machine, of) if machine.recipe else None,
    )


def _total_by_remainder(machine: Machine, of: Predicate, by: int, strong: bool) -> Machine | None:
    """Return the machine for "the remainder of a total is one that such numbers have"; None if all have all of them.

    A state has the remainder of the total and that of the number that is being read; modulo 9 or 3, their sum tells all. What
    would have many states is stated by a fourth of the modulus, or not at all.
    """
    assert machine.remainder is not None
    assert machine.most is not None
    if strong and by % 4 == 0:
        by //= 4
    states = by if 10 % by == 1 else by * (by + 1)
    many = FEW_STATES_OF_TOTAL if strong else MOST_STATES_OF_TOTAL
    allowed = of.remainders(by, 0, machine.most)
    if states > many or len(allowed) > (MOST_OF_STRONG * by if strong else by - 1):
        return None
    key = joint_key("remainder of total", of, by, machine.most)
    return map_result(machine.remainder(by), functools.partial(_is_among, allowed), key)


def _is_among(allowed: frozenset[int], rest: Value) -> Value:
    return BLANK if rest is BLANK else rest in allowed


def remainder_machine(number: ReadNumber, of: Predicate, by: int, *, strong: bool) -> Machine | None:
    """Return the machine for "the remainder modulo `by` is one that such numbers have"; None if they have all, or most."""
    return _by_remainder(number, of, by, strong)


def _by_remainder(number: ReadNumber, of: Predicate, by: int, strong: bool) -> Machine | None:
    """Return the machine for "its remainder modulo `by` is one that such numbers have"; None if all have all of them.

    The state is the number that is read up to a limit, and above that its remainder and whether its number of digits is odd.
    """
    limit, allowed = _allowed_remainders(number, of, by)
    if min(map(len, allowed)) > (MOST_OF_STRONG * by if strong else by - 1):
        return None
    same = allowed[0] == allowed[1]

    def step(state: State, value: Value) -> State:
        if value is BLANK or state is None:
            return None
        if type(state) is tuple:
            odd, rest = state
            return 0 if same else 1 - odd, (rest * 10 + value) % by
        read = value if state is BLANK else state * 10 + value
        return read if read <= limit else (0 if same else len(str(read)) % 2, read % by)

    def result(state: State) -> Value:
        if state is BLANK or state is None:
            return BLANK
        odd, rest = state if type(state) is tuple else (len(str(state)) % 2, state % by)
        if number.of(rest) % by in allowed[odd]:
            return True
        return False if type(state) is tuple else of(number.of(state))

    return Machine(number.source, BLANK, step, result, key=joint_key("remainders", of, by, number.factor, number.more, limit))


@functools.lru_cache(maxsize=1_000)
def _allowed_from(
    of: Predicate, factor: int, more: int, by: int, limit: int, most_digits: int
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the remainders of the results for numbers above a limit with an even number of digits, and with an odd one."""
    remainders: tuple[set[int], set[int]] = (set(), set())
    for digits in range(1, most_digits + 1):
        first, last = max(limit + 1, 10 ** (digits - 1)), 10**digits - 1
        if first <= last:
            low, high = sorted((factor * first + more, factor * last + more))
            remainders[digits % 2].update(of.remainders(by, low, high))
    return frozenset(remainders[0]), frozenset(remainders[1])


def _allowed_remainders(number: ReadNumber, of: Predicate, by: int) -> tuple[int, tuple[frozenset[int], frozenset[int]]]:
    """Return a limit, and the remainders of the results for larger numbers; the limit is 0 unless a higher one leaves fewer."""
    most_digits = len(number.line.members)
    by_limit = [(limit, _allowed_from(of, number.factor, number.more, by, limit, most_digits)) for limit in (0, by)]
    return min(by_limit, key=lambda allowed: sum(map(len, allowed[1])))


def short_runs(inner: Machine, values: Sequence[Value]) -> Machine:
    """Return a machine that is `inner` on runs of a few values, and true on longer ones.

    It goes through all short runs at once, from the longest to the shortest, and makes one state of those with the same future.
    """
    most = max(length for length in range(MOST_SHORT + 1) if length < 2 or len(values) ** length <= 10**MOST_SHORT)
    states = [{inner.start: None}]
    rows: list[dict[State, list[State]]] = []
    for _ in range(most):
        next_states = {state: [inner.step(state, value) for value in values] for state in states[-1]}
        rows.append(next_states)
        states.append(dict.fromkeys(itertools.chain.from_iterable(next_states.values())))
    for length in range(most, 0, -1):
        table = _table_of(inner, rows[:length], states[length])
        if length == 1 or len(table) <= SHORT_STATES:
            break
    at = {value: position for position, value in enumerate(values)}
    last = len(table) - 1

    def step(state: State, value: Value) -> State:
        return _LONG if state is _LONG else table[state][1][at[value]]

    def result(state: State) -> Value:
        return True if state is _LONG else table[state][0]

    return Machine(inner.source, last, step, result, key=joint_key("short", inner.key, tuple(map(typed_key, values))))


def _table_of(
    inner: Machine, rows: Sequence[Mapping[State, Sequence[State]]], ends: Mapping[State, None]
) -> list[tuple[Value, Sequence[State]]]:
    """Return the states, each with its result and what the values lead to; the last one is where a run begins."""
    numbers: dict[Hashable, int] = {}
    table: list[tuple[Value, Sequence[State]]] = []

    def number_of(result: Value, leads_to: Sequence[State]) -> int:
        key = (typed_key(result), tuple(leads_to))
        if key not in numbers:
            numbers[key] = len(table)
            table.append((result, leads_to))
        return numbers[key]

    width = len(next(iter(rows[0].values())))
    after = {state: number_of(inner.result(state), (_LONG,) * width) for state in ends}
    for row in reversed(rows):
        after = {state: number_of(inner.result(state), [after[to] for to in leads_to]) for state, leads_to in row.items()}
    first = after[inner.start]
    table.append(table[first])  # it is last, whatever it is the same as
    return table
