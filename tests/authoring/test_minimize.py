"""Minimizing: what comes out has the one solution and no item too many, and nothing else of the file has changed."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from brute import assignments
from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.minimize import Minimized, NotUnique, Search
from gridwright.runtime.authoring.printed_items import Unit, items_of, without
from gridwright.runtime.authoring.symmetry import MOVES, NotSymmetric, clue_symmetries, units
from gridwright.runtime.authoring.trial_removal import TrialRemoval
from gridwright.runtime.cli.app import run
from gridwright.runtime.judging.judge import Assignment, accepts
from gridwright.runtime.solving.session import GaveUp
from gridwright.runtime.solving.solve import solve

ROOT = Path(__file__).parents[2]
SUDOKU = (ROOT / "specs" / "classics" / "sudoku.yaml").read_text("utf-8")
SOLVED = re.search(r"solution:\n    digit: \|\n((?: {6}.*\n)+)", SUDOKU)[1].replace("      ", "    ")
FULL = re.sub(r"(givens:\n  digit: \|\n)(?:    .*\n)+", lambda found: found[1] + SOLVED, SUDOKU)


# Every way to write givens and clues, with comments and blanks that have to stay.
def every(spec: Spec) -> list[Unit]:
    """Each item by itself."""
    return [(item,) for item in items_of(spec)]


def minimized(text: str, *, seed: int = 0, engine: str = "z3") -> Minimized:
    """A spec without what can go."""
    spec = load_text(text)
    return Search(engine=engine, seed=seed).minimize(spec, every(spec))


def is_only(grids: list[str], text: str) -> bool:
    """By ordinary solving: whether a grid is the only solution."""
    outcome = solve(load_text(text))
    return bool(outcome.unique) and [*map(str, outcome.solutions[0].grid.values())] == grids


def assert_minimal(text: str, minimized_puzzle: Minimized) -> None:
    """By ordinary solving: one solution, the same; and without any one more unit another one."""
    grids = [*map(str, solve(load_text(text)).solutions[0].grid.values())]
    assert is_only(grids, minimized_puzzle.text)
    gone = [item for unit in minimized_puzzle.dropped for item in unit]
    assert minimized_puzzle.text == without(text, gone)
    for unit in minimized_puzzle.kept:
        assert not is_only(grids, without(text, [*gone, *unit]))


@pytest.mark.slow
def test_full_sudoku() -> None:
    """Of a full grid, most can go, and what is left is minimal; the same on all engines, and for another seed something else."""
    minimized_puzzle = minimized(FULL)
    assert_minimal(FULL, minimized_puzzle)
    assert len(minimized_puzzle.dropped) + len(minimized_puzzle.kept) == 81
    assert 17 <= len(minimized_puzzle.kept) <= 35
    assert minimized(FULL, engine="cadical").text == minimized_puzzle.text
    assert minimized(FULL, seed=1).text != minimized_puzzle.text


@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("symmetry", MOVES)
def test_symmetry(symmetry: str) -> None:
    """The pattern keeps its symmetry, and no orbit more can go."""
    spec = load_text(FULL)
    tried, lacking = units(spec, items_of(spec), symmetry)
    assert not lacking
    minimized_puzzle = Search().minimize(spec, tried)
    assert_minimal(FULL, minimized_puzzle)
    left = load_text(minimized_puzzle.text)
    (pattern,) = clue_symmetries(left, items_of(left))
    assert pattern.unmatched_place(symmetry) is None
    assert 17 <= len(pattern.items) < 60
    images = {place: pattern.image(place, symmetry) for place in pattern.items}
    assert sorted(images.values()) == sorted(images)
    order = 4 if symmetry == "rotate90" else 2
    for start in images:
        place = start
        for _ in range(order):
            place = images[place]
        assert place == start


def test_symmetry_that_is_not_there() -> None:
    """What has no symmetry cannot keep it, and the place is named; a pattern beside another one that has it goes item by item."""
    spec = load_text(SUDOKU.replace(". . 2 . 3 . . . .", "5 . 2 . 3 . . . ."))
    with pytest.raises(NotSymmetric, match="digit has r1c1 without a counterpart"):
        units(spec, items_of(spec), "rotate180")
    spec = load_text("gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..2}}\ngivens: {x: {r1c1: 1}}\nrules: [true]")
    with pytest.raises(NotSymmetric, match="2 rows and 3 columns cannot"):
        units(spec, items_of(spec), "rotate90")
    spec = load_text(
        "gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..2}}\ngivens: {x: {r1c1: 1, r2c3: 1}}\n"
        "clues: {a: {r1c2: 5}}\nrules: [true]"
    )
    units_of_items, lacking = units(spec, items_of(spec), "rotate180")
    assert ([len(unit) for unit in units_of_items], lacking) == ([2, 1], ["a"])


TINY = """\
gridwright: 1
grid: 2x3
layers:
  n: {values: 1..3}
givens:
  n: |
GIVENS
clues:
  sum:
    left: [SUMS]
  less: {LESS}
  same: {r1c1: 1, r2c2: 1}
