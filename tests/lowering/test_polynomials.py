"""Products, polynomials and tables: brute force, all engines, lazy and eager; and how many clauses they take."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from first_written import compared_sentences
from function_rules import spec_of
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.lowering import polynomials
from gridwright.compiler.syntax.diagnostics import SpecError
from ways import WAYS, assert_agree

TEXT = Path(__file__).with_name("polynomials.md").read_text("utf-8")
SMALL = re.findall(r"(?m)^```yaml\n((?:.*\n)*?)```", TEXT)[0]


def _rules() -> list[tuple[str, str]]:
    """Each rule with the board that stands nearest above it."""
    rules, board = [], ""
    for kind, text in re.findall(r"(?m)^```(yaml|text)\n((?:.*\n)*?)```", TEXT):
        if kind == "yaml":
            board = text
        else:
            rules += [(board, rule) for rule in text.splitlines()]
    return rules


RULES = _rules()


@pytest.mark.cases(quick=1, ci=10)
@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_rule(board: str, rule: str) -> None:
    """Brute force and all ways to solve agree; every clause is sound and complete."""
    is_wide = "259" in board
    assert_agree(
        spec_of(board, rule), ways=[("clasp", True), ("cadical", False)] if is_wide else WAYS, instances=2 if is_wide else 6
    )


@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_nothing_is_left_to_evaluation(board: str, rule: str) -> None:
    """All of these are lowered."""
    assert not compile_spec(spec_of(board, rule)).fallback_instances


def _clauses(spec: Spec) -> int:
    puzzle = compile_spec(spec)
    assert not puzzle.fallback_instances
    return sum(len(list(part.clauses())) for part in puzzle.parts)


SIZES = [  # values of single unknowns, a rule, and the most clauses; what it was before stands beside it
    ("v: 1..17, A: 1..7, C: 1..4, b: 1..4", "v * (9*A*A - 16*C*C) == 576*b", 400),  # 3,546,019
    ("a: 1..9, b: 1..9, c: 1..9, d: 1..9", "(a + b) * (c - d) == a * d + 5", 8_000),
    ("a: 1..20, b: 1..20, c: 1..20", "a * a + b * b + c * c == a * b * c", 4_000),
    ("a: 1..12, b: 1..12, c: 1..12, d: 1..12", "a * b * c * d == 5040", 4_000),
    ("a: -9..9, b: -9..9, c: -9..9", "a ** 3 + b ** 3 + c ** 3 == 3 * a * b * c + 10", 6_000),
    ("a: 1..30, b: 1..30, c: 1..30, d: 1..30", "(a - b) ** 2 + (c - d) ** 2 < 25", 20_000),
    ("a: 1..140, b: 1..140", "a * b == 9240", 8_000),
    ("a: 1..2024, b: 1..47, c: 1..2024", "c == a * b", 2_000),  # before: the general lemma
    ("a: 1..1000, b: 1..1000, c: 1..1000000", "a * b == c", 2_000),
]


@pytest.mark.parametrize(("values", "rule", "most"), SIZES, ids=[rule for _, rule, _ in SIZES])
def test_size(values: str, rule: str, most: int) -> None:
    """Polynomials take as few clauses as there is something to say."""
    layers = "".join(f"  {line.replace(': ', ': {over: grid, values: ')}}}\n" for line in values.split(", "))
    assert _clauses(spec_of(f"grid: 1x1\nlayers:\n{layers}", rule)) <= most


def test_equal_products_are_one_term() -> None:
    """However a product is written, it is made once."""
    board = "grid: 1x1\nlayers:\n" + "".join(f"  {name}: {{over: grid, values: 1..5}}\n" for name in "abcd")
    once = _clauses(spec_of(board, "distinct([a * b * c, d])"))
    again = _clauses(spec_of(board, "distinct([a * b * c, d]) and distinct([c * (b * a), d]) and distinct([b * a * c, d])"))
    assert again == once


TABLE = """\
grid: 1x1
layers:
  a: {over: grid, values: 0..543}
  b: {over: grid, values: 0..543}
define:
  s: "[k * 5 % 544 for k in 0..543]"
  t: "[k * k * 3 + 7 for k in 0..543]"
  u: "[k * k * 3 + 7 for k in 0..543]"
  w: "[join([k // 30, 'x', k % 30]) for k in 0..543]"
  rows: "[(k, k * 5 % 544) for k in 0..543]"
