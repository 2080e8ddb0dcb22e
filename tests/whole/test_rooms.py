"""The benchmark of regions: each genre's clingo program has the solutions of our rules, and what differs is told."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from gridwright.compiler.loader import load
from gridwright.runtime.solving.solve import solve

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytest.importorskip("clingo")

# For each genre a small board with several solutions, so that a rule that one of the two has not is seen.
SMALL = {
    "araf": "grid: 3x3\nclues:\n  number: {r1c1: 2, r2c3: 9, r3c3: 3, r3c1: 9}",
    "fillomino": "grid: 2x4\ngivens:\n  number: {r1c1: 3}",
    "haisu": """grid: 3x4
areas:
  room: |
    a a b b
    a c c b
    d d c b
clues:
  visit: {r3c2: 1}
givens:
  number: {r1c1: 1, r1c4: 12}""",
    "lits": """grid: 4x4
areas:
  room: |
    a a b b
    a a b b
    a a a b
    a a b b""",
    "lookair": "grid: 3x4\nclues:\n  number: {r1c1: 1, r3c3: 2}",
    "nawabari": "grid: 3x4\nclues:\n  sides: {r1c1: 3, r2c3: 2, r3c4: 3, r3c1: 3}",
    "shakashaka": "grid: 3x5\nclues:\n  block: {r3c1: x, r1c5: x, r3c5: 1}",
    "symmarea": "grid: 2x4\ngivens:\n  number: {r1c4: 1}",
    "tasquare": "grid: 3x4\nclues:\n  area: {r1c1: 1, r3c3: x}",
}
LARGEST = 200


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The benchmark as a module; what it imports is beside it."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    yield importlib.import_module("rooms")


def _written(folder: Path, genre: str, text: str) -> Path:
    rules = BENCHMARKS / "rooms" / f"rules_{genre}.yaml"
    shutil.copy(rules, folder)
    path = folder / f"{genre}-small.yaml"
    path.write_text(f"gridwright: 1\ntitle: small\nuse: [{rules.name}]\n{text}\n", "utf-8")
    return path


@pytest.mark.parametrize("genre", SMALL)
@pytest.mark.cases(ci=4)
def test_rules_and_programs_mean_the_same(genre: str, tmp_path: Path, benchmarks: ModuleType) -> None:
    """Our rules and clingo's program have the same solutions on a small board, and more than one."""
    reading, tool = (importlib.import_module(f"peers.{name}") for name in ("reading", "tools.clingo"))
    path = _written(tmp_path, genre, SMALL[genre])
    puzzle = reading.printed(path)
    model = BENCHMARKS / "peers" / "models" / genre / "clingo.lp"
    theirs = tool.solve(model, lambda _: None, puzzle, 0, limit=LARGEST)
    ours = solve(load(path), limit=LARGEST)
    assert ours.complete
    assert theirs.complete == (len(theirs.solutions) < LARGEST)
    solutions = [
        {name: reading.as_numbers(values) for (_, name), values in solution.grid.items() if name in puzzle.layers}
        for solution in ours.solutions
    ]
    assert 1 < len(solutions) < LARGEST
    assert sorted(map(str, solutions)) == sorted(map(str, theirs.solutions))


def test_every_puzzle_has_rules_a_program_and_a_solution(benchmarks: ModuleType) -> None:
    """Each puzzle of the benchmark names a genre that has both, and expects one solution, which is written."""
    reading = importlib.import_module("peers.reading")
    assert len(benchmarks.PUZZLES) >= 8
    for path in benchmarks.PUZZLES.values():
        genre = benchmarks.genre_of(path)
        assert genre in SMALL
        assert f"rules_{genre}.yaml" in path.read_text("utf-8")
        assert load(path).expected.solutions == 1
        assert reading.claimed(path)


@pytest.mark.parametrize(
    ("solutions", "complete", "expected", "said"),
    [
        ([{"a": [1]}], True, {"a": [1]}, ""),
        ([{"a": [2]}], True, {"a": [1]}, "WRONG: another solution"),
        ([{"a": [1]}, {"a": [2]}], False, {"a": [1]}, "WRONG: 2 solutions or more"),
        ([], True, {"a": [1]}, "WRONG: 0 solutions"),
        ([{"a": [1]}], False, {"a": [1]}, "WRONG: 1 solutions or more"),
        ([{"a": [1]}], True, None, "not compared"),
    ],
)
def test_what_differs_is_wrong(
    solutions: list[dict[str, list[int]]], complete: bool, expected: object, said: str, benchmarks: ModuleType
) -> None:
    """Another solution than ours, or no claim that it is the only one, is shown as wrong."""
    compared, puzzle = importlib.import_module("peers.compared"), importlib.import_module("peers.puzzle")
    assert compared.trouble_with(puzzle.Found(solutions, complete, 0, 0, 0), expected) == said
    assert compared.Result(0, 0, 0, 0, said).is_wrong == said.startswith("WRONG")


@pytest.mark.slow
def test_what_takes_too_long_gave_up(benchmarks: ModuleType) -> None:
    """A process that is ended because its time is over is neither wrong nor compared."""
    path = next(iter(benchmarks.PUZZLES.values()))
    [result] = benchmarks.measure(path, ["clasp"], [], 0.01)
    assert result.trouble == "over 0"
    assert not result.is_wrong


def test_recipes_name_puzzles_that_are_there(benchmarks: ModuleType) -> None:
    """Every puzzle of the benchmark is named by a recipe, and every name in a recipe is a puzzle."""
    recipes = importlib.import_module("recipes")
    named = dict.fromkeys(path for _, path in recipes.named(recipes.PAGE.read_text("utf-8")))
    assert set(benchmarks.PUZZLES.values()) <= set(named)
    assert len(named) > 20
    with pytest.raises(SystemExit, match="not there: nothing"):
        list(recipes.named("## A recipe\n\nLarger: `sudoku`, `nothing`.\n"))


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["araf", "fillomino", "lits", "nawabari", "shakashaka", "symmarea", "tasquare"])
def test_makers_make_one_solution(genre: str, tmp_path: Path, benchmarks: ModuleType) -> None:
    """What is made has one solution by our rules, the one that is written, and is the same every time."""
    make = importlib.import_module("make_rooms")
    rows = 4 if genre == "symmarea" else 5  # with 5 it takes ten times as long
    text = make.spec(genre, rows, rows + 1, 1)
    assert make.spec(genre, rows, rows + 1, 1) == text
    path = _written(tmp_path, genre, "")
    path.write_text(text, "utf-8")
    outcome = solve(load(path))
    assert outcome.unique
    reading = importlib.import_module("peers.reading")
    [solution] = outcome.solutions
    expected = reading.claimed(path)
    assert {name: reading.as_numbers(solution.grid["", name]) for name in expected} == expected
