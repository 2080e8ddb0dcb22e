"""Solve: two solutions and where they differ, or the proof that there is only one."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...editing.work_process import Asked, Json
from ...solving.solve import solve
from ..findings import json_solution, outcome_json
from ..tab import Tab


def _solve(request: Mapping[str, Any], asked: Asked) -> Json:
    began, progress = time.perf_counter(), asked.progress()
    spec = asked.load(request["text"])
    outcome = solve(spec, limit=2, engine=asked.options.engine, deadline=asked.deadline, progress=progress)
    report = outcome_json(spec, outcome, began)
    if outcome.solutions:
        report["solution"] = json_solution(spec, outcome.solutions[0].grid)
    return report


TAB = Tab(_solve)
