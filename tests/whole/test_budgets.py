"""Problems do not grow unnoticed: what is written down of each spec, which `test_specs.py` holds against what comes out."""

from __future__ import annotations

import doctest

import budgets


def test_nothing_else_is_written_down() -> None:
    """The store has the specs that there are, and no others."""
    assert set(budgets.stored()) == {budgets.name(path) for path in budgets.SPECS}


def test_a_tenth() -> None:
    """What is told, and what is not."""
    assert doctest.testmod(budgets).failed == 0
    assert budgets.beyond({"clauses": 1000}, {"clauses": 1101})
    assert budgets.beyond({"clauses": 1000}, {"clauses": 899})
    assert not budgets.beyond({"clauses": 1000}, {"clauses": 1100})
