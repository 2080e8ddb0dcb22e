"""Refinement over whole searches: what a session is told while it looks for solutions, lemma by lemma, against brute force."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.engines.engine_registry import ENGINES
from watched_session import assert_search_sound

LINE = "grid: 1x4\nlayers:\n  number: {values: [0, 2, 6], blank: true}\n"
CORNER = "grid: 3x2\nlayers:\n  number: {values: [2, 4], blank: true}\n"


def read_numbers(line: Iterable[Value]) -> Iterator[int]:
    """The numbers of a line, by text."""
    for number in "".join("." if value is BLANK else str(value) for value in line).split("."):
        if number:
            yield int(number)


GCDS = sorted({math.gcd(*read_numbers(line)) for line in itertools.product([0, 2, 6, BLANK], repeat=4)})
ALONE = "gcd(numbers(number)) == {}"
ELSEWHERE = {
    "or": "gcd(numbers(number)) == {} or number[r1c1] == number[r1c4]",
    "not": "not (gcd(numbers(number)) == {})",
    "if and only if": "(gcd(numbers(number)) == {}) == (number[r1c2] != 6)",
    "two": "gcd(numbers(number)) == {} or gcd(numbers(number[::-1])) == 6",
    "both": "gcd(numbers(number)) == {} and gcd(numbers(number[::-1])) == 2",
}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_every_gcd(engine: str) -> None:
    """For every gcd that a line can have, lemmas are sound; against a line of zeros, which names no prime, they are clauses."""
    assert GCDS[:4] == [0, 2, 6, 20]
    lemmas = sum(
        (
            assert_search_sound(LINE, ALONE.format(wanted), engine)
            for wanted in GCDS[:: {"cadical": 1, "cpsat": 25}.get(engine, 5)]
        ),
        Counter(),
    )
    assert lemmas["term"] > 0
    assert lemmas["clause"] > 0


@pytest.mark.parametrize("wanted", [1, 2, 3, 4, 6, 11, 22, 33, 111, 1111])
def test_gcd_by_primes(wanted: int) -> None:
    """Without zeros every candidate is answered by a prime: no lemma speaks of its values alone."""
    lemmas = assert_search_sound("grid: 1x4\nlayers:\n  number: {values: [1, 3, 6], blank: true}\n", ALONE.format(wanted))
    assert not lemmas["clause"]
    assert lemmas["term"] > 0


@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("rule", ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_gcd_inside_a_rule(rule: str) -> None:
    """The same where the comparison is a part of a rule, and may be false."""
    lemmas = sum((assert_search_sound(LINE, rule.format(wanted)) for wanted in GCDS[:10]), Counter())
    assert lemmas["clause"] > 0
    assert (lemmas["term"] > 0) == (rule != ELSEWHERE["not"])


@pytest.mark.parametrize("wanted", [2, 4, 22])
def test_gcds_of_crossing_lines(wanted: int) -> None:
    """The same for several lines of a board that have cells in common."""
    rule = f"all(gcd(numbers(number[line])) == {wanted} for line in (rows[0], columns[0], columns[1][::-1]))"
    assert assert_search_sound(CORNER, rule)["term"] > 0


GENERAL = [
    "sorted(numbers(number))[0] == 2",
    "numbers(number) == [2, 6]",
    "not (numbers(number) == [6])",
    "digits(read(number))[1] == 6 or number[r1c1] == blank",
    "(sorted(number)[1] == 2) == (number[r1c4] == 6)",
]


@pytest.mark.parametrize("rule", GENERAL)
def test_general_lemma(rule: str) -> None:
    """The general lemma refuses its candidate and no solution, whatever the expression."""
    lemmas = assert_search_sound(LINE, rule)
    assert lemmas["clause"] > 0
    assert not lemmas["term"]


LINKS = "grid: 2x4\nlayers:\n  number: {over: links, values: bool}\n"
SIDES = "grid: 1x3\nlayers:\n  number: {over: borders, values: bool}\n"
CURVES = {
    "loop(number)": LINKS,
    "loop(number) or number[r1c2, r1c3] and not number[r1c1, r1c2]": LINKS,
    "loop(number) == number[r1c1, r2c1]": LINKS,
    "path(number, r1c1, r2c1)": LINKS,
    "path(number, r2c4, r1c1) or loop(number)": LINKS,
    "loop(number) and inside(number, r1c3)": SIDES,
    "path(number, r1c1.corners[0], r1c1.corners[1])": SIDES,
}


@pytest.mark.cases(ci=6)
@pytest.mark.parametrize("engine", ["cadical", "clasp"])
@pytest.mark.parametrize(("rule", "header"), CURVES.items(), ids=CURVES.keys())
def test_curves(rule: str, header: str, engine: str) -> None:
    """Pieces of curves are cut off, and no curve that is one is; also where rules say the same from the first cut on."""
    assert assert_search_sound(header, rule, engine)["term"] > 0
