"""Truths that two unknowns decide: how many clauses they take, and random ones against brute force."""

from __future__ import annotations

import random

import pytest
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text

BOARD = "grid: 1x2\nlayers:\n  number: {values: 1..100}\n"
SIZES = [  # a sentence of two numbers up to 100, and the most clauses, of which 790 are those of the layer
    ("is_prime(number[0] + number[1])", 1_000),  # before: 51,183
    ("(number[0] + number[1]) % 5 != 0", 1_000),  # before: 51,187
    ("abs(number[0] - number[1]) >= 2", 1_100),  # before: 50,000
    ("abs(number[0] - number[1]) % 5 == 0", 1_000),
    ("(number[0] - number[1]) ** 2 > 5", 1_000),  # before: 2,600
    ("2 * min(number) <= max(number)", 1_000),  # before: 2,600
    ("digit_sum(number[0] * number[1]) == 9 or number[0] == 50", 1_200),
]


@pytest.mark.parametrize(("rule", "most"), SIZES, ids=[rule for rule, _ in SIZES])
def test_size(rule: str, most: int) -> None:
    """Such a truth takes about as many clauses as there are values."""
    rule = rule.replace("[0]", "[r1c1]").replace("[1]", "[r1c2]")
    puzzle = compile_spec(load_text(f"gridwright: 1\n{BOARD}rules:\n  - {rule}\n", "x.yaml"))
    assert not puzzle.fallback_instances
    assert sum(len(list(part.clauses())) for part in puzzle.parts) <= most


BOARDS = ["1..6", "0..5, blank: true", "-3..3", "[2, 3, 5, 7, 11]", "[1, 4], blank: true", "0..9"]


def sentence(chance: random.Random) -> str:
    """A random truth about two of three numbers, or two such truths."""

    def number(depth: int) -> str:
        if depth == 0 or chance.random() < 0.1:
            return chance.choice(["a[0]", "a[1]", "a[0]", "a[1]", "3", "-1"])
        one, other = number(depth - 1), number(depth - 1)
        return chance.choice(
            [
                f"({one} + {other})",
                f"({one} - {other})",
                f"({one} - {other})",
                f"({one} * {other})",
                f"abs({one})",
                f"({one} % {chance.choice('235')})",
                f"({one} ** 2)",
                f"{chance.choice(['max', 'min'])}({one}, {other})",
                f"({one} if a[0] > 2 else {other})",
            ]
        )

    def truth() -> str:
        one, other = number(2), number(chance.choice((0, 0, 1)))
        return chance.choice(
            [
                f"{one} {chance.choice(['==', '!=', '<', '<=', '>', '>='])} {other}",
                f"{one} {chance.choice(['==', '!=', '<', '<=', '>', '>='])} {other}",
                f"is_prime(abs({one}))",
                f"divides(3, {one})",
                f"{one} in {chance.choice(['1..3', '[1, 4, 6]', '-2..0'])}",
            ]
        )

    join = chance.choice(["{}", "{}", "{} or {}", "not ({})", "({}) == ({})", "count([{}, {}]) == 1", "a[2] > 2 or not ({})"])
    return join.format(truth(), truth())


def _compared(seeds: range) -> int:
    boards = [f"grid: 1x3\nlayers:\n  a: {{over: 0..2, values: {values}}}\n" for values in BOARDS]
    return sum(compared_sentences(boards[seed % len(boards)], sentence, range(seed, seed + 1)) for seed in seeds)


@pytest.mark.slow
def test_random_truths() -> None:
    """A few random sentences, each by one engine."""
    assert _compared(range(30)) > 12


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 500))
def test_many_random_truths(start: int) -> None:
    """Five thousand random sentences, each by one engine."""
    assert _compared(range(start, start + 500)) > 200
