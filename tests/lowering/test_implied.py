"""What is implied by a truth with too many states: remainders, short runs, and the lemmas that follow; nothing is lost."""

from __future__ import annotations

import itertools
import pickle
import random

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.range_predicates import all_range_predicates
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import joint_tables
from gridwright.compiler.lowering.automata import divisors, implied, line_automata, refined_machine, run_truths
from gridwright.compiler.lowering.automata.machine import LineSource, RunSource
from gridwright.compiler.lowering.functions.read import reading
from gridwright.compiler.records import replace
from gridwright.runtime.judging.judge import accepts
from ways import assert_agree

KINDS = ("is_square", "is_prime", "is_cube", "is_power", "is_palindrome", "is_fibonacci")
EACH = 10  # sentences of a case


def sentence(draw: random.Random) -> str:
    """Return a random sentence about what the numbers of a line are."""
    parts = [part(draw) for _ in range(draw.choice((1, 1, 2)))]
    runs = draw.random() < 0.2
    inside = draw.choice((" and ", " or ")).join(part.replace("N", "read(r)" if runs else "n") for part in parts)
    loop = "for r in runs(line)" if runs else "for n in numbers(line)"
    truth = f"{draw.choice(('all', 'all', 'all', 'any'))}({inside} {loop})"
    return draw.choice(
        (truth, truth, f"not {truth}", f"{truth} or digit[cells[0]] == 1", f"count([{truth}, digit[cells[1]] == 2]) == 1")
    )


def part(draw: random.Random) -> str:
    """Return a random truth about the number N."""
    kind = draw.choice(KINDS)
    number = draw.choice(("N", "N", "N", "N + 1", "N - 1", "2 * N + 1", "8 * N + 1", "30 - N"))
    of = f"{kind}({number}, 3)" if kind == "is_power" and draw.random() < 0.5 else f"{kind}({number})"
    by = draw.choice(("digit_sum(N)", "sum(digits(N))", "len(digits(N))", "digit_product(N)", "max(digits(N))"))
    divided = draw.choice((f"divides({by}, N)", f"N % {by} == 0", f"divides({by}, N)", f"N % {by} == 1"))
    return draw.choice(
        (of, of, of, divided, divided, f"N < {draw.randrange(30)}", f"N % {draw.randrange(2, 8)} != 1", f"not {of}")
    )


def spec_of(rule: str, values: str, length: int) -> Spec:
    """A row of a few cells with one rule."""
    return load_text(
        f"gridwright: 1\ngrid: 1x{length}\nlayers:\n  digit: {{values: [{values}], blank: true}}\n"
        "define:\n  line: digit[rows[0]]\n"
        f'rules:\n  - "{rule}"\n'
    )


