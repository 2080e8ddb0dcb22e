"""What is found along a line: brute force, both engines, lazy and eager; and random folds against every assignment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from brute import assignments, solutions
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.reading import load_text
from instances import faults, sample
from ways import WAYS, disagreements

TEXT = Path(__file__).with_name("lines.md").read_text("utf-8")
HEADER = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)[0]
RULES = [rule for rules in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL) for rule in rules.strip().splitlines()]


@pytest.mark.parametrize("written", RULES)
def test_rule(written: str) -> None:
    """Brute force, both engines, lazy and eager agree; every clause is sound and complete; only what says so is left to evaluation."""
    rule = written.removeprefix("general ")
    spec = load_text(f"gridwright: 1\n{HEADER}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")
    expected = solutions(spec)
    assert expected, "a rule that nothing satisfies tests nothing"
    assert bool(compile_spec(spec).general) == (rule != written)
    for engine, lazy in WAYS:
        assert not disagreements(spec, expected, engine, lazy), (engine, lazy)
    for lazy in (True, False):
        assert not list(faults(spec, sample(list(assignments(spec)), 150), lazy=lazy))
