"""Links to Penpa+.

What is expected here comes from the description of the format, and from a packer and unpacker of the test's own; the points of
the small boards are counted by hand.
"""

from __future__ import annotations

import base64
import json
import re
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any
from urllib.parse import quote

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.syntax import schema, yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.interchange.formats import puzz_link
from gridwright.runtime.interchange.formats.penpa import FORMAT, read, read_as, write
from gridwright.runtime.interchange.penpa.convention import convention_of
from gridwright.runtime.interchange.penpa.link import (
    ABBREVIATIONS,
    PointNumbers,
    abbreviate,
    expand,
    inner_link,
    is_link,
    link_of,
    read_link,
)
from gridwright.runtime.interchange.puzzle import PrintedPuzzle
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.interchange.puzzle_text import puzzle_text
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ways import THOROUGH

# The first example of the description, and what it says of it.
MASYU = (
    "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
    "7VNNb4JAEL3zK8yc5wALfnRv1mov1H5oYwwhBi2NpFAsSGPW8N87O2hJGw6NaRMPzWZeHm9nd+ZlmfytCLIQO7TsHppo0RKdDoflOBzmYU2jbRzKFvaL7TrN"
    "iCDejkb4HMR5iIZ3SPONvbqQqo/qWnogADks8FHdy726kWqOakJbgJaPkBTxNlqlcZrBUVMuMQtQEB3WdMb7mg0q0TKJjw+c6JzoKspWcbhwK+VOemqKoGtf"
    "8mlNIUnfQ6iO8fcqTZaRFpbBlhzm62gDaNNGXjylLwUcK5So+pUD94cO7NqB/enAbnYgfsNBHL2Gu4bmL/yypHd5oPYX0tNOHmvaq+lE7kvdkUaLcS73IBy6"
    "xsKvrYFjN6pdUsV3td14Q7dBpZIjLiwYp9QXKpvxitFkbDO6nDNknDEOGB3GDud0tbOTvf9RO54QPGrVap/OfcMDlx69NU6zJIjpf5isg00INIWlATvg8GwU"
    "OvV/MM9zMPUbmef2i55bOzQ0vvEB"
)
# A link that Penpa+ itself has written, with an answer that it checks, from the tests of puzzlekit (MIT). It names its origin.
SLITHERLINK = (
    "https://swaroopg92.github.io/penpa-edit/#m=solve&p=vVZrb+o4EP3Or1j5a60lL0IaqVrxrFTdsuWWLlsihEwwTcBgmkeLgtrf3rGTbnCgV9p"
    "Ku7I8mjnjGc/YPlHi55REFNswTAdrWIdh2LacumXJqRVjFCaMur/hVpoEPAIlSJJd7NbruzSbZJPfWbhd13d/xCxMAhrVbRi62ZyvdNsxSNAkjr3wMf6z3"
    "8dLwmKKbx5X7e669dpr/V1vTEzzYbC8WHWHD6vF+C99qIX1SBswZ3t7122zi+tschu0XmiP2ncx9wNGyYJkk/HNnm37zlOw1Ds3QcdZkq0WPzujy5f28Oq"
    "q5hW1T2seMhFGOkwDTd+RzzfzEL17iC6e6B5hc1o7ZD/dQzZzvekbzh5K1SnVe/cAcuAekGEg1xOHBSmnkNME0yxNC0yjNG1lsdlUTEtNZYnYMpUlYstUl"
    "ogV15SbDdVri1Sl124oqWx136Zac/M4FXSpy14fpexLaUg5gqPAmSllV0pNyoaUP+SanpRjKTtSWlLack1THGat5hlit8/R+L4uLvc+jZbEp3C9Hb7Z8Th"
    "MKIIrRTFnszj3zeie+Aly88d37FGwbbqZ00iBGOc7eNznMny6FDB82vKInnUJUDy5L1IJF3KTKFUyzXm0qJT0ShhTW5FEViA/jHymQkkUKjaJIv6qIBuSB"
    "AowJwnQPg7CnZqJbitnmRC1RLImld025Wm81dAeyQlPEN6BoN+lm7Vwdu0qVMXZEPh36xaMFRz0EIIAjDYpS0KfMw77Fhi8P09EGqD2SnUs/ULr5KCugT4"
    "odFAfQc2Pa/YjR+5cLxthJApoy2ihog1/gQ5kmLTzogD45zMCnaYLvk6LVbqgUusbHUCmzw6EmncgtDMdiMb+sw4up2/5ZWn/6gv5P3xB9gW/efQLipfOK"
    "nyG6ID+gutH3nP4F7Q+8lbxExKLYk95DOgZKgNaZTNAp4QG8ITTgH1Ba5G1ymxRVZXcYqsTfoutjinuoeJfQPwZoGntAw==&a=JYrBCQBACMN28d1PeuOI"
    "+6+hnpBCCM0sLQEWPBE69+z7NG+/41IN"
)
# What stands for what, in the order of the description.
SHORT = [
    '"qa"',
    "z9",
    '"pu_q"',
    "zQ",
    '"pu_a"',
    "zA",
    '"grid"',
    "zG",
    '"edit_mode"',
    "zM",
    '"surface"',
    "zS",
    '"line"',
    "zL",
    '"lineE"',
    "zE",
    '"wall"',
    "zW",
    '"cage"',
    "zC",
    '"number"',
    "zN",
    '"symbol"',
    "zY",
    '"special"',
    "zP",
    '"board"',
    "zB",
    '"command_redo"',
    "zR",
    '"command_undo"',
    "zU",
    '"command_replay"',
    "z8",
    '"numberS"',
    "z1",
    '"freeline"',
    "zF",
    '"freelineE"',
    "z2",
    '"thermo"',
    "zT",
    '"arrows"',
    "z3",
    '"direction"',
    "zD",
    '"squareframe"',
    "z0",
    '"polygon"',
    "z5",
    '"deletelineE"',
    "z4",
    '"killercages"',
    "z6",
    '"nobulbthermo"',
    "z7",
    '"__a"',
    "z_",
    "null",
    "zO",
]
EMPTY: dict[str, Any] = {
    **{key: {} for key in ("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage")},
    **{key: [] for key in ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")},
    "deletelineE": {},
}


# a packer and an unpacker, from the description


def pack(text: str) -> str:
    """Return a text packed as in a link."""
    packer = zlib.compressobj(wbits=-15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def unpack(packed: str) -> str:
    """Return the text that is packed."""
    return zlib.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()


def short(text: str) -> str:
    """Return a text with abbreviations, made one after the other."""
    for long, code in [("z", "zZ"), *zip(SHORT[::2], SHORT[1::2], strict=True)]:
        text = text.replace(long, code)
    return text


def long(text: str) -> str:
    """Return a text with abbreviations undone, one after the other."""
    for word, code in reversed([("z", "zZ"), *zip(SHORT[::2], SHORT[1::2], strict=True)]):
        text = text.replace(code, word)
    return text


def lines_of(link: str) -> list[str]:
    """Return the lines of the puzzle of a link."""
    return long(unpack(parts_of(link)["p"])).split("\n")


def parts_of(link: str) -> dict[str, str]:
    """Return the parts of the address of a link."""
    return dict(part.split("=", 1) for part in link.split("#")[1].split("&"))


def number(row: int, column: int, width: int, top: int = 0, left: int = 0) -> int:
    """Return the number of a cell, counted from 1, on a board that is `width` columns wide with its margins."""
    return (row + 1 + top) * (width + 4) + column + 1 + left


def link(
    rows: int,
    columns: int,
    problem: Mapping[str, Any],
    *,
    margins: Sequence[int] = (0, 0, 0, 0),
    title: str = "",
    kind: str = "square",
    solver: Mapping[str, Any] | None = None,
    cells: Sequence[int] | None = None,
    tags: Sequence[str] = (),
    mode: str = "edit",
    more: str = "",
) -> str:
    """Return a link with what is drawn; `rows` and `columns` with the margins."""
    top, bottom, left, right = margins
    inner = [
        number(row, column, columns, top, left)
        for row in range(1, rows - top - bottom + 1)
        for column in range(1, columns - left - right + 1)
    ]
    there = inner if cells is None else cells
    steps = [there[0], *(after - before for before, after in pairwise(there))]
    head = f"{kind},{columns},{rows},38,0,1,1,418,418,84,84,0,0,0,0,Title: {title},Author: ,,,OFF,false,"
    lines = [head, json.dumps(list(margins)), "{}", json.dumps({**EMPTY, **problem})]
    lines += ["" if solver is None else json.dumps({**EMPTY, **solver}), json.dumps(steps), "[]", "{}"]
    lines += ['"x"', '"x"', "[3,2,3]", "{}", '"x"', "0", "{}", "{}", "{}", json.dumps(list(tags)), "false"]
    return f"https://swaroopg92.github.io/penpa-edit/#m={mode}&p={pack(short(chr(10).join(lines)))}{more}"


def puzzle_from(text: str, genre: str = "") -> PrintedPuzzle:
    """Return the puzzle of a link."""
    (imported,) = read_as(SourceText("link", text), genre) if genre else read(SourceText("link", text))
    assert imported.puzzle is not None
    return imported.puzzle


def refusal(text: str, genre: str = "") -> str:
    """Return what reading a link says against it: the message, and the help."""
    with pytest.raises(SpecError) as caught:
        puzzle_from(text, genre)
    first = caught.value.diagnostics[0]
    return f"{first.message} | {first.help}"


# the wire


def test_example_of_the_description() -> None:
    """The circles of the masyu stand where its description says."""
    puzzle = puzzle_from(MASYU, "masyu")
    assert (puzzle.height, puzzle.width, puzzle.holes) == (6, 6, frozenset())
    white, black = [(1, 3), (3, 2), (4, 3), (6, 3)], [(3, 6)]
    expected = {(2 * row - 1, 2 * column - 1): "w" for row, column in white}
    expected |= {(2 * row - 1, 2 * column - 1): "b" for row, column in black}
    assert puzzle.clues == {"circle": expected}
    assert puzzle.warnings == ()


def test_own_unpacker() -> None:
    """The unpacker of this test reads the example, so that it can tell what the program writes."""
    lines = lines_of(MASYU)
    assert lines[0].startswith("square,6,6,38,")
    assert json.loads(lines[3])["symbol"]["47"] == [2, "circle_L", 1]


@pytest.mark.parametrize(
    ("points", "cell", "expected"),
    [
        (PointNumbers(10, 10), (1, 1), 30),
        (PointNumbers(9, 9), (1, 1), 28),
        (PointNumbers(6, 6), (1, 5), 24),  # r1c3 of the masyu
        (PointNumbers(6, 6), (5, 11), 47),  # r3c6
        (PointNumbers(9, 9, (1, 1, 1, 1)), (1, 1), 48),  # 11 columns with margins: 3 * 15 + 3
        (PointNumbers(4, 4, (3, 0, 3, 0)), (1, 1), 5 * 11 + 5),  # 7 columns with margins
        (PointNumbers(6, 6), (12, 12), 100 + 77),  # bottom right corner of r6c6
        (PointNumbers(6, 6), (0, 0), 100 + 11),  # top left corner: bottom right one of the cell beyond
        (PointNumbers(6, 6), (2, 1), 200 + 22),  # bottom side of r1c1
        (PointNumbers(6, 6), (1, 2), 300 + 22),  # right side of r1c1
        (PointNumbers(6, 6), (1, 1, 0), 400 + 4 * 22),  # its top left quarter
        (PointNumbers(6, 6), (1, 1, 3), 400 + 4 * 22 + 3),  # its bottom right quarter
        (PointNumbers(6, 6), (1, 1, 4), 800 + 4 * 22),  # its top
        (PointNumbers(6, 6), (1, 1, 7), 800 + 4 * 22 + 3),  # its bottom
    ],
)
def test_point_numbers(points: PointNumbers, cell: tuple[int, ...], expected: int) -> None:
    """Points have the numbers of the description, both ways."""
    assert points.number(cell) == expected
    assert points.spot(expected) == cell


@given(st.integers(1, 12), st.integers(1, 12), st.tuples(*[st.integers(0, 3)] * 4), st.data())
def test_numbers_and_points_are_inverse(height: int, width: int, margins: tuple[int, int, int, int], data: st.DataObject) -> None:
    """Each number is of one point."""
    points = PointNumbers(height, width, margins)
    tall, wide = points.size
    point_number = data.draw(st.integers(0, 12 * tall * wide - 1))
    spot = points.spot(point_number)
    assert spot is not None
    assert points.number(spot) == point_number
    assert points.spot(12 * tall * wide) is None


def test_abbreviations() -> None:
    """What is short for what is as described, in that order."""
    assert {"z": "zZ", **dict(zip(SHORT[::2], SHORT[1::2], strict=True))} == ABBREVIATIONS


@pytest.mark.slow
@given(st.text(st.sampled_from('z"ZQAqa_punumberSline')) | st.text())
@example('z"line"zL"lineE"zzZnull')
def test_abbreviating_is_undone(text: str) -> None:
    """A text comes back from its abbreviation, which is the one that the description makes."""
    assert abbreviate(text) == short(text)
    assert expand(short(text)) == long(short(text)) == text


@pytest.mark.parametrize("form", ["#m=edit&p={}", "?m=edit&p={}", "#m=solve&p={}", "#m=edit&p={}&l=solvedup", "#m=solve&p={}=="])
def test_forms_of_addresses(form: str) -> None:
    """Links have `#`, old ones `?`; padding and further parts do not matter."""
    packed = MASYU.partition("p=")[2]
    text = "https://opt-pan.github.io/penpa-edit/" + form.format(packed)
    assert is_link(text)
    assert len(puzzle_from(text, "masyu").clues["circle"]) == 5


@pytest.mark.parametrize(
    "text", ["https://puzz.link/p?masyu/6/6/1063000i3000", "masyu/6/6/1063000i3000", "." * 81, "", "a,b", "{}"]
)
def test_other_texts_are_not_recognised(text: str) -> None:
    """Links of other programs, grids and tables are not taken for links to Penpa+."""
    assert not is_link(text)


def test_inner_link() -> None:
    """A link that only holds an address of puzz.link says so."""
    inner = "https://puzz.link/p?masyu/6/6/1063000i3000"
    for held in (inner, quote(inner, safe="")):
        text = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={held}"
        assert inner_link(text) == inner
        assert refusal(text) == f"the link only leads to a link of puzz.link | import that one: {inner}"
    assert inner_link(MASYU) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://tinyurl.com/abc", "open it in a browser, and copy the long link"),
        ("https://swaroopg92.github.io/penpa-edit/", "no part `p=`"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=%%%", "damaged"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=abcd", "cut off"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=////", "damaged"),
        (MASYU[:400], "cut off"),
        (link(5, 5, {}, kind="hex"), "only boards of squares"),
        (link(5, 5, {}, kind="10"), "first version"),
        (link(5, 500, {}), "1 to 104 columns"),
        (link(5, 5, {}, margins=(3, 2, 0, 0), cells=[1]), "leave cells"),
        (link(5, 5, {"number": {"9999": ["1", 1, "1"]}}), "the point `9999`"),
        (link(5, 5, {"number": {"20": "1"}}), "under `number` of the puzzle stands"),
        (link(5, 5, {"symbol": {"20": [1]}}), "under `symbol` of the puzzle stands"),
        (link(5, 5, {"surface": [1]}), "under `surface` of the puzzle stands"),
        (link(5, 5, {"thermo": {"a": 1}}), "under `thermo` of the puzzle stands"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack("square,3,3\n[0,0,0,0]"), "cut off"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack("square,3,3\n[0,0,0,0]\n\n{"), "not JSON"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack("square,3,3\n[0,0,0,0]\n\n" + "[" * 100_000), "not JSON"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack("square,3,3\n[0,0,0,0]\n\n{}\n\n[1,1]"), "no cells"),
    ],
)
def test_refusals(text: str, words: str) -> None:
    """What cannot be read is refused with a sentence."""
    assert words in refusal(text, "masyu")


@pytest.mark.slow
def test_bombs() -> None:
    """A short text that unpacks to a very long one is refused before it is unpacked."""
    started = time.process_time()
    for part in ("p", "a"):
        bomb = pack("0" * 200_000_000) if part == "p" else "&a=" + pack("0" * 200_000_000)
        text = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={bomb}" if part == "p" else MASYU + bomb
        before = time.process_time()
        assert f"the part `{part}=` of the link is larger than 2,000,000 bytes" in refusal(text, "masyu")
        assert time.process_time() - before < 1
    expanding = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack("z8" * 900_000)
    assert "larger than" in refusal(expanding, "masyu")
    assert time.process_time() - started < 30


@pytest.mark.slow
@settings(max_examples=100 * THOROUGH)
@given(st.data())
def test_mutated_links(data: st.DataObject) -> None:
    """A link with some signs changed is read, or refused with a sentence."""
    text = data.draw(st.sampled_from([MASYU, NONOGRAM, write(KAKURO).text]))
    at = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(at, min(len(text), at + 30)))
    new = data.draw(st.text(max_size=8) | st.text(st.sampled_from("aZ09+/=&#?"), max_size=8))
    _tolerates(text[:at] + new + text[end:], data.draw(st.sampled_from(["masyu", "nonogram", "[sudoku, thermo]", new])))


