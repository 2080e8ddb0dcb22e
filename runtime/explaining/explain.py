"""Explaining: what contradicts where there is no solution; where there are several, two that are close to each other.

A puzzle with exactly one solution needs no explanation. Where something is optimised, solutions are the optimal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec

from ..engines.engine import Status
from ..judging.judge import Report, judge
from ..solving.outcome import Outcome, Result
from ..solving.progress import Progress
from ..solving.solve import AUTO, solve
from .backbone import Candidates, candidates
from .closest_solutions import Difference, find_difference
from .conflict import Conflict, find_conflict

IMPROVE = 15.0  # seconds for a smaller set, or for closer solutions, after the first


@dataclass(frozen=True, eq=False)
class Explanation:
    """What a search came to, and why: a conflict where there is no solution, a difference and candidates where there are several.

    `broken` is what the solution that is written under `expect` breaks. `reason`: why something is missing that should be there.
    `seconds` are those of all of it, by stage.
    """

    outcome: Outcome
    conflict: Conflict | None = None
    difference: Difference | None = None
    candidates: Candidates | None = None
    broken: Report | None = None
    reason: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def interrupted(self) -> bool:
        """Whether a part of it was interrupted."""
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
    improve: float | None = IMPROVE,
    progress: Progress | None = None,
) -> Explanation:
    """Say why a spec has no solution, or several.

    `limit`: as for `solve`. `improve`: for how many seconds the first explanation is made better, which is what the deadline
    allows where there is none. `SpecError` where the spec is wrong.
    """
    progress = progress or Progress()
    found = _explained(spec, limit, engine, seed, lazy, deadline, improve, progress)
    progress.enter("")
    return replace(found, seconds=dict(progress.seconds))


def _explained(
    spec: Spec, limit: int, engine: str, seed: int, lazy: bool, deadline: Deadline, improve: float | None, progress: Progress
) -> Explanation:
    outcome = solve(spec, limit=limit, engine=engine, seed=seed, lazy=lazy, deadline=deadline, progress=progress)
    found = Explanation(outcome, broken=_broken(spec, deadline), reason=outcome.reason)
    if outcome.result is Result.NO_SOLUTION:
        conflict = find_conflict(spec, engine=engine, seed=seed, lazy=lazy, deadline=deadline, improve=improve, progress=progress)
        reason = "" if conflict else "there was not enough time to explain why"
        return replace(found, conflict=conflict, reason=reason)
    if outcome.count < 2:
        return found
    soon = deadline.sooner(improve)
    difference = find_difference(spec, outcome, engine=engine, seed=seed, lazy=lazy, deadline=soon, progress=progress)
    soon = deadline.sooner(improve)
    known = candidates(spec, outcome=outcome, engine=engine, seed=seed, lazy=lazy, deadline=soon, progress=progress)
    return replace(found, difference=difference, candidates=known)


def _broken(spec: Spec, deadline: Deadline) -> Report | None:
    """What the solution under `expect` breaks; none where none is written, or not all of it."""
    written = spec.expected.solution
    if written is None or any(value is None for layer in spec.layers for value in written.get((layer.grid, layer.name), (None,))):
        return None
    return judge(spec, written, deadline)
