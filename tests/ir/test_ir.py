"""Terms, their folding, the text form, the verifier, and the split into independent parts."""

from __future__ import annotations

import functools
import itertools
import re

import pytest
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.encoding_registry import all_encodings
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.ir.domain import TRUTH, Domain
from gridwright.compiler.ir.evaluation import evaluate, key_of
from gridwright.compiler.ir.module import Assertion, MalformedModule, Module, verify, write
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.split_components import split_components
from gridwright.compiler.values import BLANK

SPEC = """\
gridwright: 1
grid: 1x2
layers:
  x: {values: 1..3, blank: true}
  flag: {over: grid, values: bool}
rules:
RULES
"""


def module(*rules: str) -> Module:
    """The module of a small spec with some rules."""
    return lower(load_text(SPEC.replace("RULES", "\n".join(f"  - {rule}" for rule in rules)), "small.yaml"))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("flag", "%0 = unknown flag : truth\nassert %0"),
        ("not flag", "%0 = unknown flag : truth\n%1 = not %0 : truth\nassert %1"),
        ("flag and flag", "%0 = unknown flag : truth\nassert %0"),
        ("flag or not flag", "assert true"),
        ("flag and not flag", "assert false"),
        ("x[r1c1] == 2", "%0 = unknown x[r1c1] : 1..3 or blank\n%1 = is 2 %0 : truth\nassert %1"),
        ("x[r1c1] == 9", "assert false"),
        ("x[r1c1] < 9", "%0 = unknown x[r1c1] : 1..3 or blank\n%1 = is blank %0 : truth\n%2 = not %1 : truth\nassert %2"),
        ("x[r1c1] == x[r1c1]", "assert true"),
        ("sum(x) == 0 + sum(x)", "assert true"),
        ("sum(x) > 6", "assert false"),
        ("1 + 1 == 2", "assert true"),
        ("connected(x != 9)", "assert true"),
        ("connected([r1c1])", "assert true"),
        ("first(x) == 2 and flag in (true, false)", None),
    ],
)
def test_folding(rule: str, text: str | None) -> None:
    """What is known is folded away; what is left has this text."""
    written_text = re.sub(r"  # .*", "", write(module(rule))).strip()
    if text is not None:
        assert written_text == text
    assert write(module(rule)) == write(module(rule))


def test_origins_are_in_the_text() -> None:
    """An assertion says which rule it comes from, and with which bindings."""
    text = write(module("distinct(x)"))
    assert "assert %2  # rule small.yaml:7:5" in text


def test_terms_are_shared() -> None:
    """Equal terms are one object, so equal rules are one term."""
    shared = module("sum(x) == 3", "sum(x) == 3")
    assert shared.assertions[0].term is shared.assertions[1].term


def test_true_and_one_are_different_constants() -> None:
    """Truth values and numbers are never mixed up, though Python thinks them equal."""
    terms = TermFactory()
    assert terms.constant(True) is not terms.constant(1)
    assert True not in Domain((1, 2))
    assert 1 not in TRUTH
    assert terms.equals(True, 1) is False


def test_verifier() -> None:
    """A module that is not well formed is refused, and the term is named."""
    good = module("x[r1c1] == 2 or flag")
    assert verify(good) is good
    origin = good.assertions[0].origin
    terms = TermFactory()
    wrong = [
        Term(0, "nonsense", (), None, TRUTH),
        Term(1, "not", (terms.constant(3),), None, TRUTH),
        Term(5, "not", (Term(7, "constant", (), True, TRUTH),), None, TRUTH),
        Term(0, "unknown", (), module("flag").variables[0], TRUTH),
        terms.constant(3),
    ]
    for term in wrong:
        with pytest.raises(MalformedModule):
            verify(Module(terms, good.variables, (Assertion(term, origin),)))


def test_a_count_is_a_sum() -> None:
    """What is counted quickly is the term that adding up ones makes, also of what is known, comes twice or cannot be false."""
    terms = TermFactory()
    truths = [terms.member(0, at) for at in range(3)]
    for members in itertools.product([*truths, True, False, terms.constant(True)], repeat=3):
        assert terms.count(members) == terms.linear([(1, member) for member in members])


