"""Indices that are unknown: brute force, all engines, lazy and eager; and how much work a long list is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from function_rules import spec_of
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.loader import load_text
from ways import assert_agree

TEXT = Path(__file__).with_name("indices.md").read_text("utf-8")


def _rules() -> list[tuple[str, str]]:
    """Each rule with the board that stands nearest above it."""
    rules, board = [], ""
    for kind, text in re.findall(r"(?m)^```(yaml|text)\n((?:.*\n)*?)```", TEXT):
        if kind == "yaml":
            board = text
        else:
            rules += [(board, rule) for rule in text.splitlines()]
    return rules


RULES = _rules()


@pytest.mark.cases(ci=7)
@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_rule(board: str, rule: str) -> None:
    """Brute force and all ways to solve agree; every clause is sound and complete."""
    assert_agree(spec_of(board, rule))


@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_nothing_is_left_to_evaluation(board: str, rule: str) -> None:
    """All of these are lowered."""
    assert not compile_spec(spec_of(board, rule)).fallback_instances


def test_a_long_list_is_linear() -> None:
    """Several hundred images of a cell, looked up by one unknown: a few terms for each image, and not for each pair of them."""
    images = 19 * 19
    spec = load_text(f"""\
gridwright: 1
grid: 10x10
layers:
  shaded: {{values: bool}}
  centre: {{values: 0..{images - 1}, over: one}}
define:
  one: "['x']"
  images(c): "[cell(k % 19 - c.row, k // 19 - c.column) for k in 0..{images - 1}]"
rules:
  - rule: shaded[r5c5] == default(shaded[images(r5c5)[centre['x']]], false)
""")
    module = lower(spec)
    terms = topological_order([assertion.term for assertion in module.assertions])
    assert sum(1 + len(term.args) for term in terms) < 12 * images
