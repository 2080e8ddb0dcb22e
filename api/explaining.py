"""Explain why a spec has no solution or several, list candidates, minimize."""

from __future__ import annotations

from gridwright.compiler.records import replace
from gridwright.runtime.authoring.full_explanation import explain_fully
from gridwright.runtime.authoring.minimize import Minimized, NotUnique, Search
from gridwright.runtime.authoring.printed_items import items_of
from gridwright.runtime.authoring.symmetry import MOVES, units
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.explaining import backbone
from gridwright.runtime.explaining.backbone import Candidates
from gridwright.runtime.explaining.explain import Explanation

from .arguments import SpecSource, engine_name, limited_work, seed_number, spec_of, word
from .solution_grid import with_grids

__all__ = ["NotUnique", "candidates", "explain", "minimize"]


def explain(
    spec: SpecSource, *, engine: str = AUTO, seed: int = 0, timeout: float | None = None, memory: int | None = None
) -> Explanation:
    """Say why there is no solution (`conflict`), or where several differ (`difference`). The arguments are those of `solve`.

    If many members contradict each other, `steps` may show how: the same records as `gridwright.steps` returns.

    >>> found = explain("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: ['x[r1c1] > 1', 'x[r1c1] < 2']\\n")
    >>> [member.origin.sentence for member in found.conflict.members]
    ['x[r1c1] > 1', 'x[r1c1] < 2']
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        explanation = explain_fully(
            loaded, engine=engine_name(engine), seed=seed_number(seed), deadline=work.deadline, progress=work.progress
        )
        return replace(explanation, outcome=with_grids(loaded, explanation.outcome))


def candidates(
    spec: SpecSource, *, engine: str = AUTO, seed: int = 0, timeout: float | None = None, memory: int | None = None
) -> Candidates:
    """Return the values that each place has in some solution. The arguments are those of `solve`.

    >>> known = candidates("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..3}}\\nrules: ['x[r1c1] > 2']\\n")
    >>> known.to_dict()["candidates"]["values"]
    {'x': [[[3], [1, 2, 3]]]}
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        return backbone.candidates(
            loaded, engine=engine_name(engine), seed=seed_number(seed), deadline=work.deadline, progress=work.progress
        )


def minimize(
    spec: SpecSource,
    *,
    only: str | None = None,
    symmetry: str | None = None,
    engine: str = AUTO,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> Minimized:
    """Remove givens and clues while the solution stays the only one; the text of the result has comments and layout as before.

    `only`: `givens` or `clues`. `symmetry`: such as `rotate180`, so that items go together. The other arguments are those of
    `solve`. Raise `NotUnique` if there is not exactly one solution, `TimeoutError` at the time limit.
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        wanted = None if only is None else word(only, "only", ("givens", "clues"))
        items = [item for item in items_of(loaded) if wanted is None or item.is_given == (wanted == "givens")]
        chosen = [(item,) for item in items] if symmetry is None else units(loaded, items, word(symmetry, "symmetry", MOVES))[0]
        search = Search(engine_name(engine), seed_number(seed), work.deadline, work.progress)
        return search.minimize(loaded, chosen)
