"""What `solve` prints is read again, and so is every other way to write a grid; what is not understood says what is."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.syntax.diagnostics import SpecError, render
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.interchange.grid_file import read_grid, read_partial_grid
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.output.text import print_styled

SPECS = sorted((Path(__file__).parents[2] / "specs").glob("**/*.yaml"))


def _written_out(path: Path) -> tuple[Spec, Assignment] | None:
    """A spec with its solution, if all visible values of it are written."""
    spec = load(str(path))
    solution = spec.expected.solution
    if solution is None:
        return None
    grid = {
        (layer.grid, layer.name): solution.get((layer.grid, layer.name), (None,)) for layer in spec.layers if not layer.hidden
    }
    return None if any(None in values for values in grid.values()) else (spec, grid)


def _reading(text: str, spec: Spec, tmp_path: Path, *, partial: bool = False) -> dict[tuple[str, str], tuple[Value, ...]]:
    path = tmp_path / "grid.txt"
    path.write_text(text, "utf-8")
    return dict(read_partial_grid(str(path), spec) if partial else read_grid(str(path), spec))


@pytest.mark.cases(ci=23)
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_what_solve_prints_is_read_again(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The drawing of a solution, with its title, headings and verdict, gives the solution, indented or not."""
    text = _written_out(path)
    if text is None:
        pytest.skip("the solution is not written out")
    spec, grid = text
    print_styled.solution(spec, grid)
    drawn = capsys.readouterr().out
    if spec.title == "Numberlink":  # lines, of which each has a number
        with pytest.raises(SpecError, match="a drawing does not show the values of the layer `path`"):
            _reading(drawn, spec, tmp_path)
        return
    printed = f"{spec.title}\n{drawn}unique: there is no other solution (proved)\nanswer: 12: 3\n"
    assert _reading(printed, spec, tmp_path) == grid
    pasted = "".join(f"    {line}\n" if line else "\n" for line in drawn.splitlines())
    if (
        all(layer.single is False for layer in spec.layers if not layer.hidden)
        and "\n    {" not in pasted
        and ": {" not in pasted
    ):
        assert _reading(pasted, spec, tmp_path) == grid


SMALL = load_text("""\
gridwright: 1
grid: 2x3
layers:
  number: {values: 1..9, blank: true}
givens:
  number: {r1c2: 5}
clues:
  total:
    left: [12, 3]
    top: [1, 2, 3]
""")

WRITTEN = {
    "a picture": "1 5 .\n2 3 4\n",
    "lines of characters": "15.\n234\n",
    "one line of characters": "15.234\n",
    "lists in JSON": "[[1, 5, null], [2, 3, 4]]",
    "lists in YAML": "- [1, 5, .]\n- [2, 3, 4]\n",
    "a list in each line": "[1, 5, .],\n[2, 3, 4]\n",
    "texts in JSON": '["15.", "234"]',
    "CSV": "1,5,\n2,3,4\n",
    "YAML": "number: |\n  1 5 .\n  2 3 4\n",
    "JSON": '{"solution": {"number": [[1, 5, null], [2, 3, 4]]}}',
    "rows of values": "A title\n 1 (5) .\n 2  3  4\nunique: there is no other solution (proved)\n",
    "a drawing": """\
      1   2   3
   ┏━━━┯━━━┯━━━┓
12 ┃ 1 │(5)│   ┃
   ┠───┼───┼───┨
3  ┃ 2 │ 3 │ 4 ┃
   ┗━━━┷━━━┷━━━┛
""",
}


@pytest.mark.parametrize(
    ("genre", "row"),
    [
        ("roma", "┃ → │ ↓ ┃ ↓ │ ← ┃"),
        ("shakashaka", "┃   │ ◤ │ ◥ │   │   ┃"),
        ("tontonbeya", "┃  △  │  △  ┃ (□) ┃  ○  │  □  ┃  ○  ┃"),
        ("castle_wall", "  ┗━━━┓  w0↑  ┗━━━┓"),
        ("sheep_slitherlink", "┃     2 ┃ w ┃ s ┃"),
    ],
)
def test_signs_in_a_terminal(genre: str, row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Directions are arrows, symbols and clues beside a loop are signs, and the drawing is read again."""
    spec = next(examples_of(genre, libraries()[genre].document)).spec()
    assert spec.expected.solution is not None
    print_styled.solution(spec, spec.expected.solution)
    drawn = capsys.readouterr().out
    assert row in drawn.splitlines()
    visible = {(layer.grid, layer.name) for layer in spec.layers if not layer.hidden}
    expected = {key: values for key, values in spec.expected.solution.items() if key in visible}
    assert _reading(drawn, spec, tmp_path) == expected


@pytest.mark.parametrize("kind", WRITTEN)
def test_every_way_to_write_a_grid(kind: str, tmp_path: Path) -> None:
    """All formats give the same grid; with open places what is empty is open, and not blank."""
    wanted = {("", "number"): (1, 5, BLANK, 2, 3, 4)}
    assert _reading(WRITTEN[kind], SMALL, tmp_path) == wanted
    assert _reading(WRITTEN[kind], SMALL, tmp_path, partial=True) == {("", "number"): (1, 5, None, 2, 3, 4)}


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grid may come from a pipe."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRITTEN["a drawing"].encode())))
    assert read_grid("-", SMALL) == {("", "number"): (1, 5, BLANK, 2, 3, 4)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("what is this\n", "row"),
        ("12: [\n", "error"),
        ("1 5 .\n", "the picture has 1 row; the board has 2"),
        ("[1, 2, 3]\n", "3 values; the layer has 6 places"),
        ("[[1, 2, 3]]\n", "this has 1 row; the board has 2"),
        ("[[1, 2, 3], 4]\n", "error"),
        ("\n", "is empty"),
        ("┏━━━┓\n┃ 1 ┃\n┗━━━┛\n", "the drawing of the layer `number` is not here, or only a part of it"),
        (WRITTEN["a drawing"].replace("(5)", "(x)"), "the given 'x' is not among the values of `number`"),
        ("solution 1\n" + WRITTEN["a drawing"] + "solution 2\n" + WRITTEN["a drawing"], "this text has several solutions"),
    ],
)
def test_what_is_not_understood(text: str, message: str, tmp_path: Path) -> None:
    """The message says what is wrong, and which formats there are unless only a value is wrong."""
    with pytest.raises(SpecError) as caught:
        _reading(text, SMALL, tmp_path)
    messages = "\n".join(map(render, caught.value.diagnostics))
    assert message in messages
    assert ("judge takes what `solve`" in messages) == ("not among" not in messages)


def test_lines_thick_or_thin(tmp_path: Path) -> None:
    """A board of a sudoku is read whether or not its boxes have thick lines, as an older version drew them thin."""
    spec = load_text("gridwright: 1\ngrid: 4x4\nuse: sudoku\n")
    rows = ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]
    thin = "┠───┼───┼───┼───┨\n".join("┃ " + " │ ".join(row.split()) + " ┃\n" for row in rows)
    drawn = f"┏━━━┯━━━┯━━━┯━━━┓\n{thin}┗━━━┷━━━┷━━━┷━━━┛\n"
    thick = drawn.replace("┠───┼───┼───┼───┨\n┃ 2", "┣━━━┿━━━╋━━━┿━━━┫\n┃ 2")
    read = [_reading(text, spec, tmp_path)["", "number"] for text in (drawn, thick)]
    assert read == [tuple(int(digit) for row in rows for digit in row.split())] * 2
