"""Explain: what contradicts if there is no solution, and the two closest solutions if there are several."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...authoring.full_explanation import explain_fully
from ...editing.work_process import Asked, Json
from ...output.pictures.explanation_marks import of_conflict, of_difference
from ...steps.contradiction import steps_of
from ..findings import asked_values, cells_of, conflict_json, marked_svg, outcome_json
from ..steps_json import steps_json
from ..tab import Tab

EFFORT = 60_000  # units of work for a smaller explanation; some two seconds


def _explain(request: Mapping[str, Any], asked: Asked) -> Json:
    began = time.perf_counter()
    spec = asked.load(request["text"])
    explanation = explain_fully(spec, effort=EFFORT, progress=asked.progress(), **asked_values(asked))
    report = outcome_json(spec, explanation.outcome, began) | {"reason": explanation.reason}
    if explanation.conflict is not None:
        report["conflict"] = conflict_json(spec, explanation.conflict)
        report["steps"] = steps_json(spec, steps_of(explanation))
        report["svg"] = marked_svg(spec, of_conflict(spec, explanation.conflict))
    if explanation.difference is not None:
        report["difference"] = {
            "cells": cells_of(explanation.difference.places),
            "places": [place.layer.place_name(place.position) for place in explanation.difference.places],
            "closest": explanation.difference.closest,
            "least": explanation.difference.lower_bound,
        }
        report["svg"] = marked_svg(spec, of_difference(explanation.difference, explanation.candidates))
    return report


TAB = Tab(_explain)
