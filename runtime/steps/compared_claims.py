"""Compare what came out with everything that `expect` claims. Only a claimed difficulty needs the steps, which import slowly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Diagnostic

from ..engines.engine_registry import AUTO
from ..solving.expectations import differences, undecided_claims
from ..solving.outcome import Outcome
from ..solving.progress import Progress

if TYPE_CHECKING:
    from .claimed_difficulty import DifficultyClaim


@dataclass(frozen=True, slots=True, eq=False)
class ComparedClaims:
    """The claims of a spec, compared with what came out.

    `different`: what is not as claimed. `undecided`: why some claim is neither met nor broken; empty if all are decided.
    `difficulty`: the comparison of a claimed difficulty, if all else is as claimed.
    """

    different: tuple[Diagnostic, ...]
    undecided: str
    difficulty: DifficultyClaim | None = None


def compare_claims(
    spec: Spec,
    outcome: Outcome,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> ComparedClaims:
    """Compare an outcome with all claims of a spec; find the steps if a difficulty is claimed and all else is as claimed."""
    different, open_question = tuple(differences(spec, outcome)), undecided_claims(spec, outcome)
    if spec.expected.difficulty is None or different or open_question:
        return ComparedClaims(different, open_question)
    from .claimed_difficulty import check_difficulty  # noqa: PLC0415 (slow to import, and only for this claim)

    claim = check_difficulty(spec, outcome, engine=engine, seed=seed, deadline=deadline, progress=progress)
    return ComparedClaims(claim.different, claim.undecided, claim)
