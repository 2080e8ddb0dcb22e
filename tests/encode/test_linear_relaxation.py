"""Linear reasoning about a target: what it says holds exactly of every solution, whatever the multipliers, and the search with it
comes to the same end."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from brute import assignments
from gridwright.compiler.compile import lower
from gridwright.compiler.encode.linear_relaxation import Relaxation, relaxation_of
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.language.spec import Spec
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines import lp_multipliers
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.engines.lp_multipliers import best_multipliers, refuting_multipliers
from gridwright.runtime.judging import objective
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving import optimum
from gridwright.runtime.solving.solve import solve
from instances import values_of
from optima import BLANKS, BOARD, HIDDEN, TRUTHS, assert_optimum, puzzle
from ways import THOROUGH

DISTINCT = "grid: 2x3\nlayers:\n  number: {values: 1..4}\n"
WORDS = "grid: 3x2\nlayers:\n  colour: {values: [red, green, blue]}\n"

SMALL = "minimize: sum(number)"
BLUE = "2 * count(colour == blue) + count(colour == red)"

# What stands on the board, the rule, the objective; and the bound of the best multipliers.
RELAXED = {
    "distinct in lines": (DISTINCT, "all(distinct(number[line]) for line in lines)", SMALL, 12),
    "each value once": (BOARD, "all(distinct(number[row]) for row in rows)", SMALL, 12),
    "as large as can be": (DISTINCT, "all(distinct(number[row]) for row in rows)", "maximize: sum(number) + 1", 19),
    "a row from both sides": (BOARD, "2 <= number[r1c1] - number[r2c3] + number[r1c2] - 2 <= 3", SMALL, 9),
    "a sum that is known": (BOARD, "sum(number) == 11", "maximize: number[r1c1] - number[r2c1] - number[r2c2]", 1),
    "counts": (TRUTHS, "all(count(shaded[row]) >= 2 for row in rows)", "minimize: count(shaded)", 4),
    "a half": (TRUTHS, "all(shaded[a] + shaded[b] >= 1 for a, b in combinations(rows[0][:3], 2))", "minimize: sum(shaded)", 2),
    "a table": (BOARD, "all(sum([4, 9, 2][x - 1] for x in number[row]) >= 20 for row in rows)", SMALL, 10),
    "values that are not allowed": (BOARD, "number[r1c1] != 1 and number[r1c1] + number[r2c2] <= 4", SMALL, 7),
    "two that are equal": (BOARD, "number[r1c1] == number[r2c3] and count(number == 1) <= 2", SMALL, 10),
    "blanks": (BLANKS, "count(number == blank) <= 2 and count(number == -2) <= 1", SMALL, -2),
    "words": (WORDS, "all(count(colour == c) <= 2 for c in [red, green])", f"minimize: {BLUE}", 6),
    "a hidden layer": (HIDDEN, "all(helper[r] == sum(number[r]) for r in rows) and sum(helper) >= 5", SMALL, 5),
    "each at most once": (DISTINCT, "all(count(number == n) <= 1 for n in 1..3) and number[r1c1] + number[r1c2] >= 5", SMALL, 18),
}


def relaxed(spec: Spec) -> Relaxation:
    """The relaxation of a spec, its parts together."""
    relaxation = relaxation_of(lower(spec))
    assert relaxation is not None
    return relaxation


def some_multipliers(relaxation: Relaxation, seed: int) -> Sequence[Fraction]:
    """Multipliers that nobody would choose."""
    chance = random.Random(seed)
    return [Fraction(chance.randint(-4, 4), chance.randint(1, 3)) for _ in relaxation.rows]


@pytest.mark.cases(quick=1, ci=9)
@pytest.mark.parametrize("seed", range(2 * THOROUGH))
@pytest.mark.parametrize("name", RELAXED)
def test_exact_on_every_solution(name: str, seed: int) -> None:
    """Of every grid that the judge accepts: the bound, and what is paid beyond by prices that are not negative, is its worth."""
    spec = puzzle(*RELAXED[name][:3])
    module = lower(spec)
    relaxation = relaxation_of(module)
    assert relaxation is not None
    priced = relaxation.with_prices(some_multipliers(relaxation, seed))
    chains = [list(chain) for chain in priced.chains(module.terms, relaxation.allowed)]
    assert all(weight > 0 for chain in chains for weight, _ in chain)
    sign = -1 if spec.objective.maximize else 1
    for grid in assignments(spec):
        if accepts(spec, grid):
            values = values_of(module, grid)
            truths = [[evaluate(term, values, values) for _, term in chain] for chain in chains]
            assert all(list(one) == sorted(one) for one in truths), "each truth implies the next one"
            weights = [weight for chain in chains for weight, _ in chain]
            paid = sum(weight for weight, true in zip(weights, itertools.chain(*truths), strict=True) if not true)
            assert priced.bound + paid == priced.scale * sign * objective.objective_value(spec, grid)


@pytest.mark.parametrize("name", RELAXED)
def test_best_multipliers(name: str) -> None:
    """The bound is as good as worked out by hand."""
    spec = puzzle(*RELAXED[name][:3])
    relaxation = relaxed(spec)
    priced = relaxation.with_prices(best_multipliers(relaxation))
    bound = -(-priced.bound // priced.scale)
    assert (-bound if spec.objective.maximize else bound) == RELAXED[name][3]


@pytest.mark.slow
def test_the_library_is_imported_late() -> None:
    """HiGHS and numpy are imported for a linear program, and not by what may need one."""
    modules = "gridwright.runtime.solving.optimum, gridwright.runtime.explaining.linear_infeasibility"
    code = f"import sys, {modules}; sys.exit(bool({{'highspy', 'numpy'}} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("most", "contradicts"), [(18, False), (17, True)])
def test_contradiction(most: int, contradicts: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Rows that together are too small for a sum are refuted in exact numbers; others are not, nor without any work."""
    rule = f"all(count(number == n) <= 1 for n in 1..3) and sum(number) <= {most}"
    without_costs = replace(relaxed(puzzle(DISTINCT, rule, SMALL)), constant=0, costs={})
    multipliers = refuting_multipliers(without_costs)
    assert (without_costs.with_prices(multipliers).bound > 0) is contradicts
    monkeypatch.setattr(lp_multipliers, "MAX_ITERATIONS", 0)
    assert refuting_multipliers(without_costs) is None
    assert capfd.readouterr() == ("", ""), "HiGHS prints nothing"


