"""`fold`: a machine, whose steps are evaluated while compiling."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...functions.fold import SINGLE, as_result, as_state, checked_state
from ...functions.fold import fold as plain_fold
from ...language.compiled_closures import CompiledClosure
from ...language.compiled_expressions import Unusual
from ...language.interpreter import Interpreter, SpecCallable
from ...language.layers_read import layers_read
from ...language.name_check import free_names
from ...language.scope import Closure, Delayed
from ...language.vectorized_closures import VectorizedRow
from ...records import dataclass
from ...syntax.diagnostics import Code, SpecError
from ...values import BLANK, FAIL, Field, FixedTuple, Value, is_hashable, is_known, typed_key
from ..algebra import Algebra
from ..automata.aggregates import MappedRuns, RunValues, read_along
from ..automata.explore import DependsOnLayer
from ..automata.machine import LineSource, Machine, Remaining, RunSource, State, element, joint_key
from ..automata.result_filter import ResultFilter
from ..lowering_registry import lowering
from ..not_lowered import NotLowered
from ..reasons import LAYER_IN_STEP


@lowering("fold", takes_machines=True)
def fold(
    algebra: Algebra,
    values: Sequence[Value] | MappedRuns | RunValues,
    start: Value,
    step: SpecCallable,
    result: SpecCallable | None = None,
) -> Value:
    """Return a machine over the line; opaque if a step depends on a layer or the start is unknown."""
    functions = [step] if result is None else [step, result]
    if isinstance(start, Field):
        as_state(start)  # raises: a field is no state
    if not is_known(start) or not all(are_all_known(bound) for bound in functions):
        return NotLowered(LAYER_IN_STEP)

    def read(source: LineSource | RunSource, member: Machine) -> Machine:
        return _machine(source, member, as_state(start), step, result)

    if isinstance(values, (MappedRuns, RunValues)):
        return read_along(values, read)
    if is_known(values) and all(reads_no_layer(bound) for bound in functions):
        return plain_fold.evaluate(values, start, plain(step), None if result is None else plain(result))
    line = algebra.automata.line(values)
    return algebra.automata.no_line(values) if line is None else read(line, element(line))


def _machine(
    source: LineSource | RunSource, member: Machine, start: State, step: SpecCallable, result: SpecCallable | None
) -> Machine:
    plain_step, plain_result = plain(step), plain(result) if result is not None else None

    is_made = member.key != "value"  # of what is read

    quick_row = VectorizedRow(plain_step.quick)
    kinds = [*map(type, start)] if isinstance(start, tuple) else None  # of single values; a state in a state is looked into
    kinds = kinds if kinds is not None and SINGLE.issuperset(kinds) else None

    def following(state: State, value: Value) -> State:
        if state is FAIL:
            return FAIL
        read = member.value_of(value) if is_made else value
        known = of_known_length(state)
        return checked_state(start, plain_step, plain_step(known, read), (known, read))

    def each_following(state: State, values: Sequence[Value]) -> Sequence[State]:
        if state is FAIL:
            return [FAIL] * len(values)
        known = of_known_length(state)
        try:
            next_states = quick_row(known, values)
        except Unusual:
            return [following(state, value) for value in values]
        return [
            to if is_state(to) else checked_state(start, plain_step, to, (known, at))
            for to, at in zip(next_states, values, strict=True)
        ]

    def is_state(next_state: Value) -> bool:
        """Check whether what a step gave has the form of the first state: most are single values, or tuples of them."""
        if type(next_state) is tuple:
            return [*map(type, next_state)] == kinds
        return next_state is FAIL or type(next_state) is type(start) is int

    def outcome(state: State) -> Value:
        if state is FAIL:
            return BLANK
        state = of_known_length(state)
        return as_result("fold", plain_result, state)

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is not FAIL or result_filter.allows(BLANK)

    key = joint_key("fold", typed_key(start), function_key(step), function_key(result), member.key)
    return Machine(
        source,
        start,
        following,
        outcome,
        may,
        key=key,
        folded=step.closure.body.span,
        step_each=None if is_made else each_following,
    )


def of_known_length(state: State) -> State:
    """Return a state as the functions of a spec are given it."""
    return FixedTuple(state) if type(state) is tuple else state


@dataclass(frozen=True, slots=True, eq=False)
class Plain(SpecCallable):
    """A function of the spec on known values, evaluated plainly; raises `DependsOnLayer` if it reads a layer."""

    quick: CompiledClosure

    def __call__(self, *arguments: Value) -> Value:
        """Return the value of the function for these arguments."""
        try:
            try:
                return self.quick(arguments)
            except Unusual:
                return SpecCallable.__call__(self, *arguments)
        except SpecError as problem:
            if all(diagnostic.code is Code.MUST_BE_KNOWN for diagnostic in problem.diagnostics):
                raise DependsOnLayer from None
            raise


def plain(bound: SpecCallable) -> Plain:
    """Return the function on known values."""
    interpreter = Interpreter(budget=bound.interpreter.budget.another("fold_steps"))
    return Plain(interpreter, bound.closure, CompiledClosure(interpreter, bound.closure))


def reads_no_layer(bound: SpecCallable) -> bool:
    """Check whether a function depends on its arguments only."""
    return not layers_read(bound.closure.body, bound.closure.scope)


def function_key(bound: SpecCallable | None) -> Hashable:
    """Return a key of a function: its place and the known local values that it uses; None if it uses others."""
    if bound is None:
        return ()
    values: list[Hashable] = []
    for name, value in _used_bindings(bound):
        if isinstance(value, (Delayed, Closure)) or not is_hashable(value):
            return None
        values.append((name, typed_key(value)))
    return (id(bound.closure.body), id(bound.closure.scope.names), *values)


def _used_bindings(bound: SpecCallable) -> list[tuple[str, Value]]:
    """Return the local names that a function uses, with what they are bound to."""
    closure = bound.closure
    local = closure.scope.local
    free = {node.name for node, _ in free_names(closure.body, frozenset(closure.parameters))}
    return [(name, local[name]) for name in sorted(free & local.keys())]


def are_all_known(bound: SpecCallable) -> bool:
    """Check whether the local names that a function uses are known."""
    return all(
        value.scope.is_known() if isinstance(value, (Delayed, Closure)) else is_known(value) for _, value in _used_bindings(bound)
    )
