"""What only plain evaluation tells of numbers on a line, or of two of them: nothing is lost or admitted."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.functions.prime_factors import prime_factors
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import algebra, joint_tables
from gridwright.compiler.lowering.automata import explore, line_automata
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

EACH = 10  # sentences of a case


def of_one(draw: random.Random) -> str:
    """Return a random truth about a number n, often one that needs the whole number."""
    backwards = draw.choice(("read(reversed(digits(n)))", "read(digits(n)[::-1])", "backwards(n)"))
    return draw.choice(
        (
            f"n {draw.choice(('==', '!=', '<', '<='))} {backwards}",
            f"is_prime({backwards})",
            f"is_prime(n) and is_prime({backwards})",
            f"len(prime_factors(n)) == {draw.choice((1, 2))}",
            "is_semiprime(n)",
            f"root(n{draw.choice(('', ', 3'))}) {draw.choice(('==', '!='))} blank",
            "is_prime(root(n))",
            "divides(digit_product(n), n)",
            f"n % digit_product(n) {draw.choice(('==', '!='))} 0",
            "distinct(prime_factors(n))",
            f"digits(n)[1:] == [{draw.randrange(10)}]",
            f"is_prime(digits(n)[-1]) or digits(n)[:2] == [{draw.randrange(1, 10)}, {draw.randrange(10)}]",
            f"n ** 2 % {draw.randrange(3, 14)} == {draw.randrange(5)}",
        )
    )


def of_two(draw: random.Random) -> str:
    """Return a random truth about two numbers m and n."""
    return draw.choice(
        (
            "divides(m, n)",
            "divides(m, n) or divides(n, m)",
            f"n % m {draw.choice(('==', '!='))} {draw.randrange(2)}",
            f"gcd(m, n) {draw.choice(('==', '!=', '>'))} {draw.choice((1, 1, 2))}",
            f"{draw.choice(('is_square', 'is_prime', 'not is_square'))}(m {draw.choice('+*')} n)",
            f"lcm(m, n) % {draw.randrange(2, 7)} == 0",
            "len(prime_factors(m)) == len(prime_factors(n))",
            "is_prime(root(m + n))",
            "digit_product(m) == digit_sum(n)",
        )
    )


def sentence(draw: random.Random) -> str:
    """Return a random sentence about the numbers of a line, or each two of them."""
    aggregate = draw.choice(("all", "all", "all", "any", "count"))
    if draw.random() < 0.5:
        condition = draw.choice(("", "", "", f" if n > {draw.randrange(12)}"))
        truth = f"{aggregate}({of_one(draw)} for n in numbers(line){condition})"
    else:
        pairs = draw.choice(("zip(numbers(line), numbers(line)[1:])", "combinations(numbers(line), 2)"))
        truth = f"{aggregate}({of_two(draw)} for m, n in {pairs})"
    if aggregate == "count":
        return f"{truth} {draw.choice(('==', '<=', '>='))} {draw.choice((1, 1, 2))}"
    return draw.choice((truth, truth, f"not {truth}", f"{truth} or digit[cells[0]] == 1"))


def spec_of(rule: str, values: str, length: int) -> Spec:
    """A row of a few cells with one rule."""
    return load_text(
        f"gridwright: 1\ngrid: 1x{length}\nlayers:\n  digit: {{values: [{values}], blank: true}}\n"
        'define:\n  line: digit[rows[0]]\n  "backwards(n)": read(reversed(digits(n)))\n'
        '  "is_semiprime(n)": len(prime_factors(n)) == 2\n'
        f'rules:\n  - "{rule}"\n'
    )


@pytest.fixture
def make_small(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Let what reads more than a few values be too large, and diagrams small, so that much is refined."""

    def make(steps: int, rows: int) -> None:
        plain = explore.Explorer.__init__
        monkeypatch.setattr(
            explore.Explorer,
            "__init__",
            lambda self, deadline, limits, known: plain(self, deadline, replace(limits, transitions=steps), known),
        )
        for module in (line_automata, algebra):
            monkeypatch.setattr(module, "STRETCH_STEPS", rows)
        monkeypatch.setattr(joint_tables, "LAST_ROWS", rows)

    return make


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.thorough] if seed else []) for seed in range(500)])
def test_random_sentences(seed: int, make_small: Callable[[int, int], None]) -> None:
    """All engines find what brute force finds."""
    draw = random.Random(seed)
    make_small(draw.choice((20, 60)), draw.choice((4, 20)))
    for _ in range(EACH if seed else 3):
        values = ", ".join(map(str, sorted(draw.sample(range(10), draw.choice((2, 3))))))
        spec = spec_of(sentence(draw), values, draw.choice((3, 4)))
        if any(accepts(spec, grid) for grid in assignments(spec)):
            assert_agree(spec, instances=0)


FIRST_TWO = "[[digit[r1c1], digit[r1c2]]]"


