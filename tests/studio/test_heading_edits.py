"""What the page writes into `use` and `expect`, in every way that these can be written, and several values as one edit."""

from __future__ import annotations

from typing import Any

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.studio.editing import edit
from layout import ROOT

ASKED = Asked(str(ROOT), OPTIONS, Deadline(None), lambda kind, known: None)


def changed(text: str, op: dict[str, Any]) -> str:
    """Return a text after an operation, or why there is none."""
    answer = edit({"text": text, "op": op}, ASKED)
    for text_edit in reversed(answer.get("edits", [])):
        text = text[: text_edit["start"]] + text_edit["text"] + text[text_edit["end"] :]
    return answer.get("error", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("use: sudoku  # rules\ngrid: 4x4\n", "use: [sudoku, killer]  # rules\ngrid: 4x4\n"),
        ("use: [sudoku]\ngrid: 4x4\n", "use: [sudoku, killer]\ngrid: 4x4\n"),
        ("use:\n  - sudoku  # rules\ngrid: 4x4\n", "use:\n  - sudoku  # rules\n  - killer\ngrid: 4x4\n"),
        ("use: {sudoku: {box_height: 2}}\n", "use: [{sudoku: {box_height: 2}}, killer]\n"),
        ("gridwright: 1\ngrid: 4x4\n", "gridwright: 1\nuse: killer\ngrid: 4x4\n"),
        ("use: [sudoku, killer]\n", "the puzzle uses `killer` already"),
        ("use:\n  sudoku:\n    box_height: 2\n", "`use` is written over several lines; edit it in the text"),
    ],
)
def test_use(before: str, after: str) -> None:
    """A library is added where the others are, and what is written there stays."""
    assert changed(before, {"kind": "use", "library": "killer"}) == after


def test_no_such_library() -> None:
    """Only libraries of the language are added, and no file."""
    assert changed("grid: 4x4\n", {"kind": "use", "library": "../mine.yaml"}) == "there is no library of that name"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("grid: 4x4\nexpect: {solutions: any}\n", "grid: 4x4\nexpect: {solutions: 1}\n"),
        ("grid: 4x4\nexpect:\n  answer: 5\n", "grid: 4x4\nexpect:\n  solutions: 1\n  answer: 5\n"),
        ("grid: 4x4\nexpect: {answer: 5}", "grid: 4x4\nexpect: {solutions: 1, answer: 5}"),
        ("grid: 4x4\nexpect: {}\n", "grid: 4x4\nexpect: {solutions: 1}\n"),
        ("grid: 4x4", "grid: 4x4\nexpect:\n  solutions: 1\n"),
    ],
)
def test_claim(before: str, after: str) -> None:
    """The number of solutions is written under `expect`, and nothing else changes."""
    assert changed(before, {"kind": "claim"}) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("use: star_battle\n", "use: {star_battle: {stars: 2}}\n"),
        ("use:\n  star_battle:\n    stars: 1\n", "use:\n  star_battle:\n    stars: 2\n"),
        ("use: [{star_battle: {stars: 1}}, killer]\n", "use: [{star_battle: {stars: 2}}, killer]\n"),
        ("use: sudoku\n", "the puzzle does not use this library"),
    ],
)
def test_parameter(before: str, after: str) -> None:
    """A parameter is written behind its library; only one that the library has, and only an expression of one line."""
    op = {"kind": "parameter", "library": "star_battle", "name": "stars", "value": "2"}
    assert changed(before, op) == after
    assert changed("use: star_battle\n", op | {"name": "moons"}) == "the library has no such parameter"
    assert "cannot be written" in changed("use: star_battle\n", op | {"value": "1}, grid: {x"})


def test_several_values() -> None:
    """Several values are one edit; if one of them is refused, none is put."""
    text = "gridwright: 1\nuse: masyu\ngrid: 2x3\n"
    ops = [{"kind": "clue", "group": "circle", "place": place, "value": "w"} for place in ("r1c1", "r2c3")]
    assert "    w . .\n    . . w\n" in changed(text, {"kind": "several", "ops": ops})
    assert len(edit({"text": text, "op": {"kind": "several", "ops": ops}}, ASKED)["edits"]) == 1
    assert "not a" in changed(text, {"kind": "several", "ops": [*ops, ops[0] | {"place": "r9c9"}]})
    assert "only givens and clues" in changed(text, {"kind": "several", "ops": [{"kind": "claim"}]})
