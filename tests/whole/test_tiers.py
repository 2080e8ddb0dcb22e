"""The tiers of tests: a larger one has more tests, a case can be named, and only tests that run alone read a clock."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from layout import ROOT

FILES = sorted((ROOT / "tests").rglob("test_*.py"))
CLOCKS = {"monotonic", "perf_counter", "time"}  # CPU time is about the same beside other tests


MARKED = """
import pytest

@pytest.mark.parametrize("n", range(10))
def test_usual(n): pass

@pytest.mark.cases(quick=1, ci=4)
@pytest.mark.parametrize("n", range(10))
def test_many(n): pass

@pytest.mark.slow
@pytest.mark.parametrize("word", ["gcd", "lcm"])
def test_process(word): pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_some(n): pass

def test_alone(): pass
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "number"),
    [
        ([], 2 + 1 + 0 + 1 + 1),
        (["-m", "not thorough"], 10 + 4 + 2 + 1 + 1),
        (["-m", ""], 10 + 10 + 2 + 2 + 1),
        (["-k", "gcd", "-m", ""], 1),
        (["-k", "usual"], 2),
    ],
)
def test_tiers_grow(options: list[str], number: int, tmp_path: Path) -> None:
    """CI runs more than the quick tests, and less than all; `-k` chooses among all cases, and not among the quick ones."""
    (tmp_path / "test_marked.py").write_text(MARKED, "utf-8")
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "no:cacheprovider", "-p", "conftest"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *settings, *options, str(tmp_path)]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # they take longer to load than the rest
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "tests", env=environment, timeout=120)
    assert f"test_marked.py: {number}\n" in ended.stdout, ended.stdout + ended.stderr


@pytest.mark.slow
def test_a_case_by_its_name() -> None:
    """A case that is named in full is run, whichever tier it is in."""
    name = "tests/engines/test_engines.py::test_models_and_cores[z3-17]"
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", name]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=120)
    assert ended.returncode == 0, ended.stdout
    assert "1 passed" in ended.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_clocks(path: Path) -> None:
    """A test that reads a clock is marked `timing`, so that it runs alone.

    Others wait with `processes.wait_for`, limit with `processes.within`, or count CPU time.
    """
    for function in ast.parse(path.read_text("utf-8")).body:
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            marks = {ast.unparse(mark) for mark in function.decorator_list}
            read = {ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Attribute)}
            assert "pytest.mark.timing" in marks or not read & {f"time.{clock}" for clock in CLOCKS}, function.name
