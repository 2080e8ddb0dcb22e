"""Truths about the number of one run, where the same cells can be runs of two lines, before brute force."""

from __future__ import annotations

import random

import pytest
from differing import look
from first_written import compared_sentences

BOARD = "grid: 1x3\nlayers: {digit: {values: [1, 2, 4, 6], blank: true}}\n"
SAID = [  # a single cell can be a number of both lines, and is one of each at other times
    "all(is_square(n) for n in numbers(digit[1:]) for m in numbers(digit[::-1]))",
    "all(is_power(n, 2) or m > 20 for n in numbers(digit[1:]) for m in numbers(digit))",
    "any(is_prime(n) and is_prime(m) for n in numbers(digit[1:]) for m in numbers(digit[:2]))",
    "count(is_square(n) for n in numbers(digit) for m in numbers(digit)[1:]) == 1",
]


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("sentence", SAID)
def test_lines_that_share_cells(sentence: str) -> None:
    """A truth counts where the cells are a run of the line that the rule names, whatever they are in the other line."""
    looked = look(f"gridwright: 1\n{BOARD}rules:\n  - {sentence}\n")
    assert not looked.wrong, looked.wrong
    assert looked.verdict == "several"


def sentence(chance: random.Random) -> str:
    """A random sentence about the numbers of two lines that share cells."""
    lines = ["digit", "digit[1:]", "digit[:2]", "digit[::-1]", "digit[::-1][:2]"]
    kinds = ["is_square({n})", "is_prime({n})", "is_power({n}, 2)", "is_palindrome({n})", "len(prime_factors({n})) == 2"]
    truth = chance.choice(kinds).format(n=chance.choice("nnm"))
    more = chance.choice(["{}", "{} or m > n", "not ({})", "{} and m != n", "{} == (m > 20)"]).format(truth)
    aggregate = chance.choice(["all({})", "any({})", "count({}) == 1", "all({} if m > n)"])
    loops = f"for n in numbers({chance.choice(lines)}) for m in numbers({chance.choice(lines)})"
    if aggregate == "all({} if m > n)":
        return f"all({more} {loops} if m > n)"
    return aggregate.format(f"{more} {loops}")


@pytest.mark.slow
def test_random_sentences() -> None:
    """A few random sentences, each by one engine."""
    assert compared_sentences(BOARD, sentence, range(30)) > 15


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(30, 2_030, 500))
def test_many_random_sentences(start: int) -> None:
    """Many random sentences, each by one engine."""
    assert compared_sentences(BOARD, sentence, range(start, start + 500)) > 250
