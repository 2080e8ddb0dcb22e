"""All ways to solve a spec: all engines, lazy and eager, compared with the judge grid by grid; every clause with its meaning.

`GRIDWRIGHT_THOROUGH=5` looks at five times as many grids of each spec.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from brute import Visible, assignments, solutions, visible
from gridwright.compiler.budget import NO_DEADLINE
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.spec import Spec
from gridwright.runtime.judging.judge import Assignment, accepts
from gridwright.runtime.lemmas.general import literals_of
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import Session
from gridwright.runtime.solving.solve import make_engine
from instances import faults, sample

THOROUGH = int(os.environ.get("GRIDWRIGHT_THOROUGH", "1"))
TRIED = 12 * THOROUGH  # grids that are solutions, and as many that are not
INSTANCES = 30 * THOROUGH  # grids on which every clause is looked at
WAYS = [("clasp", True), ("clasp", False), ("z3", True), ("cadical", False)]

Way = tuple[str, bool]
Grids = Sequence[Assignment]


def agree(spec: Spec, *, ways: Sequence[Way] = WAYS, instances: int = INSTANCES) -> None:
    """Assert that there are solutions, that the judge and all ways agree about grids, and that every clause is right."""
    inside, outside = told_apart(spec)
    assert inside, "a rule that nothing satisfies tests nothing"
    for engine, lazy in ways:
        assert not disagreements(spec, inside, outside, engine, lazy), (engine, lazy)
    grids = sample(list(assignments(spec)), instances) if instances else []
    for lazy in sorted({lazy for _, lazy in ways}):
        assert not list(faults(spec, grids, lazy=lazy))


def told_apart(spec: Spec, expected: set[Visible] | None = None, tried: int = TRIED) -> tuple[Grids, Grids]:
    """So many grids that are solutions, and that are not, or all there are; no two of them look the same.

    `expected`: what solutions look like, where that is known. Where nothing is hidden, no more grids are judged than are needed.
    """
    if expected is None and any(layer.hidden for layer in spec.layers):
        expected = solutions(spec)
    grids = list(assignments(spec))
    random.Random(0).shuffle(grids)
    inside: dict[Visible, Assignment] = {}
    outside: dict[Visible, Assignment] = {}
    for grid in grids:
        seen = visible(spec, grid)
        found = inside if (accepts(spec, grid) if expected is None else seen in expected) else outside
        if len(found) < tried:
            found[seen] = grid
        if len(inside) == len(outside) == tried:
            break
    return list(inside.values()), list(outside.values())


def disagreements(spec: Spec, inside: Grids, outside: Grids, engine: str, lazy: bool) -> list[Assignment]:
    """The grids about which a search says something else than that they are solutions, and are not."""
    puzzle = compile_spec(spec, lazy=lazy)
    sessions = [Session(part, make_engine(engine, 0), NO_DEADLINE, Progress()) for part in puzzle.parts]

    def is_found(grid: Assignment) -> bool:
        for session in sessions:
            fixed = [
                literal
                for variable, place in session.problem.places.items()
                if not variable.layer.hidden
                for literal in literals_of(place, grid[variable.layer.grid, variable.layer.name][variable.position])
            ]
            if session.next_solution(fixed) is None:
                return False
        return not puzzle.contradictions

    return [grid for grid in inside if not is_found(grid)] + [grid for grid in outside if is_found(grid)]
