"""All ways to solve a spec: all engines, lazy and eager, compared with the judge grid by grid; every clause with its meaning.

`GRIDWRIGHT_THOROUGH=5` looks at five times as many grids of each spec, in every way, at five times as many random specs, and at
five times as many damaged files and links.
"""

from __future__ import annotations

import itertools
import os
import random
import zlib
from collections.abc import Sequence

from brute import Visible, assignments, solutions, visible
from gridwright.compiler.compile import Puzzle, compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.judging.judge import Assignment, accepts
from gridwright.runtime.solving.lemmas.nogood import literals_of
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import Session
from instances import faults, sample

THOROUGH = int(os.environ.get("GRIDWRIGHT_THOROUGH", "1"))
TRIED = 12 * THOROUGH  # grids that are solutions, and as many that are not
MOST_GRIDS = 100_000  # of a spec; eight millions, of 23 borders, once took 190 s and 4 GB
JUDGED = 5_000 * THOROUGH  # grids, as long as one of each kind is among them
INSTANCES = 15 * THOROUGH  # grids on which every clause is looked at
WAYS = [("clasp", True), ("clasp", False), ("z3", True), ("cadical", False)]
USUAL = WAYS[:1] if THOROUGH == 1 else WAYS  # of every spec
THIN = {("cpsat", True): 12, ("clasp", False): 3, ("z3", True): 3, ("cadical", False): 3}  # every so manieth spec, taking turns

Way = tuple[str, bool]
Grids = Sequence[Assignment]


def assert_agree(spec: Spec, *, ways: Sequence[Way] = WAYS, instances: int = INSTANCES) -> None:
    """Assert that there are solutions, that the judge and all ways agree about grids, and that every clause is right."""
    grids = list(itertools.islice(assignments(spec), MOST_GRIDS + 1))
    assert len(grids) <= MOST_GRIDS, "take a smaller board: all its grids are gone through"
    inside, outside = told_apart(spec, grids=grids)
    assert inside, "a rule that nothing satisfies tests nothing"
    if ways is WAYS:
        number = zlib.crc32(spec.source.encode())
        turns = [way for at, (way, every) in enumerate(THIN.items()) if (number + at) % every == 0]
        ways = list(dict.fromkeys([*USUAL, *turns]))
    puzzles = {lazy: compile_spec(spec, lazy=lazy) for _, lazy in ways}
    if len({_stated(puzzle) for puzzle in puzzles.values()}) == 1:  # nothing is left to lemmas, so eager is the same again
        ways = list(dict.fromkeys((engine, ways[0][1]) for engine, _ in ways))
    for engine, lazy in ways:
        assert not disagreements(puzzles[lazy], inside, outside, engine), (engine, lazy)
    for lazy in sorted({lazy for _, lazy in ways}):
        assert not list(faults(spec, sample(grids, instances), lazy=lazy))


def _stated(puzzle: Puzzle) -> tuple[object, ...]:
    """All that engines are told of a puzzle."""
    return tuple((tuple(part.clauses()), tuple(part.sums()), part.lazy) for part in puzzle.parts)


def told_apart(
    spec: Spec, expected: set[Visible] | None = None, tried: int = TRIED, *, grids: Grids | None = None
) -> tuple[Grids, Grids]:
    """So many grids that are solutions, and that are not, or as many as soon come; no two look the same. `grids`: all of them.

    `expected`: what solutions look like, where that is known. Where nothing is hidden, no more grids are judged than are needed.
    """
    if expected is None and any(layer.hidden for layer in spec.layers):
        expected = solutions(spec)
    grids = list(assignments(spec) if grids is None else grids)
    random.Random(0).shuffle(grids)
    inside: dict[Visible, Assignment] = {}
    outside: dict[Visible, Assignment] = {}
    for number, grid in enumerate(grids):
        seen = visible(spec, grid)
        side = inside if (accepts(spec, grid) if expected is None else seen in expected) else outside
        if len(side) < tried:
            side[seen] = grid
        if len(inside) == len(outside) == tried or (number >= JUDGED and inside and outside):
            break
    return list(inside.values()), list(outside.values())


def disagreements(
    puzzle: Puzzle, inside: Grids, outside: Grids, engine: str, deadline: Deadline = NO_DEADLINE
) -> list[Assignment]:
    """The grids about which a search says something else than that they are solutions, and are not; `GaveUp` at the deadline."""
    sessions = [Session(part, make_engine(engine, 0), deadline, Progress()) for part in puzzle.parts]

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
