"""Clauses that are taken all at once are those that would be taken one by one."""

from __future__ import annotations

import itertools
import random

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.encoder import ClauseBudget, Encoder, TooManyClauses
from gridwright.compiler.encode.problem import Clause
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text


def encoder_with(truths: int) -> tuple[Encoder, TermFactory]:
    """Return an encoder with the known literal 1 and so many variables after it."""
    terms = TermFactory()
    encoder = Encoder(terms)
    encoder.truth(True)
    with encoder.group(terms.constant(True)):
        for at in range(truths):
            encoder.fresh(terms.member(0, at))
    return encoder, terms


def stated(encoder: Encoder) -> list[Clause]:
    """Return the clauses of the last group."""
    return [*encoder.take_groups()[-1].clauses]


@pytest.mark.parametrize("seed", range(20))
def test_at_once_as_one_by_one(seed: int) -> None:
    """Repeated, opposite and known literals are noticed in pairs and in clauses made of one literal of each group."""
    chance = random.Random(seed)
    literals = [chance.choice((-1, 1)) * chance.randint(1 + (seed % 2), 9) for _ in range(chance.randint(2, 5))]
    unless = tuple(chance.choice((-1, 1)) * chance.randint(1 + (seed % 2), 9) for _ in range(chance.randint(0, 2)))
    groups = [literals, [5, -5], *([literal] for literal in unless)]
    rows: list[Clause] = [*itertools.product(*groups)]
    stated_literals = []
    for is_quick in (True, False):
        encoder, terms = encoder_with(9)
        with encoder.group(terms.constant(False)):
            encoder.clause((2, 3))
            if is_quick:
                encoder.at_most_one(literals, unless)
                encoder.clauses(rows, groups)
            else:
                for at, literal in enumerate(literals):
                    for other in literals[:at]:
                        encoder.clause((-literal, -other, *unless))
                for row in rows:
                    encoder.clause(row)
        stated_literals.append(stated(encoder))
    assert stated_literals[0] == stated_literals[1]


def test_limit_holds_at_once() -> None:
    """The limit of clauses holds for those that are taken at once."""
    terms = TermFactory()
    encoder = Encoder(terms, written=ClauseBudget(Limits(clauses=10)))
    encoder.truth(True)
    with encoder.group(terms.constant(True)), pytest.raises(TooManyClauses):
        encoder.at_most_one([encoder.fresh(terms.member(0, at)) for at in range(6)])


def test_member_of_an_or_is_encoded_once() -> None:
    """A table below `or` has one literal for each of its values; it was encoded again for each question about it."""
    rule = "divides(n[r1c1], n[r1c2]) or divides(n[r1c2], n[r1c3])"
    spec = load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {{n: {{values: 1..6}}}}\nrules:\n  - {rule}\n")
    (part,) = compile_spec(spec).parts
    assert len(part.meanings) == len({*part.meanings})


def test_order_of_rules_does_not_change_the_encoding() -> None:
    """A part that several rules share gets one literal, even if another rule, which does not have it, is written out first."""
    part = "shaded[r1c1] and shaded[r1c2] and shaded[r2c3] and shaded[r3c1] or shaded[r2c2] and not shaded[r3c3] and shaded[r3c4]"
    rules = ["not connected(shaded)", *(f"{part} or shaded[{other}]" for other in ("r3c2", "r3c3", "r2c1"))]
    sizes = []
    for ordered in (rules, rules[::-1]):
        spec = load_text(f"gridwright: 1\ngrid: 3x4\nlayers: {{shaded: {{values: bool}}}}\nrules: {ordered}\n")
        (problem,) = compile_spec(spec).parts
        sizes.append((problem.clause_count, len(problem.meanings)))
    assert sizes[0] == sizes[1]
