"""Verify a text: whether its puzzle is as it claims, with the answer and the time that the search took."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.visible_text import visible

from ..output.text import print_text
from ..solving.expectations import limit_for
from ..solving.outcome import Outcome, Result
from ..solving.solve import solve
from ..steps.compared_claims import compare_claims
from .edited_text import edited_text
from .work_process import Asked, Json

LONGEST = 200  # characters of an answer that is shown


def verify_text(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the result of the search in words. `is_claimed`: whether the text claims it; None if that is not known."""
    began = time.perf_counter()
    try:
        spec = edited_text(request).load(asked.deadline)
        if spec is None:
            return {"found": "a library: there is no puzzle to verify", "is_claimed": None}
        limit = max(2, limit_for(spec))  # one more than one, so that "unique" can be said of what claims nothing
        outcome = solve(spec, limit=limit, engine=asked.options.engine, deadline=asked.deadline, progress=asked.progress())
    except SpecError as problem:
        first = problem.diagnostics[0]
        where = f" (line {first.span.line})" if first.span else ""
        return {"found": f"mend the text first: {visible(first.message)}{where}", "is_claimed": False}
    claims = compare_claims(spec, outcome, engine=asked.options.engine, deadline=asked.deadline, progress=asked.progress())
    different, open_question = claims.different, claims.undecided
    answers = [
        print_text.answer(solution.answer) for solution in outcome.solutions if solution.answer is not None and outcome.is_proved
    ]
    parts = [solutions_in_words(outcome)]
    parts += [f"answer {visible(answers[0])[:LONGEST]}"] if answers and outcome.unique is not False else []
    parts += [f"{time.perf_counter() - began:.2f} s"]
    parts += [f"not as claimed: {visible(difference.message)}" for difference in different[:1]]
    parts += [f"gave up: {open_question}"] if open_question and not different else []
    return {"found": ", ".join(parts), "is_claimed": False if different else None if open_question else True}


def solutions_in_words(outcome: Outcome) -> str:
    """Return how many solutions there are."""
    if outcome.result is Result.NO_SOLUTION:
        return "no solution"
    if outcome.unique is None:
        return "not known to be unique" if outcome.solutions else "no solution found"
    optimal = "optimal " if outcome.objective else ""
    return "unique" if outcome.unique else f"{'' if outcome.complete else 'at least '}{outcome.count:,} {optimal}solutions"
