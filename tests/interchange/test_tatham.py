"""Game ids and save files of Simon Tatham's collection: an id of each game, what is wrong with one, what has no sign."""

from __future__ import annotations

import pytest
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.formats import tatham
from gridwright.runtime.interchange.puzzle import PrintedPuzzle
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.interchange.puzzle_text import puzzle_text
from gridwright.runtime.interchange.tatham.games import GAMES
from gridwright.runtime.solving.solve import solve
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

IDS = {
    "bridges": "10x10m2:4h3j5a4f3c3a1a1b4l5c2o3e43a4a2b1c2a4a4c4",
    "dominosa": "6:66656345344166625044501415226105431100524300305323212321",
    "galaxies": "7x7:ngzkodzfrcbzbi",
    "keen": "6:_a_aa_aa__b__aa_b__b_12a3_aa_c,a12s2s4s3d2d2d2a9s1m72a8m5m16m30a10",
    "lightup": "10x10:fBfBBb2c2c2dBb1bBa2c1eBb1e3c3a1b2b0d1c1c2bBBfBf",
    "loopy": "10x10t0:a2233b2c1a2c02b1e02e1a3b23d20b2c2a3a3b30a2b3a1d2112a2a22231111d1d2a3",
    "magnets": "6x5:222112,13231,223012,12313,LRLRLRTLRTTTBTTBBBTBBLRTBLRLRB",
    "pearl": "8x8:aWcWaBjWBaWbWaWWBaBaWmWdWWeBdB",
    "singles": "10x10:621358731291129665473a2384945aa7691223742691493132519439642a1656133258276a94186455726326317951254663",
    "slant": "10x10:a11a02e0e32b22b12c1d2a1c4a1a2a3b232a2a41a2a21e1a2b2a1b33b2b3a1d2b2d22122a212c0h",
    "solo": "3x3:3c5_7_6c7a9_3b5c9a2_1b7a9d4a3i7a1d8a2b3_9a1c3b1_5a9c7_2_4c8",
    "tents": "10x10:dcacbdjo_aaacafeecbfd,2,2,3,1,2,2,2,3,0,3,3,1,2,2,0,5,0,3,2,2",
    "towers": "6:3/3/3/3/1/2/2/2/1/2/3/3/2/4/2/2/1/3/2/1/4/2/3/3,n1e2g5d4b",
    "tracks": "8x8:c9tCeAu6e9c6a,5,5,S6,4,5,7,7,6,2,6,4,S6,6,7,8,6",
    "undead": "5x5:4,9,4,fRaRaLaLbLcRLcR,3,0,4,3,4,4,1,4,0,0,0,4,1,3,0,0,0,4,2,4",
    "unequal": "6:0R,0,0,0,0,5,0,0L,0,0,0,0U,0U,0,0,0R,0U,0,0R,0R,0,0R,0,0,0,0,0,0,0,1,0,0U,0L,0U,0,0,",
    "unruly": "10x10:DBbDAKeEABAddEcdjBDBfHgac",
}
"""An id of each game, made by the collection, so with one solution."""

OBLONG = {
    "bridges": "7x10m4:5e8a4c6a7a9a3k4b4h7e9n8e8",
    "galaxies": "5x9:pngnczbfzink",
    "lightup": "6x9:a1a0b2h1b1d1f1d1bBhBb0a2a",
    "loopy": "5x7t0:b3a31a0b3320b1a2b1a13b3b12a2a",
    "magnets": "2x30:.d,0...............0...0..0......,ac,........0..............0.0...0,"
    "LRLRTTBBTTBBLRTTBBTTBBLRLRTTBBLRLRTTBBTTBBLRTTBBLRLRTTBBTTBB",
    "pearl": "6x9:bWdWBbWfWbWWWWgWWdWbWeWBaWc",
    "singles": "12x4:8a1c28b43412615728c6b8aa7715b95664ca8754835a61a9",
    "slant": "5x8:b2d113a0d2b2a3c332c1b4b123e22a11b0a",
    "solo": "2x3:a1a3d3a5b3c5_4c2b2a5d4a3a",
    "tents": "7x10:hf__a__qdch_aga,3,1,3,1,3,1,2,1,2,1,2,2,0,0,3,1,2",
    "tracks": "6x9:h9bAl6sCe3Cb,8,8,8,S4,4,6,2,6,4,4,S6,6,3,3,4",
    "undead": "7x4:5,6,3,RbRcRLLLLLbRaLLRLdLb,0,1,2,0,3,2,0,3,0,2,1,2,0,3,2,2,1,2,2,3,0,0",
    "unruly": "6x8u:bcafhBLCAFBc",
}
"""An id of each game whose boards need not be squares, also made by the collection."""
ALL_IDS = [*IDS.items(), *OBLONG.items(), ("solo", "3x2:1c6a4b3c5_6f5_2c3b6a1c5"), ("unruly", "6x10:caBacalDFcBBACgIa")]