rules:
  - for: row in rows
    rule: distinct(n[row])
  - for: clue in sum
    rule: n[clue.line[0]] + n[clue.line[1]] == clue.value
  - for: clue in less
    if: n[clue.cell] != 3
    rule: n[clue.cell] < n[step(clue.cell, down)]
  - if: same[r1c1] != blank
    rule: n[r1c1] != n[r2c1]
  - RULE
"""


@pytest.mark.cases(ci=6)
@pytest.mark.parametrize("seed", range(12))
def test_against_brute_force(seed: int) -> None:
    """On tiny boards, all grids that the judge accepts say that there is one, and several without any one more item."""
    chance = random.Random(seed)
    rows = [chance.sample([1, 2, 3], 3) for _ in range(2)]
    while rows[0][0] == rows[1][0]:
        rows[1] = chance.sample([1, 2, 3], 3)
    less = [f"r1c{at}: 1" for at in (1, 2, 3) if rows[0][at - 1] in (3, *range(rows[1][at - 1]))]
    text = (
        TINY.replace("GIVENS", "\n".join("    " + " ".join(map(str, row)) for row in rows))
        .replace("SUMS", ", ".join(str(row[0] + row[1]) for row in rows))
        .replace("LESS", ", ".join(less))
        .replace("RULE", chance.choice(["true", "count(n == 1) == 2", "(same[r2c2] == blank) == (n[r2c2] > 3)"]))
    )
    minimized_puzzle = minimized(text, seed=seed)

    def accepted(text: str) -> int:
        spec = load_text(text)
        return sum(accepts(spec, grid) for grid in assignments(spec))

    gone = [item for unit in minimized_puzzle.dropped for item in unit]
    assert accepted(text) == accepted(minimized_puzzle.text) == 1
    assert all(accepted(without(text, [*gone, *unit])) != 1 for unit in minimized_puzzle.kept)


def test_what_is_tried_first_and_how_many_are_left() -> None:
    """If givens and clues are equivalent, those that are tried first go. With `least`, that many items stay."""
    text = """\
gridwright: 1
grid: 1x4
layers: {n: {values: 1..4}}
givens: {n: {r1c1: 1, r1c2: 2, r1c3: 3, r1c4: 4}}
clues: {same: {r1c1: 1, r1c2: 2, r1c3: 3, r1c4: 4}}
rules:
  - for: clue in same
    rule: n[clue.cell] == clue.value
"""
    spec = load_text(text)
    for first, kept in (("givens", "same"), ("clues", "n")):
        minimized_puzzle = Search(first=first).minimize(spec, every(spec))
        assert {item.name for unit in minimized_puzzle.kept for item in unit} == {kept}
        assert minimized_puzzle.is_minimal
    for least in (6, 5, 4, 3):
        minimized_puzzle = Search(least=least, seed=least).minimize(spec, every(spec))
        assert len(minimized_puzzle.kept) == max(least, 4)
        assert minimized_puzzle.is_minimal == (least < 4)


def test_what_changes_rules() -> None:
    """A clue whose absence means something is tried by solving: it stays where its absence contradicts."""
    text = (
        "gridwright: 1\ngrid: 1x3\nlayers: {n: {values: 1..3}}\ngivens: {n: [1, 2, 3]}\n"
        "clues: {dot: {r1c1-r1c2: 1, r1c2-r1c3: 1}}\n"
        "rules:\n  - distinct(n)\n  - for: a, b in links\n    rule: (abs(n[a] - n[b]) == 1) == (dot[a, b] != blank)\n"
    )
    minimized_puzzle = minimized(text)
    assert "{r1c1-r1c2: 1, r1c2-r1c3: 1}" in minimized_puzzle.text
    assert len(minimized_puzzle.dropped) == 2
    assert_minimal(text, minimized_puzzle)
    assert not any(item.only_adds for item in items_of(load_text(text)) if not item.is_given)


def test_optimised() -> None:
    """Where something is optimised, items are tried by solving."""
    text = (
        "gridwright: 1\ngrid: 1x4\nlayers: {s: {values: bool}}\ngivens: {s: [false, true, true, true]}\n"
        "rules: [count(s) < 4]\nmaximize: count(s)\n"
    )
    minimized_puzzle = minimized(text)
    assert_minimal(text, minimized_puzzle)
    assert len(minimized_puzzle.kept) in (1, 3)


def test_shared_by_boards() -> None:
    """A given that holds on several boards goes only if it can go on all of them."""
    text = (
        "gridwright: 1\ngrids: {a: 1x2, b: {size: 1x2, givens: {n: {r1c2: 2}}}}\nlayers: {n: {values: 1..2}}\n"
        "givens: {n: [1, .]}\nrules: [distinct(n)]\n"
    )
    minimized_puzzle = minimized(text)
    assert_minimal(text, minimized_puzzle)
    assert [str(item) for unit in minimized_puzzle.dropped for item in unit] == ["given n r1c2: 2"]


def test_answer_stays() -> None:
    """What changes the answer stays."""
    text = (
        "gridwright: 1\ngrid: 1x1\nlayers: {n: {values: 1..2}}\ngivens: {n: {r1c1: 1}}\nclues: {k: {r1c1: 7}}\n"
        "rules: [true]\nanswer: len(k)\n"
    )
    minimized_puzzle = minimized(text)
    assert not minimized_puzzle.dropped


def test_hidden_layers() -> None:
    """Only what is visible has to stay the same."""
    text = (
        "gridwright: 1\ngrid: 1x2\nlayers: {n: {values: 1..2}, h: {values: 1..3, hidden: true}}\n"
        "givens: {n: {r1c1: 1}, h: {r1c1: 3}}\nrules: [distinct(n), 'h[r1c1] >= n[r1c1]']\n"
    )
    minimized_puzzle = minimized(text)
    assert [str(item) for unit in minimized_puzzle.dropped for item in unit] == ["given h r1c1: 3"]


def test_not_unique() -> None:
    """What has several solutions, or none, cannot be minimized."""
    for rule in ("true", "false"):
        with pytest.raises(NotUnique):
            minimized(f"gridwright: 1\ngrid: 1x2\nlayers: {{n: {{values: 1..2}}}}\ngivens: {{n: {{r1c1: 1}}}}\nrules: [{rule}]")


def test_out_of_time() -> None:
    """Without time nothing is claimed."""
    spec = load_text(FULL)
    with pytest.raises((GaveUp, OutOfTime)):
        Search(deadline=Deadline(0.0)).minimize(spec, every(spec))


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["all can go", "none can go", "other solutions that are none"])
def test_nothing_is_believed(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the solver that stays says, what comes out is right, because texts are loaded and solved."""
    text = (ROOT / "specs" / "classics" / "futoshiki.yaml").read_text("utf-8")
    solution = solve(load_text(text)).solutions[0].grid
    drop = TrialRemoval.drop

    def lying(self: TrialRemoval, unit: Unit) -> Assignment | None:
        solution_after = drop(self, unit)
        if wrong == "all can go":
            self.dropped.add(unit)
            return None
        if wrong == "none can go":
            self.dropped.clear()
            return {key: values[::-1] for key, values in solution.items()}
        return solution_after and {key: values[::-1] for key, values in solution.items()}

    monkeypatch.setattr(TrialRemoval, "drop", lying)
    assert_minimal(text, minimized(text))


