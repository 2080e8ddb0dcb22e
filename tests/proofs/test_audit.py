"""The audit where rules are compiled together with others: a grid that breaks one of these does not count, all others do."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from certificates import certificate
from gridwright.compiler.lowering.automata import line_automata
from gridwright.runtime.proofs import formula
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own

LINE = """gridwright: 1
title: A line that is read with what its neighbours may be
grid: 1x4
layers: {number: {values: 1..4, blank: true}}
rules:
  - for: a, b in links
    rule: number[a] == blank or number[b] == blank or number[a] < number[b]
  - rule: all(m % 31 == 0 for m in numbers(number))
  - rule: count(number != blank) == 3
  - rule: number[r1c4] != blank
"""


@pytest.fixture
def put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line is too large to be read without what others say of its cells."""
    monkeypatch.setattr(line_automata, "FIRST_STEPS", 1)


@pytest.mark.parametrize("limit", [0, 1000])
def test_a_rule_that_was_put_off(limit: int, tmp_path: Path, put_off: None) -> None:
    """Its clauses refuse grids on which it holds itself, and rules about one or two of its cells do not."""
    compared = {each.line: each for each in check(certificate(tmp_path, LINE), limit=limit).compared}
    assert compared[8].basis == ("every grid" if limit else "drawn grids")
    assert compared[8].holding > 2


def test_a_mistake_in_a_rule_that_was_put_off(tmp_path: Path, put_off: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a clause refuses a grid on which the others hold as well, the audit says so."""
    state = formula.Formula.state

    def with_a_mistake(self: formula.Formula, groups: object, what: str = "") -> None:
        before = len(self.groups)
        state(self, groups, what)  # type: ignore[arg-type]
        for at, group in enumerate(self.groups[before:], before):
            if "line 8" in group.what:
                first = next(iter(self.problem.places.values())).literals
                mistakes = ((-first[1],), (-first[2],))
                self.groups[at] = dataclasses.replace(group, clauses=(*mistakes, *group.clauses))

    monkeypatch.setattr(formula.Formula, "state", with_a_mistake)
    with pytest.raises(Rejected, match="the rule at line 8 refuse a grid on which it holds"):
        check(certificate(tmp_path, LINE.replace("  - rule: number[r1c4] != blank\n", "")), limit=1000)