@settings(max_examples=100 * THOROUGH)
@given(st.data())
def test_mutated_texts(data: st.DataObject) -> None:
    """A link whose text has been changed is read, or refused with a sentence."""
    text = data.draw(st.sampled_from(sorted(WORKS)))
    genre, made = text, WORKS[text]
    lines = lines_of(made)
    for _ in range(data.draw(st.integers(1, 3))):
        which = data.draw(st.sampled_from([0, 1, 3, 3, 3, 4, 5, 7, 17]))
        line = lines[which]
        at = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(at, min(len(line), at + 20)))
        pieces = [
            "",
            "0",
            "9" * 12,
            "null",
            "[]",
            "{}",
            "-1",
            "1.5",
            "true",
            '"',
            ",",
            '"25":[1,"circle_L",1]',
            '"26,27":3',
            '"a"',
            "[[1]]",
        ]
        lines[which] = line[:at] + data.draw(st.sampled_from(pieces) | st.text(max_size=3)) + line[end:]
    _tolerates("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack(short("\n".join(lines))), genre)


@pytest.mark.slow
@settings(max_examples=60 * THOROUGH)
@given(st.data())
def test_mutated_answers(data: st.DataObject) -> None:
    """An answer that has been changed is read, left out with a warning, or refused."""
    words = (
        st.text(max_size=6)
        | st.integers(-5, 300).map(str)
        | st.tuples(st.integers(0, 300), st.integers(0, 300)).map(lambda t: f"{t[0]},{t[1]},1")
    )
    answer = data.draw(st.lists(st.lists(words | st.integers() | st.none(), max_size=4), max_size=7) | words)
    genre = data.draw(st.sampled_from(sorted(WORKS)))
    _tolerates(f"{WORKS[genre]}&a={pack(json.dumps(answer))}", genre)


def full(side: int, value: Any) -> dict[str, Any]:
    """Return one thing in each cell of a square board."""
    return {str(number(row, column, side)): value for row in range(1, side + 1) for column in range(1, side + 1)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "solver", "genre"),
    [
        ({"number": full(104, ["3", 1, "1"])}, None, "nurikabe"),
        ({"number": {str(at): ["3", 1, "1"] for at in range(4 * 108**2)}}, None, "slant"),
        ({"killercages": [[int(at)] for at in full(104, 0)]}, None, "[sudoku, killer]"),
        ({"killercages": [[number(1, 1, 104)]] * 200_000}, None, "[sudoku, killer]"),
        ({"killercages": [[number(1, 1, 104)] * 200_000]}, None, "[sudoku, killer]"),
        ({"line": {f"{at},{int(at) + 1}": 5 for at in full(104, 0) if int(at) % 108 != 105}}, None, "[sudoku, renban]"),
        ({"number": full(104, ["3", 1, "1"])}, {"line": {f"{at},{int(at) + 1}": 3 for at in full(104, 0)}}, "hashiwokakero"),
        (
            {"symbol": full(104, [1, "compass", 1])},
            {"lineE": {f"{108**2 + int(at)},{108**2 + int(at) + 1}": 3 for at in full(104, 0)}},
            "compass",
        ),
    ],
)
def test_large_boards(problem: Mapping[str, Any], solver: Mapping[str, Any] | None, genre: str) -> None:
    """However much is drawn, the time is about proportional to it."""
    text = link(104, 104, problem, solver=solver)
    started = time.process_time()
    _tolerates(text, genre)
    assert time.process_time() - started < 20


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["masyu", "no such genre"])
def test_many_tags(tag: str) -> None:
    """Of many tags only the first are looked at."""
    started = time.process_time()
    _tolerates(link(4, 4, {}, tags=[f"{tag} {at}" for at in range(50_000)]), "")
    assert time.process_time() - started < 5


