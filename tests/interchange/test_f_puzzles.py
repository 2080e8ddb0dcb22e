"""f-puzzles: links of other programs, every library to a link and back, what is refused and what is lost, hostile links."""

from __future__ import annotations

import copy
import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
import yaml
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.runtime.authoring.import_puzzle import recognised_format
from gridwright.runtime.interchange.f_puzzles.forms import LibraryIndex, variant
from gridwright.runtime.interchange.formats.f_puzzles import FORMAT, LOAD, read, recognises, write
from gridwright.runtime.interchange.lz_string import pack, unpack
from gridwright.runtime.interchange.puzzle import OwnLibrary, PrintedPuzzle
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.interchange.puzzle_text import puzzle_text
from gridwright.runtime.solving.solve import solve
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

BEGIN = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW"
# Links that other programs wrote, with what they say.
SAMPLES: dict[str, dict[str, Any]] = {
    BEGIN + "1IkA": {"uses": {"sudoku": {}}},
    BEGIN + "tEADsA9uIDG0sDBkBXAC4QAbnHgqMSmESA==": {"uses": {"sudoku": {}, "non_consecutive": {}}},
    BEGIN + "tEADsYaAIYAXCADc48PCAAeCkGI35qRIA===": {"uses": {"sudoku": {}, "xv": {"negative": True}}},
    BEGIN + "tEBgCGAFwgB7fKADGMADYqw+EACUALAGEdIVLr0BWENRpEgA": {
        "uses": {"sudoku": {}, "ratio": {}},
        "clues": {"ratio": {(7, 8): "black"}},
    },
    BEGIN + "tEAA8AbvlABjGABsFYfCABKAZgDCAJhCo1AFl0gxkgIYKArnHggAaiBpEgA=": {
        "uses": {"sudoku": {}, "xv": {}},
        "clues": {"xv": {(6, 3): "V"}},
    },
    BEGIN
    + "tEABcAFjAwBbAPayY4mflAAbCADsYYfHhAAlAKwBhAIwhUhgCymATFaMBmC08P2HIatQohNOnrwBEaeiO6uxu524dZmUT40qADWEOrqMgDGAIZocMGgmTDpQQ"
    + "aG5qbO7hU27p5V1q5VYgBu2eoArvkg5gAMIH5FJfhGZrXWiJXuk7W+vkA=": {
        "uses": {"sudoku": {}, "thermo": {}, "killer": {}},
        "areas": {
            "thermos": [((9, 1), (7, 3), (5, 1), (3, 3)), ((3, 11), (5, 9), (7, 11), (9, 9))],
            "cages": [((1, 5), (1, 7), (3, 5), (5, 5)), ((9, 7), (11, 5), (11, 7))],
        },
        "clues": {"cage_sum": {((1, 5), (1, 7), (3, 5), (5, 5)): 10}},
    },
}
# Libraries that are read back as others, which say the same.
READ_AS_OTHERS = {"german_whispers", "dutch_whispers", "kropki_dots"}
# The constraints of f-puzzles, from its description.
LISTS = """
    diagonal+ diagonal- antiknight antiking nonconsecutive disjointgroups killercage arrow thermometer slowthermometer palindrome
    renban whispers regionsumline betweenline lockout entropicline modularline nabner doublearrow zipperline difference ratio xv
    quadruple clone littlekillersum sandwichsum xsum skyscraper odd even minimum maximum extraregion rowindexer columnindexer
    boxindexer
"""
NOT_HELD = {  # variants for which f-puzzles has no constraint
    *("arithmetic_line", "average_arrow", "battlefield", "counting_circles", "fortress", "global_entropy", "inequality"),
    *("look_and_say", "same_product", "same_sum", "split_peas", "trio"),
    *("knapp_daneben", "numbered_rooms", "outside_digits", "parity_line", "rossini", "search_nine", "ten_line", "windoku"),
}


def one(text: str) -> PrintedPuzzle:
    """The puzzle of a link."""
    (imported,) = read(SourceText("puzzle.txt", text))
    assert imported.puzzle
    return imported.puzzle


def of_json(rows: int = 6, /, **more: object) -> PrintedPuzzle:
    """The puzzle of JSON with an empty board."""
    return one(json.dumps({"size": rows, "grid": [[{} for _ in range(rows)] for _ in range(rows)], **more}))


