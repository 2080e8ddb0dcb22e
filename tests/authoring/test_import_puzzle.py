"""Imports: what is written is a spec that verifies, round trips, published puzzles, and files that are wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import pytest
import yaml
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.plugins import find_plugin
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.runtime.authoring.import_puzzle import read_source, recognised_format, spec_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.format import PuzzleFormat, all_formats
from gridwright.runtime.interchange.formats import sudoku
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.solving.solve import solve
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ways import THOROUGH

ROOT = Path(__file__).parents[2]
MISTAKES = (Path(__file__).with_name("import_mistakes.md")).read_text("utf-8")
SECTIONS = re.findall(r"(?m)^## (.*)\n\n```text\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```", MISTAKES)
SUDOKU = "..2.3.....482.7...69...83..8..3..5.2.2.....8.4.6..2..1..71...56...7.583.....9.1.."
LINKS = ["https://www.sudokuwiki.org/sudoku.htm?bd=", "sudokuwiki.org/killer?x=1&bd=", "https://sudokuexchange.com/play/?s="]
FOURS = ["2018-06-twenty-four-seven", "2019-03-twenty-four-seven-2-by-2", "2020-12-twenty-four-seven-2-by-2-2"]


def written(givens: Mapping[tuple[int, int], int], sides: Mapping[str, Sequence[int]]) -> str:
    """A Twenty Four Seven grid in the text format."""
    lines = [str(len(givens)), *(f"{row} {column} {value}" for (row, column), value in givens.items()), ""]
    lines += [f"{a} {b}" for a, b in zip(sides["left"], sides["right"], strict=True)]
    return "\n".join([*lines, "", *(f"{a} {b}" for a, b in zip(sides["top"], sides["bottom"], strict=True))]) + "\n"


def as_text(grid: Grid) -> str:
    """A grid of a spec in the text format."""
    places = [(given.layer.places[given.position], given.value) for given in grid.givens]
    sides = {side: [0] * 7 for side in ("left", "right", "top", "bottom")}
    for clue in (clue for group in grid.clue_groups for clue in group):
        sides[clue.side][clue.index] = clue.value
    return written({(cell.row, cell.column): value for cell, value in places}, sides)


def imported(text: str, name: str = "puzzle.txt") -> list[str]:
    """The texts of the specs that a text becomes."""
    source = SourceText(name, text)
    return [spec_text(puzzle) for puzzle in recognised_format(source).read(source)]


def test_found_by_looking() -> None:
    """Every file of the folder holds a format, or several."""
    names = {path.stem for path in (ROOT / "runtime" / "interchange" / "formats").glob("*.py")} - {"__init__"}
    assert len(names) <= len(all_formats())
    for name in names:
        assert find_plugin("gridwright.runtime.interchange.formats", name, PuzzleFormat) is not None


@pytest.mark.parametrize("name", FOURS)
def test_published_grids(name: str) -> None:
    """Each grid of a published puzzle, brought into the text format and imported, has the solution that was published."""
    facts = yaml.safe_load((ROOT / "specs" / "jane-street" / f"{name}.yaml").read_text("utf-8"))["expect"]["solution"]
    for grid in load(ROOT / "specs" / "jane-street" / f"{name}.yaml").grids:
        (text,) = imported(as_text(grid))
        outcome = solve(load_text(text))
        known = (facts[grid.name] if grid.name else facts)["number"].split()
        assert outcome.unique
        assert [str(value) for value in outcome.solutions[0].grid["", "number"]] == [v.replace(".", "blank") for v in known]


def test_sudoku_as_published() -> None:
    """A line of a known sudoku has the known solution, with dots and with zeros."""
    (known,) = load(ROOT / "specs" / "classics" / "sudoku.yaml").expected.solution.values()
    for line in (SUDOKU, SUDOKU.replace(".", "0"), SUDOKU.replace(".", "-"), *(link + SUDOKU for link in LINKS)):
        (text,) = imported(line)
        assert solve(load_text(text)).solutions[0].grid["", "number"] == known


SIZES = {
    4: "1...|..3.|.4..|...2",
    6: "......|..1..2|3....4|.5..6.|......|.1....",
    8: "1.......|.2......|..3.....|...4....|....5...|.....6..|......7.|.......8",
    16: "|".join("." * at + sign + "." * (15 - at) for at, sign in enumerate("123456789ABCDEFG")),
}


@pytest.mark.parametrize("size", SIZES)
def test_other_sizes(size: int) -> None:
    """Boards of other sizes are read from one line and from rows, and written as the line."""
    rows = SIZES[size].split("|")
    line = "".join(rows)
    for text in (line, "\n".join(rows), "\n".join(" ".join(row) for row in rows), line.lower()):
        (imported_text,) = imported(text)
        spec = load_text(imported_text)
        assert spec.grids[0].board.height == size
        assert {(str(printed_given.value), printed_given.position) for printed_given in spec.grids[0].givens} == {
            (str(int(sign, 36)) if sign < "G" else "16", at) for at, sign in enumerate(line) if sign != "."
        }
        assert sudoku.write(puzzle_of_spec(spec)).text == line


SDK = "[Puzzle]\n{}\n[State]\n{}\n"
SIMPLE = "*-----------*\n{}\n*-----------*\n"


def test_files_of_other_programs() -> None:
    """Headers, borders and what somebody has filled in are left out."""
    boxes = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS]
    simple = SIMPLE.format("\n|---+---+---|\n".join("\n".join(boxes[at : at + 3]) for at in (0, 3, 6)))
    sdk = "#ASomebody\n" + SDK.format("\n".join(ROWS), "1" * 9 + "\n" + "\n".join(ROWS[1:]))
    for text in (simple, sdk, simple.replace(".", "*")):
        (imported_text,) = imported(text)
        assert imported_text.partition("grid:")[2] == imported(SUDOKU)[0].partition("grid:")[2]


def test_what_a_line_cannot_hold() -> None:
    """A line has the givens of a sudoku; anything else is said to be lost."""
    losses = {
        "use: [sudoku, thermo]\nareas: {thermos: [r1c1 r1c2]}": ["the rules of `thermo`, with 1 of `thermos`"],
        "use: {sudoku: {box_height: 4}}": ["the parameter `box_height` of `sudoku`"],
        "use: sudoku\nareas: {regions: [r1c1:r1c4, r2c1:r2c4, r3c1:r3c4, r4c1:r4c4]}": ["the areas `regions`"],
        "use: sudoku\nrules:\n- number[r1c1] > number[r1c2]": ["a rule of its own: number[r1c1] > number[r1c2]"],
    }
    for text, wanted in losses.items():
        written = sudoku.write(puzzle_of_spec(load_text(f"gridwright: 1\ngrid: 4x4\n{text}")))
        assert (written.text, [loss.message for loss in written.losses]) == ("." * 16, wanted)
    for text, wanted in {
        "grid: 5x5\nuse: sudoku": "of 4, 6, 8, 9 or 16 rows, and not of 5",
        "grid: 3x3\nuse: fillomino": "a sudoku",
    }.items():
        with pytest.raises(SpecError, match=wanted):
            sudoku.write(puzzle_of_spec(load_text(f"gridwright: 1\n{text}")))


ROWS = [SUDOKU[at : at + 9] for at in range(0, 81, 9)]
LISTS = [[int(sign.replace(".", "0")) for sign in row] for row in ROWS]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n".join(ROWS).replace(".", "0") + "\n",
        "\n".join(" ".join(row) for row in ROWS),
        "# boxes\n"
        + "\n".join(
            "|".join(row[at : at + 3] for at in (0, 3, 6)) + "\n---+---+---" * (at % 3 == 2) for at, row in enumerate(ROWS)
        ),
        str(LISTS),
        "[\n" + ",\n".join(map(str, LISTS)) + "\n]\n",
        "\r\n".join(row.replace(".", "_") for row in ROWS),
    ],
)
def test_sudoku_in_rows(text: str) -> None:
    """Nine rows of nine cells, with or without anything between them, and lists of rows are the same as one line."""
    (imported_text,) = imported(text)
    assert imported_text.partition("grid:")[2] == imported(SUDOKU)[0].partition("grid:")[2] != ""


def test_several_sudoku_in_rows() -> None:
    """Each nine rows are a puzzle."""
    rows = "\n".join(ROWS)
    assert len(imported(f"{rows}\n\n{rows}\n")) == 2


GRIDS = st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.integers(1, 7))
SIDES = st.lists(st.integers(0, 7), min_size=7, max_size=7)


@pytest.mark.slow
@settings(max_examples=50)
@given(GRIDS, SIDES, SIDES, SIDES, SIDES)
def test_round_trip_of_twenty_four_seven(givens: dict, left: list, right: list, top: list, bottom: list) -> None:
    """Text to spec to text is the same text, whatever stands in it; and the spec has nothing that was not in the text."""
    text = written(dict(sorted(givens.items())), {"left": left, "right": right, "top": top, "bottom": bottom})
    (spec,) = imported(text)
    assert as_text(load_text(spec).grids[0]) == text
    assert ("first_seen" in spec) == any([*left, *right, *top, *bottom])


@settings(max_examples=20)
@given(st.text("123456789.", min_size=81, max_size=81))
def test_round_trip_of_sudoku(line: str) -> None:
    """Line to spec to line is the same line."""
    (text,) = imported(line)
    shown = ["."] * 81
    for printed_given in load_text(text).grids[0].givens:
        shown[printed_given.position] = str(printed_given.value)
    assert "".join(shown) == line


@pytest.mark.parametrize(("name", "text", "message"), SECTIONS, ids=[name for name, _, _ in SECTIONS])
def test_message(
    name: str, text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong is said as in `import_mistakes.md`, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text(text, "utf-8")
    assert run(["import", "puzzle.txt", "-o", "never.yaml", "--quiet"]) == 2
    assert capsys.readouterr().err == message
    assert [path.name for path in tmp_path.iterdir()] == ["puzzle.txt"]


HOSTILE = [b"\xff\xfe1\n", b"9" * 2_000_000, b"9" * 900_000, b"\0" * 81, b"7\r\r\r", b"1\n" * 40_000, SUDOKU.encode() * 9000]


@pytest.mark.slow
@pytest.mark.parametrize("data", HOSTILE)
def test_hostile(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hostile bytes get a short message, and nothing is written."""
    (tmp_path / "puzzle.txt").write_bytes(data)
    for more in ([], ["--format", "sudoku"], ["--format", "twenty-four-seven"]):
        assert run(["import", str(tmp_path / "puzzle.txt"), "-o", str(tmp_path / "never"), *more]) == 2
        assert 0 < len(capsys.readouterr().err) < 30_000
    assert [path.name for path in tmp_path.iterdir()] == ["puzzle.txt"]


