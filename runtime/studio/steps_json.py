"""Steps as the page shows them: sentences, and the places of what is known and of what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.visible_text import visible

from ..editing.work_process import Json
from ..output.text.print_steps import step_lines
from ..steps.fact import Fact
from ..steps.step import Step


def steps_json(spec: Spec, steps: Sequence[Step]) -> list[Json]:
    """Return an object for each step."""
    return [
        {
            "lines": [visible(line) for line in step_lines(spec, step)],
            "premises": places_of(step.premises),
            "conclusions": places_of(step.conclusions),
        }
        for step in steps
    ]


def places_of(facts: Iterable[Fact]) -> list[str]:
    """Return the places of facts, each once."""
    return list(dict.fromkeys(fact.variable.layer.place_name(fact.variable.position) for fact in facts))
