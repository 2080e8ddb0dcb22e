"""A fraction goes through all that writes and reads values: reports, grids from elsewhere, pictures, cache, certificates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution.serialize import as_plain, from_plain
from gridwright.runtime.interchange.grid_file import read_grid, read_partial_grid
from gridwright.runtime.output.reports import report
from gridwright.runtime.proofs.check.certificate_files import SOLUTIONS
from gridwright.runtime.solving.solve import solve

SPEC = """\
gridwright: 1
grid: 2x3
layers:
  x: {values: 0..2 step 1/2, blank: true}
givens:
  x: |
    1/2 . .
    . . .
clues:
  total: {left: [4.5, 7/4]}
rules:
  - x[r1c2] == 2 and x[r1c3] == x[r1c2]
  - x[r2c1] / 2 == 1/4 and x[r2c2] == blank and sum(x[rows[1]]) == 2
  - sum(x[total[0].line]) == total[0].value and total[1].value == 1.75
maximize: sum(x) / 4
answer: sum(x) / 4
expect: {answer: 1.625, objective: 13/8}
"""
HALF = {"x": [["1/2", 2, 2], ["1/2", None, "3/2"]]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The spec as a file."""
    file = tmp_path / "halves.yaml"
    file.write_text(SPEC)
    return file


@pytest.mark.parametrize("engine", ["clasp", "z3", "cadical"])
def test_a_report_has_fractions_as_texts(engine: str) -> None:
    """The solution, the answer and the objective are JSON, exactly, and as `expect` claims."""
    spec = load_text(SPEC)
    outcome = solve(spec, engine=engine)
    report_read = json.loads(json.dumps(report.of_outcome(spec, outcome) | report.claims(spec, outcome)))
    assert report_read["solution"] == HALF
    assert (report_read["answer"], report_read["objective"]) == ("13/8", {"value": "13/8", "optimal": True})
    assert (report_read["unique"], report_read["expected"]) == (True, "met")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("grid.json", json.dumps({"solution": HALF})),
        ("grid.json", '{"x": [[0.5, 2.0, 2], [0.50, null, 1.5]]}'),
        ("grid.csv", "1/2,2,2\n0.5,,3/2\n"),
        ("grid.yaml", "x: |\n  1/2 2 4/2\n  0.5 . 1.5\n"),
        ("grid.txt", "1/2 2 2\n1/2 . 3/2\n"),
    ],
)
def test_grids_from_elsewhere(path: Path, name: str, text: str) -> None:
    """Whatever the format, and however a number is written, it is the same value."""
    spec = load(str(path))
    written = path.with_name(name)
    written.write_text(text)
    (solution,) = solve(spec).solutions
    assert read_grid(str(written), spec) == solution.grid
    assert read_partial_grid(str(written), spec)["", "x"][3] == solution.grid["", "x"][3]


def test_a_value_that_no_layer_has(path: Path) -> None:
    """A fraction beside a range of whole numbers is no value, and is not looked for among them."""
    spec = load_text("gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 0..1000000000}}\nrules: ['x[r1c1] != 1/2']\n")
    assert solve(spec, limit=1).solutions
    text = "gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 0..1000000000}}\ngivens: {x: {r1c1: 1/2}}\nrules: [true]\n"
    path.write_text(text)
    assert run(["check", str(path)]) == 2


def test_an_outcome_as_plain_data() -> None:
    """What goes into the cache, or to another computer, comes back; a bound that is no number does not."""
    spec = load_text(SPEC)
    outcome = solve(spec)
    plain = json.loads(json.dumps(as_plain(spec, outcome)))
    again = from_plain(spec, plain, 2)
    assert again.solutions[0].grid == outcome.solutions[0].grid
    assert again.solutions[0].answer == outcome.solutions[0].answer
    assert again.objective is not None and outcome.objective is not None
    assert again.objective.value == outcome.objective.value


def test_commands_show_and_read_back_fractions(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `solve` prints is what `judge` reads; a picture is drawn."""
    assert run(["solve", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "(1/2)" in printed and "9/2" in printed and "answer: 13/8" in printed and "maximum: 13/8" in printed
    path.with_name("printed.txt").write_text(printed)
    assert run(["judge", str(path), str(path.with_name("printed.txt"))]) == 0
    assert run(["render", str(path), "--solution", "-o", str(path.with_name("halves.svg"))]) == 0
    assert ">3/2<" in path.with_name("halves.svg").read_text()


@pytest.mark.slow
def test_a_certificate_holds_fractions(path: Path) -> None:
    """It is accepted, and not with another number, which its layer does not have."""
    folder = path.with_name("certificate")
    assert run(["verify", str(path), "--certificate", str(folder)]) == 0
    assert run(["certify", str(folder)]) == 0
    solutions = folder / SOLUTIONS
    text = solutions.read_text()
    assert '{"value":' in text
    solutions.write_text(text.replace('{"value":', '{"value":9'))
    assert run(["certify", str(folder)]) == 1


def test_several_answers_and_blank() -> None:
    """An answer in parts keeps its fractions, and blank stays null."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x1\nlayers: {x: {values: [1/2]}}\nrules: [true]\nanswer: {a: 'x[r1c1]', b: '[blank, 1 / 3]'}\n"
    )
    outcome = solve(spec)
    assert report.of_outcome(spec, outcome)["answer"] == {"a": "1/2", "b": [None, "1/3"]}
    assert spec.layers[0].values != (BLANK,)