@pytest.mark.cases(quick=1, ci=18)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", RELAXED)
def test_optimum(name: str, engine: str) -> None:
    """The best value, and every grid that has it, are those of brute force; nothing is better than the bound."""
    spec = puzzle(*RELAXED[name][:3])
    assert_optimum(spec, engine, True)
    best = solve(spec, engine=engine).objective.value
    assert best <= RELAXED[name][3] if spec.objective.maximize else best >= RELAXED[name][3]


@pytest.mark.cases(ci=14)
@pytest.mark.parametrize("seed", range(3 * THOROUGH))
@pytest.mark.parametrize("name", RELAXED)
def test_any_multipliers(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With multipliers that are no good the search takes another way, to the same end."""
    monkeypatch.setattr(optimum, "best_multipliers", lambda relaxation, seconds: some_multipliers(relaxation, seed))
    monkeypatch.setattr(optimum, "TRYING", 1 + seed % 2)
    monkeypatch.setattr(optimum.Optimum, "_is_worth", lambda self, lower: True)
    assert_optimum(puzzle(*RELAXED[name][:3]), "cadical" if seed % 3 else "z3", True)


@pytest.mark.parametrize(("answer", "objective", "status"), [("sum(x)", 3, 0), ("sum(x) + 0", 3, 3), ("sum(x)", 4, 1)])
def test_answer_is_the_objective(
    answer: str, objective: int, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the answer is what is optimised, one solution of very many shows it; any other answer is looked at in all of them."""
    monkeypatch.setattr("gridwright.runtime.solving.expectations.ANY_LIMIT", 1)
    path = tmp_path / "puzzle.yaml"
    path.write_text(
        "gridwright: 1\ngrid: 1x3\nlayers:\n  x: {values: 0..4}\nrules:\n  - sum(x) >= 3\nminimize: sum(x)\n"
        f"answer: {answer}\nexpect: {{answer: {objective}, objective: {objective}, solutions: any}}\n",
        "utf-8",
    )
    assert run(["verify", str(path)]) == status
    assert ("at least 1" in capsys.readouterr().out) is True
