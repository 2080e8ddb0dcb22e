"""Python's own: `range`, `zip`, `enumerate`, `sorted`, `reversed`, `combinations`, `permutations` and `join`."""

from __future__ import annotations

import builtins
import itertools
import math

from ..language.function_registry import function
from ..language.operators import MAX_MEMBERS, is_number, numbers
from ..language.parameter_types import KnownNumber, Members, RangeEnd, Text
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, FixedTuple, Value, describe, kind_of


@function("plain Python", "range(3) == 0..2 and range(1, 7, 3)[1] == 4")
def range(start: RangeEnd, stop: RangeEnd | None = None, step: RangeEnd = 1) -> Value:
    """`range(n)`: the numbers from 0 to n - 1; `range(a, b)`: from a to b - 1; `range(a, b, s)`: in steps of s."""
    if step == 0:
        raise Fault(Code.WRONG_ARGUMENTS, "the step of `range` cannot be 0")
    return numbers(0, start, step) if stop is None else numbers(start, stop, step)


@function("plain Python", "zip([1, 2], [3, 4]) == [(1, 3), (2, 4)]", structural=True)
def zip(values: Members, *more: Members) -> list[Value]:
    """The first members of several lists as a tuple, then the second ones, and so on, as far as the shortest goes."""
    return [FixedTuple(members) for members in builtins.zip(values, *more, strict=False)]


@function("plain Python", "enumerate([5, 6])[1] == (1, 6)", structural=True)
def enumerate(values: Members, start: KnownNumber = 0) -> list[Value]:
    """Each member with its number: (0, first), (1, second), ..."""
    return [FixedTuple(pair) for pair in builtins.enumerate(values, start)]


@function("plain Python", "sorted([3, blank, 1]) == [1, 3]")
def sorted(values: Members) -> list[Value]:
    """The members in rising order, blanks left out: all numbers, or all texts."""
    found = [value for value in values if value is not BLANK]
    if not (all(is_number(value) for value in found) or all(isinstance(value, str) for value in found)):
        odd = next(value for value in found if not is_number(value))
        raise Fault(Code.WRONG_KIND, f"`sorted` needs all numbers or all texts, but got {kind_of(odd)} ({describe(odd)})")
    return builtins.sorted(found)


@function("plain Python", "reversed([1, 2]) == [2, 1]", structural=True)
def reversed(values: Members) -> list[Value]:
    """The members from the last to the first."""
    return list(values)[::-1]


@function("plain Python", "len(combinations([1, 2, 3], 2)) == 3", structural=True)
def combinations(values: Members, k: KnownNumber) -> list[Value]:
    """All choices of k members, each a tuple in the order of the list."""
    k = min(k, len(values) + 1)
    _check_count("combinations", k, math.comb(len(values), max(k, 0)))
    return [FixedTuple(chosen) for chosen in itertools.combinations(values, k)]


@function("plain Python", "permutations([1, 2]) == [(1, 2), (2, 1)]", structural=True)
def permutations(values: Members) -> list[Value]:
    """All orders of the members, each a tuple."""
    _check_count("permutations", len(values), math.perm(len(values)) if len(values) < 20 else MAX_MEMBERS + 1)
    return list(itertools.permutations(values))


@function("plain Python", "join(['a', 1, 'b']) == 'a1b' and join([1, 2], '-') == '1-2'")
def join(values: Members, separator: Text = "") -> str:
    """The members written one after the other as a text, with the separator between them, blanks left out."""
    found = [value for value in values if value is not BLANK]
    for value in found:
        if not (is_number(value) or isinstance(value, str)):
            raise Fault(Code.WRONG_KIND, f"`join` needs texts and numbers, but got {kind_of(value)} ({describe(value)})")
    return separator.join(str(value) for value in found)


def _check_count(name: str, k: int, count: int) -> None:
    if k < 0:
        raise Fault(Code.WRONG_ARGUMENTS, f"`{name}` cannot choose {k} members")
    if count > MAX_MEMBERS:
        raise Fault(Code.TOO_MUCH, f"`{name}` would make more than {MAX_MEMBERS:,} members")