def test_keys_of_terms_that_differ_in_their_parts() -> None:
    """Terms have one key if only numbered parts differ. It grows with the terms, even if each stands twice in the next."""
    terms = TermFactory()
    flags = [terms.member(0, at) for at in range(100)]

    def nested(first: Term) -> Term:
        term: Term | bool = first
        for one, other in itertools.pairwise(flags[2:]):
            term = terms.disjunction([terms.conjunction([term, one]), terms.conjunction([terms.negation(term), other])])
        assert isinstance(term, Term)
        return term

    one, other = flags[:2]
    assert key_of(nested(one), {one: 0}) == key_of(nested(other), {other: 0})
    assert key_of(nested(one), {one: 0}) != key_of(nested(other), {other: 1})
    assert key_of(nested(one), {one: 0}) != key_of(nested(one), {})
    pairs = [terms.conjunction([terms.negation(a), b]) for a, b in ((one, other), (other, one))]
    assert key_of(pairs[0], {one: 0, other: 1}) == key_of(pairs[1], {other: 0, one: 1})  # type: ignore[arg-type]
    assert key_of(pairs[0], {one: 0, other: 1}) != key_of(pairs[0], {one: 1, other: 0})  # type: ignore[arg-type]


def test_deep_nesting() -> None:
    """An `or` of an `or` of an `or`, a thousand deep, becomes one clause."""
    flags = load_text("gridwright: 1\ngrid: 30x50\nlayers: {flag: {values: bool}}\n").layers[0]
    empty = Module(TermFactory(), tuple(Variable(flags, at) for at in range(len(flags.places))), ())
    unknowns = [empty.terms.unknown(variable) for variable in empty.variables]
    nested = functools.reduce(lambda earlier, unknown: empty.terms.disjunction([earlier, unknown]), unknowns)
    problem = encode(empty)
    clauses = [clause for group in LemmaEncoder(problem).encode_lemma(nested) for clause in group.clauses]
    assert {problem.encoded.literals[unknown] for unknown in unknowns} in map(set, clauses)


def test_split() -> None:
    """Unknowns that no assertion joins come apart; what evaluation may read holds together."""
    # what is fixed is one part
    assert [len(part.variables) for part in split_components(module("x[r1c1] == 1", "flag"))] == [2, 1]
    assert [len(part.variables) for part in split_components(module("x[r1c1] == x[r1c2]"))] == [2, 1]
    assert [len(part.variables) for part in split_components(module("len(groups(x == 1)) == 1"))] == [2, 1]
    assert [len(part.variables) for part in split_components(module("len(groups(x == 1)) == 1 or flag"))] == [3]


def test_what_evaluation_reads_through_names() -> None:
    """Layers that are read through `let`, `define` and `grids` are found too."""
    base = "gridwright: 1\ngrids: {a: 1x2, b: 1x2}\nlayers:\n  x: {values: 1..2}\n  y: {over: grid, values: 1..2}\n"
    defines = "define:\n  mine: x\n  parts(m): len(groups(m))\n"
    rules = "rules:\n  - let: {own: parts(mine == y)}\n    rule: own == 1\n"
    assert [len(part.places) for part in compile_spec(load_text(base + defines + rules)).parts] == [3, 3]
    together = "rules:\n  - true\ntogether:\n  - sum(len(groups(g.cells)) + g.x[0] for g in grids) == 4\n"
    assert len(compile_spec(load_text(base + together)).parts) == 5
    together = "rules:\n  - true\ntogether:\n  - all(len(sorted(g.x)) == 2 for g in grids)\n"
    assert len(compile_spec(load_text(base + together)).parts) <= 3


def test_operations_have_words() -> None:
    """Every operation of the table says what it is, and every encoding is of one of them."""
    assert all(operation.words for operation in all_operations().values())
    assert all_encodings().keys() <= all_operations().keys()
    assert all_operations().keys() - all_encodings().keys() == {
        *("state", "passes", "fit"),  # meanings of literals, never parts of a rule
        "network",  # what others read
        *("member", "members"),  # gone when a quantifier is written out
    }


def test_evaluation_of_terms() -> None:
    """The value of a term is what the operation says, blanks included."""
    both = module("(x[r1c1] if flag else x[r1c2] + 1) == 2")
    (assertion,) = both.assertions
    terms = both.terms
    first, second, flag = (terms.unknown(variable) for variable in both.variables)
    for a, b, f in itertools.product((1, 2, 3, BLANK), (1, 2, 3, BLANK), (True, False)):
        expected = a == 2 if f else b is not BLANK and b + 1 == 2
        assert evaluate(assertion.term, {first: a, second: b, flag: f}) is expected
