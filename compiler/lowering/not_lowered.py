"""Opaque values: the compiler knows nothing of them, because they come from a function that has no lowering.

Whatever depends on one is opaque too, up to the smallest truth value that plain evaluation can give (see `symbolic`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import ClassVar

from ..geometry.places import Cell, Direction
from ..ir.term import Operand, Term
from ..language.operators import LISTS
from ..values import BLANK, Blank, Everywhere, Field, SizedList, Unknown, Value, is_known
from .automata.aggregates import MappedRuns, RunValues
from .automata.aggregates import example as example_of_stream
from .automata.machine import Machine
from .quotients import Quotient
from .reasons import GROUP, LIST_VALUE, PARTIAL, RUNS, TABLE, NotTabulated, Reason
from .selection import Selection, UnknownLayer


class NotLowered(Unknown):
    """A value without a lowering, and why it has none; `is_truth` if it is known to be a truth value.

    `implied`: what holds if the truth value is true. `exactly(n)`: the truth "the value is n", where more is known of that.
    """

    __slots__ = ("exactly", "implied", "is_truth", "reason")
    kind: ClassVar[str] = "a value found by evaluation"

    def __init__(
        self,
        reason: Reason,
        *,
        is_truth: bool = False,
        implied: Operand = True,
        exactly: Callable[[int], NotLowered] | None = None,
    ) -> None:
        self.reason = reason
        self.is_truth = is_truth
        self.implied = implied
        self.exactly = exactly


class PartialList(Unknown):
    """A list whose members may be missing: each has a truth value that says whether it is there.

    In a subclass any may be missing; in this class, all from some member on.
    """

    __slots__ = ("_members",)
    kind: ClassVar[str] = "a list"
    reason: ClassVar[Reason] = PARTIAL

    def __init__(self, members: Sequence[tuple[Operand, Operand]]) -> None:
        self._members = members

    @property
    def members(self) -> Sequence[tuple[Operand, Operand]]:
        """Return the members with the conditions that they are there."""
        return self._members


class PartialArea(PartialList):
    """Known places, each with the condition that it is there. Any of them may be missing."""

    reason: ClassVar[Reason] = GROUP

    __slots__ = ("_missing",)

    def __init__(self, members: Sequence[tuple[Operand, Operand]], missing: Operand = False) -> None:
        super().__init__(members)
        self._missing = missing

    @property
    def missing(self) -> Operand:
        """Return the term "it is blank"."""
        return self._missing

    @property
    def field(self) -> Field:
        """Return for each of the places whether it is there."""
        members = self.members
        return Field([place for _, place in members], lambda at: members[at][0])


class PartialLines(PartialList):
    """Lines, each with the condition that something of it is there: a `PartialArea`. Any of them may be missing."""

    reason: ClassVar[Reason] = GROUP

    __slots__ = ()


class PartialField(Field):
    """A field whose places may be missing: `present[i]` says whether one is there."""

    __slots__ = ("present",)

    def __init__(self, places: Sequence[Value], present: Sequence[Operand], read: Callable[[int], Value]) -> None:
        super().__init__(places, read)
        self.present = present

    def position(self, place: Value) -> int | None:
        """Return None: it is not known which places are there."""
        return None

    def like(self, read: Callable[[int], Value]) -> PartialField:
        """Return a field over the same places, with the same ones missing."""
        return PartialField(self.places, self.present, read)

    @property
    def members(self) -> list[tuple[Operand, Value]]:
        """Return the values with the conditions that they are there."""
        return list(zip(self.present, self, strict=True))


_NOT_CLEAR = (NotLowered, PartialList, PartialField, Machine, MappedRuns, RunValues, Quotient)
CLEAR = frozenset((Term, int, Fraction, bool, str, Blank, Cell, Direction))  # never opaque, and without members


def example(value: MappedRuns | RunValues | PartialList | PartialField) -> Value:
    """Return an example of a list, whose kind is that of the list."""
    if isinstance(value, PartialField):
        return Field((), lambda at: BLANK)
    return [] if isinstance(value, PartialList) else example_of_stream(value)


def not_lowered_inside(value: Value) -> bool:
    """Check whether the value, or a member of it, is opaque, partial, a machine or a quotient."""
    kind = type(value)
    if kind in CLEAR:
        return False
    if kind is not Field and kind is not UnknownLayer:
        if isinstance(value, _NOT_CLEAR):
            return True
        if isinstance(value, Everywhere) or (isinstance(value, SizedList) and is_known(value)):
            return False
    if isinstance(value, (list, tuple, Field)):
        field = value if isinstance(value, Field) else None
        if field is not None and field.is_clear:
            return False
        if isinstance(value, Selection) and value.are_truths:
            return False
        members = value if field is None else field.all_read
        are_clear = members is not None and CLEAR.issuperset(map(type, members))  # there may be thousands
        if not are_clear:
            are_clear = True
            for member in value:  # a field is read no further than to the first that is opaque
                if type(member) not in CLEAR:
                    are_clear = False
                    if not_lowered_inside(member):
                        return True
        if field is not None:
            field.is_clear = are_clear
    return False


def passed_on(*values: Value, is_truth: bool = False) -> NotLowered:
    """Return an opaque value, for the reason that the first opaque, partial or streamed one of the values has.

    Without any, one of the values is a list where only a single value can stand.
    """
    reasons = (reason for value in values if (reason := _reason_inside(value)) is not None)
    return NotLowered(next(reasons, LIST_VALUE), is_truth=is_truth)


def _reason_inside(value: Value) -> Reason | None:
    if isinstance(value, (NotLowered, PartialList)):
        return value.reason
    if isinstance(value, PartialField):
        return GROUP
    if isinstance(value, Quotient):
        return TABLE
    if isinstance(value, (Machine, MappedRuns, RunValues)):
        return RUNS
    members = value if isinstance(value, (list, tuple, Field)) else ()
    return next((reason for member in members if (reason := _reason_inside(member)) is not None), None)


def is_single(value: Value) -> bool:
    """Check whether the value is no list, field or mapping: a table can hold it."""
    return not isinstance(value, (*LISTS, Field, dict, PartialList, MappedRuns, RunValues))


def single(value: Value) -> Value:
    """Return the value; raise `NotTabulated` if it is a list, which no table can hold."""
    if not is_single(value):
        raise NotTabulated(LIST_VALUE)
    return value
