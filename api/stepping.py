"""Find the steps from what is printed to the solution, as a person would take them."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import Path
from gridwright.runtime.steps.step import Step

from .arguments import SpecSource, engine_name, integer, limited_work, seed_number, spec_of
from .judging import GridSource, partial_values


def path(
    spec: SpecSource,
    *,
    start: GridSource | None = None,
    hint: bool = False,
    max_cost: int | None = None,
    engine: str = AUTO,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> Path:
    """Return the steps to the solution, with what is left where they end, and how difficult they are.

    `start`: a grid that is partly filled, as for `judge_partial`; what is wrong in it is named. `hint`: only the steps to the
    first value. `max_cost`: no step costs more. The other arguments are those of `solve`.

    >>> found = path("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: ['x[r1c1] < x[r1c2]']\\n")
    >>> found.end.value, found.difficulty.largest
    ('solved', 1)
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        return find_path(
            loaded,
            start=None if start is None else partial_values(loaded, start),
            hint=hint,
            max_cost=None if max_cost is None else integer(max_cost, "max_cost", least=1),
            engine=engine_name(engine),
            seed=seed_number(seed),
            deadline=work.deadline,
            progress=work.progress,
        )


def steps(spec: SpecSource, *, max_cost: int | None = None, timeout: float | None = None) -> Iterator[Step]:
    """Yield the steps to the solution; `path` also says how they end. The arguments are those of `path`."""
    yield from path(spec, max_cost=max_cost, timeout=timeout).steps