def _tolerates(text: str, genre: str) -> None:
    try:
        imported = read_as(SourceText("link", text), genre) if genre else read(SourceText("link", text))
    except SpecError:
        return
    for puzzle in imported:
        assert puzzle.puzzle is not None
        write(puzzle.puzzle)


# how genres are drawn


def n(row: int, column: int) -> str:
    """Return the number of a cell of a board of 4 columns without margins, as a key."""
    return str(number(row, column, 4))


def vertex(row: int, column: int) -> int:
    """Return the number of the corner below and right of a cell of a board of 4 rows and 4 columns; 0 is beyond the edge."""
    return 64 + number(row, column, 4)


def edge(row: int, column: int, word: str) -> str:
    """Return the ends of the side of a cell of a board of 4 rows and 4 columns: its bottom or its right side."""
    first = vertex(row, column - 1) if word == "bottom" else vertex(row - 1, column)
    return f"{first},{vertex(row, column)}"


def around(row: int, column: int) -> str:
    """Return the number of a cell of a board of 4 rows and 4 columns with a margin of one cell on each side."""
    return str(number(row, column, 6, 1, 1))


NONOGRAM = link(
    6,
    6,
    {
        "number": {
            str(number(row, column, 6, 2, 2)): [text, 1, "1"]
            for row, column, text in [(1, -1, "1"), (1, 0, "2"), (2, 0, "?"), (-1, 3, "1"), (0, 3, "1"), (0, 4, "2")]
        }
    },
    margins=(2, 0, 2, 0),
)
HALVES = {edge(row, 2, "right"): 2 for row in (1, 2, 3, 4)}  # left and right half of the board
SIDES_OF_BOARD = {edge(0, column, "bottom"): 2 for column in (1, 2, 3, 4)}
LEFT = tuple((2 * row + 1, column) for row in range(4) for column in (1, 3))
RIGHT = tuple((2 * row + 1, column) for row in range(4) for column in (5, 7))
BOTTOM, RIGHT_SIDE, QUARTER, AROUND = 2 * 64, 3 * 64, 4 * 64, 8 * 64  # where numbers of midpoints and parts of cells begin

