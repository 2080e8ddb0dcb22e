"""Explain: what contradicts if there is no solution, and the two closest solutions if there are several."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...editing.work_process import Asked, Json
from ...explaining.explain import explain
from ...output.pictures.explanation_marks import of_conflict, of_difference
from ..findings import asked_values, cells_of, conflict_json, marked_svg, outcome_json
from ..tab import Tab

EFFORT = 60_000  # units of work for a smaller explanation; some two seconds


def _explained(request: Mapping[str, Any], asked: Asked) -> Json:
    began = time.perf_counter()
    spec = asked.load(request["text"])
    found = explain(spec, effort=EFFORT, progress=asked.progress(), **asked_values(asked))
    report = outcome_json(spec, found.outcome, began) | {"reason": found.reason}
    if found.conflict is not None:
        report["conflict"] = conflict_json(spec, found.conflict)
        report["svg"] = marked_svg(spec, of_conflict(spec, found.conflict))
    if found.difference is not None:
        report["difference"] = {
            "cells": cells_of(found.difference.places),
            "places": [each.layer.place_name(each.position) for each in found.difference.places],
            "closest": found.difference.closest,
            "least": found.difference.lower_bound,
        }
        report["svg"] = marked_svg(spec, of_difference(found.difference, found.candidates))
    return report


TAB = Tab(_explained)
