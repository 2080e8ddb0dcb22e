"""CP-SAT: numbers, sums and distinct are wholes in its model, and what it says of them is what the judge says."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from unittest import mock

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir import reachability_layers
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines import cpsat
from gridwright.runtime.engines.cpsat import MAX_TOTAL, CpsatEngine
from gridwright.runtime.engines.engine import Status
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

BOARD = "gridwright: 1\ngrid: 2x3\nlayers: {number: {values: VALUES}}\nrules:\n  - "
RULES = {
    "words": ("[a, b, c]", "distinct(number[rows[0]])"),
    "a sum": ("1..4", "5 <= sum(number) <= 8"),
    "two sums that differ": ("1..4", "abs(sum(number[rows[0]]) - sum(number[rows[1]])) <= 1"),
    "factors": ("[-3, 0, 2, 7]", "0 <= 2 * sum(number[rows[0]]) - 3 * sum(number[rows[1]]) <= 9"),
    "a sum under a condition": ("1..4", "sum(number[:4]) <= 6 or sum(number[2:]) >= 13 or number[r2c2] == 3"),
    "distinct": ("1..6", "distinct(number[:5])"),
    "distinct, of negative numbers": ("[-9, -2, 0, 1, 5, 8]", "distinct(number[rows[0]]) and distinct(number[rows[1]])"),
    "distinct or not": ("1..4", "distinct(number[rows[0]]) or distinct(number[rows[1]])"),
    "blanks": ("1..3, blank: true", "4 <= sum(number) <= 9 and distinct(number[columns[1]])"),
    "blanks and 0": ("0..2, blank: true", "3 <= sum(number) <= 8 and sum(number[rows[0]]) <= 3"),
    "blanks and numbers below 0": ("[-2, 1, 3], blank: true", "-1 <= sum(number) <= 9 or sum(number[rows[0]]) >= 4"),
    "blanks under a condition": ("1..3, blank: true", "sum(number[:4]) <= 5 or sum(number[2:]) >= 9 or number[r2c2] <= 1"),
    "two values": ("[2, 5]", "sum(number) >= 19"),
}


@pytest.mark.cases(ci=3)
@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_judge(name: str) -> None:
    """The grids that it accepts are those that the judge accepts."""
    values, rule = RULES[name]
    assert_agree(load_text(BOARD.replace("VALUES", values) + rule + "\n"), ways=[("cpsat", True)], instances=0)


def test_numbers_are_wholes() -> None:
    """A sum of six numbers has six members, and distinct is one constraint over six."""
    text = BOARD.replace("VALUES", "1..40") + "distinct(number)\n  - 100 <= sum(number) <= 101\n"
    (part,) = compile_spec(load_text(text)).parts
    engine = CpsatEngine()
    engine.load(part)
    assert engine.solve() is Status.SAT
    written = [str(constraint) for constraint in engine._model.constraints]
    assert [constraint.count("exprs") for constraint in written if "all_diff" in constraint] == [6]
    sums = [constraint.count("coeffs") for constraint in written if "linear" in constraint]
    assert max(len(constraint.linear.vars) for constraint in engine._model.constraints if constraint.has_linear()) == 6
    assert len(sums) > 6


def test_blank_under_a_condition_is_a_number() -> None:
    """Where numbers are added up under conditions, blank is 0, unless 0 is another value."""
    for values, members in (("1..4", 5), ("[-2, 1, 3]", 5), ("0..4", 25)):
        spec = load_text(BOARD.replace("VALUES", values) + "sum(number[c] for c in cells if number[c] != number[r1c1]) == 7\n")
        (part,) = compile_spec(spec).parts
        engine = CpsatEngine()
        engine.load(part)
        assert engine.solve() is Status.SAT
        sums = [constraint.linear for constraint in engine._model.constraints if constraint.has_linear()]
        assert max(len(constraint.vars) for constraint in sums) == members
        if values != "0..4":
            assert_agree(spec, ways=[("cpsat", True)], instances=0)


GROUPS = {
    "one group": ("[2, 4, 9]", "(r1c3 in group(r1c1, same=number)) == (number[r2c2] == 4)"),
    "two groups": ("0..2", "(r1c3 in group(r1c1, same=number)) != (r2c1 in group(r2c3, same=number))"),
    "blanks": ("1..2, blank: true", "(r1c3 in group(r1c1, same=number)) == (number[r2c2] == 1)"),
    "words": ("[a, b, c]", "(r1c3 in group(r1c1, same=number)) == (number[r2c2] == 'a')"),
}


@pytest.mark.parametrize("name", GROUPS)
def test_groups_have_one_number(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That two places of one group have the same number is an equation, where both are numbers; it excludes no solution."""
    for module in (reachability_layers, cpsat):
        monkeypatch.setattr(module, "MOST_VALUES", 1)
    values, rule = GROUPS[name]
    spec = load_text(BOARD.replace("VALUES", values) + rule + "\n")
    (part,) = compile_spec(spec).parts
    engine = CpsatEngine()
    engine.load(part)
    engine.solve()
    equations = [constraint.linear for constraint in engine._model.constraints if constraint.has_linear()]
    equal = sum(list(equation.coeffs) == [1, -1] and list(equation.domain) == [0, 0] for equation in equations)
    joined = {term for term in part.meanings if term.op == "same_component"}
    assert joined
    assert equal == (0 if name in ("blanks", "words") else len(joined))
    assert_agree(spec, ways=[("cpsat", True)], instances=0)


