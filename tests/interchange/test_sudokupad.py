"""SudokuPad: pictures that are read, all examples drawn and read again, short forms, what is refused, hostile links."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.authoring.import_puzzle import recognised_format
from gridwright.runtime.interchange.formats import f_puzzles
from gridwright.runtime.interchange.formats.sudokupad import FORMAT, LINK, read, recognises, write
from gridwright.runtime.interchange.lz_string import pack, unpack
from gridwright.runtime.interchange.puzzle import PrintedPuzzle
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.interchange.puzzle_text import puzzle_text
from gridwright.runtime.interchange.sudokupad.short_keys import NotReadable, read_short
from gridwright.runtime.solving.solve import solve
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

BOXES = [[[row + r, column + c] for r in (0, 1) for c in (0, 1)] for row in (0, 2) for column in (0, 2)]
SOLUTION = "1324241331424231"
PICTURE: dict[str, Any] = {
    "id": "abc",
    "cellSize": 50,
    "metadata": {
        "title": "A picture",
        "author": "Somebody",
        "rules": "Normal rules.\nAnd a line.",
        "solution": SOLUTION,
        "antiknight": False,
    },
    "cells": [
        [{"value": 1}, {}, {}, {}],
        [{}, {"value": "4", "given": True}, {}, {}],
        [{}, {}, {}, {"pencilMarks": [1]}],
        [{}, {}, {}, {}],
    ],
    "regions": BOXES,
    "cages": [
        {"cells": [[0, 0], [0, 1]], "value": "4"},
        {"cells": [[2, 2], [2, 3]], "unique": True},
        {"cells": [[3, 3]], "value": "x", "style": "box"},
        {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "hidden": True, "unique": True, "type": "rowcol"},
    ],
    "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 0.5]], "color": "#CFCFCF", "thickness": 10}],
    "overlays": [{"center": [1, 1], "width": 0.3, "height": 0.3, "text": "V"}] * 2,
    "foglight": [[0, 0]],
}
WARNINGS = (
    "SudokuPad draws this and knows no rule for it; it is not in this spec: cells with marks (1), cages with the text `x` (1), "
    "lines (1), overlays (2), part `foglight` (1).",
    "Cages are read as cages in which no number is twice, with the sums that they print; the picture does not say so itself.",
)


def one(text: str) -> PrintedPuzzle:
    """The puzzle of a link."""
    (imported,) = read(SourceText("puzzle.txt", text))
    assert imported.puzzle
    return imported.puzzle


def of_json(**more: object) -> PrintedPuzzle:
    """The puzzle of a picture with other parts."""
    return one(LINK + pack(json.dumps(PICTURE | more)))


def data_of(link: str) -> dict[str, Any]:
    """The JSON in a link."""
    data: dict[str, Any] = json.loads(unpack(link.removeprefix(LINK)))
    return data


def spec_of(puzzle: PrintedPuzzle) -> str:
    """The text of the spec of a puzzle."""
    return "gridwright: 1\n" + puzzle_text(puzzle)


LINKS = [
    "https://sudokupad.app/scl{}",
    "https://sudokupad.app/ctc{}?setting-nogrid=1",
    "https://app.crackingthecryptic.com/sudoku/?puzzleid=ctc{}",
    "https://beta.sudokupad.app/scl{}",
    "scl{}",
    "{}",
]


@pytest.mark.parametrize("link", LINKS)
def test_picture(link: str) -> None:
    """Givens, regions, cages and the solution of a picture are read, and its drawings are listed."""
    text = link.format(pack(json.dumps(PICTURE)))
    assert recognises(text)
    assert not f_puzzles.recognises(text)
    puzzle = one(text)
    assert (puzzle.title, puzzle.author, puzzle.rules) == ("A picture", "Somebody", ("Normal rules.\nAnd a line.",))
    assert puzzle.uses == {"sudoku": {}, "killer": {}}
    assert puzzle.givens == {"number": {(1, 1): 1, (3, 3): 4}}
    assert [*puzzle.areas["cages"].values()] == [((1, 1), (1, 3)), ((5, 5), (5, 7))]
    assert [*puzzle.clues["cage_sum"].values()] == [4]
    assert "".join(str(value) for value in puzzle.solution["number"].values()) == SOLUTION
    spec = load_text(spec_of(puzzle))
    assert solve(spec).solutions


def test_warnings() -> None:
    """What is drawn only is named."""
    assert of_json().warnings == WARNINGS


SHORT = (
    "{id:'abc',cs:50,metadata:{t:'A picture',author:'Somebody',rules:'It's so.'},ce:[[{v:1},,,],[,{v:4,given:t},,],[,,,],[,,,]],"
    "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"
    "ca:[{ce:[[0,0],[0,1]],v:'4'}],l:[{wp:[[.5,.5],[1.5,.5]],c:CFCFCF,th:10}],o:[{ct:[1,1],w:.3,h:.3,te:'V',r:t,c1:#0,c2:#F}]}"
)


def test_short_keys() -> None:
    """The form with short keys says the same."""
    short = read_short(SHORT)
    assert isinstance(short, dict)
    assert short["cells"][0] == [{"value": 1}, {}, {}, {}]
    assert short["metadata"] == {"title": "A picture", "author": "Somebody", "rules": "It's so."}
    assert short["lines"] == [{"wayPoints": [[0.5, 0.5], [1.5, 0.5]], "color": "CFCFCF", "thickness": 10}]
    assert short["overlays"][0]["rounded"] is True
    assert (short["overlays"][0]["borderColor"], short["overlays"][0]["backgroundColor"]) == ("#000000", "#FFFFFF")
    puzzle = one("https://sudokupad.app/scl" + pack(SHORT))
    assert puzzle.givens == of_json().givens
    assert puzzle.rules == ("It's so.",)
    assert read_short(json.dumps(PICTURE)) == PICTURE


def test_old_metadata() -> None:
    """Older links have the words in cages without cells."""
    cages = [
        {"value": "title: Old"},
        {"value": "author: Someone"},
        {"cells": [], "value": "rules: One\ntwo"},
        {"value": f"solution: {SOLUTION}"},
    ]
    puzzle = of_json(metadata={}, cages=cages)
    assert (puzzle.title, puzzle.author, puzzle.rules) == ("Old", "Someone", ("One\ntwo",))
    assert len(puzzle.solution["number"]) == 16
    assert "killer" not in puzzle.uses


def test_flags() -> None:
    """Rules of the whole board have libraries; others are refused."""
    assert "anti_knight" in of_json(metadata={"antiknight": True}).uses
    assert of_json(**{"global": ["diagonal+", "antiking"]}).uses.keys() >= {"diagonal", "anti_king"}
    assert of_json(**{"global": ["diagonal+"]}).uses["diagonal"] == {"falling": False}
    with pytest.raises(SpecError, match="has the rule `wormholes`, which no library"):
        of_json(**{"global": ["wormholes"]})


def test_regions() -> None:
    """Regions are boxes or areas; without any there are only rows and columns."""
    rows = [[[row, column] for column in range(4)] for row in range(4)]
    assert of_json(regions=rows).uses["sudoku"] == {"box_height": 1}
    assert "no regions" in " ".join(of_json(regions=[]).warnings)
    odd = copy.deepcopy(BOXES)
    odd[0][3], odd[1][0] = odd[1][0], odd[0][3]
    assert len(of_json(regions=odd).areas["regions"]) == 4


CLASSICS: list[tuple[str, str, dict[str, Any]]] = [
    ("scf" + "o" * 13 + "K", "0" * 81, {}),  # 13 times a blank with 5 more, and a blank with 2 more
    ("scf" + "o" * 13 + "Kwx", "0" * 81, {"windoku": {}, "diagonal": {}}),
    ("https://sudokupad.app/scfP3" + "o" * 12 + "e", "5003" + "0" * 77, {}),  # 5 with 2 blanks after it, 3 with none
    ("classicC5zb", "005" + "0" * 78, {}),  # 2 blanks, 5, 51 blanks, 27 blanks
    ("https://sudokupad.app/classic" + SOLUTION * 5 + "1", SOLUTION * 5 + "1", {}),
]


@pytest.mark.parametrize(("text", "cells", "more"), CLASSICS)
def test_classic(text: str, cells: str, more: dict[str, Any]) -> None:
    """Links with 81 cells, with blanks counted; letters behind them are libraries."""
    assert recognises(text)
    puzzle = one(text)
    givens = puzzle.givens.get("number", {})
    assert "".join(str(givens.get(cell, 0)) for cell in puzzle.cells) == cells
    assert puzzle.uses == {"sudoku": {}, **more}


NUMBERS = [name for name, library in libraries().items() if library.family in ("sudoku", "latin", "numbers")]


@pytest.mark.parametrize("name", NUMBERS)
def test_every_genre(name: str) -> None:
    """The first example of each genre of digits becomes a picture, with its solution; what is a sudoku is read again."""
    example = yaml.safe_load(libraries()[name].file.read_text("utf-8"))["examples"][0]
    spec = {key: value for key, value in example.items() if key != "wrong"}
    puzzle = puzzle_of_spec(load_text(yaml.safe_dump({"gridwright": 1, "use": name, **spec}, sort_keys=False)))
    try:
        written = write(puzzle)
    except SpecError as problem:
        assert "it must have one number in each cell" in str(problem)
        assert libraries()[name].family != "sudoku"
        return
    data = data_of(written.text)
    layer = next(iter(puzzle.solution), "")
    assert len(data["cells"]) == puzzle.height
    assert len(data["cells"][0]) == puzzle.width
    if layer and not written.losses:
        assert len(data["metadata"]["solution"]) == len(puzzle.cells)
    assert data["metadata"]["rules"]
    drawn = sum(len(data[part]) for part in ("cages", "lines", "arrows", "underlays", "overlays"))
    regions = puzzle.areas.get("regions", {})
    shown = sum(len(areas) for kind, areas in puzzle.areas.items() if kind not in ("regions", "rooms"))
    assert drawn >= max([shown, *map(len, puzzle.clues.values())])
    if "sudoku" in puzzle.uses:
        again = one(written.text)
        assert again.givens == puzzle.givens
        assert again.solution == puzzle.solution
        assert again.uses["sudoku"] == puzzle.uses["sudoku"]
        assert [sorted(area) for area in again.areas.get("regions", {}).values()] == [sorted(area) for area in regions.values()]
        if name == "killer":
            assert [*again.areas["cages"].values()] == [*puzzle.areas["cages"].values()]
            assert [*again.clues["cage_sum"].values()] == [*puzzle.clues["cage_sum"].values()]


def test_what_is_drawn() -> None:
    """Thermometers have bulbs, arrows circles, dots colours, and sums outside stand outside."""
    spec = """
