"""Candidates: the values that each place has in some solution."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...editing.work_process import Asked, Json
from ...explaining.backbone import candidates
from ...output.pictures.explanation_marks import of_candidates
from ..findings import asked_values, candidates_json, marked_svg
from ..live_chain import number_of_solutions, would_be_unique
from ..tab import Tab


def _possible(request: Mapping[str, Any], asked: Asked) -> Json:
    began = time.perf_counter()
    spec = asked.load(request["text"])
    known = candidates(spec, progress=asked.progress(), **asked_values(asked))
    report: Json = {
        "candidates": candidates_json(spec, known),
        "candidates_complete": known.complete,
        "fixed": known.fixed,
        "places": known.places,
        "has_solution": known.has_solution,
        "reason": known.reason,
        "svg": marked_svg(spec, of_candidates(known)),
        "seconds": round(time.perf_counter() - began, 3),
    }
    if known.complete and known.has_solution and known.fixed < known.places:
        asked.on_progress("partial", report)
        report |= would_be_unique(spec, asked)
        asked.on_progress("partial", report)
        report |= number_of_solutions(spec, asked)
    return report


TAB = Tab(_possible)
