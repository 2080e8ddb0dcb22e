"""Brute force: every grid there is, before the judge. The third opinion beside plain evaluation's lowering and the solver."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.judging.judge import Assignment, accepts
from gridwright.runtime.judging.objective import objective_value

Visible = tuple[tuple[str, ...], ...]


def size(spec: Spec) -> int:
    """How many grids there are."""
    return math.prod((len(layer.values) + layer.blank) ** len(layer.places) for layer in spec.layers)


def assignments(spec: Spec) -> Iterator[Assignment]:
    """Every assignment of values to all layers."""
    choices: list[list[Value]] = []
    parts = []
    for layer in spec.layers:
        parts.append(((layer.grid, layer.name), slice(len(choices), len(choices) + len(layer.places))))
        choices += [[*layer.values, *([BLANK] if layer.blank else [])]] * len(layer.places)
    for values in itertools.product(*choices):
        yield {name: values[part] for name, part in parts}


def visible(spec: Spec, grid: Assignment) -> Visible:
    """The visible layers of a grid, as something that can be compared."""
    return tuple(
        tuple(f"{type(value).__name__} {value}" for value in grid[layer.grid, layer.name])
        for layer in spec.layers
        if not layer.hidden
    )


def accepted(spec: Spec) -> Iterator[Assignment]:
    """Every grid that the judge accepts."""
    return (grid for grid in assignments(spec) if accepts(spec, grid))


def solutions(spec: Spec) -> set[Visible]:
    """The visible layers of every grid that the judge accepts."""
    return {visible(spec, grid) for grid in accepted(spec)}


def best(spec: Spec, grids: Iterable[Assignment]) -> tuple[Value, set[Visible]]:
    """What the best of some grids are worth, and their visible layers."""
    highest: Value = None
    best_grids: set[Visible] = set()
    assert spec.objective is not None
    for grid in grids:
        value = objective_value(spec, grid)
        if highest is None or spec.objective.is_better(value, highest):
            highest, best_grids = value, set()
        if value is highest or value == highest:
            best_grids.add(visible(spec, grid))
    return highest, best_grids
