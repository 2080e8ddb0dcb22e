"""Functions as in Python: `range`, `zip`, `enumerate`, `sorted`, `reversed`, `combinations`, `permutations` and `join`."""

from __future__ import annotations

import builtins
import itertools
import math
from collections.abc import Iterable, Sequence

from ..language.function_registry import function
from ..language.operators import MAX_MEMBERS, check_size, is_number, numbers
from ..language.parameter_types import KnownWhole, Members, RangeEnd, Text
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, TEXT, FixedTuple, SizedList, Value, describe, is_flat, kind_of


@function("plain Python", "range(3) == 0..2 and range(1, 7, 3)[1] == 4")
def range(start: RangeEnd, stop: RangeEnd | None = None, step: RangeEnd = 1) -> Value:
    """Return the whole numbers from `start` up to but not including `stop`, in steps of `step`.

    `range(n)` are the numbers from 0 to n - 1, `range(a, b)` those from a to b - 1, `range(a, b, s)` those in steps of s. The
    range `1..9` includes both ends.
    """
    if step == 0:
        raise Fault(Code.WRONG_ARGUMENTS, "the step of `range` cannot be 0")
    return numbers(0, start, step) if stop is None else numbers(start, stop, step)


@function("plain Python", "zip([1, 2], [3, 4]) == [(1, 3), (2, 4)]", structural=True)
def zip(values: Members, *more: Members) -> list[Value]:
    """Return tuples of the first members of several lists, of their second members, and so on.

    It ends with the shortest list. Blank members are kept.
    """
    return [FixedTuple(members) for members in builtins.zip(values, *more, strict=False)]


@function("plain Python", "enumerate([5, 6])[1] == (1, 6)", structural=True)
def enumerate(values: Members, start: KnownWhole = 0) -> list[Value]:
    """Return each member of `values` with its number: `(0, first)`, `(1, second)`, ...

    Numbers count from `start`. Blank members are kept.
    """
    return [FixedTuple(pair) for pair in builtins.enumerate(values, start)]


@function("plain Python", "sorted([3, blank, 1]) == [1, 3]")
def sorted(values: Members) -> list[Value]:
    """Return the members of `values` in rising order.

    Blank members are left out. Members are all numbers or all texts.
    """
    members = [value for value in values if value is not BLANK]
    if not (all(is_number(value) for value in members) or all(isinstance(value, str) for value in members)):
        odd = next(value for value in members if not is_number(value))
        raise Fault(Code.WRONG_KIND, f"`sorted` needs all numbers or all texts, but got {kind_of(odd)} ({describe(odd)})")
    return builtins.sorted(members)


@function("plain Python", "reversed([1, 2]) == [2, 1]", structural=True)
def reversed(values: Members) -> list[Value]:
    """Return the members of `values` from the last to the first. Blank members are kept."""
    return list(values)[::-1]


@function("plain Python", "len(combinations([1, 2, 3], 2)) == 3", structural=True)
def combinations(values: Members, k: KnownWhole) -> list[Value]:
    """Return all ways to choose `k` members of `values`, each a tuple in the order of the list.

    Blank members are kept.
    """
    k = min(k, len(values) + 1)
    _check_count("combinations", k, _binomial(len(values), k))
    return _tuples(itertools.combinations(values, k), k, values)


@function("plain Python", "permutations([1, 2]) == [(1, 2), (2, 1)] and len(permutations([1, 2, 3], 2)) == 6", structural=True)
def permutations(values: Members, k: KnownWhole | None = None) -> list[Value]:
    """Return all orders of the members of `values`, each a tuple; with `k`, of `k` of its members. Blank members are kept."""
    k = len(values) if k is None else min(k, len(values) + 1)
    _check_count("permutations", k, math.perm(len(values), k) if 0 <= k < 20 else MAX_MEMBERS + 1)
    return _tuples(itertools.permutations(values, k), k, values)


def _tuples(selections: Iterable[tuple[Value, ...]], k: int, values: Sequence[Value]) -> list[Value]:
    """Return tuples of `k` members of a list; their size is known at once, though there may be a million."""
    tuples = SizedList([FixedTuple(chosen) for chosen in selections])
    if k and tuples and is_flat(values):
        tuples.extent = 1 + len(tuples) * (1 + k), 2
        check_size(tuples.extent[0])
    return tuples


@function("plain Python", "join(['a', 1, 'b']) == 'a1b' and join([1, 2], '-') == '1-2'")
def join(values: Members, separator: Text = "") -> str:
    """Return the members of `values` written as one text, with `separator` between them.

    Blank members are left out.
    """
    members = [value for value in values if value is not BLANK]
    for value in members:
        if not (is_number(value) or isinstance(value, str)):
            raise Fault(Code.WRONG_KIND, f"`join` needs texts and numbers, but got {kind_of(value)} ({describe(value)})")
    length = sum(
        len(value) if isinstance(value, str) else (value.numerator.bit_length() + value.denominator.bit_length()) // 3
        for value in members
    )
    check_size((length + len(separator) * len(members)) // TEXT)
    return separator.join(map(str, members))


def _binomial(n: int, k: int) -> int:
    """Return the number of ways to choose k of n, or a number that is too many."""
    coefficient = 1
    for at in builtins.range(min(k, n - k)):
        coefficient = coefficient * (n - at) // (at + 1)
        if coefficient > MAX_MEMBERS:
            break
    return coefficient if k <= n else 0


def _check_count(name: str, k: int, count: int) -> None:
    if k < 0:
        raise Fault(Code.WRONG_ARGUMENTS, f"`{name}` cannot choose {k} members")
    if count > MAX_MEMBERS:
        raise Fault(Code.TOO_MUCH, f"`{name}` would make more than {MAX_MEMBERS:,} members")
    check_size(count * (k + 1))
