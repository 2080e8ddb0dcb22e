"""Random sentences of families that somebody wrote first, each with its board, compared with brute force in one way."""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import Enum

from brute import assignments
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import accepts
from instances import faults
from ways import WAYS, disagreements, told_apart

TRIED = 6  # grids that are solutions, and as many that are not
LOOKED_AT = 3  # grids on which every clause is looked at,
CLAUSES_LOOKED_AT = 1 / 3  # of so many sentences


class Verdict(Enum):
    """What came of a random sentence that was not in disagreement with brute force."""

    COMPARED = "compared"
    LEMMA = "compared, with the general lemma"
    MISTAKE = "a mistake for some values"
    GAVE_UP = "gave up"


def compared_text(text: str, chance: random.Random, *, most: int | None = None, seconds: float | None = None) -> Verdict:
    """Compare a random spec with brute force, by one engine, lazily or eagerly.

    Given `most`, so many of its grids are judged at most; given `seconds`, a search may give up after so long.
    """
    engine, lazy = chance.choice([*WAYS, ("cpsat", True)])
    try:
        spec = load_text(text, "random.yaml")
        grids = list(assignments(spec))
        chance.shuffle(grids)
        for grid in grids[:: max(1, len(grids) // 50)]:
            accepts(spec, grid)
        inside, outside = told_apart(spec, tried=TRIED, grids=grids[:most])
        puzzle = compile_spec(spec, lazy=lazy)
    except SpecError:
        return Verdict.MISTAKE
    deadline = NO_DEADLINE if seconds is None else Deadline(seconds)
    try:
        wrong = disagreements(puzzle, inside, outside, engine, deadline)
    except (GaveUp, OutOfTime):
        return Verdict.GAVE_UP
    assert not wrong, (engine, lazy, spec.source, wrong[0])
    if chance.random() < CLAUSES_LOOKED_AT:
        assert not list(faults(spec, chance.sample(grids, LOOKED_AT), lazy=lazy)), spec.source
    return Verdict.LEMMA if puzzle.fallback_instances else Verdict.COMPARED


def compared(board: str, sentence: Callable[[random.Random], str], seed: int) -> bool:
    """Compare a random sentence, which needs no general lemma, with brute force; False if it is a mistake for some values."""
    chance = random.Random(seed)
    text = f"gridwright: 1\n{board}rules:\n  - rule: |\n      {sentence(chance)}\n"
    verdict = compared_text(text, chance)
    assert verdict is not Verdict.LEMMA, text
    return verdict is Verdict.COMPARED


def compared_sentences(board: str, sentence: Callable[[random.Random], str], seeds: range) -> int:
    """Compare random sentences, and return how many could be compared."""
    return sum(compared(board, sentence, seed) for seed in seeds)
