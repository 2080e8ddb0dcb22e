"""Grids and outcomes as plain data, which mean the same wherever the spec is loaded: in another process, or another day.

Layers, places and values belong to a spec that was loaded; here they are names and numbers, as JSON has them. What comes back
is not believed: every grid goes before the judge, and answers and what is optimised are evaluated again. That there are no
other solutions cannot be seen from it, and rests on whoever says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridwright.compiler.compile import contradictions, lower
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.values import BLANK
from jsonschema import Draft4Validator

from ..judging.answer import answer
from ..judging.judge import Assignment, judge
from ..judging.objective import objective_value
from ..solving.outcome import Best, Outcome, Result, Solution, Statistics

# For each layer, by grid and name, where its values stand among those that it can have; none is blank.
Portable = Mapping[tuple[str, str], tuple[int | None, ...]]


def to_portable(spec: Spec, grid: Assignment) -> Portable:
    """A finished grid as numbers, which mean the same wherever the spec is loaded."""
    return {
        (layer.grid, layer.name): tuple(
            None if value is BLANK else layer.values.index(value) for value in grid[layer.grid, layer.name]
        )
        for layer in spec.layers
    }


def from_portable(spec: Spec, numbers: Portable) -> Assignment:
    """The grid of a spec that numbers stand for."""
    return {
        (layer.grid, layer.name): tuple(
            BLANK if number is None else layer.values[number] for number in numbers[layer.grid, layer.name]
        )
        for layer in spec.layers
    }


def look_alike(spec: Spec, one: Portable, other: Portable) -> bool:
    """Whether two grids agree in everything visible."""
    return all(one[layer.grid, layer.name] == other[layer.grid, layer.name] for layer in spec.layers if not layer.hidden)


Plain = dict[str, Any]

_WHOLE: Plain = {"type": "integer", "minimum": 0}
_NUMBERS = ("rounds", "variables", "clauses", "sums", "parts", "refined")  # of the statistics
_SHAPE: Plain = {
    "solutions": {"type": "array", "items": {"type": "array", "items": {"type": "array"}}},  # a list of numbers for each layer
    "count": _WHOLE,
    "complete": {"type": "boolean"},
    "reason": {"type": "string"},
    "contradicts": {"type": "boolean"},
    "optimal": {"type": ["boolean", "null"]},
    "bound": {"type": ["integer", "null"]},
    "seconds": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
    "lemmas": {"type": "object", "additionalProperties": _WHOLE},
    **dict.fromkeys(_NUMBERS, _WHOLE),
}
# Draft 4, in which 1.0 is no integer.
_VALIDATOR = Draft4Validator({"type": "object", "properties": _SHAPE, "required": list(_SHAPE), "additionalProperties": False})


class NotAnOutcome(Exception):
    """Data that is no outcome of the spec; the message says why."""


def as_plain(spec: Spec, outcome: Outcome) -> Plain:
    """An outcome as plain data."""
    statistics, best = outcome.statistics, outcome.objective
    return {
        "solutions": [[list(numbers) for numbers in to_portable(spec, each.grid).values()] for each in outcome.solutions],
        "count": outcome.count,
        "complete": outcome.complete,
        "reason": outcome.reason,
        "contradicts": bool(outcome.contradictions),
        "optimal": best and best.optimal,
        "bound": best and best.bound,
        "seconds": dict(statistics.seconds),
        "lemmas": dict(statistics.lemmas),
        **{name: getattr(statistics, name) for name in _NUMBERS},
    }


def from_plain(spec: Spec, plain: object, limit: int, deadline: Deadline = NO_DEADLINE) -> Outcome:
    """The outcome of a search for up to `limit` solutions that plain data stand for.

    `NotAnOutcome` where they have another shape, contradict themselves, or the judge rejects a grid.
    """
    wrong = next(_VALIDATOR.iter_errors(plain), None)
    if wrong is not None or not isinstance(plain, dict):
        raise NotAnOutcome(f"{wrong.json_path}: {wrong.message[:100]}" if wrong else "not a mapping")
    solutions = tuple(_solution(spec, each, deadline) for each in plain["solutions"])
    known = contradictions(spec, lower(spec, deadline)) if plain["contradicts"] else ()
    best = _best(spec, plain, solutions)
    is_proved = best is None or best.optimal
    count, complete, reason = plain["count"], plain["complete"], plain["reason"]
    if is_proved:
        _ensure(len(solutions) == count or (len(solutions) < count and reason), "the number of solutions is wrong")
    else:
        _ensure(len(solutions) == 1 and count == 0 and not complete, "it claims more than one grid")
    _ensure(count <= limit, "there are more solutions than requested")
    _ensure(complete or reason or count == limit, "it is not finished, but gives no reason")
    _ensure(bool(known) == plain["contradicts"], "the spec does not contradict itself")
    _ensure(not known or (complete and not count), "there are solutions in spite of a contradiction")
    _ensure_different(spec, solutions)
    found = Result.SOLVED if solutions and is_proved else Result.NO_SOLUTION if complete else Result.GAVE_UP
    numbers = {name: plain[name] for name in _NUMBERS}
    statistics = Statistics(plain["seconds"], lemmas=plain["lemmas"], **numbers)
    return Outcome(found, solutions, count, complete, reason, known, statistics, best)


def _solution(spec: Spec, numbers: Sequence[Sequence[Any]], deadline: Deadline) -> Solution:
    _ensure(len(numbers) == len(spec.layers), "a grid has the wrong layers")
    for layer, values in zip(spec.layers, numbers, strict=True):
        _ensure(len(values) == len(layer.places), f"`{layer.name}` has the wrong places")
        _ensure(all(_is_value(layer, value) for value in values), f"`{layer.name}` has the wrong values")
    named = {(layer.grid, layer.name): tuple(values) for layer, values in zip(spec.layers, numbers, strict=True)}
    grid = from_portable(spec, named)
    report = judge(spec, grid, deadline)
    _ensure(report.accepted, f"the judge rejects a grid: {'; '.join(map(str, report.violations[:1]))}")
    return Solution(grid, answer(spec, grid, deadline), objective_value(spec, grid, deadline))


def _is_value(layer: Layer, number: object) -> bool:
    return number is None or (type(number) is int and 0 <= number < len(layer.values))


def _best(spec: Spec, plain: Plain, solutions: Sequence[Solution]) -> Best | None:
    """What the best solutions are worth, by plain evaluation; nothing where nothing is optimised, or there is no grid."""
    if spec.objective is None or not solutions:
        _ensure(plain["optimal"] is None, "it has another objective")
        return None
    value, bound = solutions[0].worth, plain["bound"]
    _ensure(plain["optimal"] is not None, "it does not tell whether the grids are optimal")
    _ensure(all(each.worth is value or each.worth == value for each in solutions), "solutions have different objectives")
    _ensure(bound is None or not spec.objective.is_better(value, bound), "a grid is better than its bound")
    return Best(value, plain["optimal"], bound)


def _ensure_different(spec: Spec, solutions: Sequence[Solution]) -> None:
    """Solutions that differ in something hidden only are one."""
    grids = [to_portable(spec, solution.grid) for solution in solutions]
    seen = {tuple(grid[layer.grid, layer.name] for layer in spec.layers if not layer.hidden) for grid in grids}
    _ensure(len(seen) == len(grids), "a solution appears twice")


def _ensure(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise NotAnOutcome(otherwise)
