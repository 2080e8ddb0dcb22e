"""`same_shape` and `contains_shape` of sets that are both unknown: random sentences, and what they compile to."""

from __future__ import annotations

import random

import pytest
from differing import look
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text

BOARDS = [
    "grid: 4x2\nlayers: {x: {values: bool}}",
    "grid: 3x3\nlayers: {x: {values: bool}}",
    "grid: {size: 2x4, holes: [r1c2]}\nlayers: {x: {values: bool}}",
    "grid: 2x3\nlayers: {x: {values: 0..2}}",
    "grid: 3x2\nlayers: {x: {values: 0..2, blank: true}}",
    "grid: {hex: [2, 3, 2]}\nlayers: {x: {values: bool}}",
]
SETS = {
    False: [
        "x",
        "not x",
        "x[rows[0]]",
        "not x[rows[1]]",
        "x[columns[0]]",
        "group(r1c1, x)",
        "group(r2c2, not x)",
        "[r1c1, r2c1]",
    ],
    True: ["x == 1", "x == 2", "x != 0", "x[rows[1]] == 1", "x[columns[1]] != 2", "group(r1c1, x == 1)", "[r1c1, r1c2, r2c2]"],
}
SENTENCES = [
    "{s}",
    "not {s}",
    "{s} == {s}",
    "{s} or {s}",
    "{s} and not {s}",
    "count([{s}, {s}, {s}]) == 1",
    "({s} if {s} else {s})",
]
TURNS = ["", "", ", rotate=false", ", reflect=false", ", rotate=false, reflect=false"]


def sentence(draw: random.Random, sets: list[str]) -> str:
    """A random sentence about pairs of sets."""
    text = draw.choice(SENTENCES)
    while "{s}" in text:
        function = draw.choice(["same_shape", "contains_shape"])
        text = text.replace("{s}", f"{function}({draw.choice(sets)}, {draw.choice(sets)}{draw.choice(TURNS)})", 1)
    return text


@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("seed", range(500))
def test_random_sentences(seed: int) -> None:
    """All engines agree with brute force about random sentences."""
    draw = random.Random(seed)
    for _ in range(5 if seed else 2):
        board = draw.choice(BOARDS)
        sets = [rule_text for rule_text in SETS["0..2" in board] if "hex" not in board or "columns" not in rule_text]
        text = f"gridwright: 1\n{board}\nrules:\n  - {sentence(draw, sets)}\n"
        looked = look(text)
        assert not looked.wrong, f"{text}\n{looked.wrong}"
        assert looked.verdict in ("unique", "several", "no solution"), f"{text}\n{looked.verdict}"


@pytest.mark.parametrize(("rule", "most"), [("contains_shape(x == 2, x == 1)", 2_500), ("same_shape(x == 2, x == 1)", 5_000)])
def test_layers_are_shared(rule: str, most: int) -> None:
    """Orientation and moves are chosen one after the other, and not all ways are gone through."""
    puzzles = [
        compile_spec(load_text(f"gridwright: 1\ngrid: 8x8\nlayers: {{x: {{values: 0..2}}}}\nrules:\n  - {stated}\n"))
        for stated in ("true", rule)
    ]
    without, with_rule = (sum(1 for part in puzzle.parts for _ in part.clauses()) for puzzle in puzzles)
    assert not puzzles[1].fallback_instances
    assert 0 < with_rule - without < most


@pytest.mark.parametrize(
    "rule",
    [
        "all(same_shape(group(a, x), group((a if x[b] else b), x)) for a, b in links)",
        "all(contains_shape(group((a if x[b] else b), x), group(a, x)) for a, b in links)",
        "all(same_shape(group(a, x), group((a if x[b] else b), x)) for a, b in links if x[a])",
    ],
)
def test_a_group_that_may_not_be_there(rule: str) -> None:
    """What is blank as there is no such group, is passed over, even where it is unknown which group is meant."""
    looked = look(f'gridwright: 1\ngrid: 1x3\nlayers: {{x: {{values: bool}}}}\nrules:\n  - "{rule}"\n')
    assert not looked.wrong, looked.wrong
    assert looked.verdict == "several"