def spec_of(puzzle: PrintedPuzzle) -> str:
    """The text of the spec of a puzzle."""
    return "gridwright: 1\n" + puzzle_text(puzzle)


def data_of(link: str) -> dict[str, Any]:
    """The JSON in a link."""
    data: dict[str, Any] = json.loads(unpack(link.removeprefix(LOAD)))
    return data


def facts(puzzle: PrintedPuzzle) -> dict[str, object]:
    """What a puzzle is, without labels: areas are their cells. The cells of copies are in any order."""

    def cells(kind: str, label: str) -> tuple[Any, ...]:
        cells_of_area = puzzle.areas[kind][label]
        return tuple(sorted(cells_of_area)) if kind == "clones" else cells_of_area

    labels = {label: cells(kind, label) for kind in puzzle.areas for label in puzzle.areas[kind]}
    clues = {
        group: {labels.get(place, place) if isinstance(place, str) else place: value for place, value in values.items()}
        for group, values in puzzle.clues.items()
        if values
    }
    return {
        "size": puzzle.height,
        "uses": {name: dict(given) for name, given in puzzle.uses.items()},
        "areas": {kind: sorted(cells(kind, label) for label in puzzle.areas[kind]) for kind in puzzle.areas},
        "clues": clues,
        "givens": puzzle.givens,
        "solution": puzzle.solution,
    }


def examples(name: str) -> Iterator[str]:
    """The examples of a variant of sudoku, each as the text of a spec."""
    for example in yaml.safe_load(libraries()[name].file.read_text("utf-8"))["examples"]:
        spec = {key: value for key, value in example.items() if key != "wrong"}
        yield yaml.safe_dump({"gridwright": 1, "use": name, **spec}, sort_keys=False)


@pytest.mark.parametrize("packed", SAMPLES)
def test_samples(packed: str) -> None:
    """Links of other programs say what they say, and are written again to the byte."""
    puzzle = one(packed)
    wanted = {"size": 6, "areas": {}, "clues": {}, "givens": {}, "solution": {}} | SAMPLES[packed]
    assert facts(puzzle) == wanted | {"areas": {kind: sorted(areas) for kind, areas in wanted["areas"].items()}}
    written = write(puzzle)
    assert written.text.rstrip("=") == LOAD + packed.rstrip("=")  # one of them has fewer `=` than the reference writes
    assert not written.losses
    again = data_of(write(puzzle_of_spec(load_text(spec_of(puzzle)))).text)
    assert {key: again[key] for key in again if key != "ruleset"} == json.loads(unpack(packed))


@pytest.mark.parametrize("name", [name for name, library in libraries().items() if library.family == "sudoku"])
def test_every_variant(name: str) -> None:
    """Each example of each variant is the same puzzle again, or what is lost is said."""
    for text in examples(name):
        same_again(name, puzzle_of_spec(load_text(text)))


def same_again(name: str, puzzle: PrintedPuzzle) -> None:
    """Check that an example of a variant is written and read, or that what is lost is said."""
    if "sudoku" not in puzzle.uses:
        with pytest.raises(SpecError, match="every board of f-puzzles is a sudoku"):
            write(puzzle)
        return
    if puzzle.holes:
        with pytest.raises(SpecError, match="its board must be a square without holes"):
            write(puzzle)
        return
    if "chosen_from" in puzzle.uses["sudoku"]:
        with pytest.raises(SpecError, match="its numbers are chosen from others"):
            write(puzzle)
        return
    written = write(puzzle)
    assert re.fullmatch(r"https://f-puzzles\.com/\?load=[A-Za-z0-9+/]+=*", written.text)
    if name in NOT_HELD:
        assert [loss.message.partition(",")[0] for loss in written.losses] == [f"the rules of `{name}`"]
        return
    assert not written.losses
    read_back = one(written.text)
    again = load_text(spec_of(read_back))
    if name not in READ_AS_OTHERS:
        assert facts(puzzle_of_spec(again)) == facts(puzzle)
    elif puzzle.height == 4:
        outcome = solve(again)
        assert outcome.unique
        if puzzle.solution:
            assert outcome.solutions[0].grid["", "number"] == tuple(puzzle.solution["number"].values())


