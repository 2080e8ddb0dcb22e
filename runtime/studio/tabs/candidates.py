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
    found = candidates(spec, progress=asked.progress(), **asked_values(asked))
    report: Json = {
        "candidates": candidates_json(spec, found),
        "candidates_complete": found.complete,
        "fixed": found.fixed,
        "places": found.places,
        "has_solution": found.has_solution,
        "reason": found.reason,
        "svg": marked_svg(spec, of_candidates(found)),
        "seconds": round(time.perf_counter() - began, 3),
    }
    if found.complete and found.has_solution and found.fixed < found.places:
        asked.tell("partial", report)
        report |= would_be_unique(spec, asked)
        asked.tell("partial", report)
        report |= number_of_solutions(spec, asked)
    return report


TAB = Tab(_possible)
