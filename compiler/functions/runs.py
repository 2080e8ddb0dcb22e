"""`runs` and `numbers`: the stretches between blanks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..language.function_registry import function
from ..language.parameter_types import Members
from ..values import BLANK, FoundList, Value
from .min import checked_number
from .read import read_digits


@function("along a line", "runs([1, 2, blank, 3]) == [[1, 2], [3]] and len(runs([true, false, true])) == 2")
def runs(values: Members) -> list[Value]:
    """The maximal stretches of members that are neither blank nor false, each a list, in order."""
    return FoundList(_stretches(values))


@function("along a line", "numbers([1, 2, blank, 3]) == [12, 3] and numbers([blank, 0, 4]) == [4]")
def numbers(values: Members) -> list[Value]:
    """Each run (see `runs`) read as one decimal number, in order.

    A member x of a run makes of the number n read so far 10 * n + x: leading zeros change nothing, and an x that is no digit (12,
    or -1) simply adds in. Members are numbers or blank; a truth value is a mistake.
    """
    checked = [value if value is BLANK else checked_number("numbers", value) for value in values]
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