def test_improves_down_to_the_best() -> None:
    """Models cost less and less; at the end the bound is what the last one costs. A cost that nothing reaches has no model."""
    engine = CpsatEngine()
    engine.add([(1, 2, 3), (-1, 4), (-2, 5), (-3, 6), (4, 5, 7)])
    costs = [(5, 1), (3, 2), (4, 3), (-2, 6), (1, 7), (1, -5)]
    costs_of_models = []
    for status in engine.improve(costs, 100):
        if status is Status.SAT:
            costs_of_models.append(sum(cost for cost, literal in costs if engine.value(abs(literal)) == (literal > 0)))
    assert status is Status.UNSAT
    assert costs_of_models == sorted(set(costs_of_models), reverse=True)
    assert engine.bound == costs_of_models[-1] == 1
    assert [*engine.improve(costs, 1)] == [Status.UNSAT]
    assert engine.solve() is Status.SAT, "what was said of costs is forgotten"


def test_a_search_that_ends_at_once_knows_no_bound() -> None:
    """The solver reports the bound 0 before it knows any; costs below 0 are possible all the same."""
    engine = CpsatEngine()
    engine.add([(1, 2, 3), (-1, 4), (-2, 5), (-3, 6), (4, 5, 7)])
    statuses = [*engine.improve([(-5, 1), (-3, 2), (-4, 3)], 0, seconds=0)]
    assert Status.UNSAT not in statuses
    assert engine.bound <= -12


def test_an_improvement_that_is_dropped_ends() -> None:
    """Whoever wants no more models may stop, and search for something else."""
    engine = CpsatEngine()
    engine.add([(1, 2, 3)])
    improvements = engine.improve([(1, 1), (1, 2), (1, 3)], 4)
    assert next(improvements) is Status.SAT
    improvements.close()
    engine.add([(-1,), (-2,)])
    assert engine.solve() is Status.SAT
    assert engine.value(3)


def test_a_search_does_not_run_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver waits at each model until somebody wants the next one. Left there, it ends by itself: nobody stops it from
    outside, while it runs.
    """
    stopped = []
    monkeypatch.setattr(cpsat, "ortools", mock.Mock(wraps=cpsat.ortools, SolveWrapper=lambda: _Watched(stopped)))
    chance = random.Random(3)
    engine = CpsatEngine()
    engine.add([tuple(chance.sample(range(1, 61), 3)) for _ in range(150)])
    costs = [(chance.randint(1, 99), variable) for variable in range(1, 61)]
    with mock.patch.object(
        cpsat._Callback, "OnSolutionCallback", autospec=True, side_effect=cpsat._Callback.OnSolutionCallback
    ) as seen:
        improvements = engine.improve(costs, 99 * 60)
        assert next(improvements) is Status.SAT
        time.sleep(0.2)
        improvements.close()
    assert seen.call_count == 1
    assert not stopped


class _Watched(cpsat.ortools.SolveWrapper):
    """A solver that notes when it is stopped from outside."""

    def __init__(self, stopped: list[str]) -> None:
        super().__init__()
        self._stopped = stopped

    def stop_search(self) -> None:
        self._stopped.append("stopped")
        super().stop_search()


def test_large_factors() -> None:
    """A sum beyond the numbers of the solver is stated in clauses."""
    rule = f"{MAX_TOTAL} * number[r1c1] + {MAX_TOTAL + 1} * number[r1c2] == {5 * MAX_TOTAL + 3}"
    outcome = solve(
        load_text(BOARD.replace("VALUES", "1..4") + f"{rule}\n  - number[r1c3] == sum(number[rows[1]]) - 2\n"), engine="cpsat"
    )
    assert outcome.solutions[0].grid["", "number"][:2] == (2, 3)


def test_a_large_objective() -> None:
    """Costs beyond the numbers of the solver are left to the searches that every engine has."""
    text = (
        BOARD.replace("VALUES", "1..3")
        + f"sum(number) == 9\nmaximize: {MAX_TOTAL} * number[r1c1] - number[r1c2] + number[r1c3]\n"
    )
    assert solve(load_text(text), engine="cpsat").objective.value == 3 * MAX_TOTAL + 1


def test_missing_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without OR-tools the message says what to install."""
    monkeypatch.delitem(sys.modules, "gridwright.runtime.engines.cpsat")
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    path = tmp_path / "puzzle.yaml"
    path.write_text(BOARD.replace("VALUES", "1..4") + "distinct(number[rows[0]])\n", "utf-8")
    assert run(["solve", "--engine", "cpsat", str(path)]) == 2
    assert "the engine `cpsat` needs OR-tools: pip install 'ortools>=9.15', or" in capsys.readouterr().err


@pytest.mark.slow
def test_certificate(tmp_path: Path) -> None:
    """It writes no proofs, so what it finds is refuted anew for a certificate, which the checker accepts."""
    path, folder = tmp_path / "puzzle.yaml", str(tmp_path / "certificate")
    rule = "distinct(number[rows[0]])\nmaximize: sum(number)\n"
    expect = "answer: sum(number)\nexpect: {objective: 21, solutions: 6, answer: 21}\n"
    path.write_text(BOARD.replace("VALUES", "1..4") + rule + expect, "utf-8")
    assert run(["verify", "--quiet", "--engine", "cpsat", "--certificate", folder, str(path)]) == 0
    assert run(["certify", "--quiet", folder]) == 0
