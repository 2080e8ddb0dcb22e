"""Loading: what a spec has once it is read, from a file and from text."""

from __future__ import annotations

from pathlib import Path

from gridwright.compiler.loader import load, load_text
from gridwright.compiler.values import BLANK

TEXT = """\
gridwright: 1
title: Two rows
grid: 2x3
layers:
  number: {values: 1..3, blank: true}
  wall: {over: links, values: bool}
givens: {number: {r1c2: 2, r2c3: .}}
clues: {total: {left: [., 5]}}
rules:
  - for: clue in total
    rule: sum(numbers(number[clue.line])) == clue.value
expect: {solutions: 4}
"""


def test_what_a_spec_has() -> None:
    """Layers have their places and values, givens their positions, clues their lines, and rules their text."""
    spec = load_text(TEXT)
    (grid,) = spec.grids
    number, wall = spec.layers
    assert (number.name, len(number.places), tuple(number.values), number.blank) == ("number", 6, (1, 2, 3), True)
    assert (wall.name, len(wall.places), tuple(wall.values), wall.blank) == ("wall", 7, (False, True), False)
    assert [(given.layer.name, given.position, given.value) for given in grid.givens] == [("number", 1, 2)]
    ((clue,),) = grid.clue_groups
    assert (clue.value, [str(cell) for cell in clue.line]) == (5, ["r2c1", "r2c2", "r2c3"])
    assert len(spec.rules) == 1
    assert spec.expected.solutions == 4
    assert BLANK not in number.values


def test_a_file_is_read_like_text(tmp_path: Path) -> None:
    """A file gives the same spec as its text; messages name the file."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(TEXT, "utf-8")
    read, given = load(str(path)), load_text(TEXT)
    assert [layer.name for layer in read.layers] == [layer.name for layer in given.layers]
    assert [str(cell) for cell in read.grids[0].board.cells] == [str(cell) for cell in given.grids[0].board.cells]
    assert read.rules[0].span.source.path == str(path)
