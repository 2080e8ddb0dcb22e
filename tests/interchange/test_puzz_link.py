"""Links of puzz.link and texts of pzpr: boards of its own tests, every library, and what is wrong with a link."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.records import replace
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.format_solution import solution_in
from gridwright.runtime.interchange.format_table import codecs_page, formats_page
from gridwright.runtime.interchange.formats import puzz_link, pzprv3
from gridwright.runtime.interchange.puzzle import Place, PrintedPuzzle
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.interchange.puzzle_text import puzzle_text
from gridwright.runtime.interchange.pzpr.codecs import Codec, all_codecs
from gridwright.runtime.interchange.pzpr.layout import genres_by_id, layout_in, layout_of
from gridwright.runtime.interchange.pzpr.scanner import Scanner
from gridwright.runtime.solving.solve import solve
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "formats.md"
BOARDS = {
    name: found
    for name, found in json.loads(Path(__file__).with_name("pzpr_boards.json").read_text("utf-8")).items()
    if name[0] != "_"
}
HEAD = "gridwright: 1\ntitle: Imported\n"


def link(name: str) -> str:
    """The link of a board."""
    return f"https://puzz.link/p?{name}/{BOARDS[name]['url']}"


def read(text: str) -> PrintedPuzzle:
    """The puzzle of a link."""
    (imported,) = puzz_link.read(SourceText("link", text))
    assert imported.puzzle is not None
    return imported.puzzle


def read_file(text: str) -> PrintedPuzzle:
    """The puzzle of a text."""
    (imported,) = pzprv3.read(SourceText("file", text))
    assert imported.puzzle is not None
    return imported.puzzle


def through_spec(puzzle: PrintedPuzzle) -> PrintedPuzzle:
    """The puzzle of the spec that it becomes."""
    return puzzle_of_spec(load_text(HEAD + puzzle_text(puzzle)))


def contents(puzzle: PrintedPuzzle) -> object:
    """What a puzzle consists of, whatever its areas are called, and in which order things stand."""
    areas = {label: tuple(sorted(cells)) for kind in puzzle.areas.values() for label, cells in kind.items()}

    def named(place: Place) -> object:
        return areas[place] if isinstance(place, str) else place

    kinds = {kind: {areas[label] for label in areas_of_kind} for kind, areas_of_kind in puzzle.areas.items() if areas_of_kind}
    clues = {name: {named(place): value for place, value in values.items()} for name, values in puzzle.clues.items() if values}
    givens = {name: values for name, values in puzzle.givens.items() if values}
    return puzzle.height, puzzle.width, puzzle.genre, puzzle.holes, kinds, clues, givens


def test_boards_are_many() -> None:
    """No board is without a library by mistake of a name."""
    assert len(BOARDS) >= 80
    assert {*BOARDS} <= {*genres_by_id()}
    assert [name for name in libraries() if layout_of(name) is not None] == IN_LINKS
    assert len(IN_LINKS) >= 120


@pytest.mark.parametrize("name", BOARDS)
def test_link_to_spec_to_link(name: str) -> None:
    """A link that became a spec is written as the same link."""
    written = puzz_link.write(through_spec(read(link(name))))
    assert written.text == link(name)
    assert not written.losses


@pytest.mark.parametrize("name", BOARDS)
def test_text_as_pzpr_prints_it(name: str) -> None:
    """The text of a board is the one that pzpr prints, and reading it gives the same link."""
    text = BOARDS[name]["pzprv3"].replace("/", "\n")
    assert pzprv3.write(read(link(name))).text == text
    assert puzz_link.write(read_file(text)).text == link(name)
    assert contents(read_file("https://puzz.link/p?" + BOARDS[name]["pzprv3"])) == contents(read(link(name)))


@pytest.mark.cases(ci=20)
@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_unique(name: str) -> None:
    """Test boards of pzpr have exactly one solution, which is written into the text, read from it, and judged there by a spec."""
    spec = load_text(HEAD + puzzle_text(read(link(name))))
    outcome = solve(spec, deadline=Deadline(60))
    assert outcome.unique
    solved = puzzle_of_spec(spec, outcome.solutions[0].grid)
    text = pzprv3.write(solved).text
    if any(read_file(text).solution.values()):
        solution = solution_in(pzprv3.FORMAT, SourceText("file", text), spec)
        assert solution == {key: outcome.solutions[0].grid[key] for key in solution}


IN_LINKS = [name for name, library in libraries().items() if "\n  puzz.link:" in library.file.read_text("utf-8")]


@pytest.mark.parametrize("name", [name for name in IN_LINKS if libraries()[name].family])
def test_spec_to_link_to_spec(name: str) -> None:
    """A spec that became a link is the same puzzle; what is lost is named."""
    for example in examples_of(name, libraries()[name].document):
        same_again(example)


def same_again(example: Example) -> None:
    """Check that an example is written and read, or that what is lost is said."""
    puzzle = puzzle_of_spec(example.spec())
    written = puzz_link.write(puzzle)
    if written.losses:
        assert all(loss.message for loss in written.losses)
        return
    puzzle_again = through_spec(read(written.text))
    if example.library == "dosun_fuwari":  # black cells lie in no region of a link
        assert puzzle_again.clues == puzzle.clues
    else:
        assert contents(puzzle_again) == contents(puzzle)
    assert puzz_link.write(puzzle_again).text == written.text


# Why the first examples of these libraries have no link: a limit of numbers, a place without a clue, a region in two parts.
WITHOUT_A_LINK = {"bosanowa", "fillomino", "symmetry_area", "box", "dosun_fuwari", "putteria"}


@pytest.mark.parametrize("name", [name for name in IN_LINKS if name not in WITHOUT_A_LINK])
def test_first_examples_have_links(name: str) -> None:
    """A link holds all of the first example of a library."""
    assert not puzz_link.write(puzzle_of_spec(next(examples_of(name, libraries()[name].document)).spec())).losses


LOSSES = {
    "use: slitherlink\ngrid: 2x2\ngivens: {side: {r1c1-r1c2: true}}": ["the given `side` at r1c1-r1c2: True"],
    "use: {star_battle: {stars: 1}}\ngrid: 2x2\nareas: {regions: [r1c1 r2c2, r1c2, r2c1]}": [
        "the area 0 of `regions`, whose cells are not connected"
    ],
    "use: [masyu]\ngrid: 2x2\nrules: [{rule: true, says: 'All is well.'}]": ["a rule of its own: All is well."],
    "use: {fillomino: {highest: 4}}\ngrid: 2x2": ["the parameter `highest: 4` of `fillomino`"],
    "use: box\ngrid: 1x2\nclues: {total: {top: [1, 2]}}": ["that there is no clue left of row 1"],
}


@pytest.mark.parametrize(("text", "losses"), LOSSES.items())
def test_losses(text: str, losses: list[str]) -> None:
    """What a link cannot hold is named."""
    assert [loss.message for loss in puzz_link.write(puzzle_of_spec(load_text("gridwright: 1\n" + text))).losses] == losses


# From the page that describes the format; the rows are what its own program prints.
BODIES = {
    "nurikabe/5/5/g5k2o1k3g": ". 5 . . . / . . 2 . . / . . . . . / . . 1 . . / . . . 3 .",
    "slither/5/5/cbcbcddad": "2 . . 1 . / . 2 . . 1 / . . 2 . . / 3 . . 3 . / . 0 . . 3",
    "numlin/5/5/1j2h3m1h2j3": "1 . . . . / 2 . . 3 . / . . . . . / . 1 . . 2 / . . . . 3",
    "hashi/5/5/4g2i3h23k3g1g3g4g3": "4 . 2 . . / . 3 . . 2 / 3 . . . . / . 3 . 1 . / 3 . 4 . 3",
    "yajilin/5/5/m32j10": ". . . . . / . . . . . / . . . 2,left . / . . . . . / . . . . 0,up",
    "tapa/5/5/3n5hchhajn2": "3 . . . . / . . . . 5 / . . 3,1,1 . . / 3,1 . . . . / . . . . 2",
    "sudoku/4/4/g1k23k3g": ". 1 . . / . . . 2 / 3 . . . / . . 3 .",
}


@pytest.mark.parametrize(("body", "rows"), BODIES.items())
def test_bodies(body: str, rows: str) -> None:
    """The clues of a link, row by row."""
    puzzle = read(body)
    (values,) = ({**puzzle.clues, **puzzle.givens}).values()
    words = {(2 * y + 1, 2 * x + 1): word for y, row in enumerate(rows.split("/")) for x, word in enumerate(row.split())}
    for place, word in words.items():
        value = values.get(place)
        text_of_value = ",".join(map(str, value)) if isinstance(value, tuple) else "." if value is None else str(value)
        assert text_of_value == word


# Longer numbers and runs of blanks, by the description of the alphabet.
CODES = {
    ("n16", "-1f", 1): [31],
    ("n16", "+100z", 21): [256, *[None] * 20],
    ("n16", "=000@000*0000$00000", 4): [4096, 8192, 12240, 77776],
    ("n10", "9.c", 5): [9, "?", None, None, None],
    ("four", "5ag4", 8): [0, None, 0, None, None, None, 4, None],
    ("one", "2i0", 5): [1, None, None, None, 1],
    ("bits", "g1", 10): [1, *[None] * 8, 1],
    ("tri", "9q", 6): [1, None, None, 2, 2, 2],
    ("mark", "01.", 39): [1, None, 1, *[None] * 36],
    ("dot", "13g1", 6): [2, 2, None, None, 2, None],
    ("tapa", "9a0.", 3): [(1, 1, 1, 1), ("?", "?"), ("?",)],
    ("arrow", "100.-3100", 3): [(0, "up"), ("?", "?"), (256, "left")],
    ("kakuro", "48k.", 3): [(4, 8), None, (None, None)],
    ("hitori", "-10%z.", 4): [36, "?", 35, None],
}


@pytest.mark.parametrize(("name", "text", "count"), CODES)
def test_codecs_read(name: str, text: str, count: int) -> None:
    """Codes as the alphabet describes them."""
    source = SourceText("codes", text)
    assert all_codecs()[name].read(Scanner(source, 0, len(text)), count) == CODES[name, text, count]


@given(st.data())
@settings(max_examples=100 * THOROUGH)
def test_codecs_are_inverse(data: st.DataObject) -> None:
    """What a codec writes it reads again, and writes again with the same signs."""
    codec: Codec = data.draw(st.sampled_from([*all_codecs().values()]))
    numbers = st.integers(0, 40) | st.sampled_from([255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775, 77776])
    words = st.sampled_from(["?", "up", "down", "left", "right", "a", "b", "t", "#", "*", "_"])
    parts = numbers | words | st.none()
    codes = parts | st.tuples(parts, parts) | st.lists(numbers | st.just("?"), min_size=1, max_size=4).map(tuple)
    values = data.draw(st.lists(codes.map(lambda code: code if codec.accepts(code) else None), max_size=60))
    if not codec.has_blank:
        values = [0 if code is None else code for code in values]
    if codec.name == "sums":
        values = [code or None for code in values]
    text = codec.write(values)
    read = codec.read(Scanner(SourceText("codes", text), 0, len(text)), len(values))
    assert codec.write(read) == text
    blank = {(None, None)} if codec.name == "castle" else set()
    assert [code for code in read if code not in blank] == [code for code in values if code not in blank]


MISTAKES = {
    "https://puzz.link/p?slyther/5/5/cbcbcddad": ("no library here is the genre `slyther`", "did you mean 'slither'"),
    "slither/5/5/cbcbcddad9": ("this is more than the board holds", "check the size"),
    "https://puzz.link/p?slither/5/x/cbcb": ("expected the number of rows", ""),
    "slither/0/5/cbcb": ("expected the number of columns", ""),
    "slither/5/5/cb~": ("`~` means nothing here", ""),
    "fracdiv/1/1/3g": ("with an unknown number is not read here", ""),
    "slither/9999/9999/a": ("is too large", ""),
    "masyu/q/6/6/1063000i3000": ("the flag `q` of masyu changes the puzzle", ""),
    "kramma/3/3/000": ("without the flag `c`", ""),
    "nurikabe/5/5/g5k2o1k3g-": ("more than the board holds", ""),
    "nurikabe/2/2/-1": ("the link ends too early", "cut off"),
    "starbattle/6/6/x/4ilbhgdnmhou": ("expected `stars` here", ""),
    "statuepark/2/2/00//q": ("these pieces are not known", ""),
    "roma/2/2/009": ("`9` is no clue of roma", ""),
    "haisu/2/2/9999": ("expected the column and the row of a cell", ""),
    "https://puzz.link/p?pzprv3/slither/2/2/1 1 ": ("the file ends too early", "cut off"),
    "https://puzz.link/p?pzprv3/compass/5/5/": ("is not known", "import a link"),
    "https://puzz.link/p?pzprv3/slither/2/2/1 2 3/1 2/": ("expected 2 words in this row (got 3)", ""),
    "https://puzz.link/p?pzprv3/fracdiv/1/1/3,-1 /": ("with an unknown number is not read here", ""),
    "https://puzz.link/p?pzprv3/slither/2/2/1 q/1 1/": ("`q` means nothing here", ""),
}


@pytest.mark.parametrize(("text", "words"), MISTAKES.items())
def test_mistakes(text: str, words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong link is an error with its place and what to do."""
    assert run(["import", text, "--quiet"]) == 2
    message = capsys.readouterr().err
    assert all(word in message for word in words), message
    assert re.search(r"link:\d+:\d+: error\[format\]", message)