MANGLED = written({(0, 1): 7, (3, 3): 5}, {"left": [1] * 7, "right": [0] * 7, "top": [0] * 7, "bottom": [7] * 7})


@pytest.mark.slow
@settings(max_examples=100 * THOROUGH)
@given(
    st.sampled_from([MANGLED, SUDOKU + "\n"]), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 3), st.text(max_size=3)))
)
@example("", [])
@example(MANGLED, [(0, 0, "\n\n")])
def test_garbage(text: str, changes: list[tuple[int, int, str]]) -> None:
    """A text with changes anywhere becomes a spec that can be read, or a `SpecError` with places inside the text."""
    for at, length, put in changes:
        text = text[:at] + put + text[at + length :]
    source = SourceText("puzzle.txt", text)
    for kind in (kind for kind in all_formats().values() if kind.recognises is not None and kind.read is not None):
        kind.recognises(text)
        try:
            read_puzzles = kind.read(source)
        except SpecError as problem:
            assert problem.diagnostics
            assert all(
                diagnostic.span and 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
                for diagnostic in problem.diagnostics
            )
        else:
            assert [load_text(spec_text(puzzle)) for puzzle in read_puzzles]


@pytest.mark.slow
@given(st.text(), st.text())
def test_titles(title: str, origin: str) -> None:
    """Whatever the title and the source are, they are read as written, or refused."""
    source = SourceText("puzzle.txt", SUDOKU)
    (puzzle,) = recognised_format(source).read(source)
    try:
        text = spec_text(puzzle, title=title, origin=origin)
    except click.UsageError:
        return
    document = read_text(text)
    assert document.get("title").value == (title or "Sudoku")
    sources = [value.value for key, value in document.get("source").items if key.text in ("publisher", "url")]
    assert sources == ([origin] if origin else [])


