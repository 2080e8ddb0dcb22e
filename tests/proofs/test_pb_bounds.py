"""Clauses that follow from a sum: compared with all assignments of a few variables."""

from __future__ import annotations

import itertools
import random

import pytest
from clauses import satisfied
from gridwright.compiler.encode.problem import Bound, Sum
from gridwright.runtime.proofs.pb_bounds import implies
from instances import holds

VARIABLES = 4
MODELS = [[False, *values] for values in itertools.product((False, True), repeat=VARIABLES)]


def _literals(source: random.Random, most: int) -> tuple[int, ...]:
    return tuple(source.choice((1, -1)) * source.randint(1, VARIABLES) for _ in range(source.randint(0, most)))


def _sum(source: random.Random) -> Sum:
    pairs = tuple((source.randint(1, 3), literal) for literal in _literals(source, 4))
    low, high = source.choice((None, source.randint(-1, 9))), source.choice((None, source.randint(-2, 9)))
    return Sum(pairs, low, high, _literals(source, 2))


def _is_within(bound: Bound, model: list[bool]) -> bool:
    pairs, high = bound
    return sum(factor for factor, literal in pairs if satisfied((literal,), model)) <= high


@pytest.mark.parametrize("seed", range(4))
def test_the_bounds_of_a_sum(seed: int) -> None:
    """A sum holds exactly if all its bounds do, also one that cannot hold; factors are positive."""
    source = random.Random(seed)
    for _ in range(300):
        constraint = _sum(source)
        bounds = list(constraint.bounds())
        assert all(factor > 0 for pairs, _ in bounds for factor, _ in pairs)
        for model in MODELS:
            assert holds(constraint, model) == all(_is_within(bound, model) for bound in bounds), (constraint, model)


@pytest.mark.parametrize("seed", range(8))
def test_what_follows_from_a_bound(seed: int) -> None:
    """A clause that is said to follow does, whatever it names; one that names only what a bound adds up is said to if it does."""
    source = random.Random(seed)
    clauses_checked = 0
    for _ in range(300):
        for bound in _sum(source).bounds():
            pairs, _ = bound
            clause = {-literal for _, literal in pairs if source.random() < 0.8} | {*_literals(source, 1)}
            follows = all(satisfied(tuple(clause), model) for model in MODELS if _is_within(bound, model))
            is_simple = len({abs(literal) for _, literal in pairs}) == len(pairs)
            if implies(bound, clause):
                clauses_checked += 1
                assert follows, (bound, clause)
            elif is_simple and clause <= {-literal for _, literal in pairs}:
                assert not follows, (bound, clause)
    assert clauses_checked > 100