def test_every_name() -> None:
    """The names that libraries have in f-puzzles are those of their lists and flags."""
    for name, library in libraries().items():
        variant_of_name = variant(name)
        if variant_of_name and variant_of_name.read == "always":
            called = library.document.get("names").get("f-puzzles").text
            assert {*called.split(", ")} == {*variant_of_name.flags, *(form.name for form in variant_of_name.forms)}
        elif library.family == "sudoku":
            assert "f-puzzles" not in (library.document.get("names").span.text if library.document.get("names") else "")
    assert {*LibraryIndex().names()} == {*LISTS.split()}


OWN = """
title: Wormholes
formats: {f-puzzles: {lists: {wormhole: {pair: hole}, renban: {lines: snakes}}, flags: {warped: true}}}
areas: {snakes: {cover: any, path: true, says: lines}}
clues: {hole: {on: links, values: [a, b], says: holes}}
rules:
  - for: clue in hole for a, b in [clue.link]
    rule: number[a] + number[b] != 5
  - for: line in snakes
    rule: distinct(number[line])
"""


def test_new_variant_needs_no_python() -> None:
    """A constraint that no library has is read and written as soon as a library says how, also one of the user's own."""
    data = {
        "size": 4,
        "grid": [[{}] * 4] * 4,
        "warped": True,
        "wormhole": [{"cells": ["R1C1", "R1C2"], "value": "a"}],
        "renban": [{"lines": [["R1C1", "R1C2"]]}],
    }
    source = SourceText("puzzle.txt", json.dumps(data))
    with pytest.raises(SpecError, match="the constraints `warped`, `wormhole`, which no library"):
        read(source)
    own = OwnLibrary("mine.yaml", read_text(OWN))
    assert FORMAT.read_with
    (imported,) = FORMAT.read_with(source, [own])
    assert imported.puzzle
    assert imported.puzzle.uses == {"sudoku": {}, "mine.yaml": {}}
    assert imported.puzzle.clues == {"hole": {(1, 2): "a"}}
    written = write(replace(imported.puzzle, libraries=(own,)))
    assert (data_of(written.text), written.losses) == (data, ())
    without = OwnLibrary("mine.yaml", read_text(OWN.replace("f-puzzles:", "puzz.link:")))
    written = write(replace(imported.puzzle, libraries=(without,)))
    assert [loss.message for loss in written.losses] == ["the rules of `mine.yaml`, with 1 of `snakes` and 1 of `hole`"]


# what links look like


LINKS = [
    "https://f-puzzles.com/?load={}",
    "http://www.f-puzzles.com/?load={}",
    "f-puzzles.com?load={}",
    "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{}",
    "https://app.crackingthecryptic.com/fpuzzles{}",
    "https://sudokupad.app/fpuz{}",
    "https://sudokupad.app/fpuzzles{}?setting-nogrid=1",
    "https://beta.sudokupad.app/?puzzleid=fpuzzles{}&setting-nogrid=1",
    "fpuz{}",
    "{}",
]


