"""What few unknowns make, as a table of these unknowns: fractions of fractions, and functions with many values in between."""

from __future__ import annotations

import random

import pytest
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.operations.map import make_map
from gridwright.compiler.ir.term import Table, Term, Variable
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.joint_tables import function_of, joint_values, truth_of
from ways import assert_agree

FRACTIONS = "grid: 1x3\nlayers:\n  number: {over: 0..2, values: [1/4, 1/3, 1/2, 2/3, 3/4, 1, 3/2, 2]}\n"
SIZES = [  # a sentence, and the most clauses, of which 88 are those of the layer; a table has 512 rows
    ("denominator(number[1]) / sum(0.75 / x for x in number) > number[2]", 600),  # before: 7,883
    ("3 / sum(1 / x for x in number) == number[0]", 600),  # before: 8,047
    ("floor(number[0] / number[1]) == numerator(number[2])", 600),  # before: the general lemma
    ("abs(number[0] - number[1] / number[2]) <= 1/4", 600),  # before: the general lemma
    ("max(number[0] / number[1], number[1] / number[2]) < 2", 1_200),  # before: the general lemma
    ("number[0] * number[1] * number[2] < 1", 600),  # before: 1,887
]


@pytest.mark.parametrize(("rule", "most"), SIZES, ids=[rule for rule, _ in SIZES])
def test_size(rule: str, most: int) -> None:
    """Three small fractions take about as many clauses as a table of them has rows."""
    puzzle = compile_spec(load_text(f"gridwright: 1\n{FRACTIONS}rules:\n  - {rule}\n", "x.yaml"))
    assert not puzzle.fallback_instances
    assert sum(len(list(part.clauses())) for part in puzzle.parts) <= most


def test_values_and_diagram() -> None:
    """Values, a function and a decision diagram of terms agree with the values of the terms."""
    spec = load_text("gridwright: 1\ngrid: 1x3\nlayers:\n  n: {values: 1..3}\n", "x.yaml")
    terms = TermFactory()
    a, b, c = (terms.unknown(Variable(spec.layers[0], at)) for at in range(3))
    total = terms.linear([(5, a), (-1, c)], 2)
    product = make_map(terms, Table("*", lambda x, y: x * y), [total, b])
    joint = joint_values([product, c, 7])
    assert joint is not None
    assert joint.rows == 27
    results = joint.results([product, c, 7], lambda x, y, z: x + y + z)
    number = function_of(terms, "sum", joint, results)
    automaton, order = truth_of(joint, [result > 30 for result in results])
    assert isinstance(number, Term)
    for at in range(27):
        values = {a: at // 9 + 1, b: at // 3 % 3 + 1, c: at % 3 + 1}
        wanted = evaluate(product, values) + values[c] + 7
        assert evaluate(number, values) == wanted
        assert automaton.result([values[unknown] for unknown in order]) is (wanted > 30)


def test_what_is_no_function_of_few_unknowns() -> None:
    """Many unknowns, many values and sizes of groups are left alone."""
    spec = load_text("gridwright: 1\ngrid: 3x3\nlayers:\n  n: {values: 1..30}\n", "x.yaml")
    terms = TermFactory()
    cells = [terms.unknown(Variable(spec.layers[0], at)) for at in range(9)]
    assert joint_values(cells[:2]) is not None
    assert joint_values(cells[:3]) is None
    assert joint_values([1, 2]) is None


IN_GROUPS = [
    "all(max((number[r1c1] + 1 / 10) for c in g) == len(g) + 1 / 10 for g in groups(number == 1))",
    "all((number[r1c1] + 1 / 10) * (2 if r1c1 in g else 1) == 2.2 for g in groups(number == 1))",
]


@pytest.mark.parametrize("rule", IN_GROUPS)
def test_the_group_of_a_quantifier_is_not_known(rule: str) -> None:
    """A fraction that depends on the group that `for g in groups` goes through has no table of unknowns."""
    assert_agree(load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {{number: {{values: 0..2}}}}\nrules:\n  - {rule}\n", "x.yaml"))


BOARDS = ["[1/4, 1/2, 2/3, 3]", "-1..1 step 1/2", "[1/2, 3/2], blank: true", "0..3", "[-2/3, 5]"]


def sentence(chance: random.Random) -> str:
    """A random comparison of what three fractions make."""

    def number(depth: int) -> str:
        if depth == 0 or chance.random() < 0.1:
            return chance.choice(["number[0]", "number[1]", "number[2]", "0.75", "2", "-1/3"])
        one, other = number(depth - 1), number(depth - 1)
        return chance.choice(
            [
                f"({one} / {other})",
                f"({one} / {other})",
                f"({one} * {other})",
                f"({one} + {other})",
                f"({one} - {other})",
                f"sum({number(0)} / x for x in number)",
                f"{chance.choice(['numerator', 'denominator', 'floor', 'abs', 'ceil'])}({one})",
                f"{chance.choice(['max', 'min'])}({one}, {other})",
                f"digit_sum(900 * floor(abs({one})) + 77)",
            ]
        )

    return f"{number(3)} {chance.choice(['==', '!=', '<', '<=', '>', '>='])} {number(chance.choice((0, 2)))}"


def _compared(seeds: range) -> int:
    boards = [f"grid: 1x3\nlayers:\n  number: {{over: 0..2, values: {values}}}\n" for values in BOARDS]
    return sum(compared_sentences(boards[seed % len(boards)], sentence, range(seed, seed + 1)) for seed in seeds)


@pytest.mark.slow
def test_random_fractions() -> None:
    """A few random sentences, each by one engine."""
    assert _compared(range(30)) > 12


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 5_000, 500))
def test_many_random_fractions(start: int) -> None:
    """Five thousand random sentences, each by one engine."""
    assert _compared(range(start, start + 500)) > 200
