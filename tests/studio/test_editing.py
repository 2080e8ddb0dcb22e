"""A robot that edits boards without a page: whatever it asks for, the text changes by that and by nothing else."""

from __future__ import annotations

import random
import re
import sys
from typing import Any

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.library import libraries
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.runtime.authoring.empty_board import empty_board
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.output.text.genre_text import example_of
from gridwright.runtime.studio.board_model import board_json
from gridwright.runtime.studio.editing import edit
from layout import ROOT

Json = dict[str, Any]
ASKED = Asked(str(ROOT), OPTIONS, Deadline(None), lambda kind, known: None)
SEED = 20_261_123
SPECS = sorted(path.relative_to(ROOT / "specs").as_posix() for path in (ROOT / "specs").rglob("*.yaml"))
GENRES = sorted(name for name, library in libraries().items() if library.family)
TEMPLATE = re.compile(r"# \w+: (\[r1c1 r1c2\]|\{\S+: \.\.\.\})|# (areas|clues):")
BOARDS = """\
gridwright: 1
use: [sudoku, thermo]
grids:
  one:  # the first
    size: 4x4
    givens:
      number: |
        1 . . .
        . . . .
        . . . 2
        . . . .
    areas:
      regions: |
        a a b b
        a a b b
        c c d d
        c c d d
  two: 4x4  # the second
  three: {size: 4x4}
"""
LINES = """\
gridwright: 1
grid: 3x3
layers:
  line: {over: links, values: bool}
  side: {over: borders, values: bool}
givens:
  # what is drawn
  line: |
    o-o o
      |
    o o o
        x
    o-o o
  side: |
    +-+ + +
    |
    + + + +

    + + + +

    + + +-+
rules: [true]
"""


def start(name: str) -> list[str]:
    """Return texts of a genre to begin with: an empty board, and its first example."""
    if name in ("several", "lines"):
        return [BOARDS if name == "several" else LINES]
    if name.endswith(".yaml"):
        return [(ROOT / "specs" / name).read_text("utf-8")]
    library = libraries()[name]
    example = example_of(library)
    texts = [f"gridwright: 1\n{empty_board(library, 5, 5, 'robot.yaml')}"]
    return [*texts, example.text] if example else texts


def board(text: str) -> Json | None:
    """Return the board of a text; None if it has mistakes."""
    try:
        return board_json(ASKED.load(text), ASKED.folder)
    except SpecError:
        return None


def of(entry: Json) -> Json:
    """Return the name of a board, as an operation says it."""
    return {"grid": entry["grid"]} if "grid" in entry else {}


def operation(shown: Json, chance: random.Random) -> Json | None:
    """Return something that a setter may do on this board."""
    cells = [cell["name"] for cell in shown["cells"] if of(cell) == of(shown["cells"][0])]
    layers = [shown_layer for shown_layer in shown["layers"] if shown_layer["givens"] and shown_layer["over"] in shown]
    pictures = [shown_area for shown_area in shown["areas"] if shown_area["picture"]]
    listed = [shown_area for shown_area in shown["areas"] if not shown_area["picture"]]
    kind = chance.choice(["given"] * 2 * bool(layers) + ["clue"] * 3 * bool(shown["clues"]) + ["region"] * bool(pictures)
                         + ["line", "remove"] * bool(listed) + ["erase"] * 2)  # fmt: skip
    if kind == "given":
        layer = chance.choice(layers)
        places = [place["name"] for place in shown[layer["over"]] if of(place) == of(layer)]
        if places and layer["values"]:
            value = chance.choice(layer["values"])
            return {"kind": "given", "layer": layer["name"], "place": chance.choice(places), "value": value, **of(layer)}
    elif kind == "clue":
        group = chance.choice(shown["clues"])
        places = [place for word in group["on"] for place in places_of(shown, group, word)]
        if places:
            value = clue_value(group, chance)
            return {"kind": "clue", "group": group["name"], "place": chance.choice(places), "value": value, **of(group)}
    elif kind == "region":
        area = chance.choice(pictures)
        some = chance.sample(cells, min(len(cells), chance.randint(1, 4)))
        return {
            "kind": "region",
            "area_kind": area["name"],
            "cells": some,
            "label": chance.choice(["a", "b", "x", "1", "12", None]),
            **of(area),
        }
    elif kind == "line":
        area = chance.choice(listed)
        return {"kind": "line", "area_kind": area["name"], "cells": way(cells, chance), "label": "", **of(area)}
    elif kind == "remove":
        names = {(area["name"], area.get("grid")) for area in listed}
        there = [shown_area for shown_area in shown["printed"]["areas"] if (shown_area["kind"], shown_area.get("grid")) in names]
        if there:
            area = chance.choice(there)
            return {"kind": "remove", "area_kind": area["kind"], "cells": [chance.choice(area["cells"])], **of(area)}
    else:
        there = [entry | {"kind": kind} for kind in ("given", "clue") for entry in shown["printed"][f"{kind}s"]]
        if there:
            return {**chance.choice(there), "value": None}
    return None


