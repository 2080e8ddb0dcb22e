"""Steps: how a person would solve the puzzle, from what is printed or was entered; or only the next step, as a hint.

The page also asks for the rating alone, to show it beside the verdict; nobody waits for that, so it may not take long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.syntax.visible_text import visible

from ...editing.work_process import Asked, Json
from ...judging.partial_judge import with_givens
from ...output.text.print_steps import difficulty_lines, ending
from ...steps.bands import bands_of_path
from ...steps.find_path import find_path
from ...steps.path import End
from ..findings import asked_values
from ..play import entered_values
from ..request_fields import check_fields
from ..steps_json import places_of, steps_json
from ..tab import Tab

MOST_STEPS = 400  # that are shown
SECONDS_FOR_RATING = 20.0  # where the page asks for it by itself


def _steps(request: Mapping[str, Any], asked: Asked) -> Json:
    kinds = {"hint": (bool, type(None)), "rating": (bool, type(None)), "values": (dict, type(None))}
    options = check_fields(request["options"], kinds)
    spec = asked.load(request["text"])
    entered, _ = entered_values(spec, options["values"] or {})
    start = with_givens(spec, {key: tuple(values) for key, values in entered.items()}) if entered else None
    given = asked_values(asked)
    if options["rating"]:
        given["deadline"] = asked.deadline.sooner(SECONDS_FOR_RATING)
    path = find_path(spec, start=start, hint=bool(options["hint"]), progress=asked.progress(), **given)
    bands = None if start else bands_of_path(spec, path)
    lines = [visible(line) for line in difficulty_lines(path, bands)]
    rating = path.difficulty.rating
    rated = {
        "rating": rating if path.end is End.SOLVED and not path.estimated and not start else None,
        "band": bands.band(rating).value if bands else None,
        "difficulty": lines,
    }
    if options["rating"]:
        return rated
    return ({} if options["hint"] else rated) | {
        "is_hint": bool(options["hint"]),
        "steps": steps_json(spec, path.steps[:MOST_STEPS]),
        "number": len(path.steps),
        "wrong": places_of(path.wrong),
        "together": path.together,
        "ending": visible(ending(path)),
    }


TAB = Tab(_steps)
