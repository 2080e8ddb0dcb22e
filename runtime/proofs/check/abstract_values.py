"""What a term can still be worth, where only some is known: a set of values, or a range of numbers that is too wide for one."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gridwright.compiler.ir.operations import OPERATIONS
from gridwright.compiler.ir.term import Term
from gridwright.compiler.values import BLANK, Value

SMALL = 2048  # values of a set
TABLE = 20_000  # combinations that are gone through


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, and blank where it says so."""

    low: int
    high: int
    blank: bool


Set = frozenset[Value]
Possible = Set | Range

TRUE: Set = frozenset((True,))
FALSE: Set = frozenset((False,))
BOTH: Set = frozenset((False, True))


class EmptyMeet(Exception):
    """Nothing is left that a term could be worth."""


def meet(first: Possible, second: Possible) -> Possible:
    """What both allow; `EmptyMeet` where that is nothing."""
    if isinstance(first, Range):
        first, second = second, first
    if isinstance(first, Range):
        assert isinstance(second, Range)
        low, high, blank = max(first.low, second.low), min(first.high, second.high), first.blank and second.blank
        if low > high and not blank:
            raise EmptyMeet
        return Range(low, high, blank) if high - low > SMALL else frozenset([*range(low, high + 1), *([BLANK] if blank else [])])
    found = frozenset(value for value in first if _inside(value, second)) if isinstance(second, Range) else first & second
    if not found:
        raise EmptyMeet
    return found


def _inside(value: Value, within: Range) -> bool:
    return within.blank if value is BLANK else isinstance(value, int) and within.low <= value <= within.high


def join(parts: Iterable[Possible]) -> Possible:
    """What one of several allows."""
    found = list(parts)
    if all(not isinstance(part, Range) for part in found):
        return frozenset().union(*found)  # type: ignore[arg-type]
    ends = [bounds(part) for part in found]
    return Range(min(low for low, _ in ends), max(high for _, high in ends), any(map(may_be_blank, found)))


def may_be_blank(possible: Possible) -> bool:
    """Whether blank is allowed."""
    return possible.blank if isinstance(possible, Range) else BLANK in possible


@functools.lru_cache(1024)  # sets that are equal have the same bounds, though true is no 1
def bounds(possible: Possible) -> tuple[int, int]:
    """The smallest and the largest number that a term adds to a sum; blank counts 0. `TypeError` where there are others."""
    if isinstance(possible, Range):
        ends = (possible.low, possible.high)
        return (min(0, ends[0]), max(0, ends[1])) if possible.blank else ends
    numbers = [as_number(value) for value in possible]
    return min(numbers), max(numbers)


def as_number(value: Value) -> int:
    """What a value adds to a sum: a truth value 0 or 1, blank nothing. `TypeError` for texts, of digits too, and tuples."""
    if value is BLANK:
        return 0
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is not a number")


def single(possible: Possible) -> bool:
    """Whether one value is left."""
    return not isinstance(possible, Range) and len(possible) == 1


def result(term: Term, args: Sequence[Possible]) -> Possible:
    """What a term can be worth, from what its arguments can be; for truths that are told by more than that, both."""
    if args and all(single(arg) for arg in args) and term.op not in ("network", "joined", "size", "evaluated"):
        try:
            return frozenset((OPERATIONS[term.op].evaluate(term, [next(iter(arg)) for arg in args]),))  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError):  # values that a table does not have: nothing is claimed
            pass
    found = _RESULTS.get(term.op)
    if found:
        return found(term, args)
    return BOTH


def _and(term: Term, args: Sequence[Possible]) -> Possible:
    return FALSE if FALSE in args else TRUE if all(arg == TRUE for arg in args) else BOTH


def _or(term: Term, args: Sequence[Possible]) -> Possible:
    return TRUE if TRUE in args else FALSE if all(arg == FALSE for arg in args) else BOTH


def _is(term: Term, args: Sequence[Possible]) -> Possible:
    (arg,) = args
    inside = _inside(term.detail, arg) if isinstance(arg, Range) else term.detail in arg
    return BOTH if inside else FALSE


