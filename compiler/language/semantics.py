"""The meaning of operations on known values: operators, choices, indices, attributes, members and calls.

The interpreter walks an expression and computes each step with this class. The compiler's class (`lowering.symbolic_semantics`)
extends it to values of which some are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from ..geometry.area import Area, AreaKind, Line
from ..geometry.clue import ClueGroup
from ..geometry.placement import Placement
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..syntax.diagnostics import Code, Fault
from ..syntax.suggestions import did_you_mean
from ..values import BLANK, Blank, Fail, Field, Value, describe, is_known, kind_of
from . import indexing, operators
from .function_registry import Function
from .parameter_types import ParameterType
from .spec import Grids


class Kinds(dict[type, bool]):
    """Whether a class is one of some classes or derived from one, by class; that is found out once for each."""

    def __init__(self, *among: type) -> None:
        super().__init__()
        self.among = among

    def __missing__(self, kind: type) -> bool:
        return self.setdefault(kind, issubclass(kind, self.among))


class Semantics:
    """Plain meaning: every value is known.

    `strict`: a known index that is out of range and a division by a known zero are mistakes; otherwise they are blank. `settled`:
    the classes of single values that operations take as they are. `areas`: those of areas that functions take so. `opaque`:
    those of what is no value, so that the interpreter decides what becomes of the expressions around it.
    """

    settled: ClassVar[frozenset[type]] = frozenset((int, Fraction, bool, str, Blank, Cell, Link, Border, Corner, Direction))
    areas: ClassVar[frozenset[type]] = frozenset((Area, Line, Placement))
    opaque: ClassVar[Kinds] = Kinds(Fail)

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict

    def require_known(self, value: Value, what: str, help: str = "") -> Value:
        """Return the value; raise `Fault` if it is unknown while compiling."""
        if not is_known(value):
            raise Fault(Code.MUST_BE_KNOWN, f"{what} must be fixed before solving, but it depends on a layer", help)
        return value

    def as_truth(self, value: Value) -> Value:
        """Return the value as a truth value; raise `Fault` if it is none."""
        return operators.truth(value)

    def operate(self, operator: operators.Operator, operands: Sequence[Value]) -> Value:
        """Apply an operator to single values."""
        if self.strict and operator.sign in ("/", "//", "%") and operands[1] == 0 and operands[0] is not BLANK:
            raise Fault(Code.DIVISION_BY_ZERO, f"`{operator.sign}` divides by zero")
        return operator.evaluate(*operands)

    def call_function(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """Call a function of the language with checked arguments."""
        return function.evaluate(*arguments, **keywords)

    def convert(self, kind: ParameterType, value: Value) -> Value | None:
        """Convert an argument to a parameter type; return None if it is of another kind."""
        return kind.convert(value)

    def conjoin(self, values: Sequence[Value]) -> Value:
        """Return `and` of truth values."""
        return all(values)

    def disjoin(self, values: Sequence[Value]) -> Value:
        """Return `or` of truth values."""
        return any(values)

    def negate(self, value: Value) -> Value:
        """Return `not` of a truth value."""
        return not value

    def choose(self, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
        """Return one of two values, by a truth value."""
        return then() if condition else otherwise()

    def contains(self, value: Value, members: Sequence[Value]) -> Value:
        """Check whether the value equals a member."""
        return operators.is_in(value, members)

    def item(self, of: Value, index: Value, literal: bool) -> Value:
        """Return `of[index]`; `literal`: the index is written as a number, and so may be negative."""
        return indexing.item(of, index, literal, self.missing)

    def key_of(self, value: Value) -> Value:
        """Return the key of a value in a mapping: see `indexing.key_of`."""
        return indexing.key_of(value)

    def slice_list(self, of: Value, cut: slice) -> Value:
        """Return `of[cut]`, by position."""
        return indexing.slice_list(of, cut)

    def missing(self, message: str, help: str = "") -> Value:
        """Return blank, the value of an index that does not exist; raise `Fault` if strict."""
        if self.strict:
            raise Fault(Code.OUT_OF_RANGE, message, help)
        return BLANK

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute of a value; of blank, blank; raise `Fault` if there is no such attribute."""
        if value is BLANK:
            return BLANK
        attributes: tuple[str, ...] = getattr(value, "attributes", ())
        if name not in attributes:
            held = {known: getattr(value, known) for known in attributes}
            attributes = (
                tuple(known for known in attributes if held[known] is not None and held[known] is not BLANK) or attributes
            )
            has = f"it has {', '.join(attributes)}" if attributes else "it has no attributes"
            if isinstance(value, AreaKind) and value.area_at(name) is not None:
                has = f"write the label in brackets: {value.name}['{name}']"
            has = "write the key of a mapping in brackets, not after a point" if isinstance(value, dict) else has
            if isinstance(value, ClueGroup):
                is_side = name in ("left", "right", "top", "bottom")
                has = f"write what you need of each clue: [clue.value for clue in {value.name}" + (
                    f" if clue.side == '{name}']" if is_side else f"]; for what is printed at a place, {value.name}[place]"
                )
            message = f"{kind_of(value)} has no attribute `{name}`"
            raise Fault(Code.UNKNOWN_ATTRIBUTE, message, did_you_mean(name, attributes) or has)
        attribute = getattr(value, name)
        return BLANK if attribute is None else attribute

    def members(self, value: Value) -> Iterable[Value]:
        """Return the members that a loop iterates over: of a list, a field, an area; none for blank; raise `Fault` otherwise."""
        if value is BLANK:
            return ()
        if isinstance(value, (list, tuple, range, Field, Area, AreaKind, ClueGroup, Grids, dict)):
            return value
        message = f"expected a list, got {kind_of(value)} ({describe(value)})"
        raise Fault(Code.WRONG_KIND, message, "write a range of numbers as 1..9" if operators.is_number(value) else "")

    def parts(self, value: Value, number: int) -> Value | None:
        """Return the parts of a value that is unpacked into `number` names; None if it does not have that many."""
        members = value.cells if isinstance(value, Link) else value
        return members if isinstance(members, (list, tuple, Area, Field)) and len(members) == number else None

    def present_members(self, value: Value) -> Iterable[tuple[Value, Value]]:
        """Return the members that a loop iterates over, each with whether it is present."""
        return ((True, member) for member in self.members(value))