# Genre, what is drawn, and the clues, givens and areas that it stands for.
DRAWN: dict[str, tuple[str, dict[str, Any]]] = {
    "nonogram": (
        NONOGRAM,
        {"clues": {"lengths": {("left", 0): (1, 2), ("left", 1): ("?",), ("top", 2): (1, 1), ("top", 3): (2,)}}},
    ),
    "nurikabe": (
        link(4, 4, {"number": {n(1, 1): ["3", 1, "1"], n(2, 4): ["?", 1, "10"], n(4, 4): [12, 5, "6"]}}),
        {"clues": {"size": {(1, 1): 3, (3, 7): "?", (7, 7): 12}}},
    ),
    "masyu": (
        link(4, 4, {"symbol": {n(1, 1): [1, "circle_L", 1], n(2, 2): [2, "circle_M", 2]}, "lineE": SIDES_OF_BOARD}),
        {"clues": {"circle": {(1, 1): "w", (3, 3): "b"}}},
    ),
    "yin_yang": (
        link(4, 4, {"symbol": {n(1, 1): [1, "circle_M", 1], n(2, 2): [2, "circle_M", 1]}}),
        {"clues": {"circle": {(1, 1): "white", (3, 3): "black"}}},
    ),
    "yajilin": (
        link(4, 4, {"number": {n(1, 1): ["2_2", 1, "2"], n(3, 2): ["0_0", 1, "2"], n(4, 4): ["11_1", 1, "2"]}}),
        {"clues": {"arrow": {(1, 1): (2, "right"), (5, 3): (0, "up"), (7, 7): (11, "left")}}},
    ),
    "heyawake": (
        link(4, 4, {"number": {n(3, 2): ["2", 1, "1"]}, "lineE": {**HALVES, **SIDES_OF_BOARD}}),
        {"areas": {"rooms": [LEFT, RIGHT]}, "clues": {"number": {LEFT: 2}}},
    ),
    "light_up": (
        link(4, 4, {"surface": {n(1, 1): 4, n(2, 2): 4}, "number": {n(1, 1): ["3", 7, "1"]}}),
        {"clues": {"black": {(1, 1): 3, (3, 3): "?"}}},
    ),
    "slant": (
        link(
            4,
            4,
            {"number": {str(vertex(0, 0)): ["1", 1, "1"], str(vertex(2, 3)): ["4", 1, "1"], str(vertex(4, 0)): ["0", 1, "1"]}},
        ),
        {"clues": {"number": {(0, 0): 1, (4, 6): 4, (8, 0): 0}}},
    ),
    "kropki": (
        link(
            4,
            4,
            {
                "symbol": {
                    str(RIGHT_SIDE + int(n(1, 1))): [1, "circle_SS", 1],
                    str(BOTTOM + int(n(1, 1))): [2, "circle_SS", 1],
                }
            },
        ),
        {"clues": {"dot": {(1, 2): "white", (2, 1): "black"}}},
    ),
    "kurarin": (
        link(
            4,
            4,
            {
                "symbol": {
                    n(1, 1): [1, "circle_SS", 1],
                    str(RIGHT_SIDE + int(n(1, 2))): [2, "circle_SS", 1],
                    str(vertex(2, 2)): [5, "circle_SS", 1],
                }
            },
        ),
        {"clues": {"dot": {(1, 1): "w", (1, 4): "b", (4, 4): "grey"}}},
    ),
    "minarism": (
        link(
            4,
            4,
            {
                "symbol": {
                    str(RIGHT_SIDE + int(n(1, 1))): [1, "inequality", 2],
                    str(BOTTOM + int(n(1, 1))): [2, "inequality", 2],
                    str(RIGHT_SIDE + int(n(2, 1))): [3, "inequality", 2],
                    str(BOTTOM + int(n(1, 2))): [4, "inequality", 2],
                },
                "number": {str(RIGHT_SIDE + int(n(3, 1))): ["2", 1, "5"]},
            },
        ),
        {"clues": {"sign": {(1, 2): "<", (2, 1): "^", (3, 2): ">", (2, 3): "v"}, "difference": {(5, 2): 2}}},
    ),
    "[sudoku, killer]": (
        link(
            4,
            4,
            {
                "number": {n(1, 1): ["1", 1, "1"]},
                "killercages": [[int(n(1, 1)), int(n(1, 2)), int(n(2, 1))], [int(n(4, 3)), int(n(4, 4))]],
                "numberS": {str(QUARTER + 4 * int(n(1, 1))): ["8", 1]},
            },
            kind="sudoku",
        ),
        {
            "givens": {"number": {(1, 1): 1}},
            "areas": {"cages": [((1, 1), (1, 3), (3, 1)), ((7, 5), (7, 7))]},
            "clues": {"cage_sum": {((1, 1), (1, 3), (3, 1)): 8}},
        },
    ),
    "[sudoku, thermo, arrow, whispers]": (
        link(
            4,
            4,
            {
                "thermo": [[int(n(1, 1)), int(n(2, 2))]],
                "arrows": [[int(n(4, 4)), int(n(4, 3)), int(n(3, 2))]],
                "line": {f"{n(1, 3)},{n(1, 4)}": 5, f"{n(1, 4)},{n(2, 4)}": 5},
            },
        ),
        {
            "areas": {
                "thermos": [((1, 1), (3, 3))],
                "arrows": [((7, 7), (7, 5), (5, 3))],
                "whispers": [((1, 5), (1, 7), (3, 7))],
            }
        },
    ),
    "moon_or_sun": (
        link(4, 4, {"symbol": {n(1, 1): [1, "sun_moon", 2], n(1, 3): [2, "sun_moon", 2]}, "lineE": HALVES}),
        {"areas": {"rooms": [LEFT, RIGHT]}, "clues": {"symbol": {(1, 1): "sun", (1, 5): "moon"}}},
    ),
    "tents": (
        link(
            6,
            6,
            {
                "symbol": {around(2, 2): [1, "tents", 2]},
                "number": {around(0, 2): ["1", 1, "1"], around(3, 0): ["0", 1, "1"], around(5, 4): ["?", 1, "1"]},
            },
            margins=(1, 1, 1, 1),
        ),
        {"clues": {"tree": {(3, 3): "T"}, "number": {("top", 1): 1, ("left", 2): 0, ("bottom", 3): "?"}}},
    ),
    "skyscrapers": (
        link(6, 6, {"number": {around(1, 5): ["2", 1, "1"], around(2, 2): ["4", 1, "1"]}}, margins=(1, 1, 1, 1)),
        {"clues": {"seen": {("right", 0): 2}}, "givens": {"number": {(3, 3): 4}}},
    ),
    "tapa": (
        link(4, 4, {"number": {n(1, 1): ["3", 1, "4"], n(2, 2): ["1?1", 1, "4"], n(4, 4): ["22", 1, "1"]}}),
        {"clues": {"lengths": {(1, 1): (3,), (3, 3): (1, "?", 1), (7, 7): (2, 2)}}},
    ),
    "kakuro": (
        link(
            4,
            4,
            {
                "symbol": {n(1, 1): [1, "kakuro", 1], n(2, 1): [1, "kakuro", 1], n(1, 2): [1, "kakuro", 1]},
                "surface": {n(1, 3): 4, n(1, 4): 4, n(3, 1): 4, n(4, 1): 4},
                "numberS": {str(QUARTER + 4 * int(n(2, 1)) + 1): ["10", 4], str(QUARTER + 4 * int(n(1, 2)) + 2): ["6", 4]},
            },
            kind="kakuro",
        ),
        {
            "holes": {(1, 1), (1, 3), (1, 5), (1, 7), (3, 1), (5, 1), (7, 1)},
            "clues": {"across": {(3, 1): 10}, "below": {(1, 3): 6}},
        },
    ),
    "pentominous": (
        link(4, 4, {"surface": {n(1, 1): 4}, "number": {n(2, 2): ["P", 1, "1"]}}),
        {"holes": {(1, 1)}, "givens": {"letter": {(3, 3): "P"}}},
    ),
    "compass": (
        link(
            4,
            4,
            {
                "symbol": {n(2, 2): [1, "compass", 1]},
                "numberS": {str(AROUND + 4 * int(n(2, 2))): ["2", 1], str(AROUND + 4 * int(n(2, 2)) + 1): ["1", 1]},
            },
        ),
        {"clues": {"compass": {(3, 3): (2, "?", "?", 1)}}},  # up, right, down, left
    ),
    "detour": (
        link(4, 4, {"numberS": {str(QUARTER + 4 * int(n(1, 3))): ["3", 1]}, "lineE": HALVES}),
        {"areas": {"rooms": [LEFT, RIGHT]}, "clues": {"number": {RIGHT: 3}}},
    ),
    "[sudoku, little_killer]": (
        link(6, 6, {"number": {around(0, 2): ["7_7", 1, "2"], around(5, 0): ["9_5", 1, "2"]}}, margins=(1, 1, 1, 1)),
        {"clues": {"little_killer": {(1, 5): ((7, "down_right"),), (7, 1): ((9, "up_right"),)}}},
    ),
    "slitherlink": (
        link(4, 4, {"number": {n(1, 1): ["3", 1, "1"]}, "lineE": {edge(0, 1, "bottom"): 2, str(BOTTOM + int(n(1, 1))): 98}}),
        {"clues": {"number": {(1, 1): 3}}, "givens": {"side": {(0, 1): True, (2, 1): False}}},
    ),
    "[sudoku, xv, odd_even]": (
        link(
            4,
            4,
            {
                "number": {n(1, 1): ["1", 1, "1"], str(RIGHT_SIDE + int(n(1, 1))): ["X", 6, "5"]},
                "symbol": {n(1, 1): [3, "circle_L", 1], n(2, 2): [3, "square_L", 1]},
            },
        ),
        {"givens": {"number": {(1, 1): 1}}, "clues": {"xv": {(1, 2): "X"}, "parity": {(1, 1): "odd", (3, 3): "even"}}},
    ),
}
WORKS = {genre: drawn for genre, (drawn, _) in DRAWN.items()}
KAKURO = puzzle_from(DRAWN["kakuro"][0], "kakuro")


def printed(puzzle: PrintedPuzzle) -> dict[str, Any]:
    """Return what a puzzle prints, with the cells of areas instead of their labels."""
    areas = {
        kind: [tuple(area) for area in cells_by_label.values()] for kind, cells_by_label in puzzle.areas.items() if cells_by_label
    }
    cells = {label: tuple(area) for cells_by_label in puzzle.areas.values() for label, area in cells_by_label.items()}
    clues = {
        group: {cells.get(place, place) if isinstance(place, str) else place: value for place, value in values.items()}
        for group, values in puzzle.clues.items()
        if values
    }
    givens = {layer: dict(values) for layer, values in puzzle.givens.items() if values}
    every = {"holes": set(puzzle.holes), "areas": areas, "clues": clues, "givens": givens}
    return {key: value for key, value in every.items() if value}


