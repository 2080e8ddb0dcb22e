"""Which of many grids plain evaluation accepts, with each rule evaluated once for the values that it reads.

A rule about a line of four cells has 16 verdicts, however many grids there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gridwright.compiler.compile import lower
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import Value
from gridwright.runtime.judging.judge import Assignment, violations
from gridwright.runtime.proofs.check.constraints import Cell, Constraint, constraints


class _Read:
    """A cell that is read, and what comes after each value in it: the next cell that is read, or the verdict."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.after: dict[tuple[type, Value], _Read | bool] = {}

    def met(self, grid: Assignment) -> tuple[type, Value]:
        """Return the value in the cell, so that `true` is not 1."""
        value = grid[self.cell[:2]][self.cell[2]]
        return type(value), value


class _Remembered:
    """A constraint with its verdicts. The cell that is read next depends on nothing but the values that were read before it."""

    def __init__(self, constraint: Constraint) -> None:
        self._constraint = constraint
        self._first: _Read | bool | None = None

    def known(self, grid: Assignment) -> bool | None:
        """Return the verdict if what it rests on has been met before."""
        verdict = self._first
        while isinstance(verdict, _Read):
            verdict = verdict.after.get(verdict.met(grid))
        return verdict

    def evaluated(self, grid: Assignment) -> bool:
        """Evaluate it on the grid, and remember the verdict."""
        cells: dict[Cell, None] = {}
        verdict = self._constraint.holds(grid, reads=cells)
        path = [_Read(cell) for cell in cells]
        if self._first is None:
            self._first = path[0] if path else verdict
        at = self._first
        for own, following in zip(path, [*path, verdict][1:], strict=True):
            assert isinstance(at, _Read) and at.cell == own.cell, "what is read depends on more than what was read"
            at = at.after.setdefault(at.met(grid), following)
        assert at is verdict
        return verdict


def accepted(spec: Spec, grids: Iterable[Assignment]) -> Iterator[Assignment]:
    """Yield the grids on which all constraints hold; their values are those of their layers.

    The compiler says which instances the rules have, so the judge looks at each grid that is accepted as well: it finds an
    instance that is missing.
    """
    remembered = [_Remembered(constraint) for constraint in constraints(spec, lower(spec))]
    for grid in grids:
        known = [constraint.known(grid) for constraint in remembered]
        if (
            False not in known
            and all(constraint.evaluated(grid) for constraint, verdict in zip(remembered, known, strict=True) if verdict is None)
            and not any(violations(spec, grid))
        ):
            yield grid
