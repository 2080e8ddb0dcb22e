"""Check claims about the text of a spec by loading and solving it like any other, perhaps in another process.

Only texts and numbers go from process to process; layers, places and values belong to a loaded spec.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..execution.query import Query
from ..execution.search import run_query
from ..execution.serialize import Portable, from_portable, look_alike, to_portable
from ..judging.answer import Answer
from ..judging.judge import accepts
from ..solving.endings import reason_of
from ..solving.outcome import Outcome
from ..solving.progress import Progress


@dataclass(frozen=True, slots=True)
class KnownClaims:
    """The common part of several claims: solution and answer, path and libraries (texts by name) of the spec, search options."""

    path: str
    solution: Portable
    answer: Answer
    engine: str
    seed: int
    limits: Limits = USUAL
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim that a text has one solution, the known one, with the known answer.

    `witness`: a grid that may be another solution, so that no search is needed. `until`: the end of all searches, as a value of
    `time.time()`, which is the same in all processes.
    """

    known: KnownClaims
    text: str
    until: float | None = None
    witness: Portable | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for a claim: whether it holds; if not, another solution, if there is one. `reason`: why neither is known."""

    holds: bool
    witness: Portable | None = None
    reason: str = ""


def check_claim(claim: Claim, search: Callable[[Query], Outcome] = run_query) -> Finding:
    """Check a claim. A text that is no spec, for example because a rule needs what is not there, does not hold."""
    known, deadline = claim.known, Deadline(None if claim.until is None else max(0.0, claim.until - time.time()))
    try:
        places = LibraryPlaces(texts=known.files)
        spec = read_spec(read_text(claim.text, known.path, known.limits), known.path, places, known.limits)
        if claim.witness and spec.objective is None and _is_other_solution(spec, claim.witness, known, deadline):
            return Finding(False, claim.witness)
        outcome = search(Query(spec, 2, known.engine, known.seed, deadline, Progress()))
    except SpecError:
        return Finding(False)
    except OutOfTime as problem:
        return Finding(False, reason=reason_of(problem))
    if outcome.reason:
        return Finding(False, reason=outcome.reason)
    solutions = [to_portable(spec, solution.grid) for solution in outcome.solutions]
    others = [solution for solution in solutions if not look_alike(spec, solution, known.solution)]
    same_answer = all(solution.answer == known.answer for solution in outcome.solutions)
    return Finding(bool(outcome.unique and not others and same_answer), others[0] if others else None)


def _is_other_solution(spec: Spec, witness: Portable, known: KnownClaims, deadline: Deadline) -> bool:
    return not look_alike(spec, witness, known.solution) and accepts(spec, from_portable(spec, witness), deadline)
