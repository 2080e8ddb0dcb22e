"""Judge grids that come from anywhere."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import cast

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.yaml_nodes import text_of_file
from gridwright.compiler.values import Value
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.explaining.judge_visible import judge_visible
from gridwright.runtime.interchange.grid_file import grid_in, partial_grid_in
from gridwright.runtime.judging.answer import as_json
from gridwright.runtime.judging.judge import Assignment, PartialAssignment, Report
from gridwright.runtime.judging.partial_judge import PartialReport, judge_partly, with_givens

from .arguments import SpecSource, describe_value, engine_name, limited_work, path_of, seed_number, spec_of

# What stands for a grid: layers by name, with rows, or the values of all places; the only layer's rows; a path; a text.
GridSource = Mapping[str, object] | Mapping[tuple[str, str], Sequence[Value]] | Sequence[object] | str | os.PathLike[str]


def judge(
    spec: SpecSource,
    grid: GridSource,
    *,
    engine: str = AUTO,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> Report:
    """Check a finished grid against every rule, by plain evaluation; the report says which rules it breaks.

    `grid`: the grid of a solution; a mapping from layers to rows, or to pictures; rows of the only layer; a path, or a text with
    several lines, in any form that `gridwright judge` reads. Layers that it does not have are searched, with `engine` and
    `seed`. Raise `SpecError` if the spec is wrong, or the grid does not go with it. The limits are those of `solve`.

    >>> spec = "gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: ['x[r1c1] < x[r1c2]']\\n"
    >>> judge(spec, [[1, 2]]).accepted, judge(spec, {"x": [[2, 1]]}).violations[0].message
    (True, 'x[r1c1] < x[r1c2]')
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        verdict = judge_visible(
            loaded,
            _whole(loaded, grid, may_lack_layers=True),
            engine=engine_name(engine),
            seed=seed_number(seed),
            deadline=work.deadline,
            progress=work.progress,
        )
        return verdict.report


def judge_partial(
    spec: SpecSource, grid: GridSource, *, timeout: float | None = None, memory: int | None = None
) -> PartialReport:
    """Check a grid in which places are open (None): its report has only what is broken whatever will stand there.

    `grid` and the limits are as for `judge`.

    >>> spec = "gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: ['x[r1c1] < x[r1c2]']\\n"
    >>> [violation.message for violation in judge_partial(spec, [[2, None]]).violations]
    ['x[r1c1] < x[r1c2]']
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        whole = with_givens(loaded, partial_values(loaded, grid))
        return judge_partly(loaded, whole, work.deadline, work.progress.enter)


def whole_values(spec: Spec, grid: GridSource) -> Assignment:
    """Return the values of a grid in which all visible layers are whole."""
    values = _whole(spec, grid, may_lack_layers=False)
    for layer in spec.layers:
        if not layer.hidden and None in values.get((layer.grid, layer.name), (None,)):
            raise ValueError(f"grid has no value for some place of the layer `{layer.name}`")
    return values


def _whole(spec: Spec, grid: GridSource, *, may_lack_layers: bool) -> Assignment:
    values = _assignment(spec, grid)
    if values is None:
        return grid_in(*_text(spec, grid), spec, may_lack_layers=may_lack_layers)
    return cast("Assignment", values)


def partial_values(spec: Spec, grid: GridSource) -> PartialAssignment:
    """Return the values of a grid in which places may be open."""
    values = _assignment(spec, grid)
    return values if values is not None else partial_grid_in(*_text(spec, grid), spec)


def _assignment(spec: Spec, grid: GridSource) -> PartialAssignment | None:
    """Return a grid that has the values of its layers by the names of board and layer; None for other forms."""
    if not isinstance(grid, Mapping) or not grid or not all(isinstance(key, tuple) for key in grid):
        return None
    layers = {(layer.grid, layer.name): layer for layer in spec.layers}
    values: dict[tuple[str, str], tuple[Value | None, ...]] = {}
    for key, entered in cast("Mapping[tuple[str, str], Sequence[Value | None]]", grid).items():
        if key not in layers:
            raise ValueError(f"grid has a layer {key!r}, which the spec has not")
        if len(entered) != len(layers[key].places):
            places = f"{len(layers[key].places)} places"
            raise ValueError(f"grid has {len(entered)} values for the layer `{key[1]}`, which has {places}")
        values[key] = tuple(entered)
    return values


def _text(spec: Spec, grid: GridSource) -> tuple[str, str]:
    """Return the text of a grid, and its name for messages."""
    if isinstance(grid, str) and ("\n" in grid or grid.startswith(("https://", "http://"))):
        return grid, "grid"
    if isinstance(grid, (str, os.PathLike)):
        return text_of_file(path_of(grid, "grid"), spec.limits), str(grid)
    if isinstance(grid, (Mapping, Sequence)) and not isinstance(grid, (bytes, bytearray)):
        try:
            return json.dumps(_plain(grid)), "grid"
        except (TypeError, ValueError):
            pass
    raise TypeError(f"grid must be a grid, rows of values, a path, or a text (got {describe_value(grid)})")


def _plain(given: object) -> object:
    """Return values, rows and layers as plain JSON data."""
    if isinstance(given, Mapping):
        return {str(key): _plain(member) for key, member in given.items()}
    if isinstance(given, (list, tuple)):
        return [_plain(member) for member in given]
    if hasattr(given, "to_list"):
        return given.to_list()
    return as_json(given)
