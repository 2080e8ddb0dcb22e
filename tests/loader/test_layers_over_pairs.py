"""Graphs of one's own: layers over pairs of places that the spec made, and what is joined by them."""

from __future__ import annotations

import pytest
from brute import accepted
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.explaining.backbone import candidates
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

HEADER = """gridwright: 1
grid: 2x3
clues:
  island: |
    2 . 3
    1 . 3
define:
  islands: "[clue.cell for clue in island]"
  pairs: |
    [(a, b) for a in islands for d in (right, down)
            for b in [first(c for c in ray(a, d) if island[c] != blank)] if b != blank]
  ends(c): sum(bridges[p] for p in pairs if c in p)
layers:
  bridges: {over: pairs, values: 0..2}
"""

RULES = (
    "connected(islands, by=bridges > 0)",
    "not connected(islands, by=bridges == 1)",
    "connected(islands[:2], by=bridges > 0) or connected([r1c1, r2c1], by=bridges > 1)",
    "connected([r1c1, r1c2], by=bridges > 0) or bridges[r1c1, r1c3] == 2",
    "connected(cells, by=bridges > 0) or all(bridges == 0)",
    "count(ends(clue.cell) != clue.value for clue in island) == 1",
    "count(ends(clue.cell) != clue.value for clue in island) == 1 and connected(islands, by=bridges > 0)",
    "first(ends(clue.cell) for clue in island if ends(clue.cell) != clue.value) == 2",
    "len(groups(islands, by=bridges > 0)) == 2",
    "len(group(r1c1, islands, by=bridges != 1)) == 3",
    "bridges[(r1c1, r1c3)] == bridges[pairs[1]] and bridges[2] == 2",
)


def test_which_pairs_there_are() -> None:
    """Islands in line of sight, each pair once, called like the middle of two cells."""
    layer = load_text(HEADER + "rules:\n  - true\n").grids[0].layer("bridges")
    names = [Variable(layer, position).name for position in range(len(layer.places))]
    assert names == [f"bridges[{pair}]" for pair in ("r1c1-r1c3", "r1c1-r2c1", "r1c3-r2c3", "r2c1-r2c3")]


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: str) -> None:
    """The judge, all engines, lazy and eager agree; every clause is sound and complete."""
    spec = load_text(f"{HEADER}rules:\n  - rule: |\n      {rule}\n")
    assert_agree(spec)


ANY_PAIRS = """gridwright: 1
grid: 2x3
define:
  pairs: "[(r1c1, r1c3), (r2c1, r2c3), (r1c1, r2c1), (r1c1, r1c1), (r1c3, r1c1), (r2c2, r2c3)]"
layers:
  joined: {over: pairs, values: bool}
"""


@pytest.mark.cases(ci=3)
@pytest.mark.parametrize("area", ["[r1c1, r1c3, r2c1, r2c3]", "[r2c3, r2c2]", "cells[3:]"])
@pytest.mark.parametrize("by", ["joined", "not joined"])
def test_any_pairs(area: str, by: str) -> None:
    """Pairs may be written in any order, twice, lead from a cell to itself, and out of what has to hang together."""
    spec = load_text(f"{ANY_PAIRS}rules:\n  - connected({area}, by={by})\n")
    assert_agree(spec)


def test_pairs_are_called_by_their_cells() -> None:
    """Givens and solutions name a pair as `r1c1-r1c3`, in the order of the pair."""
    spec = load_text(
        f"{HEADER}givens:\n  bridges: {{r1c1-r1c3: 2}}\nrules:\n  - true\nexpect:\n  solution:\n    bridges: {{r1c1-r2c1: 1}}\n"
    )
    assert [(given.position, given.value) for given in spec.grids[0].givens] == [(0, 2)]
    assert spec.expected.solution == {("", "bridges"): (None, 1, None, None)}
    with pytest.raises(SpecError, match="has no place `r1c3-r1c1`"):
        load_text(f"{HEADER}givens:\n  bridges: {{r1c3-r1c1: 2}}\nrules:\n  - true\n")
    broken = load_text(f"{HEADER}givens:\n  bridges: {{r1c1-r1c3: 2}}\nrules:\n  - true\n")
    assert [str(violation) for violation in judge(broken, {("", "bridges"): (3, 1, 1, 1)}).violations] == [
        "bridges at r1c1-r1c3 is 3, which is not one of its values",
        "bridges at r1c1-r1c3 is 3, but 2 is given",
    ]


def bridges_of(*islands: str) -> Spec:
    """Return a hashiwokakero of two rows with some islands, by place and number."""
    return load_text(f"gridwright: 1\nuse: hashiwokakero\ngrid: 2x3\nclues:\n  island: {{{', '.join(islands)}}}\n")


@pytest.mark.parametrize(("islands", "number"), [((), 1), (("r1c1: '?'",), 1), (("r1c2: 1",), 0), (("r1c1: 1", "r1c3: 1"), 1)])
def test_no_pairs_yet(islands: tuple[str, ...], number: int) -> None:
    """Without islands, or with one, a genre's layer has no places: then there is one grid, the empty one, or none."""
    spec = bridges_of(*islands)
    assert len(spec.layers[0].places) == (len(islands) == 2)
    outcome = solve(spec)
    assert outcome.complete
    assert len(outcome.solutions) == len(list(accepted(spec))) == number
    known = candidates(spec)
    assert known.complete
    assert known.has_solution == bool(number)


def test_display_of_no_pairs_yet() -> None:
    """How bridges are drawn can be said before there are islands."""
    spec = bridges_of()
    text = f"{spec.document.span.source.text}display: {{bridges: line}}\n"
    assert load_text(text).display["bridges"].word == "line"
    assert picture(load_text(text)).items


def test_no_places() -> None:
    """A layer that the spec itself declares has places."""
    layer = "layers:\n  x: {over: '[c for c in cells if c.row > 9]', values: 0..2}\n"
    with pytest.raises(SpecError, match="a layer has no places"):
        load_text(f"gridwright: 1\ngrid: 2x3\n{layer}rules: [true]\n")
