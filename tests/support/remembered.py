"""Which of many grids plain evaluation accepts, with each rule evaluated once for the values that it reads.

A rule about a line of four cells has 16 verdicts, however many grids there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from brute import assignments
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
    """A constraint with its verdicts. They depend on nothing but the values that were read.

    The cells that are read next depend on the values that were read before, so verdicts are kept in a tree. They may also be read
    in another order, as soon as the interpreter has prepared more of the rule: then there is one more tree.
    """

    def __init__(self, constraint: Constraint) -> None:
        self._constraint = constraint
        self._trees: list[_Read | bool] = []

    def known(self, grid: Assignment) -> bool | None:
        """Return the verdict if what it rests on has been met before."""
        verdicts = {verdict for tree in self._trees if (verdict := _verdict(tree, grid)) is not None}
        assert len(verdicts) < 2, "a verdict depends on more than what was read"
        return next(iter(verdicts), None)

    def evaluated(self, grid: Assignment) -> bool:
        """Evaluate it on the grid, and remember the verdict."""
        cells: dict[Cell, None] = {}
        verdict = self._constraint.holds(grid, reads=cells)
        path = [_Read(cell) for cell in cells]
        if not any(_add(tree, path, verdict, grid) for tree in self._trees):
            tree = path[0] if path else verdict
            self._trees.append(tree)
            assert _add(tree, path, verdict, grid)
        return verdict


def _verdict(tree: _Read | bool | None, grid: Assignment) -> bool | None:
    """Return the verdict on a grid, if its values were met."""
    while isinstance(tree, _Read):
        tree = tree.after.get(tree.met(grid))
    return tree


def _add(tree: _Read | bool, path: Sequence[_Read], verdict: bool, grid: Assignment) -> bool:
    """Add the cells that were read of a grid to a tree; return whether they were read in its order."""
    at = tree
    for own, following in zip(path, [*path, verdict][1:], strict=True):
        if not isinstance(at, _Read) or at.cell != own.cell:
            return False
        at = at.after.setdefault(at.met(grid), following)
    return at is verdict


def accepted(spec: Spec, grids: Iterable[Assignment] | None = None) -> Iterator[Assignment]:
    """Yield the grids, or those of all grids, on which all constraints hold; their values are those of their layers.

    The compiler says which instances the rules have, so the judge looks at each grid that is accepted as well: it finds an
    instance that is missing.
    """
    remembered = [_Remembered(constraint) for constraint in constraints(spec, lower(spec))]
    for grid in assignments(spec) if grids is None else grids:
        known = [constraint.known(grid) for constraint in remembered]
        if (
            False not in known
            and all(constraint.evaluated(grid) for constraint, verdict in zip(remembered, known, strict=True) if verdict is None)
            and not any(violations(spec, grid))
        ):
            yield grid
