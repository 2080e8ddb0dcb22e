"""`fold`: read a line value by value, with a state."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import cast

from ..geometry.places import Cell, Direction
from ..language import operators
from ..language.function_registry import function
from ..language.parameter_types import AFunction, Anything, Callee, Members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, FAIL, Blank, FixedTuple, Value, describe, kind_of

SINGLE = frozenset((int, Fraction, bool, str, Cell, Direction, Blank))
_RESULTS = (int, Fraction, str, Cell, Direction)


@function(
    "along a line",
    "fold([3, 1, 2], start=0, step=lambda s, x: s + 1 if x > 1 else s) == 2 and "
    "fold([1, 1, 2], start=(0, 0), step=lambda s, x: (x, s[1] + 1) if x != s[0] else s, result=lambda s: s[1]) == 2",
)
def fold(values: Members, start: Anything, step: AFunction, result: AFunction | None = None) -> Value:
    """Return the result of reading `values` in order, with a state.

    `start` is the first state, `step(state, member)` gives the next one, and `result(state)` turns the last state into the
    value. Without `result` the last state is the value. Blank members are read too, so `step` must handle them. A state is a
    number, a truth value, a word, a cell, a direction, or a tuple of those, and has the same form at every step. If a state is
    `fail`, the fold is blank. Members may be tuples, from `zip` or `enumerate`. A fold compiles to a finite automaton, so the
    fewer states, the better.
    """
    first = state = as_state(start)
    for value in values:
        state = next_state(first, step, state, value)
        if state is FAIL:
            return BLANK
    return as_result("fold", result, state)


def as_state(value: Value) -> Hashable:
    """Return `value` as a state, with lists turned into tuples; raise `Fault` if a state cannot be made of it."""
    if isinstance(value, (list, tuple)):
        return FixedTuple([member if type(member) in SINGLE else as_state(member) for member in value])
    if value is BLANK or isinstance(value, _RESULTS):
        return cast(Hashable, value)
    raise Fault(
        Code.WRONG_KIND,
        f"a state may contain numbers, truth values, words, cells and tuples, but got {kind_of(value)} ({describe(value)})",
    )


def next_state(first: Hashable, step: Callee, state: Hashable, value: Value) -> Hashable:
    """Return the state after one more value, or `FAIL`; raise `SpecError` if it does not have the form of the first state."""
    return checked_state(first, step, step(state, value), (state, value))


def checked_state(first: Hashable, step: Callee, state: Value, arguments: tuple[Value, ...]) -> Hashable:
    """Return the result of a step as a state, or `FAIL`; raise `SpecError` if it has another form than the first state.

    Most states are tuples of the same kinds of single values as the first: these need no further look.
    """
    if state is FAIL:
        return cast(Hashable, FAIL)
    if type(state) is int and type(first) is int:
        return state
    if type(state) is tuple and isinstance(first, tuple):
        kinds = [*map(type, state)]
        if kinds == [*map(type, first)] and SINGLE.issuperset(kinds):
            return FixedTuple(state)
    try:
        following = as_state(state)
        check_form(first, following)
    except Fault as fault:
        raise step.error_for(fault, arguments) from None
    return following


def check_form(first: Hashable, state: Hashable) -> None:
    """Raise `Fault` if `state` does not have the form of the first state."""
    if not _same_form(first, state):
        raise Fault(
            Code.WRONG_KIND,
            f"the step returns the state {describe(state)}, but the first state is {describe(first)}",
            "all states must have the same form: numbers stay numbers, and a tuple keeps its length",
        )


def _same_form(first: Hashable, state: Hashable) -> bool:
    if first is BLANK or state is BLANK:
        return True
    if type(first) is type(state) and not isinstance(first, tuple):
        return True
    if isinstance(first, tuple) and isinstance(state, tuple):
        return len(first) == len(state) and all(map(_same_form, first, state))
    return kind_of(first) == kind_of(state)


def as_result(name: str, result: Callee | None, state: Hashable) -> Value:
    """Return the result of a fold or walk that ends in `state`: a number, a truth value, a word, a cell or blank."""
    value = state if result is None else result(state)
    if value is BLANK or isinstance(value, _RESULTS):
        return value
    try:
        operators.check_value(value)
        raise Fault(
            Code.WRONG_KIND,
            f"the result of a {name} must be a number, a truth value or a word, but got {kind_of(value)} ({describe(value)})",
            "choose a part of the state: result=lambda s: s[0]",
        )
    except Fault as fault:
        if result is None:
            raise
        raise result.error_for(fault, (state,)) from None
