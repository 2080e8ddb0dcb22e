"""Functions of the spec on plain values, prepared once for what calls them a million times: the step of a fold.

What a step mostly does, arithmetic, comparisons, choices, parts of tuples and calls, becomes functions of Python that call each
other, and take single values only. Whatever else comes up, a list, a mistake, a large number, ends with `Unusual`: then the
interpreter evaluates the call, whose result and messages count. Nodes of other kinds are left to it at once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..geometry.board import Board
from ..geometry.places import Cell, Direction
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Fault
from ..values import BLANK, FAIL, Blank, Field, Value
from . import call_binding
from .budget import Budget
from .function_registry import Function
from .operators import Operator
from .scope import CONSTANTS, PLACE_NAME, Scope
from .semantics import Semantics
from .spec import Define, Layer
from .subexpression_cache import Plan, SubexpressionCache

Arguments = Sequence[Value]
# Takes a layer, an area and what is compared with it; returns None if that has to be evaluated place by place.
AtOnce = Callable[[Value, Value, Value], Value | None]
Quick = Callable[[Any], Value]  # of what the local names stand for: a sequence, or a mapping

LARGEST = 1 << 62  # of numbers that are computed here
DEEPEST = 8  # definitions in definitions that are prepared
MOST_NODES = 1_000  # once so many are prepared, further calls of definitions are left to the interpreter
NODES_A_STEP = 4  # of the nodes that are prepared: a step is what takes a microsecond

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
ORDER: Mapping[str, Callable[[int, int], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
EQUALITY: Mapping[str, Callable[[Value, Value], bool]] = {"==": operator.eq, "!=": operator.ne}
_COMPARED = frozenset((int, bool, str, Cell, Direction))
_SINGLE = frozenset((*_COMPARED, Blank))
_NUMBERS = frozenset((int, bool))


class Unusual(Exception):
    """Something came up that only the interpreter evaluates."""


class Evaluator(Protocol):
    """The interpreter, to what is prepared for it."""

    budget: Budget
    values: Semantics

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node."""

    def value_of_binding(self, value: Value) -> Value:
        """Return the value that a name is bound to."""

    def is_kept(self, node: e.Expression, scope: Scope) -> bool:
        """Check whether the value of a node is kept for all turns in which it reads the same."""

    def kept_by(self, node: e.Expression, scope: Scope) -> Sequence[str] | None:
        """Return the local names for whose values the value of a node is kept; None if it is not kept."""

    @property
    def once(self) -> SubexpressionCache:
        """Return the values that are kept."""

    def of_data(self, quick: Quick, node: e.Expression, of_turn: Callable[[Any], Scope]) -> Quick:
        """Return a function, the prepared form of a node, for turns in which the node reads nothing but plain data."""

    def call_bound(self, bound: call_binding.BoundCall, given: Sequence[Value]) -> Value:
        """Return the value of a function for these arguments; what that takes is counted."""

    def at_once(self, function: Function, operator: Operator | None) -> AtOnce | None:
        """Return how a function of a part of a layer, or of its comparison with a value, is evaluated at once, if it ever is."""

    def plan_of_calls(self, define: Define, scope: Scope) -> Plan | None:
        """Return how calls of a definition are looked up; None if they are not, as it goes through nothing."""

    def called_quickly(
        self,
        define: Define,
        plan: Plan,
        board: Board | None,
        given: Sequence[Value],
        body: Quick,
        body_of_data: Quick,
    ) -> Value:
        """Return the value of such a call, found before if the arguments are the same."""

    def field(self, layer: Layer) -> Field:
        """Return the field of a layer."""

    def board_value(self, board: Board, name: str) -> Value | None:
        """Return the value of a name of geometry; None if it is no such name."""

    def item(self, of: Value, index: Value, literal: bool) -> Value:
        """Return `of[index]`."""

    def cut(self, of: Value, ends: Iterable[Value]) -> Value:
        """Return `of[start:stop:step]`; an end that is not given is None."""

    def attribute(self, of: Value, node: e.Attribute) -> Value:
        """Return an attribute of a value."""

    def operate_alone(self, operator: Operator, value: Value) -> Value:
        """Apply an operator to one value."""

    def choose(self, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
        """Return one of two values, by an unknown condition."""

    def argument(self, node: e.Expression, scope: Scope, function: Function) -> Value:
        """Return an argument of a function."""

    def operate(self, operator: Operator, left: Value, right: Value) -> Value:
        """Apply an operator to two values."""

    def compare(self, sign: str, left: Value, right: Value) -> Value:
        """Return a comparison of two values."""

    def negate_field(self, value: Field) -> Field:
        """Return `not` of a field, place by place."""


class CompiledNodes:
    """Compiles nodes to functions of their local names; `keys` has the key under which each local name is looked up.

    `room`: how many nodes are prepared before it is full.
    """

    def __init__(self, evaluator: Evaluator, scope: Scope, keys: Mapping[str, Hashable], room: int = MOST_NODES) -> None:
        self._evaluator = evaluator
        self._scope = scope
        self._keys = keys
        self._room = room
        self._nodes = 0

    def _is_full(self) -> bool:
        """Check whether so much is prepared that calls of definitions are left to the interpreter."""
        return self._nodes >= self._room

    def _left_out(self, node: e.Expression) -> Quick:
        """Return a function that leaves a node to the interpreter."""
        raise NotImplementedError

    def _makers(self) -> Mapping[type, Callable[..., Quick | None]]:
        """Return the function that compiles nodes of each kind."""
        return _MAKERS

    def _prepare(self, node: e.Expression) -> Quick:
        """Return a node as a function of the arguments."""
        make = self._makers().get(type(node))
        try:
            prepared = make(self, node) if make is not None else None
        except Fault:  # a mistake only in a turn that evaluates it
            prepared = None
        if prepared is None:
            return self._left_out(node)
        self._nodes += 1
        return prepared

    # nodes

    def _constant(self, node: e.Constant) -> Quick:
        return always(node.value)

    def _name(self, node: e.Name) -> Quick | None:
        if node.name in self._keys:
            return operator.itemgetter(self._keys[node.name])
        scope = self._scope
        for names in (scope.local, scope.names, scope.words, CONSTANTS):
            if node.name in names:
                value = names[node.name]
                return always(value) if type(value) in _SINGLE or value is FAIL else None
        value = self._of_board(node.name)
        return always(value) if type(value) in _SINGLE else None

    def _of_board(self, name: str) -> Value | None:
        """Return the value of a name of geometry; None if it is no such name, or none that a spec may write."""
        board = self._scope.board
        return None if board is None or PLACE_NAME.fullmatch(name) else self._evaluator.board_value(board, name)

    def _subscript(self, node: e.Subscript) -> Quick | None:
        if isinstance(node.index, e.Slice):
            return None
        of, index = self._prepare(node.of), self._prepare(node.index)
        at = node.index.value if isinstance(node.index, e.Constant) else None
        if type(at) is int and at >= 0:
            return _part(of, at)

        def value_of(arguments: Arguments) -> Value:
            values, at = of(arguments), index(arguments)
            if type(at) is int and isinstance(values, (list, tuple)) and 0 <= at < len(values):
                return values[at]
            raise Unusual

        return value_of

    def _display(self, node: e.Display) -> Quick | None:
        if node.is_list:
            return None
        items = [self._prepare(item) for item in node.items]

        def value_of(arguments: Arguments) -> Value:
            values = tuple([item(arguments) for item in items])
            for value in values:
                if value is FAIL:
                    raise Unusual
            return values

        return value_of

    def _binary(self, node: e.Binary) -> Quick | None:
        compute = ARITHMETIC.get(node.operator)
        return None if compute is None else self._of_numbers(compute, _number, node.left, node.right)

    def _of_numbers(
        self,
        compute: Callable[[int, int], Value],
        otherwise: Callable[[Callable[[int, int], Value], Value, Value], Value],
        left: e.Expression,
        right: e.Expression,
    ) -> Quick:
        """Return a function of two numbers; `otherwise(compute, a, b)` gives its value for what are not two small numbers."""
        first, second = self._prepare(left), self._prepare(right)
        known: Value = right.value if isinstance(right, e.Constant) else None

        def value_of(arguments: Arguments) -> Value:
            a, b = first(arguments), second(arguments)
            if type(a) is int is type(b) and b and -LARGEST < (result := compute(a, b)) < LARGEST:
                return result
            return otherwise(compute, a, b)

        def value_with_constant(arguments: Arguments) -> Value:
            a = first(arguments)
            if type(a) is int and -LARGEST < (result := compute(a, known)) < LARGEST:
                return result
            return otherwise(compute, a, known)

        return value_with_constant if type(known) is int and known else value_of

    def _comparison(self, node: e.Comparison) -> Quick | None:
        if len(node.operators) != 1:
            return None
        (sign,), (left, right) = node.operators, node.operands
        if sign in ORDER:
            return self._of_numbers(ORDER[sign], _order, left, right)
        compare = EQUALITY.get(sign)
        if compare is None:
            return None
        first, second = self._prepare(left), self._prepare(right)

        def value_of(arguments: Arguments) -> Value:
            a, b = first(arguments), second(arguments)
            kind, other = type(a), type(b)
            if (kind is other and kind in _COMPARED) or (a is BLANK and other in _SINGLE) or (b is BLANK and kind in _SINGLE):
                return compare(a, b)
            raise Unusual

        return value_of

    def _junction(self, node: e.Junction) -> Quick:
        operands = [self._prepare(operand) for operand in node.operands]
        decisive = node.operator == "or"

        def value_of(arguments: Arguments) -> Value:
            for operand in operands:
                value = operand(arguments)
                if value is decisive:
                    return decisive
                if type(value) is not bool:
                    raise Unusual
            return not decisive

        return value_of

    def _not(self, node: e.Not) -> Quick:
        operand = self._prepare(node.operand)

        def value_of(arguments: Arguments) -> Value:
            value = operand(arguments)
            if type(value) is not bool:
                raise Unusual
            return not value

        return value_of

    def _conditional(self, node: e.Conditional) -> Quick:
        condition, then, otherwise = map(self._prepare, (node.condition, node.then, node.otherwise))

        def value_of(arguments: Arguments) -> Value:
            value = condition(arguments)
            if type(value) is not bool:
                raise Unusual
            return then(arguments) if value else otherwise(arguments)

        return value_of


def always(value: Value) -> Quick:
    """Return a function that has one value."""
    return lambda arguments: value


def _unusual(arguments: Arguments) -> Value:
    raise Unusual


def _number(compute: Callable[[int, int], int], a: Value, b: Value) -> Value:
    """Return the value of an arithmetic operator; a truth value counts as 1 or 0."""
    if (a is not BLANK and type(a) not in _NUMBERS) or (b is not BLANK and type(b) not in _NUMBERS):
        raise Unusual
    if a is BLANK or b is BLANK:
        return BLANK
    try:
        result = compute(a, b)
    except ZeroDivisionError:
        return BLANK
    if -LARGEST < result < LARGEST:
        return result
    raise Unusual


def _order(compare: Callable[[int, int], bool], a: Value, b: Value) -> Value:
    """Return whether two numbers are in order; a blank is not."""
    if type(a) is int and type(b) is int:
        return compare(a, b)
    if (a is BLANK or type(a) is int) and (b is BLANK or type(b) is int):
        return False
    raise Unusual


def _part(of: Quick, at: int) -> Quick:
    """Return the part at a fixed position, as of most states."""

    def value_of(arguments: Arguments) -> Value:
        values = of(arguments)
        if isinstance(values, (list, tuple)) and at < len(values):
            return values[at]
        raise Unusual

    return value_of


_MAKERS: Mapping[type, Callable[..., Quick | None]] = {
    e.Constant: CompiledNodes._constant,
    e.Name: CompiledNodes._name,
    e.Subscript: CompiledNodes._subscript,
    e.Display: CompiledNodes._display,
    e.Binary: CompiledNodes._binary,
    e.Comparison: CompiledNodes._comparison,
    e.Junction: CompiledNodes._junction,
    e.Not: CompiledNodes._not,
    e.Conditional: CompiledNodes._conditional,
}
