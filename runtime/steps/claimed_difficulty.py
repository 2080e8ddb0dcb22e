"""What `expect` claims of the difficulty, against the steps that were found."""

from __future__ import annotations

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.values import Number

from ..engines.engine_registry import AUTO
from ..solving.expectations import place_of_claim
from ..solving.findings import Ending
from ..solving.outcome import Outcome
from ..solving.progress import Progress
from .find_path import find_path
from .path import End, Path


@dataclass(frozen=True, slots=True, eq=False)
class DifficultyClaim:
    """What came of a claim: the path, what is different, or why that is not known; neither if the claim is met."""

    path: Path
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
    path = find_path(spec, engine=engine, seed=seed, deadline=deadline, progress=progress, outcome=outcome)
    message = ""
    if path.end in (End.SEVERAL, End.NO_SOLUTION):
        message = f"expected difficulty {_range(least, most)}, but only a puzzle with one solution has a difficulty"
    elif path.end is not End.SOLVED:
        return DifficultyClaim(path, undecided=f"the difficulty is not known: {path.reason or path.end.value}")
    elif not least <= path.difficulty.rating <= most:
        message = f"expected difficulty {_range(least, most)}, found {path.difficulty.rating:g}"
    if not message:
        return DifficultyClaim(path)
    return DifficultyClaim(path, (Diagnostic(Ending.NOT_AS_EXPECTED, message, place_of_claim(spec, "difficulty")),))


def _range(least: Number, most: Number) -> str:
    return f"{float(least):g}" if least == most else f"{float(least):g}..{float(most):g}"