@pytest.mark.parametrize("genre", DRAWN)
def test_drawings(genre: str) -> None:
    """What is drawn as noqx and the description have it stands for these clues, givens and areas."""
    drawn, expected = DRAWN[genre]
    puzzle = puzzle_from(drawn, genre)
    assert printed(puzzle) == expected
    assert [text for text in puzzle.warnings if not text.startswith("the drawing does not say `")] == []


@pytest.mark.parametrize("genre", DRAWN)
def test_drawings_are_written_again(genre: str) -> None:
    """What was read is written as a link from which the same is read, and that link comes back to the byte."""
    puzzle = puzzle_from(DRAWN[genre][0], genre)
    written = write(puzzle)
    assert written.losses == ()
    assert printed(puzzle_from(written.text)) == DRAWN[genre][1]
    assert write(puzzle_from(written.text)).text == written.text


OTHERWISE = (
    "heyawake",
    "tents",
    "skyscrapers",
    "[sudoku, little_killer]",
)  # other margins, or a number in another cell of a room


@pytest.mark.parametrize("genre", [genre for genre in DRAWN if genre not in OTHERWISE])
def test_drawings_are_drawn_alike(genre: str) -> None:
    """What is written has the symbols, lines and cages of the drawing that it was read from."""
    before, after = (json.loads(lines_of(text)[3]) for text in (DRAWN[genre][0], write(puzzle_from(DRAWN[genre][0], genre)).text))
    for key in ("killercages", "thermo", "arrows", "numberS"):
        assert after[key] == before[key]
    texts = [{key: str(value[0]) for key, value in look["number"].items()} for look in (before, after)]
    assert texts[0] == texts[1]
    symbols = [
        {key: re.sub("_L|_M", "", value[1]) + str(value[0]) for key, value in look["symbol"].items()} for look in (before, after)
    ]
    if genre != "kakuro":  # drawn with both signs for black cells
        assert symbols[0] == symbols[1]


def test_weights_are_no_totals() -> None:
    """The numbers right and below in Box are weights: they were read as totals."""
    places = {(0, 2): "5", (1, 0): "7", (1, 5): "4", (5, 1): "3", (5, 2): "6"}
    drawn = {around(*place): [text, 1, "1"] for place, text in places.items()}
    puzzle = puzzle_from(link(6, 6, {"number": drawn}, margins=(1, 1, 1, 1)), "box")
    assert printed(puzzle) == {
        "clues": {"total": {("top", 1): 5, ("left", 0): 7}, "weight": {("right", 0): 4, ("bottom", 0): 3, ("bottom", 1): 6}}
    }


def test_areas_that_would_be_read_as_others_are_not_drawn() -> None:
    """Overlapping squares of a killer sudoku would be cages: they are a loss, and the cages alone come back."""
    text = (
        "gridwright: 1\ngrid: 6x6\nuse: [sudoku, killer]\n"
        "areas:\n  squares: [r1c1:r4c4, r3c3:r6c6]\n  cages: {a: r1c1:r1c2}\nexpect: {solutions: any}\n"
    )
    written = write(puzzle_of_spec(load_text(text)))
    assert any("`squares`" in loss.message for loss in written.losses)
    again = puzzle_from(written.text)
    assert [sorted(area) for area in again.areas["cages"].values()] == [[(1, 1), (1, 3)]]
    assert "squares" not in again.areas


def test_left_out_cells_are_holes() -> None:
    """A cell that is not in the list of the cells is a hole."""
    cells = [number(row, column, 4) for row in range(1, 5) for column in range(1, 5) if (row, column) != (2, 3)]
    assert puzzle_from(link(4, 4, {}, cells=cells), "masyu").holes == {(3, 5)}


def test_grey_under_clues_is_decoration() -> None:
    """Grey cells with a clue are only shown so; a warning tells it. Others are given as shaded."""
    puzzle = puzzle_from(link(4, 4, {"number": {n(1, 1): ["2_2", 1, "2"]}, "surface": {n(1, 1): 8}}), "yajilin")
    assert puzzle.warnings == ("drawn in Penpa+, and left out as decoration: colour 8 at r1c1",)
    assert puzzle_from(link(4, 4, {"surface": {n(1, 1): 4, n(1, 2): 2}}), "nurikabe").givens == {
        "shaded": {(1, 1): True, (1, 3): False}
    }


def test_margins_without_outside_clues() -> None:
    """In a genre without clues outside, what stands there is decoration."""
    text = link(6, 6, {"number": {around(0, 1): ["1", 1, "1"]}, "symbol": {around(0, 2): [1, "star", 2]}}, margins=(1, 1, 1, 1))
    puzzle = puzzle_from(text, "{star_battle: {stars: 1}}")
    assert puzzle.warnings == (
        "no border of `regions` is drawn, so that the whole board is one area",
        "drawn in Penpa+, and left out as decoration: `1` at r0c1, the symbol `star` 1 at r0c2",
    )


@pytest.mark.parametrize(
    ("problem", "genre", "words"),
    [
        ({"symbol": {n(1, 1): [1, "star", 1]}}, "masyu", "stands for nothing: the symbol `star` 1 at r1c1"),
        ({"number": {n(1, 1): ["1", 1, "1"]}}, "masyu", "stands for nothing: `1` at r1c1"),
        ({"number": {n(1, 1): ["x", 1, "1"]}}, "nurikabe", "stands for nothing: `x` at r1c1"),
        ({"lineE": HALVES}, "nurikabe", "an edge at r1c2-r1c3, an edge at r2c2-r2c3"),
        ({"line": {f"{n(1, 1)},{n(1, 2)}": 3}}, "nurikabe", "a line at r1c1-r1c2"),
        ({"line": {f"{n(1, 1)},{n(2, 2)}": 3}}, "masyu", "does not lead one step along a row or column"),
        ({"killercages": [[int(n(1, 1))]]}, "masyu", "a killer cage from r1c1"),
        ({"wall": {f"{n(1, 1)},{n(1, 2)}": 3}}, "masyu", "a wall at r1c1"),
        ({"numberS": {str(QUARTER + 4 * int(n(1, 1))): ["8", 1]}}, "masyu", "`8` at r1c1"),
        ({"lineE": HALVES, "number": {n(1, 1): ["1", 1, "1"], n(2, 2): ["2", 1, "1"]}}, "heyawake", "has two clues of `number`"),
        ({"thermo": [[int(n(1, 1)), int(n(2, 2))]]}, "[sudoku, thermo, slow_thermo]", "not clear whether"),
        ({"symbol": {str(BOTTOM + int(n(1, 1))): [1, "circle_SS", 1]}}, "[sudoku, kropki_dots, difference]", "which look alike"),
        (
            {"number": {n(1, 1): ["?", 1, "1"]}, "symbol": {n(1, 1): [3, "circle_L", 1]}},
            "[sudoku, odd_even]",
            "stands for nothing: `?` at r1c1",
        ),
        ({}, "no_such_genre", "there is no genre `no_such_genre`"),
        ({}, "[[", "does not name a genre"),
        ({}, "", "does not say of which genre"),
        ({"number": {n(1, 1): ["1", 1, "1"]}, "symbol": {n(1, 1): [1, "star", 1]}}, "", "1 number, 1 symbol `star`"),
    ],
)
def test_what_stands_for_nothing(problem: Mapping[str, Any], genre: str, words: str) -> None:
    """What is drawn and stands for nothing in the genre, or for two things, is an error that names it."""
    assert words in refusal(link(4, 4, problem), genre)


@pytest.mark.parametrize(
    ("text", "genre", "words"),
    [
        ("?", "[sudoku, outside_digits]", "`?` in the margin, at r0c2, is no clue of `outside_digit`"),  # one of a list
        ("3", "kinkonkan", "the clue of `light` in the margin, at r0c2, is not whole"),  # a letter is missing
        ("A", "kinkonkan", "`A` in the margin, at r0c2, is no clue of `light`"),  # its number is beside the board
    ],
)
def test_what_stands_for_nothing_in_the_margin(text: str, genre: str, words: str) -> None:
    """A text beside the board that is no clue, or only a part of one, is an error that names it."""
    assert words in refusal(link(6, 6, {"number": {around(0, 2): [text, 1, "1"]}}, margins=(1, 1, 1, 1)), genre)


