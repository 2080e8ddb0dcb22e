"""The comparison of two commits marks what is slower, what is larger, and what has lost its result."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
Measured = tuple[float, float, int | None]  # CPU seconds, megabytes, exit status


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module, which lies beside what it imports."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("compare")


@pytest.mark.parametrize(
    ("base", "new", "is_worse"),
    [
        pytest.param([(1.0, 40, 0)], [(1.05, 40, 0)], False, id="within the ratio"),
        pytest.param([(1.0, 40, 0)], [(1.06, 40, 0)], True, id="slower"),
        pytest.param([(0.05, 40, 0)], [(0.059, 40, 0)], False, id="less than ten milliseconds"),
        pytest.param([(1.0, 40, 0)], [(0.5, 43, 0)], True, id="larger"),
        pytest.param([(1.0, 10, 0)], [(1.0, 10.9, 0)], False, id="less than a megabyte"),
        pytest.param([(1.0, 40, 0), (9.0, 40, 0), (1.0, 40, 0)], [(1.0, 40, 0)] * 3, False, id="medians"),
        pytest.param([(1.0, 40, 0)], [(0.1, 40, 3)], True, id="gives up"),
        pytest.param([(1.0, 40, 1)], [(0.1, 40, None)], True, id="does not end in time"),
        pytest.param([(1.0, 40, 0)], [(0.1, 40, 1)], True, id="another verdict"),
        pytest.param([(1.0, 40, 0)] * 2, [(1.0, 40, 0), (1.0, 40, 70)], True, id="fails once"),
        pytest.param([(0.1, 40, 2)], [(9.0, 90, 0)], False, id="the base cannot read the spec"),
        pytest.param([(1.0, 40, None)], [(9.0, 90, 0)], False, id="the base did not end"),
    ],
)
def test_marked(base: Sequence[Measured], new: Sequence[Measured], is_worse: bool, compare: ModuleType) -> None:
    """A row is marked if its median is worse by more than 5 %, or if it has no longer the result of the base."""
    sides = tuple(
        [compare.Run(seconds, seconds, megabytes, "", "", status) for seconds, megabytes, status in side] for side in (base, new)
    )
    row = compare.Row(["solve"], "solve sudoku", sides)
    assert row.is_worse is is_worse
    assert compare.cells(row)[0] == ("! solve sudoku" if is_worse else "solve sudoku")


@pytest.mark.parametrize(("base", "new", "runs"), [(0, 0, 3), (None, 0, 1), (0, None, 1)])
def test_both_sides_run(base: int | None, new: int | None, runs: int, compare: ModuleType) -> None:
    """If one side does not end in time, there is no further turn, and the other side has its run all the same."""
    sides = [
        SimpleNamespace(measured=lambda call, seconds, status=status: compare.Run(1.0, 1.0, 40, "", "", status))
        for status in (base, new)
    ]
    row = compare.Row(["solve"], "solve sudoku")
    compare._in_turn(row, sides, 3, 60.0)
    assert [len(side) for side in row.runs] == [runs, runs]
    assert compare.cells(row)[0] == ("! solve sudoku" if base == 0 and new is None else "solve sudoku")
