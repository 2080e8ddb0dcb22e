"""Truths about one large sum: how many clauses and sums they take, and random ones against brute force."""

from __future__ import annotations

import random

import pytest
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text

BOARD = "grid: 11x11\nlayers:\n  digit: {values: 0..9}\n"
SIZES = [  # a sentence, and the most clauses and sums, of which 5,566 clauses are those of the layer
    ("is_square(sum(digit))", 10_000),  # before: 28,442 and 6,533 sums, in 8 s
    ("is_prime(sum(digit))", 10_000),
    ("digit_sum(sum(digit)) == 10", 10_000),
    ("is_square(count(digit == 3))", 10_000),  # before: 45,661
    ("is_square(sum(digit[rows[0]]))", 10_000),  # before: 32,439
]


@pytest.mark.parametrize(("rule", "most"), SIZES, ids=[rule for rule, _ in SIZES])
def test_size(rule: str, most: int) -> None:
    """Such a truth takes a few sums for each interval in which the sum may lie."""
    puzzle = compile_spec(load_text(f"gridwright: 1\n{BOARD}rules:\n  - {rule}\n", "x.yaml"))
    assert not puzzle.fallback_instances
    assert sum(len(list(part.clauses())) + len(list(part.sums())) for part in puzzle.parts) <= most


BOARDS = ["[0, 13, 29, 50]", "[-40, 1, 60], blank: true", "[7, 11, 100, 101]", "[-9, 30, 35, 36]"]


def sentence(chance: random.Random) -> str:
    """A random truth about a sum of three numbers, or two such truths."""

    def truth() -> str:
        factors = [chance.choice((1, 1, 2, -1)) for _ in range(3)]
        total = " + ".join(f"{factor} * default(a[{at}], 0)" for at, factor in enumerate(factors))
        total = chance.choice((total, "sum(a)", "sum(a)"))
        return chance.choice(
            [
                f"is_square({total})",
                f"is_prime({total})",
                f"not is_prime({total})",
                f"digit_sum({total}) == {chance.choice((1, 5, 9))}",
                f"digit_sum({total}) > {chance.choice((4, 9, 12))}",
                f"is_palindrome({total}) == (a[1] == {chance.choice((1, 29, 30, 101))})",
                f"({total}) ** 2 % 7 in [1, 2]",
                f"({total}) // 10 == {chance.choice((1, 3, 6))}",
            ]
        )

    return chance.choice([truth(), truth(), f"{truth()} or {truth()}", f"count([{truth()}, {truth()}]) == 1"])


def _compared(seeds: range) -> int:
    boards = [f"grid: 1x3\nlayers:\n  a: {{over: 0..2, values: {values}}}\n" for values in BOARDS]
    return sum(compared_sentences(boards[seed % len(boards)], sentence, range(seed, seed + 1)) for seed in seeds)


@pytest.mark.slow
def test_random_truths() -> None:
    """A few random sentences, each by one engine."""
    assert _compared(range(30)) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 500))
def test_many_random_truths(start: int) -> None:
    """Five thousand random sentences, each by one engine."""
    assert _compared(range(start, start + 500)) > 400


def test_random_sentences_are_about_intervals() -> None:
    """The random sentences meet what is tested: some sum lies in an interval."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x3\nlayers:\n  a: {values: [0, 13, 29, 50]}\nrules:\n  - is_square(sum(a))\n", "x.yaml"
    )
    assert any(
        term.op == "within" or (term.op == "is" and term.args[0].op == "linear") for term in compile_spec(spec).module.terms.all
    )
