"""Wrong arguments: the message names the argument, what is expected, and what was found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import gridwright
import pytest
from gridwright.api.arguments import limited_work
from gridwright.compiler.language.budget import OutOfTime

SPEC = "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..2}}\n"
GRID = [[1, 2]]
WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: gridwright.solve(7), TypeError, "spec must be a Spec, a path, or the text of a spec (got 7, of type int)"),
    (lambda: gridwright.solve(""), ValueError, "spec is an empty text"),
    (lambda: gridwright.solve("missing.yaml"), gridwright.SpecError, "there is no file missing.yaml"),
    (lambda: gridwright.solve(Path()), gridwright.SpecError, "is a folder, not a file"),
    (lambda: gridwright.solve("grid: 2x2\nx: 1\n"), gridwright.SpecError, "<text>:1:1: error[missing-key]"),
    (lambda: gridwright.solve(SPEC, limit=0), ValueError, "limit must be a whole number, from 1 to 1,000,000 (got 0)"),
    (lambda: gridwright.solve(SPEC, limit="2"), TypeError, "limit must be a whole number (got '2', of type str)"),
    (lambda: gridwright.solve(SPEC, engine="clsp"), ValueError, "did you mean 'clasp'?"),
    (lambda: gridwright.solve(SPEC, seed=-1), ValueError, "seed must be a whole number, from 0"),
    (lambda: gridwright.solve(SPEC, timeout="3"), TypeError, "timeout must be a number of seconds"),
    (lambda: gridwright.solve(SPEC, timeout=float("nan")), ValueError, "timeout must be a number of seconds, at least 0"),
    (lambda: gridwright.solve(SPEC, memory=0), ValueError, "memory must be a whole number of megabytes, at least 1"),
    (lambda: gridwright.minimize(SPEC, only="given"), ValueError, "only must be one of: givens, clues (got 'given')"),
    (lambda: gridwright.minimize(SPEC, symmetry="rotate"), ValueError, "symmetry must be one of:"),
    (lambda: gridwright.judge(SPEC, 7), TypeError, "grid must be a grid, rows of values, a path, or a text (got 7"),
    (lambda: gridwright.judge(SPEC, [[1]]), gridwright.SpecError, "grid:1"),
    (lambda: gridwright.judge(SPEC, [[1, 9]]), gridwright.SpecError, "9"),
    (lambda: gridwright.judge(SPEC, {"y": GRID}), gridwright.SpecError, "there is no visible layer `y`"),
    (lambda: gridwright.judge(SPEC, {("", "x"): (1,)}), ValueError, "grid has 1 values for the layer `x`"),
    (lambda: gridwright.judge(SPEC, {("", "y"): (1,)}), ValueError, "grid has a layer ('', 'y')"),
    (lambda: gridwright.judge(SPEC, "missing.txt"), gridwright.SpecError, "there is no file missing.txt"),
    (lambda: gridwright.judge(SPEC, b"12"), TypeError, "of type bytes"),
    (lambda: gridwright.render(SPEC, format="gif"), ValueError, "format must be one of: svg, png"),
    (lambda: gridwright.render(SPEC, scale=0), ValueError, "scale must be a number, at least 0.05"),
    (lambda: gridwright.judge(SPEC, "1 2"), gridwright.SpecError, "`grid` has only one line, so it is read as a path"),
    (lambda: gridwright.solve("x" * 5000), gridwright.SpecError, "`spec` has only one line, so it is read as a path"),
    (lambda: gridwright.score({}, "1 2"), TypeError, "puzzle must be one that a dataset or `generate` made (got {}"),
    (lambda: gridwright.import_puzzle(3), TypeError, "source must be a link, a path, or a text (got 3"),
    (lambda: gridwright.import_puzzle("nothing.txt"), gridwright.SpecError, "there is no file nothing.txt"),
    (lambda: gridwright.import_puzzle("a", format="puzzlink"), ValueError, "format must be one of:"),
    (lambda: gridwright.export_puzzle(SPEC, "gif"), ValueError, "format must be one of:"),
    (lambda: gridwright.genres("loop"), ValueError, "did you mean 'loops'?"),
    (lambda: gridwright.new("slitherlnk", (2, 2)), ValueError, "there is no genre `slitherlnk`; did you mean 'slitherlink'"),
    (lambda: gridwright.new(3, (2, 2)), TypeError, "genre must be the name of a genre"),
    (lambda: gridwright.new("slitherlink", "2x2"), TypeError, "size must be rows and columns, as in (8, 8)"),
    (lambda: gridwright.new("slitherlink", (0, 2)), ValueError, "size must be a whole number, from 1 to 999 (got 0)"),
    (lambda: gridwright.new("slitherlink", (2, 2), clues={"number": [[1]]}), ValueError, "clues['number'] has 1 rows"),
    (lambda: gridwright.new("slitherlink", (1, 2), clues={"number": [[1]]}), ValueError, "row 1 of clues['number'] must have 2"),
    (
        lambda: gridwright.new("slitherlink", (1, 1), clues={"number": 3}),
        TypeError,
        "must be rows, a picture, or values by place",
    ),
    (lambda: gridwright.new("slitherlink", (1, 1), clues=[3]), TypeError, "clues must be a mapping from names"),
    (lambda: gridwright.new("slitherlink", (1, 1), clues={"numbr": [[1]]}), gridwright.SpecError, "prints no clues `numbr`"),
    (lambda: gridwright.generate("sudoku", symmetry="rot"), ValueError, "symmetry must be one of:"),
    (
        lambda: gridwright.generate("sudoku", difficulty=3),
        TypeError,
        "difficulty must be easy, medium or hard, or",
    ),
    (lambda: gridwright.generate("sudoku", difficulty=(3, 1)), ValueError, "must not be above the second"),
    (lambda: gridwright.generate("sudoku", difficulty="harder"), ValueError, "did you mean 'hard'"),
    (lambda: gridwright.dataset("nurimaze", difficulty="hard"), LookupError, "not known which ratings are hard for nurimaze"),
    (lambda: gridwright.dataset("sudoku", length=0), ValueError, "length must be a whole number"),
    (lambda: gridwright.dataset("sudoku", length=3)[3], IndexError, "the dataset has 3 puzzles"),
    (lambda: gridwright.path(SPEC, max_cost=0), ValueError, "max_cost must be a whole number, at least 1"),
    (lambda: gridwright.solve(SPEC).solutions[0].grid["y"], KeyError, "there is no layer `y`; the layers are: x"),
    (lambda: gridwright.solve(SPEC).solutions[0].grid["x"][0, 2], IndexError, "its places are [0, 0] to [0, 1]"),
    (lambda: gridwright.solve(SPEC).solutions[0].grid["x"]["r9c9"], KeyError, "has no place `r9c9`"),
]


@pytest.mark.cases(quick=len(WRONG))
@pytest.mark.parametrize(("call", "kind", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_arguments(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    """Each is refused with the kind of error that Python has for it."""
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_out_of_time_is_an_error_of_python() -> None:
    """Where a stage has no result to give, the error says after how many seconds, and what was being done."""
    with pytest.raises(TimeoutError, match="out of time after 5 s, while reading"), limited_work(5, None):
        raise OutOfTime