def test_several_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several puzzles go into a new folder, or one of them into a file; a folder that exists is not touched."""
    file = tmp_path / "three.txt"
    file.write_text(f"# three\n{SUDOKU}\n\n{SUDOKU}\r\n{SUDOKU}", "utf-8")
    assert run(["import", str(file), "-o", str(tmp_path / "all.yaml")]) == 2
    assert "there are 3 puzzles" in capsys.readouterr().err
    assert run(["import", str(file), "-o", str(tmp_path / "two.yaml"), "--number", "2"]) == 0
    assert "imported from three.txt, line 4" in (tmp_path / "two.yaml").read_text("utf-8")
    assert run(["import", str(file), "-o", str(tmp_path / "two.yaml"), "--number", "4"]) == 2
    assert run(["import", str(file), "-o", str(tmp_path / "all")]) == 0
    assert run(["verify", str(tmp_path / "all")]) == 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["1.yaml", "2.yaml", "3.yaml"]
    capsys.readouterr()
    assert run(["import", str(file), "-o", str(tmp_path / "all"), "--force"]) == 2
    assert "already exists and was not changed" in capsys.readouterr().err


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An existing spec stays as it is unless --force is given, and then if the import is wrong."""
    file, spec = tmp_path / "puzzle.txt", tmp_path / "puzzle.yaml"
    file.write_text(SUDOKU, "utf-8")
    spec.write_text("mine", "utf-8")
    assert run(["import", str(file), "-o", str(spec)]) == 2
    assert "puzzle.yaml already exists and was not changed; to overwrite it, use --force" in capsys.readouterr().err
    assert spec.read_text("utf-8") == "mine"
    file.write_text(SUDOKU[:-1], "utf-8")
    assert run(["import", str(file), "-o", str(spec), "--force"]) == 2
    assert spec.read_text("utf-8") == "mine"
    file.write_text(SUDOKU, "utf-8")
    assert run(["import", str(file), "-o", str(spec), "--force"]) == 0
    assert run(["verify", str(spec)]) == 0
    for wrong in (tmp_path, tmp_path / "nowhere" / "puzzle.yaml", tmp_path / "puzzle.txt" / "x.yaml"):
        assert run(["import", str(file), "-o", str(wrong), "--force"]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["puzzle.txt", "puzzle.yaml"]


def test_schema_line(tmp_path: Path) -> None:
    """A spec below a folder with our schema leads there; elsewhere no file is named that does not exist."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "puzzle.txt").write_text(SUDOKU, "utf-8")
    assert run(["import", str(tmp_path / "puzzle.txt"), "-o", str(tmp_path / "a" / "one.yaml")]) == 0
    (tmp_path / "schema.json").write_bytes((ROOT / "schema.json").read_bytes())
    (tmp_path / "a" / "schema.json").write_text("{}", "utf-8")
    assert run(["import", str(tmp_path / "puzzle.txt"), "-o", str(tmp_path / "a" / "b" / "two.yaml")]) == 0
    first = [(tmp_path / "a" / name).read_text("utf-8").splitlines()[0] for name in ("one.yaml", "b/two.yaml")]
    assert first == ["gridwright: 1", "# yaml-language-server: $schema=../../schema.json"]
    assert run(["new", "sudoku", "-o", str(tmp_path / "a" / "b" / "three.yaml")]) == 0
    assert (tmp_path / "a" / "b" / "three.yaml").read_text("utf-8").startswith(first[1])
    (tmp_path / "schema.json").unlink()
    assert run(["new", "sudoku", "-o", str(tmp_path / "a" / "four.yaml")]) == 0
    assert "schema.json" not in (tmp_path / "a" / "four.yaml").read_text("utf-8")


def test_files_are_read_whole(tmp_path: Path) -> None:
    """A format that is named is taken, also where the text looks like another one."""
    (tmp_path / "puzzle.txt").write_text(SUDOKU, "utf-8")
    with pytest.raises(SpecError, match="the number of givens"):
        read_source(str(tmp_path / "puzzle.txt"), "twenty-four-seven")
