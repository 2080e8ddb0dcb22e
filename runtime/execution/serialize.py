"""Convert grids and outcomes to plain data, which mean the same wherever the spec is loaded: in another process, or another day.

Layers, places and values belong to a spec that was loaded; here they are names and numbers, as JSON has them. Data that
come back are checked: the judge checks every grid, and answers and objectives are evaluated again. That there are no other
solutions cannot be checked; you have to trust whoever computed it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gridwright.compiler.compile import contradictions, lower
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.yaml_nodes import resolve
from gridwright.compiler.values import BLANK, Number

from ..engines.engine_choice import Why
from ..engines.engine_registry import ENGINES
from ..judging.answer import answers, as_json
from ..judging.judge import Assignment, judge
from ..judging.objective import objective_value
from ..solving.outcome import Best, EngineUse, Outcome, Solution, Statistics
from .plain_shape import wrong_shape

# For each layer, by grid and name, the indices of its values among those that it can have; None is blank.
Portable = Mapping[tuple[str, str], tuple[int | None, ...]]


def to_portable(spec: Spec, grid: Assignment) -> Portable:
    """Convert a finished grid to numbers, which mean the same wherever the spec is loaded."""
    return {
        (layer.grid, layer.name): tuple(
            None if value is BLANK else layer.values.index(value) for value in grid[layer.grid, layer.name]
        )
        for layer in spec.layers
    }


def from_portable(spec: Spec, numbers: Portable) -> Assignment:
    """Return the grid of a spec that numbers stand for."""
    return {
        (layer.grid, layer.name): tuple(
            BLANK if number is None else layer.values[number] for number in numbers[layer.grid, layer.name]
        )
        for layer in spec.layers
    }


def look_alike(spec: Spec, one: Portable, other: Portable) -> bool:
    """Check whether two grids agree in everything visible."""
    return all(one[layer.grid, layer.name] == other[layer.grid, layer.name] for layer in spec.layers if not layer.hidden)


Plain = dict[str, Any]

_WHOLE: Plain = {"type": "integer", "minimum": 0}
_USE: Plain = {
    "type": "array",
    "items": [
        {"enum": list(ENGINES)},
        {"enum": [why.value for why in Why]},
        {"type": "integer", "minimum": 1},
        {"enum": ["", *ENGINES]},
    ],
    "minItems": 4,
    "maxItems": 4,
}
_NUMBERS = ("rounds", "variables", "clauses", "sums", "parts", "refined")  # of the statistics
_SHAPE: Plain = {
    "solutions": {"type": "array", "items": {"type": "array", "items": {"type": "array"}}},  # a list of numbers for each layer
    "count": _WHOLE,
    "complete": {"type": "boolean"},
    "reason": {"type": "string"},
    "during": {"type": "string"},
    "contradicts": {"type": "boolean"},
    "optimal": {"type": ["boolean", "null"]},
    "bound": {"type": ["integer", "string", "null"], "pattern": "^-?[0-9]{1,1300}/[0-9]{1,1300}$"},  # 9/2 is a text
    "seconds": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}},
    "lemmas": {"type": "object", "additionalProperties": _WHOLE},
    "engines": {"type": "array", "items": _USE},
    **dict.fromkeys(_NUMBERS, _WHOLE),
}


class NotAnOutcome(Exception):
    """Data that is no outcome of the spec; the message gives the reason."""


def as_plain(spec: Spec, outcome: Outcome) -> Plain:
    """Convert an outcome to plain data."""
    statistics, best = outcome.statistics, outcome.objective
    return {
        "solutions": [[list(numbers) for numbers in to_portable(spec, solution.grid).values()] for solution in outcome.solutions],
        "count": outcome.count,
        "complete": outcome.complete,
        "reason": outcome.reason,
        "during": outcome.during,
        "contradicts": bool(outcome.contradictions),
        "optimal": best and best.optimal,
        "bound": best and as_json(best.bound),
        "seconds": dict(statistics.seconds),
        "lemmas": dict(statistics.lemmas),
        "engines": [[use.engine, use.why, use.parts, use.missing] for use in statistics.engines],
        **{name: getattr(statistics, name) for name in _NUMBERS},
    }


def from_plain(spec: Spec, plain: object, limit: int, deadline: Deadline = NO_DEADLINE) -> Outcome:
    """Return the outcome of a search for up to `limit` solutions that plain data stand for.

    Raise `NotAnOutcome` if they have another shape, contradict themselves, or the judge rejects a grid.
    """
    wrong = wrong_shape(plain, _SHAPE)
    if wrong or not isinstance(plain, dict):
        raise NotAnOutcome(wrong or "not a mapping")
    grids = [_solution(spec, solution, deadline) for solution in plain["solutions"]]
    is_whole = plain["complete"] and plain["count"] == len(grids)
    found_answers = answers(spec, [solution.grid for solution in grids], deadline, complete=is_whole)
    solutions = tuple(replace(solution, answer=of) for solution, of in zip(grids, found_answers, strict=True))
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
    numbers = {name: plain[name] for name in _NUMBERS}
    engines = tuple(EngineUse(*use) for use in plain["engines"])
    statistics = Statistics(plain["seconds"], lemmas=plain["lemmas"], engines=engines, **numbers)
    try:
        return Outcome(solutions, count, complete, reason, known, statistics, best, during=plain["during"])
    except ValueError as problem:
        raise NotAnOutcome(str(problem)) from problem


def _solution(spec: Spec, numbers: Sequence[Sequence[Any]], deadline: Deadline) -> Solution:
    _ensure(len(numbers) == len(spec.layers), "a grid has the wrong layers")
    for layer, values in zip(spec.layers, numbers, strict=True):
        _ensure(len(values) == len(layer.places), f"`{layer.name}` has the wrong places")
        _ensure(all(_is_value(layer, value) for value in values), f"`{layer.name}` has the wrong values")
    named = {(layer.grid, layer.name): tuple(values) for layer, values in zip(spec.layers, numbers, strict=True)}
    grid = from_portable(spec, named)
    report = judge(spec, grid, deadline)
    _ensure(report.accepted, f"the judge rejects a grid: {'; '.join(map(str, report.violations[:1]))}")
    return Solution(grid, None, objective_value(spec, grid, deadline))


def _is_value(layer: Layer, number: object) -> bool:
    return number is None or (type(number) is int and number >= 0 and (layer.is_unbounded or number < len(layer.values)))


def _best(spec: Spec, plain: Plain, solutions: Sequence[Solution]) -> Best | None:
    """Return the objective value of the best solutions, by plain evaluation; None if there is no objective, or no grid."""
    if spec.objective is None or not solutions:
        _ensure(plain["optimal"] is None, "it has another objective")
        return None
    value, bound = solutions[0].worth, plain["bound"]
    bound = _number(bound) if isinstance(bound, str) else bound
    _ensure(plain["optimal"] is not None, "it does not tell whether the grids are optimal")
    _ensure(
        all(solution.worth is value or solution.worth == value for solution in solutions), "solutions have different objectives"
    )
    _ensure(bound is None or not spec.objective.is_better(value, bound), "a grid is better than its bound")
    return Best(value, plain["optimal"], bound)


def _number(text: str) -> Number:
    """Return the number that a text is; raise `NotAnOutcome` if it is none."""
    number = resolve(text)
    if not isinstance(number, (int, Fraction)):
        raise NotAnOutcome("its bound is no number")
    return number


def _ensure_different(spec: Spec, solutions: Sequence[Solution]) -> None:
    """Raise `NotAnOutcome` if two solutions differ only in hidden layers."""
    grids = [to_portable(spec, solution.grid) for solution in solutions]
    seen = {tuple(grid[layer.grid, layer.name] for layer in spec.layers if not layer.hidden) for grid in grids}
    _ensure(len(seen) == len(grids), "a solution appears twice")


def _ensure(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise NotAnOutcome(otherwise)
