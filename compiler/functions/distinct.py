"""`distinct`"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..language.function_registry import function
from ..language.operators import LISTS, equal
from ..language.parameter_types import Members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Value

LONG = 10_000  # members of a range up to which it is written out
PAIRWISE = 2_000


@function("aggregates", "distinct([3, blank, 1, blank]) and not distinct(number)", aggregate=True)
def distinct(values: Members) -> bool:
    """Whether no value occurs twice, blanks passed over."""
    found = [value for value in values if value is not BLANK]
    keys = _keys(found)
    if keys is not None:
        return len(keys) == len(found)
    if len(found) > PAIRWISE:
        raise Fault(
            Code.TOO_MUCH,
            f"`distinct` cannot compare {len(found):,} lists of mixed truth values and numbers, or of ranges of over {LONG:,}",
            f"it compares at most {PAIRWISE:,} such lists",
        )
    return not any(equal(value, other) for at, value in enumerate(found) for other in found[:at])


class _NoKey(Exception):
    """Whether a value is equal to others is not the same as whether their keys are."""


def _keys(values: Sequence[Value]) -> set[Hashable] | None:
    """Keys that are the same exactly if values are `equal`; none where a comparison may be a mistake, or a key too long.

    A truth value and a number are the same to Python, and a mistake in the language. Where both stand at the same position inside
    of two values it depends on what stands before whether they are compared, so there are no keys then.
    """
    truths: dict[tuple[int, ...], bool] = {}  # for each position whether truth values stand there, and not numbers
    unhashable: list[Value] = []

    def key(value: Value, position: tuple[int, ...]) -> Hashable:
        if isinstance(value, LISTS):
            if isinstance(value, range) and value[LONG : LONG + 1]:
                raise _NoKey
            return tuple([key(member, (*position, at)) for at, member in enumerate(value)])
        if isinstance(value, int):
            is_truth = isinstance(value, bool)
            if truths.setdefault(position, is_truth) is not is_truth:
                raise _NoKey
            return value
        try:
            hash(value)
        except TypeError:  # a mapping of the spec's data, of which there are few
            at = next((at for at, other in enumerate(unhashable) if value == other), len(unhashable))
            unhashable[at:] = unhashable[at:] or [value]
            return (_NoKey, at)
        return (type(value), value)

    try:
        return {key(value, ()) for value in values}
    except _NoKey:
        return None
