"""Finished grids as CSV: every shipped solution comes back, and what is wrong is said with line and column."""

from __future__ import annotations

import contextlib
import csv
import io
import tempfile
from pathlib import Path

import pytest
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import SpecError, render
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.values import BLANK
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.grid_csv import read_csv
from gridwright.runtime.interchange.grid_file import read_grid
from gridwright.runtime.judging.judge import Assignment
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

ROOT = Path(__file__).parents[2]
SPECS = sorted((ROOT / "specs").rglob("*.yaml"))

TWO_LAYERS = """\
gridwright: 1
grid: 2x3
layers:
  number: {values: 1..9, blank: true}
  shaded: {values: bool}
  wall: {over: links, values: bool}
  total: {over: grid, values: 0..99}
rules: [true]
"""
ONE = "gridwright: 1\ngrid: 2x3\nlayers:\n  number: {values: 1..9}\nrules: [true]\n"
PLACES = "r1c1,1\nr1c2,2\nr1c3,3\nr2c1,4\nr2c2,5\nr2c3,6\n"
GRIDS = (
    "gridwright: 1\ngrids: {west: 1x2, east: 1x2}\nlayers:\n  colour: {values: [red, green, east]}\n"
    "  number: {values: 1..9}\nrules: [true]\n"
)


def as_csv(spec: Spec, grid: Assignment, delimiter: str = ",") -> str:
    """A grid as a spreadsheet writes it, padded with empty fields."""
    sheet = io.StringIO()
    writer = csv.writer(sheet, delimiter=delimiter)
    width = max(board.board.width for board in spec.grids) + 2

    def line(*fields: object) -> None:
        writer.writerow([*fields, *[""] * (width - len(fields))])

    for board in spec.grids:
        for layer in board.layers:
            if layer.hidden:
                continue
            line(f"{board.name}.{layer.name}" if board.name else layer.name)
            values = ["" if value is BLANK else str(value) for value in grid[board.name, layer.name]]
            if all(place in board.board.cells for place in layer.places):
                for row in range(board.board.height):
                    places = [board.board.at(row, column) for column in range(board.board.row_lengths[row])]
                    line(*[values[layer.index[place]] if place in layer.index else "" for place in places])
            else:
                for position, value in enumerate(values):
                    line(*([] if layer.single else [layer.place_name(position)]), value)
            line()
    return sheet.getvalue()


@pytest.mark.cases(ci=18)
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_round_trip(path: Path, tmp_path: Path) -> None:
    """The solution of each shipped spec, written as CSV by another program, is read as it was, with all separators."""
    spec = load(path)
    known = spec.expected.solution
    visible = {(layer.grid, layer.name) for layer in spec.layers if not layer.hidden}
    if known is None or not visible <= known.keys() or any(None in known[key] for key in visible):
        pytest.skip("the spec does not write all of its solution")
    for delimiter, name in ((",", "grid.csv"), (";", "grid.csv"), ("\t", "grid.tsv")):
        (tmp_path / name).write_text(as_csv(spec, known, delimiter), "utf-8", newline="")
        assert read_grid(str(tmp_path / name), spec) == {key: known[key] for key in visible}


def test_several_layers(tmp_path: Path) -> None:
    """Layers one below the other, signs of pictures, places with values, a single value, quotes, blanks at the end of lines."""
    text = (
        'number\n1,,"3"\n.,5,6 \n\nshaded\n#,-,TRUE\nfalse,true,-\nwall\n'
        + "".join(f"{link},false\n" for link in load_text(TWO_LAYERS).grids[0].board.links)
        + "total\n15\n"
    )
    (tmp_path / "grid.csv").write_text(text, "utf-8")
    grid = read_grid(str(tmp_path / "grid.csv"), load_text(TWO_LAYERS))
    assert grid["", "number"] == (1, BLANK, 3, BLANK, 5, 6)
    assert grid["", "shaded"] == (True, False, True, False, True, False)
    assert grid["", "wall"] == (False,) * 7
    assert grid["", "total"] == (15,)


def test_recognised_without_a_name(tmp_path: Path) -> None:
    """What has separators and is no mapping is CSV, whatever the file is called; places may stand before values."""
    for text in (
        "1,2,3\n4,5,6\n",
        "1;2;3\r\n4;5;6",
        "1\t2\t3\n4\t5\t6\n\t\t\n",
        PLACES,
    ):
        (tmp_path / "grid.txt").write_text(text, "utf-8", newline="")
        assert read_grid(str(tmp_path / "grid.txt"), load_text(ONE)) == {("", "number"): (1, 2, 3, 4, 5, 6)}