@pytest.mark.slow
def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What can go is listed; with -o it is written, which verifies; more processes come to the same."""
    path, one, two = (str(tmp_path / name) for name in ("full.yaml", "one.yaml", "two.yaml"))
    Path(path).write_text(FULL, "utf-8")
    assert run(["minimize", path]) == 0
    listed = capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["full.yaml"]
    assert re.search(r"full.yaml:\d+:\d+: you can remove given digit r1c1: 5\n", listed)
    assert re.search(r"(?m)^you can remove \d\d of 81 items, but no more$", listed)
    assert run(["minimize", path, "-o", one]) == 0
    monkeypatch.setattr("gridwright.runtime.commands.minimize.ALONE", 0.1)
    assert run(["minimize", path, "-o", two, "--jobs", "2"]) == 0
    assert Path(one).read_bytes() == Path(two).read_bytes()
    assert capsys.readouterr().out == listed * 2
    assert run(["verify", one]) == 0
    capsys.readouterr()
    assert run(["minimize", one, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert not report["dropped"]
    assert len(report["kept"]) == 81 - (listed.count("you can remove ") - 1)
    assert run(["minimize", path, "--only", "clues"]) == 0
    assert capsys.readouterr().out == "you can remove 0 of 0 items\n"


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done is said before the work, and nothing is written."""
    path, mine, library = tmp_path / "puzzle.yaml", tmp_path / "mine.yaml", tmp_path / "used.yaml"
    path.write_text(SUDOKU, "utf-8")
    mine.write_text("mine", "utf-8")
    (tmp_path / "other").mkdir()
    assert run(["minimize", str(path), "-o", str(mine)]) == 2
    assert "was not changed" in capsys.readouterr().err
    assert run(["minimize", str(path), "-o", str(mine), "--force", "--timeout", "0"]) == 3
    assert run(["minimize", str(path), "--keep-symmetry", "diagonal"]) == 2
    assert "nothing here has the symmetry diagonal: digit has r" in capsys.readouterr().err
    several = SUDOKU.replace(". . 2 . 3 .", ". . . . . .")
    path.write_text(several, "utf-8")
    assert run(["minimize", str(path), "-o", str(mine), "--force"]) == 1
    assert "several solutions" in capsys.readouterr().out
    library.write_text("title: x\nrules: [true]\n", "utf-8")
    path.write_text(SUDOKU.replace("rules:", "use: [used.yaml]\nrules:"), "utf-8")
    assert run(["minimize", str(path), "-o", str(tmp_path / "other" / "x.yaml")]) == 2
    assert "used.yaml, which is in its folder" in capsys.readouterr().err
    assert mine.read_text("utf-8") == "mine"
    assert not list((tmp_path / "other").iterdir())