def test_the_genre_is_recognised() -> None:
    """The tags tell the genre, or the title; a name may be one of other programs; a parameter can be said with it."""
    drawn = {"symbol": {n(1, 1): [1, "circle_L", 1]}}
    assert puzzle_from(link(4, 4, drawn, title="Masyu")).genre == "masyu"
    assert puzzle_from(link(4, 4, drawn, tags=["masyu"], title="Pearls for you")).genre == "masyu"
    assert puzzle_from(link(4, 4, drawn), "pearl").genre == "masyu"
    assert puzzle_from(link(4, 4, {}, tags=["ayeheya (ekawayeh)"], title="Monday")).genre == "ayeheya"
    assert list(puzzle_from(link(4, 4, {}, tags=["killer", "sudoku", "thermo"])).uses) == ["sudoku", "killer", "thermo"]
    assert list(puzzle_from(link(4, 4, {}, title="Thermo")).uses) == ["sudoku", "thermo"]
    assert "it could be of masyu or heyawake" in refusal(link(4, 4, {}, tags=["masyu"], title="Heyawake"))
    assert puzzle_from(link(4, 4, {}), "{star_battle: {stars: 2}}").uses == {"star_battle": {"stars": 2}}
    halves = {"lineE": HALVES}
    assert puzzle_from(link(4, 4, halves), "{star_battle: {stars: 2}}").warnings == ()
    warning = "the drawing does not say `stars` of `star_battle`, so each is as usual"
    assert puzzle_from(link(4, 4, halves), "star_battle").warnings == (warning,)


# answers


def answer_of(puzzle: PrintedPuzzle) -> tuple[Any, Any]:
    """Return the lists of the answer of the link of a puzzle, and its checks."""
    written = write(puzzle)
    assert written.losses == ()
    assert "#m=solve&" in written.text
    lines = lines_of(written.text)
    assert lines[4] == ""  # the solver has drawn nothing
    assert len(lines) == 19
    checks = json.loads(lines[7])
    assert list(checks) == list(json.loads(lines_of(SLITHERLINK)[7]))
    return json.loads(unpack(parts_of(written.text)["a"])), {name for name, chosen in checks.items() if chosen}


CELLS = [(row, column) for row in (1, 3) for column in (1, 3)]  # of a board of 2 by 2, whose numbers are 14, 15, 20 and 21
LINKS = [(1, 2), (3, 2), (2, 1), (2, 3)]
BORDERS = [(0, 1), (0, 3), (1, 0), (1, 2), (1, 4), (2, 1), (2, 3), (3, 0), (3, 2), (3, 4), (4, 1), (4, 3)]


def bools(places: Sequence[tuple[int, int]], *true: tuple[int, int]) -> dict[Any, bool]:
    """Return truth values for places, true at some of them."""
    return {place: place in true for place in places}


@pytest.mark.parametrize(
    ("uses", "clues", "solution", "lists", "checks"),
    [
        ("nurikabe", {}, {"shaded": bools(CELLS, (1, 3), (3, 1))}, {0: ["15", "20"]}, ["sol_surface"]),
        ("masyu", {}, {"line": bools(LINKS, *LINKS)}, {1: ["14,15,1", "14,20,1", "15,21,1", "20,21,1"]}, ["sol_loopline"]),
        (  # the corners of r1c1 are 43, 44, 49 and 50
            "slitherlink",
            {},
            {"side": bools(BORDERS, (0, 1), (1, 0), (1, 2), (2, 1))},
            {2: ["43,44,1", "43,49,1", "44,50,1", "49,50,1"]},
            ["sol_loopedge"],
        ),
        ("shikaku", {}, {"wall": bools(LINKS, (1, 2), (3, 2))}, {2: ["44,50,1", "50,56,1"]}, ["sol_loopedge"]),
        (
            "latin_square",
            {},
            {"number": dict(zip(CELLS, (1, 2, 2, 1), strict=True))},
            {4: ["14,1", "15,2", "20,2", "21,1"]},
            ["sol_number"],
        ),
        (
            "slant",
            {},
            {"slash": dict(zip(CELLS, "/\\\\/", strict=True))},
            {2: ["44,49,1", "44,51,1", "49,56,1", "51,56,1"]},
            ["sol_loopedge"],
        ),
        ("light_up", {}, {"bulb": bools(CELLS, (1, 1), (3, 3))}, {5: ["14,3H", "21,3H"]}, ["sol_akari"]),
        ("tents", {"tree": {(1, 1): "T"}}, {"tent": bools(CELLS, (1, 3))}, {5: ["15,2F"]}, ["sol_tent"]),
        ("minesweeper", {}, {"shaded": bools(CELLS, (1, 3))}, {5: ["15,4I"]}, ["sol_mine"]),
        (
            "yajilin",
            {},
            {"shaded": bools(CELLS, (1, 1)), "line": bools(LINKS, (3, 2))},
            {0: ["14"], 1: ["20,21,1"]},
            ["sol_surface", "sol_loopline"],
        ),
        (
            "hashiwokakero",
            {"island": dict.fromkeys(CELLS, "?")},
            {"bridges": {((1, 1), (1, 3)): 2, ((1, 1), (3, 1)): 1, ((1, 3), (3, 3)): 0, ((3, 1), (3, 3)): 1}},
            {1: ["14,15,2", "14,20,1", "20,21,1"]},
            ["sol_loopline"],
        ),
        (
            "compass",
            {"compass": {(1, 1): ("?", "?", "?", "?"), (3, 1): ("?", "?", "?", "?")}},
            {"region": dict(zip(CELLS, (1, 1, 2, 2), strict=True))},
            {2: ["49,50,1", "50,51,1"]},
            ["sol_loopedge"],
        ),
    ],
)
def test_answers(
    uses: str, clues: Mapping[str, Any], solution: Mapping[str, Any], lists: Mapping[int, Sequence[str]], checks: Sequence[str]
) -> None:
    """The lists of an answer have the texts of the description, and the right ones of them are checked; all is read again."""
    puzzle = PrintedPuzzle(height=2, width=2, uses={uses: {}}, clues=clues, solution=solution)
    answer, checked = answer_of(puzzle)
    assert answer == [list(lists.get(at, [])) for at in range(6)]
    assert checked == set(checks)
    assert puzzle_from(write(puzzle).text).solution == solution


def test_link_of_penpa() -> None:
    """A link of Penpa+ is read, with its answer; written again, it has the same problem, answer, grid, tool and checks."""
    puzzle = puzzle_from(SLITHERLINK)
    (origin,) = puzz_link.read(SourceText("link", puzzle.url))
    assert origin.puzzle is not None
    assert puzzle.genre == "slitherlink"  # as its tag says
    assert printed(puzzle) == printed(origin.puzzle)
    # N is 100; the answer has 112-113, 112-122 and 113-123, the sides above, left and right of r1c2
    assert {place for place, is_drawn in puzzle.solution["side"].items() if is_drawn} == {(0, 3), (1, 2), (1, 4)}
    theirs, ours = lines_of(SLITHERLINK), lines_of(write(puzzle).text)
    numbers = [
        {key: [str(value[0]), *value[1:]] for key, value in json.loads(lines[3])["number"].items()} for lines in (theirs, ours)
    ]
    assert numbers[0] == numbers[1]
    assert list(json.loads(theirs[3])) == list(json.loads(ours[3]))
    different = [at for at, (their, our) in enumerate(zip(theirs, ours, strict=True)) if their != our]
    assert different == [0, 3, 10, 11, 17]  # a picture; numbers that are no texts; the version; tools of the problem; tags
    assert theirs[0].split(",")[:-1] == ours[0].split(",")[:-1]
    answers = [unpack(parts_of(text)["a"]) for text in (SLITHERLINK, write(puzzle).text)]
    assert answers[0] == answers[1]


def test_answers_are_sorted_as_texts() -> None:
    """Lists are sorted as texts, so that 103 stands before 24; stars have style 1."""
    cells = [(2 * row + 1, 2 * column + 1) for row in range(8) for column in range(8)]
    (row,) = [tuple(cells)]
    puzzle = PrintedPuzzle(
        height=8,
        width=8,
        uses={"star_battle": {"stars": 1}},
        areas={"regions": {"a": row}},
        solution={"star": bools(cells, (1, 1), (15, 15), (3, 3))},
    )
    assert answer_of(puzzle)[0][5] == ["117,1E", "26,1E", "39,1E"]  # r8c8 is 9 * 12 + 9


def test_givens_are_not_in_answers() -> None:
    """What the problem shows is not drawn again by the solver."""
    solution = {"number": dict(zip(CELLS, (1, 2, 2, 1), strict=True))}
    puzzle = PrintedPuzzle(height=2, width=2, uses={"latin_square": {}}, givens={"number": {(1, 1): 1}}, solution=solution)
    assert answer_of(puzzle)[0][4] == ["15,2", "20,2", "21,1"]
    assert puzzle_from(write(puzzle).text).solution == solution


