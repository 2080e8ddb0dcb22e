"""Whether clauses have a model with some literals true: compared with all assignments of a few variables."""

from __future__ import annotations

import itertools
import random

import pytest
from clauses import satisfied
from gridwright.runtime.proofs.check.satisfiable import Satisfiable

VARIABLES = 5
MODELS = [[False, *values] for values in itertools.product((False, True), repeat=VARIABLES)]


def _literals(source: random.Random, least: int, most: int) -> tuple[int, ...]:
    return tuple(source.choice((1, -1)) * source.randint(1, VARIABLES) for _ in range(source.randint(least, most)))


@pytest.mark.parametrize("seed", range(6))
def test_models_with_literals_true(seed: int) -> None:
    """Every question to the same clauses has the answer that trying all assignments gives."""
    source = random.Random(seed)
    answers = []
    for _ in range(150):
        clauses = [
            _literals(source, 0 if source.random() < 0.02 else 1, source.choice((2, 3, 3, 3, 5)))
            for _ in range(source.randint(0, 14))
        ]
        found = Satisfiable(clauses)
        for _ in range(4):
            true = _literals(source, 0, 3)
            wanted = any(all(satisfied(each, model) for each in (*clauses, *((one,) for one in true))) for model in MODELS)
            assert found.with_true(true) == wanted, (clauses, true)
            answers.append(wanted)
    assert 100 < sum(answers) < 500


def test_what_only_a_search_finds() -> None:
    """Unit propagation finds no contradiction in three pigeons for two holes, and in two pigeons there is none."""
    holes = [(pigeon, pigeon + 1) for pigeon in (1, 3, 5)]
    apart = [(-one - hole, -other - hole) for one, other in itertools.combinations((1, 3, 5), 2) for hole in (0, 1)]
    assert not Satisfiable([*holes, *apart]).with_true([])
    assert not Satisfiable([(7, *hole) for hole in holes] + apart).with_true([-7, 1])
    found = Satisfiable([*holes[:2], *apart, (-8, *holes[2])])
    assert [found.with_true(true) for true in ([], [8], [-8, 5], [-8, 1, 4], [-8, 1, 3])] == [True, False, False, True, False]
