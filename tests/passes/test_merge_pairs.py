"""What is said of many pairs is said of all places together: the same grids satisfy a module before and after."""

from __future__ import annotations

import random
from unittest import mock

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes import merge_pairs as the_pass
from gridwright.compiler.passes.merge_pairs import merge_pairs
from gridwright.compiler.values import Value
from instances import values_of
from ways import THOROUGH

PAIRS = [
    "number[a] + 1 != number[b]",
    "number[b] + 2 != number[a]",
    "abs(number[a] - number[b]) != 1",
    "abs(number[a] - number[b]) > 1",
    "(number[a] + number[b]) % 4 != 1",
    "number[a] * number[b] != 6",
    "not (number[a] == 2 and number[b] == 4)",
    "number[a] < number[b]",
]
NEAR = ["b in neighbors(a)", "distance(a, b) == 2", "a.row == b.row", "false"]


def spec_of(seed: int) -> Spec:
    """A random spec of a few numbers that are distinct, and of pairs of which one or two sentences are said."""
    chance = random.Random(seed)
    board, most = chance.choice([("2x2", 4), ("2x2", 5), ("1x4", 4), ("1x4", 6), ("1x5", 5)])
    rules = ["distinct(number)" if chance.random() < 0.8 else "all(number[a] != number[b] for a, b in combinations(cells, 2))"]
    for _ in range(chance.choice((1, 1, 2))):
        loop = chance.choice(
            ["for a, b in combinations(cells, 2)", "for a in cells for b in cells if a != b", "for a, b in links"]
        )
        rules.append(f"all({chance.choice(PAIRS)} or {chance.choice(NEAR)} {loop})")
    text = f"gridwright: 1\ngrid: {board}\nlayers: {{number: {{values: 1..{most}}}}}\nrules:\n"
    return load_text(text + "".join(f"  - rule: |\n      {rule}\n" for rule in rules), "rule.yaml")


def holds(module: Module, values: dict[Term, Value]) -> bool:
    """Whether all assertions hold on a grid."""
    return all(
        evaluate(assertion.term, values, values) if isinstance(assertion.term, Term) else assertion.term
        for assertion in module.assertions
    )


@pytest.mark.cases(quick=6, ci=20)
@pytest.mark.parametrize("seed", range(60 * THOROUGH))
def test_merged_says_the_same(seed: int) -> None:
    """On every grid all assertions hold before the pass exactly if they do after it, however little is gained."""
    spec = spec_of(seed)
    module = lower(spec)
    gain = random.Random(seed).choice((0.1, 0.5, 1))
    with mock.patch.multiple(the_pass, FEWEST_PAIRS=1, GAIN=gain):
        verified = verify(merge_pairs(module))
    for grid in assignments(spec):
        values = values_of(module, grid)
        assert holds(module, values) == holds(verified, {term: values[term] for term in values if term.op == "unknown"}), (
            spec.source
        )


def test_merged_at_all() -> None:
    """Most of the random specs change."""
    changed = 0
    for seed in range(30):
        module = lower(spec_of(seed))
        with mock.patch.multiple(the_pass, FEWEST_PAIRS=1, GAIN=0.1):
            changed += merge_pairs(module) is not module
    assert changed > 10


SIZES = [
    ("distinct(number) and all(number[a] + 1 != number[b] or b in knight_moves(a) for a in cells for b in cells)", 40_000),
    ("distinct(number) and all(abs(number[a] - number[b]) != 1 or b in touching(a) for a, b in combinations(cells, 2))", 40_000),
    ("all(number[a] != number[b] for a, b in combinations(cells, 2))", 20_000),
]


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(("rule", "most"), SIZES, ids=[rule for rule, _ in SIZES])
def test_size(rule: str, most: int) -> None:
    """All pairs of cells take about as many clauses as there are cells and values."""
    text = f"gridwright: 1\ngrid: 8x8\nlayers: {{number: {{values: 1..64}}}}\nrules:\n  - {rule}\n"
    assert sum(len(list(part.clauses())) for part in compile_spec(load_text(text, "x.yaml")).parts) <= most
