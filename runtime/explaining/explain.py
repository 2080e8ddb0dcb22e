"""Explain a spec: a conflict if it has no solution; two close solutions and all candidates if it has several.

A puzzle with exactly one solution needs no explanation. If the spec has an objective, its solutions are the optimal ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.pictured import Pictured
from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field, replace

from ..engines.engine import Status
from ..engines.engine_registry import AUTO
from ..judging.judge import Report
from ..solving.effort import Improving
from ..solving.outcome import Outcome, Result
from ..solving.progress import Progress
from ..solving.solve import solve
from .backbone import Candidates, candidates
from .closest_solutions import Difference, find_difference
from .conflict import Conflict, find_conflict
from .judge_visible import judge_visible
from .wider_values import WiderValues, wider_values

EFFORT = 120_000  # units of work to look for a smaller conflict, or for closer solutions, after the first: some four seconds


@dataclass(frozen=True, eq=False, repr=False)
class Explanation(Pictured, Reported):
    """The outcome of a search, and why: a conflict if there is no solution, a difference and candidates if there are several.

    `broken`: what the solution under `expect` violates. `wider`: layers whose values are too few. `reason`: why an explanation is
    missing. `seconds`: the time by stage.
    """

    outcome: Outcome
    conflict: Conflict | None = None
    difference: Difference | None = None
    candidates: Candidates | None = None
    broken: Report | None = None
    wider: tuple[WiderValues, ...] = ()
    reason: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        contradict = f", {len(self.conflict.members)} contradict each other" if self.conflict else ""
        differ = f", two differ at {len(self.difference.places)} places" if self.difference else ""
        return f"<Explanation: {self.outcome.result.value}{contradict}{differ}>"  # all fields can be megabytes

    @property
    def steps(self) -> Sequence[object]:
        """Return the steps that end in the conflict; none if it is seen at once. `steps/contradiction.py` adds them."""
        return ()

    @property
    def interrupted(self) -> bool:
        """Check whether Ctrl-C ended a part of the work."""
        parts = [self.reason, *(part.reason for part in (self.conflict, self.difference, self.candidates) if part)]
        return any(reason.startswith(Status.INTERRUPTED.value) for reason in parts)


def explain(
    spec: Spec,
    *,
    limit: int = 2,
    engine: str = AUTO,
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    improve: float | None = None,
    effort: int | None = EFFORT,
    progress: Progress | None = None,
) -> Explanation:
    """Explain why a spec has no solution, or several. Raise `SpecError` if the spec is wrong.

    `limit`: as for `solve`. `effort`: the units of work for improving the first explanation, the same on every machine; None:
    until the deadline. `improve`: seconds for that instead of units of work.
    """
    progress = progress or Progress()
    improving = Improving(effort=effort) if improve is None else Improving(improve)
    explanation = _explain(spec, limit, engine, seed, lazy, deadline, improving, progress)
    progress.enter("")
    return replace(explanation, seconds=dict(progress.seconds))


def _explain(
    spec: Spec, limit: int, engine: str, seed: int, lazy: bool, deadline: Deadline, improving: Improving, progress: Progress
) -> Explanation:
    outcome = solve(spec, limit=limit, engine=engine, seed=seed, lazy=lazy, deadline=deadline, progress=progress)
    explanation = Explanation(outcome, broken=_expected_report(spec, engine, seed, deadline, progress), reason=outcome.reason)
    if outcome.result is Result.NO_SOLUTION:
        conflict = find_conflict(
            spec,
            engine=engine,
            seed=seed,
            lazy=lazy,
            deadline=deadline,
            improve=improving.seconds,
            effort=improving.effort,
            progress=progress,
        )
        reason = "" if conflict else "there was not enough time to explain why"
        explanation = replace(explanation, conflict=conflict, reason=reason)
        if explanation.broken:
            return explanation  # the solution under `expect` has its values, so they are not too few
        if explanation.interrupted or improving.seconds == 0:
            return explanation
        try:
            wider = wider_values(spec, conflict=conflict, engine=engine, seed=seed, deadline=deadline, progress=progress)
            return replace(explanation, wider=wider)
        except KeyboardInterrupt:
            return replace(explanation, reason=Status.INTERRUPTED.value)
    if len(outcome.solutions) < 2:  # of which only these were judged before the deadline
        return explanation
    soon = improving.begins(deadline)
    difference = find_difference(spec, outcome, engine=engine, seed=seed, lazy=lazy, deadline=soon, progress=progress)
    soon = improving.begins(deadline)
    known = candidates(spec, outcome=outcome, engine=engine, seed=seed, lazy=lazy, deadline=soon, progress=progress)
    return replace(explanation, difference=difference, candidates=known)


def _expected_report(spec: Spec, engine: str, seed: int, deadline: Deadline, progress: Progress | None) -> Report | None:
    """Return the judge's report on the solution under `expect`; None if it is missing, partial, or not judged in time."""
    written = spec.expected.solution or {}
    visible = [layer for layer in spec.layers if not layer.hidden]
    if any(value is None for layer in visible for value in written.get((layer.grid, layer.name), (None,))):
        return None
    try:
        return judge_visible(spec, written, engine=engine, seed=seed, deadline=deadline, progress=progress).report
    except (OutOfTime, GaveUp):
        return None
