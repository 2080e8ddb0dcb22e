"""Sums as clauses: decision diagrams and adders against adding up."""

from __future__ import annotations

import itertools
import random

import pytest
from clauses import satisfied
from gridwright.compiler.encode import pb_to_cnf
from gridwright.compiler.encode.pb_to_cnf import Diagram, as_clauses
from gridwright.compiler.encode.problem import Sum
from pysat.solvers import Cadical195


def random_sum(seed: int) -> tuple[Sum, int]:
    """A sum over up to seven variables, and how many there are."""
    chance = random.Random(seed)
    size = chance.randint(1, 7)
    pairs = tuple((chance.randint(1, 6), chance.choice((-1, 1)) * variable) for variable in range(1, size + 1))
    total = sum(factor for factor, _ in pairs)
    low = chance.choice([None, chance.randint(1, total)])
    high = chance.choice([None, chance.randint(0, total - 1)]) if low is None or low < total else None
    unless = (size + 1,) if chance.random() < 0.3 else ()
    if low is None and high is None:
        low = 1
    return Sum(pairs, low, high, unless), size + len(unless)


def holds(constraint: Sum, model: list[bool]) -> bool:
    """Adding up."""
    total = sum(factor for factor, literal in constraint.pairs if satisfied((literal,), model))
    inside = (constraint.low is None or total >= constraint.low) and (constraint.high is None or total <= constraint.high)
    return inside or satisfied(constraint.unless, model)


@pytest.mark.parametrize("by_adder", [False, True], ids=["diagram", "adder"])
@pytest.mark.parametrize("seed", range(60))
def test_clauses_mean_the_sum(seed: int, by_adder: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under every assignment the clauses are satisfiable exactly if the sum holds."""
    if by_adder:
        monkeypatch.setattr(pb_to_cnf, "MAX_NODES", 0)
    constraint, size = random_sum(seed)
    fresh = itertools.count(size + 1)
    solver = Cadical195()
    for clause in as_clauses(constraint, lambda: next(fresh)):
        solver.add_clause(list(clause))
    for values in itertools.product((False, True), repeat=size):
        assumed = [variable if value else -variable for variable, value in enumerate(values, 1)]
        assert solver.solve(assumptions=assumed) == holds(constraint, [False, *values]), (constraint, values)


@pytest.mark.cases(ci=24)
@pytest.mark.parametrize("seed", range(60))
def test_nodes_mean_what_is_written(seed: int) -> None:
    """Every node of a diagram is "at most", and its clauses hold where its variable has that value."""
    constraint, size = random_sum(seed)
    total = sum(factor for factor, _ in constraint.pairs)
    fresh = itertools.count(size + 1)
    diagram = Diagram(constraint.pairs, lambda: next(fresh))
    for high in range(total):
        diagram.node(0, high)
    for values in itertools.product((False, True), repeat=size):
        model = [False, *values] + [False] * len(diagram.meanings)
        for node, bound in diagram.meanings.items():
            model[node] = sum(factor for factor, literal in bound.pairs if satisfied((literal,), model)) <= bound.high
        assert all(satisfied(clause, model) for clause in diagram.clauses)


def test_a_count_is_small() -> None:
    """The diagram of a count has no more nodes than a sequential counter."""
    diagram = Diagram(tuple((1, variable) for variable in range(1, 51)), itertools.count(51).__next__)
    diagram.node(0, 5)
    assert len(diagram.meanings) <= 50 * 6


@pytest.mark.slow
def test_a_large_sum_goes_to_the_adder() -> None:
    """Factors that do not repeat outgrow the diagram, and the sum is still right."""
    chance = random.Random(0)
    pairs = tuple((chance.randint(1, 10**6), variable) for variable in range(1, 31))
    constraint = Sum(pairs, None, 10**7)
    fresh = itertools.count(31)
    clauses = list(as_clauses(constraint, lambda: next(fresh)))
    assert len(clauses) < 20_000
    solver = Cadical195(bootstrap_with=[list(clause) for clause in clauses])
    for _ in range(200):
        values = [chance.random() < 0.6 for _ in pairs]
        assumed = [variable if value else -variable for variable, value in enumerate(values, 1)]
        assert solver.solve(assumptions=assumed) == holds(constraint, [False, *values])


@pytest.mark.slow
def test_a_long_sum_goes_to_the_adder() -> None:
    """Thousands of literals are no reason to recurse thousands deep."""
    pairs = tuple((1 + variable % 3, variable) for variable in range(1, 3_001))
    fresh = itertools.count(3_001)
    clauses = list(as_clauses(Sum(pairs, None, 40), lambda: next(fresh)))
    solver = Cadical195(bootstrap_with=[list(clause) for clause in clauses])
    assert solver.solve(assumptions=list(range(1, 20)))
    assert not solver.solve(assumptions=list(range(1, 22)))
