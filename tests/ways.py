"""All ways to solve a spec: both engines, lazy and eager, compared with brute force grid by grid."""

from __future__ import annotations

import random

from brute import Visible, assignments, visible
from gridwright.compiler.budget import NO_DEADLINE
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.spec import Spec
from gridwright.runtime.hidden import literals_of
from gridwright.runtime.judge import Assignment
from gridwright.runtime.progress import Progress
from gridwright.runtime.session import Session
from gridwright.runtime.solve import make_engine

TRIED = 40
WAYS = [("z3", True), ("z3", False), ("cadical", True), ("cadical", False)]


def disagreements(spec: Spec, expected: set[Visible], engine: str, lazy: bool, tried: int = TRIED) -> list[Assignment]:
    """Grids, of some that are solutions and some that are not, on which a search and brute force disagree."""
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

    grids = list({visible(spec, grid): grid for grid in assignments(spec)}.items())
    random.Random(0).shuffle(grids)
    inside = [grid for key, grid in grids if key in expected][:tried]
    outside = [grid for key, grid in grids if key not in expected][:tried]
    return [grid for grid in inside if not is_found(grid)] + [grid for grid in outside if is_found(grid)]
