"""Prepare expressions that are evaluated again and again: they become functions of Python that call each other.

Each function does the most frequent work itself and calls the interpreter's methods for the rest, so values may be unknown,
while compiling. A value without a lowering ends the evaluation with `Unusual`, and a mistake ends it with its error. Then the
interpreter evaluates the expression node by node, and its result and messages count.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

from ..geometry.area import Area, Line, Segment
from ..geometry.board import Board
from ..geometry.clue import Clue, ClueGroup
from ..geometry.placement import Placement
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..geometry.shape import Shape
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Fault
from ..values import BLANK, Blank, Field, SizedList, SizedTuple, Value
from . import call_binding, operators
from .budget import Budget
from .function_registry import Function, all_functions
from .indexing import is_literal, position_in
from .operators import Operator
from .scope import CONSTANTS, PLACE_NAME, Closure, Delayed, Scope
from .semantics import Kinds, Semantics
from .spec import Define, Layer, has_several_grids
from .subexpression_cache import Plan, SubexpressionCache, key_of

# Takes a layer, an area and what is compared with it; returns None if that has to be evaluated place by place.
AtOnce = Callable[[Value, Value, Value], Value | None]
Local = Any  # what the local names stand for: a mapping, or for a function of the spec its arguments
Quick = Callable[[Local], Value]

LARGEST = 1 << 62  # of numbers that are computed here
ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
EQUALITY: Mapping[str, Callable[[Value, Value], bool]] = {"==": operator.eq, "!=": operator.ne}
DEEPEST = 8  # definitions in definitions that are prepared
MOST_NODES = 1_000  # once so many are prepared, further calls of definitions are left to the interpreter
NODES_A_STEP = 4  # of the nodes that are prepared: a step is what takes a microsecond
_EXACT = frozenset("+-*")  # operators that never divide by zero
_NUMBERS = frozenset(("row", "column"))  # attributes of cells
_PLACES = frozenset((Cell, Link, Border, Corner))
_OF_CLASS = (Cell, Direction, Link, Area, Line, Segment, Placement, Shape, Clue)  # all of a class have the same attributes
_EQUAL = _PLACES | {int, str, Blank, Direction}  # equal exactly if Python says so, also among each other
_LISTS = frozenset((list, tuple, SizedList, SizedTuple))


class Unusual(Exception):
    """Something came up that only the interpreter evaluates."""


class Evaluator(Protocol):
    """The interpreter, as prepared expressions use it. `unusual`: the exceptions that leave an expression to the interpreter."""

    budget: Budget
    values: Semantics
    unusual: ClassVar[tuple[type[Exception], ...]]

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


class CompiledExpression:
    """An expression as a function of its local names.

    `keys`: the key under which each of these is looked up; a number is that of an argument. `captured`: further local names,
    which always have the same values. `depth`: how many definitions it stands in. `room`: for how many nodes.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        node: e.Expression,
        scope: Scope,
        keys: Mapping[str, Hashable],
        *,
        captured: Mapping[str, Value] = MappingProxyType({}),
        depth: int = 0,
        room: int = MOST_NODES,
    ) -> None:
        self._evaluator, self._scope, self._keys = evaluator, scope, keys
        self._room, self._nodes = room, 0
        self._captured = captured
        self._lexical = Scope(scope.names, scope.words, scope.board, {**captured, **keys})
        self._depth = depth
        self._settled, self._opaque = evaluator.values.settled, evaluator.values.opaque
        self.quick = self._prepare(node)
        self.steps = 1 + self._nodes // NODES_A_STEP
        self.is_prepared = self._nodes > 0

    def _prepare(self, node: e.Expression) -> Quick:
        """Return a node as a function of the arguments."""
        make = _MAKERS.get(type(node))
        try:
            prepared = make(self, node) if make is not None else None
        except Fault:  # a mistake only in a turn that evaluates it
            prepared = None
        if prepared is None:
            return self._left_out(node)
        self._nodes += 1
        return prepared

    def _left_out(self, node: e.Expression) -> Quick:
        evaluate, of_turn = self._evaluator.evaluate, self.of_turn
        return lambda local: evaluate(node, of_turn(local))

    def of_turn(self, local: Local) -> Scope:
        """Return a scope with the names as they are now; in a definition, without other names of the loops around its call."""
        now = {name: local[key] for name, key in self._keys.items()} if self._depth else {**local}
        return Scope(self._scope.names, self._scope.words, self._scope.board, now)

    # nodes

    def _constant(self, node: e.Constant) -> Quick:
        return always(node.value)

    def _name(self, node: e.Name) -> Quick | None:
        name, evaluator, scope = node.name, self._evaluator, self._scope.outer()
        if self._is_local(name):
            return self._value_of_name(name)
        value = scope.names.get(name)
        if isinstance(value, Define) and not value.parameters:
            return lambda local: evaluator.evaluate(node, scope)
        if isinstance(value, Define) or (isinstance(value, Layer) and value.single):
            return None
        if isinstance(value, Layer):
            return always(evaluator.field(value))
        if name in scope.names:
            return always(value)
        constant = scope.words.get(name, CONSTANTS.get(name))
        if constant is None:
            constant = self._of_board(name)
        return None if constant is None else always(constant)

    def _of_board(self, name: str) -> Value | None:
        """Return the value of a name of geometry; None if it is no such name, or none that a spec may write."""
        board = self._scope.board
        return None if board is None or PLACE_NAME.fullmatch(name) else self._evaluator.board_value(board, name)

    def _is_local(self, name: str) -> bool:
        return name in self._keys or name in self._captured

    def _value_of_name(self, name: str) -> Quick:
        """Return the value of a local name."""
        value_of_binding = self._evaluator.value_of_binding
        if name not in self._keys:
            bound = self._captured[name]
            return (lambda local: value_of_binding(bound)) if type(bound) is Delayed else always(bound)
        key = self._keys[name]
        if type(key) is int:  # of an argument that is evaluated
            return operator.itemgetter(key)

        def value_of(local: Local) -> Value:
            value = local[key]
            return value_of_binding(value) if type(value) is Delayed else value

        return value_of

    def _attribute(self, node: e.Attribute) -> Quick | None:
        of, attribute, opaque = self._prepare(node.of), self._evaluator.attribute, self._opaque
        name, of_plain = node.name, operator.attrgetter(node.name)
        kinds = frozenset(kind for kind in _OF_CLASS if name in kind.attributes)
        values, of_single, single = self._evaluator.values, Semantics.attribute, Semantics.settled  # terms are not among these

        def value_of(local: Local) -> Value:
            value = of(local)
            kind = type(value)
            if kind in kinds:
                plain = of_plain(value)
                return BLANK if plain is None else plain
            if kind in single:  # it is known, and no grid and no field
                return of_single(values, value, name)
            if opaque[kind]:
                raise Unusual
            return attribute(value, node)

        if name not in Cell.attributes:
            return value_of

        def of_name(local: Local) -> Value:
            value = local[key]
            return of_plain(value) if type(value) is Cell else value_of(local)

        if not isinstance(node.of, e.Name) or node.of.name not in self._keys:
            return value_of
        key = self._keys[node.of.name]
        return of_name

    def _subscript(self, node: e.Subscript) -> Quick | None:
        if self._may_change_grid(node):
            return None
        if isinstance(node.index, e.Slice):
            return self._cut(node.of, node.index)
        of, index, item, opaque = self._prepare(node.of), self._prepare(node.index), self._evaluator.item, self._opaque
        literal = is_literal(node.index)
        fixed: Any = node.index.value if isinstance(node.index, e.Constant) else None

        def part_of(local: Local) -> Value:
            values = of(local)
            if isinstance(values, (list, tuple)) and fixed < len(values):
                return values[fixed]
            if opaque[type(values)]:
                raise Unusual
            return item(values, fixed, literal)

        if type(fixed) is int and fixed >= 0:
            return part_of

        def value_of(local: Local) -> Value:
            values, at = of(local), index(local)
            kind = type(at)
            if kind is Cell and type(values) is ClueGroup:
                return values.at(at)
            if (kind in _PLACES or kind is tuple) and isinstance(values, Field):
                position = position_in(values, at)
                return item(values, at, literal) if position is None else values[position]
            if kind is int and isinstance(values, (list, tuple)) and (-len(values) if literal else 0) <= at < len(values):
                return values[at]
            if opaque[type(values)] or opaque[kind]:
                raise Unusual
            return item(values, at, literal)

        return value_of

    def _may_change_grid(self, node: e.Subscript) -> bool:
        """Check whether what stands in the brackets may be read on another grid, as in `west.x[r1c1]`."""
        return type(node.of) is e.Attribute and has_several_grids(self._scope)

    def _cut(self, node: e.Expression, index: e.Slice) -> Quick:
        of, cut, opaque = self._prepare(node), self._evaluator.cut, self._opaque
        ends = [always(None) if end is None else self._prepare(end) for end in (index.start, index.stop, index.step)]

        def value_of(local: Local) -> Value:
            values, *bounds = [part(local) for part in (of, *ends)]
            if opaque[type(values)] or any(opaque[type(bound)] for bound in bounds):
                raise Unusual
            return cut(values, bounds)

        return value_of

    def _display(self, node: e.Display) -> Quick | None:
        items = [self._prepare(item) for item in node.items]
        is_opaque, is_list = self._opaque.__getitem__, node.is_list
        single = self._settled - {str} if len(items) <= operators.SHORT else frozenset()  # of which nothing has to be counted

        def value_of(local: Local) -> Value:
            values = [item(local) for item in items]
            if single.issuperset(map(type, values)):
                return values if is_list else tuple(values)
            if any(map(is_opaque, map(type, values))):
                raise Unusual
            return operators.with_size(values if is_list else tuple(values))

        return value_of

    def _unary(self, node: e.Unary) -> Quick:
        sign = operators.NEGATE if node.operator == "-" else operators.KEEP
        operand, signed, opaque = self._prepare(node.operand), self._evaluator.operate_alone, self._opaque
        constant = node.operand.value if isinstance(node.operand, e.Constant) else None
        if type(constant) is int and constant < LARGEST:
            return always(signed(sign, constant))

        def value_of(local: Local) -> Value:
            value = operand(local)
            if opaque[type(value)]:
                raise Unusual
            return signed(sign, value)

        return value_of

    def _binary(self, node: e.Binary) -> Quick | None:
        if node.operator == "..":
            return self._range(self._prepare(node.left), self._prepare(node.right))
        if node.operator == "step":
            return None
        return self._of_two(operators.OPERATORS[node.operator], node.left, node.right)

    def _range(self, first: Quick, last: Quick) -> Quick:
        def value_of(local: Local) -> Value:
            start, end = first(local), last(local)
            if type(start) is not int or type(end) is not int:
                raise Unusual
            return operators.numbers(start, end + 1)

        return value_of

    def _of_values(self, sign: operators.Operator) -> Callable[[Value, Value], Value]:
        """Return an operator on two values."""
        settled, opaque = self._settled, self._opaque
        operate, in_general = self._evaluator.values.operate, self._evaluator.operate

        def value_of(a: Value, b: Value) -> Value:
            kind, other = type(a), type(b)
            if kind in settled and other in settled:
                return operate(sign, [a, b])
            if opaque[kind] or opaque[other]:
                raise Unusual
            return in_general(sign, a, b)

        return value_of

    def _of_two(self, sign: operators.Operator, left: e.Expression, right: e.Expression) -> Quick:
        if sign.sign in ARITHMETIC:
            return self._arithmetic(sign, left, right)
        first, second, value_of = self._prepare(left), self._prepare(right), self._of_values(sign)
        of_numbers, is_equality = sign.of_numbers, sign.sign in EQUALITY
        known: Any = right.value if isinstance(right, e.Constant) else None

        if of_numbers is None:
            return lambda local: value_of(first(local), second(local))

        def truth_of(local: Local) -> Value:
            a, b = first(local), second(local)
            kind, other = type(a), type(b)
            if kind is int is other or (is_equality and kind in _EQUAL and other in _EQUAL):
                return of_numbers(a, b)
            return value_of(a, b)

        def truth_with_constant(local: Local) -> Value:
            a = first(local)
            return of_numbers(a, known) if type(a) is int else value_of(a, known)

        return truth_with_constant if type(known) is int else truth_of

    def _arithmetic(self, sign: operators.Operator, left: e.Expression, right: e.Expression) -> Quick:
        first, second, value_of = self._prepare(left), self._prepare(right), self._of_values(sign)
        compute, is_exact = ARITHMETIC[sign.sign], sign.sign in _EXACT
        known: Any = right.value if isinstance(right, e.Constant) else None

        def number_of(local: Local) -> Value:
            a, b = first(local), second(local)
            if type(a) is int is type(b) and (b or is_exact) and -LARGEST < (result := compute(a, b)) < LARGEST:
                return result
            return value_of(a, b)

        def number_with_constant(local: Local) -> Value:
            a = first(local)
            if type(a) is int and -LARGEST < (result := compute(a, known)) < LARGEST:
                return result
            return value_of(a, known)

        if type(known) is int and (known or is_exact):
            return number_with_constant
        return (self._of_two_attributes(compute, left, right, number_of) if is_exact else None) or number_of

    def _of_two_attributes(
        self, compute: Callable[[int, int], int], left: e.Expression, right: e.Expression, otherwise: Quick
    ) -> Quick | None:
        """Return a difference or the like of numbers of two cells with names, such as `b.row - a.row`; None for others."""
        if not isinstance(left, e.Attribute) or not isinstance(right, e.Attribute):
            return None
        if not isinstance(left.of, e.Name) or not isinstance(right.of, e.Name) or not {left.name, right.name} <= _NUMBERS:
            return None
        if left.of.name not in self._keys or right.of.name not in self._keys:
            return None
        first, second = self._keys[left.of.name], self._keys[right.of.name]
        of_first, of_second = operator.attrgetter(left.name), operator.attrgetter(right.name)

        def value_of(local: Local) -> Value:
            a, b = local[first], local[second]
            if type(a) is Cell and type(b) is Cell:
                return compute(of_first(a), of_second(b))
            return otherwise(local)

        return value_of

    def _comparison(self, node: e.Comparison) -> Quick | None:
        if any(sign not in operators.OPERATORS for sign in node.operators):
            return self._among(node)
        signs = [operators.OPERATORS[sign] for sign in node.operators]
        if len(signs) == 1:
            return self._of_two(signs[0], *node.operands)

        def link(compare: Callable[[Value, Value], Value], operand: Quick) -> Quick:
            def value_of(chain: list[Any]) -> Value:
                local, left = chain
                chain[1] = right = operand(local)
                return compare(left, right)

            return value_of

        first, *others = map(self._prepare, node.operands)  # once each, as chains may stand in chains
        links = [link(self._of_values(sign), operand) for sign, operand in zip(signs, others, strict=True)]
        hold = self._connective(links, self._evaluator.values.conjoin, decisive=False)
        return lambda local: hold([local, first(local)])

    def _among(self, node: e.Comparison) -> Quick | None:
        """Return `in` or `not in`."""
        if len(node.operators) != 1:
            return None
        (sign,), (left, right) = node.operators, map(self._prepare, node.operands)
        compare, opaque, is_in = self._evaluator.compare, self._opaque, sign == "in"

        def value_of(local: Local) -> Value:
            value, members = left(local), right(local)
            if type(value) in _EQUAL:
                among = members.cells if type(members) is Area else members
                if type(among) in _LISTS and len(among) <= operators.SHORT and _EQUAL.issuperset(map(type, among)):
                    return (value in among) is is_in
            if opaque[type(value)] or opaque[type(members)]:
                raise Unusual
            return compare(sign, value, members)

        return value_of

    def _junction(self, node: e.Junction) -> Quick:
        values = self._evaluator.values
        is_or = node.operator == "or"
        return self._connective([*map(self._prepare, node.operands)], values.disjoin if is_or else values.conjoin, decisive=is_or)

    def _connective(self, operands: Sequence[Quick], join: Callable[[Sequence[Value]], Value], *, decisive: bool) -> Quick:
        """Return `and` or `or` of operands, read in order up to the first decisive one: one before it may be a mistake."""
        as_truth, opaque = self._evaluator.values.as_truth, self._opaque

        def value_of(local: Local) -> Value:
            unknown: list[Value] = []
            for operand in operands:
                value = operand(local)
                if value is decisive:
                    return decisive
                if value is True or value is False:
                    continue
                if opaque[type(value)]:
                    raise Unusual
                value = as_truth(value)
                if value is decisive:
                    return decisive
                unknown.append(value)
            return join([not decisive, *unknown]) if unknown else not decisive

        return value_of

    def _not(self, node: e.Not) -> Quick:
        operand, values, opaque = self._prepare(node.operand), self._evaluator.values, self._opaque
        negate_field = self._evaluator.negate_field

        def value_of(local: Local) -> Value:
            value = operand(local)
            if value is True or value is False:
                return not value
            if isinstance(value, Field):
                return negate_field(value)
            if opaque[type(value)]:
                raise Unusual
            return values.negate(values.as_truth(value))

        return value_of

    def _conditional(self, node: e.Conditional) -> Quick:
        condition, then, otherwise = map(self._prepare, (node.condition, node.then, node.otherwise))
        as_truth, chosen, opaque = self._evaluator.values.as_truth, self._evaluator.choose, self._opaque

        def value_of(local: Local) -> Value:
            value = condition(local)
            if value is not True and value is not False:
                if opaque[type(value)]:
                    raise Unusual
                value = as_truth(value)
            if value is True:
                return then(local)
            if value is False:
                return otherwise(local)
            return chosen(value, lambda: then(local), lambda: otherwise(local))

        return value_of

    # calls

    def _call(self, node: e.Call) -> Quick | None:
        if self._is_local(node.name):
            return None
        evaluator, quick = self._evaluator, self._quick_call(node)
        names = evaluator.kept_by(node, self._lexical)
        if names is None or quick is None:
            return quick
        once, board, of_data = evaluator.once, self._scope.board, evaluator.of_data(quick, node, self.of_turn)
        values = [self._value_of_name(name) for name in names]

        def value_of(local: Local) -> Value:
            read = [value(local) for value in values]
            key = key_of(node, board, read)
            if key is None:
                return quick(local)
            value = once.get(key)
            if value is None:
                value = of_data(local)
                once.keep(key, read, value)
            return value

        return value_of

    def _quick_call(self, node: e.Call) -> Quick | None:
        target = self._scope.names.get(node.name)
        if isinstance(target, Define):
            return None if node.keywords else self._of_define(target, node)
        function = all_functions().get(node.name)
        return None if target is not None or function is None else self._of_function(function, node)

    def _of_define(self, define: Define, node: e.Call) -> Quick | None:
        """Return a call of a definition. Its arguments are evaluated first; one that is a mistake need not be used: unusual."""
        is_full = self._depth >= DEEPEST or self._nodes >= self._room
        if is_full or not define.parameters or len(node.arguments) != len(define.parameters):
            return None
        evaluator, scope, parameters = self._evaluator, self._scope, define.parameters
        plan = evaluator.plan_of_calls(define, scope)
        named = [given.name if isinstance(given, e.Name) else "" for given in node.arguments]
        is_same = plan is None and named == [*parameters] and self._keys.keys() >= {*named}  # it reads what has its names already
        keys = {name: self._keys[name] if is_same else position for position, name in enumerate(parameters)}
        body = CompiledExpression(evaluator, define.body, scope, keys, depth=self._depth + 1, room=self._room - self._nodes)
        inner = body.quick
        reads_layer = plan is None or plan.reads_layer
        if not body.is_prepared and reads_layer:
            return None
        self._nodes += body._nodes
        of_data = inner if reads_layer else evaluator.of_data(inner, define.body, body.of_turn)  # for arguments that are data
        if is_same:
            return inner
        arguments = [*map(self._prepare, node.arguments)]

        def value_of(local: Local) -> Value:
            given = [argument(local) for argument in arguments]
            if plan is None:
                return inner(given)
            return evaluator.called_quickly(define, plan, scope.board, given, inner, of_data)

        return value_of

    def _of_function(self, function: Function, node: e.Call) -> Quick | None:
        try:
            bound = call_binding.BoundCall(
                function, node.arguments, dict(node.keywords), self._scope.board, self._evaluator.values
            )
        except Fault:
            return None
        of_part = self._of_part(bound, function, node)
        if of_part is not None:
            return of_part
        arguments = [self._argument(child, function) for child in bound.arguments]
        is_opaque, called = Kinds(*self._opaque.among, Closure).__getitem__, self._evaluator.call_bound

        def value_of(local: Local) -> Value:
            given = [argument(local) for argument in arguments]
            if any(map(is_opaque, map(type, given))):
                raise Unusual
            return called(bound, given)

        return value_of

    def _of_part(self, bound: call_binding.BoundCall, function: Function, node: e.Call) -> Quick | None:
        """Return a call such as `any(x[area])` or `all(x[area] == value)`, which may be evaluated at once; None for others."""
        if len(node.arguments) != 1 or node.keywords:
            return None
        (argument,), compared = node.arguments, None
        sign: operators.Operator | None = None
        if isinstance(argument, e.Comparison) and len(argument.operators) == 1 and argument.operators[0] in EQUALITY:
            sign = operators.OPERATORS[argument.operators[0]]
            argument, compared = argument.operands
        evaluator, at_once = self._evaluator, self._evaluator.at_once(function, sign)
        if at_once is None or not isinstance(argument, e.Subscript):
            return None
        if isinstance(argument.index, e.Slice) or self._may_change_grid(argument):
            return None
        of, index = self._prepare(argument.of), self._prepare(argument.index)
        other = always(None) if compared is None else self._prepare(compared)
        compare = None if sign is None else self._of_values(sign)
        is_opaque = Kinds(*self._opaque.among, Closure)
        literal = is_literal(argument.index)

        def in_general(values: Value, at: Value, right: Value) -> Value:
            if is_opaque[type(values)] or is_opaque[type(at)]:
                raise Unusual
            part = evaluator.item(values, at, literal)
            part = part if compare is None else compare(part, right)
            if is_opaque[type(part)]:
                raise Unusual
            return evaluator.call_bound(bound, [part])

        def value_of(local: Local) -> Value:
            given = of(local), index(local), other(local)
            value = at_once(*given)
            return in_general(*given) if value is None else value

        return value_of

    def _argument(self, node: e.Expression, function: Function) -> Quick:
        """Return an argument of a function; one that is a function or a generator is as the interpreter makes it."""
        if not isinstance(node, (e.Lambda, e.Comprehension)):
            return self._prepare(node)
        argument, of_turn = self._evaluator.argument, self.of_turn
        return lambda local: argument(node, of_turn(local), function)


def always(value: Value) -> Quick:
    """Return a function that has one value."""
    return lambda arguments: value


_MAKERS: Mapping[type, Callable[..., Quick | None]] = {
    e.Constant: CompiledExpression._constant,
    e.Name: CompiledExpression._name,
    e.Attribute: CompiledExpression._attribute,
    e.Subscript: CompiledExpression._subscript,
    e.Display: CompiledExpression._display,
    e.Unary: CompiledExpression._unary,
    e.Binary: CompiledExpression._binary,
    e.Comparison: CompiledExpression._comparison,
    e.Junction: CompiledExpression._junction,
    e.Not: CompiledExpression._not,
    e.Conditional: CompiledExpression._conditional,
    e.Call: CompiledExpression._call,
}
