"""Looking only for what is wanted of a line never loses it, whatever is made of its runs, numbers and values."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.operators import OPERATORS
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.automata.aggregates import all_streaming
from gridwright.compiler.lowering.symbolic import SymbolicInterpreter
from gridwright.compiler.syntax import parser, yaml_nodes
from gridwright.compiler.values import BLANK, Value
from ways import THOROUGH

LENGTH = 4 if THOROUGH == 1 else 5  # of the line
BOARD = f"gridwright: 1\ngrid: 1x{LENGTH}\nlayers:\n  number: {{values: 0..2, blank: true}}\n"
Word = tuple[Value, ...]

MEMBERS = {
    "numbers": ["{}(numbers(number))", "{}(n % 7 for n in numbers(number) if n > 1)"],
    "runs": ["{}(sum(r) for r in runs(number))", "{}(product(r) for r in runs(number) if len(r) != 2)"],
    "of a run": [
        "sum({}(x for x in r) for r in runs(number))",
        "min({}(x for x in r if x != 1) for r in runs(number))",
        "{}(x * 2 for x in runs(number)[1])",
    ],
}
TRUTHS = {
    "numbers": ["{}(n % 2 == 0 for n in numbers(number))", "{}(is_square(n) for n in numbers(number) if n != 1)"],
    "runs": ["{}(increasing(r) for r in runs(number))", "{}(sum(r) > 1 for r in runs(number))"],
    "of a run": ["sum({}(x > 0 for x in r) * 2 for r in runs(number))", "{}(x == 1 for x in runs(number)[1])"],
}
OF_TRUTHS = {"all", "any", "count"}
TRUE_OR_FALSE = {"distinct", "increasing"}
CASES = [
    form.format(name)
    for name in all_streaming()
    for among, forms in (TRUTHS if name in OF_TRUTHS else MEMBERS).items()
    for form in forms
    if not (name in TRUE_OR_FALSE and form.startswith(("sum({}", "min({}")))
]
CASES += [
    "visible(number)",
    "read(number)",
    "product(number)",
    "gcd(number)",
    "lcm(number)",
    "numbers(number)[1]",
    "nth(numbers(number), 2)",
    "numbers(number)[-1] * 2 + 1",
    "max(numbers(number)) - min(numbers(number))",
    "sum(numbers(number)) - 7",
    "7 - product(numbers(number))",
    "3 - 2 * (len(runs(number)) + true)",
    "-sum(product(r) for r in runs(number))",
    "+read(number) * -3",
    "sum(2 * n + 1 for n in numbers(number)) + 1",
    "product(3 - n for n in numbers(number)) * 2",
    "2 * gcd(numbers(number)) - 1",
    "gcd(2 * n - 3 for n in numbers(number))",
    "(2 * read(number) + 3) % 4",
    "1 - fold(number, start=0, step=lambda s, x: fail if x == 2 else s + default(x, 0))",
    "any(not all(x > 0 for x in r) for r in runs(number))",
    "all(not any(x > 1 for x in r) for r in runs(number))",
    "any(not distinct(r) for r in runs(number))",
    "all(not increasing(r) for r in runs(number))",
    "count(distinct(r) == false for r in runs(number))",
    "all(distinct(r) and increasing(r) for r in runs(number))",
    "all(visible(r) in (1, 3) for r in runs(number))",
    "sum(product(x + 1 for x in r) for r in runs(number))",
    "sum(product(r) for r in runs(number, same=true))",
    "sum(product(x + 1 for x in r) for r in runs(number) if len(r) > 1)",
    "max(product(x + 1 for x in r) for r in runs(number))",
    "min(product(x + 1 for x in r) for r in runs(number))",
    "product(sum(r) for r in runs(number))",
    "product(n + 1 for n in numbers(number))",
    "sum(n // 2 for n in numbers(number))",
    "runs(number)[0][0] + 2 * numbers(number)[0]",
    "all(n > 9 for n in numbers(number))",
    "any(n < 10 or n in (12, 20) for n in numbers(number))",
    "count(n > 9 for n in numbers(number))",
    "count(n > 9 and n < 200 for n in numbers(number))",
    "len(n for n in numbers(number) if n > 20)",
    "len(3 * n - 7 for n in numbers(number))",
    "len(root(n) for n in numbers(number))",
    "len(numbers(number)) - 2 * len(runs(number))",
    "sum(2 for n in numbers(number))",
    "count(true for r in runs(number))",
    "len(blank if n > 20 else 1 for n in numbers(number))",
    "sum(n if n > 20 else 2 for n in numbers(number))",
    "3 * numbers(number)[-1] - numbers(number)[0]",
]
VALUES = (0, 1, 2, BLANK)
WORDS: list[Word] = list(itertools.product(VALUES, repeat=LENGTH))
SOME = ("==", "!=", "<", "<=", ">", ">=")


class Expression:
    """An expression over the row: its value on every word, and what the compiler makes of it."""

    def __init__(self, text: str) -> None:
        spec = load_text(BOARD)
        scalar = yaml_nodes.read_text(f"x: |\n  {text}\n").get("x")
        assert isinstance(scalar, yaml_nodes.Scalar)
        self.node, self.scope = parser.parse(scalar), spec.grids[0].scope
        self.symbolic = SymbolicInterpreter(TermFactory(), budget=Budget("the expression", None))
        self.algebra = self.symbolic.values.algebra
        self.compiled = self.symbolic.run(self.node, self.scope)
        self.values = [self._evaluated(word) for word in WORDS]

    def _evaluated(self, word: Word) -> Value:
        def read(layer: Layer, position: int) -> Value:
            return word[position]

        return Interpreter(read, budget=Budget("the expression", None)).run(self.node, self.scope)

    def on_every_word(self, term: Value) -> list[Value]:
        """What a term is worth on every word."""
        if not isinstance(term, Term):
            return [term] * len(WORDS)
        if term.op == "automaton" and all(arg.op == "unknown" for arg in term.args):
            return ends(term.detail)
        unknowns = [unknown_term for unknown_term in self.symbolic.terms.all if unknown_term.op == "unknown"]
        return [evaluate(term, {unknown: word[unknown.detail.position] for unknown in unknowns}) for word in WORDS]


def ends(automaton: Automaton) -> list[Value]:
    """The results of all words, in their order."""
    assert automaton.alphabets == (VALUES,) * LENGTH
    states = [0]
    for table in automaton.layers:
        states = [following for state in states for following in table[state]]
    return [automaton.results[state] for state in states]


MOST = 12 * THOROUGH  # results of an expression that are wanted, about


@pytest.mark.cases(ci=47)
@pytest.mark.parametrize("text", CASES)
def test_pruning(text: str) -> None:
    """Whatever is wanted of a result, the automaton that looks only for that tells what plain evaluation tells."""
    expression = Expression(text)
    results = sorted(set(expression.values), key=str)
    assert len(results) > 1
    for number, wanted in list(enumerate(results))[:: max(1, len(results) // MOST)]:
        if wanted is not BLANK:
            condition = expression.algebra.contains(expression.compiled, [wanted])
            assert expression.on_every_word(condition) == [value == wanted for value in expression.values], wanted
            condition = expression.algebra.contains(expression.compiled, [wanted, BLANK])
            assert expression.on_every_word(condition) == [value in (wanted, BLANK) for value in expression.values], wanted
        for sign in _signs(number, wanted):
            evaluate_sign = OPERATORS[sign].evaluate
            condition = expression.algebra.operate(OPERATORS[sign], [expression.compiled, wanted])
            expected = [evaluate_sign(value, wanted) for value in expression.values]
            assert expression.on_every_word(condition) == expected, (sign, wanted)


def _signs(number: int, wanted: Value) -> tuple[str, ...]:
    """The comparisons that are tried with a result: with blank, and with some numbers."""
    if wanted is BLANK:
        return ("==", "!=")
    return SOME if type(wanted) is int and number % 20 < 3 else ()


@pytest.mark.parametrize(
    ("moved", "plain"),
    [
        ("sum(numbers(number)) - 23 == 0", "sum(numbers(number)) == 23"),
        ("0 == 23 - sum(numbers(number))", "sum(numbers(number)) == 23"),
        ("2 * -product(numbers(number)) >= -40", "product(numbers(number)) <= 20"),
        ("3 * sum(numbers(number)) + 1 in (4, 9, 301)", "sum(numbers(number)) in (1, 100)"),
        ("sum(2 * n for n in numbers(number)) == 46", "sum(numbers(number)) == 23"),
        ("max(numbers(number)) * 2 < 7", "max(numbers(number)) < 4"),
    ],
)
def test_known_numbers_move(moved: str, plain: str) -> None:
    """A known number on the side of what is found along a line makes the same automaton as on the other side."""
    first, second = (Expression(text).compiled.detail for text in (moved, plain))
    assert isinstance(first, Automaton)
    assert (first.layers, first.results) == (second.layers, second.results)


@pytest.mark.parametrize(
    "moved",
    [
        "sum(numbers(number)) - 50 == 0",
        "sum(3 * n + 1 for n in numbers(number)) == 120",
        "product(n + 1 for n in numbers(number)) == 210",
    ],
)
def test_moved_numbers_prune(moved: str) -> None:
    """Eight cells with any digits: nothing is followed that has passed the number that is wanted."""
    board = "gridwright: 1\ngrid: 1x8\nlayers:\n  number: {values: 0..9, blank: true}\n"
    puzzle = compile_spec(load_text(f"{board}rules:\n  - {moved}\n"))
    assert not puzzle.fallback_instances


# how much is looked at

LONG = "gridwright: 1\ngrid: 1x9\nlayers:\n  number: {values: 1..9, blank: true}\n"
# Lines of nine cells, with the most states that may be explored of them.
FEW = {
    "sum(product(r) for r in runs(number)) == 25": 3_000,
    "sum(product(r) for r in runs(number)) == 810": 5_000,
    "sum(product(r) for r in runs(number)) != 810": 5_000,
    "sum(product(r) for r in runs(number)) <= 420": 40_000,
    "sum(product(r) for r in runs(number)) >= 420": 40_000,
    "sum(product(r) for r in runs(number)) in (100, 7/2, 800)": 10_000,
    "sum(product(r) for r in runs(number) if len(r) > 1) == 300": 30_000,
    "sum(numbers(number)) == 1234": 40_000,
    "max(product(r) for r in runs(number)) == 24": 3_000,
    "min(product(r) for r in runs(number)) == 24": 1_000,
    "min(product(r) for r in runs(number)) >= 24": 1_000,
    "product(sum(r) for r in runs(number)) == 360": 6_000,
    "product(sum(r) for r in runs(number)) <= 360": 20_000,
    "numbers(number)[0] == 12345": 1_000,
    "numbers(number)[-1] > 99": 2_000,
    "len(numbers(number)) == 2": 200,
    "all(n > 9 for n in numbers(number))": 200,
    "all(n > 9 and n != 33 for n in numbers(number))": 500,
    "any(n <= 99 or n == 777 for n in numbers(number))": 10_000,
    "count(n > 99 for n in numbers(number)) == 1": 2_000,
    "len(n for n in numbers(number) if n > 9) < 2": 500,
    "product(x for line in (number, number, number) for x in line[:8]) == 40320": 2_500,
    "product(x for line in (number, number, number) for x in line[:8]) <= 40320": 20_000,
    "product(x for line in (number, number, number) for x in line[:8]) > 40320": 20_000,
}


@pytest.mark.cases(ci=7)
@pytest.mark.parametrize("rule", FEW)
def test_few_states(rule: str) -> None:
    """What a clue leaves is all that is followed: nothing is left to evaluation, even where few states are allowed."""
    spec = replace(load_text(f"{LONG}rules:\n  - {rule}\n"), limits=Limits(states=FEW[rule]))
    (assertion,) = lower(spec).assertions
    assert isinstance(assertion.term, Term)
    term = assertion.term.args[0] if assertion.term.op == "not" else assertion.term
    assert term.op == "automaton"


# The clues of a board of 9 x 9 cells, filled at random so that no line adds up to more than 810.
TOTALS = (25, 10, 41, 255, 420, 173, 230, 639, 810), (47, 148, 8, 460, 516, 49, 146, 280, 345)


@pytest.mark.slow
def test_totals_of_products() -> None:
    """Eighteen sums of products of runs on nine cells each: every one is an automaton, of at most 2,500 states."""
    left, top = ([*clues] for clues in TOTALS)
    board = LONG.replace("1x9", "9x9") + f"clues:\n  total:\n    left: {left}\n    top: {top}\n"
    rule = "for: clue in total\n    rule: sum(product(r) for r in runs(number[clue.line])) == clue.value\n"
    module = lower(load_text(f"{board}rules:\n  - {rule}"))
    terms = [assertion.term for assertion in module.assertions if isinstance(assertion.term, Term)]
    assert len(terms) == 18
    assert all(term.op == "automaton" and term.detail.size < 2_500 for term in terms)


# numbers of many digits

# Of each kind some numbers of twelve digits: squares, cubes, the prime before 10 ** 12, Fibonacci numbers, ...
TWELVE = {
    "is_square": [999_999**2, 316_228**2, 654_321**2],
    "is_cube": [9_999**3, 4_642**3],
    "is_power": [2**39, 7**14],
    "is_prime": [10**12 - 11, 100_000_000_003],
    "is_fibonacci": [956_722_026_041, 139_583_862_445],
    "is_palindrome": [123_456_654_321, 900_000_000_009],
}
OPEN = [(0, 11), (5, 6), (10, 11), (0, 1)]


@pytest.mark.parametrize("form", ["{}(read([{}]))", "all({}(n) for n in numbers([{}]))"])
@pytest.mark.parametrize("name", TWELVE)
def test_twelve_digits(name: str, form: str) -> None:
    """Ten digits known, two not: exactly those that make a number of the kind are found, by an automaton."""
    evaluate_function = all_functions()[name].evaluate
    for number, places in itertools.product(TWELVE[name], OPEN):
        digits = [int(digit) for digit in str(number)]
        assert len(digits) == 12
        expected = set()
        for filled in itertools.product(range(10), repeat=2):
            for place, digit in zip(places, filled, strict=True):
                digits[place] = digit
            if evaluate_function(int("".join(map(str, digits)))):
                expected.add(filled)
        assert expected
        for place, cell in zip(places, ("number[r1c1]", "number[r1c2]"), strict=True):
            digits[place] = cell  # type: ignore[call-overload]
        rule = form.format(name, ", ".join(map(str, digits)))
        puzzle = compile_spec(load_text(f"gridwright: 1\ngrid: 1x2\nlayers:\n  number: {{values: 0..9}}\nrules:\n  - {rule}\n"))
        assert not puzzle.fallback_instances
        (assertion,) = puzzle.module.assertions
        cells = [puzzle.module.terms.unknown(variable) for variable in puzzle.module.variables]
        found_pairs = {
            filled
            for filled in itertools.product(range(10), repeat=2)
            if evaluate(assertion.term, dict(zip(cells, filled, strict=True)))
        }
        assert found_pairs == expected, (number, places)


@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("name", ["is_square", "is_cube", "is_fibonacci", "is_palindrome"])
def test_many_unknown_digits(name: str) -> None:
    """Five of twelve digits unknown are too many to be tried: reading stops where no number of the kind can follow."""
    evaluate_function = all_functions()[name].evaluate
    for number in TWELVE[name]:
        first = number // 10**5
        expected = [rest for rest in range(10**5) if evaluate_function(first * 10**5 + rest)]
        assert number % 10**5 in expected
        rule = f"{name}(read([{', '.join(str(first))}, *]))".replace("*", ", ".join(f"number[r1c{at}]" for at in range(1, 6)))
        puzzle = compile_spec(load_text(f"gridwright: 1\ngrid: 1x5\nlayers:\n  number: {{values: 0..9}}\nrules:\n  - {rule}\n"))
        assert not puzzle.fallback_instances
        (assertion,) = puzzle.module.assertions
        automaton = assertion.term.detail
        assert automaton.size < 200
        known = tuple(map(int, str(first)))
        for rest in {*expected, *range(0, 10**5, 997)}:
            word = (*known, *map(int, f"{rest:05}"))
            assert automaton.result(word) == (rest in expected), (number, rest)
