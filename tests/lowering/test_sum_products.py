"""Products of counts, areas, totals and numbers of groups: against what an expert writes, and against brute force."""

from __future__ import annotations

import random

import pytest
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import polynomials
from ways import WAYS, assert_agree

LAYERS = "layers:\n  x: {values: bool}\n  y: {values: bool}\n  number: {values: 1..9}\n  clue: {over: grid, values: 1..9}\n"
OF_12 = "for k in 1..12 if divides(k, 12)"
PAIRS = [  # a board, a sentence as it is first written, and as an expert writes it
    ("6x6", "count(x) * count(y) == 12", f"any(count(x) == k and count(y) == 12 // k {OF_12})"),
    ("12x12", "count(x) * count(y) == 12", f"any(count(x) == k and count(y) == 12 // k {OF_12})"),
    ("6x7", "count(x) * count(y) <= 12", "all(count(x) < k or count(y) <= 12 // k for k in 1..42)"),
    (
        "6x6",
        "count(x) * count(y) == clue",
        "any(clue == p and count(x) == k and count(y) == p // k for p in 1..9 for k in 1..p if divides(k, p))",
    ),
    ("6x6", "count(x) ** 2 == count(y)", "any(count(x) == k and count(y) == k * k for k in 0..6)"),
    (
        "6x7",
        "sum(number[rows[0]]) * count(y) == 120",
        "any(count(y) == k and sum(number[rows[0]]) == 120 // k for k in 1..120 if divides(k, 120))",
    ),
    (
        "4x4",
        "len(group(r1c1, x)) * len(groups(x)) == 12",
        f"any(len(group(r1c1, x)) == k and len(groups(x)) == 12 // k {OF_12})",
    ),
    (
        "4x4",
        "max(len(g) for g in groups(x)) * len(groups(y)) == 12",
        f"any(max(len(g) for g in groups(x)) == k and len(groups(y)) == 12 // k {OF_12})",
    ),
    (
        "12x12",
        "product([count(x), count(y)]) in [12, 18]",
        "any(count(x) == k and count(y) == p // k for p in [12, 18] for k in 1..p if divides(k, p))",
    ),
    (
        "6x6",
        "count(x) / count(y) == count(x[rows[0]]) / 4",
        "any(count(x[rows[0]]) == k and 4 * count(x) == k * count(y) for k in 0..6)",
    ),
]


def _stated(board: str, rule: str) -> int:
    """How many clauses and sums a rule takes, beside those of the layers."""

    def counted(rules: str) -> int:
        puzzle = compile_spec(load_text(f"gridwright: 1\ngrid: {board}\n{LAYERS}{rules}", "x.yaml"))
        assert not puzzle.fallback_instances
        return sum(len(list(part.clauses())) + len(list(part.sums())) for part in puzzle.parts)

    return counted(f"rules:\n  - rule: |\n      {rule}\n") - counted("")


@pytest.mark.parametrize(("board", "first", "expert"), PAIRS, ids=[f"{board}-{first}" for board, first, _ in PAIRS])
def test_as_short_as_by_hand(board: str, first: str, expert: str) -> None:
    """A product takes at most four times what the sentence of an expert takes."""
    assert _stated(board, first) <= 4 * _stated(board, expert)


BOARD = """\
grid: 2x3
layers:
  x: {values: bool}
  n: {over: rows, values: [-1, 0, 2]}
  k: {over: grid, values: 1..4, blank: true}
"""
FACTORS = [
    "count(x)",
    "count(not x)",
    "len(groups(x))",
    "len(groups(not x))",
    "len(group(r1c1, x))",
    "len(group(r2c2, not x))",
    "max(len(g) for g in groups(x))",
    "min(len(g) for g in groups(not x))",
    "count(x[rows[0]])",
    "sum(n)",
    "k",
    "n[rows[1]]",
    "(count(x) - 2)",
    "(2 * count(x) + 1)",
    "sum([count(x), 2 * n[rows[0]]])",
    "sum(2 if x[c] else 1 for c in cells)",
]
RULES = [
    "max(len(g) for g in groups(x)) * k == blank",
    "count(x) * k != max(len(g) for g in groups(not x)) * k",
    "len(groups(x)) * (count(x) - 2) * k in [6, 12, -4]",
    "(count(x) * len(groups(x)) + count(not x)) * sum(n) > 5",
    "count(x) * count(not x) * sum(n) <= len(groups(x))",
    "count(x) / count(not x) == len(groups(x)) / count(x[rows[0]])",
]


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: str) -> None:
    """Brute force and all ways to solve agree; every clause is sound and complete."""
    spec = load_text(f"gridwright: 1\n{BOARD}rules:\n  - {rule}\n", "x.yaml")
    assert not compile_spec(spec).fallback_instances
    assert_agree(spec, ways=WAYS, instances=4)


def sentence(chance: random.Random) -> str:
    """A random comparison of a product of sums."""

    def factor() -> str:
        return chance.choice(FACTORS)

    def product() -> str:
        return chance.choice(
            [
                *[f"{factor()} * {factor()}"] * 6,
                f"{factor()} * {factor()} * {factor()}",
                f"{factor()} ** 2",
                f"({factor()} * {factor()} + {factor()})",
                f"product([{factor()}, {factor()}])",
                f"sum([{factor()} * {factor()}, {factor()}])",
                f"{factor()} / {factor()}",
                f"{factor()} * {factor()} {chance.choice('+-')} {factor()} * {factor()}",
                f"sum([{', '.join(f'{factor()} * {factor()}' for _ in range(3))}])",
                "sum(count(x[row]) * count(x[row]) for row in rows)",
            ]
        )

    if chance.random() < 0.12:
        return f"{product()} in {sorted(chance.sample(range(-4, 20), 3))}"
    others = ["k", "count(x)", "n[rows[0]]", product(), "blank", "3/2"]
    other = str(chance.randrange(-2, 14)) if chance.random() < 0.6 else chance.choice(others)
    comparison = f"{product()} {chance.choice(['==', '==', '==', '!=', '<', '<=', '>', '>='])} {other}"
    return f"({comparison}) == x[r1c2]" if chance.random() < 0.15 else comparison


@pytest.mark.slow
def test_random_products() -> None:
    """A few random sentences, each by one engine."""
    assert compared_sentences(BOARD, sentence, range(6)) > 3


def _in_binary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every product of sums be made of the bits of these, unless there are many, which have tables."""
    monkeypatch.setattr(polynomials, "MANY_CASES", 0)
    monkeypatch.setattr(polynomials, "FEW_IN_TABLES", 100_000)


@pytest.mark.slow
def test_random_products_in_binary(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few random sentences, each by one engine, in which bits are multiplied."""
    _in_binary(monkeypatch)
    assert compared_sentences(BOARD, sentence, range(6, 12)) > 3


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 250))
def test_many_random_products_in_binary(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five thousand random sentences, each by one engine, in which bits are multiplied."""
    _in_binary(monkeypatch)
    assert compared_sentences(BOARD, sentence, range(start, start + 250)) > 125


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 250))
def test_many_random_products(start: int) -> None:
    """Five thousand random sentences, each by one engine."""
    assert compared_sentences(BOARD, sentence, range(start, start + 250)) > 125
