"""Products that equal a number, prime by prime: against brute force in every way, and small where a product has many divisors."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.functions import product
from ways import assert_agree

HEAD = "gridwright: 1\ngrid: {}\nlayers:\n  n: {{values: {}}}\nrules:\n"

MEANINGS = [
    ("1x3", "1..6", "product(n) == 12"),
    ("1x3", "0..6", "product(n) == 36"),
    ("1x3", "1..6, blank: true", "product(n) == 4"),
    ("1x3", "1..6, blank: true", "product(n) == 1"),
    ("1x3", "[1, 2, 6]", "product(n) == 7 or n[r1c1] == 6"),
    ("1x3", "1..6", "product(n) == 14 or n[r1c1] == 6"),
    ("1x3", "-2..3", "product(n) == 4"),
    ("1x3", "0..4", "product(n) == 0"),
    ("1x3", "0..4", "product(n) == -4 or n[r1c1] == 3"),
    ("1x3", "[2, 4, 6]", "product(n) != 48"),
    ("3x1", "1..6", "product(n) == 24 or n[r1c1] == 5"),
    ("3x1", "1..6", "product(n[c] for c in (r1c1, r1c1, r2c1)) == 36"),
    ("3x1", "1..6", "product(n[c] for c in cells if n[c] > 2) == 30"),
    ("1x3", "1..6", "2 * product(n) == 48"),
    ("1x3", "[1, 2, 3, 999999999989]", "product(n) == 1999999999978"),  # the primes up to such a number are not gone through
]


@pytest.mark.cases(ci=6)
@pytest.mark.parametrize(("grid", "values", "rule"), MEANINGS)
def test_exponents(monkeypatch: pytest.MonkeyPatch, grid: str, values: str, rule: str) -> None:
    """However few divisors the product has, what is said prime by prime is what plain evaluation says."""
    monkeypatch.setattr(product, "FEW_STEPS", 0)
    assert_agree(load_text(HEAD.format(grid, values) + f"- {rule}\n"))


def test_many_divisors() -> None:
    """A product of twelve numbers up to 100 is no general lemma, and a few clauses for each value."""
    (problem,) = compile_spec(load_text(HEAD.format("3x4", "1..100") + "- product(n) == 3726964141056000\n")).parts
    assert not any(lazy.kind == "nogood" for lazy in problem.lazy)
    assert sum(1 for _ in problem.clauses()) < 8_000
