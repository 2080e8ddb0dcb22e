"""Unknown indices, and arguments that may be blank: brute force and all engines agree; and how much work a long list is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from differing import look
from function_rules import spec_of
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import tabulation
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


BOARD = """\
grid: 1x3
layers:
  x: {values: bool}
  wall: {over: links, values: bool}
  kind: {over: 0..0, values: 0..2, blank: true}
data: {shapes: {L: ['##', '#', '###']}}
"""
ROOM = "group(r1c1, cells, by=not wall)"  # always there
TRUTHS = [
    f"connected({ROOM}, same=(x if x[r1c1] else blank))",
    f"contains_shape({ROOM}, shapes['L'][kind[0]])",
    f"same_shape({ROOM}, shapes['L'][kind[0]])",
    "contains_shape(x, shapes['L'][kind[0]])",
    "contains_shape(x, (shapes['L'][0] if x[r1c1] else blank))",
    "symmetric(group((r1c1 if x[r1c2] else r1c3), x))",
    "acyclic(group((r1c1 if x[r1c2] else r1c3), x), by=wall)",
    "path(wall, r1c1, (r1c3 if x[r1c1] else blank))",
]


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("sentence", ["all([{}])", "not any([not {}])", "count([{}, x[r1c2]]) == 1", "{} == blank"])
def test_blank_is_not_false(sentence: str, truth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the argument has too many values to go through them."""
    monkeypatch.setattr(tabulation, "MAX_CASES", 0)
    looked = look(f'gridwright: 1\n{BOARD}rules:\n  - "{sentence.format(truth)}"\n')
    assert not looked.wrong, looked.wrong
    assert looked.verdict in ("several", "no solution")
