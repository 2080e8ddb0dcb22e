"""Digits beside their number, and pairs of numbers: whatever the sentence, all engines find what brute force finds."""

from __future__ import annotations

import random

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.judging.judge import accepts
from ways import assert_agree

EACH = 10  # sentences of a case


def sentence(draw: random.Random) -> str:
    """Return a random sentence about the digits of numbers, or about two numbers."""
    truth = draw.choice((of_digits, of_digits, of_pairs))(draw)
    return draw.choice((truth, truth, f"not {truth}", f"{truth} or digit[cells[0]] == 1", f"({truth}) == (digit[cells[1]] == 2)"))


def of_digits(draw: random.Random) -> str:
    """Return what is said of each digit, and of its number."""
    both = draw.choice(
        ("divides(k, n)", "n % k == 0", "n % (k + 1) == 0", "divides(k, n + 1)", "n > 9 * k", "n == k", "(n + k) % 3 == 1")
    )
    both = draw.choice((both, both, f"{both} or k == {draw.randrange(3)}", f"{both} and n % 2 == 0", f"not {both}"))
    among = draw.choice(("", "", " if k > 0", " if n != 12"))
    outer, inner = draw.choice(("all", "all", "any")), draw.choice(("all", "all", "any"))
    return draw.choice(
        (
            f"{outer}({both} for n in numbers(line) for k in digits(n){among})",
            f"{outer}({inner}({both} for k in digits(n){among}) for n in numbers(line))",
            f"all(k not in digits(n) or {both} for n in numbers(line) for k in 1..{draw.randrange(1, 10)})",
            f"all(sum(k for k in digits(n)) < 5 or {inner}({both} for k in digits(n)) for n in numbers(line))",
            f"{outer}({both} for r in runs(line) for n in [read(r)] for k in r{among})",
            f"{outer}({inner}({both} for k in r for n in [read(r)]) for r in runs(line))",
            f"all(k not in r or {both} for r in runs(line) for n in [read(r)] for k in 1..{draw.randrange(1, 10)})",
            f"any({draw.randrange(3)} in r for r in runs(line{draw.choice(('', ', same=true'))}))",
            f"{draw.randrange(3)} in runs(line)[{draw.choice((0, 1, -1))}]",
        )
    )


def of_pairs(draw: random.Random) -> str:
    """Return what is said of two numbers of a line, or of two lines."""
    pairs = f"m, n in combinations(numbers({draw.choice(('line', 'other'))}), 2)"
    return draw.choice(
        (
            f"all(m != n for {pairs})",
            f"any(m == n for {pairs})",
            f"all(n != m and n != {draw.randrange(3)} for {pairs})",
            f"all(m != n or digit[cells[0]] == 1 for {pairs})",
            f"all(m < n for {pairs})",
            f"all(m + n != {draw.randrange(5)} for {pairs})",
            f"count(m == n for {pairs}) == 1",
            "all(m not in numbers(other) for m in numbers(line))",
            "any(m in numbers(other) for m in numbers(line))",
            "all(m != n for a in (line, other) for m, n in combinations(numbers(a), 2))",
        )
    )


def spec_of(rule: str, values: str, size: str) -> Spec:
    """A small board with one rule."""
    return load_text(
        f"gridwright: 1\ngrid: {size}\nlayers:\n  digit: {{values: [{values}], blank: true}}\n"
        f'define:\n  line: digit[rows[0]]\n  other: digit[columns[1]]\nrules:\n  - "{rule}"\n'
    )


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.thorough] if seed else []) for seed in range(500)])
def test_random_sentences(seed: int) -> None:
    """All engines find what brute force finds."""
    draw = random.Random(seed)
    for _ in range(EACH if seed else 3):
        values = ", ".join(map(str, sorted(draw.sample(range(10), draw.choice((2, 3))))))
        spec = spec_of(sentence(draw), values, draw.choice(("1x4", "2x3", "1x5") if len(values) < 6 else ("1x4", "2x3")))
        if any(accepts(spec, grid) for grid in assignments(spec)):
            assert_agree(spec, instances=0)


@pytest.mark.parametrize(
    ("rule", "by_hand"),
    [
        (
            "all(divides(k, n) for n in numbers(line) for k in digits(n))",
            "all(k not in digits(n) or divides(k, n) for n in numbers(line) for k in 1..9)",
        ),
        (
            "all(read(r) % k == 0 for r in runs(line) for k in r)",
            "all(k in 1..9 and divides(k, n) for n in numbers(line) for k in digits(n))",
        ),
        ("all(m != n for m, n in combinations(numbers(line), 2))", "distinct(numbers(line))"),
    ],
)
def test_no_more_clauses_than_by_hand(rule: str, by_hand: str) -> None:
    """What is written as it is meant takes hardly more clauses than what an expert writes, and nothing is left to lemmas."""

    def clauses(rule: str) -> int:
        puzzle = compile_spec(spec_of(rule, ", ".join(map(str, range(10))), "1x11"))
        assert not puzzle.fallback_instances
        return sum(1 for part in puzzle.parts for _ in part.clauses())

    assert clauses(rule) <= 1.1 * clauses(by_hand)
