"""Judging a grid whose hidden layers are not given: they are searched, and then the whole is judged.

A verdict therefore rests on the judge alone, or where there are hidden layers on the judge and a search; it says which.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec

from ..engines.engine_registry import make_engine
from ..judging.judge import Assignment, Report, Violation, judge
from .lemmas.nogood import literals_of
from .progress import Progress
from .session import Session


@dataclass(frozen=True, slots=True)
class HiddenLayerVerdict:
    """What the judge says, and what that rests on."""

    report: Report
    rests_on: str


def judge_visible(spec: Spec, visible: Assignment, *, engine: str, seed: int, deadline: Deadline) -> HiddenLayerVerdict:
    """Judge the visible layers of a finished grid; `OutOfTime`, `GaveUp` where the hidden ones are not found."""
    hidden = [layer for layer in spec.layers if layer.hidden]
    if not hidden:
        return HiddenLayerVerdict(judge(spec, visible, deadline), "plain evaluation of every rule")
    found = dict(visible)
    puzzle = compile_spec(spec, deadline=deadline)
    for problem in puzzle.parts if not puzzle.contradictions else ():
        session = Session(problem, make_engine(engine, seed), deadline, Progress())
        fixed = [
            literal
            for variable, place in problem.places.items()
            if not variable.layer.hidden
            for literal in literals_of(place, visible[variable.layer.grid, variable.layer.name][variable.position])
        ]
        solution = session.next_solution(fixed)
        if solution is None:
            break
        for layer in hidden:
            held = found.get((layer.grid, layer.name), (None,) * len(layer.places))
            values = tuple(solution.get(Variable(layer, at), value) for at, value in enumerate(held))
            found[layer.grid, layer.name] = values
    else:
        if not puzzle.contradictions:
            return HiddenLayerVerdict(
                judge(spec, found, deadline), "a search for the hidden layers, and plain evaluation of every rule"
            )
    message = "no values of the hidden layers go with this grid"
    nothing = Violation(message, hidden[0].span)
    return HiddenLayerVerdict(Report((nothing,)), "a search for the hidden layers")
