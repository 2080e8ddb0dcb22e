"""No value twice in a run, or no digit twice in a number, spelled out for each stretch of a line: against brute force."""

from __future__ import annotations

import random

import pytest
from differing import look
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.automata import line_automata

BOARD = "grid: 1x4\nlayers:\n  digit: {values: [0, 1, 2], blank: true}\n"

SAID = [
    "all(distinct(digits(n)) for n in numbers(digit))",
    "all(distinct(r) for r in runs(digit))",
    "any(distinct(r) for r in runs(digit))",
    "not all(distinct(digits(n)) for n in numbers(digit[rows[0]])) and digit[r1c1] != 0",
    "not any(distinct(digits(n)) for n in numbers(digit))",
    "count(distinct(digits(n)) for n in numbers(digit)) == 1",
    "all(distinct(digits(n)) or n > 100 for n in numbers(digit))",
    "all(distinct(d % 2 for d in r) for r in runs(digit))",
    "all(distinct(r) for r in runs(digit, same=true))",
]


@pytest.fixture(autouse=True)
def lines_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of four cells has too many states as well."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 5)


@pytest.mark.parametrize("said", SAID)
def test_all_ways_agree(said: str) -> None:
    """All engines find what brute force finds."""
    looked = look(f"gridwright: 1\n{BOARD}rules:\n  - {said}\n")
    assert not looked.wrong, looked.wrong


@pytest.mark.cases(quick=1, ci=3)
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_sentences(first: int) -> None:
    """Random truths about the digits of numbers and the values of runs, on lines of a board."""
    board = "grid: 2x3\nlayers:\n  digit: {values: [0, 1, 2], blank: true}\n"
    assert compared_sentences(board, of_runs, range(first, first + 20)) > 15


def of_runs(chance: random.Random) -> str:
    """A sentence about what occurs once in runs of a line."""
    line = chance.choice(["rows[0]", "columns[1]", "[r1c1, r1c2, r1c3, r2c3]", "[r1c1, r1c2, r1c3, r2c3, r2c2]", "rows[1][::-1]"])
    truth, of = chance.choice(
        [("distinct(digits(n))", "numbers"), ("distinct(n)", "runs"), ("not distinct(digits(n))", "numbers")]
    )
    more = chance.choice(
        ["", "", "", " and len(n) < 3", " or len(n) == 1"] if of == "runs" else ["", "", " and n != 12", " or n > 9"]
    )
    said = f"{chance.choice(['all', 'all', 'any'])}({truth}{more} for n in {of}(digit[{line}]))"
    return chance.choice([said, said, f"not {said}", f"{said} or digit[r2c1] == 2", f"{said} == (digit[r2c1] == 0)"])


def test_lines_of_eleven_cells_are_few_clauses() -> None:
    """An automaton has a state for each set of digits, and takes 218,000 clauses."""
    text = "gridwright: 1\ngrid: 1x11\nlayers: {digit: {values: 0..9, blank: true}}\nrules:\n  - "
    parts = compile_spec(load_text(f"{text}{SAID[0]}\n", "digits.yaml")).parts
    assert sum(1 for part in parts for _ in part.clauses()) < 12_000