def places_of(shown: Json, group: Json, word: str) -> list[str]:
    """Return the places of a kind, or the areas of one."""
    if word in ("left", "right", "top", "bottom"):
        return [label["name"] for label in shown["outside"] if label["name"].startswith(word) and of(label) == of(group)]
    if word == "cells":
        return [cell["name"] for cell in shown["cells"] + shown["holes"] if of(cell) == of(group)]
    if word == "borders":
        return places_of(shown, group, "links") + [border["name"] for border in shown["borders"] if of(border) == of(group)]
    if word in shown:
        return [place["name"] for place in shown[word] if of(place) == of(group)]
    return [area["label"] for area in shown["printed"]["areas"] if area["kind"] == word and of(area) == of(group)]


def clue_value(group: Json, chance: random.Random) -> Any:
    """Return a value of a group of clues."""
    if group["unknown"] and chance.random() < 0.1:
        return group["unknown"]
    one = chance.choice(group["values"]) if group["values"] else chance.choice([1, 2, 10, 12, "3"])
    if group["parts"]:
        return [chance.randint(1, 3), chance.choice(["up", "down", "left", "right"])][: len(group["parts"])]
    return [one, 1] if group["list"] and chance.random() < 0.5 else one


def way(cells: list[str], chance: random.Random) -> list[str]:
    """Return cells one beside the other."""
    place = {name: tuple(map(int, re.findall(r"\d+", name))) for name in cells}
    cells_on_way = [chance.choice(cells)]
    while len(cells_on_way) < 4:
        row, column = place[cells_on_way[-1]]
        near = [name for name, (r, c) in place.items() if abs(r - row) + abs(c - column) == 1 and name not in cells_on_way]
        if not near:
            break
        cells_on_way.append(chance.choice(near))
    return cells_on_way


def comments(text: str) -> list[str]:
    """Return the comments of a text, without templates, which give way to what is drawn."""
    return [comment for comment in re.findall(r"(?m)(?:^|\s)(# [A-Za-z].*)", text) if not TEMPLATE.fullmatch(comment.strip())]


def printed(shown: Json) -> Json:
    """Return what is printed by what and where: givens and clues with their values, cells of areas with their labels."""
    printed_at: Json = {}
    for given in shown["printed"]["givens"]:
        printed_at["given", given.get("grid"), given["layer"], given["place"]] = given["value"]
    for clue in shown["printed"]["clues"]:
        printed_at["clue", clue.get("grid"), clue["group"], clue["place"]] = clue["value"]
    for area in shown["printed"]["areas"]:
        printed_at.setdefault(("area", area.get("grid"), area["kind"]), []).append((area["label"], area["cells"]))
    return printed_at


def signs(value: Any) -> list[str]:
    """Return what is printed of a value; genres read `#` as true, and a single number as a list of one."""
    members = value if isinstance(value, list) else [value]
    return [{"#": "True", "-": "False"}.get(str(member), str(member)) for member in members]


def check(before: Json, after: Json, op: Json) -> None:
    """Check that exactly what was asked for has changed on the board."""
    was, now = printed(before), printed(after)
    name = op.get("layer") or op.get("group") or op["area_kind"]
    kind = "given" if "layer" in op else "clue" if "group" in op else "area"
    key = (kind, op.get("grid"), name, op["place"]) if "place" in op else (kind, op.get("grid"), name)
    changed = {changed_key for changed_key in {*was, *now} if was.get(changed_key) != now.get(changed_key)}
    removed = [pair for pair in was.get(key, []) if op["cells"][0] in pair[1]][-1] if op["kind"] == "remove" else None
    gone = {
        changed_key
        for changed_key in changed
        if changed_key[0] == "clue" and changed_key not in now and removed and changed_key[-1] == removed[0]
    }
    assert changed - gone <= {key}
    if "place" in op:
        assert (key in now) is (op["value"] is not None)
        if op["value"] is not None:
            assert signs(now[key]) == signs(op["value"])
    elif op["kind"] == "line":
        cells = [pair[1] for pair in now[key]]
        assert op["cells"] in cells or sorted(op["cells"]) in map(sorted, cells)
        assert len(now[key]) == len(was.get(key, [])) + 1
    elif op["kind"] == "remove":
        kept = [pair[1] for pair in was[key] if pair is not removed]
        assert [pair[1] for pair in now.get(key, [])] == kept
    else:
        labels = {cell: label for label, cells in now[key] for cell in cells}
        assert {labels.get(cell) for cell in op["cells"]} == {op["label"]}