@pytest.mark.parametrize("link", LINKS)
def test_links(link: str) -> None:
    """Whatever the link looks like, the same data is the same puzzle; also with percent signs, blanks and lost slashes."""
    solution = [1 + (row * 3 + row // 2 + column) % 6 for row in range(6) for column in range(6)]
    packed = pack(json.dumps({"size": 6, "grid": [[{}] * 6] * 6, "title": "a\u20acb\u20acc?d", "solution": solution}))
    assert {"+", "/"} <= {*packed}
    wanted = facts(one(packed))
    for data in (
        packed,
        packed.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"),
        packed.replace("+", " "),
        packed.rstrip("="),
    ):
        text = link.format(data)
        if link != "{}" or data == packed or data == packed.rstrip("="):
            assert recognises(text), text
            assert facts(one(text)) == wanted
            assert one(text).url == (text if "." in link else "")


def test_lost_slashes() -> None:
    """Where a program made one slash of two, they are put back."""
    titles = ("a" * number + "\uffff" for number in range(60))
    data = {"size": 4, "grid": [[{}] * 4] * 4}
    packed = {title: pack(json.dumps(data | {"title": title}, ensure_ascii=False)) for title in titles}
    links_with_slashes = {title: link for title, link in packed.items() if "//" in link}
    assert links_with_slashes
    for title, link in links_with_slashes.items():
        assert one(LOAD + link.replace("//", "/")).title == title


def test_json() -> None:
    """JSON is read as it is, and its parts become those of the spec."""
    grid: list[list[dict[str, object]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][1] = {"value": 3, "given": True}
    grid[2][2] = {"value": 4, "centerPencilMarks": [1, 2]}
    data = {
        "size": 4,
        "title": " A  title ",
        "author": "Somebody",
        "ruleset": "Normal rules.\nOther rules: # none",
        "grid": grid,
        "solution": [1, 3, 2, 4, 2, 4, 1, 3, 3, 1, 4, 2, 4, 2, 3, 1],
        "disabledlogic": ["x"],
        "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#FF0000"}, {"lines": [["R1C1", "R1C2"]]}],
        "text": [{"cells": ["R1C1"], "value": "look here"}],
        "renban": [],
    }
    text = json.dumps(data, indent=2)
    assert recognises(text)
    (imported,) = read(SourceText("puzzle.json", text))
    puzzle = imported.puzzle
    assert puzzle
    assert (imported.title, puzzle.title, puzzle.author, puzzle.url) == ("A title", "A title", "Somebody", "")
    assert puzzle.givens == {"number": {(1, 3): 3}}
    assert list(puzzle.solution["number"].values()) == data["solution"]
    assert puzzle.rules == ("Normal rules.\nOther rules: # none",)
    assert puzzle.warnings == (
        "f-puzzles draws this without a rule; it is not in this spec: `text` with the text `look here`.",
        "These areas are only drawn, and have no rule: drawn_line_red, drawn_line_grey.",
    )
    spec = spec_of(puzzle)
    assert "# Other rules: # none" in spec
    assert solve(load_text(spec)).solutions


@pytest.mark.parametrize(
    ("text", "size", "uses", "regions"),
    [
        ("001122334455001122334455001122334455", 6, {"box_height": 3}, 0),
        ("0011001122332233", 4, {}, 0),
        ("0001021122312333", 4, {}, 4),
        ("................", 4, {"box_height": 1}, 0),
    ],
)
def test_regions(text: str, size: int, uses: Mapping[str, int], regions: int) -> None:
    """Regions that are boxes are boxes, of the usual size or another; others are areas. Both are written again."""
    if size == 6:
        text = "001122001122001122334455334455334455"
    cells = [{"region": None if sign == "." else int(sign)} for sign in text]
    puzzle = of_json(size, grid=[cells[at : at + size] for at in range(0, size * size, size)])
    assert puzzle.uses["sudoku"] == uses
    assert len(puzzle.areas.get("regions", {})) == regions
    assert facts(one(write(puzzle).text)) == facts(puzzle)
    assert facts(puzzle_of_spec(load_text(spec_of(puzzle))))["areas"] == facts(puzzle)["areas"]


def test_kropki() -> None:
    """Where all dots are given, dots of both kinds are Kropki dots; with numbers of their own they are not."""
    lists = {"difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R2C1", "R2C2"]}]}
    negative = ["difference", "ratio"]
    puzzle = of_json(negative=negative, **lists)
    assert puzzle.uses == {"sudoku": {}, "kropki_dots": {"negative": True}}
    assert puzzle.clues == {"kropki_dot": {(1, 2): "white", (3, 2): "black"}}
    assert not puzzle.warnings
    assert {name: data_of(write(puzzle).text)[name] for name in ("negative", *lists)} == {"negative": negative, **lists}
    lists["ratio"][0]["value"] = "3"  # type: ignore[assignment]
    puzzle = of_json(negative=negative, **lists)
    assert puzzle.clues == {"difference": {(1, 2): "white"}, "ratio": {(3, 2): 3}}
    assert len(puzzle.warnings) == 2
    assert "Some programs exempt them." in puzzle.warnings[0]


def test_clones() -> None:
    """Copies of the same shape that are no copies of each other have letters."""
    both = [{"cells": ["R1C1"], "cloneCells": ["R5C5"]}, {"cells": ["R2C1"], "cloneCells": ["R6C6"]}]
    puzzle = of_json(clone=both)
    assert sorted(puzzle.clues["clone_letter"].values()) == ["A", "A", "B", "B"]
    assert data_of(write(puzzle).text)["clone"] == both
    three = [both[0], {"cells": ["R5C5"], "cloneCells": ["R3C3"]}]
    puzzle = of_json(clone=three)
    assert len(puzzle.areas["clones"]) == 3
    assert "clone_letter" not in puzzle.clues


