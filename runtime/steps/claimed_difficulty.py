"""Compare what `expect` claims of the difficulty with the rating of the steps."""

from __future__ import annotations

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.values import Number

from ..engines.engine_registry import AUTO
from ..solving.expectations import place_of_claim
from ..solving.findings import Ending
from ..solving.outcome import Outcome, Result
from ..solving.progress import Progress
from .difficulty import Difficulty
from .find_path import find_path
from .path import End

LIMIT = 60.0  # seconds for the steps, if nothing else limits them: they may never end, and other specs wait


@dataclass(frozen=True, slots=True, eq=False)
class DifficultyClaim:
    """A claim about the difficulty, compared with the puzzle.

    `difficulty`: None if it is not known, or if there is none. `different`: what is not as claimed. `undecided`: why that is not
    known. The claim is met if both are empty.
    """

    difficulty: Difficulty | None
    different: tuple[Diagnostic, ...] = ()
    undecided: str = ""


def check_difficulty(
    spec: Spec,
    outcome: Outcome,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> DifficultyClaim:
    """Compare the rating with what the spec claims; there is only one if the steps lead to the only solution."""
    assert spec.expected.difficulty is not None
    least, most = spec.expected.difficulty
    difference = f"expected difficulty {_range(least, most)}"
    if outcome.result is Result.NO_SOLUTION or outcome.count > 1:
        return _broken_claim(spec, f"{difference}, but only a puzzle with one solution has a difficulty")
    deadline = deadline.sooner(LIMIT) if deadline.seconds_left() is None else deadline
    path = find_path(spec, engine=engine, seed=seed, deadline=deadline, progress=progress, outcome=outcome)
    if path.end is not End.SOLVED or path.estimated:
        reason = path.reason or path.estimated or path.end.value
        return DifficultyClaim(None, undecided=f"{reason}, so the difficulty is not known")
    if not least <= path.difficulty.rating <= most:
        return _broken_claim(spec, f"{difference}, found {path.difficulty.rating:g}", path.difficulty)
    return DifficultyClaim(path.difficulty)


def _broken_claim(spec: Spec, message: str, difficulty: Difficulty | None = None) -> DifficultyClaim:
    return DifficultyClaim(difficulty, (Diagnostic(Ending.NOT_AS_EXPECTED, message, place_of_claim(spec, "difficulty")),))


def _range(least: Number, most: Number) -> str:
    return f"{float(least):g}" if least == most else f"{float(least):g}..{float(most):g}"
