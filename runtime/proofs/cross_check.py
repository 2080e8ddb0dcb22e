"""A second opinion: search again with the other engine, using nothing of the first search.

The rules are lowered and encoded anew; what can be written out is, instead of refined; no pass bounds groups or splits parts; no
lemma is taken over. What has no such encoding rests in both searches on the general lemma, and that is said.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.export import to_dimacs
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from ..engines.engine_registry import ENGINES, engine_name
from ..output.atomic_write import NotWritten, write_folder
from ..output.reports import report
from ..solving.endings import with_stage
from ..solving.outcome import Outcome, Solution
from ..solving.progress import Progress
from ..solving.solve import solve


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a second search says: in what it contradicts the first one. `general`: how many truths both leave to lemmas."""

    engine: str
    outcome: Outcome
    contradicts: str
    general: int

    @property
    def undecided(self) -> str:
        """Return why the second search did not end."""
        return with_stage(self.outcome.reason, self.outcome.during)


def second_opinion(
    spec: Spec, first: Outcome, *, limit: int, engine: str, seed: int, deadline: Deadline, progress: Progress
) -> Opinion:
    """Search again with an engine that the first search did not use; raise `EngineMissing` if it is not installed."""
    used = {use.engine for use in first.statistics.engines} or {engine_name(engine)}
    other = next((name for name in ENGINES if name not in used), ENGINES[0])
    second = solve(spec, limit=limit, engine=other, seed=seed, lazy=False, passes=False, deadline=deadline, progress=progress)
    contradicts = contradiction(spec, first, second)
    return Opinion(other, second, contradicts, second.statistics.refined)


def contradiction(spec: Spec, first: Outcome, second: Outcome) -> str:
    """Return in what a finished search and another one disagree; empty if they agree. One that ended early may know of less."""
    if second.reason:
        more = first.complete and second.count > first.count
        return f"solutions: {first.count} in the first search, at least {second.count} in the second" if more else ""
    for what, one, another in (
        ("solutions", first.count, second.count),
        ("whether these are all", first.complete, second.complete),
        ("the best value", _worth(first), _worth(second)),
    ):
        if one is not another and one != another:
            return f"{what}: {one} in the first search, {another} in the second"
    if first.complete and _visible_texts(spec, first.solutions) != _visible_texts(spec, second.solutions):
        return "the solutions differ"
    return ""


def _worth(outcome: Outcome) -> Value:
    return outcome.objective.value if outcome.objective else None


def _visible_texts(spec: Spec, solutions: Sequence[Solution]) -> set[str]:
    """Return the visible layers of solutions, as texts."""
    return {json.dumps(report.solution_as_json(spec, solution.grid), sort_keys=True, default=str) for solution in solutions}


def save(spec: Spec, first: Outcome, opinion: Opinion) -> str:
    """Write both problems into a new folder where we are, for whoever looks for the mistake, and say where they are."""
    puzzles = compile_spec(spec), compile_spec(spec, lazy=False, passes=False)
    outcomes = {
        "contradicts": opinion.contradicts,
        "outcomes": [report.of_outcome(spec, outcome) for outcome in (first, opinion.outcome)],
    }
    files = {
        "spec.yaml": spec.document.span.source.text,
        "first.cnf": "".join(f"{line}\n" for line in to_dimacs(puzzles[0])),
        "second.cnf": "".join(f"{line}\n" for line in to_dimacs(puzzles[1])),
        "outcomes.json": json.dumps(outcomes, indent=1, default=str) + "\n",
    }
    for number in range(1, 100):
        folder = f"disagreement-{Path(spec.path).stem}-{number}"
        if not Path(folder).exists():
            try:
                write_folder(folder, files)
            except NotWritten as problem:
                return f"the problems could not be saved: {problem}"
            return f"both problems are in {folder}"
    return "the problems were not saved: there are 99 such folders already"
