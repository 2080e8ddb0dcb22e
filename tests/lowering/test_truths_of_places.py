"""What only plain evaluation tells of the places of a line that is read: nothing is lost or admitted."""

from __future__ import annotations

import pickle

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import joint_tables, truths_of_places
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

LINES = """\
gridwright: 1
grid: 1x4
layers:
  digit: {values: [1, 2, 4, 6]}
  other: {values: [3, 7], over: 0..0}
limits: {states: 5, transitions: 20}
define:
  row: digit[rows[0]]
  factors(n): len(prime_factors(n))
rules:
"""

REFINED = [
    "len(prime_factors(read(digit[rows[0]]))) == 2",
    "len(prime_factors(read(row))) != 2",
    "len(prime_factors(read(digit))) == 2 or digit[r1c1] == 6",
    "(len(prime_factors(read(digit[rows[0][::-1]]))) == 3) == (other[0] == 7)",
    "all(len(prime_factors(read(digit[line][:3]))) == 2 for line in rows)",
    "is_prime(read(row) ** 2 + 1)",
]


def spec_of(rule: str) -> Spec:
    """The spec with this rule."""
    return load_text(f"{LINES}  - {rule}\n", "places.yaml")


@pytest.mark.parametrize("rule", REFINED)
def test_refined_by_the_last_values(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All engines find what brute force finds, where a lemma is about the last two of four places."""
    monkeypatch.setattr(joint_tables, "LAST_ROWS", 16)
    spec = spec_of(rule)
    puzzle = compile_spec(spec)
    assert not puzzle.fallback_instances
    assert any(term.op == "refined" and term.detail.name == "places" for term in puzzle.module.terms.all)
    assert_agree(spec)


MISTAKES = [
    "len(prime_factors(read(row) / 2)) == 2",
    "not (len(prime_factors(read(row) / 2)) == 2)",
    "(len(prime_factors(read(row) / 2)) == 2) == (other[0] == 7)",
]


@pytest.mark.parametrize("rule", MISTAKES)
def test_a_mistake_excludes_no_grid(rule: str) -> None:
    """Where evaluating it is a mistake, it may be true or false, so the judge sees the grid and says what is wrong with it."""
    spec = spec_of(f"{rule}\n  - digit[r1c4] == 1")
    assert any(term.op == "refined" and term.detail.name == "places" for term in compile_spec(spec).module.terms.all)
    with pytest.raises(SpecError, match="whole"):
        solve(spec)


def test_an_index_in_a_branch_that_is_not_taken() -> None:
    """What an expression reads is looked for in all its branches; a mistake in one that is not taken is none."""
    spec = spec_of("len(prime_factors(read(row if len(rows) == 1 else digit[rows[5]]))) == 2")
    assert compile_spec(spec).fallback_instances
    assert_agree(spec, instances=0)


def test_places_that_are_not_known() -> None:
    """A definition with a parameter is not looked into, so what it reads is left to the general lemma."""
    spec = spec_of("factors(read(row)) == 2")
    assert compile_spec(spec).fallback_instances
    assert_agree(spec, instances=0)


def test_many_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many places the last ones say little, so that is left to the general lemma."""
    monkeypatch.setattr(truths_of_places, "MOST_PLACES", 3)
    assert compile_spec(spec_of(REFINED[0])).fallback_instances


def test_a_long_line() -> None:
    """Eleven digits that are a product of two primes take no clauses but those of the layer; some solution is found."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x11\nlayers: {digit: {values: 1..9}}\nrules:\n  - len(prime_factors(read(digit[rows[0]]))) == 2\n"
    )
    (part,) = compile_spec(spec).parts
    assert part.lazy
    assert sum(1 for _ in part.clauses()) < 1_000
    for problem in (part, pickle.loads(pickle.dumps(part))):
        truth = problem.lazy[0].term.detail
        assert truth.exact((1,) * 11)  # 21649 * 513239
        assert not truth.exact((1,) * 10 + (2,))
