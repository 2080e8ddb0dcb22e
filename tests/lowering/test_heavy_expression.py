"""Which part of a rule is heavy: the part is named that makes most of it, and each alternative is told of its own form only."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.heavy_expression import ALTERNATIVES, heavy_expression, is_light, weights
from gridwright.compiler.syntax import parser, yaml_nodes
from gridwright.compiler.syntax.syntax_tree import Expression

BOARD = """\
gridwright: 1
grid: 3x4
layers:
  number: {values: 1..6}
  shaded: {values: bool}
define:
  twice(values): sum(values) * sum(values)
"""
# A rule, and the part of it that makes most terms.
PARTS = {
    "number[r1c1] == 1 and all(number[a] + number[b] != 7 for a, b in combinations(cells, 2))": "number[a] + number[b] != 7",
    "number[r1c1] < 3 or contains_shape(shaded, number == 3)": "contains_shape(shaded, number == 3)",
    "all(distinct(number[line]) for line in lines) and twice(number[rows[0]]) + twice(number[rows[1]]) == 20": "",
}


def parsed(text: str) -> Expression:
    """An expression."""
    scalar = yaml_nodes.read_text(f"x: |\n  {text}\n").get("x")
    assert isinstance(scalar, yaml_nodes.Scalar)
    return parser.parse(scalar)


@pytest.mark.parametrize("rule", PARTS)
def test_the_part_that_makes_most(rule: str) -> None:
    """The innermost expression that makes at least half is named, with what to write instead."""
    spec = load_text(f"{BOARD}rules:\n  - |\n    {rule}\n")
    heavy = heavy_expression(spec.rules[0], spec, Deadline(60))
    assert heavy.instead
    if PARTS[rule]:
        assert heavy.node.span.text == PARTS[rule]
    else:
        assert "twice" in heavy.node.span.text or "sum" in heavy.node.span.text


def test_a_part_that_is_stopped() -> None:
    """Where time runs out, the innermost expression is named that was being lowered."""
    spec = load_text(f"{BOARD}rules:\n  - contains_shape(shaded, number == 3)\n")
    heavy = heavy_expression(spec.rules[0], spec, Deadline(0))
    assert spec.rules[0].span.holds(heavy.node.span)


def test_alternatives_know_their_form() -> None:
    """Each example is of the form of its alternative, and of no other one; a plain rule is of none."""
    for alternative in ALTERNATIVES:
        for example in alternative.examples:
            assert [other for other in ALTERNATIVES if other.fits(parsed(example))] == [alternative], example
    for rule in (
        "distinct(number)",
        "all(a + b != 3 for a in x for b in x if a != b)",
        "2 * count(x) == 4",
        "x[r1c1] != y[r1c1]",
    ):
        assert not any(alternative.fits(parsed(rule)) for alternative in ALTERNATIVES), rule


def test_weight_is_of_all_terms() -> None:
    """What is light is told from what is not by the sum of the weights."""
    terms = lower(load_text(f"{BOARD}rules:\n  - distinct(number)\n")).terms.all
    total = sum(weight for _, weight in weights(terms))
    assert is_light(terms, total)
    assert not is_light(terms, total - 1)
