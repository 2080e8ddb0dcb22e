"""All numbers of several lines differ, of those that a condition keeps: how many clauses, and random ones before brute force."""

from __future__ import annotations

import random

import pytest
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text

NUMBERS = "distinct(n for line in lines for n in numbers(digit[line]){})"
CONDITIONS = {  # and the most clauses on a board of 9x9, where all numbers take 115,843
    " if n > 9": 130_000,  # before: over 8,000,000
    " if len(digits(n)) > 1": 130_000,
    " if n % 7 == 3": 300_000,
}
BOARDS = [
    "grid: 2x3\nlayers: {digit: {values: [0, 1, 2], blank: true}}\n",
    "grid: 3x2\nlayers: {digit: {values: [1, 3, 6], blank: true}}\n",
    "grid: {size: 3x3, holes: [r1c2, r3c1, r3c3]}\nlayers: {digit: {values: [0, 2, 5], blank: true}}\n",
]


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
def test_size(condition: str) -> None:
    """A condition on the numbers takes few clauses more than all of them."""
    text = (
        f"gridwright: 1\ngrid: 9x9\nlayers: {{digit: {{values: 1..9, blank: true}}}}\nrules:\n  - {NUMBERS.format(condition)}\n"
    )
    puzzle = compile_spec(load_text(text, "x.yaml"))
    assert not puzzle.fallback_instances
    assert sum(len(list(part.clauses())) for part in puzzle.parts) <= CONDITIONS[condition]


def sentence(chance: random.Random) -> str:
    """A random sentence: numbers that a condition keeps differ."""
    lines = chance.choice(["rows", "columns", "lines", "[rows[0], columns[0]]", "[rows[1], rows[1]]"])
    kept = ["n > 2", "n > 9", "n != 1", "is_prime(n)", "is_palindrome(n)", "len(digits(n)) > 1", "digit[r1c1] == 2", "n % 3 == 0"]
    condition = chance.choice([*kept, f"not ({chance.choice(kept)})", f"{chance.choice(kept)} or {chance.choice(kept)}"])
    of_runs = chance.choice(["len(r) > 1", "r[0] != 1", "r[-1] == 2", "distinct(r)", "sum(r) > 2"])
    truth = chance.choice(
        [
            f"distinct(n for line in {lines} for n in numbers(digit[line]) if {condition})",
            f"distinct(n for line in {lines} for n in numbers(digit[line]) if {condition})",
            f"distinct(read(r) for line in {lines} for r in runs(digit[line]) if {of_runs})",
        ]
    )
    return chance.choice(["{}", "{}", "not {}", "{} == (digit[r2c2] == blank)"]).format(truth)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_random_sentences(board: str) -> None:
    """A few random sentences, each by one engine."""
    assert compared_sentences(board, sentence, range(20)) > 10


@pytest.mark.thorough
@pytest.mark.parametrize("board", BOARDS)
def test_many_random_sentences(board: str) -> None:
    """Many random sentences, each by one engine."""
    assert compared_sentences(board, sentence, range(20, 1_000)) > 500