def test_what_a_solver_has_drawn_is_a_solution() -> None:
    """A link to edit has what its solver drew, in green, which is the solution."""
    drawn = {"line": {"14,15": 3, "14,20": 3, "15,21": 3, "20,21": 3}}
    assert puzzle_from(link(2, 2, {}, solver=drawn), "masyu").solution == {"line": bools(LINKS, *LINKS)}
    assert puzzle_from(link(2, 2, {}, solver={"surface": {"14": 1, "15": 2}}), "nurikabe").solution == {
        "shaded": bools(CELLS, (1, 1))
    }
    assert puzzle_from(link(2, 2, {}, solver={"number": {"14": ["1", 2, "1"]}}), "latin_square").solution == {}


def test_answers_of_one_layer() -> None:
    """Of a link that checks the line only, nothing is said of the shaded cells."""
    answer = pack(json.dumps([[], ["14,15,1", "14,20,1", "15,21,1", "20,21,1"], [], [], [], []]))
    assert puzzle_from(link(2, 2, {}, mode="solve", more=f"&a={answer}"), "yajilin").solution == {"line": bools(LINKS, *LINKS)}


def test_answers_that_are_not_read() -> None:
    """Of several answers none is read, and one of an unknown form is not; a warning says so."""
    answer = f"&a={pack(json.dumps([['14'], ['15']]))}"
    (drawn,) = (text.replace("OFF,false", "OFF,true") for text in [unpack(parts_of(link(2, 2, {}))["p"])])
    puzzle = puzzle_from(f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={pack(drawn)}{answer}", "nurikabe")
    assert puzzle.solution == {}
    assert puzzle.warnings == ("the link checks an answer that is one of several, which is not read",)
    puzzle = puzzle_from(link(2, 2, {}, mode="solve", more=f"&a={pack(json.dumps({'14': 1}))}"), "nurikabe")
    assert puzzle.warnings == ("the link checks an answer of an unknown form, which is not read",)
    puzzle = puzzle_from(link(2, 2, {}, mode="solve", more=f"&a={pack(json.dumps([['x']]))}"), "nurikabe")
    assert puzzle.warnings == ("the answer that the link checks cannot be read",)


def test_classic_links() -> None:
    """Older links have fewer lines, fewer fields, and keys that were added later are missing."""
    head = "square,4,4,38,0,1,1,190,190,100,100,Title: Old,Author: Me,https://example.org,Rules%2C in old"
    problem = {"number": {n(2, 2): [3, 1, "1"]}, "surface": {}, "symbol": {}, "line": {}, "lineE": {}, "thermo": []}
    cells = [number(1, 1, 4), 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1]
    lines = [head, "[0,0,0,0]", "{}", json.dumps(problem), "{}", json.dumps(cells)]
    puzzle = puzzle_from("https://opt-pan.github.io/penpa-edit/?m=edit&p=" + pack(short("\n".join(lines))), "nurikabe")
    assert printed(puzzle) == {"clues": {"size": {(3, 3): 3}}}
    assert (puzzle.title, puzzle.author, puzzle.url, puzzle.rules) == ("Old", "Me", "https://example.org", ("Rules, in old",))


def test_numbers_on_edges_replace_others() -> None:
    """A number whose key ends in E was typed over another one at the same point."""
    assert puzzle_from(link(4, 4, {"number": {n(1, 1) + "E": ["2", 1, "1"], n(1, 1): ["3", 1, "1"]}}), "nurikabe").clues == {
        "size": {(1, 1): 2}
    }


@pytest.mark.parametrize(
    ("uses", "solution", "words"),
    [
        ("nurikabe", {"shaded": {(1, 1): True}}, "the solution: it has no values for some places of `shaded`"),
        ("shakashaka", {"triangle": {(1, 1): "up_left"}}, "the solution: Penpa+ cannot check the values of `triangle`"),
        ("yajilin", {"shaded": bools(CELLS, (1, 1))}, "the solution: it has no values for `line`"),
        ("nurikabe", {"shaded": bools(CELLS)}, "the solution: there is nothing in it that Penpa+ could check"),
    ],
)
def test_solutions_that_cannot_be_checked(uses: str, solution: Mapping[str, Any], words: str) -> None:
    """A solution of which Penpa+ could check a part only is left out, and this is said."""
    written = write(PrintedPuzzle(height=2, width=2, uses={uses: {}}, solution=solution))
    assert [loss.message for loss in written.losses] == [words]
    assert "#m=edit&" in written.text


# what is written


def test_head() -> None:
    """The first lines have the size with margins, the title and the rules with codes for signs that cannot stand there."""
    puzzle = PrintedPuzzle(
        height=4,
        width=3,
        uses={"skyscrapers": {}},
        clues={"seen": {("left", 0): 3}},
        title="Up, up & away",
        author="A = B",
        url="https://example.org/a?b=c",
        rules=("First, this.", "Then that."),
    )
    lines = lines_of(write(puzzle).text)
    head = lines[0].split(",")
    assert head[:9] == ["square", "4", "4", "38", "0", "1", "1", "190", "190"]
    assert head[9:11] == [str(64 + number(2, 2, 4))] * 2  # the middle of 4 by 4 cells is a corner
    words = ["Title: Up%2C up %2E away", "Author: A %2F B", "https://example.org/a?b=c", "First%2C this.%2DThen that."]
    assert head[15:] == [*words, "OFF", "false", ""]
    assert lines[1] == "[0,0,1,0]"
    first = number(1, 1, 4, 0, 1)
    assert json.loads(lines[5]) == [first, 1, 1, 6, 1, 1, 6, 1, 1, 6, 1, 1]
    assert lines[10] == "[3,2,3]"
    assert len(lines) == 19
    again = puzzle_from(write(puzzle).text)
    assert (again.title, again.author, again.url, again.rules) == (puzzle.title, puzzle.author, puzzle.url, puzzle.rules)


def test_own_puzzles_are_drawn() -> None:
    """A puzzle without any library is drawn by its values and places, for a reader who sees the rules."""
    spec = load_text(
        "gridwright: 1\ngrid: 4x4\nareas: {room: [r1c1 r1c2]}\nlayers: {d: {values: 1..4}}\n"
        "clues: {total: {left: [7, ., ., .]}, ball: {r1c1: black}, way: {r2c2: up}, few: {r3c3: [1, 2]}}\n"
        "rules:\n  - rule: distinct(d[cells])\n    says: All differ.\ngivens: {d: {r4c4: 3}}\n"
    )
    written = write(puzzle_of_spec(spec))
    assert [loss.message for loss in written.losses] == ["a rule of its own: All differ.", "a layer of its own: `d`"]
    lines = lines_of(written.text)
    drawn = json.loads(lines[3])

    def at(row: int, column: int) -> str:
        return str(number(row, column, 5, 0, 1))

    assert "All differ." in lines[0]
    texts = {key: value[0] for key, value in drawn["number"].items()}
    assert texts == {at(1, 0): "7", at(3, 3): "12", at(4, 4): "3"}
    assert {key: value[:2] for key, value in drawn["symbol"].items()} == {at(1, 1): [2, "circle_L"], at(2, 2): [3, "arrow_N_B"]}
    assert drawn["killercages"] == [[int(at(1, 1)), int(at(1, 2))]]


# round trips

# The examples of libraries that Penpa+ cannot hold as they are, with the beginning of what is said of them.
LOSES = {
    ("double_back", 5): "the areas of `rooms`",  # rooms in several parts, which borders cannot show
    ("double_back", 6): "the areas of `rooms`",
    ("hanare_gumi", 2): "the areas of `rooms`",
    ("putteria", 1): "the areas of `rooms`",
    ("putteria", 2): "the areas of `rooms`",
    ("maxi_loop", 6): "the areas of `rooms`",
    ("parquet", 3): "the areas of `tiles`",
    **{("fracdiv", number): "the clue" for number in (1, 2, 3, 4)},  # Penpa+ has no fractions
    **{("look_and_say", number): "the clue" for number in (1, 2, 3)},  # two codes, in the corner of a cage
    **{("knapp_daneben", number): "the given" for number in (1, 2, 3)},  # its clues look like givens
    **{("rossini", number): "this puzzle so that it could be imported" for number in (1, 2, 3, 4, 6)},  # arrows in the margin
    ("rectangle_slider", 4): "the given blank",  # Penpa+ has no mark for a cell where nothing ends
    ("sudoku", 6): "the areas of `regions`",  # one in two parts
    ("little_killer", 1): "the clue",  # two clues whose arrows begin at the same point
}
FAMILIES = [name for name, each in libraries().items() if "\nexamples:" in each.file.read_text("utf-8")]


@pytest.mark.cases(ci=72)
@pytest.mark.parametrize("name", FAMILIES)
def test_round_trips(name: str) -> None:
    """The examples of a library come back from their links as the same specs, and their links from these to the byte."""
    for library_example in examples_of(name, libraries()[name].document):
        _round_trip(library_example)


def _round_trip(library_example: Example) -> None:
    puzzle = puzzle_of_spec(library_example.spec())
    written = write(puzzle)
    losses = [loss.message for loss in written.losses]
    lost = LOSES.get((library_example.library, library_example.number))
    if lost is not None:
        assert any(message.startswith(lost) for message in losses), library_example.name
        return
    if puzzle.own:
        assert {loss.message for loss in puzzle.own} <= set(losses)
        return
    assert [message for message in losses if not message.startswith("the solution: ")] == [], library_example.name
    again = puzzle_from(written.text)
    spec = load_text(f"gridwright: 1\ntitle: {json.dumps(again.title)}\n{puzzle_text(again)}")
    read_again = puzzle_of_spec(spec)
    assert sorted_areas(printed(read_again)) == sorted_areas(printed(puzzle)), library_example.name
    assert dict(read_again.uses) == dict(puzzle.uses)
    assert (read_again.height, read_again.width, read_again.title) == (puzzle.height, puzzle.width, puzzle.title)
    if not losses:
        for layer, values in again.solution.items():
            assert len(values) == len(puzzle.solution[layer]) or layer not in puzzle.solution, library_example.name
        assert write(replace(read_again, url=puzzle.url, author=puzzle.author)).text == written.text, library_example.name


def sorted_areas(content: dict[str, Any]) -> dict[str, Any]:
    """Return what is printed with areas in one order, each with its cells sorted."""
    areas = {
        kind: sorted(tuple(sorted(area)) for area in areas_of_kind) for kind, areas_of_kind in content.get("areas", {}).items()
    }
    clues = {
        group: {tuple(sorted(place)) if isinstance(place[0], tuple) else place: value for place, value in values.items()}
        for group, values in content.get("clues", {}).items()
    }
    return {**content, "areas": areas, "clues": clues}


@pytest.mark.cases(ci=24)
@pytest.mark.parametrize("name", FAMILIES)
def test_what_changes_nothing(name: str) -> None:
    """Texts of blanks, the frame of the board, and the styles of texts and symbols make no other puzzle."""
    puzzle = puzzle_of_spec(next(examples_of(name, libraries()[name].document)).spec())
    if any(message.startswith("this puzzle") for message in (loss.message for loss in write(puzzle).losses)):
        return
    genre = f"[{', '.join(puzzle.uses)}]"
    lines = lines_of(write(puzzle).text)
    expected = puzzle_from(_with_problem(lines, {}), genre)
    drawn, columns = json.loads(lines[3]), int(lines[0].split(",")[1]) + 4
    cells = [*accumulate(json.loads(lines[5]))]
    free = [str(cell) for cell in cells if not any(str(cell) in drawn[key] for key in ("number", "symbol", "surface"))]
    corner = columns * (int(lines[0].split(",")[2]) + 4)  # where the numbers of corners begin
    top, left = min(cells) - columns, {cell for cell in cells if cell % columns == min(cell % columns for cell in cells)}
    frame = {f"{corner + top + at - 1},{corner + top + at}": 2 for at in range(puzzle.width)}
    frame |= {f"{corner + cell - columns - 1},{corner + cell - 1}": 2 for cell in left}
    changes: list[dict[str, Any]] = [
        {"number": {key: [f" {value[0]} ", 5, value[2]] for key, value in drawn["number"].items()}},
        {"number": {**drawn["number"], **{cell: [" ", 1, "1"] for cell in free[:1]}}},
        {"symbol": {key: [value[0], re.sub("^circle_.*", "circle_S", value[1]), 2] for key, value in drawn["symbol"].items()}},
    ]
    if not any(layer.over == "borders" for layer in convention_of(puzzle.uses).layers):
        changes.append({"lineE": {**drawn["lineE"], **frame}})
    for change in changes:
        again = puzzle_from(_with_problem(lines, change), genre)
        assert printed(again) == printed(expected), change.keys()


def _with_problem(lines: Sequence[str], change: Mapping[str, Any]) -> str:
    """Return the link with these lines, in which something else is drawn."""
    changed = [*lines[:3], json.dumps({**json.loads(lines[3]), **change}), *lines[4:]]
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + pack(short("\n".join(changed)))


@pytest.mark.parametrize(
    ("text", "genre"),
    [
        (link(4, 4, {"number": {n(1, 1): ["?", 1, "1"]}, "lineE": HALVES}), "heyawake"),
        (link(4, 4, {"number": {n(1, 1): ["?", 1, "1"]}, "lineE": HALVES}), "ripple_effect"),
        (link(4, 4, {"number": {n(1, 1): ["?", 1, "1"]}}), "fillomino"),
        (link(4, 4, {"number": {n(1, 1): ["?", 1, "1"]}}, kind="sudoku"), "[sudoku, thermo]"),
        (link(6, 6, {"number": {around(0, 2): ["?", 1, "1"]}}, margins=(1, 1, 1, 1)), "skyscrapers"),
    ],
)
def test_question_marks_that_say_nothing(text: str, genre: str) -> None:
    """A `?` for a number that is there anyway is no clue: of a room, of a line, or in a cell that has a number."""
    puzzle = puzzle_from(text, genre)
    assert not any(puzzle.clues.values())
    assert not any(puzzle.givens.values())
    assert any(warning.startswith("`?` says nothing at r") for warning in puzzle.warnings)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["masyu", "heyawake", "kakuro", "nonogram", "yajilin", "killer"])
