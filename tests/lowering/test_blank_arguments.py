"""Functions that are truth values, of arguments that may be blank: the result is blank then, which `all` passes over."""

from __future__ import annotations

import pytest
from differing import look
from gridwright.compiler.lowering import tabulation

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
