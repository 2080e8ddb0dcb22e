"""Nothing grows unnoticed: terms, clauses, searches, conflicts and imported modules are what `tests/budgets.json` says."""

from __future__ import annotations

import doctest

import budgets
import pytest

LONG = {
    "classics/tapa": [pytest.mark.slow],  # 2 s; battleships is quick
    "jane-street/2019-01-fences": [pytest.mark.thorough],  # 19 s; the row of slitherlink is about a loop too
    "jane-street/2023-02-twenty-four-seven-four-in-one": [pytest.mark.thorough],  # 9 s; that of 2018-06 has the same rules
}
ROWS = {table: rows for table, (rows, _) in budgets.TABLES.items()}


def _check(table: str, row: str) -> None:
    changed = budgets.differences(table, row, budgets.TABLES[table][1](row))
    assert not changed, "\n".join(changed)


@pytest.mark.parametrize("row", ROWS["specs"])
def test_specs(row: str) -> None:
    """Compiling and solving each spec of the repository."""
    _check("specs", row)


@pytest.mark.parametrize("row", [pytest.param(row, marks=LONG.get(row, [])) for row in ROWS["explain"]])
def test_explain(row: str) -> None:
    """Explaining a wrong clue."""
    _check("explain", row)


@pytest.mark.parametrize("row", ROWS["minimize"])
def test_minimize(row: str) -> None:
    """Removing what is redundant."""
    _check("minimize", row)


@pytest.mark.parametrize("row", ROWS["sentences"])
def test_sentences(row: str) -> None:
    """Compiling a sentence as somebody writes it first."""
    _check("sentences", row)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS["imports"])
def test_imports(row: str) -> None:
    """Starting the program."""
    _check("imports", row)


def test_nothing_else_is_written_down() -> None:
    """The store has the rows that there are, and no others."""
    stored = {table: set(rows) for table, rows in budgets.stored().items() if table != "solvers"}
    assert stored == {table: set(rows) for table, rows in ROWS.items()}


def test_five_percent() -> None:
    """More and less than that is told, and what is closer is not."""
    assert doctest.testmod(budgets).failed == 0
    assert budgets.beyond({"clauses": 1000}, {"clauses": 1051})
    assert budgets.beyond({"clauses": 1000}, {"clauses": 949})
    assert not budgets.beyond({"clauses": 1000}, {"clauses": 1050})


def test_there_are_forty_sentences() -> None:
    """No sentence stands in the list twice."""
    assert len(budgets.sentences()) >= 40


def test_other_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With another version of a solver, only what does not depend on it is compared."""
    store = {"solvers": {"clingo": "0"}, "specs": {"a": {"clauses": 100, "conflicts": 100}}}
    monkeypatch.setattr(budgets, "stored", lambda: store)
    assert not budgets.differences("specs", "a", {"clauses": 100, "conflicts": 200})
    assert budgets.differences("specs", "a", {"clauses": 200, "conflicts": 100})
    store["solvers"] = budgets.versions()
    assert budgets.differences("specs", "a", {"clauses": 100, "conflicts": 200})
    assert budgets.differences("specs", "b", {})[0].startswith("there is no row")
