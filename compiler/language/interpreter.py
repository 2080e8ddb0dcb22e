"""One interpreter walks the expressions of the language.

It binds names, runs loops and calls functions; a `Semantics` says what operations do with the values. With plain
semantics this is what the language means: at load time, in the judge and in the answer. The compiler's interpreter
(`lowering.symbolic`) extends it: there a layer's values are unknown, and what cannot be computed becomes a term.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, get_args

from ..geometry.area import Area, AreaKind, Line
from ..geometry.board import Board
from ..geometry.clue import Clue, ClueGroup
from ..geometry.places import Border, Cell, Corner, Link
from ..records import dataclass
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Fault, Note, SpecError, error
from ..syntax.foreign import hint
from ..syntax.suggestions import did_you_mean
from ..values import (
    BLANK,
    FAIL,
    TEXT,
    Field,
    FixedTuple,
    FoundList,
    SizedList,
    SizedTuple,
    Value,
    describe,
    extent_of,
    kind_of,
    size_of,
)
from . import call_binding, operators
from .broadcast import clues_and_values, lift
from .budget import MEMBERS_A_STEP, Budget
from .compiled_expressions import AtOnce, Quick, Unusual
from .compiled_loops import OFTEN, CompiledLoop, RepeatedExpression
from .function_registry import Function, all_functions
from .indexing import is_literal
from .interpreter_cache import InterpreterCache
from .name_check import is_constant, name_after_grid
from .one_solution import OneSolution
from .parameter_types import LOOP_OVER_UNKNOWN
from .scope import BOARD_NAMES, CONSTANTS, Closure, Delayed, Scope, board_value, names_on
from .semantics import Semantics
from .spec import Define, Grid, Layer, has_several_grids
from .subexpression_cache import Key, Plan, SubexpressionCache, is_data, key_of

_NEUTRAL: Mapping[str, bool] = {"all": True, "any": False, "count": False}  # members that make no difference to a function

Reader = Callable[[Layer, int], Value]

MAX_CALLS = 10_000  # of definitions that read a layer, and members of a comprehension, whose values are kept at a time
_LISTS = frozenset((list, tuple, SizedList, SizedTuple, FoundList, FixedTuple, range, Area, Line))  # not all by one class
_SIZED = _LISTS | {str}
_PLACES = frozenset((Cell, Link, Border, Corner))
_NOT_MET = object()
_PLACED = (Field, ClueGroup)  # what operators go through place by place
_COUNTED = (list, tuple, range, Field, Area, AreaKind, ClueGroup, dict)


def no_layers(layer: Layer, position: int) -> Value:
    """Raise `Fault`: the reader for places where no layer may be used."""
    raise Fault(
        Code.MUST_BE_KNOWN,
        f"the layer `{layer.name}` is used where a value must be fixed before solving",
        "a layer is unknown until the puzzle is solved; use boards, areas, clues or data here",
    )


class Interpreter:
    """Evaluates expressions. `read` gives the value of a layer at a position, `values` says what operations do with values.

    `cache`: a cache shared with other interpreters that read the same values.
    """

    often: ClassVar[int] = OFTEN  # how often an expression is interpreted before it is prepared
    # What ends the evaluation of what is prepared: which mistake it is, and where, is found by evaluating it node by node.
    unusual: ClassVar[tuple[type[Exception], ...]] = (Unusual, Fault, SpecError, KeyError)
    keeps_calls: ClassVar[bool] = False  # whether the values of definitions that read a layer are kept from one run to the next

    def __init__(
        self,
        read: Reader = no_layers,
        *,
        budget: Budget,
        values: Semantics | None = None,
        cache: InterpreterCache | None = None,
    ) -> None:
        self.read = read
        self.budget = budget
        self.values = values or Semantics()
        self._memo: dict[Delayed, Value] = {}
        self._definitions: dict[tuple[Define, Board | None], Value] = {}
        self._calls: dict[Key, tuple[Value, Sequence[Value]]] = {}  # of definitions that read a layer, with the arguments
        self._no_data: set[Delayed] = set()  # what is delayed and cannot be evaluated, or not yet
        self._cache = cache or InterpreterCache()
        self._repeated: dict[e.Expression, RepeatedExpression] = {}
        self._loops: dict[e.Loop, CompiledLoop] = {}
        self._bound: dict[e.Call, call_binding.BoundCall] = {}

    # entry points

    def run(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of an expression; raise `SpecError` with its place if it has an error."""
        return self._fresh(self.evaluate, node, scope)

    def begin_grid(self, budget: Budget) -> None:
        """Go on with other values of the layers: `read` returns others from now on."""
        self.budget = budget
        self._definitions, self._calls = {}, {}
        self._cache.forget_grid()

    def run_truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return the truth value of an expression; raise `SpecError` if it has none."""
        return self._fresh(self._repeated_truth, node, scope)

    def _fresh(self, evaluate: Callable[[e.Expression, Scope], Value], node: e.Expression, scope: Scope) -> Value:
        self._memo, self._no_data = {}, set()
        if not self.keeps_calls:
            self._definitions, self._calls = {}, {}
        try:
            return evaluate(node, scope)
        except RecursionError:
            raise error(Code.TOO_DEEP, "definitions are nested too deeply", node.span) from None
        except SpecError as problem:
            raise SpecError(diagnostic.within(node.span) for diagnostic in problem.diagnostics) from None

    # nodes in general

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node."""
        budget = self.budget
        budget.steps += 1  # `spend`, which is most of what there is to do for many nodes
        if budget.steps >= budget.next_look:
            budget.look()
        try:
            return _VISITORS[type(node)](self, node, scope)
        except Fault as fault:
            raise self.locate(fault, node, scope) from None

    def locate(self, fault: Fault, node: e.Expression | e.Loop, scope: Scope) -> SpecError:
        """Return a fault as a `SpecError` at a node, with the current bindings."""
        shown = ", ".join(f"{name} = {value}" for name, value in scope.bindings())
        notes = [*fault.notes, *([Note(f"for {shown}")] if shown else [])]
        return error(fault.code, fault.message, node.span, notes=notes, help=fault.help)

    def operand(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of an operand; raise `SpecError` if it is `fail`."""
        if type(node) is e.Constant:
            return node.value
        if type(node) is e.Name and node.name in scope.local:
            value = scope.local[node.name]
            if type(value) is not Delayed and value is not FAIL:
                return value
        value = self.evaluate(node, scope)
        return self._check_size(value, node, scope) if value is FAIL else value

    def _check_size(self, value: Value, node: e.Expression, scope: Scope) -> Value:
        try:
            return operators.check_value(value)
        except Fault as fault:
            raise self.locate(fault, node, scope) from None

    def truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return the truth value of a node; raise `SpecError` if its value is no truth value."""
        return self._truth_of(self.evaluate(node, scope), node, scope)

    def _truth_of(self, value: Value, node: e.Expression, scope: Scope) -> Value:
        if value is True or value is False:
            return value
        try:
            return self.values.as_truth(operators.check_value(value))
        except Fault as fault:
            if isinstance(node, e.Display) and len(node.items) == 1 and node.span.text.rstrip().endswith(","):
                fault.help = "remove the comma at the end: it makes a list of what stands before it"
            raise self.locate(fault, node, scope) from None

    # what is evaluated often

    def _repeated_truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return the truth value of a node that a loop evaluates again and again."""
        value = self.repetition_of(node, scope).truth(scope.local)
        return self.truth(node, scope) if value is FAIL else value

    def evaluate_again(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node that is evaluated again and again."""
        value = self.repetition_of(node, scope).value(scope.local)
        return self.evaluate(node, scope) if value is FAIL else value

    def repetition_of(self, node: e.Expression, scope: Scope) -> RepeatedExpression:
        """Return a node that is evaluated again and again."""
        expression = self._repeated.get(node)
        if expression is None or not expression.belongs_to(scope):
            expression = self._repeated[node] = RepeatedExpression(self, node, scope)
        return expression

    def _loop(self, node: e.Loop, scope: Scope) -> CompiledLoop:
        loop = self._loops.get(node)
        if loop is None or not loop.belongs_to(scope):
            loop = self._loops[node] = CompiledLoop(self, node, scope)
        return loop

    def member(self, node: e.Expression, scope: Scope, neutral: Value) -> Value:
        """Return a member of a comprehension; `neutral` as for `_members`."""
        return self.operand(node, scope)

    # nodes

    def _constant(self, node: e.Constant, scope: Scope) -> Value:
        return node.value

    def _name(self, node: e.Name, scope: Scope) -> Value:
        name = node.name
        if name in scope.local:
            return self.value_of_binding(scope.local[name])
        if name in scope.names:
            return self._global(scope.names[name], node, scope)
        for names in (scope.words, CONSTANTS):
            if name in names:
                return names[name]
        value = self.board_value(scope.board, name) if scope.board is not None else None
        if value is not None:
            return value
        if name in all_functions() and not (scope.board is None and name in BOARD_NAMES):
            return Closure((), node, scope, name)
        help = name_after_grid(name, scope)
        known = [*scope.local, *scope.names, *scope.words, *CONSTANTS, *names_on(scope.board)]
        raise Fault(Code.UNKNOWN_NAME, f"there is no name `{name}`", help or hint(name) or did_you_mean(name, known))

    def board_value(self, board: Board, name: str) -> Value | None:
        """Return the value of a name of geometry; None if it is no such name."""
        known = self._cache.board_values
        if (board, name) not in known:
            value = board_value(board, name)
            if value is None:
                return None
            known[board, name] = operators.with_size(value)
        return known[board, name]

    def value_of_binding(self, value: Value) -> Value:
        """Return the value that a name is bound to; evaluate it now if it is delayed."""
        if not isinstance(value, Delayed):
            return value
        if value not in self._memo:  # by the object itself: an `id` comes again when its object is gone
            if value.is_let:
                self._memo[value] = self._once(value.node, value.scope)
            else:  # `evaluate_again`, which is one more frame of many
                result = self.repetition_of(value.node, value.scope).value(value.scope.local)
                self._memo[value] = self.evaluate(value.node, value.scope) if result is FAIL else result
        return self._memo[value]

    # what is evaluated once

    def is_kept(self, node: e.Expression, scope: Scope) -> bool:
        """Check whether the value of a node is kept for all turns in which it reads the same."""
        return self._cache.once.is_kept(node, scope)

    def kept_by(self, node: e.Expression, scope: Scope) -> Sequence[str] | None:
        """Return the local names for whose values the value of a call is kept; None if it is not kept."""
        once = self._cache.once
        names = once.names_read(node, scope) if once.is_kept(node, scope) else None
        return None if names is None or len(names) == len(scope.local) else names

    @property
    def once(self) -> SubexpressionCache:
        """Return the values that are kept."""
        return self._cache.once

    def of_data(self, quick: Quick, node: e.Expression, of_turn: Callable[[Mapping[str, Value]], Scope]) -> Quick:
        """Return a function, the prepared form of a node, for turns in which the node reads nothing but plain data."""
        return quick

    def _once(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a `let`, found before if it reads no layer and what it reads is the same."""
        plan = self._cache.once.plan(node, scope, is_let=True)
        return self.evaluate_again(node, scope) if plan is None else self._looked_up(plan, node, scope, self.evaluate_again)

    def _looked_up(self, plan: Plan, node: e.Expression, scope: Scope, evaluate: Callable[[Value, Scope], Value]) -> Value:
        """Return the value of a node, found before if what it reads is the same."""
        read = self._data([scope.local[name] for name in plan.names])
        key = None if read is None else key_of(node, scope.board, read)
        if read is None or key is None:
            return evaluate(node, scope)
        once = self._cache.once
        if key in once:
            return once[key]
        value = self._of_data(node, scope, evaluate)
        once.keep(key, read, value)
        return value

    def _of_data(self, node: e.Expression, scope: Scope, evaluate: Callable[[Value, Scope], Value]) -> Value:
        """Return the value of a node that reads no layer, and nothing but plain data."""
        return evaluate(node, scope)

    def _data(self, values: Sequence[Value]) -> list[Value] | None:
        """Return values, with those that are delayed evaluated now; None if one may read a layer, is unknown or is a mistake."""
        for value in values:
            if type(value) is Delayed and not self._is_data(value):
                return None
        return [self._memo[value] if type(value) is Delayed else value for value in values]

    def _is_data(self, value: Value) -> bool:
        """Check whether a value is plain data; evaluate it if it is delayed and reads no layer."""
        if type(value) is not Delayed:
            return is_data(value)
        if value in self._memo:
            return True
        if value in self._no_data:
            return False
        names = self._cache.once.names_read(value.node, value.scope)
        if names is not None and all(self._is_data(value.scope.local[name]) for name in names):
            try:
                self.value_of_binding(value)
                return True
            except SpecError:  # a mistake only if the value is used
                pass
        self._no_data.add(value)
        return False

    def _global(self, value: Value, node: e.Name | e.Attribute, scope: Scope) -> Value:
        if isinstance(value, Layer):
            if value.single:
                return self.field(value)[0]
            return self.field(value)
        if isinstance(value, Define):
            if value.parameters:
                return Closure(value.parameters, value.body, scope.outer(), value.name)
            return self._value_of_definition(value, node, scope)
        return value

    def field(self, layer: Layer) -> Field:
        """Return the field of a layer, made once: an interpreter reads the same values as long as it lives."""
        fields = self._cache.fields
        if layer not in fields:
            fields[layer] = self._new_field(layer, f"{layer.grid}.{layer.name}" if layer.grid else layer.name)
        return fields[layer]

    def _new_field(self, layer: Layer, name: str) -> Field:
        return Field(layer.places, lambda position: self.read(layer, position), layer.index, name)

    def _value_of_definition(self, define: Define, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a definition that `node` names; computed once, or for each run if it reads a layer."""
        key = (define, scope.board)
        constants, varying = self._cache.constants, self._cache.varying
        if key in constants:
            return constants[key]
        outer = scope.outer()
        if key not in varying and is_constant(define, scope.names):
            return constants.setdefault(key, self._body_of_data(define, node, outer))
        varying.add(key)
        values = self._definitions
        if key not in values:
            values[key] = self._body(define, node, outer)
        return values[key]

    def _body(self, define: Define, node: e.Expression, inner: Scope) -> Value:
        """Return the value of a definition's body in the scope that binds its parameters; errors name its use at `node`."""
        try:
            value = self.repetition_of(define.body, inner).value(inner.local)  # `evaluate_again`, which is one more frame of many
            return self.evaluate(define.body, inner) if value is FAIL else value
        except SpecError as problem:
            use = Note(f"`{define.name}` is used here", node.span)
            raise SpecError(diagnostic.reached_from(define.body.span, use) for diagnostic in problem.diagnostics) from None

    def _attribute(self, node: e.Attribute, scope: Scope) -> Value:
        return self.attribute(self.operand(node.of, scope), node)

    def attribute(self, of: Value, node: e.Attribute) -> Value:
        """Return an attribute of a value."""
        if isinstance(of, Grid):
            return self._grid_attribute(of, node)
        if isinstance(of, OneSolution):
            return of.named(node)
        if isinstance(of, Field):
            return self._lift(lambda value: self.values.attribute(value, node.name), of)
        return self.values.attribute(of, node.name)

    def _grid_attribute(self, grid: Grid, node: e.Attribute) -> Value:
        name = node.name
        if name in grid.names:
            return self._global(grid.names[name], node, grid.scope)
        value = self.board_value(grid.board, name)
        if value is not None:
            return value
        if name in Board.attributes:
            return getattr(grid.board, name)
        known = [*grid.names, *Board.attributes, *names_on(grid.board)]
        raise Fault(Code.UNKNOWN_ATTRIBUTE, f"the grid has no name `{name}`", did_you_mean(name, known))

    def _subscript(self, node: e.Subscript, scope: Scope) -> Value:
        of = self.operand(node.of, scope)
        if type(node.of) is e.Attribute and has_several_grids(scope):
            scope = self._on_grid(node.of.of, scope) or scope
        if isinstance(node.index, e.Slice):
            ends = (node.index.start, node.index.stop, node.index.step)
            return self.cut(of, (None if end is None else self.operand(end, scope) for end in ends))
        index = self.operand(node.index, scope)
        if type(index) is int and isinstance(of, (list, tuple)) and 0 <= index < len(of):  # as it is nearly always
            return of[index]
        return self.item(of, index, is_literal(node.index))

    def item(self, of: Value, index: Value, literal: bool) -> Value:
        """Return `of[index]`; `literal`: the index is written as a number."""
        self._spend_on(index)
        return self.values.item(of, index, literal)

    def _on_grid(self, of: e.Expression, scope: Scope) -> Scope | None:
        """Return the scope in which what stands in brackets after `of.name` is read; None if `of` is no grid."""
        grid = self.operand(of, scope)
        grid = grid.grid if isinstance(grid, OneSolution) else grid
        return Scope(grid.names, grid.words, grid.board, scope.local) if isinstance(grid, Grid) else None

    def _ongrid(self, node: e.OnGrid, scope: Scope) -> Value:
        inner = self._on_grid(node.of, scope) if has_several_grids(scope) else None
        if inner is None:
            raise call_binding.no_method(node)
        return self.evaluate(node.body, inner)

    def cut(self, of: Value, ends: Iterable[Value]) -> Value:
        """Return `of[start:stop:step]`; an end that is not given is None."""
        return self._count_new(self.values.slice_list(of, slice(*map(self._slice_end, ends))))

    def _slice_end(self, value: Value) -> int | None:
        if value is None:
            return None
        end = self.values.require_known(value, "the end of a slice")
        if not operators.is_number(end):
            help = "for cells in a row, write their places as a list: [r1c1, r1c2, r1c3]; rows[0] is the whole first row"
            message = f"the end of a slice must be a number, but got {kind_of(end)}"
            raise Fault(Code.WRONG_KIND, message, help if isinstance(end, Cell) else "")
        if type(end) is not int:
            raise Fault(Code.WRONG_KIND, f"the end of a slice must be a whole number, but got {describe(end)}")
        return end

    def _slice(self, node: e.Slice, scope: Scope) -> Value:
        raise Fault(Code.WRONG_KIND, "a slice must be the whole index, as in x[1:3]")

    def _display(self, node: e.Display, scope: Scope) -> Value:
        items = [self.operand(item, scope) for item in node.items]
        return operators.with_size(items if node.is_list else tuple(items))

    def _unary(self, node: e.Unary, scope: Scope) -> Value:
        operator = operators.NEGATE if node.operator == "-" else operators.KEEP
        return self.operate_alone(operator, self.operand(node.operand, scope))

    def operate_alone(self, operator: operators.Operator, value: Value) -> Value:
        """Apply an operator to one value, element-wise if it is a field."""
        return self._lift(lambda single: self.values.operate(operator, [single]), value)

    def _binary(self, node: e.Binary, scope: Scope) -> Value:
        if node.operator == "step":
            return self._stepped_range(node, scope)
        left, right = self.operand(node.left, scope), self.operand(node.right, scope)
        if node.operator == "..":
            for end in (left, right):
                if not operators.is_number(self.values.require_known(end, "the end of a range", LOOP_OVER_UNKNOWN)):
                    raise Fault(
                        Code.WRONG_KIND, f"the end of a range must be a number, but got {kind_of(end)}", _ranges_apart(node)
                    )
                if type(end) is not int:
                    message = f"a range without a step is of whole numbers, but one of its ends is {describe(end)}"
                    raise Fault(Code.WRONG_KIND, message, f"write the step too: {describe(left)}..{describe(right)} step 1/2")
            return operators.numbers(left, right + 1)
        return self.operate(operators.OPERATORS[node.operator], left, right)

    def _stepped_range(self, node: e.Binary, scope: Scope) -> Value:
        """Return the list of a range with a step."""
        assert isinstance(node.left, e.Binary)
        ends = []
        for what, part in (("end", node.left.left), ("end", node.left.right), ("step", node.right)):
            value = self.values.require_known(self.operand(part, scope), f"the {what} of a range", LOOP_OVER_UNKNOWN)
            if not operators.is_number(value):
                raise Fault(Code.WRONG_KIND, f"the {what} of a range must be a number, but got {kind_of(value)}")
            ends.append(value)
        return self._count_new(operators.stepped_range(*ends))

    def _comparison(self, node: e.Comparison, scope: Scope) -> Value:
        if len(node.operators) == 1:
            left, right = node.operands
            return self.compare(node.operators[0], self.operand(left, scope), self.operand(right, scope))

        def links() -> Iterator[Value]:
            left = self.operand(node.operands[0], scope)
            for sign, operand in zip(node.operators, node.operands[1:], strict=True):
                right = self.operand(operand, scope)
                yield self.compare(sign, left, right)
                left = right

        return self._connect(self.values.conjoin, False, links())

    def compare(self, sign: str, left: Value, right: Value) -> Value:
        """Return a comparison of two values, element-wise if one is a field."""
        operator = operators.OPERATORS.get(sign)
        if operator is not None:
            return self.operate(operator, left, right)
        if type(left) is Cell and isinstance(right, Area):  # both are known, whatever a layer says
            self._spend_on(right)
            return (left in right.cells) is (sign == "in")
        if isinstance(right, dict):
            left = lift(self.values.key_of, left)
        members = self.values.members(clues_and_values(left, right) if type(right) is ClueGroup else operators.listable(right))
        self._spend_on(right)
        if isinstance(left, _PLACED):
            contained = self._lift(lambda value: self.values.contains(value, list(members)), left)
        else:
            contained = self.values.contains(left, list(members))
        return self._lift(self.values.negate, contained) if sign == "not in" else contained

    def operate(self, operator: operators.Operator, left: Value, right: Value) -> Value:
        """Apply an operator to two values, element-wise if one is a field."""
        left_kind, right_kind = type(left), type(right)
        if left_kind is int and right_kind is int and operator.of_numbers is not None:
            return operator.of_numbers(left, right)
        if isinstance(left, Field) or isinstance(right, Field) or left_kind is ClueGroup or right_kind is ClueGroup:
            return self._lift(lambda a, b: self.values.operate(operator, [a, b]), left, right)
        if left_kind not in _LISTS and right_kind not in _LISTS:  # texts are compared at once
            return self.values.operate(operator, [left, right])
        self._spend_on(left)
        self._spend_on(right)
        return self._count_new(self.values.operate(operator, [left, right]))

    def _lift(self, compute: Callable[..., Value], *operands: Value) -> Value:
        """Apply `compute`, place by place where an operand is a field."""
        for operand in operands:
            if isinstance(operand, _PLACED):
                self.budget.spend(len(operand) // MEMBERS_A_STEP)
                break
        return lift(compute, *operands)

    def _count_new(self, value: Value) -> Value:
        """Return a value that was made just now; a list carries its size from now on, and making it is counted."""
        if isinstance(value, (list, tuple)):
            value = operators.with_size(value)
            self.budget.spend(len(value) // MEMBERS_A_STEP)
        return value

    def _spend_on(self, value: Value) -> int:
        """Count the steps for going through a value, and return its size."""
        kind = type(value)
        size = size_of(value)
        members = len(value.cells) if kind is Area or kind is Line else size if kind in _SIZED else 0
        if members >= MEMBERS_A_STEP:
            self.budget.spend(min(members, operators.MAX_SIZE) // MEMBERS_A_STEP)  # a longer range is refused
        return size

    def _junction(self, node: e.Junction, scope: Scope) -> Value:
        def operands() -> Iterator[Value]:
            for operand in node.operands:
                value = self.evaluate(operand, scope)
                yield value if isinstance(value, _PLACED) else self._truth_of(value, operand, scope)

        if node.operator == "and":
            return self._connect(self.values.conjoin, False, operands())
        return self._connect(self.values.disjoin, True, operands())

    def _connect(self, join: Callable[[Sequence[Value]], Value], decisive: bool, operands: Iterator[Value]) -> Value:
        """Return `and` or `or` of operands, read up to the first decisive one; element-wise if one is a field."""
        values: list[Value] = []
        for operand in operands:
            if operand is decisive and not any(isinstance(before, _PLACED) for before in values):
                return decisive
            values.append(operand)
        if len(values) == 1:
            return values[0]
        if any(isinstance(operand, _PLACED) for operand in values):
            return self._lift(lambda *single: join([self.values.as_truth(value) for value in single]), *values)
        return join([self.values.as_truth(value) for value in values])

    def _not(self, node: e.Not, scope: Scope) -> Value:
        value = self.evaluate(node.operand, scope)
        if isinstance(value, _PLACED):
            return self.negate_field(value.field if isinstance(value, ClueGroup) else value)
        return self.values.negate(self._truth_of(value, node.operand, scope))

    def negate_field(self, value: Field) -> Field:
        """Return `not` of a field, place by place; that of a whole layer is made once, for `group(c, cells, by=not wall)`."""
        derived = self._cache.derived
        negated = derived.get(id(value))  # a field that is kept is alive, so no other one has its identity
        if negated is None:
            negated = self._lift(lambda member: self.values.negate(self.values.as_truth(member)), value)
            if any(value is whole for whole in self._cache.fields.values()):
                derived[id(value)] = negated
        return negated

    def _conditional(self, node: e.Conditional, scope: Scope) -> Value:
        condition = self.evaluate(node.condition, scope)
        if isinstance(condition, _PLACED):
            branches = self.operand(node.then, scope), self.operand(node.otherwise, scope)
            choose = self.values.choose
            return self._lift(lambda c, a, b: choose(self.values.as_truth(c), lambda: a, lambda: b), condition, *branches)
        condition = self._truth_of(condition, node.condition, scope)
        if condition is True or condition is False:
            return self.evaluate(node.then if condition else node.otherwise, scope)
        return self.choose(condition, lambda: self.evaluate(node.then, scope), lambda: self.evaluate(node.otherwise, scope))

    def choose(self, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
        """Return one of two values, by an unknown condition."""
        value = self.values.choose(condition, then, otherwise)
        self._spend_on(value)
        return self._count_new(value)

    def _lambda(self, node: e.Lambda, scope: Scope) -> Value:
        return Closure(node.parameters, node.body, scope)

    def _comprehension(self, node: e.Comprehension, scope: Scope) -> Value:
        plan = self._cache.once.plan(node, scope)
        return self._list(node, scope) if plan is None else self._looked_up(plan, node, scope, self._list)

    def _list(self, node: e.Comprehension, scope: Scope) -> Value:
        return operators.with_size(list(self._members(node, scope, allow_unknown=False)))

    # loops

    def _members(self, node: e.Comprehension, scope: Scope, *, allow_unknown: bool, neutral: Value = None) -> Iterator[Value]:
        """Yield the members of a comprehension; a member that an unknown condition may drop is blank if it is dropped.

        `neutral`: a member that makes no difference; one whose condition is unknown may be left out.
        """
        size = 0
        element = node.element
        skipping = None if neutral is None else (element, neutral)
        expression: RepeatedExpression | None = None
        read = self._cache.once.read_in_turns(node) if len(node.loops) > 1 else None
        members: dict[tuple[Value, ...], Value] = {}  # by the places that the element reads, if it reads not all that loops bind
        for inner, unknown in self.bindings(node.loops, scope, allow_unknown=allow_unknown, skipping=skipping):
            places = tuple([inner.local[name] for name in read]) if read else ()
            if places and not _PLACES.issuperset(map(type, places)):
                places = ()
            if places in members:
                member = members[places]
            else:
                expression = expression or self.repetition_of(element, inner)
                member = expression.value(inner.local)
                if member is FAIL:
                    member = self.member(element, inner, neutral)
                if places:
                    if len(members) >= MAX_CALLS:
                        members.clear()
                    members[places] = member
            if type(member) in _SIZED:  # a function may go through them
                size += self._spend_on(member)
                operators.check_size(size)
            yield self._if_conditions_hold(unknown, member, neutral) if unknown else member

    def _if_conditions_hold(self, conditions: Sequence[Value], member: Value, neutral: Value) -> Value:
        """Return a member that is dropped where a condition is false, and blank then; or `neutral`, as for `_members`."""
        return self.values.choose(self.values.conjoin(conditions), lambda: member, lambda: BLANK)

    def bindings(
        self,
        loops: Sequence[e.Loop],
        scope: Scope,
        *,
        allow_unknown: bool = False,
        is_rule: bool = False,
        dropping: Sequence[e.Expression] = (),
        skipping: tuple[e.Expression, Value] | None = None,
    ) -> Iterator[tuple[Scope, list[Value]]]:
        """Yield the scope of each binding of the loops, with the conditions on it that are unknown.

        Raise `SpecError` if a condition is unknown and `allow_unknown` is not set. `is_rule`: they are those of a rule's `for`.
        `dropping`: further conditions, which the caller checks; bindings in which one of them is false may be left out. So may
        be, where conditions are unknown, bindings in which the expression `skipping` has the value beside it.
        """
        if not loops:
            yield scope, []
            return
        first, rest = loops[0], loops[1:]
        loop = self._loop(first, scope)
        values = loop.values.value(scope.local)
        if values is FAIL:
            values = self.operand(first.values, scope)
        turns = len(values) if isinstance(values, _COUNTED) else None
        progress = self.budget.begin(first, turns)
        beyond = ((), None) if rest else (dropping, skipping)
        try:
            for inner, unknown in loop.turns(values, scope, progress, *beyond, allow_unknown=allow_unknown, is_rule=is_rule):
                if not rest:
                    yield inner, unknown
                    continue
                deeper = self.bindings(
                    rest, inner, allow_unknown=allow_unknown, is_rule=is_rule, dropping=dropping, skipping=skipping
                )
                for innermost, more in deeper:
                    yield innermost, unknown + more
        finally:
            self.budget.loop = progress.outer

    def loop_bindings(self, loop: e.Loop, values: Value, scope: Scope) -> Iterator[tuple[Value, Scope]]:
        """Yield for each member whether it is present, and the scope with its names. Fields are only read here, and may fail."""
        try:
            members = iter(self.values.present_members(values))
        except Fault as fault:
            raise self.locate(fault, loop.values, scope) from None
        while True:
            try:
                present, member = next(members, (None, None))
                if present is None:
                    return
                inner = self._unpack(loop.pattern, member, scope, loop)
            except Fault as fault:
                raise self.locate(fault, loop.values, scope) from None
            yield present, inner

    def unknown_conditions(
        self, loop: e.Loop, present: Value, scope: Scope, *, allow_unknown: bool, is_rule: bool
    ) -> list[Value] | None:
        """Return the unknown conditions on a binding; None if a condition is false."""
        unknown = []
        if present is not True:
            if not allow_unknown:
                loop_text = f"for {', '.join(loop.pattern.names())} in {loop.values.span.text}"
                help = f"write the loop inside the rule, as in: rule: all(... {loop_text})"
                raise _must_be_known("the number of members of this list", loop.values, help if is_rule else INSIDE)
            unknown.append(present)
        for condition in loop.conditions:
            value = self.truth(condition, scope)
            if value is False:
                return None
            if value is not True:
                if not allow_unknown:
                    help = f"write it on a line below the `for`: if: {condition.span.text}"
                    raise _must_be_known("this `if`", condition, help if is_rule else INSIDE)
                unknown.append(value)
        return unknown

    def _unpack(self, pattern: e.Pattern, value: Value, scope: Scope, loop: e.Loop) -> Scope:
        """Return the scope with the names of the pattern bound to the parts of the value."""
        if pattern.name is not None:
            return scope.bind(pattern.name, value)
        parts = self.values.parts(value, len(pattern.parts))
        if parts is None:
            has_length = isinstance(value, (list, tuple, Area, Field, Link))
            problem = Fault(
                Code.WRONG_SIZE,
                f"`{', '.join(pattern.names())}` needs {len(pattern.parts)} values, but got {kind_of(value)}"
                + (f" of {len(value.cells if isinstance(value, Link) else value)}" if has_length else ""),
                "this is blank because it does not exist, like the cell of a clue between cells, or the link of one on a corner"
                if value is BLANK
                else "",
                notes=[Note("the clue is here", bound.span) for bound in scope.local.values() if isinstance(bound, Clue)],
            )
            raise self.locate(problem, loop, scope)
        for part, member in zip(pattern.parts, parts, strict=True):
            scope = self._unpack(part, member, scope, loop)
        return scope

    # calls

    def _call(self, node: e.Call, scope: Scope, *, is_new: bool = False) -> Value:
        """Return the value of a call; `is_new`: it has been looked up, and was not found."""
        once = self._cache.once
        if not is_new and once.without_plan.get(node, _NOT_MET) is not scope.board:
            plan = once.plan(node, scope)
            if plan is not None:
                return self._looked_up(plan, node, scope, functools.partial(self._call, is_new=True))
        name = node.name
        target = self.value_of_binding(scope.local[name]) if name in scope.local else scope.names.get(name)
        function = all_functions().get(name)
        if target is None and function is not None:
            return self._call_function(function, node, scope)
        if isinstance(target, Define) and target.parameters:
            return self._call_define(target, node, scope, scope)
        if isinstance(target, Define) and function is None:
            target = self._value_of_definition(target, node, scope)  # a name for a function, such as a parameter of a library
        if isinstance(target, Closure):
            return self._call_closure(target, node, scope)
        if function is None:
            raise call_binding.no_function(node, scope.names, target)
        return self._call_function(function, node, scope)

    def _call_closure(self, closure: Closure, node: e.Call, scope: Scope) -> Value:
        if closure.is_of_language:
            return self._call_function(all_functions()[closure.name], node, scope)
        define = closure.scope.names.get(closure.name)
        if isinstance(define, Define) and define.body is closure.body:
            return self._call_define(define, node, scope, closure.scope)
        named = dict(node.keywords)
        by_name = [named.pop(name) for name in closure.parameters[len(node.arguments) :] if name in named]
        if named:
            raise Fault(
                Code.WRONG_ARGUMENTS,
                f"wrong parameter names for `{node.name}`",
                f"its parameters are ({', '.join(closure.parameters)})",
            )
        return self.call_closure(closure, [self.evaluate(argument, scope) for argument in (*node.arguments, *by_name)])

    def _call_function(self, function: Function, node: e.Call, scope: Scope) -> Value:
        bound = self._bound.get(node)
        if bound is None or not bound.belongs_to(function, scope.board):
            bound = self._bound[node] = call_binding.BoundCall(
                function, node.arguments, dict(node.keywords), scope.board, self.values
            )
        return self.call_bound(bound, [self.argument(child, scope, function) for child in bound.arguments])

    def call_bound(self, bound: call_binding.BoundCall, given: Sequence[Value]) -> Value:
        """Return the value of a function for these arguments. Going through them is counted, and making a list."""
        members = 0
        for value in given:
            kind = type(value)
            if kind is Area or kind is Line:
                members += len(value.cells)
            elif kind is str:
                members += len(value) // TEXT
            elif kind in _SIZED:
                members += min(extent_of(value)[0], operators.MAX_SIZE)
            elif isinstance(value, Field):
                members += len(value)
        if members >= MEMBERS_A_STEP:
            self.budget.spend(members // MEMBERS_A_STEP)
        value = bound(given)
        return self._count_new(value) if isinstance(value, (list, tuple)) else value

    def at_once(self, function: Function, operator: operators.Operator | None) -> AtOnce | None:
        """Return how a function of a part of a layer, or of its comparison with a value, is evaluated at once, if it ever is."""
        return None

    def _call_define(self, define: Define, node: e.Call, scope: Scope, around: Scope) -> Value:
        """Call a definition that belongs to the scope `around`; arguments are evaluated in `scope`, when they are used."""
        given = {name: Delayed(argument, scope) for name, argument in call_binding.arguments_of(define, node)}
        inner = Scope(around.names, around.words, around.board, given)
        once = self._cache.once
        if once.without_plan.get(define, _NOT_MET) is around.board:
            return self._body(define, node, inner)
        plan = once.plan_of(define, around)
        read = None if plan is None else self._data([given[name] for name in plan.names])
        key = None if read is None else key_of(define, around.board, read)
        if plan is None or read is None or key is None:
            return self._body(define, node, inner)
        if plan.reads_layer:
            return self._called_once(key, read, lambda: self._body(define, node, inner))
        if key in once:
            return once[key]
        value = self._body_of_data(define, node, inner)
        once.keep(key, read, value)
        return value

    def _body_of_data(self, define: Define, node: e.Expression, inner: Scope) -> Value:
        """Return the value of a definition that reads no layer, whose parameters are plain data."""
        return self._body(define, node, inner)

    def _called_once(self, key: Key, read: Sequence[Value], evaluate: Callable[[], Value]) -> Value:
        """Return the value of a call that reads a layer, evaluated once in a run as long as it is among the last `MAX_CALLS`."""
        if key not in self._calls:
            self._keep_call(key, read, evaluate())
        return self._calls[key][0]

    def _keep_call(self, key: Key, read: Sequence[Value], value: Value) -> None:
        calls = self._calls
        if len(calls) >= MAX_CALLS:
            del calls[next(iter(calls))]
        calls[key] = value, read

    def plan_of_calls(self, define: Define, scope: Scope) -> Plan | None:
        """Return how calls of a definition are looked up; None if they are not, as it goes through nothing."""
        return self._cache.once.plan_of(define, scope, is_met=True)

    def called_quickly(
        self,
        define: Define,
        plan: Plan,
        board: Board | None,
        given: Sequence[Value],
        body: Quick,
        body_of_data: Quick,
    ) -> Value:
        """Return the value of such a call, found before if the arguments are the same.

        `body` is the prepared definition, `body_of_data` what it is for arguments that are plain data if it reads no layer.
        """
        key = key_of(define, board, given)
        if key is None:
            return body(given)
        once = self._cache.once
        if not plan.reads_layer:
            value = once.get(key)
            if value is None:
                value = body_of_data(given)
                once.keep(key, given, value)
            return value
        if key in self._calls:
            return self._calls[key][0]
        value = body(given)
        if type(value) in self.values.settled or type(value) in self.values.areas:
            self._keep_call(key, given, value)
        return value

    def call_closure(self, closure: Closure, arguments: Sequence[Value]) -> Value:
        """Return the value of a function for these arguments."""
        if closure.is_of_language:
            return self._count_new(call_binding.call(all_functions()[closure.name], arguments, closure.scope.board, self.values))
        if len(arguments) != len(closure.parameters):
            raise call_binding.wrong_number(closure, len(arguments))
        return self.evaluate_again(closure.body, closure.apply(arguments))

    def argument(self, node: e.Expression, scope: Scope, function: Function) -> Value:
        """Return an argument of a function: a generator whose members are evaluated later, or a value."""
        if isinstance(node, e.Comprehension) and not node.is_list:
            neutral = _NEUTRAL.get(function.name)
            return call_binding.Stream(lambda: self._members(node, scope, allow_unknown=function.aggregate, neutral=neutral))
        value = self.evaluate(node, scope) if function.takes_fail else self.operand(node, scope)
        return SpecCallable(self, value) if isinstance(value, Closure) else value


def _ranges_apart(node: e.Binary) -> str:
    """Return how to write a range that has another one for an end; empty if none has."""
    if not any(isinstance(end, e.Binary) and ".." in end.span.text for end in (node.left, node.right)):
        return ""
    apart = re.sub(r"-?\w+\.\.-?\w+", lambda match: f"({match.group()})", node.span.text)
    return f"put each range in parentheses: {apart}"


INSIDE = "directly inside sum(...), count(...), all(...), any(...) and the like, it may depend on a layer"


def _must_be_known(what: str, node: e.Expression, help: str) -> SpecError:
    return error(
        Code.MUST_BE_KNOWN,
        f"{what} must be fixed before solving, but it depends on a layer",
        node.span,
        help=help,
    )


@dataclass(frozen=True, slots=True, eq=False)
class SpecCallable:
    """A function of the spec or of the language together with the interpreter that evaluates it, so that Python can call it.

    Functions receive it as an argument: the step of a fold, the result of a walk, a condition.
    """

    interpreter: Interpreter
    closure: Closure

    kind: ClassVar[str] = "a function"

    def __str__(self) -> str:
        return str(self.closure)

    def __call__(self, *arguments: Value) -> Value:
        """Return the value of the function for these arguments; raise `SpecError` at its place if it cannot take them."""
        closure = self.closure
        try:
            return self.interpreter.call_closure(closure, arguments)
        except Fault as fault:
            if not closure.is_of_language and len(closure.parameters) > len(arguments):
                fault.help += "; a pair from `zip` or `enumerate` is one parameter p with the parts p[0] and p[1]"
            elif closure.is_of_language and fault.code is Code.WRONG_ARGUMENTS and len(arguments) == 1:
                what = kind_of(arguments[0])
                fault.help += f"; here it gets only {what}: a lambda says what else, as in lambda p: {closure.name}(p, ...)"
            raise self.interpreter.locate(fault, closure.body, closure.scope) from None

    def error_for(self, fault: Fault, arguments: Sequence[Value]) -> SpecError:
        """Return an error in the function's result as a `SpecError` at the branch of the function that returned it."""
        node, scope = self.closure.body, self.closure.apply(arguments)
        while isinstance(node, e.Conditional):
            condition = self.interpreter.truth(node.condition, scope)
            if not isinstance(condition, bool):
                break
            node = node.then if condition else node.otherwise
        return self.interpreter.locate(fault, node, scope)


# What is done with each kind of node; apart from any interpreter, so that none refers to itself and is garbage one day.
_VISITORS: Mapping[type, Callable[..., Value]] = {
    node: getattr(Interpreter, f"_{node.__name__.lower()}") for node in get_args(e.Expression)
}
