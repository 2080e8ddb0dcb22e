"""The audit where rules are compiled together with others: a grid that breaks one of these does not count, all others do."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from certificates import certificate
from gridwright.compiler.encode.linear_relaxation import Row
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.automata import line_automata
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs import formula
from gridwright.runtime.proofs.check import audit
from gridwright.runtime.proofs.check.audit import SmallRules, _Meanings
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.constraints import Cells, Constraint
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.formula import Formula
from gridwright.runtime.proofs.puzzle_cnf import UsedGroup

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
    compared = {comparison.line: comparison for comparison in check(certificate(tmp_path, LINE), limit=limit).compared}
    assert compared[8].basis == ("every grid" if limit else "drawn grids")
    assert compared[8].holding > (2 if limit else 0)  # no drawn grid but the solution has multiples of 31 only


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
    with pytest.raises(Rejected, match="the rule at line 8, column 11 of the spec refuse a grid on which it holds"):
        check(certificate(tmp_path, LINE.replace("  - rule: number[r1c4] != blank\n", "")), limit=1000)


SHAPES = """gridwright: 1
title: Groups of three cells; neighbouring groups differ in shape
grid: 2x3
layers: {wall: {over: links, values: bool}}
rules:
  - all(len(g) == 3 for g in groups(cells, by=not wall))
  - all(wall[a, b] != (b in group(a, cells, by=not wall)) for a, b in links)
  - for: a, b in links
    rule: wall[a, b] == same_shape(group(a, cells, by=not wall), group(b, cells, by=not wall), rotate=false, reflect=false)
"""


@pytest.mark.parametrize("limit", [0, 1000])
def test_shapes_of_groups_whose_size_is_stated(limit: int, tmp_path: Path) -> None:
    """Clauses about shapes refuse grids on which they are the same but groups are larger than another rule allows."""
    assert check(certificate(tmp_path, SHAPES), limit=limit).count("every grid" if limit else "drawn grids") > 2


def test_a_shape_in_a_group_whose_size_is_stated(tmp_path: Path) -> None:
    """Its clauses refuse a group in which the shape is further away than such a group reaches."""
    rule = "\"contains_shape(group(r1c1, cells, by=not wall), '## / ##')\""
    text = SHAPES[: SHAPES.index("  - all(wall")] + f"  - {rule}\n"
    assert check(certificate(tmp_path, text), limit=1000).count("every grid") == 2


def test_a_mistake_about_shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a clause about shapes refuses a grid on which all groups are as large as they may be, the audit says so."""
    state = formula.Formula.state

    def with_a_mistake(self: formula.Formula, groups: object, what: str = "") -> None:
        state(self, groups, what)  # type: ignore[arg-type]
        is_wall = next(iter(self.problem.places.values())).literals[True]
        for at, group in enumerate(self.groups):
            if "a = r1c1, b = r2c1" in group.what:
                self.groups[at] = dataclasses.replace(group, clauses=((is_wall,), (-is_wall,)))

    monkeypatch.setattr(formula.Formula, "state", with_a_mistake)
    with pytest.raises(Rejected, match=r"the rule at line 9, .* refuse a grid on which it holds"):
        check(certificate(tmp_path, SHAPES), limit=1000)


