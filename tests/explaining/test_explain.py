"""Explanations of real puzzles that were spoilt: what is said to contradict does, and nothing in it can be left out.

How that is checked is told in spoilt.py. Whether a set is the smallest, and two solutions the closest, is held against brute
force on small boards, in test_conflict.py and test_backbone.py.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from changing import PRINTED, mutated, parts_of, printed_in
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.runtime.cli.app import run
from gridwright.runtime.explaining.conflict import find_conflict
from gridwright.runtime.explaining.explain import explain
from gridwright.runtime.judging.judge import accepts, judge
from gridwright.runtime.output.pictures.terminal_explanation import candidates_picture
from gridwright.runtime.output.text import print_explanation
from spoilt import ENGINES, SETS, SPECS, checked, spoilt, spoilt_text
from time_limits import RecordProperty, left_out

ROOT = Path(__file__).parents[2] / "specs"
SPOILT = 3  # puzzles without a solution, and with several; a campaign takes as many as are asked for: python tests/spoilt.py 200
SECONDS = 10
IMPROVE = 3.0

# Quick ones, of every kind of constraint.
QUICK = [
    "sudoku",
    "killer-sudoku",
    "kakuro",
    "futoshiki",
    "hidoku",
    "masyu",
    "slitherlink",
    "star-battle",
    "nurikabe",
    "shikaku",
    "fillomino",
    "hashiwokakero",
    "hexagons",
    "buckets",
    "zigzag",
    "torus",
    "yin-yang-stretches",
    "2018-06-twenty-four-seven",
    "2019-03-twenty-four-seven-2-by-2",
    "2016-03-knight-moves",
]
PATHS = [path for path in SPECS if path.stem in QUICK]


@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("seed", range(SPOILT))
def test_no_solution(seed: int, record_property: RecordProperty) -> None:
    """A puzzle that was spoilt so that it has no solution: what is named contradicts, and nothing in it can be left out."""
    for spoilt_spec in spoilt(seed, PATHS):
        result = checked(spoilt_spec.spec, ENGINES[seed % len(ENGINES)], SECONDS, IMPROVE)
        assert not result.wrong, spoilt_spec.name
        if result.verdict in SETS:
            return
        if result.verdict != "not spoilt":
            left_out(record_property, f"{result.verdict} in {SECONDS} s, another puzzle instead")


def removals(path: Path) -> list[Span]:
    """What is printed in pictures, and can be left out by putting a dot there."""
    parts = [part.get(key) for part in parts_of(load(path).document) for key in PRINTED[:2]]
    groups = [group for part in parts if hasattr(part, "items") for _, group in part.items]
    return [span for group in groups for span, text in printed_in(group) if span.source.text[span.start - 1] in " \n"]


@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("seed", range(SPOILT))
def test_several_solutions(seed: int, record_property: RecordProperty) -> None:
    """A puzzle of which a given or a clue was left out: the two solutions are solutions by the judge, and differ as is said."""
    draw = random.Random(seed)
    while True:
        path = draw.choice(PATHS)
        spans = removals(path)
        if not spans:
            continue
        try:
            spec = mutated(path, draw.choice(spans), ".")
            explanation = explain(spec, engine=ENGINES[seed % len(ENGINES)], deadline=Deadline(SECONDS), improve=IMPROVE)
        except SpecError:
            continue
        if explanation.difference is None or explanation.candidates is None:
            if explanation.outcome.reason:
                left_out(record_property, f"gave up after {SECONDS} s, another puzzle instead")
            continue
        first, second = explanation.difference.first, explanation.difference.second
        assert accepts(spec, first)
        assert accepts(spec, second)
        differ = {
            Variable(layer, at)
            for layer in spec.layers
            if not layer.hidden
            for at, pair in enumerate(zip(first[layer.grid, layer.name], second[layer.grid, layer.name], strict=True))
            if pair[0] != pair[1]
        }
        assert differ == set(explanation.difference.places)
        assert 0 < explanation.difference.lower_bound <= len(differ)
        for grid in (first, second):
            for key, values in explanation.candidates.values.items():
                for at, seen in enumerate(values):
                    assert grid[key][at] in seen or not explanation.candidates.complete_places[key][at]
        return


SUDOKU = (ROOT / "classics" / "sudoku.yaml").read_text("utf-8")


def test_unique() -> None:
    """Where there is exactly one solution there is nothing to explain."""
    explanation = explain(load_text(SUDOKU))
    assert explanation.outcome.unique
    assert (explanation.conflict, explanation.difference, explanation.candidates) == (None, None, None)


def test_smallest_of_all_parts() -> None:
    """Of several parts without a solution the smallest set of all is told."""
    spec = load_text(
        "gridwright: 1\ngrid: 2x5\nlayers: {x: {values: 1..4}}\ngivens: {x: {r2c1: 1, r2c2: 1}}\n"
        "rules:\n  - for: i in 0..3\n    rule: x[cell(0, i)] < x[cell(0, i + 1)]\n"
        "  - x[r2c1] != x[r2c2]\n  - x[r2c2] != x[r2c1]\n"
    )
    conflict = find_conflict(spec)
    assert conflict is not None
    assert conflict.smallest
    assert len(conflict.members) == 3


@pytest.mark.parametrize(
    ("grid", "high", "wide"), [("grid: 2x3", "high", "wide"), ("grids: {one: {size: 2x3}}", "one.high", "one.wide")]
)
def test_a_loop_over_layers(grid: str, high: str, wide: str) -> None:
    """Instances that differ only in a layer are told apart by its name, by what explains and by the judge alike."""
    layers = "layers: {high: {over: rows, values: 0..2}, wide: {over: columns, values: 0..2}}"
    rule = "  - for: size, least in [(high, 1), (wide, 3)]\n    rule: first(size) >= least"
    spec = load_text(f"gridwright: 1\n{grid}\n{layers}\nrules:\n{rule}\n")
    conflict = find_conflict(spec)
    assert conflict is not None
    assert [member.origin.bindings for member in conflict.members] == [(("size", wide), ("least", "3"))]
    zeros = {(layer.grid, layer.name): (0,) * len(layer.places) for layer in spec.layers}
    broken = [violation.bindings for violation in judge(spec, zeros).violations]
    assert broken == [(("size", high), ("least", "1")), (("size", wide), ("least", "3"))]


def test_out_of_time() -> None:
    """Without time to look for a smaller set, it is said that what is known may hold more than is needed."""
    spec = load_text(SUDOKU.replace(". . 2 . 3 . . . .", ". . 2 . 3 . . 9 ."))
    conflict = find_conflict(spec, improve=0)
    assert conflict is not None
    assert not conflict.irreducible
    assert not conflict.smallest
    assert conflict.reason == "out of time"
    assert find_conflict(spec, deadline=Deadline(0)) is None


@pytest.mark.slow
@pytest.mark.parametrize("needed", [0, 2])
def test_what_is_not_known_of_a_set(needed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A set that may hold more than is needed is told as such, with how many of it are known to be needed."""
    spec = load_text(SUDOKU.replace(". . 2 . 3 . . . .", ". . 2 . 3 . . 9 ."))
    conflict = find_conflict(spec)
    assert conflict is not None
    print_explanation.show_conflict(spec, replace(conflict, needed=needed, lower_bound=1, reason="out of time"))
    line = capsys.readouterr().out.splitlines()[0]
    assert line.startswith(f"some of these {len(conflict.members)} contradict each other")
    assert ("2 of them are needed" in line) == bool(needed)
    assert "out of time" in line


