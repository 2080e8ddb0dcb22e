"""`walk`: read a layer along a way that its values decide."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ..geometry.places import Cell
from ..language.function_registry import function
from ..language.parameter_types import AField, AFunction, Anything
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, FAIL, Field, Value, describe, kind_of
from .fold import as_result, as_state, next_state

TURNS = 8  # a walk that reads each place more often than this, on average, counts as one that never ends


@function(
    "along a way",
    "walk(start=(r1c1, 0), read=number, step=lambda s, x: (step(s[0], right), s[1] + default(x, 0)), result=lambda s: s[1]) == 8",
)
def walk(start: Anything, read: AField, step: AFunction, result: AFunction | None = None) -> Value:
    """Return the result of a walk from place to place, with a state.

    `start` is the first state, and `step(state, value)` gives the next one. The first item of each state is the place to read
    next, and `value` is its value in the field `read`, blank values too. The walk ends when the next place is blank, as after a
    step off the board. `result(state)` turns the last state into the value; without `result` the last state is the value. As in
    `fold`, a state keeps its form, and `fail` makes the walk blank. A walk that never ends is blank too: one that repeats a
    state, or that takes more than 8 steps for each place of `read` and 8 more.
    """
    first = as_state(start)
    state = end_state(first, read, lambda state, value: next_state(first, step, state, value))
    return BLANK if state is FAIL else as_result("walk", result, state)


def end_state(start: Hashable, read: Field, step: Callable[[Hashable, Value], Hashable]) -> Hashable:
    """Return the state at the end of a walk; `FAIL` if a step fails or the walk never ends."""
    state = start
    seen: set[Hashable] = set()
    for _ in range(longest(read)):
        place = next_place(state)
        if place is BLANK:
            return state
        seen.add(state)
        position = read.position(place)
        state = step(state, BLANK if position is None else read[position])
        if state is FAIL or state in seen:
            return FAIL
    return state if next_place(state) is BLANK else FAIL


def longest(read: Field) -> int:
    """Return the most steps that a walk may take."""
    return TURNS * (len(read) + 1)


def next_place(state: Hashable) -> Value:
    """Return the place to read next, which is the first item of a state; raise `Fault` if it is neither a cell nor blank."""
    place = state[0] if isinstance(state, tuple) and state else state
    if place is not BLANK and not isinstance(place, Cell):
        raise Fault(
            Code.WRONG_KIND,
            f"the first item of a walk's state must be the cell to read next, but got {kind_of(place)} ({describe(place)})",
            "for example start=(r1c1, right, 0); blank ends the walk",
        )
    return place
