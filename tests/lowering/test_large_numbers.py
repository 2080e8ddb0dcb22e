"""Truths about numbers of many digits: nothing is lost or admitted, and what they imply is stated."""

from __future__ import annotations

import random

import pytest
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import joint_tables, large_numbers
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

BOARD = """\
grid: 2x3
layers:
  digit: {values: [0, 3, 4, 6]}
define:
  a: read(digit[rows[0]])
  b: read(digit[rows[1]])
"""

SAID = [
    "gcd(a, b) == 1",
    "gcd(a, b) == 6",
    "gcd([a, b]) == 0",
    "gcd(read(digit[row]) for row in rows) == 12",
    "not (gcd(a, b) == 3) and digit[r1c1] != 0",
    "(gcd(a, b) == 4) == (digit[r2c3] == 6)",
    "divides(a, b)",
    "not divides(a, b) and digit[r1c1] == 0",
    "divides(read(digit[rows[1]][1:]), a) or digit[r1c2] == 4",
    "gcd(a, b) > 30",
]


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of few digits are refined as well, by lemmas about the last digit."""
    monkeypatch.setattr(large_numbers, "FEW_COMBINATIONS", 0)
    monkeypatch.setattr(joint_tables, "LAST_ROWS", 16)


@pytest.mark.slow
@pytest.mark.cases(ci=5)
@pytest.mark.parametrize("said", SAID)
def test_refined_by_what_the_judge_says(said: str) -> None:
    """All engines find what brute force finds."""
    spec = load_text(f"gridwright: 1\n{BOARD}rules:\n  - {said}\n", "large.yaml")
    assert not compile_spec(spec).fallback_instances
    assert_agree(spec)


@pytest.mark.slow
@pytest.mark.cases(ci=1)
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_sentences(first: int) -> None:
    """Random truths about two numbers of several digits."""
    assert compared_sentences(BOARD, of_two_numbers, range(first, first + 20)) == 20


def of_two_numbers(chance: random.Random) -> str:
    """A sentence about the numbers on two lines of the board."""
    lines = ["rows[0]", "rows[1]", "columns[0]", "columns[2]", "rows[0][::-1]", "rows[1][1:]"]
    one, other = (f"read(digit[{line}])" for line in chance.sample(lines, 2))
    wanted = chance.choice([0, 1, 1, 2, 3, 6, 12, 30, 33])
    said = chance.choice([f"gcd({one}, {other}) == {wanted}", f"gcd({one}, {other}) != {wanted}", f"divides({one}, {other})"])
    return chance.choice([said, said, f"not ({said})", f"({said}) == (digit[r1c2] == 3)", f"{said} or digit[r2c1] == 6"])


def test_coprime_rows_are_found() -> None:
    """All pairs of seven rows of eight cells have no common divisor; before, this took one candidate after the other."""
    text = "gridwright: 1\ngrid: 7x8\nlayers: {n: {values: 0..9}}\nrules:\n"
    rule = (
        "  - all(gcd(read(n[a]), read(n[b])) == 1 for a, b in combinations(rows, 2)) and all(sum(n[row]) == 25 for row in rows)\n"
    )
    outcome = solve(load_text(text + rule, "coprime.yaml"), limit=1)
    assert outcome.solutions
    assert outcome.statistics.rounds < 100