def read(text: str) -> PrintedPuzzle:
    """The puzzle of a text."""
    (imported,) = tatham.read(SourceText("id", text))
    assert imported.puzzle is not None
    return imported.puzzle


def spec_text(puzzle: PrintedPuzzle) -> str:
    """The spec that a puzzle becomes."""
    return "gridwright: 1\ntitle: Imported\n" + puzzle_text(puzzle)


def test_every_game_has_an_id() -> None:
    """No game is without a test."""
    assert {*IDS} == {*GAMES}


@pytest.mark.parametrize(("game", "text"), ALL_IDS)
def test_id_to_spec_to_id(game: str, text: str) -> None:
    """An id becomes a spec with one solution, and the spec is written as the same id."""
    spec = load_text(spec_text(read(f"{game}:{text}")))
    assert solve(spec).unique
    written = tatham.write(puzzle_of_spec(spec))
    assert written.text == f"{tatham.PAGE}{game}.html#{text}"
    assert not written.losses
    assert tatham.recognises(written.text)
    assert read(written.text) == read(f"{game}:{text}")


@pytest.mark.parametrize("game", IDS)
def test_save_file(game: str) -> None:
    """A save file says its game, and is the same puzzle as its id."""
    size, description = IDS[game].split(":")
    entries = {"SAVEFILE": "Simon Tatham's Portable Puzzle Collection", "VERSION": "1", "GAME": GAMES[game].title}
    entries |= {"PARAMS": size, "CPARAMS": size + "de", "DESC": description, "NSTATES": "1"}
    text = "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in entries.items())
    assert tatham.recognises(text)
    assert read(text) == read(f"{game}:{IDS[game]}")


def test_how_a_board_was_made_is_no_matter() -> None:
    """Parameters that say how difficult a board is, or how it was made, may stand behind its size."""
    assert read("lightup:2x2b20s4d1:aBaB").clues == read("lightup:2x2:aBaB").clues == {"black": {(1, 3): "?", (3, 3): "?"}}
    assert read("bridges:2x1i30e0m3d0:33").uses == read("bridges:2x1m3:33").uses == {"hashiwokakero": {"most": 3}}


def test_large_numbers() -> None:
    """Numbers of two digits, gaps of more than a letter, and dominoes in brackets are written as they were read."""
    for text in ("solo:4x4:zzzzzzzzzi16_1_10j", "galaxies:9x9:zzzzazzzzazzz", "dominosa:10:" + "[10]0" * 66):
        assert tatham.write(read(text)).text.split("#")[1] == text.partition(":")[2]


WRONG = {
    "lopy:2x2:a": None,
    "loopy:2x2t0": None,
    "loopy:2x2t0:aaa": "the board has 4",
    "loopy:2x2t0:aaaaa": "the board has 4",
    "loopy:2x2t0:111111": "more than the board",
    "loopy:2x2t0:5aaa": "means nothing",
    "loopy:2x2t3:aaaa": "of the kind",
    "loopy:0x2t0:a": "from 1 to",
    "loopy:999999x2t0:a": "from 1 to",
    "loopy:200x200t0:a": "too large",
    f"loopy:{'9' * 5000}x2t0:a": "from 1 to",
    f"{tatham.PAGE}loopy.html#2x2t0{'b' * 60}!:aaaa": "of the kind",
    "bridges:2x1m2L:11": "of the kind",
    "unequal:2a:0,0,0,0,": "of the kind",
    "solo:1x1:1234567": "at most 6 digits",
    "singles:1x1:0": "means nothing",
    "solo:3x3k:zzzc,a": "of the kind",
    "solo:200x200:a": "too large",
    "keen:2:_5,a1": "a letter for each cage",
    "keen:2:_5,a1a1a1a1a1": "more follows than the board",
    "keen:2:_999999,a1": "more than the board",
    "keen:2:_99999999,a1": "at most 6 digits",
    "keen:2:_5,x1": "no operation",
    "magnets:2x1:11,2,11,2,LL": "has no other half",
    "magnets:2x1:11,2,11,2,RL": "has no other half",
    "unequal:2:0,0R,0,0,": "no cell on that side",
    "unequal:2:0,0,0,0": "expected `,`",
    "tents:2x2:a": "the board has 4",
    "tracks:2x2:d,1,1,1": "expected `,`",
    "tracks:2x2:0c,1,1,1,1": "means nothing",
    "tracks:2x2:9Ab,1,1,1,1": "do not fit",
    "tracks:2x2:3c,1,S1,1,S1": "where the railway does not end",
    "undead:2x2:1,1:d": "",
    "dominosa:1:11": "expected a number for each cell",
    "SAVEFILE:41:Simon": "longer than the file",
    "SAVEFILE:5:Simon\n": "has no `GAME`",
    "SAVEFILE:5:Simon\nGAME    :3:Net\nPARAMS  :1:1\nDESC    :1:a\n": "no library here",
    "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#5x5:a": "no library here",
}