def test_word_that_is_also_a_name(tmp_path: Path) -> None:
    """A line with a word that is a value of the layer being read is a row of it, also where a grid has the same name."""
    (tmp_path / "grid.csv").write_text(
        "west.number\n1,2\nwest.colour\nred,green\neast.number\n3,4\neast.colour\neast,red\n", "utf-8"
    )
    grid = read_grid(str(tmp_path / "grid.csv"), load_text(GRIDS))
    assert grid["east", "colour"] == ("east", "red")


WRONG = [
    (ONE, "1,2,3\n4,5\n", "grid.csv:2:1: error[wrong-size]: row 2 has 2 values; the board has 3 columns"),
    (ONE, "1,2,3\n4,5,6,7\n", "grid.csv:2:1: error[wrong-size]: row 2 has 4 values; the board has 3 columns"),
    (ONE, "1,2,3\n", "grid.csv:1:1: error[wrong-size]: this has 1 row; the board has 2"),
    (ONE, "1,2,3\n4,5,6\n7,8,9\n", "grid.csv:1:1: error[wrong-size]: this has 3 rows; the board has 2"),
    (
        ONE,
        "1,2,3\n4,12,6\n",
        "grid.csv:2:3: error[not-a-value]: the given 12 is not among the values of `number`, which are 1..9",
    ),
    (ONE, "1,2,3\n4,,6\n", "error[missing-key]: {} has no value for number at r2c2"),
    (ONE, '1,2,3\n4,"5,6\n', "grid.csv:2:3: error[format]: this quote is not closed at the end of its field"),
    (ONE, "nmber\n1,2,3\n4,5,6\n", "grid.csv:1:1: error[format]: there is no layer or grid `nmber`"),
    (ONE, "r1c1,1\nr9c9,2\n", "grid.csv:2:1: error[off-board]: r9c9 is not on the board, which has 2 rows and 3 columns"),
    (ONE, "r1c1,1\nr1c1,2\n", "grid.csv:2:1: error[duplicate-key]: `r1c1` is here a second time"),
    (ONE, "r1c1,1,2\n", "grid.csv:1:1: error[format]: expected a place and its value, as in `r1c2,7` (got 3 fields)"),
    (ONE, "number\n1,2,3\n4,5,6\nnumber\n1,2,3\n4,5,6\n", "grid.csv:4:1: error[duplicate-key]: `number` is here a second time"),
    (ONE, "", "error[missing-key]: {} has no layer `number`"),
    (TWO_LAYERS, "1,2,3\n", "grid.csv:1:1: error[format]: the first line must name the layer that follows"),
    (GRIDS, "west\n1,2\n", "grid.csv:1:1: error[format]: the first line must name the layer that follows"),
]


@pytest.mark.parametrize(("spec", "text", "message"), WRONG)
def test_messages(spec: str, text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong is said with line and column, and the call has status 2."""
    path = tmp_path / "grid.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(SpecError) as caught:
        read_grid(str(path), load_text(spec))
    first = render(caught.value.diagnostics[0]).splitlines()[0]
    assert first.replace(f"{path}:", "grid.csv:", 1) == message.format(path)
    (tmp_path / "spec.yaml").write_text(spec, "utf-8")
    assert run(["judge", str(tmp_path / "spec.yaml"), str(path)]) == 2
    assert capsys.readouterr().err


PIECES = [*'13,;\t\n"#-. é\0', '""', "9" * 30, "number", "wall", "west.number", "r1c1", "true"]


@settings(max_examples=100 * THOROUGH)
@given(st.sampled_from([ONE, TWO_LAYERS, GRIDS]), st.lists(st.sampled_from(PIECES), max_size=40))
def test_garbage(spec: str, pieces: list[str]) -> None:
    """Whatever stands in a file, it is a grid or is refused with a message."""
    loaded = load_text(spec)
    try:
        document = read_csv(SourceText("grid.csv", "".join(pieces)), loaded)
    except SpecError as problem:
        assert all(render(diagnostic) for diagnostic in problem.diagnostics)
    else:
        assert {key.text for key, _ in document.items} <= {"west", "east", *(layer.name for layer in loaded.layers)}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "grid.csv")
        path.write_text("".join(pieces), "utf-8")
        with contextlib.suppress(SpecError):
            assert read_grid(str(path), loaded)


def test_a_layer_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A grid needs all layers, but `judge` searches those that it does not have."""
    path = tmp_path / "grid.csv"
    path.write_text("number\n1,2,3\n4,5,6\n", "utf-8")
    with pytest.raises(SpecError, match="has no layer `shaded`"):
        read_grid(str(path), load_text(TWO_LAYERS))
    (tmp_path / "spec.yaml").write_text(TWO_LAYERS, "utf-8")
    assert run(["judge", str(tmp_path / "spec.yaml"), str(path)]) == 0
    assert capsys.readouterr().out.startswith("accepted")
