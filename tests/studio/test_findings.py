"""What the page is told of a contradiction: each clue by its value, and the places on the board at which it is printed."""

from __future__ import annotations

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.explaining.conflict import find_conflict
from gridwright.runtime.studio.diagnostics_json import Offsets
from gridwright.runtime.studio.findings import member_json

KILLER = """\
use: [sudoku, killer]
grid: 4x4
areas:
  cages: {a: r1c1 r1c2}
clues:
  cage_sum: {a: 2}
"""
SKYSCRAPERS = """\
use: skyscrapers
grid: 4x4
clues:
  seen:
    left: [4, ., ., .]
    right: [4, ., ., .]
"""
SLITHERLINK = """\
use: slitherlink
grid: 3x3
clues:
  number: {r1c1: 3, r1c2: 3, r2c1: 3}
"""


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        (KILLER, {("cage_sum", "a", 2): ("r1c1", "r1c2")}),
        (SKYSCRAPERS, {("seen", "left 1", 4): ("left 1",), ("seen", "right 1", 4): ("right 1",)}),
        (SLITHERLINK, {("number", place, 3): (place,) for place in ("r1c1", "r1c2", "r2c1")}),
    ],
    ids=["cage", "outside", "cell"],
)
def test_where_clues_are_printed(text: str, clues: dict[tuple[str, str, int], tuple[str, ...]]) -> None:
    """A clue in a cell is marked there, one of a cage at its cells, one beside the board beside it; a rule is marked nowhere."""
    spec = load_text("gridwright: 1\n" + text)
    conflict = find_conflict(spec)
    assert conflict is not None
    members = [member_json(member, Offsets(spec.source)) for member in conflict.members]
    found = {
        (clue["group"], clue["place"], clue["value"]): tuple(each["printed_at"]) for each in members for clue in each["clues"]
    }
    assert found.items() <= clues.items()
    assert found
    assert all(each["printed_at"] == [] for each in members if not each["clues"])