def test_links_are_read_quickly(name: str) -> None:
    """A link is read in less than 50 milliseconds, once the library has been read."""
    text = write(puzzle_of_spec(next(examples_of(name, libraries()[name].document)).spec())).text
    puzzle_from(text)
    started = time.process_time()
    puzzle_from(text)
    assert time.process_time() - started < 0.05


def test_drawings_come_back_whole() -> None:
    """A drawing is the same after it has been written and read."""
    text = write(KAKURO).text
    drawing = read_link(SourceText("link", text).span(0, len(text)))
    again = link_of(drawing)
    assert read_link(SourceText("link", again).span(0, len(again))) == drawing


def test_the_format_is_found() -> None:
    """The format reads with a genre that is named, and is a link."""
    assert (FORMAT.name, FORMAT.is_link, FORMAT.read_as) == ("penpa", True, read_as)


LOOKS = [name for name, each in libraries().items() if "\n  penpa:" in each.file.read_text("utf-8")]


@pytest.mark.parametrize("name", LOOKS)
def test_looks_of_libraries(name: str) -> None:
    """What a library says of Penpa+ is about its own areas, clues, layers and their values."""
    document = libraries()[name].document
    schema.validate(document, library=True)
    formats = document.get("formats")
    assert isinstance(formats, yaml_nodes.Mapping)
    looks = formats.get("penpa")
    assert isinstance(looks, yaml_nodes.Mapping)
    convention = convention_of([name])
    named = {look.name: look for look in (*convention.groups, *convention.kinds, *convention.layers)}
    for key, node in looks.items:
        assert key.text == "holes" or key.text in named
        values = getattr(named.get(key.text), "values", None)
        for value, _ in node.items if isinstance(node, yaml_nodes.Mapping) and values is not None else ():
            parts = getattr(named[key.text], "parts", {})
            known = {str(listed) for part in (values, *parts.values()) for listed in (*part.listed, part.unknown)}
            known |= {"true"} if values.is_bool else set()
            known |= {"up", "right", "down", "left"} if values.is_directions else set()
            assert value.text == "*" or value.text in known


@pytest.mark.parametrize(
    "look", ["circle_M", "4", "surface", "surface 4 number", "border 5, circle", "'circle 1,'", "[]", "{a: {b: c}}"]
)
def test_wrong_looks(look: str) -> None:
    """A look that is none is refused by the schema."""
    with pytest.raises(SpecError):
        schema.validate(yaml_nodes.read_text(f"formats:\n  penpa:\n    tree: {look}\nrules: ['true']\n"), library=True)
