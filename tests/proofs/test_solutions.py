"""The solutions that a certificate lists: judged, told apart, and as claimed."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.runtime.proofs.check.certificate_files import Folder
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.check.solutions import check_solutions

SPEC = """gridwright: 1
grid: 1x2
layers:
  n: {values: 1..3, blank: true}
  secret: {over: grid, values: [red, 1/2, 2], hidden: true}
rules:
  - rule: n[r1c1] != blank and n[r1c2] != 3 and n[r1c1] != n[r1c2]
"""
BEST = f"{SPEC}maximize: n[r1c1]\n"


def _lines(*solutions: tuple[Any, Any, Any]) -> list[Any]:
    return [line for first, second, secret in solutions for line in (["", "n", [first, second]], ["", "secret", [secret]])]


def _checked(tmp_path: Path, lines: list[Any], claim: str, text: str = SPEC) -> int:
    (tmp_path / "solutions.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return len(check_solutions(Folder(tmp_path, claim, "", {}), load_text(text), NO_DEADLINE))


def test_solutions_that_are_right(tmp_path: Path) -> None:
    """They are taken as they are listed; after the best one, others may follow that are as good or worse."""
    three = [(1, 2, 2), (3, None, "red"), (3, 1, {"value": 1})]
    assert _checked(tmp_path, _lines(*three), "exactly 3 solutions") == 3
    assert _checked(tmp_path, _lines(three[0]), "unique") == 1
    assert _checked(tmp_path, [], "no solution") == 0
    assert _checked(tmp_path, [], "no solution", BEST) == 0
    assert _checked(tmp_path, _lines(three[1], three[2], three[0]), "optimal", BEST) == 3


@pytest.mark.parametrize(
    ("solutions", "claim", "text", "reason"),
    [
        ([(1, 2, 2)], "no solution", SPEC, "the claim is `no solution`, but with 1 listed it must be `unique`"),
        ([], "unique", SPEC, "it must be `no solution`"),
        ([(1, 2, 2), (1, None, 2)], "unique", SPEC, "it must be `exactly 2 solutions`"),
        ([(1, 2, 2)], "unique", BEST, "it must be `optimal`"),
        ([], "optimal", BEST, "it must be `no solution`"),
        ([(1, 1, 2)], "unique", SPEC, "the judge does not accept"),
        ([(1, 2, 2), (1, 3, 2)], "exactly 2 solutions", SPEC, "the judge does not accept"),
        ([(1, 2, 2), (1, 2, "red")], "exactly 2 solutions", SPEC, "two of the solutions look the same"),
        ([(1, 2, 2), (2, 1, 2)], "optimal", BEST, "the first of the solutions is not the best one"),
        ([(2, 1, 2), (1, 2, 2), (3, 1, 2)], "optimal", BEST, "the first of the solutions is not the best one"),
    ],
)
def test_solutions_that_are_wrong(
    solutions: list[tuple[Any, Any, Any]], claim: str, text: str, reason: str, tmp_path: Path
) -> None:
    """Each of them is refused in words."""
    with pytest.raises(Rejected, match=reason):
        _checked(tmp_path, _lines(*solutions), claim, text)


@pytest.mark.parametrize(
    ("line", "place", "value"),
    [
        *itertools.product([0], ["values"], [0, 4, True, "1", [1], {}, {"value": 3}, {"value": -1}, {"value": True}]),
        *itertools.product([0], ["values"], [{"value": 0, "more": 1}, {"of": 1}]),
        *itertools.product([1], ["values"], [None, 1, True, "blue", {"value": 3}, {"value": -1}]),
        *itertools.product([0], ["grid", "layer"], ["other", None, "secret"]),
    ],
)
def test_values_that_a_layer_does_not_have(line: int, place: str, value: object, tmp_path: Path) -> None:
    """Only values of the layer are read, of the same kind."""
    lines = _lines((1, 2, 2))
    if place == "values":
        lines[line][2][0] = value
    else:
        lines[line][0 if place == "grid" else 1] = value
    with pytest.raises(Rejected, match=r"has no value|is not about the layer"):
        _checked(tmp_path, lines, "unique")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (_lines((1, 2, 2))[:1], "a solution does not have all layers"),
        ([*_lines((1, 2, 2)), ["", "n", [3, 1]]], "a solution does not have all layers"),
        (_lines((1, 2, 2))[::-1], "line 1 of solutions.jsonl is not about the layer `n`"),
        ([["", "n", [1]], ["", "secret", [2]]], "line 1 of solutions.jsonl does not have a value for each place"),
        ([["", "n", [1, 2, 3]], ["", "secret", [2]]], "does not have a value for each place"),
        ([["", "n", "12"], ["", "secret", [2]]], "does not have a value for each place"),
        ([["", "n", [1, 2], 0], ["", "secret", [2]]], "is not about the layer"),
        (["", ["", "secret", [2]]], "is not about the layer"),
    ],
)
def test_lines_of_another_form(lines: list[Any], reason: str, tmp_path: Path) -> None:
    """A line is the name of a grid, that of a layer, and values; layers follow one another in their order."""
    with pytest.raises(Rejected, match=reason):
        _checked(tmp_path, lines, "unique")