@pytest.mark.parametrize("text", WRONG)
def test_mistakes(text: str) -> None:
    """What is wrong is said at its place; what is no id is not taken for one."""
    message = WRONG[text]
    assert tatham.recognises(text) == (message is not None)
    if message is not None:
        with pytest.raises(SpecError) as problem:
            read(text)
        assert message in str(problem.value)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("use: slitherlink\ngrid: 2x2\nclues: {number: {r1c1: '?'}}\n", "no sign for ? at r1c1"),
        ("use: nurikabe\ngrid: 2x2\n", "no game for `nurikabe`"),
        ("use: kenken\ngrid: 2x2\nareas: {cages: {a: r1c1}}\nclues: {sum: {a: 1}}\n", "outside all cages"),
        ("use: hitori\ngrid: 1x2\nclues: {number: {r1c1: 1}}\n", "without a value"),
        ("use: slitherlink\ngrid: {size: 2x2, holes: [r1c1]}\n", "no board of this form"),
        ("use: {sudoku: {box_height: 4, box_width: 2}}\ngrid: 6x6\n", "the board has 16"),
    ],
)
def test_what_has_no_sign(spec: str, message: str) -> None:
    """What a game cannot hold is named."""
    with pytest.raises(SpecError, match=message.replace("?", r"\?")):
        tatham.write(puzzle_of_spec(load_text("gridwright: 1\n" + spec)))


@pytest.mark.parametrize(
    ("spec", "lost"),
    [
        ("use: {masyu: {every_cell: true}}\ngrid: 2x2\n", ["the parameter `every_cell: True` of `masyu`"]),
        ("use: {masyu: {every_cell: false}}\ngrid: 2x2\n", []),
        ("use: {sudoku: {box_height: grid.height / 2}}\ngrid: 6x6\n", []),
        ("use: tents\ngrid: 1x2\nclues: {tree: {r1c1: T}, number: {right: [1]}}\n", ["the clue `number` at right of row 1"]),
    ],
)
def test_what_is_left_out(spec: str, lost: list[str]) -> None:
    """What a game could hold elsewhere, but not like this, is named."""
    assert [loss.message for loss in tatham.write(puzzle_of_spec(load_text("gridwright: 1\n" + spec))).losses] == lost


def test_losses() -> None:
    """A rule of the author's own is lost, and named."""
    spec = load_text(spec_text(read("loopy:2x2t0:3c")) + "\nrules: ['side[r1c1-r1c2]']\n")
    assert [loss.message for loss in tatham.write(puzzle_of_spec(spec)).losses] == ["a rule of its own: 'side[r1c1-r1c2]'"]


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """`import` knows an id by its looks, and prints a spec."""
    assert run(["import", f"pearl:{IDS['pearl']}"]) == 0
    assert "use: masyu" in capsys.readouterr().out


@settings(max_examples=100 * THOROUGH, deadline=None)
@given(st.data())
def test_any_damage_is_told(data: st.DataObject) -> None:
    """An id with signs changed, left out or put in is read, or refused with a message; what is read can be written."""
    game = data.draw(st.sampled_from(sorted(IDS)))
    text = IDS[game]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 4)))
    text = text[:start] + data.draw(st.text(st.sampled_from("0123456789abcxyzABSLRTU_,:/.*[]é٣"), max_size=4)) + text[end:]
    if not tatham.recognises(f"{game}:{text}"):
        return
    try:
        puzzle = read(f"{game}:{text}")
    except SpecError:
        return
    written = tatham.write(puzzle)
    again = read(written.text)
    assert written.losses or (again.clues, again.givens, again.areas) == (puzzle.clues, puzzle.givens, puzzle.areas)
