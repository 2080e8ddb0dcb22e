"""Turn a candidate into the text of a spec, and verify it on the ordinary path: what the search believes is not enough."""

from __future__ import annotations

import time

from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import read_text

from ...engines.engine import Status
from ...engines.engine_registry import AUTO
from ...solving.expectations import differences
from ...solving.outcome import Outcome
from ...solving.solve import solve
from ...steps.find_path import find_path
from ...steps.path import End
from .clue_problem import GeneratedPuzzle
from .written_puzzle import expect_solution, print_puzzle, without_empty_pictures

# To find the steps of one puzzle; without them its difficulty is not known. CPU seconds, so that a busy machine rates the same.
SECONDS_FOR_STEPS = 20.0


@dataclass(frozen=True, eq=False)
class VerifiedPuzzle:
    """The text of a spec with exactly one solution. `rating`: its difficulty, None if it is not asked for or not found."""

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

    `text`: the spec without what is to be printed. `is_rated`: find its steps too.
    """
    text = without_empty_pictures(spec, print_puzzle(spec, text, candidate.clues, candidate.givens))
    text = expect_solution(spec, text, candidate.solution)
    loaded = read_spec(read_text(text, spec.path, spec.limits), spec.path, LibraryPlaces(texts=spec.files), spec.limits, deadline)
    outcome = solve(loaded, engine=engine, seed=seed, deadline=deadline)
    if not outcome.unique or differences(loaded, outcome):
        return None
    rating = _rating(loaded, outcome, deadline, engine, seed) if is_rated else None
    return VerifiedPuzzle(text, candidate.size, rating)


def _rating(spec: Spec, outcome: Outcome, deadline: Deadline, engine: str, seed: int) -> float | None:
    """Return the rating of a puzzle, None if its steps are not found in `SECONDS_FOR_STEPS` or do not lead to the solution.

    Raise `OutOfTime` or `KeyboardInterrupt` if all work ends before that: then nothing is known of the steps.
    """
    left = deadline.seconds_left()
    soon = deadline.sooner(SECONDS_FOR_STEPS, time.process_time)
    path = find_path(spec, engine=engine, seed=seed, deadline=soon, outcome=outcome)
    if path.end is End.SOLVED and not path.estimated:
        return path.difficulty.rating
    reason = path.reason or path.estimated
    if reason == Status.INTERRUPTED.value:
        raise KeyboardInterrupt
    if reason == Status.OUT_OF_TIME.value and left is not None and (left < SECONDS_FOR_STEPS or deadline.late() > 0):
        raise OutOfTime
    return None
