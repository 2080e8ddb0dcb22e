"""Clues along a line give the same bytes whatever the hashes: words, sets and tables are gone through in one order."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from gridwright.runtime.solve import ENGINES
from test_cli import COMMAND

SPEC = """\
gridwright: 1
title: Lines
grid: 3x5
layers:
  number: {values: [0, 2, 6], blank: true}
  colour: {values: [red, green, blue], blank: true}
clues:
  divisor:
    left: [2, 6, .]
    bottom: [., 2, ., ., .]
  total:
    right: [., ., 26]
rules:
  - for: clue in divisor
    rule: gcd(numbers(number[clue.line])) == clue.value
  - for: clue in total
    rule: sum(numbers(number[clue.line])) == clue.value
  - for: row in rows
    rules:
      - |
        fold(colour[row], start=(red, 0), step=lambda s, x: (x, s[1] + 1) if x not in (s[0], blank) else s,
             result=lambda s: s[1]) in (1, 3)
      - distinct(last(colour[c] for c in row[:k]) for k in 2..4)
      - |
        fold(zip(number[row], colour[row]), start=red, step=lambda s, p: p[1] if p[0] == blank else s) != green
      - all(distinct(r) for r in runs(colour[row]))
  - sorted(numbers(number[rows[2]]))[0] == 0
answer: sum(number)
"""


@pytest.fixture
def output(tmp_path: Path) -> Callable[..., bytes]:
    """The standard output of a command on the spec, in a process of its own with hashes of its own; without its times."""
    path = tmp_path / "lines.yaml"
    path.write_text(SPEC, "utf-8")

    def run(hashes: int, *command: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": str(hashes)}
        found = subprocess.run([*COMMAND, *command, str(path)], capture_output=True, env=environment, check=False, timeout=120)
        assert found.returncode in (0, 1), found.stderr.decode()
        return re.sub(rb'"seconds": \{[^}]*\}', rb'"seconds": {}', found.stdout)

    return run


@pytest.mark.parametrize("engine", ENGINES)
def test_solve(engine: str, output: Callable[..., bytes]) -> None:
    """The same solutions, rounds, lemmas and sizes for a seed; lemmas of both kinds take part."""
    command = ("solve", "--quiet", "--json", "--engine", engine, "--seed", "7")
    first = output(1, *command)
    found = json.loads(first)
    assert found["status"] == "solved"
    assert found["stats"]["lemmas"].keys() == {"gcd", "general"}
    assert output(2, *command) == first
    assert output(3, *command) == first


@pytest.mark.parametrize("form", ["ir", "smt2", "dimacs"])
def test_compile(form: str, output: Callable[..., bytes]) -> None:
    """The same terms, and the same clauses in the same order."""
    first = output(1, "compile", "--to", form)
    assert len(first) > 1_000
    assert output(2, "compile", "--to", form) == first
