"""The work of an explanation is counted, so it says the same on every machine; the clock only ends it at the deadline."""

from __future__ import annotations

import itertools
import time

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language import budget
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines import clasp
from gridwright.runtime.engines.engine_registry import ENGINES, make_engine
from gridwright.runtime.explaining.explain import EFFORT, Explanation, explain
from gridwright.runtime.solving.effort import EffortDeadline, OutOfEffort
from small_specs import ODD

# A spoilt sudoku, and a puzzle with several solutions.
SPOILT = """gridwright: 1
grid: 9x9
use: [latin]
layers: {number: {values: 1..9}}
rules: ["sudoku(number, 3, 3)"]
givens:
  number: |
    5 3 . . 7 . . . .
    6 . . 1 9 5 . . .
    . 9 8 . . . . 6 .
    8 . . . 6 . . . 3
    4 . . 8 . 3 . . 1
    7 . . . 2 . . . 6
    . 6 . . . . 2 8 .
    . . . 4 1 9 . . 3
    . . . . 8 . . 7 9
"""
SEVERAL = SPOILT.replace("    . . . 4 1 9 . . 3\n", "    . . . . . . . . .\n")


def told(explanation: Explanation) -> object:
    """What an explanation says, without the time that it took."""
    conflict, difference, values = explanation.conflict, explanation.difference, explanation.candidates
    return (
        conflict
        and ([str(member.origin) for member in conflict.members], conflict.needed, conflict.lower_bound, conflict.reason),
        conflict and conflict.corrections and [str(correction.span) for correction in conflict.corrections.sufficient],
        difference and ([variable.name for variable in difference.places], difference.lower_bound, difference.reason),
        values and (values.values, values.reason),
    )


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("text", [SPOILT, SEVERAL], ids=["none", "several"])
def test_a_slow_machine_says_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which hours pass between two looks changes nothing."""
    expected = told(explain(load_text(text)))
    ticks = itertools.count(0, 3_600)
    monkeypatch.setattr(budget.time, "monotonic", lambda: float(next(ticks)))
    assert told(explain(load_text(text))) == expected


def test_less_work_is_said() -> None:
    """Where the work ends before a set is known to be the smallest, the reason says how to get more; it is the same twice."""
    explanations = [explain(load_text(SPOILT), effort=60) for _ in range(2)]
    assert told(explanations[0]) == told(explanations[1])
    assert explanations[0].conflict
    assert not explanations[0].conflict.smallest
    assert "--improve SECONDS" in explanations[0].conflict.reason


@pytest.mark.parametrize("engine", ENGINES)
def test_conflicts_are_counted(engine: str) -> None:
    """Each engine counts, ends at the work that it is allowed, and what is sooner shares the work."""
    (problem,) = compile_spec(load_text(ODD)).parts
    solver = make_engine(engine, 0)
    solver.load(problem)
    deadline = EffortDeadline(NO_DEADLINE, 500)
    with pytest.raises(OutOfEffort):
        deadline.solve(solver, [], None, 1)
    assert solver.conflicts > 0
    with pytest.raises(OutOfEffort):
        deadline.sooner(1_000).check()


def test_the_clock_still_ends() -> None:
    """A deadline that has passed ends counted work too."""
    late = EffortDeadline(Deadline(0), EFFORT)
    time.sleep(0.01)
    with pytest.raises(OutOfTime):
        late.check()


def test_compiling_is_counted() -> None:
    """What is compiled before a deadline that counts work is work, the same every time, and more for more."""

    def work(text: str) -> int:
        deadline = EffortDeadline(NO_DEADLINE, EFFORT)
        compile_spec(load_text(text), deadline=deadline)
        return EFFORT - deadline.effort

    larger = ODD.replace("rules:", "define: {many: '[a + b for a in 1..200 for b in 1..200]'}\nrules:\n  - len(many) == 40000")
    assert 0 <= work(ODD) < work(larger) == work(larger)
    with pytest.raises(OutOfEffort):
        compile_spec(load_text(larger), deadline=EffortDeadline(NO_DEADLINE, work(larger) - 1))


def test_clasp_reads_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """The conflicts that are read alone are those of all statistics."""
    (problem,) = compile_spec(load_text(ODD)).parts
    counted = []
    for has_one in (True, False):
        if not has_one:
            monkeypatch.setattr(clasp.importlib, "import_module", lambda name: object())  # as in a version that differs
        solver = clasp.ClaspEngine()
        solver.load(problem)
        assert solver.conflicts == 0
        solver.solve(conflicts=100)
        counted.append(solver.conflicts)
    assert counted[0] == counted[1] > 0
