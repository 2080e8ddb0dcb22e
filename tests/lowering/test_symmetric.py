"""Groups that are symmetric: said of one group and of all, for each kind, against brute force in every way."""

from __future__ import annotations

import pytest
from brute import assignments
from differing import look
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.functions.symmetric import MAPS
from gridwright.compiler.ir.term import Term
from gridwright.compiler.loader import load_text
from gridwright.runtime.judging.judge import accepts
from instances import sample, values_of
from ways import THOROUGH

BOARDS = {
    "mask": ("grid: 3x4\nlayers:\n  shaded: {values: bool}\n", "shaded"),
    "holes": ("grid:\n  size: 4x3\n  holes: [r2c2, r4c1]\nlayers:\n  shaded: {values: bool}\n", "not shaded"),
    "numbers": ("grid: 2x4\nlayers:\n  number: {values: 0..1, blank: true}\n", "same=number"),
    "walls": ("grid: 3x2\nlayers:\n  wall: {over: links, values: bool}\n", "cells, by=not wall"),
}
GRIDS = 40 * THOROUGH  # on which each sentence is looked at
KINDS = [f"'{kind}'" for kind in MAPS] + ["['left-right', 'up-down']"]


def text_of(board: str, *rules: str) -> str:
    """A spec with these rules."""
    return f"gridwright: 1\n{board}rules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules)


@pytest.mark.slow
@pytest.mark.cases(ci=7)
@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("board", BOARDS)
def test_terms_say_what_the_judge_says(board: str, kinds: str) -> None:
    """On every grid what is lowered of all groups, of some, and of one holds exactly if the judge accepts it."""
    header, groups = BOARDS[board]
    for rule in (
        f"all(symmetric(g, kinds={kinds}) for g in groups({groups}))",
        f"any(symmetric(g, kinds={kinds}) for g in groups({groups}))",
        f"all(len(g) < 3 or not symmetric(g, kinds={kinds}) for g in groups({groups}))",
        f"symmetric(group(r1c2, {groups}), kinds={kinds})",
    ):
        spec = load_text(text_of(header, rule), "rule.yaml")
        module = lower(spec)
        assert not compile_spec(spec).fallback_instances, rule
        (assertion,) = module.assertions
        assert isinstance(assertion.term, Term)
        for grid in sample(list(assignments(spec)), GRIDS):
            assert values_of(module, grid)[assertion.term] == accepts(spec, grid), (rule, grid)


@pytest.mark.cases(quick=1, ci=6)
@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("board", ["numbers", "walls"])
def test_searches_agree(board: str, kinds: str) -> None:
    """All engines, lazily and eagerly, find what brute force finds."""
    header, groups = BOARDS[board]
    header = header.replace("2x4", "2x3").replace(", blank: true", "")
    text = text_of(
        header,
        f"all(symmetric(g, kinds={kinds}) for g in groups({groups}))",
        f"symmetric(group(r1c2, {groups}), kinds='half turn') and len(group(r1c2, {groups})) > 1",
    )
    looked = look(text)
    assert not looked.wrong, looked.wrong
    assert looked.verdict in ("unique", "several", "no solution")


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize(
    "rule",
    [
        "symmetric(rows(group(r1c2, shaded))[0], kinds='left-right')",
        "not symmetric(bounding_box(group(r1c2, shaded)), kinds='diagonal')",
        "all([symmetric(around(group(r1c2, shaded)), kinds='half turn')])",
        "symmetric(columns(group(r2c3, shaded))[1], kinds='up-down') == blank",
    ],
)
def test_what_is_made_of_a_group(rule: str) -> None:
    """A line or a box of a group, or the cells around it, is a shape as well, and blank where there is no such group."""
    looked = look(f"gridwright: 1\ngrid: 2x3\nlayers: {{shaded: {{values: bool}}}}\nrules:\n  - {rule}\n")
    assert not looked.wrong, looked.wrong
    assert looked.verdict == "several"