@pytest.mark.parametrize(
    ("loops", "rule", "told"),
    [
        ("clue in arrow", "count(s) == 9", "clue [2, down] (arrow, r1c1): "),
        ("clue in arrow for n in [9]", "count(s) == n", "clue = [2, down] (arrow, r1c1), n = 9: "),
    ],
)
def test_clues_that_are_lists(loops: str, rule: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A clue is told as it is written, whatever its value is made of; with other loop variables it has its name."""
    path = tmp_path / "spoilt.yaml"
    clues = "layers: {s: {values: bool}}\nclues: {arrow: {r1c1: [2, down]}}"
    path.write_text(f"gridwright: 1\ngrid: 2x2\n{clues}\nrules:\n  - for: {loops}\n    rule: {rule}\n", "utf-8")
    assert run(["explain", "--quiet", str(path)]) == 1
    assert told in capsys.readouterr().out


@pytest.mark.slow
def test_what_the_expected_solution_breaks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The solution under `expect` tells which clue is wrong, with its place; the exit status is that of verify."""
    path = tmp_path / "spoilt.yaml"
    path.write_text(SUDOKU.replace(". . 2 . 3 . . . .", ". . 2 . 3 . . 9 ."), "utf-8")
    assert run(["explain", "--quiet", str(path)]) == 1
    output = capsys.readouterr().out
    assert f"{path}:18:19: digit at r1c8 is 4, but 9 is given" in output
    assert "│ !9 │" in output
    path.write_text(SUDOKU.replace(". . 2 . 3 . . . .", ". . 2 . . . . . ."), "utf-8")
    assert run(["explain", "--quiet", str(path)]) == 1
    assert "1/9" in capsys.readouterr().out
    assert run(["explain", "--quiet", str(ROOT / "classics" / "sudoku.yaml")]) == 0
    assert run(["explain", "--quiet", "--timeout", "0", str(path)]) == 3


SUMS = """\
gridwright: 1
grid: 3x4
layers:
  x: {values: 1..4}
clues:
  s: {left: [12, 12, 12]}
rules:
  - for: c in s
    rule: sum(x[c.line]) >= c.value
  - rule: sum(x) <= 20
"""


def explained(spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `explain` prints of a spec."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(spec, "utf-8")
    assert run(["explain", "--quiet", str(path)]) == 1
    return capsys.readouterr().out


def test_totals_are_the_numbers_of_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The totals name the numbers of the clues and rules, not these divided by something, and say where the rest is."""
    output = explained(SUMS, tmp_path, capsys)
    assert "one total, counted in two ways, would have to be\n" in output
    assert "  at least 28: 12 + 12 (line 9), and 4 (the other places cannot add less)\n  at most 20: 20 (line 10)\n" in output


def test_totals_of_many_bounds_are_the_numbers_of_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where one of the rules has many bounds, such as that all differ, the total is still the number of the clue."""
    spec = "gridwright: 1\ngrid: 6x6\nuse: [latin]\nlayers:\n  x: {values: 1..6}\ngivens:\n  x: {r3c3: 2, r2c1: 3}\nclues:\n"
    spec += (
        "  s: {left: [22, ., ., ., ., .]}\nrules:\n  - for: c in s\n    rule: sum(x[c.line]) == c.value\n  - sudoku(x, 2, 3)\n"
    )
    output = explained(spec, tmp_path, capsys)
    assert "  at least 22: 22 (line 12)\n" in output
    by_rule, by_places = re.search(
        r"  at most 21: (\d+) \(line 13\), and (\d+) \(the other places cannot add more\)\n", output
    ).groups()
    assert int(by_rule) + int(by_places) == 21  # how it is divided is left to the solver


def test_spoilt_texts() -> None:
    """The text that a seed spoils is the same every time, differs in one place, and can be read."""
    path = next(path for path in SPECS if path.stem == "2018-06-twenty-four-seven")
    for seed in range(3):
        what, text = spoilt_text(path, seed)
        assert (what, text) == spoilt_text(path, seed)
        differing = [
            at
            for at, (one, other) in enumerate(zip(path.read_text("utf-8").split("\n"), text.split("\n"), strict=True))
            if one != other
        ]
        assert differing == [int(what.split(":")[0]) - 1]
        load_text(text, str(path))


@pytest.mark.parametrize(
    ("givens", "legend"),
    [
        ("1 1 . .", "! marks the givens and clues above, · the empty places of the rules above\n"),
        ("1 1 2 3", "! marks the givens and clues above\n"),
    ],
)
def test_legend_of_what_is_drawn(givens: str, legend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The legend names only signs that stand in the picture."""
    spec = "gridwright: 1\ngrid: 2x4\nlayers:\n  x: {values: 1..4}\ngivens:\n  x: |\n    GIVENS\n    . . . .\n"
    spec += "rules:\n  - for: row in rows\n    rule: distinct(x[row])\n"
    assert explained(spec.replace("GIVENS", givens), tmp_path, capsys).endswith(f"┛\n{legend}")


def test_lines_of_two_solutions_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A letter says which solution has a line, so that no clue is taken for it."""
    path = tmp_path / "puzzle.yaml"
    path.write_text("gridwright: 1\ngrid: 1x3\nuse: slitherlink\nclues: {number: '. 3 .'}\n", "utf-8")
    assert run(["explain", "--quiet", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "A: a line of one solution only. B: a line of the other only." in printed
    board, listed = printed.split("other only.\n")[1].split("\n  r", 1)
    for letter in "AB":
        assert board.count(letter) == listed.count(f": a line of {letter} only") > 0
    assert "□" not in printed


def test_wide_pictures_are_drawn_in_parts() -> None:
    """A picture that is wider than the terminal does not wrap: it comes in parts, which have every column once."""
    spec = load_text("gridwright: 1\ngrid: 2x9\nlayers: {x: {values: 10..40}}\nrules: [true]\n")
    (layer,) = spec.layers
    for width in (16, 20, 40, 60, 200):
        picture = candidates_picture(spec.grids[0], layer, [[at + 10] for at in range(18)], [True] * 18, width=width)
        texts = ["".join(piece.text for piece in line) for line in picture]
        assert all(len(text.rstrip()) <= width for text in texts)
        cells = sorted(int(word) for text in texts if not text.startswith("column") for word in re.findall(r"\d+", text))
        assert cells == list(range(10, 28))
