"""The tiers of tests: a larger one has more tests, a case can be named, and only tests that run alone read a clock."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from layout import ROOT

FILES = sorted((ROOT / "tests").rglob("test_*.py"))
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time"}


def collected(*options: str) -> int:
    """Return how many tests pytest would run in two folders; it prints a number for each file."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *options]
    folders = [str(ROOT / "tests" / name) for name in ("functions", "engines")]
    found = subprocess.run([*command, *folders], capture_output=True, text=True, check=True, cwd=ROOT, timeout=120)
    numbers = [line.rpartition(": ")[2] for line in found.stdout.splitlines()]
    return sum(int(number) for number in numbers if number.isdigit())


@pytest.mark.slow
def test_tiers_grow() -> None:
    """CI runs more than the quick tests, and less than all; `-k` chooses among all cases, and not among the quick ones."""
    quick, ci, every = (collected(*options) for options in ([], ["-m", "not thorough"], ["-m", ""]))
    assert 0 < quick < ci < every
    assert 0 < collected("-k", "gcd") <= collected("-k", "gcd", "-m", "")


@pytest.mark.slow
def test_a_case_by_its_name() -> None:
    """A case that is named in full is run, whichever tier it is in."""
    name = "tests/engines/test_engines.py::test_models_and_cores[z3-17]"
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", name]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=120)
    assert found.returncode == 0, found.stdout
    assert "1 passed" in found.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_clocks(path: Path) -> None:
    """A test that reads a clock is marked `timing`, so that it runs alone. Tests wait with `processes.wait_for`."""
    for function in ast.parse(path.read_text("utf-8")).body:
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            marks = {ast.unparse(mark) for mark in function.decorator_list}
            read = {ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Attribute)}
            assert "pytest.mark.timing" in marks or not read & {f"time.{clock}" for clock in CLOCKS}, function.name
