"""Random sentences of families that somebody wrote first, each with its board, compared with brute force in one way."""

from __future__ import annotations

import random
from collections.abc import Callable

from brute import assignments
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import accepts
from instances import faults
from ways import WAYS, disagreements, told_apart

TRIED = 6  # grids that are solutions, and as many that are not
LOOKED_AT = 3  # grids on which every clause is looked at, of every third sentence


def compared(board: str, sentence: Callable[[random.Random], str], seed: int) -> bool:
    """Compare a random sentence with brute force, by one engine, lazily or eagerly; False if it is a mistake for some values."""
    chance = random.Random(seed)
    text = f"gridwright: 1\n{board}rules:\n  - rule: |\n      {sentence(chance)}\n"
    engine, lazy = chance.choice([*WAYS, ("cpsat", True)])
    try:
        spec = load_text(text, "random.yaml")
        grids = list(assignments(spec))
        chance.shuffle(grids)
        for grid in grids[:: max(1, len(grids) // 50)]:
            accepts(spec, grid)
        inside, outside = told_apart(spec, tried=TRIED, grids=grids)
        puzzle = compile_spec(spec, lazy=lazy)
    except SpecError:
        return False
    assert not puzzle.fallback_instances, spec.source
    assert not disagreements(puzzle, inside, outside, engine), (engine, lazy, spec.source)
    if seed % 3 == 0:
        assert not list(faults(spec, chance.sample(grids, LOOKED_AT), lazy=lazy)), spec.source
    return True


def compared_sentences(board: str, sentence: Callable[[random.Random], str], seeds: range) -> int:
    """Compare random sentences, and return how many could be compared."""
    return sum(compared(board, sentence, seed) for seed in seeds)