@pytest.mark.parametrize(
    "rule",
    [
        "count(is_palindrome(read(a)) for a in runs(line, same=true)) == 1",
        "all(is_semiprime(read(a)) for a in runs(line))",
        "all(len(prime_factors(read(a))) != len(a) for a in runs(line, same=true))",
        f"all(root(read(p)) != blank for a in runs(line) for p in {FIRST_TWO})",
        f"any(not is_semiprime(read(p)) and len(a) > 1 for a in runs(line) for p in {FIRST_TWO})",
        f"all(is_prime(root(read(a) + read(p))) for a in runs(line) for p in {FIRST_TWO})",
    ],
)
def test_lists_of_values(rule: str, make_small: Callable[[int, int], None]) -> None:
    """Runs are lists of values, also those of equal values. Other lists of the same cells may have blanks, and be no runs."""
    make_small(5, 9)
    assert_agree(spec_of(rule, "1, 4", 5), instances=0)


@pytest.mark.parametrize("truth", ["any({}) == false", "not any({})", "all({})", "count({}) < 1"])
def test_mistakes_are_reported(truth: str) -> None:
    """A grid on which a truth is a mistake is not excluded, whatever stands around it: the mistake is reported."""
    members = "sum(x if x == 2 else 't' for x in prime_factors(n)) == 2 for n in numbers(line)"
    spec = load_text(
        "gridwright: 1\ngrid: 1x2\nlayers:\n  digit: {values: 1..3, blank: true}\ndefine:\n  line: digit[rows[0]]\n"
        f"rules:\n  - {truth.format(members)}\n  - digit[r1c1] == 3\n  - digit[r1c2] == blank\n"
    )
    with pytest.raises(SpecError, match="`sum` needs numbers"):
        solve(spec, limit=3)


@pytest.mark.parametrize("values", ["[x if x > 1 else false for x in line]", "[false if c == r1c2 else digit[c] for c in cells]"])
def test_false_between_numbers(values: str) -> None:
    """Numbers are the runs between blank or false members, read: also where an expression makes these."""
    assert_agree(spec_of(f"sum(numbers({values})) == 5", "1, 2, 3", 3), instances=0)
    assert_agree(spec_of(f"not any(len(prime_factors(n)) == 1 for n in numbers({values}))", "1, 2, 3", 3), instances=0)


@pytest.mark.slow
def test_more_values_than_rows() -> None:
    """A cell that has more values than a diagram has rows is left to evaluation."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x2\nlayers:\n  number: {values: 1..2000, blank: true}\n"
        "rules:\n  - all(len(prime_factors(sum(a))) == 3 for a in runs(number[rows[0]]))\n"
        "  - 28 < number[r1c1] < 32\n  - number[r1c2] == blank\n"
    )
    outcome = solve(spec)
    assert outcome.unique
    assert outcome.solutions[0].grid["", "number"] == (30, BLANK)


def test_two_grids(make_small: Callable[[int, int], None]) -> None:
    """A rule of two grids is another truth on each, as its names stand for other values."""
    make_small(5, 9)
    spec = load_text(
        "gridwright: 1\ngrids: {a: {size: 1x3}, b: {size: 1x4}}\nlayers:\n  digit: {values: [1, 4], blank: true}\n"
        "rules:\n  - all(len(prime_factors(n)) + 2 == len(cells) for n in numbers(digit[rows[0]]))\n"
    )
    assert_agree(spec, instances=0)


@pytest.mark.parametrize(
    ("rule", "most"),
    [
        ("all(n == read(reversed(digits(n))) for n in numbers(line))", 15_000),
        ("all(len(prime_factors(n)) == 2 for n in numbers(line))", 25_000),
        ("all(divides(digit_product(n), n) for n in numbers(line))", 15_000),
        ("all(root(n) != blank for n in numbers(line))", 15_000),
        ("all(divides(m, n) for m, n in zip(numbers(line), numbers(line)[1:]))", 25_000),
        ("all(gcd(m, n) == 1 for m, n in combinations(numbers(line), 2))", 60_000),
    ],
)
def test_lines_of_eleven(rule: str, most: int) -> None:
    """No sentence about the numbers of a long line is left to the general lemma, or takes many clauses."""
    compiled = compile_spec(spec_of(rule, ", ".join(map(str, range(10))), 11))
    assert not compiled.fallback_instances
    assert sum(1 for part in compiled.parts for _ in part.clauses()) <= most


@pytest.mark.slow
def test_sent_to_another_process() -> None:
    """What is refined can be pickled, with definitions that a rule uses, and tells the same afterwards."""
    (part,) = compile_spec(spec_of("all(is_semiprime(n) for n in numbers(line))", ", ".join(map(str, range(10))), 9)).parts
    for problem in (part, pickle.loads(pickle.dumps(part))):
        truth = max(problem.lazy, key=lambda lazy: len(lazy.values)).term.detail
        for last in range(10):
            number = f"12345678{last}"
            assert truth.exact([*map(int, number)]) == (len(prime_factors.evaluate(int(number))) == 2)
