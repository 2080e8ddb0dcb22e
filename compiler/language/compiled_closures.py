"""Functions of the spec on plain values, prepared once for what calls them a million times: the step of a fold.

What a step mostly does, arithmetic, comparisons, choices, parts of tuples and calls, becomes functions of Python that call each
other, and take single values only. Whatever else comes up, a list, a mistake, a large number, ends with `Unusual`: then the
interpreter evaluates the call, whose result and messages count. Nodes of other kinds are left to it at once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..geometry.board import Board
from ..syntax import syntax_tree as e
from ..values import Field, Value
from . import call_binding
from .budget import Budget
from .function_registry import Function
from .operators import Operator
from .scope import Scope
from .semantics import Semantics
from .spec import Define, Layer
from .subexpression_cache import Plan, SubexpressionCache

# Takes a layer, an area and what is compared with it; returns None if that has to be evaluated place by place.
AtOnce = Callable[[Value, Value, Value], Value | None]
Quick = Callable[[Any], Value]  # of what the local names stand for: a sequence, or a mapping

LARGEST = 1 << 62  # of numbers that are computed here

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
EQUALITY: Mapping[str, Callable[[Value, Value], bool]] = {"==": operator.eq, "!=": operator.ne}


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


def always(value: Value) -> Quick:
    """Return a function that has one value."""
    return lambda arguments: value
