"""Turn a candidate into the text of a spec, and verify it on the ordinary path: what the search believes is not enough."""

from __future__ import annotations

import time

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import read_text

from ...engines.engine_registry import AUTO
from ...solving.expectations import differences
from ...solving.solve import solve
from ...steps.find_path import find_path
from ...steps.path import End
from .clue_problem import GeneratedPuzzle
from .written_puzzle import expect_solution, print_puzzle, without_empty_pictures

# To find the steps of one puzzle; without them its difficulty is not known. CPU seconds, so that a busy machine rates the same.
SECONDS_FOR_STEPS = 20.0


@dataclass(frozen=True, eq=False)
class VerifiedPuzzle:
    """The text of a spec with exactly one solution. `rating`: its difficulty, None if it is not asked for or not known."""

    text: str
    size: int
    rating: float | None = None


def verify_puzzle(
    spec: Spec,
    text: str,
    candidate: GeneratedPuzzle,
    deadline: Deadline,
    *,
    engine: str = AUTO,
    seed: int = 0,
    is_rated: bool = False,
) -> VerifiedPuzzle | None:
    """Return a puzzle that was loaded, solved and judged as any other; None if it is not as the search believes.

    `text`: the spec without what is to be printed. `is_rated`: find its steps too; if they lead to no solution in time, there is
    no rating.
    """
    text = without_empty_pictures(spec, print_puzzle(spec, text, candidate.clues, candidate.givens))
    text = expect_solution(spec, text, candidate.solution)
    loaded = read_spec(read_text(text, spec.path, spec.limits), spec.path, LibraryPlaces(texts=spec.files), spec.limits, deadline)
    outcome = solve(loaded, engine=engine, seed=seed, deadline=deadline)
    if not outcome.unique or differences(loaded, outcome):
        return None
    if not is_rated:
        return VerifiedPuzzle(text, candidate.size)
    soon = deadline.sooner(SECONDS_FOR_STEPS, time.process_time)
    path = find_path(loaded, engine=engine, seed=seed, deadline=soon, outcome=outcome)
    is_known = path.end is End.SOLVED and not path.estimated
    return VerifiedPuzzle(text, candidate.size, path.difficulty.rating if is_known else None)