def walk(name: str, steps: int) -> tuple[int, int, list[str]]:
    """Edit for some steps; return how many were asked for and how many refused, and why."""
    chance = random.Random(f"{SEED} {name}")
    asked, reasons = 0, []
    for first in start(name):
        text = first
        shown = board(text)
        assert shown is not None, name
        for _ in range(steps):
            op = operation(shown, chance)
            if op is None:
                continue
            asked += 1
            answer = edit({"text": text, "op": op}, ASKED)
            if "error" in answer:
                reasons.append(f"{op}: {answer['error']}")
                continue
            after, back = text, []
            for text_edit in reversed(answer["edits"]):  # from behind, so that offsets stay
                back.append((text_edit["start"], text_edit["text"], after[text_edit["start"] : text_edit["end"]]))
                after = after[: text_edit["start"]] + text_edit["text"] + after[text_edit["end"] :]
            undone = after
            for at, new, old in reversed(back):
                assert undone[at : at + len(new)] == new
                undone = undone[:at] + old + undone[at + len(new) :]
            assert undone == text
            read_text(after)
            assert comments(after) == comments(text), op
            now = board(after)
            if now is None:
                continue  # a genre that does not allow this; the page says so
            try:
                check(shown, now, op)
            except (AssertionError, KeyError) as problem:
                raise AssertionError(f"{op}\n{text}\n->\n{after}") from problem
            text, shown = after, now
    return asked, len(reasons), reasons


CAGES = """\
gridwright: 1
use: [sudoku, killer]
grid: 4x4
areas:
  cages:
"""


@pytest.mark.parametrize(
    ("areas", "drawn", "now"),
    [
        ("    - r2c1 r2c2\n", "2", "1"),  # the first cage went, so this one has another number
        ("    b: r2c1 r2c2 r2c3\n", "b", "b"),  # it has grown
        ("    a: r2c1 r2c2\n    b: r3c1 r3c2\n", "b", "a"),
        ("    a: r2c1 r2c2\n    b: r2c1 r2c2\n", "b", "b"),  # of two alike, the one that was drawn
        ("    a: r1c1 r1c2\n", "b", None),
    ],
)
def test_the_clue_of_an_area_that_has_changed(areas: str, drawn: str, now: str | None) -> None:
    """A clue goes to the area that has the cells now, whatever the board that was drawn calls it."""
    text = CAGES + areas
    op = {"kind": "clue", "group": "cage_sum", "place": drawn, "value": 7, "area_kind": "cages", "cells": ["r2c1", "r2c2"]}
    for asked_op in (op, {"kind": "several", "ops": [op]}):
        answer = edit({"text": text, "op": asked_op}, ASKED)
        if now is None:
            assert answer == {"error": "the area of this clue has been removed"}
            continue
        after = text
        for change in reversed(answer["edits"]):
            after = after[: change["start"]] + change["text"] + after[change["end"] :]
        shown = board(after)
        assert shown
        assert shown["printed"]["clues"] == [{"group": "cage_sum", "place": now, "value": 7}]


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("name", ["several", "lines", "skyscrapers", "thermo", "killer", "heyawake", "yajilin"])
def test_some_edits(name: str) -> None:
    """Some edits of some genres: each is done as asked, and hardly one refused."""
    asked, refused, reasons = walk(name, 12)
    assert asked
    assert refused <= asked / 4, reasons


@pytest.mark.slow
@pytest.mark.cases(ci=10)
@pytest.mark.parametrize("name", [*GENRES, "several", "lines"])
def test_many_edits(name: str) -> None:
    """Many edits of every genre."""
    asked, refused, reasons = walk(name, 25)
    assert refused <= asked / 4, reasons


@pytest.mark.cases(ci=12)
@pytest.mark.parametrize("name", SPECS)
def test_edits_of_specs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some edits of every puzzle that comes with the program, with its author's ways of writing."""
    folder = str((ROOT / "specs" / name).parent)
    monkeypatch.setattr(sys.modules[__name__], "ASKED", Asked(folder, OPTIONS, Deadline(None), lambda kind, known: None))
    asked, refused, reasons = walk(name, 8)
    assert refused <= asked / 4, reasons