def test_arrows() -> None:
    """Arrows with one circle are one entry, and a circle of several cells is a pill."""
    arrows = [
        {"cells": ["R1C1"], "lines": [["R1C1", "R1C2"], ["R1C1", "R2C1", "R3C1"]]},
        {"cells": ["R5C5", "R5C6"], "lines": [["R5C6", "R4C6", "R3C6"]]},
    ]
    puzzle = of_json(arrow=arrows)
    assert puzzle.uses == {"sudoku": {}, "arrow": {}, "pill_arrow": {}}
    assert [*puzzle.areas["pills"].values()] == [((9, 9), (9, 11))]
    assert data_of(write(puzzle).text)["arrow"] == arrows


def test_little_killer() -> None:
    """A diagonal stands at its first cell on the board, and two diagonals can start there."""
    sums = [
        {"cell": "R0C2", "direction": "DR", "cells": ["R1C3", "R2C4", "R3C5", "R4C6"], "value": "20"},
        {"cell": "R0C4", "direction": "DL", "cells": ["R1C3", "R2C2", "R3C1"], "value": "9"},
    ]
    puzzle = of_json(littlekillersum=sums)
    assert puzzle.clues == {"little_killer": {(1, 5): ((20, "down_right"), (9, "down_left"))}}
    assert data_of(write(puzzle).text)["littlekillersum"] == sums


def test_parameters() -> None:
    """A number that a spec sets for dots or lines without one is written with each of them."""
    spec = "gridwright: 1\nuse: [sudoku, {difference: {usual: 2}}, {whispers: {least: 3}}]\ngrid: 4x4\n"
    spec += "areas: {whispers: [r1c1 r1c2]}\n"
    data = data_of(write(puzzle_of_spec(load_text(spec + "clues: {difference: {r1c1-r1c2: white, r2c1-r2c2: 1}}"))).text)
    assert [entry["value"] for entry in data["difference"]] == ["2", "1"]
    assert data["whispers"] == [{"lines": [["R1C1", "R1C2"]], "value": "3"}]


@pytest.mark.parametrize(
    ("spec", "lost"),
    [
        (
            "use: [sudoku, numbered_rooms]\nclues: {numbered_room: {left: [1, ., ., 2]}}",
            ["the rules of `numbered_rooms`, with 2 of `numbered_room`"],
        ),
        ("use: [sudoku, windoku]", ["the rules of `windoku`"]),
        ("use: sudoku\nrules: [{rule: 'number[r1c1] == 1', says: The first one.}]", ["a rule of its own: The first one."]),
        (
            "use: sudoku\nclues: {odd: {r1c1: 1}}\nareas: {zone: [r1c1 r1c2]}\nrules:\n- odd[r1c1] < 3 or len(zone) == 1",
            ["a rule of its own: odd[r1c1] < 3 or len(zone) == 1", "the areas `zone`", "the clues `odd`: r1c1"],
        ),
        ("use: [sudoku, {lockout: {least: 3}}]", ["the parameter `least` of `lockout`"]),
        ("use: [sudoku, {difference: {usual: 3, negative: true}}]", ["the parameter `usual` of `difference`"]),
        (
            "use: [sudoku, little_killer]\nclues: {little_killer: {r2c2: [5, down_left]}}",
            ["the clue of `little_killer` at r2c2, where f-puzzles has none"],
        ),
        (
            "use: [sudoku, quadruples]\nclues: {quadruple: {r1c1-r2c2: 1}}\nlayers: {more: {values: bool}}\n"
            "givens: {more: {r1c1: true}}",
            ["a layer of its own: `more`", "the givens of `more`"],
        ),
    ],
)
def test_losses(spec: str, lost: list[str]) -> None:
    """What f-puzzles cannot hold is named, with its place if it has one."""
    written = write(puzzle_of_spec(load_text(f"gridwright: 1\ngrid: 4x4\n{spec}")))
    assert [loss.message for loss in written.losses] == lost
    assert one(written.text)


# mistakes


