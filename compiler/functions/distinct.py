"""`distinct`"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..language.function_registry import function
from ..language.operators import LISTS, equal
from ..language.parameter_types import Members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Field, Value

LONG = 10_000  # members of a range up to which it is written out
PAIRWISE = 2_000


@function("aggregates", "distinct([3, blank, 1, blank]) and not distinct(number)", aggregate=True)
def distinct(values: Members) -> bool:
    """Return true if no two members of `values` are equal. Blank members are skipped.

    Members may be lists, and fields such as `number[row]`, which are equal if they have the same values in the same order.
    """
    members = [list(value) if isinstance(value, Field) else value for value in values if value is not BLANK]
    keys = _keys(members)
    if keys is not None:
        return len(keys) == len(members)
    if len(members) > PAIRWISE:
        raise Fault(
            Code.TOO_MUCH,
            f"`distinct` cannot compare {len(members):,} lists of mixed truth values and numbers, or of ranges of over {LONG:,}",
            f"it compares at most {PAIRWISE:,} such lists",
        )
    return not any(equal(value, other) for at, value in enumerate(members) for other in members[:at])


class _NoKey(Exception):
    """Raised if two keys may be equal although the values are not, or the other way round."""


def _keys(values: Sequence[Value]) -> set[Hashable] | None:
    """Return keys that are the same exactly if the values are `equal`; None if a comparison may fail, or a key is too long.

    To Python a truth value and a number are the same; in the language comparing them is an error. If both occur at the same
    position inside two values, the members before that position decide whether they are compared. Then there are no keys.
    """
    truths: dict[tuple[int, ...], bool] = {}  # for each position whether truth values stand there, and not numbers
    unhashable: list[Value] = []

    def key(value: Value, position: tuple[int, ...]) -> Hashable:
        if isinstance(value, (*LISTS, Field)):
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