def test_house_rules_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A link whose author changed the rules is read with a warning, which stands in the spec."""
    assert run(["import", "nurikabe/v:12/3/3/g6m"]) == 0
    captured = capsys.readouterr()
    assert "warning: The link says that its author changed the rules of the genre (12)" in captured.err
    assert "# The link says that its author changed the rules" in captured.out


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?mashu/6/6/1063000i3000",
        "https://pzv.jp/p.html?masyu/6/6/1063000i3000",
        "https://pzprxs.vercel.app/p?pearl/6/6/1063000i3000",
        "http://example.com/x/p?type=player&mashu_edit/6/6/1063000i3000",
        "https://puzz.link/p?mashu%2F6%2F6%2F1063000i3000",
        "  mashu/6/6/1063000i3000/ \n",
    ],
)
def test_hosts_and_aliases(text: str) -> None:
    """Links of all pages of pzpr, and what follows the question mark."""
    assert puzz_link.recognises(text)
    name = next(word for word in ("masyu", "pearl", "mashu") if word in text)
    assert puzz_link.write(read(text)).text == f"https://puzz.link/p?{name}/6/6/1063000i3000"


CUT_SHORT = {
    "slither/5/5/cbcbcd": "says nothing of 7 cells",
    "slither/5/5": "says nothing of 25 cells",
    "starbattle/3/3/1/": "says nothing of 12 sides between cells",
    "country/2/2/0": "says nothing of 2 sides between cells and 1 area",
    "midloop/2/2/1": "says nothing of 8 places",
}


@pytest.mark.parametrize(("text", "words"), CUT_SHORT.items())
def test_links_that_are_cut_short(text: str, words: str) -> None:
    """What a link says nothing of is counted."""
    (warning,) = read(text).warnings
    assert words in warning


@pytest.mark.parametrize(
    "behind", [".0", "&id=33", "?id=33", "#top", "%22", "%0D%0A", '"', ">", ")", " by me", ",", " by 'me'", "!", "*", "`", "…"]
)
@pytest.mark.parametrize("page", ["https://puzz.link/p?", "puzz.link/p?", "pzv.jp/p.html?"])
def test_text_behind_links(page: str, behind: str) -> None:
    """What stands behind a link is left out with a note, and the link may begin with its page."""
    text = f"{page}slither/5/5/cbcbcddad{behind}"
    assert puzz_link.recognises(text)
    puzzle = read(text)
    assert puzz_link.write(puzzle).text == "https://puzz.link/p?slither/5/5/cbcbcddad"
    assert puzzle.warnings == (f"What follows the link is left out: {behind.strip()}",)
    assert puzzle.url.startswith("https://")


AROUND = [
    "<{}>",
    "(https://{})",
    "[url=https://{}]",
    "HTTPS://{}",
    "//{}",
    "https%3A%2F%2F{}",
    "\ufeffhttps://{}\u200b",
]
SLITHER = "puzz.link/p?slither/5/5/cbcbcddad"


@pytest.mark.parametrize("around", AROUND)
def test_text_around_links(around: str) -> None:
    """Signs before a link are no part of it, and its page may be in capitals."""
    for link in (SLITHER, SLITHER.replace("slither", "SLITHER")):
        text = around.format(link)
        assert puzz_link.recognises(text)
        assert puzz_link.write(read(text)).text == f"https://{SLITHER}"


@pytest.mark.parametrize("before", ["?", "p?", "p.html?", "puzz.link/?", "https://puzz.link/?", "Number 3: https://puzz.link/p?"])
def test_what_stands_before_a_genre(before: str) -> None:
    """A link may begin anywhere before the question mark, and words before it are left out with a note."""
    text = f"{before}slither/5/5/cbcbcddad"
    assert puzz_link.recognises(text)
    puzzle = read(text)
    assert puzz_link.write(puzzle).text == "https://puzz.link/p?slither/5/5/cbcbcddad"
    assert puzzle.url in ("https://puzz.link/p?slither/5/5/cbcbcddad", "https://puzz.link/?slither/5/5/cbcbcddad")
    assert puzzle.warnings == (("What stands before the link is left out: Number 3:",) if " " in before else ())


@pytest.mark.parametrize("text", ["????", "? ? 1", "? is unknown", "what is p?", "https://example.com/faq?p"])
def test_texts_that_are_no_links(text: str) -> None:
    """A question mark alone makes no link."""
    assert not puzz_link.recognises(text)


# What pzpr reads in these links.
READ_AS_PZPR_DOES = {
    "nondango/2/2/00i": {"circle": {(1, 3): "white", (3, 1): "white"}},
    "lapaz/8/2/2u0g10": {"number": {(1, 1): 2}},
    "dominion/2/1/1.": {"letter": {(1, 1): "A", (1, 3): "?"}},
    "nanro/2/1/0.h": {"filled": {(1, 1): True}},
    "putteria/2/1/0.h": {"empty": {(1, 1): True}},
    "midloop/2/1/1": {"dot": {(1, 1): "b"}},
    "yajikazu/2/1/663a": {"arrow": {(1, 1): (99, "up")}},
    "yajilin/2/1/1.a": {"arrow": {(1, 1): ("?", "up")}},
    "voxas/3/1/13": {"dot": {(1, 2): "black", (1, 4): "white"}},
    "creek/1/1/.i": {"number": {(0, 0): "?"}},
    "lookair/2/1/.a": {"number": {(1, 1): "?"}},
    "paintarea/2/1/0.a": {"number": {(1, 1): "?"}},
    "minarism/2/1/.": {"difference": {(1, 2): "?"}},
    "heyawake/3/1/gg": {"wall": {}},
    "wagiri/1/1/k.": {"mark": {(1, 1): "?"}},
    "sukoro/2/1/.a": {"filled": {(1, 1): "?"}},
    "hanare/2/1/0.g": {"filled": {(1, 1): "?"}},
    "toichika/2/1/0.5": {"filled": {(1, 1): "?"}},
    "hakoiri/3/1/0.b": {"filled": {(1, 1): "?"}},
    "roma/2/1/0.5": {"arrow": {(1, 1): "?"}, "goal": {(1, 3): True}},
    "kurochute/2/1/.g": {"number": {(1, 1): "?"}},
    "usoone/2/1/0.1": {"number": {(1, 1): "?", (1, 3): 1}},
    "loopsp/2/2/.p": {"number": {(1, 1): "?"}},
    "pipelink/2/2/.j": {"piece": {(1, 1): "?"}},
    "heyawake/3/2/g0g": {"wall": {(1, 2): True}},
}


@pytest.mark.parametrize(("text", "clues"), READ_AS_PZPR_DOES.items())
def test_links_that_pzpr_accepts(text: str, clues: dict[str, dict[Place, object]]) -> None:
    """Clues that stand in links of others; a link that was read is written as the same one."""
    puzzle = read(text)
    assert {name: puzzle.clues.get(name, {}) for name in clues} == clues
    load_text(HEAD + puzzle_text(puzzle))


@pytest.mark.parametrize(
    ("text", "name"),
    [("sudoku/2/2/.i", "number"), ("fillomino/2/1/.g", "number"), ("cojun/2/1/0.g", "number"), ("kazunori/2/1/0.", "total")],
)
def test_question_marks_that_say_nothing(text: str, name: str) -> None:
    """A `?` is left out with a warning where each cell has a number, and for sums between cells."""
    puzzle = read(text)
    assert not puzzle.givens
    assert not puzzle.clues.get(name)
    assert f"`?` says nothing about `{name}`, so it is left out." in puzzle.warnings


def test_a_circle_without_a_number_in_a_file() -> None:
    """Between cells, where nothing is `0`, a clue without a number is `-2`; pzpr reads no other word."""
    puzzle = read("minarism/3/2/.l1i")
    text = pzprv3.write(puzzle).text
    assert text.splitlines()[4] == "-2 0 "
    assert read_file(text).clues == puzzle.clues


def test_parameters_that_a_link_does_not_say() -> None:
    """Puzz.link does not know whether the paths of Numberlink visit every cell."""
    assert read("numlin/3/1/1g1").warnings == ("puzz.link does not say `all_cells` of `numberlink`; here it is true, as usual.",)


def test_numbers_without_a_largest_one() -> None:
    """Of Bosanowa a link knows no largest number: what is tried is said, and is more than what is printed."""
    puzzle = read("bosanowa/3/1/03g3")
    assert puzzle.uses == {"bosanowa": {}}
    assert any("numbers up to 20 are tried" in warning for warning in puzzle.warnings)
    large = read("bosanowa/3/1/0-1fh")
    assert large.uses == {"bosanowa": {"highest": 62}}
    outcome = solve(load_text(HEAD + puzzle_text(large)))
    assert [*outcome.solutions[0].grid.values()] == [(31, 62, 31)]
    assert outcome.unique
    written = puzz_link.write(through_spec(large))
    assert written.text.endswith("bosanowa/3/1/0-1fh")
    assert not written.losses


@pytest.mark.parametrize(("use", "printed"), [("bosanowa: {highest: 20}", 15), ("bosanowa", 15), ("bosanowa: {highest: 40}", 6)])
def test_a_largest_number_that_a_link_loses(use: str, printed: int) -> None:
    """Readers of the link would try numbers up to 30 instead of 20, or up to 20 instead of 40."""
    text = f"gridwright: 1\nuse: [{{{use}}}]\ngrid: 1x3\ngivens: {{number: {{r1c1: {printed}}}}}\nexpect: {{solutions: any}}"
    puzzle = puzzle_of_spec(load_text(text.replace("{bosanowa}", "bosanowa")))
    highest = 20 if printed > 10 else 40
    losses = puzz_link.write(puzzle).losses
    assert [loss.message for loss in losses] == [f"the parameter `highest: {highest}` of `bosanowa`"]


def test_clues_without_a_number_in_the_rules() -> None:
    """A number without an arrow, or an arrow without a number, says nothing, as in pzpr. It stopped the program."""
    for text in ("yajilin/3/3/1.h", "yajilin/3/3/01h", "yajilin/3/3/0.h", "yajikazu/3/2/010.1.c", "yajitatami/2/1/02a"):
        puzzle = read(text)
        assert solve(load_text(HEAD + puzzle_text(puzzle)), limit=2).solutions, text


SAVED = {  # with the answers that were entered
    "hashi/1/3/2 . 2 /2 2 /": ("bridges", {((1, 1), (1, 5)): 2}),
    "wblink/1/3/1 . 2 /1 1 /": ("joined", {((1, 1), (1, 5)): True}),
    "tentaisho/2/2/1../.../..2/0 /0 /1 1 /. . /. . /": ("galaxy", {(1, 1): 1, (1, 3): 1, (3, 1): 2, (3, 3): 2}),
    "yinyang/2/2/1 . /. . /. 2 /2 2 /": ("shaded", {(1, 1): False, (1, 3): True, (3, 1): True, (3, 3): True}),
    "roma/1/2/2/0 1 /4 5 /. . /": ("", {}),
    "nondango/1/2/2/0 1 /# o /": ("black", {(1, 1): True}),
    "usoone/1/2/1/0 0 /1 . /+o 1 /": ("shaded", {(1, 3): True}),
    "shikaku/1/2/1 1 /2 /": ("wall", {(1, 2): True}),
    "slither/1/1/4 /1 1 /1 /1 /": ("side", {(1, 0): True, (1, 2): True, (0, 1): True, (2, 1): True}),
}


@pytest.mark.parametrize(("text", "answers"), SAVED.items())
def test_answers_that_pzpr_saved(text: str, answers: tuple[str, dict[Place, object]]) -> None:
    """Answers in the words of pzpr: lines, borders, printed marks that belong to them, and marks that say nothing."""
    name, values = answers
    puzzle = read_file("pzprv3\n" + text.replace("/", "\n"))
    assert dict(puzzle.solution) == ({name: values} if name else {})


def test_cells_of_no_area_divide_one() -> None:
    """Where black cells cut a room into two, it is two rooms, as for pzpr, which draws walls around such cells."""
    assert len(read("makaro/3/1/0l").areas["rooms"]) == 1
    assert len(read("makaro/3/1/0gbg").areas["rooms"]) == 2
    assert len(read("dosufuwa/3/1/01").areas["regions"]) == 2


def test_walls_that_are_given() -> None:
    """Walls in a link of Yajitatami are givens, in a file too."""
    puzzle = read("yajitatami/4/4/e22b32c42a12a32g000")
    assert [*puzzle.givens["wall"]] == [(3, 2), (3, 4), (5, 6), (7, 4)]
    assert puzz_link.write(puzzle).text.endswith("e22b32c42a12a32g000")
    assert read_file(pzprv3.write(puzzle).text).givens == puzzle.givens


def test_sides_on_the_edge_of_the_board() -> None:
    """In Mejilink a side on the edge can be no wall for pzpr; this is refused, also where it is a single bit."""
    for body in ("n00", "n"):
        with pytest.raises(SpecError, match="a side on the edge of the board that is no wall"):
            read(f"mejilink/2/2/{body}")
    assert read("mejilink/2/2/m00") == replace(read("mejilink/2/2/m"), url="https://puzz.link/p?mejilink/2/2/m00")


FLAGS = {
    "slither/f/5/5/cbcbcddad": {"every_corner": True},
    "country/e/3/3/00004": {"empty_rooms": True},
    "masyu/f/6/6/1063000i3000": {"every_cell": True},
    "aquarium/r/3/3/2007/l": {"one_level": True},
    "koburin/m/3/3/k2i": {"diagonally": True},
}


@pytest.mark.parametrize(("text", "parameters"), FLAGS.items())
def test_flags_that_change_a_rule(text: str, parameters: dict[str, bool]) -> None:
    """A flag sets a parameter, in a link and in a file, where it stands on a line of its own."""
    puzzle = read(text)
    assert dict(puzzle.uses[puzzle.genre]) == parameters
    puzzle = through_spec(puzzle)
    assert dict(read(puzz_link.write(puzzle).text).uses[puzzle.genre]) == parameters
    if text.startswith("koburin"):
        return  # no file of it is known
    file = pzprv3.write(puzzle)
    assert not file.losses
    assert file.text.splitlines()[4] == text.split("/")[1]
    assert dict(read_file(file.text).uses[puzzle.genre]) == parameters


@pytest.mark.parametrize("genre", ["voxas", "light_and_shadow", "snake", "wittgenstein"])
def test_solutions_that_no_table_holds(genre: str) -> None:
    """Files of some genres have no known table for the solution; that it is left out is said."""
    puzzle = puzzle_of_spec(next(examples_of(genre, libraries()[genre].document)).spec())
    assert [loss.message for loss in pzprv3.write(puzzle).losses] == ["the solution"]
    assert not pzprv3.write(replace(puzzle, solution={})).losses


def test_a_line_that_joins_nothing() -> None:
    """A line between circles of one colour is no value of the layer, and a line into nowhere is none at all."""
    with pytest.raises(SpecError, match="does not lead straight"):
        read_file("pzprv3\nhashi\n1\n3\n2 . 2 \n2 0 \n")
    circles = "{r1c1: w, r1c3: w, r2c3: b}"
    spec = load_text(f"gridwright: 1\nuse: shirokuro_link\ngrid: 2x3\nclues: {{circle: {circles}}}\nexpect: {{solutions: any}}")
    with pytest.raises(SpecError, match="at r1c1-r1c3 is no value of `joined`"):
        solution_in(pzprv3.FORMAT, SourceText("file", "pzprv3\nwblink\n2\n3\n1 . 1 \n. . 2 \n1 1 \n0 0 \n0 0 0 \n"), spec)


def test_many_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with a link on each line becomes a folder; a wrong one is named by its line."""
    file = tmp_path / "links.txt"
    file.write_text("# mine\nslither/5/5/cbcbcddad\n\nhttps://puzz.link/p?mashu/6/6/1063000i3000\n", "utf-8")
    assert run(["import", str(file), "-o", str(tmp_path / "all")]) == 0
    assert "use: masyu" in (tmp_path / "all" / "2.yaml").read_text("utf-8")
    file.write_text("slither/5/5/cbcbcddad\nslither/5/5/C\n", "utf-8")
    assert run(["import", str(file), "-o", str(tmp_path / "none")]) == 2
    assert "links.txt:2:13: error" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_genre_of_today() -> None:
    """A library with the key `formats` is written and read without Python; mistakes in it are found."""
    text = libraries()["masyu"].file.read_text("utf-8")
    fine = yaml_nodes.read_text(text, "mine.yaml")
    layout = layout_in(_Written("mine", fine))
    assert layout is not None
    assert layout.ids == ("mashu", "masyu", "pearl")
    mistakes = (
        ("tri: circle", "try: circle", "there is no codec `try`"),
        ("tri: circle", "tri: cicle", "does not declare `cicle`"),
        ("{answers: line, blank", "{answers: line, blnk", "no option `blnk`"),
        ("puzz.link:\n", "puzz.link:\n    limit: hihgest\n", "does not declare `hihgest`"),
        ("puzz.link:\n", "puzz.link:\n    limit: circle\n", "does not declare `circle`"),
    )
    for old, new, message in mistakes:
        assert old in text
        with pytest.raises(SpecError, match=message):
            layout_in(_Written("mine", yaml_nodes.read_text(text.replace(old, new), "mine.yaml")))