def test_a_mistake_about_a_cell_that_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause of a rule about a cell that the rule does not read is compared on all values of this cell."""
    state = formula.Formula.state

    def with_a_mistake(self: formula.Formula, groups: object, what: str = "") -> None:
        state(self, groups, what)  # type: ignore[arg-type]
        last = [*self.problem.places.values()][-1].literals
        for at, group in enumerate(self.groups):
            if "line 5" in group.what:
                self.groups[at] = dataclasses.replace(group, clauses=(*group.clauses, (-last[3],)))

    monkeypatch.setattr(formula.Formula, "state", with_a_mistake)
    text = "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..3}}\nrules:\n  - x[r1c1] == 2\n  - x[r1c2] > 1\n"
    with pytest.raises(Rejected, match=r"the rule at line 5, column 5 of the spec refuse a grid .*x\[1\] = 3"):
        check(certificate(tmp_path, text))


PLACE = SourceText("x", "x").span(0, 1)
GRID: Assignment = {("", "x"): (1, 1, 2, 2)}


def _constraint(is_so: bool | None, *reads: Sequence[int]) -> Constraint:
    """A constraint that is so, or not, or a mistake; it reads these cells, the second time and later the last ones."""
    turns = iter(reads)

    def holds(grid: Assignment, cells: Cells) -> bool:
        cells.update({("", "x", at): None for at in next(turns, reads[-1])})
        if is_so is None:
            raise error(Code.WRONG_KIND, "this has no value here", PLACE)
        return is_so

    return Constraint(PLACE, (None, ""), holds)


@pytest.mark.parametrize(
    ("is_so", "reads", "is_counted"),
    [
        (False, [[0]], True),
        (False, [[0, 1]], True),
        (True, [[0, 1]], False),
        (None, [[0]], False),
        (False, [[]], False),  # it speaks of no cell: then there is nothing that could be compiled with it
        (False, [[0, 1, 2]], False),
        (False, [[0, 3]], False),
        (False, [[0, 3], [0]], False),  # usually it also speaks of a cell that the other one does not read
        (False, [[0], [0, 3]], False),
    ],
)
def test_which_rules_excuse_a_clause(is_so: bool | None, reads: list[list[int]], is_counted: bool) -> None:
    """Those of one or two cells that a rule reads itself, where they do not hold; all other grids have to satisfy its clauses."""
    cells: Cells = {("", "x", at): None for at in (0, 1, 2)}
    assert SmallRules([_constraint(True, [0]), _constraint(is_so, *reads)], GRID).hold(cells, GRID) is not is_counted


def test_rules_of_the_same_cells_excuse_a_clause() -> None:
    """A rule of one or two cells too may be compiled with another one of the same cells."""
    cells: Cells = {("", "x", at): None for at in (0, 1)}
    assert not SmallRules([_constraint(False, [0, 1])], GRID).hold(cells, GRID)


def test_the_meanings_of_many_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where clauses rest on very many others, those of the first variables are compared with them, and the rest is left out."""
    text = "gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..3}}\nrules: ['x[r1c1] * x[r1c2] == x[r1c3]']\n"
    formula = Formula(load_text(text), NO_DEADLINE)
    *_, rule, meaning = formula.groups
    meanings = _Meanings(formula, [UsedGroup(at, [*range(len(group.clauses))], []) for at, group in enumerate(formula.groups)])
    first = [clause for clause in meaning.clauses if {rule.clauses[0][0], -rule.clauses[0][0]} & {*clause}]
    assert len(rule.clauses) % 2 == 1 < len(first) < len(meaning.clauses)
    every = {clause for group in formula.groups for clause in group.clauses}
    for most, expected in ((0, []), (1, first), (5_000, every.difference(rule.clauses))):
        monkeypatch.setattr(audit, "MEANINGS", most)
        listed = [*meanings.of(rule.clauses)]
        assert listed[: len(rule.clauses)] == [*rule.clauses]
        assert sorted(listed[len(rule.clauses) :]) == sorted(expected)


def test_how_many_grids_are_drawn(tmp_path: Path) -> None:
    """The solution, and twenty others close to it."""
    text = "gridwright: 1\ngrid: 1x4\nlayers: {x: {values: 1..9}}\nrules: ['sum(x) == 36']\n"
    (compared,) = check(certificate(tmp_path, text), limit=5).compared
    assert (compared.basis, compared.grids) == ("drawn grids", 21)
    assert 1 <= compared.holding < 21


def test_cells_that_are_read_on_some_grids_only(tmp_path: Path) -> None:
    """On the solution, the rule does not read the second cell, of which nothing is used; where the first one is 2, it does."""
    text = "gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..2}}\nrules:\n  - x[r1c1] == 1\n  - x[r1c2] == 1\n"
    text += "  - (x[r1c1] == 1 or x[r1c2] == 2) and (x[r1c1] == 2 or x[r1c3] == 1)\n"
    compared = {comparison.line: comparison for comparison in check(certificate(tmp_path, text)).compared}
    assert (compared[7].basis, compared[7].grids, compared[7].holding) == ("every grid", 8, 4)


def test_what_is_evaluated_depends_on_all_cells(tmp_path: Path) -> None:
    """On the solution the second part of the first rule is false, on other grids it is true; it has no lowering."""
    text = "gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..3}}\nrules:\n  - x[r1c1] == 1 or sorted(x) == [1, 2, 2]\n"
    made = certificate(tmp_path, text + "  - sum(x) == 7\n  - x[r1c1] * x[r1c2] * x[r1c3] == 9\n")
    compared = {comparison.line: comparison for comparison in check(made).compared}
    assert (compared[5].basis, compared[5].grids, compared[5].holding) == ("every grid", 27, 11)


@pytest.mark.parametrize(("low", "high"), [(1, 0), (0, -1)])
def test_rows_that_are_no_equations(low: int, high: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of the relaxation with room between their bounds are compared on both sides."""
    text = (
        "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..4}}\nrules:\n  - x[r1c1] + x[r1c2] <= 5\n  - x[r1c1] + x[r1c2] >= 4\n"
    )
    made = certificate(tmp_path, text + "maximize: 3 * x[r1c1] + 2 * x[r1c2] + 5\n")
    assert (made / "bound.json").exists()
    assert [compared.basis for compared in check(made, limit=100).compared] == ["every grid"] * 3
    rows_of = audit.rows_of

    def stricter(*arguments: object) -> Iterator[Row]:
        for row in rows_of(*arguments):  # type: ignore[arg-type]
            yield dataclasses.replace(row, low=row.low + low, high=row.high + high)

    monkeypatch.setattr(audit, "rows_of", stricter)
    with pytest.raises(Rejected, match="refuse a grid on which it holds"):
        check(made, limit=100)
