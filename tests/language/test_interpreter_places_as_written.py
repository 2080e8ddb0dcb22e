"""What is natural to write of places, and is no expression: the help says what to write instead."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError

LAYERS = "gridwright: 1\ngrid: 3x3\nlayers:\n  number: {values: 1..4}\n"

WRITTEN = [
    (
        'rules:\n  - "sum(number[c] for c in r1c1:r2c2) == 5"\n',
        "name it below `areas`, as in `part: [r1c1:r2c2]`, and write part[0] here",
    ),
    (
        'areas: {part: "r1c1:r2c2"}\nrules: [sum(number) == 9]\n',
        "this is no picture but a name of cells: write it in a list, as in [r1c1:r2c2]",
    ),
    ("rules:\n  - number[r1c1 + right] == 2\n", "the cell beside r1c1 is step(r1c1, right)"),
    (
        "clues: {k: {r1c1-r1c2: 3}}\nrules:\n  - for: q in k\n    rule: number[q.link[0]] == q.value\n",
        "its cells are a list: write .cells[0] for the first of them",
    ),
]
RIGHT = [
    "areas: {part: [r1c1:r2c2]}\nrules:\n  - sum(number[c] for c in part[0]) == 5\n",
    "rules:\n  - number[step(r1c1, right)] == 2\n",
    "clues: {k: {r1c1-r1c2: 3}}\nrules:\n  - for: q in k\n    rule: number[q.link.cells[0]] == q.value\n",
]


@pytest.mark.parametrize(("written", "help"), WRITTEN)
def test_help(written: str, help: str) -> None:
    """The mistake says what to write."""
    with pytest.raises(SpecError) as caught:
        compile_spec(load_text(LAYERS + written))
    assert caught.value.diagnostics[0].help == help


@pytest.mark.parametrize("right", RIGHT)
def test_what_the_help_says(right: str) -> None:
    """What the help says is right."""
    assert compile_spec(load_text(LAYERS + right))