class _Written:
    """A library that is no file."""

    def __init__(self, name: str, document: yaml_nodes.Mapping) -> None:
        self.name, self.document = name, document


def mutated(text: str, chance: random.Random) -> str:
    """A text with some signs changed, left out, repeated or added."""
    signs = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(signs) + 1)
        kind = chance.randrange(4)
        if kind == 0 and at < len(signs):
            signs[at] = chr(chance.choice([chance.randrange(32, 127), chance.randrange(0x110000 - 0x800) % 0xD800]))
        elif kind == 1:
            del signs[at : at + chance.randint(1, 5)]
        elif kind == 2:
            signs[at:at] = signs[at : at + chance.randint(1, 20)] * chance.randint(1, 3)
        else:
            signs.insert(at, chance.choice("/-.?+=@%*$zg0"))
    return "".join(signs)


@pytest.mark.slow
def test_mutated_links() -> None:
    """Whatever a link says, there is a puzzle or a sentence."""
    chance = random.Random(20)
    texts = [*map(link, BOARDS), *(board["pzprv3"].replace("/", "\n") for board in BOARDS.values())]
    for _ in range(3_000):
        text = mutated(chance.choice(texts), chance)
        for format in (puzz_link, pzprv3):
            try:
                imported = format.read(SourceText("link", text))
            except SpecError:
                continue
            for puzzle in (imported_puzzle.puzzle for imported_puzzle in imported):
                assert puzzle is not None
                puzzle_text(puzzle)


def test_page_is_fresh() -> None:
    """The tables of the page are made from the codecs and the libraries."""
    page = PAGE.read_text("utf-8")
    if "GRIDWRIGHT_UPDATE_FORMATS" in os.environ:
        begin, end = page.index("| codec | codes |"), page.index("\nThese stand in a `body` too")
        page = page[:begin] + codecs_page() + page[end:]
        begin, end = page.index("## Genres\n"), page.index("\nThis table is made with")
        page = page[:begin] + "## Genres\n\n" + formats_page() + page[end:]
        PAGE.write_text(page, "utf-8")
    assert codecs_page() in page
    assert formats_page() in page


def test_pairs_of_another_length() -> None:
    """A word with three parts where two belong is a mistake of the file. It was found by mutation, and stopped the program."""
    text = BOARDS["lightshadow"]["pzprv3"].replace("/", "\n").replace("1,4 ", "1,4,4 ")
    assert "1,4,4" in text
    with pytest.raises(SpecError, match="`1,4,4` means nothing here"):
        read_file(text)