gridwright: 1
title: Everything
use: [sudoku, thermo, arrow, killer, kropki_dots, quadruples, sandwich, odd_even, little_killer, palindrome]
grid: 4x4
areas:
  thermos: [r1c1 r1c2 r2c3]
  arrows: [r3c1 r3c2 r3c3]
  palindromes: [r4c1 r4c2]
  cages: {a: r1c1 r2c1}
clues:
  cage_sum: {a: 5}
  kropki_dot: {r1c1-r1c2: white, r2c2-r3c2: black}
  quadruple: {r1c1-r2c2: [1, 2]}
  sandwich: {top: [5, ., ., .], right: [., 0, ., .]}
  parity: {r4c4: odd}
  little_killer: {r1c2: [6, down_right]}
"""
    written = write(puzzle_of_spec(load_text(spec)))
    assert not written.losses
    data = data_of(written.text)
    assert data["lines"][0] == {
        "wayPoints": [[0.5, 0.5], [0.5, 1.5], [1.5, 2.5]],
        "color": data["lines"][0]["color"],
        "thickness": 20,
    }
    assert len(data["lines"]) == 2
    assert data["arrows"][0]["wayPoints"] == [[2.5, 0.5], [2.5, 1.5], [2.5, 2.5]]
    assert data["cages"] == [{"cells": [[0, 0], [1, 0]], "unique": True, "value": "5", "sum": 5}]
    centres = {tuple(shape["center"]): shape for shape in data["underlays"]}
    assert centres.keys() == {(0.5, 0.5), (2.5, 0.5), (3.5, 3.5)}
    overlays = {tuple(shape["center"]): shape for shape in data["overlays"]}
    assert overlays[0.5, 1.0]["backgroundColor"] == "#FFFFFF"
    assert overlays[2.0, 1.5]["backgroundColor"] == "#000000"
    assert overlays[1.0, 1.0]["text"] == "1 2"
    texts = [(*shape["center"], shape["text"]) for shape in data["overlays"] if "text" in shape]
    assert {(-0.5, 0.5, "5"), (-0.5, 0.72, "6")} <= {*texts}  # a sum of a column, and one of a diagonal
    assert overlays[1.5, 4.5]["text"] == "0"
    assert data["regions"] == BOXES
    assert "Numbers increase along a thermometer" in data["metadata"]["rules"]


def test_losses() -> None:
    """Rules of a spec's own that its words do not say are lost, and so is what is no digit."""
    spec = "gridwright: 1\nuse: sudoku\ngrid: 4x4\nrules:\n- number[r1c1] > number[r1c2]\n"
    spec += "- {rule: 'number[r1c1] > 1', says: Not one.}"
    written = write(puzzle_of_spec(load_text(spec)))
    assert [loss.message for loss in written.losses] == ["a rule of its own: number[r1c1] > number[r1c2]"]
    assert "Not one." in data_of(written.text)["metadata"]["rules"]
    with pytest.raises(SpecError, match="one number in each cell"):
        write(puzzle_of_spec(load_text("gridwright: 1\nuse: heyawake\ngrid: 1x2\nareas: {rooms: [r1c1 r1c2]}")))


