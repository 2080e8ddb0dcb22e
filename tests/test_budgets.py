"""Problems do not grow unnoticed: what compiling each spec comes to is held against what was written down."""

from __future__ import annotations

import doctest
from pathlib import Path

import budgets
import pytest


@pytest.mark.parametrize("path", budgets.SPECS, ids=budgets.name)
def test_size_is_as_written_down(path: Path) -> None:
    """Variables, clauses and sums are within a tenth of what `budgets.json` says."""
    before = budgets.stored().get(budgets.name(path), {})
    assert before, f"not written down yet: python tests/budgets.py {path.relative_to(budgets.ROOT)}"
    changed = budgets.beyond(before, budgets.compiled(path))
    assert not changed, f"{changed}; if that is meant: python tests/budgets.py {path.relative_to(budgets.ROOT)}"


def test_nothing_else_is_written_down() -> None:
    """The store has the specs that there are, and no others."""
    assert set(budgets.stored()) == {budgets.name(path) for path in budgets.SPECS}


def test_a_tenth() -> None:
    """What is told, and what is not."""
    assert doctest.testmod(budgets).failed == 0
    assert budgets.beyond({"clauses": 1000}, {"clauses": 1101})
    assert budgets.beyond({"clauses": 1000}, {"clauses": 899})
    assert not budgets.beyond({"clauses": 1000}, {"clauses": 1100})
