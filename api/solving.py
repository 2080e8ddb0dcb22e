"""Solve a spec, count its solutions, and verify what it claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.output.reports import report
from gridwright.runtime.solving import solve as search
from gridwright.runtime.solving.expectations import limit_for
from gridwright.runtime.steps.compared_claims import compare_claims

from .arguments import SpecSource, engine_name, integer, limited_work, seed_number, spec_of
from .solution_grid import GridOutcome, with_grids

if TYPE_CHECKING:
    from gridwright.runtime.steps.claimed_difficulty import DifficultyClaim

MOST_SOLUTIONS = 1_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Verification(Reported):
    """A spec compared with what it claims under `expect`.

    `outcome`: the search. `differences`: what is not as claimed, each with its place in the spec. `undecided`: why it is not
    known whether all is as claimed; empty if it is known. `difficulty`: the comparison of a claimed difficulty, if
    all else is as claimed.
    """

    spec: Spec
    outcome: GridOutcome
    differences: tuple[Diagnostic, ...]
    undecided: str
    difficulty: DifficultyClaim | None = None

    @property
    def met(self) -> bool | None:
        """Return whether everything is as claimed; None if that is not known."""
        return False if self.differences else None if self.undecided else True

    def to_dict(self) -> dict[str, Any]:
        """Return the result as `gridwright verify --json` prints it."""
        verification_json = report.of_outcome(self.spec, self.outcome) | report.claims(self.spec, self.outcome)
        if self.difficulty is None:
            return verification_json
        from gridwright.runtime.output.reports import steps_report  # noqa: PLC0415 (only for this claim)

        return verification_json | steps_report.of_claim(self.difficulty)

    def __repr__(self) -> str:
        """Return a short text."""
        verdict = {True: "as claimed", False: "not as claimed", None: "undecided"}[self.met]
        return f"<Verification of {self.spec.path}: {verdict}>"


@dataclass(frozen=True)
class SolutionCount:
    """How many solutions there are. Not `complete`: at least so many; `reason` says why the rest is not known."""

    number: int
    complete: bool
    reason: str = ""

    def __int__(self) -> int:
        """Return the number."""
        return self.number


def solve(
    spec: SpecSource,
    *,
    limit: int = 2,
    engine: str = AUTO,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> GridOutcome:
    """Look for solutions. With the usual `limit` of 2 this decides whether there is exactly one.

    `spec`: a `Spec`, a path, or the text of a spec. `limit`: how many solutions are looked for, at least 1. `engine`: `auto`, or
    one that `gridwright functions --engines` lists. `timeout`: seconds. `memory`: megabytes of the whole process. What is known
    at the end is in the outcome; if the search gave up, its `reason` says why. Raise `SpecError` if the spec is wrong.

    >>> outcome = solve("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: ['x[r1c1] < x[r1c2]']\\n")
    >>> outcome.unique, outcome.solutions[0].grid["x"].to_list()
    (True, [[1, 2]])
    """
    checked_limit = integer(limit, "limit", least=1, most=MOST_SOLUTIONS)
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        outcome = search.solve(
            loaded,
            limit=checked_limit,
            engine=engine_name(engine),
            seed=seed_number(seed),
            deadline=work.deadline,
            progress=work.progress,
        )
        return with_grids(loaded, outcome)


def count(
    spec: SpecSource,
    *,
    limit: int = 1_000,
    engine: str = AUTO,
    seed: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
) -> SolutionCount:
    """Count the solutions by finding them all, up to `limit`. The other arguments are those of `solve`.

    >>> count("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\n")
    SolutionCount(number=4, complete=True, reason='')
    """
    outcome = solve(spec, limit=limit, engine=engine, seed=seed, timeout=timeout, memory=memory)
    stopped = "" if outcome.complete else outcome.reason or f"stopped at the limit of {limit:,}"
    return SolutionCount(outcome.count, outcome.complete, stopped)


def verify(
    spec: SpecSource, *, engine: str = AUTO, seed: int = 0, timeout: float | None = None, memory: int | None = None
) -> Verification:
    """Check everything that a spec claims under `expect`. The arguments are those of `solve`.

    >>> verify("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nexpect: {solutions: 4}\\n").met
    True
    """
    with limited_work(timeout, memory) as work:
        loaded = spec_of(spec, work.deadline)
        outcome = search.solve(
            loaded,
            limit=limit_for(loaded),
            engine=engine_name(engine),
            seed=seed_number(seed),
            deadline=work.deadline,
            progress=work.progress,
        )
        claims = compare_claims(
            loaded,
            outcome,
            engine=engine_name(engine),
            seed=seed_number(seed),
            deadline=work.deadline,
            progress=work.progress,
        )
        return Verification(loaded, with_grids(loaded, outcome), claims.different, claims.undecided, claims.difficulty)