def test_layer_of_its_own() -> None:
    """A spec with rules and digits of its own is drawn too, if its solution tells which digits those are."""
    spec = """
gridwright: 1
text: Both cells hold 1 or 2, and they differ.
grid: 1x2
layers: {digit: {values: 1..2}}
clues: {hint: {r1c1: 7}}
rules:
  - digit[r1c1] != digit[r1c2] and hint[r1c1] == 7
givens: {digit: {r1c1: 1}}
expect: {solution: {digit: {r1c1: 1, r1c2: 2}}}
"""
    written = write(puzzle_of_spec(load_text(spec)))
    data = data_of(written.text)
    assert not written.losses
    assert data["metadata"] == {"rules": "Both cells hold 1 or 2, and they differ.", "solution": "12"}
    assert data["cells"] == [[{"value": "1"}, {}]]
    assert [text["text"] for text in data["overlays"]] == ["7"]


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"cells": [[{}] * 4] * 3}, "row 1 of the board has 4 cells, and there are 3 rows"),
    ({"cells": []}, "the board has 0 rows"),
    ({"cells": {"a": 1}}, "`cells` must be a list"),
    ({"cells": [[{"value": "A"}, {}, {}, {}]] + [[{}] * 4] * 3}, "the given at r1c1 must be a number .got `A`."),
    ({"cells": [[{"value": 5}, {}, {}, {}]] + [[{}] * 4] * 3}, "the given at r1c1 must be from 1 to 4"),
    ({"regions": BOXES[:3]}, "the 3 regions of the picture are not 4 regions of 4 cells"),
    ({"regions": [*BOXES[:3], BOXES[0]]}, "r1c1 lies in two"),
    ({"regions": [[[0, 9]]]}, "a row or column of region 1 must be from 0 to 3"),
    ({"metadata": {"solution": "123"}}, "`solution` has 3 characters; the board has 16 cells"),
    ({"metadata": {"solution": "9" * 16}}, "the solution at r1c1 must be from 1 to 4"),
    ({"metadata": {"norowcol": True}}, "rows and columns may repeat digits"),
    ({"metadata": {"title": [1]}}, "`title` of `metadata` must be a text"),
]


