"""Fill and Complete for puzzles of several kinds, without a page."""

from __future__ import annotations

from typing import Any

import pytest
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.editing.refused import Refused
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.steps.bands import all_bands
from gridwright.runtime.studio.drawn_solution import drawn_solution
from gridwright.runtime.studio.editing import edit
from gridwright.runtime.studio.tabs.complete import TAB as COMPLETE
from gridwright.runtime.studio.tabs.generate import TAB as GENERATE

ASKED = Asked("/nonexistent", OPTIONS, NO_DEADLINE, lambda kind, known: None)
TOWERS = "gridwright: 1\nuse: skyscrapers\ngrid: 3x3\nexpect: {solutions: any}\n"
LATIN = {"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c1": 2, "r2c2": 3, "r2c3": 1, "r3c1": 3, "r3c2": 1}


def filled(text: str, values: dict[str, Any], places: list[str], group: str) -> str:
    """Return a text after Fill; a message if it is refused."""
    answer = edit({"text": text, "op": {"kind": "fill", "group": group, "places": places, "values": values}}, ASKED)
    if "error" in answer:
        return str(answer["error"])
    for change in reversed(answer["edits"]):
        text = text[: change["start"]] + change["text"] + text[change["end"] :]
    return text + str(answer.get("note", ""))


def test_clues_beside_the_board() -> None:
    """Clues outside the board are filled in too; a part of the solution is enough if it leaves no other."""
    assert "left: [3, ., .]" in filled(TOWERS, {"number": LATIN}, ["left 1"], "seen")
    assert filled(TOWERS, {"number": LATIN | {"r3c3": 3}}, ["left 1"], "seen").startswith("what is drawn in Solve is no solution")
    assert filled(TOWERS, {"number": {}}, ["left 1"], "seen").startswith("which solution is meant?")
    assert filled(TOWERS, {"number": LATIN}, [], "seen").startswith("select cells")


def test_what_the_solution_leaves_open() -> None:
    """A clue that could be several is not guessed; the others are filled in, and the rest is named."""
    text = 'gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..3}}\nclues: {least: {r1c1: "?", r1c2: "?"}}\n'
    text += "rules:\n  - {for: clue in least, rule: 'x[clue.cell] >= clue.value'}\n  - distinct(x)\n"
    text += "generate: {clues: {least: {values: 1..3}}}\nexpect: {solutions: any}\n"
    after = filled(text, {"x": {"r1c1": 1, "r1c2": 3, "r1c3": 2}}, [], "least")
    assert "least: {r1c1: 1, r1c2: " in after
    assert after.endswith("the solution does not say which clue stands at r1c2")


def test_bridges_that_are_not_drawn() -> None:
    """Where no bridge is drawn, there is none."""
    text = "gridwright: 1\nuse: hashiwokakero\ngrid: 1x3\nclues: {island: {r1c1: 2, r1c3: 2}}\nexpect: {solutions: any}\n"
    spec = ASKED.load(text)
    (layer,) = [layer for layer in spec.layers if not layer.hidden]
    assert drawn_solution(spec, {layer.name: {layer.place_name(0): 2}}, ASKED)[layer.grid, layer.name] == (2,)


def test_complete_and_generate() -> None:
    """What is added leaves the solution that was drawn, and what is generated has the size that was asked for."""
    report = COMPLETE.work({"text": TOWERS, "options": {"values": {"number": LATIN}}}, ASKED)
    assert report["verdict"] == "several"
    text = TOWERS
    answer = edit({"text": text, "op": {"kind": "several", "ops": [each["edit"] for each in report["additions"]]}}, ASKED)
    for change in reversed(answer["edits"]):
        text = text[: change["start"]] + change["text"] + text[change["end"] :]
    assert COMPLETE.work({"text": text, "options": {"values": {}}}, ASKED)["verdict"] == "unique"
    asked = {
        "genre": "latin_square",
        "height": 3,
        "width": 3,
        "symmetry": "",
        "band": "",
        "easiest": None,
        "hardest": None,
        "seed": 4,
    }
    puzzles = GENERATE.work({"text": "", "options": asked}, ASKED)["puzzles"]
    assert len(puzzles) == 12
    assert all("grid: 3x3" in each["text"] and each["svg"].startswith("<svg") for each in puzzles)
    with pytest.raises(SpecError):
        GENERATE.work({"text": "rules: 1", "options": asked | {"genre": ""}}, ASKED)


@pytest.mark.slow
def test_generate_a_band() -> None:
    """Puzzles of a band have ratings in it and, if no size is chosen, that of the band; rules without bands are refused."""
    sizeless = {"height": None, "width": None, "symmetry": "", "easiest": None, "hardest": None, "seed": 1}
    bands = all_bands()["aquarium"]
    hard = {"genre": "aquarium", "band": "hard"}
    puzzles = GENERATE.work({"text": "", "options": sizeless | hard}, ASKED)["puzzles"]
    assert len(puzzles) == 12
    assert all(f"grid: {bands.size}" in puzzle["text"] and puzzle["rating"] >= round(bands.hard, 2) for puzzle in puzzles)
    own = "gridwright: 1\ngrid: 2x2\nlayers: {x: {values: 1..2}}\nrules: [distinct(x)]\ngivens: {x: {r1c1: 1}}\n"
    answer = GENERATE.work({"text": own, "options": sizeless | {"genre": "", "band": "easy"}}, ASKED)
    assert answer == {"puzzles": [], "problem": "it is not known which ratings are easy for these rules"}
    with pytest.raises(Refused, match="band"):
        GENERATE.work({"text": "", "options": sizeless | hard | {"band": "harder"}}, ASKED)