def _make_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every line be too large, and state little, so that much is refined."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 3)
    monkeypatch.setattr(line_automata, "REFINED_STEPS", 3)
    monkeypatch.setattr(implied, "MOST_SHORT", 1)
    monkeypatch.setattr(refined_machine, "FIRST_MODULI", (3, 4))
    monkeypatch.setattr(refined_machine, "MORE_MODULI", (5, 7, 11))
    monkeypatch.setattr(joint_tables, "LAST_ROWS", 6)
    monkeypatch.setattr(divisors, "MOST_EXACT", 2)
    monkeypatch.setattr(divisors, "MOST_STATED", 3)


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.thorough] if seed else []) for seed in range(500)])
def test_random_sentences(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All engines find what brute force finds, where what is implied is stated and the rest refined."""
    _make_small(monkeypatch)
    draw = random.Random(seed)
    for _ in range(EACH if seed else 3):
        values = ", ".join(map(str, sorted(draw.sample(range(10), draw.choice((2, 3))))))
        rule = sentence(draw)
        spec = spec_of(rule, values, draw.choice((3, 4)))
        if any(accepts(spec, grid) for grid in assignments(spec)):
            assert_agree(spec, instances=0)


def of_lines(draw: random.Random) -> str:
    """Return a random sentence about several whole lines, which are read as numbers; where a digit is blank, nothing is read."""
    kind = draw.choice(KINDS)
    truth = draw.choice(
        (
            f"{kind}(read(digit[row]))",
            f"{kind}(read(digit[row]) + 1)",
            f"not {kind}(read(digit[row]))",
            f"divides({draw.randrange(2, 8)}, read(digit[row]))",
            f"{kind}(product(digit[row]))",
            f"{kind}(sum(numbers(digit[row])))",
            f"{kind}(sum(numbers(digit[row])))",
            f"not {kind}(sum(numbers(digit[row])))",
            f"{kind}(sum(numbers(digit[row]))) and {kind}(read(digit[row]))",
            f"{kind}(read(digit[row])) and digit[row[0]] != 1",
        )
    )
    aggregate = draw.choice(("all", "all", "any", "count"))
    found = f"{aggregate}({truth} for row in {draw.choice(('rows', 'columns', 'lines'))})"
    if aggregate == "count":
        return f"{found} {draw.choice(('==', '<=', '>='))} {draw.randrange(3)}"
    return draw.choice((found, found, f"not {found}", f"count([{found}, digit[cells[1]] == 2]) == 1"))


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.thorough] if seed else []) for seed in range(100)])
def test_random_sentences_about_lines(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A truth about a whole line, which may be blank, in `all`, `any` and `count`: all engines find what brute force finds."""
    _make_small(monkeypatch)
    draw = random.Random(seed)
    for _ in range(EACH if seed else 3):
        values = ", ".join(map(str, sorted(draw.sample(range(10), 2))))
        blank = draw.choice(("true", "false"))
        spec = load_text(
            f"gridwright: 1\ngrid: 2x3\nlayers:\n  digit: {{values: [{values}], blank: {blank}}}\n"
            f'rules:\n  - "{of_lines(draw)}"\n'
        )
        if any(accepts(spec, grid) for grid in assignments(spec)):
            assert_agree(spec, instances=0)


def counted(draw: random.Random) -> str:
    """Return a random sentence that counts numbers of a kind, compares two of them, or says that they are palindromes."""
    kind, other = draw.choice(KINDS), draw.choice(KINDS)
    number = draw.choice(("n", "n", "n", "n + 1", "2 * n + 1", "30 - n"))
    of = draw.choice((f"{kind}({number})", f"{kind}({number})", f"not {kind}({number})", f"{kind}(n) and not {other}(n)"))
    mirrored = draw.choice(
        ("digits(n) == reversed(digits(n))", "reversed(digits(n)) != digits(n)", "digits(n) == digits(n)[::-1]")
    )
    inside = draw.choice((of, of, of, mirrored))
    sign = draw.choice(("==", "==", "!=", "<", ">="))
    return draw.choice(
        (
            f"count({inside} for n in numbers(line)) {sign} {draw.choice((0, 1, 1, 2))}",
            f"count({inside} for n in numbers(line)) {sign} count({other}(n) for n in numbers(line))",
            f"sum(1 for n in numbers(line) if {inside}) {sign} 1 or digit[cells[0]] == 2",
            f"all(not ({kind}(a) and {other}(b)) for a, b in combinations(numbers(line), 2))",
            f"{draw.choice(('all', 'any'))}({inside} for n in numbers(line))",
        )
    )


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.thorough] if seed else []) for seed in range(500)])
def test_random_counts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All engines find what brute force finds, where a truth about each run is refined."""
    _make_small(monkeypatch)
    monkeypatch.setattr(run_truths, "MOST_EXACT", 1)
    monkeypatch.setattr(run_truths, "FIRST_MODULI", (3, 4))
    monkeypatch.setattr(run_truths, "MORE_MODULI", (5, 7, 11))
    draw = random.Random(seed)
    for _ in range(EACH if seed else 3):
        values = ", ".join(map(str, sorted(draw.sample(range(10), draw.choice((2, 3))))))
        rule = counted(draw)
        spec = spec_of(rule, values, draw.choice((3, 4)))
        spec = replace(spec, limits=replace(spec.limits, states=4))
        if any(accepts(spec, grid) for grid in assignments(spec)):
            assert_agree(spec, instances=0)


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(
    "rule",
    [
        "all(not is_prime(n) for n in numbers(line))",
        "count(is_prime(n) for n in numbers(line)) == 2",
        "count(is_square(n) for n in numbers(line)) > count(is_palindrome(n) for n in numbers(line))",
        "all(digits(n) == reversed(digits(n)) for n in numbers(line))",
        "not any(reversed(digits(n)) == digits(n) for n in numbers(line))",
        "count(digits(n) == digits(n)[::-1] for n in numbers(line)) == 2",
        "all(digits(read(r)) == reversed(digits(read(r))) for r in runs(line))",
    ],
)
def test_denied_counted_and_mirrored(rule: str) -> None:
    """Of a row of eleven cells nothing is left to plain evaluation; what is refined can be sent to another process."""
    puzzle = compile_spec(spec_of(rule, ", ".join(map(str, range(10))), 11))
    assert not puzzle.fallback_instances
    assert sum(len(list(part.clauses())) for part in puzzle.parts) < 45_000
    pickle.loads(pickle.dumps(puzzle.parts))


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_line_is_no_matter_for_the_general_lemma(kind: str) -> None:
    """Numbers of eleven digits are told by what they imply; what is refined can be sent to another process."""
    puzzle = compile_spec(spec_of(f"all({kind}(n) for n in numbers(line))", ", ".join(map(str, range(10))), 11))
    assert not puzzle.fallback_instances
    pickle.loads(pickle.dumps(puzzle.parts))


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("by", ["digit_sum(n)", "sum(digits(n))", "len(digits(n))"])
@pytest.mark.parametrize("rule", ["divides({}, n)", "n % {} == 0"])
def test_a_number_is_divided_by_what_its_digits_give(by: str, rule: str) -> None:
    """Neither is that: prime by prime there are few states."""
    text = f"all({rule.format(by)} for n in numbers(line))"
    puzzle = compile_spec(spec_of(text, ", ".join(map(str, range(10))), 11))
    assert not puzzle.fallback_instances
    pickle.loads(pickle.dumps(puzzle.parts))


def test_a_palindrome_is_spelled_out() -> None:
    """Digits are compared with their mirror images, so nothing is refined."""
    module = lower(spec_of("all(is_palindrome(n) for n in numbers(line))", ", ".join(map(str, range(10))), 11))
    assert not any(term.op == "refined" for term in module.reachable_terms())


def test_how_a_run_goes_on() -> None:
    """The lemma of a number that is no square is about its first digits: what may follow them in a number of this length."""
    terms = TermFactory()
    line = LineSource(tuple(map(terms.constant, range(3))))
    inner = implied.predicate(reading(RunSource(line), 10, "read"), "is_square", {})
    assert inner is not None
    digits = list(range(10))
    assert refined_machine._first_wrong(inner, [1, 2, 3], [digits] * 3) == (2, [1])  # 121
    assert refined_machine._first_wrong(inner, [7, 0, 0], [digits] * 3) == (1, [2, 8])  # 729 and 784


@pytest.mark.parametrize("name", [name for name, found in all_range_predicates().items() if found.remainders])
def test_remainders(name: str) -> None:
    """Every number of the kind has one of the remainders, in every range."""
    predicate, draw = all_range_predicates()[name], random.Random(name)
    evaluate = all_functions()[name].evaluate
    assert predicate.remainders is not None
    given = ({}, {"base": 3}, {"base": -2}, {"base": 1}) if name == "is_power" else ({},)
    for more, _ in itertools.product(given, range(60)):
        by, low = draw.randrange(2, 40), draw.choice((0, draw.randrange(200), draw.randrange(20_000)))
        high = low + draw.choice((0, draw.randrange(50), draw.randrange(3_000)))
        exact = {number % by for number in range(low, high + 1) if evaluate(**{predicate.parameter: number}, **more) is True}
        assert exact <= predicate.remainders(by, low, high, **more)


def test_remainders_say_something() -> None:
    """They are the quadratic residues, what has no divisor in common, and multiples of 11 where the length is even."""
    known = {name: predicate.remainders for name, predicate in all_range_predicates().items() if predicate.remainders}
    assert known["is_square"](16, 0, 10**11) == {0, 1, 4, 9}
    assert known["is_cube"](9, 10**8, 10**9) == {0, 1, 8}
    assert known["is_prime"](6, 10, 10**11) == {1, 5}
    assert known["is_palindrome"](11, 10**9, 10**10 - 1) == {0}
    assert len(known["is_palindrome"](11, 10**10, 10**11 - 1)) == 11


def test_totals_of_long_lines() -> None:
    """That the total of the numbers of a line of eleven is a square takes no general lemma, and few clauses."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x11\nlayers:\n  digit: {values: 0..9, blank: true}\n"
        "rules:\n  - is_square(sum(numbers(digit[rows[0]])))\n"
    )
    puzzle = compile_spec(spec)
    assert not puzzle.fallback_instances
    assert sum(1 for part in puzzle.parts for _ in part.clauses()) < 20_000
