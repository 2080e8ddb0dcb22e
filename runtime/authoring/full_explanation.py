"""Explain a puzzle in full: the conflict, the values that a wrong clue could have, and the steps that end in the conflict."""

from __future__ import annotations

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace

from ..engines.engine import Status
from ..engines.engine_registry import AUTO
from ..explaining.explain import EFFORT, Explanation, explain
from ..solving.progress import Progress


def explain_fully(
    spec: Spec,
    *,
    limit: int = 2,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    improve: float | None = None,
    effort: int | None = EFFORT,
    progress: Progress | None = None,
) -> Explanation:
    """Explain why a spec has no solution, or several; a conflict that is known is kept where Ctrl-C ends the work.

    The arguments are those of `explain`. The explanation of a conflict has `steps` (`steps/contradiction.py`).

    >>> from gridwright.compiler.loader import load_text
    >>> rules = [f"x[r1c{at}] < x[r1c{at + 1}]" for at in range(1, 6)]
    >>> spec = load_text(f"gridwright: 1\\ngrid: 1x6\\nlayers: {{x: {{values: 1..6}}}}\\nrules: {rules + ['x[r1c6] < 6']}\\n")
    >>> explanation = explain_fully(spec)
    >>> len(explanation.conflict.members), explanation.steps[-1].conclusions
    (6, ())
    """
    explanation = explain(
        spec, limit=limit, engine=engine, seed=seed, deadline=deadline, improve=improve, effort=effort, progress=progress
    )
    if explanation.conflict is None:
        return explanation
    from .generating.wrong_clues import with_clue_values  # noqa: PLC0415 (only for a puzzle without a solution)

    is_large = explanation.conflict.is_large
    try:
        explanation = with_clue_values(spec, explanation, engine=engine, seed=seed, deadline=deadline, progress=progress)
        if not is_large:
            return explanation
        from ..steps.contradiction import with_steps  # noqa: PLC0415 (only for a conflict that is not seen at once)

        return with_steps(spec, explanation, engine=engine, seed=seed, deadline=deadline, progress=progress)
    except KeyboardInterrupt:  # the conflict is known already
        return replace(explanation, reason=Status.INTERRUPTED.value)
