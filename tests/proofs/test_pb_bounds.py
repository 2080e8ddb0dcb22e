"""Clauses that follow from a sum: compared with all assignments of a few variables."""

from __future__ import annotations

import itertools
import random

import pytest
from clauses import satisfied
from gridwright.compiler.encode.problem import Sum
from gridwright.runtime.proofs.pb_bounds import Side, sides
from instances import holds

VARIABLES = 4
MODELS = [[False, *values] for values in itertools.product((False, True), repeat=VARIABLES)]


def _literals(source: random.Random, most: int) -> tuple[int, ...]:
    return tuple(source.choice((1, -1)) * source.randint(1, VARIABLES) for _ in range(source.randint(0, most)))


def _is_within(side: Side, model: list[bool]) -> bool:
    total = sum(factor for factor, literal in side.pairs if satisfied((literal,), model))
    return total <= side.high or satisfied(side.unless, model)


@pytest.mark.parametrize("seed", range(8))
def test_what_follows_from_a_side(seed: int) -> None:
    """A clause that is said to follow does; one that names just what is too much for the side is said to."""
    source = random.Random(seed)
    said = 0
    for _ in range(300):
        pairs = tuple((source.randint(1, 3), literal) for literal in _literals(source, 5))
        side = Side(pairs, source.randint(-1, 6), _literals(source, 1))
        clause = [*(side.unless if source.random() < 0.8 else ()), *(-literal for _, literal in pairs if source.random() < 0.7)]
        clause += _literals(source, 1) if source.random() < 0.3 else ()
        source.shuffle(clause)
        follows = all(satisfied(clause, model) for model in MODELS if _is_within(side, model))
        if side.implies(clause):
            said += 1
            assert follows, (side, clause)
        elif len(dict.fromkeys(pairs)) == len({abs(literal) for _, literal in pairs} - set(map(abs, side.unless))):
            of_side = {*side.unless, *(-literal for _, literal in pairs)}
            assert not follows or not of_side.issuperset(clause) or not of_side.isdisjoint(-each for each in of_side), (
                side,
                clause,
            )
        within, high = side.bound()
        for model in MODELS:
            total = sum(factor for factor, literal in within if satisfied((literal,), model))
            assert (total <= high) == _is_within(side, model) or side.high < 0
    assert said > 20


def test_the_sides_of_a_sum() -> None:
    """A sum holds exactly if both its sides do."""
    source = random.Random(1)
    for _ in range(200):
        pairs = tuple((source.randint(1, 3), literal) for literal in _literals(source, 4))
        low, high = source.choice((None, source.randint(-1, 5))), source.choice((None, source.randint(-1, 5)))
        constraint = Sum(pairs, low, high, _literals(source, 1))
        for model in MODELS:
            assert holds(constraint, model) == all(_is_within(side, model) for side in sides(constraint))