LINE = {"lines": [["R1C1", "R1C2", "R1C3"]]}
MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"wormhole": [LINE]}, "this puzzle has the constraint `wormhole`, which no library of Gridwright has"),
    ({"wormhole": [LINE], "foglink": True}, "has the constraints `wormhole`, `foglink`, which"),
    ({"renbann": [LINE]}, "did you mean 'renban'"),
    ({"size": 0}, "`size` must be from 1 to 31"),
    ({"size": [6]}, "`size` must be a number .got a list."),
    ({"size": 5}, "`grid` has 6 rows; `size` is 5"),
    ({"grid": [[{}] * 6] * 5 + [[{}] * 5]}, "row 6 of `grid` has 5 cells; `size` is 6"),
    ({"grid": [[{"value": 7, "given": True}] + [{}] * 5] + [[{}] * 6] * 5}, "the value of R1C1 must be from 1 to 6 .got 7."),
    ({"grid": [[{"givenPencilMarks": [1]}] + [{}] * 5] + [[{}] * 6] * 5}, "R1C1 has printed candidates"),
    ({"grid": [[{"portal": 1}] + [{}] * 5] + [[{}] * 6] * 5}, "R1C1 has `portal`, which is unknown here"),
    ({"grid": [[{"region": None}] + [{}] * 5] + [[{}] * 6] * 5}, "R1C1 lies in no region, but other cells do"),
    ({"grid": [[{"region": 3}] + [{}] * 5] + [[{}] * 6] * 5}, "the region of R1C1 has 7 cells, and not 6"),
    ({"solution": [1, 2]}, "`solution` has 2 values; the board has 36 cells"),
    ({"solution": [7] * 36}, "the solution of R1C1 must be from 1 to 6"),
    ({"antiknight": [1]}, "`antiknight` must be true or false"),
    (
        {"negative": ["difference", "quadruple"]},
        "`negative` names `quadruple`, of which no library of Gridwright has a negative form",
    ),
    ({"negative": ["nothing"]}, "`negative` names `nothing`, which no library"),
    ({"thermometer": [{"lines": [["R1C1"]]}]}, "item 1 of `thermometer` has 1 cell; `thermo` needs at least 2"),
    ({"thermometer": [{"lines": [["R1C1", "R1C3"]]}]}, "R1C3 does not touch R1C1, the cell before it in item 1 of `thermometer`"),
    ({"renban": [{"lines": [["R1C1", "R1C2", "R1C1"]]}]}, "passes through a cell twice"),
    ({"renban": [LINE | {"value": "3"}]}, "item 1 of `renban` has `value`, which is unknown there"),
    ({"renban": [LINE, {"lines": [["R1C1", "R1C7"]]}]}, "item 2 of `renban` names `R1C7`, which is not on the board of 6 rows"),
    ({"renban": [{"lines": [["A1", "R1C7"]]}]}, "item 1 of `renban` must name a cell, as in `R1C2` .got `A1`."),
    ({"renban": {"lines": []}}, "`renban` must be a list .got a mapping."),
    ({"killercage": [{"cells": ["R1C1"], "value": "A+B"}]}, "the value of item 1 of `killercage` cannot be `A.B`"),
    ({"killercage": [{"cells": ["R1C1", "R1C1"]}]}, "item 1 of `killercage` names a cell twice"),
    ({"difference": [{"cells": ["R1C1", "R2C2"]}]}, "item 1 of `difference` must have two cells with a common side"),
    ({"xv": [{"cells": ["R1C1", "R2C1"]}]}, "item 1 of `xv` has no `value`"),
    ({"xv": [{"cells": ["R1C1", "R2C1"], "value": "I"}]}, "the value of item 1 of `xv` cannot be `I`"),
    ({"quadruple": [{"cells": ["R1C1", "R2C2"], "values": [1]}]}, "must have the four cells around a corner"),
    (
        {"quadruple": [{"cells": ["R1C1", "R2C2", "R1C2", "R2C1"], "values": [9]}]},
        "a value of item 1 of `quadruple` must be from 1 to 6",
    ),
    ({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R2C1", "R3C1"]}]}, "are not the same shape, cell by cell"),
    ({"skyscraper": [{"cell": "R0C1", "value": "9"}]}, "the value of item 1 of `skyscraper` cannot be `9`"),
    ({"skyscraper": [{"cell": "R1C1", "value": "1"}]}, "must stand beside a row or column, not at R1C1"),
    ({"littlekillersum": [{"cell": "R0C1", "direction": "UP", "value": "9"}]}, "must be UL, UR, DL or DR"),
    ({"littlekillersum": [{"cell": "R0C1", "direction": "UL", "value": "9"}]}, "does not point along a diagonal"),
    (
        {"arrow": [{"cells": ["R1C1"], "lines": [["R2C2", "R2C3"]]}]},
        "item 1 of `arrow` begins in R2C2, which is not in its circle",
    ),
    ({"odd": [{"cell": "R1C1"}], "even": [{"cell": "R1C1"}]}, "item 1 of `even` stands where another clue of `parity` does"),
    (
        {"disjointgroups": True, "grid": [[{"region": None}] * 6] * 6},
        "the board has no regions, but `disjoint_groups` speaks of them",
    ),
    ({"title": 5}, "`title` must be a text .got `5`."),
]


@pytest.mark.parametrize(("change", "message"), MISTAKES)
def test_mistakes(change: dict[str, Any], message: str) -> None:
    """A mistake is said with its place."""
    with pytest.raises(SpecError, match=message):
        of_json(**change)


HOSTILE = [
    ("https://f-puzzles.com/?id=abc", "", "this link has no puzzle in it, only the name `abc` of one that f-puzzles keeps"),
    (LOAD + BEGIN, "", "the data of this link cannot be unpacked: it is cut off"),
    (LOAD + "%%%", "", "cannot be unpacked: it cannot contain '%'"),
    (LOAD, "", "cannot be unpacked: it is cut off"),
    (LOAD, "[1]", "it is not packed JSON"),
    (LOAD, '{"size": 6', "this is not the JSON of f-puzzles: "),
    (LOAD, '{"size": ' + "[" * 5000 + "]" * 5000 + "}", "it has more than 40 levels"),
    (LOAD, '{"size":' + "9" * 6000 + "}", "this is not the JSON of f-puzzles"),
    (LOAD, '{"a":"' + "a" * 2_000_000 + '"}', "unpacked it has more than 2,000,000 characters"),
    (LOAD, json.dumps({"size": 6, **{str(at): 0 for at in range(300)}}), "this has 301 keys"),
    ('{"size": 6, "grid": ["\\', "", "this is not the JSON of f-puzzles"),
    ("..1..", "", "this is no link of f-puzzles"),
]


@pytest.mark.parametrize(("begin", "packed", "message"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile(begin: str, packed: str, message: str) -> None:
    """What is no link, or a hostile one, gets a short message."""
    with pytest.raises(SpecError, match=message) as caught:
        one(begin + pack(packed) if packed else begin)
    assert len(str(caught.value)) < 1000


@pytest.mark.slow
def test_hostile_is_refused_soon() -> None:
    """A hostile link is refused in seconds."""
    for begin, packed, _ in HOSTILE:
        text = begin + pack(packed) if packed else begin
        start = time.process_time()
        with pytest.raises(SpecError):
            one(text)
        assert time.process_time() - start < 5, text[:80]


@pytest.mark.slow
def test_quick() -> None:
    """Reading a link takes no longer than a click."""
    link = LOAD + [*SAMPLES][-1]
    one(link)
    start = time.process_time()
    one(link)
    assert time.process_time() - start < 0.05


FULL: dict[str, Any] = {
    "size": 4,
    "title": "all",
    "author": "me",
    "ruleset": "rules",
    "grid": [[{"value": 1, "given": True, "region": 0}, {}, {"c": "#FFF"}, {}], [{}] * 4, [{}] * 4, [{}] * 4],
    "negative": ["xv", "ratio"],
    "diagonal+": True,
    "antiknight": True,
    "disjointgroups": True,
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}],
    "arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R1C3"]]}, {"cells": ["R2C1"], "lines": [["R2C1", "R3C1"]]}],
    "thermometer": [{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C2"]]}],
    "whispers": [{"lines": [["R1C1", "R1C2"]], "value": "2"}],
    "lockout": [{"lines": [["R1C1", "R1C2"]]}],
    "difference": [{"cells": ["R1C1", "R1C2"], "value": "2"}],
    "ratio": [{"cells": ["R1C1", "R2C1"]}],
    "xv": [{"cells": ["R1C1", "R2C1"], "value": "V"}],
    "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
    "clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C1", "R3C2"]}],
    "littlekillersum": [{"cell": "R0C1", "direction": "DR", "cells": ["R1C2", "R2C3", "R3C4"], "value": "6"}],
    "sandwichsum": [{"cell": "R0C1", "value": "3"}],
    "skyscraper": [{"cell": "R5C1", "value": "3"}],
    "odd": [{"cell": "R1C1"}],
    "minimum": [{"cell": "R4C4"}],
    "boxindexer": [{"cells": ["R1C1"]}],
    "line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}],
    "cage": [{"cells": ["R1C1"], "value": "DR5"}],
    "solution": [1, 3, 2, 4, 2, 4, 1, 3, 3, 1, 4, 2, 4, 2, 3, 1],
}
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats()
    | st.sampled_from(["", "R1C1", "R0C5", "R9C9", "X", "3", "-1", "\u0660"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["cells", "lines", "value", "cell"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All ways into a value."""
    yield way
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*way, key))


WAYS = [way for way in paths(FULL) if way]


def test_full() -> None:
    """The puzzle that is changed below is right as it is, and is the same again."""
    puzzle = of_json(4, **FULL)
    load_text(spec_of(puzzle))
    assert facts(one(write(puzzle).text)) == facts(puzzle)


@pytest.mark.slow
@settings(max_examples=100 * THOROUGH)
@given(st.lists(st.tuples(st.sampled_from(WAYS), VALUES), min_size=1, max_size=3))
def test_wrong_types(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    """Whatever stands anywhere, there is a puzzle of which a spec can be made, or an error with a message."""
    data = copy.deepcopy(FULL)
    for way, value in changes:
        inside: Any = data
        try:
            for key in way[:-1]:
                inside = inside[key]
            inside[way[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    try:
        puzzle = one(json.dumps(data))
    except SpecError as problem:
        assert problem.diagnostics[0].span
    else:
        load_text(spec_of(puzzle))
        write(puzzle)


@pytest.mark.slow
@settings(max_examples=100 * THOROUGH)
@given(
    st.sampled_from([LOAD + packed for packed in SAMPLES] + [LOAD + pack(json.dumps(FULL)), json.dumps(FULL)]),
    st.lists(st.tuples(st.integers(0, 600), st.integers(0, 2), st.text('ABNIgz+/=%2 {}[]",:09-\u20ac', max_size=2)), max_size=4),
)
def test_damaged(text: str, changes: list[tuple[int, int, str]]) -> None:
    """A link or a file with changes anywhere is a puzzle of which a spec can be made, or an error with a message."""
    for at, length, put in changes:
        text = text[:at] + put + text[at + length :]
    recognises(text)
    try:
        puzzle = one(text)
    except SpecError as problem:
        assert problem.diagnostics[0].span
    else:
        load_text(spec_of(puzzle))


def test_format() -> None:
    """It is a format of links, and no text is in two formats."""
    assert FORMAT.is_link
    assert not recognises("..1..")
    assert not recognises("https://sudokupad.app/sclN4Ig")
    assert not recognises("")
    for text in [link.format([*SAMPLES][-1]) for link in LINKS] + [json.dumps(FULL), "https://f-puzzles.com/?id=abc"]:
        assert recognised_format(SourceText("puzzle.txt", text)) is FORMAT


def test_drawings_are_kept() -> None:
    """Lines and coloured cells without a rule are areas that the spec draws, and are written again; other drawings are named."""
    cells = [[{} for _ in range(4)] for _ in range(4)]
    data = {
        "size": 4,
        "grid": cells,
        "line": [{"lines": [["R1C1", "R2C2", "R2C3"]], "outlineC": "#FF0000"}, {"lines": [["R1C1", "R4C4"]]}],
        "rectangle": [{"cells": ["R3C3"], "baseC": "#0000FF"}],
        "text": [{"cells": ["R1C1"], "value": "hi"}],
    }
    (imported,) = read(SourceText("drawn", json.dumps(data)))
    assert imported.puzzle is not None
    assert imported.puzzle.display == {"drawn_line_red": "line red", "drawn_shade_blue": "shade blue"}
    assert len(imported.puzzle.warnings) == 2
    again = puzzle_of_spec(load_text("gridwright: 1\n" + puzzle_text(imported.puzzle)))
    written = write(again)
    assert not written.losses
    (back,) = read(SourceText("drawn", written.text))
    assert back.puzzle is not None
    assert back.puzzle.display == imported.puzzle.display
    assert [*back.puzzle.areas] == [*imported.puzzle.areas]
