"""Plain evaluation while some places of a grid are open: every value is a superset of what it can be when they are filled.

So what is false here is false whatever stands in the open places. The converse does not hold.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.language import operators
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.call_binding import Stream, prepare
from gridwright.compiler.language.function_registry import Function
from gridwright.compiler.language.interpreter import Interpreter, SpecCallable
from gridwright.compiler.language.operators import LISTS, OPERATORS, Operator
from gridwright.compiler.language.parameter_types import ParameterType
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.semantics import Semantics
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import Code, Fault, SpecError
from gridwright.compiler.values import BLANK, Number, Value, exact, is_known, size_of

from .open_values import (
    ANYTHING,
    TRUTHS,
    Open,
    Undetermined,
    between,
    bounds,
    either,
    fill,
    may_be_blank,
    may_be_fraction,
    one_of,
    open_inside,
)
from .partial_aggregates import AGGREGATES

CASES = 1_024  # combinations of values for which an operator is computed one by one
CASES_OF_CALLS = 64  # and a function of the language, which may take long

_COMPARISONS: Mapping[str, Callable[[Number, Number], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class PartialInterpreter(Interpreter):
    """Evaluates expressions on a grid with open places, with `PartialSemantics`."""

    unusual: ClassVar[tuple[type[Exception], ...]] = (*Interpreter.unusual, Undetermined)

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the possible values of a node, as a plain or an open value."""
        try:
            return Interpreter.evaluate(self, node, scope)
        except Undetermined:
            return ANYTHING
        except SpecError as problem:
            if all(diagnostic.code is Code.MUST_BE_KNOWN for diagnostic in problem.diagnostics):
                return ANYTHING
            raise

    def truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return the possible truth values of a node, as a plain or an open value."""
        try:
            return Interpreter.truth(self, node, scope)
        except Undetermined:
            return TRUTHS


class PartialSemantics(Semantics):
    """Semantics in which values may be open."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    def as_truth(self, value: Value) -> Value:
        """Return the value as a truth value."""
        if not isinstance(value, Open):
            return operators.truth(value)
        return TRUTHS if value.values is None else self._each(operators.truth, [value])

    def operate(self, operator: Operator, operands: Sequence[Value]) -> Value:
        """Return an operator's value on single values."""
        if all(map(is_known, operands)):
            return super().operate(operator, operands)
        if any(isinstance(operand, LISTS) for operand in operands):
            return self._of_lists(operator, operands)
        if any(isinstance(operand, Open) and operand.values is None for operand in operands):
            return TRUTHS if operator.is_truth else ANYTHING
        if _cases(operands) <= CASES:
            return self._each(operator.evaluate, operands)
        return _of_intervals(operator.sign, operands)

    def _of_lists(self, operator: Operator, operands: Sequence[Value]) -> Value:
        left, right = operands
        if not (isinstance(left, LISTS) and isinstance(right, LISTS)):
            raise Undetermined
        if operator.sign == "+":
            return super().operate(operator, operands)
        if operator.sign not in ("==", "!="):
            raise Undetermined
        same = self._equal_lists(left, right)
        return self.negate(same) if operator.sign == "!=" else same

    def _equal_lists(self, left: Sequence[Value] | Area, right: Sequence[Value] | Area) -> Value:
        if len(left) != len(right):
            return False
        return self.conjoin([self.operate(OPERATORS["=="], pair) for pair in zip(left, right, strict=True)])

    def _each(self, compute: Callable[..., Value], operands: Sequence[Value]) -> Value:
        """Return the result of a computation for all values of the operands, as one open value."""
        if _cases(operands) > CASES or not all(isinstance(operand, Open) or is_known(operand) for operand in operands):
            raise Undetermined
        choices = [operand.known_values() if isinstance(operand, Open) else (operand,) for operand in operands]
        try:
            return one_of(compute(*values) for values in itertools.product(*choices))
        except Fault:  # for some values it is a mistake
            raise Undetermined from None

    def call_function(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """Call a function of the language with checked arguments."""
        aggregate = None if keywords else AGGREGATES.get(function.name)
        if aggregate and len(arguments) > 1 and any(isinstance(argument, Open) for argument in arguments):
            return aggregate(arguments)  # `min` and `max` of several arguments
        if aggregate and isinstance(arguments[0], Stream):
            return aggregate(arguments[0])
        given = [_prepare(argument) for argument in arguments]
        named = {name: _prepare(argument) for name, argument in keywords.items()}
        unknowns = [*open_inside([*given, *named.values()])]
        if not unknowns or (function.structural and not any(isinstance(value, Open) for value in (*given, *named.values()))):
            return function.evaluate(*given, **named)
        if aggregate and len(given) == 1 and not isinstance(given[0], Open):
            return aggregate(given[0])
        return self._each_call(function, given, named, unknowns)

    def _each_call(
        self, function: Function, given: Sequence[Value], named: Mapping[str, Value], unknowns: Sequence[Open]
    ) -> Value:
        """Return the result of a function for all values of the open places in its arguments, if these are few."""
        if _cases(unknowns) > CASES_OF_CALLS:
            return TRUTHS if function.is_truth else ANYTHING
        arguments = [*given, *named.values()]
        self.budget.spend(int(_cases(unknowns)) * (1 + sum(map(size_of, arguments))))
        boards = 1 if function.takes_board else 0
        parameters = [None, *function.parameters_of(given, named)][1 - boards :]

        def call(*values: Value) -> Value:
            chosen = iter(values)
            known = [fill(argument, chosen) for argument in arguments]
            for at, (parameter, argument) in enumerate(zip(parameters, arguments, strict=True)):
                if parameter is not None and isinstance(argument, Open):
                    known[at] = prepare(function, parameter, known[at], lambda kind, value: kind.convert(value))
                if parameter is not None and known[at] is BLANK and not parameter.kind.takes_blank:
                    return BLANK
            return function.evaluate(*known[: len(given)], **dict(zip(named, known[len(given) :], strict=True)))

        return self._each(call, unknowns)

    def convert(self, kind: ParameterType, value: Value) -> Value | None:
        """Convert an argument to a parameter type; what is open is converted when its values are tried."""
        if isinstance(value, Open):
            return value
        converted = kind.convert(value)
        if converted is None and not is_known(value):
            raise Undetermined
        return converted

    def conjoin(self, values: Sequence[Value]) -> Value:
        """Return `and` of truth values."""
        return False if any(value is False for value in values) else all(value is True for value in values) or TRUTHS

    def disjoin(self, values: Sequence[Value]) -> Value:
        """Return `or` of truth values."""
        if any(value is True for value in values):
            return True
        return False if all(value is False for value in values) else TRUTHS

    def negate(self, value: Value) -> Value:
        """Return `not` of a truth value."""
        return TRUTHS if isinstance(value, Open) else not value

    def choose(self, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
        """Return one of two values, by a truth value."""
        if not isinstance(condition, Open):
            return super().choose(condition, then, otherwise)
        try:
            return either(then(), otherwise())
        except SpecError:  # a mistake in the branch that is not taken
            raise Undetermined from None

    def contains(self, value: Value, members: Sequence[Value]) -> Value:
        """Check whether the value equals a member."""
        if is_known(value) and is_known(members):
            return super().contains(value, members)
        return self.disjoin([self.operate(OPERATORS["=="], [value, member]) for member in members])

    def item(self, of: Value, index: Value, literal: bool) -> Value:
        """Return `of[index]`."""
        if isinstance(of, Open) or isinstance(index, Open):
            owners = of.known_values() if isinstance(of, Open) else (of,)
            indices = index.known_values() if isinstance(index, Open) else (index,)
            if len(owners) * len(indices) > CASES:
                raise Undetermined
            return _union(super(PartialSemantics, self).item(owner, at, literal) for owner in owners for at in indices)
        if not is_known(index):
            raise Undetermined
        return super().item(of, index, literal)

    def slice_list(self, of: Value, cut: slice) -> Value:
        """Return `of[cut]`, by position."""
        return super().slice_list(_not_open(of), cut)

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute of a value."""
        if isinstance(value, Open):
            return _union(super(PartialSemantics, self).attribute(known, name) for known in value.known_values())
        return super().attribute(value, name)

    def members(self, value: Value) -> Iterable[Value]:
        """Return the members that a loop iterates over."""
        return super().members(_not_open(value))

    def parts(self, value: Value, number: int) -> Value | None:
        """Return the parts of a value that is unpacked into `number` names; None if it does not have that many."""
        return super().parts(_not_open(value), number)


@dataclass(frozen=True, slots=True, eq=False)
class _KnownResults:
    """A function of the spec that refuses to give open values, for code that does not know of them."""

    callee: SpecCallable

    kind: ClassVar[str] = "a function"

    def __str__(self) -> str:
        return str(self.callee)

    def __call__(self, *arguments: Value) -> Value:
        """Return the value for these arguments; raise `Undetermined` if it is open."""
        result = self.callee(*arguments)
        if not is_known(result):
            raise Undetermined
        return result

    def error_for(self, fault: Fault, arguments: Sequence[Value]) -> SpecError:
        """Return an error in the function's result as a `SpecError` at the branch that returned it."""
        return self.callee.error_for(fault, arguments)


def _prepare(argument: Value) -> Value:
    if isinstance(argument, SpecCallable):
        return _KnownResults(argument)
    return list(argument) if isinstance(argument, Stream) else argument


def _not_open(value: Value) -> Value:
    if isinstance(value, Open):
        raise Undetermined
    return value


def _union(values: Iterator[Value]) -> Value:
    """Return the open value that is one of several values, which may themselves be open."""
    try:
        joined = next(values)
        for value in values:
            joined = either(joined, value)
    except Fault:  # for some values it is a mistake
        raise Undetermined from None
    return joined


def _cases(operands: Sequence[Value]) -> float:
    """Return how many combinations of values there are."""
    sizes = [
        len(operand.values) if isinstance(operand.values, tuple) else math.inf
        for operand in operands
        if isinstance(operand, Open)
    ]
    return math.prod(sizes)


def _of_intervals(sign: str, operands: Sequence[Value]) -> Value:
    """Apply an operator to numbers that are known only by their bounds."""
    if len(operands) != 2 or any(isinstance(operand, bool) for operand in operands):
        raise Undetermined
    left, right = map(bounds, operands)
    or_blank = may_be_blank(operands[0]) or may_be_blank(operands[1])
    if sign in ("==", "!="):
        apart = left is not None and right is not None and (left[1] < right[0] or right[1] < left[0])
        both_blank = may_be_blank(operands[0]) and may_be_blank(operands[1])
        return sign == "!=" if apart and not both_blank else TRUTHS
    if left is None or right is None:
        raise Undetermined
    ends = list(itertools.product(left[:2], right[:2]))
    if sign in _COMPARISONS:
        truths = {_COMPARISONS[sign](a, b) for a, b in ends}
        return one_of([*truths, *([False] if or_blank else [])])
    if sign == "/" and (right[0] > 0 or right[1] < 0):  # over a number that may be 0, the result may be any
        results = [exact(a, b) for a, b in ends]
        return between(min(results), max(results), or_blank=or_blank, fractions=True)
    if sign not in ("+", "-", "*"):
        raise Undetermined
    results = [a + b if sign == "+" else a - b if sign == "-" else a * b for a, b in ends]
    fractions = any(map(may_be_fraction, operands))
    return between(min(results), max(results), or_blank=or_blank, fractions=fractions)