"""


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["u[b] == t[s[a]]", "w[b] == w[s[a]]", "(a, b) in pairs"])
def test_tables_are_linear(rule: str) -> None:
    """Some clauses for each row of a table of numbers, words or rows, and not for each pair of rows."""
    assert _clauses(spec_of(TABLE.replace("  rows:", "  pairs:"), rule)) < 30 * 544


FACTORS = "grid: 4x6\nlayers:\n  n: {values: 1..9, blank: true}\n  s: {values: bool}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "most"),
    [
        ("product(n) == 5040", 90_000),
        ("product(n) <= 5040", 90_000),
        ("product(n) > 5040", 90_000),
        ("product(n) in [720, 5040]", 90_000),
        ("product(n[c] for c in cells if s[c]) == 5040", 90_000),
        ("product(n) % 7 == 3", 10_000),
    ],
)
def test_long_products(rule: str, most: int) -> None:
    """A product of 24 factors has a state for each divisor, or for how often it goes into the bound."""
    assert _clauses(spec_of(FACTORS, rule)) < most


def random_rule(chance: random.Random) -> str:
    """A random comparison of polynomials over three or four unknowns."""

    def number(depth: int) -> str:
        if depth == 0 or chance.random() < 0.15:
            return chance.choice(["x[r1c1]", "x[r1c2]", "x[r1c3]", "y['k']", str(chance.randrange(-3, 4))])
        sign = chance.choice("****+-^s")
        first, second = number(depth - 1), number(depth - 1)
        if sign == "^":
            return f"({first}) ** {chance.choice((2, 2, 3))}"
        return f"sum([{first}, {second}])" if sign == "s" else f"({first}) {sign} ({second})"

    if chance.random() < 0.15:
        return f"{number(3)} in {[chance.randrange(-6, 12) for _ in range(3)]}"
    other = str(chance.randrange(-5, 10)) if chance.random() < 0.4 else number(2)
    comparison = f"{number(3)} {chance.choice(['==', '==', '!=', '<', '<=', '>', '>='])} {other}"
    return f"({comparison}) == (x[r1c3] > 1)" if chance.random() < 0.2 else comparison


@pytest.mark.slow
@pytest.mark.parametrize("way", ["counted", "binary", "wide"])
@pytest.mark.parametrize("seed", range(8))
def test_random_polynomials(seed: int, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random polynomials agree with brute force, stated as counting says, and in binary as if they were large."""
    if way == "binary":
        monkeypatch.setattr(polynomials, "MOST_STEPS", 1)
        monkeypatch.setattr(polynomials, "LARGE", 0)
    if way == "wide":
        monkeypatch.setattr(polynomials, "MOST_ROWS", 0)
    spec = _satisfiable(random.Random(f"{way} {seed}"))
    assert_agree(spec, ways=[("clasp", True), ("cadical", False)], instances=5)


def _satisfiable(chance: random.Random) -> Spec:
    """The spec of a random rule that is no mistake, and that some grid satisfies."""
    for _ in range(100):
        try:
            spec = spec_of(SMALL, random_rule(chance))
            if compile_spec(spec).contradictions:
                continue
        except SpecError:
            continue
        return spec
    raise AssertionError("no rule is right")


def test_product_among_known_and_unknown_numbers() -> None:
    """An unknown member of a list counts, whatever is known beside it."""
    board = "grid: 1x2\nlayers:\n  x: {values: 2..4}\n"
    assert_agree(spec_of(board, "x[r1c1] * x[r1c2] in [x[r1c1] + 6, 4, 9]"), ways=[("clasp", True)])


EXPONENTS = """\
grid: 1x3
layers:
  x: {values: -1..2}
  e: {over: one, values: -2..3, blank: true}
  f: {over: one, values: [1/2, -3, 1]}
define:
  one: "['k']"
"""


def random_power(chance: random.Random) -> str:
    """A random comparison of powers with unknown exponents."""

    def number() -> str:
        return chance.choice(["x[r1c1]", "x[r1c2]", "x[r1c3]", "e['k']", "sum(x)", "count(x > 0)", "2", "(x[r1c1] + 1)"])

    def power() -> str:
        base = chance.choice([number(), number(), "f['k']", f"(f['k'] * {number()})", f"({number()} / 2)", "3"])
        power_text = f"{base} ** {number()}"
        return chance.choice(
            [
                power_text,
                power_text,
                f"{power_text} * {number()}",
                f"({power_text} + {number()})",
                f"max({power_text}, {number()})",
            ]
        )

    if chance.random() < 0.1:
        return f"{power()} in [1, 4, 1/2, -3]"
    return f"{power()} {chance.choice(['==', '==', '!=', '<', '>='])} {chance.choice([power(), number(), '1', '1/4', 'blank'])}"


@pytest.mark.slow
def test_random_powers() -> None:
    """A few random sentences, each by one engine."""
    assert compared_sentences(EXPONENTS, random_power, range(30)) > 15


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 500))
def test_many_random_powers(start: int) -> None:
    """Five thousand random sentences, each by one engine."""
    assert compared_sentences(EXPONENTS, random_power, range(start, start + 500)) > 250


@pytest.mark.parametrize(
    ("values", "rule", "message"),
    [
        ("[1/2, 1]", "2 ** x[r1c1] == 2", "the exponent 1/2 is not whole"),
        ("0..2000", "9 ** x[r1c1] == 81", "is too large: it has more than 4,096 bits"),
    ],
)
def test_exponents_that_no_power_has(values: str, rule: str, message: str) -> None:
    """An exponent that may be a fraction, or very large, is a mistake that names the value."""
    with pytest.raises(SpecError, match=message):
        compile_spec(spec_of(f"grid: 1x1\nlayers:\n  x: {{values: {values}}}\n", rule))
