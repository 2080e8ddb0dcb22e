"""The public functions on small puzzles: each does what its command does."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import gridwright
import pytest
from gridwright.runtime.cli.app import run

SUDOKU = Path(__file__).parents[2] / "specs" / "classics" / "sudoku.yaml"
TEXT = """
gridwright: 1
title: Two by three
grid: 2x3
layers: {number: {values: 1..3}}
givens: {number: {r1c1: 1}}
rules:
  - for: row in rows
    rule: distinct(number[row])
  - for: column in columns
    rule: distinct(number[column])
  - number[r1c2] == 2
  - number[r2c1] == 2
expect: {solutions: 1}
"""
SOLVED = [[1, 2, 3], [2, 3, 1]]
FREE = TEXT.replace("  - number[r2c1] == 2\n", "").replace("expect: {solutions: 1}", "")


def plain(result: object) -> object:
    """Return what JSON makes of a result, without times."""
    made = json.loads(json.dumps(result.to_dict()))
    made.pop("stats", None)
    return made


def test_every_form_of_a_spec() -> None:
    """A spec may be loaded, a path, or a text."""
    spec = gridwright.load(SUDOKU)
    outcomes = [gridwright.solve(form) for form in (spec, SUDOKU, str(SUDOKU), spec.source)]
    assert len({outcome.solutions[0].grid for outcome in outcomes}) == 1
    assert all(outcome.unique for outcome in outcomes)


@pytest.mark.parametrize("command", ["solve", "verify", "candidates", "complete", "explain", "steps"])
def test_to_dict_is_what_the_command_prints(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The plain object of a result is what `--json` prints, without what only a command knows."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(TEXT, "utf-8")
    function = gridwright.path if command == "steps" else getattr(gridwright, command)
    made = plain(function(path))
    assert run([command, "--json", "--quiet", str(path)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert made
    assert {key: printed[key] for key in made} == made


def test_count_and_verify() -> None:
    """A count at its limit says so, and a claim that is not met has its place."""
    assert gridwright.count(TEXT) == gridwright.SolutionCount(1, complete=True)
    assert int(gridwright.count(FREE)) > 1
    stopped = gridwright.count(FREE, limit=1)
    assert (stopped.number, stopped.complete, stopped.reason) == (1, False, "stopped at the limit of 1")
    assert gridwright.verify(TEXT).met is True
    verification = gridwright.verify(TEXT.replace("solutions: 1", "solutions: 2"))
    assert verification.met is False
    assert verification.differences[0].span is not None
    assert gridwright.verify(gridwright.load_text(TEXT), timeout=0).met is None


def test_judge_takes_grids_of_all_kinds() -> None:
    """The grid of a solution, rows, rows by layer, pictures, texts."""
    solution = gridwright.solve(TEXT).solutions[0]
    for grid in (solution.grid, SOLVED, {"number": SOLVED}, {"number": "123\n231\n"}, {("", "number"): (1, 2, 3, 2, 3, 1)}):
        assert gridwright.judge(TEXT, grid).accepted
    report = gridwright.judge(TEXT, [[1, 2, 3], [2, 1, 3]])
    assert [violation.message for violation in report.violations] == ["distinct(number[column])"]
    assert report.to_dict()["accepted"] is False
    assert not gridwright.judge_partial(TEXT, [[1, None, None], [2, None, None]]).violations
    assert gridwright.judge_partial(TEXT, [[1, None, None], [1, None, None]]).violations


def test_explain_and_minimize() -> None:
    """What contradicts each other, where solutions differ, and which givens can go."""
    impossible = TEXT.replace("number[r1c2] == 2", "number[r1c2] == 1")
    conflict = gridwright.explain(impossible).conflict
    assert conflict is not None
    assert len(conflict.members) >= 2
    assert gridwright.explain(FREE).difference is not None
    minimized = gridwright.minimize(TEXT.replace("r1c1: 1", "r1c1: 1, r1c2: 2"))
    assert (len(minimized.dropped), len(minimized.kept)) == (1, 1)
    assert gridwright.solve(minimized.text).unique
    with pytest.raises(gridwright.NotUnique):
        gridwright.minimize(FREE)


def test_complete() -> None:
    """What is added leaves one solution, the one that is to stay; a grid that is not whole is refused."""
    for solution in gridwright.solve(FREE).solutions:
        completion = gridwright.complete(FREE, solution=solution.grid)
        assert completion.is_fewest
        outcome = gridwright.solve(completion.text)
        assert outcome.unique
        assert outcome.solutions[0].grid == solution.grid
    rows = gridwright.complete(FREE, solution=SOLVED)
    assert rows.to_dict()["additions"][0]["kind"] == "given"
    assert gridwright.complete(FREE, only="clues").additions == ()
    assert gridwright.complete(FREE, solution=[[3, 2, 1], [1, 3, 2]]).is_target_wrong
    assert gridwright.complete(TEXT).text == ""
    with pytest.raises(ValueError, match="layer `number`"):
        gridwright.complete(FREE, solution={("", "number"): (1, 2, 3, 2, 3, None)})
    with pytest.raises(ValueError, match="only"):
        gridwright.complete(FREE, only="numbers")


def test_render() -> None:
    """SVG is a text, with the values that are known; PNG is bytes."""
    assert gridwright.render(TEXT).count("<text") + 5 == gridwright.render(TEXT, SOLVED).count("<text")
    assert gridwright.render(TEXT, [[None, 2, None], [None] * 3]).startswith("<svg")


def test_new_import_and_export() -> None:
    """A spec that is built, as a link, and read again."""
    clues = [[None, 3, None], [0, None, 2]]
    built = gridwright.new("slitherlink", (2, 3), clues={"number": clues}, title="Mine")
    assert built.title == "Mine"
    assert gridwright.load_text(built.source).source == built.source
    link = gridwright.export_puzzle(built, "puzz.link")
    imported = gridwright.import_puzzle(link)
    assert not imported.warnings
    assert gridwright.export_puzzle(imported.spec, "puzz.link") == link
    pictured = gridwright.new("slitherlink", (2, 3), clues={"number": ".3.\n0.2"})
    assert gridwright.export_puzzle(pictured, "puzz.link") == link


def test_areas_of_a_new_spec() -> None:
    """Areas may be rows of labels, or a picture."""
    labels = [["a", "a", "b"], ["a", "b", "b"]]
    for areas in (labels, "aab\nabb"):
        spec = gridwright.new("star_battle", (2, 3), areas={"regions": areas})
        assert [len(area) for area in next(kind for kind in spec.grids[0].kinds if kind.name == "regions").areas] == [3, 3]


def test_genres() -> None:
    """All genres, or those of a family, with rules in words."""
    every = gridwright.genres()
    assert len(every) > 200
    assert all(genre.rules for genre in every)
    assert {genre.family for genre in gridwright.genres("loops")} == {"loops"}


def test_a_number_of_a_dataset_is_whole() -> None:
    """What is no number of a puzzle is refused before anything is generated."""
    puzzles = gridwright.dataset("latin_square", size=(3, 3), length=5, seed=3)
    for wrong in ("x", 1.5, None):
        with pytest.raises(TypeError, match="the number of a puzzle must be a whole number"):
            puzzles[wrong]
    for beyond in (5, -6):
        with pytest.raises(IndexError):
            puzzles[beyond]


def test_an_answer_names_no_file(tmp_path: Path) -> None:
    """An answer of one line is read as an answer, though there is a file with the solution of this name."""
    puzzle = gridwright.generate("latin_square", size=(3, 3), seed=4)
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(puzzle.to_dict()["solution"]), "utf-8")
    assert gridwright.score(puzzle, file).value == 1
    assert gridwright.score(puzzle, str(file)).value == 0
    assert "no file" not in gridwright.score(puzzle, "I do not know.").reason


def test_dataset_and_score() -> None:
    """A number gives the same puzzle in another dataset; answers are worth more the more is right."""
    puzzles = gridwright.dataset("latin_square", size=(4, 4), length=20, seed=3)
    puzzle = puzzles[7]
    assert puzzle.text == gridwright.dataset("latin_square", size=(4, 4), length=9, seed=3)[7].text == puzzles[-13].text
    assert puzzle.text != puzzles[8].text
    assert gridwright.verify(puzzle.text).met
    made = puzzle.to_dict()
    assert made["rules"]
    assert made["size"] == [4, 4]
    rows = made["solution"]["number"]
    assert gridwright.score(puzzle, rows) == gridwright.Score(1.0)
    assert gridwright.score(puzzle, json.dumps({"number": rows}) + "\n").value == 1
    assert gridwright.score(puzzle, json.dumps({"number": rows})).value == 1
    half = gridwright.score(puzzle, [rows[0], rows[1], [None] * 4, [None] * 4])
    assert half == gridwright.Score(0.25, "places are open")
    wrong = gridwright.score(puzzle, [rows[1], rows[1], rows[2], rows[3]])
    assert 0 < wrong.value < 0.5
    assert wrong.reason
    for answer in ("I cannot solve it.\n", "", [[1]], None, {"digit": rows}, 7, [[9] * 4] * 4):
        assert gridwright.score(puzzle, answer).value <= 0.1
        assert gridwright.score(puzzle, answer).reason


def test_limits_are_kept() -> None:
    """A search ends with a reason, and signals are handled as before."""
    before = signal.getsignal(signal.SIGINT)
    assert gridwright.solve(gridwright.load(SUDOKU), timeout=0).reason == "out of time"
    with pytest.raises(TimeoutError):
        gridwright.solve(SUDOKU, timeout=0)
    assert signal.getsignal(signal.SIGINT) is before