@pytest.mark.parametrize(("change", "message"), MISTAKES)
def test_mistakes(change: dict[str, Any], message: str) -> None:
    """A mistake is said with its place."""
    with pytest.raises(SpecError, match=message):
        of_json(**change)


@pytest.mark.parametrize(
    ("begin", "packed", "message"),
    [
        ("https://sudokupad.app/8zm2xq1k", "", "only the name `8zm2xq1k` of one that SudokuPad keeps on its server"),
        ("https://sudokupad.app/somebody/a-puzzle", "", "only the name `somebody/a-puzzle`"),
        ("https://sudokupad.app/", "", "only the name ``"),
        ("https://sudokupad.app/scfo", "", "does not hold the 81 cells"),
        (LINK + "N4Ig", "", "cannot be unpacked"),
        (LINK, "{ce:[[", "this is not the JSON of SudokuPad"),
        (LINK, "{ce:" + "[" * 3000, "more than 40 levels"),
        (LINK, '{"a":"' + "'" * 50_000, "this is not the JSON of SudokuPad"),
        (LINK, '{a:"' + '\\"' * 50_000, "this is not the JSON of SudokuPad"),
        (LINK, "{" + " " * 500_000, "this is not the JSON of SudokuPad"),
        (LINK, "{a:'" + "a" * 2_000_000 + "'}", "more than 2,000,000 characters"),
        ("..1..", "", "this is no link of SudokuPad"),
    ],
    ids=range(12),
)
def test_hostile(begin: str, packed: str, message: str) -> None:
    """What is no link, or a hostile one, gets a short message."""
    with pytest.raises(SpecError, match=message) as caught:
        one(begin + pack(packed) if packed else begin)
    assert len(str(caught.value)) < 1000


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.sampled_from(["", "title: x", "3", "x", "\u0660"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["cells", "value", "title", "c"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All ways into a value."""
    yield way
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*way, key))


@pytest.mark.slow
@settings(max_examples=100 * THOROUGH)
@given(st.lists(st.tuples(st.sampled_from([way for way in paths(PICTURE) if way]), VALUES), min_size=1, max_size=3))
def test_wrong_types(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    """Whatever stands anywhere, there is a puzzle of which a spec can be made, or an error with a message."""
    data = copy.deepcopy(PICTURE)
    for way, value in changes:
        inside: Any = data
        try:
            for key in way[:-1]:
                inside = inside[key]
            inside[way[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    try:
        puzzle = one("scl" + pack(json.dumps(data)))
    except SpecError as problem:
        assert problem.diagnostics[0].span
    else:
        load_text(spec_of(puzzle))
        write(puzzle)


@pytest.mark.slow
@settings(max_examples=100 * THOROUGH)
@given(st.text("{}[]:,'\"\\tf0c# ", max_size=40) | st.text(max_size=20))
def test_short_garbage(text: str) -> None:
    """Any text is a value, or refused."""
    try:
        read_short(text)
    except NotReadable as problem:
        assert str(problem)


JSON = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text("abc ,:'\u20ac", max_size=6),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3) | st.dictionaries(st.text("xyz", min_size=1), inner, min_size=1, max_size=3)
    ),
)


@given(JSON)
def test_plain_json_is_short_too(value: Any) -> None:
    """What stands in quotes is read as JSON reads it."""
    assert read_short(json.dumps(value, ensure_ascii=False)) == value


def test_format() -> None:
    """It is a format of links, and short names are refused by it and not taken for something else."""
    assert FORMAT.is_link
    assert not recognises("..1..")
    assert not recognises("https://f-puzzles.com/?load=N4Ig")
    assert not recognises("https://sudokupad.app/fpuzN4IgzglgXgpiBcA2ANCA5gJwgEwQbT2")
    links = [link.format(pack(json.dumps(PICTURE))) for link in LINKS]
    for text in [*links, *(text for text, _, _ in CLASSICS), json.dumps(PICTURE), "https://sudokupad.app/8zm2xq1k"]:
        assert recognised_format(SourceText("puzzle.txt", text)) is FORMAT
