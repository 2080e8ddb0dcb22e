"""Turn results into plain objects for programs: what `--json` prints, without what only a command knows."""

from __future__ import annotations

from gridwright.compiler.language.spec import Spec

from ...explaining.backbone import Candidates
from ...explaining.explain import Explanation
from ...judging.judge import Report
from ...solving.outcome import Outcome
from ...steps.path import Path
from .explanation_report import of_candidates, of_explanation
from .report import Json, of_outcome, violation
from .steps_report import of_path


def plain_result(shown: object) -> Json:
    """Return the object of an outcome, an explanation, candidates, a path of steps, or a judge's report.

    Raise `TypeError` for anything else, and `ValueError` for a result that does not say of which spec it is.

    >>> plain_result(Report(()))
    {'accepted': True, 'violations': []}
    """
    if isinstance(shown, Report):
        return {"accepted": shown.accepted, "violations": [violation(item) for item in shown.violations]}
    if isinstance(shown, Outcome):
        return of_outcome(_known_spec(shown.spec), shown)
    if isinstance(shown, Explanation):
        return of_explanation(_known_spec(shown.outcome.spec), shown)
    if isinstance(shown, Candidates):
        return of_candidates(_known_spec(shown.spec), shown)
    if isinstance(shown, Path):
        return of_path(_known_spec(shown.outcome.spec), shown)
    raise TypeError(f"{type(shown).__name__} is no result")


def _known_spec(spec: Spec | None) -> Spec:
    if spec is None:
        raise ValueError("this result comes from another process, and does not have its spec; use the functions of `reports`")
    return spec
