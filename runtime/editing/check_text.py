"""Check a text while it is typed: what `check` says, first what is known after reading it, then what compiling it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.compile import contradictions, lower
from gridwright.compiler.language.budget import GaveUp, OutOfTime, enter_nothing
from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError

from ..execution.check_spec import LOWERING_SECONDS, SECONDS, LastRule, stopped_at
from ..warnings.warning_kind import warnings
from .diagnostics_json import diagnostics_json
from .edited_text import edited_text
from .work_process import Asked, Json


def check_text(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return all diagnostics of a text. That it could be read is told first: mistakes are shown and go at once."""
    text = edited_text(request)
    limit = asked.deadline.sooner(SECONDS)
    try:
        spec = text.load(limit)
    except SpecError as problem:
        return _findings(problem.diagnostics, text.text)
    asked.on_progress("partial", _findings([], text.text))
    if spec is None:
        return _findings([], text.text)
    rules = LastRule(enter_nothing)
    try:
        module = lower(spec, limit.sooner(LOWERING_SECONDS), on_progress=rules)
    except SpecError as problem:
        return _findings(problem.diagnostics, text.text)
    except OutOfTime:
        return _findings([stopped_at(rules.last, spec)], text.text)
    known = [] if spec.expected.solutions == 0 else [contradiction.diagnostic for contradiction in contradictions(spec, module)]
    try:
        doubts = warnings(spec, module, limit)
    except (OutOfTime, GaveUp):
        doubts = ()
    return _findings([*known, *doubts], text.text)


def _findings(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...], text: str) -> Json:
    return {"diagnostics": diagnostics_json(diagnostics, text)}
