"""What the page is told of a contradiction: each clue by its value, and the places on the board at which it is printed."""

from __future__ import annotations

from typing import Any

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime.editing.diagnostics_json import Offsets
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.explaining.conflict import find_conflict
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.studio.editing import edit
from gridwright.runtime.studio.findings import member_json
from gridwright.runtime.studio.live_chain import would_be_unique

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
    members = [member_json(member, spec, Offsets(spec.source)) for member in conflict.members]
    places_of_clue = {
        (clue["group"], clue["place"], clue["value"]): tuple(member["printed_at"])
        for member in members
        for clue in member["clues"]
    }
    assert places_of_clue.items() <= clues.items()
    assert places_of_clue
    assert all(member["printed_at"] == [] for member in members if not member["clues"])


def boards(clues: str, rule: str) -> str:
    """Return two boards under the same rule, the first with a given, the second with some clues or givens."""
    return (
        "gridwright: 1\nlayers: {x: {values: 1..2}}\ngrids:\n"
        f"  one:\n    size: 1x2\n    givens: {{x: {{r1c1: 1}}}}\n"
        f"  two:\n    size: 1x2\n    {clues}\n"
        f"rules:\n  - {rule}\n"
    )


def edited_by(text: str, op: dict[str, Any], asked: Asked) -> str:
    """Return a text after an operation on its board."""
    (change,) = edit({"text": text, "op": op}, asked)["edits"]
    return text[: change["start"]] + change["text"] + text[change["end"] :]


def test_removal_on_one_of_several_boards() -> None:
    """What is offered for removal is the given of its own board, though another board has one at the same place."""
    text = boards("givens: {x: {r1c1: 2}}", "x[r1c1] < x[r1c2]")
    asked = Asked("/", OPTIONS, Deadline(60), lambda kind, known: None)
    spec = load_text(text)
    conflict = find_conflict(spec)
    assert conflict is not None
    (given,) = [
        member for member in (member_json(every, spec, Offsets(text)) for every in conflict.members) if member["is_given"]
    ]
    assert given["removals"] == [{"kind": "given", "layer": "x", "place": "r1c1", "grid": "two", "value": None}]
    after = edited_by(text, given["removals"][0], asked)
    assert solve(load_text(after), limit=2).unique
    assert "one:\n    size: 1x2\n    givens: {x: {r1c1: 1}}\n" in after


def test_offer_on_one_of_several_boards() -> None:
    """A value that would make the puzzle unique comes with the edit that puts it on its own board."""
    text = boards("data: {}", "x[r1c1] != x[r1c2]")
    asked = Asked("/", OPTIONS, Deadline(60), lambda kind, known: None)
    offers = would_be_unique(load_text(text), asked)["would_be_unique"]
    assert {(offer["layer"], offer["place"], offer["value"]) for offer in offers} == {
        ("two.x", place, value) for place in ("r1c1", "r1c2") for value in (1, 2)
    }
    for offer in offers:
        assert solve(load_text(edited_by(text, offer["edit"], asked)), limit=2).unique
