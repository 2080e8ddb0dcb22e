"""Bounds of an objective: whatever multipliers are named, what they show is so on every grid."""

from __future__ import annotations

import contextlib
import math
import random
from fractions import Fraction

import pytest
from brute import assignments
from gridwright.compiler.compile import lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import Value
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.judging.objective import objective_value
from gridwright.runtime.proofs.objective_bound import TooWeak, check_multipliers
from instances import values_of

HEAD = "gridwright: 1\ngrid: 1x3\nlayers: {n: {values: 1..3}}\nrules:\n  - rule: n[r1c1] + n[r1c2] <= 4 and n[r1c2] != n[r1c3]\n"
OBJECTIVES = ["maximize: sum(n)", "minimize: 2 * n[r1c1] - n[r1c2] + n[r1c3]"]


def _problem(objective: str) -> tuple[Problem, list[tuple[dict[Term, Value], int, bool]], TermFactory]:
    """The problem of an objective, and for each grid the values of all terms, what it is worth, and whether the rules hold."""
    spec = load_text(HEAD + objective + "\n")
    module = lower(spec)
    problem = encode(module, refining=False)
    rows = []
    for grid in assignments(spec):
        worth = objective_value(spec, grid)
        assert problem.target is not None
        rows.append((values_of(module, grid), problem.target.term_value(worth), judge(spec, grid).accepted))
    return problem, rows, module.terms


def _is_better(problem: Problem, worth: int, best: int) -> bool:
    assert problem.target is not None
    return worth > best if problem.target.maximize else worth < best


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_multipliers(objective: str) -> None:
    """If multipliers are accepted, no grid on which the rules hold is better."""
    problem, grids, terms = _problem(objective)
    relaxation = problem.relaxation(terms)
    assert relaxation is not None
    source = random.Random(objective)
    values = sorted({worth for _, worth, _ in grids})
    accepted = 0
    for _ in range(600):
        multipliers = [Fraction(source.choice((0, 0, 2, -2, 1, source.randint(-6, 6))), 2) for _ in relaxation.rows]
        priced = relaxation.with_prices(multipliers)
        least = math.ceil(Fraction(priced.bound, priced.scale))  # nothing is worth less, if costs are what is looked at
        best = (least + source.randint(-2, 2)) * (-1 if objective.startswith("max") else 1)
        shown = best * (-1 if objective.startswith("max") else 1) <= least
        with contextlib.nullcontext() if shown else pytest.raises(TooWeak, match="does not show"):
            check_multipliers(problem, best, multipliers)
        if shown:
            accepted += 1
            assert not any(allowed and _is_better(problem, worth, best) for _, worth, allowed in grids), (best, multipliers)
    assert 100 < accepted < 500
    with pytest.raises(TooWeak, match="other rows"):
        check_multipliers(problem, values[0], [Fraction(0)] * (len(relaxation.rows) + 1))
