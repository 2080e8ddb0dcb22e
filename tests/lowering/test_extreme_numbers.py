"""The largest and the smallest of the numbers along lines, found digit by digit."""

from __future__ import annotations

import random

import pytest
from brute import assignments
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.loader import load_text
from gridwright.runtime.judging.judge import accepts
from instances import sample, values_of

BOARD = """\
grid: 1x3
layers:
  d: {values: [0, 1, 2, 7], blank: true}
  e: {values: [0, 1, 3], blank: true}
"""
LINES = ["d", "e", "d[::-1]", "e[cells[1:]]", "d[cells[:2]]"]


def sentence(chance: random.Random) -> str:
    """A random comparison of extremes."""

    def extreme() -> str:
        one, other = chance.choice(LINES), chance.choice(LINES)
        listed = f"n for line in [{one}, {other}] for n in numbers(line)"
        return f"{chance.choice(('max', 'min'))}({chance.choice((f'numbers({one})', f'numbers({one})', listed))})"

    def side() -> str:
        line = chance.choice(LINES)
        return chance.choice(
            [
                extreme(),
                extreme(),
                f"default({extreme()}, {chance.choice((0, 7))})",
                f"sum(numbers({line}))",
                "10 * e[r1c1]",
                str(chance.choice((0, 7, 12, 27, 210))),
                f"{extreme()} + {chance.choice((1, 5))}",
                f"2 * {extreme()}",
                f"({extreme()} - {extreme()})",
                f"max(read({chance.choice(('d', 'e', 'e[:2]'))}), {extreme()})",
            ]
        )

    said = f"{side()} {chance.choice(('==', '==', '!=', '<', '<=', '>', '>='))} {side()}"
    return chance.choice([said, said, f"not ({said})", f"({said}) == (d[r1c1] == 1)", f"{said} or {said}"])


@pytest.mark.slow
def test_random_extremes() -> None:
    """A few random sentences, each by one engine."""
    assert compared_sentences(BOARD, sentence, range(30)) > 15


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 500))
def test_many_random_extremes(start: int) -> None:
    """Five thousand random sentences, each by one engine."""
    assert compared_sentences(BOARD, sentence, range(start, start + 500)) > 250


@pytest.mark.parametrize("name", ["max", "min"])
def test_term(name: str) -> None:
    """What is lowered is what the judge says, on lines with blanks, zeros in front, and no number."""
    rule = f"{name}(numbers(d)) == {name}(n for line in [e, e[::-1]] for n in numbers(line))"
    spec = load_text(f"gridwright: 1\n{BOARD}rules:\n  - rule: |\n      {rule}\n", "x.yaml")
    module = lower(spec)
    assert not compile_spec(spec).fallback_instances
    (assertion,) = module.assertions
    grids = sample(list(assignments(spec)), 400)
    assert {accepts(spec, grid) for grid in grids} == {False, True}
    for grid in grids:
        assert values_of(module, grid)[assertion.term] == accepts(spec, grid), grid


SIZES = [  # a sentence, and the most clauses, of which 12,343 are those of the layer
    ("max(numbers(digit[rows[0]])) == max(numbers(digit[rows[1]]))", 35_000),
    ("max(numbers(digit[rows[0]])) < max(numbers(digit[rows[1]]))", 35_000),
    ("max(numbers(digit[rows[0]])) - min(numbers(digit[rows[0]])) == 27", 35_000),
    ("max(n for row in rows for n in numbers(digit[row])) == 1234", 120_000),
]


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(("rule", "most"), SIZES, ids=[rule for rule, _ in SIZES])
def test_size(rule: str, most: int) -> None:
    """Extremes of the numbers of long lines take few clauses, and no general lemma."""
    puzzle = compile_spec(
        load_text(f"gridwright: 1\ngrid: 11x11\nlayers:\n  digit: {{values: 0..9, blank: true}}\nrules:\n  - {rule}\n", "x.yaml")
    )
    assert not puzzle.fallback_instances
    assert sum(1 for part in puzzle.parts for _ in part.clauses()) <= most
