"""`runs` and `numbers`: the stretches between blanks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..language.function_registry import function
from ..language.parameter_types import KnownTruth, Members
from ..values import BLANK, FoundList, Value, typed_key
from .min import checked_whole
from .read import read_digits


@function("along a line", "runs([1, 2, blank, 3]) == [[1, 2], [3]] and runs([1, 1, 2, blank, 2], same=true)[1] == [2]")
def runs(values: Members, same: KnownTruth = False) -> list[Value]:
    """Return the runs of `values`: the stretches between blank or false members.

    Each run is a list; they are in order. With `same=true` they are the stretches of equal members: a run also ends where the
    next member differs, and false members have runs too; only blank members are in none.
    """
    return FoundList(_equal_stretches(values) if same else _stretches(values))


@function("along a line", "numbers([1, 2, blank, 3]) == [12, 3] and numbers([blank, 0, 4]) == [4]")
def numbers(values: Members) -> list[Value]:
    """Return each run of `values` (see `runs`) read as one decimal number, in order.

    Members are whole numbers, and blank or false between the runs; true is an error. A member that is not a digit (12, or -1) is
    allowed: each step multiplies the number so far by 10 and adds the member. Leading zeros change nothing.
    """
    checked = [value if value is BLANK or value is False else checked_whole("numbers", value) for value in values]
    return FoundList(read_digits("numbers", run, 10) for run in _stretches(checked))


def _stretches(values: Iterable[Value]) -> Iterator[list[Value]]:
    run = FoundList()
    for value in values:
        if value is not BLANK and value is not False:
            run.append(value)
        elif run:
            yield run
            run = FoundList()
    if run:
        yield run


def _equal_stretches(values: Iterable[Value]) -> Iterator[list[Value]]:
    run = FoundList()
    for value in values:
        if run and (value is BLANK or typed_key(value) != typed_key(run[-1])):
            yield run
            run = FoundList()
        if value is not BLANK:
            run.append(value)
    if run:
        yield run