def _within(term: Term, args: Sequence[Possible]) -> Possible:
    (arg,) = args
    low, high = term.detail
    if isinstance(arg, Range):
        all_in = low <= arg.low and arg.high <= high and not arg.blank
        return TRUE if all_in else FALSE if arg.high < low or arg.low > high else BOTH
    inside = {value is not BLANK and low <= value <= high for value in arg}
    return frozenset(inside)


def _same(term: Term, args: Sequence[Possible]) -> Possible:
    try:
        meet(*args)
    except EmptyMeet:
        return FALSE
    return BOTH


def _less(term: Term, args: Sequence[Possible]) -> Possible:
    x, y = map(_numbers, args)
    if x is None or y is None:
        return FALSE
    (x_low, x_high), (y_low, y_high) = x, y
    if x_low + term.detail > y_high:
        return FALSE
    return TRUE if x_high + term.detail <= y_low and not any(map(may_be_blank, args)) else BOTH


def _numbers(possible: Possible) -> tuple[int, int] | None:
    """The smallest and largest number, blank left out; none where there is no number."""
    if isinstance(possible, Range):
        return possible.low, possible.high
    numbers = [value for value in possible if value is not BLANK]
    return (min(numbers), max(numbers)) if numbers else None


def _distinct(term: Term, args: Sequence[Possible]) -> Possible:
    held: set[Value] = set()
    for arg in args:
        if single(arg) and BLANK not in arg:  # type: ignore[operator]
            (value,) = arg  # type: ignore[misc]
            if value in held:
                return FALSE
            held.add(value)
    if any(isinstance(arg, Range) or BLANK in arg for arg in args):
        return BOTH
    return FALSE if len(frozenset().union(*args)) < len(args) else BOTH  # type: ignore[arg-type]


def _linear(term: Term, args: Sequence[Possible]) -> Possible:
    constant, *factors = term.detail
    low = high = constant
    for factor, arg in zip(factors, args, strict=True):
        least, most = bounds(arg)
        low, high = (low + factor * least, high + factor * most) if factor > 0 else (low + factor * most, high + factor * least)
    return Range(low, high, False) if high - low > SMALL else frozenset(range(low, high + 1))


def _table(term: Term, args: Sequence[Possible]) -> Possible:
    sets = [arg for arg in args if not isinstance(arg, Range)]
    if len(sets) < len(args) or math.prod(map(len, sets)) > TABLE:
        raise TypeError(f"a table over {len(args)} values is too large")
    return frozenset(term.detail.compute(*values) for values in itertools.product(*sets))


def _extreme(term: Term, args: Sequence[Possible]) -> Possible:
    (a, b), (c, d) = bounds(args[0]), bounds(args[1])
    low, high = (max(a, c), max(b, d)) if term.detail == "max" else (min(a, c), min(b, d))
    if any(isinstance(arg, Range) for arg in args):
        return Range(low, high, False)
    return frozenset(value for arg in args if not isinstance(arg, Range) for value in arg if low <= value <= high)


def _cases(term: Term, args: Sequence[Possible]) -> Possible:
    kept = []
    for condition, value in zip(args[:-1:2], args[1:-1:2], strict=True):
        if condition != FALSE:
            kept.append(value)
        if condition == TRUE:
            return join(kept)
    return join([*kept, args[-1]])


def _constant(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset((term.detail,))


def _unknown(term: Term, args: Sequence[Possible]) -> Possible:
    layer = term.detail.layer
    if len(layer.values) > SMALL:
        return Range(min(layer.values), max(layer.values), layer.blank)
    return frozenset([*layer.values, *([BLANK] if layer.blank else [])])


def _automaton(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(term.detail.results)


def _size(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(range(term.args[0].detail.graph.vertices + 1))


_RESULTS: Mapping[str, Callable[[Term, Sequence[Possible]], Possible]] = {
    "and": _and,
    "or": _or,
    "is": _is,
    "within": _within,
    "same": _same,
    "less": _less,
    "distinct": _distinct,
    "linear": _linear,
    "map": _table,
    "extreme": _extreme,
    "cases": _cases,
    "constant": _constant,
    "unknown": _unknown,
    "automaton": _automaton,
    "size": _size,
    "network": lambda term, args: frozenset(("network",)),  # it is no value; what is made of it looks at it itself
}
