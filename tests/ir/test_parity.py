"""`parity`: what is counted modulo 2 and what a curve encloses, by all engines; its folding, clauses and certificates."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from certificates import HEAD, certificate
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.operations.parity import make_parity
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.loader import load_text
from gridwright.runtime.proofs.check.checker import check
from ways import assert_agree

RULES = (
    "count(lit) % 2 == 1",
    "count(lit) % 2 == 0 or lit[r1c1]",
    "not (count(lit) % 2 == 1) and count(lit[rows[1]]) % 2 == 1",
    "all(count(lit[n] for n in [c] + neighbors(c)) % 2 == 1 for c in cells)",
    "(2 * sum(number) + count(lit)) % 2 == 1",
    "(1 + count(lit) - count(lit[rows[0]])) % 2 == number[r1c1]",
    "count(lit) % 2 == count(not lit[c] for c in rows[0]) % 2",
    "divides(2, count(lit))",
    "sum(count(lit[k]) % 2 for k in columns) == 2",
)


def spec_of(rule: str, size: str = "2x3") -> str:
    """A spec of one rule over truth values and numbers."""
    layers = "  lit: {values: bool}\n  number: {over: [r1c1, r1c2], values: 0..2, blank: true}\n"
    return f"gridwright: 1\ngrid: {size}\nlayers:\n{layers}rules:\n  - rule: |\n      {rule}\n"


@pytest.mark.cases(ci=8)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", ["2x3", "3x2"])
def test_rule(rule: str, size: str) -> None:
    """The judge, all engines, lazy and eager agree; every clause is sound and complete."""
    assert_agree(load_text(spec_of(rule, size)))


def test_it_is_used() -> None:
    """What is counted modulo 2 becomes a chain: of n values as many variables as half of them, four clauses a value."""
    spec = load_text("gridwright: 1\ngrid: 3x4\nlayers: {lit: {values: bool}}\nrules:\n  - count(lit) % 2 == 1\n")
    assert {term.op for term in lower(spec).reachable_terms()} == {"unknown", "parity"}
    (part,) = compile_spec(spec).parts
    assert len(part.meanings) == 12 + 5
    assert sum(len(group.clauses) for group in part.groups) == 5 * 8 + 2


def test_folding() -> None:
    """Known values and negations are folded, values that come twice cancel out, and the parity stays the same."""
    terms = TermFactory()
    truths = [terms.member(0, at) for at in range(4)]
    for members in itertools.product([*truths, True, False, terms.negation(truths[0])], repeat=4):
        parity = make_parity(terms, members)
        for values in itertools.product((False, True), repeat=4):
            given = dict(zip(truths, values, strict=True))
            odd = sum(evaluate(member, given) if isinstance(member, Term) else member for member in members) % 2 == 1
            assert (evaluate(parity, given) if isinstance(parity, Term) else parity) is odd


LIGHTS = f"""{HEAD}layers: {{pressed: {{values: bool}}}}
rules:
  - for: c in cells
    rule: count(pressed[n] for n in [c] + neighbors(c)) % 2 == (1 if c.row == 1 else 0)
  - rule: count(pressed) % 2 == 0 or pressed[r1c1]
"""
CURVE = f"""{HEAD.replace("2x3", "4x3")}layers: {{line: {{over: links, values: bool}}}}
rules:
  - rule: loop(line) and inside(line, r3c2.corners[3]) and not inside(line, r2c2.corners[3])
"""


@pytest.mark.slow
@pytest.mark.parametrize("text", [LIGHTS, CURVE], ids=["lights", "curve"])
def test_certificate(text: str, tmp_path: Path) -> None:
    """A certificate with parities is accepted."""
    assert "parity" in {term.op for term in lower(load_text(text)).reachable_terms()}
    assert check(certificate(tmp_path, text)).steps
