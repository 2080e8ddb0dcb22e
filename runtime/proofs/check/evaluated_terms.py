"""Expressions that only plain evaluation decides: found again by lowering their rule anew, and evaluated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import BOTH, Possible, single
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.limits import Limits
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, grid_interpreter
from .constraints import Key
from .json_values import Rejected
from .lowered_constraints import LoweredConstraints


class _NotKnown(Exception):
    """A cell was read whose value is not known."""


class Evaluation:
    """Evaluates expressions that are left to plain evaluation. `listed`: the constraints in the order of the certificate."""

    def __init__(self, listed: Sequence[Key], lowered: LoweredConstraints, limits: Limits, deadline: Deadline) -> None:
        self._listed = listed
        self._lowered = lowered
        self._limits = limits
        self._deadline = deadline
        self._cells: dict[tuple[Layer, int], Term] = {}

    def left(self, constraint: int, number: int) -> Term:
        """Return the expression of that number in a constraint; raise `Rejected` if there is none."""
        if not 0 <= constraint < len(self._listed):
            raise Rejected(f"there is no constraint {constraint}")
        found = self._lowered.left_to_evaluation(self._listed[constraint])
        if not 0 <= number < len(found):
            raise Rejected(f"constraint {constraint} does not have {number + 1} evaluated expressions")
        return found[number]

    def know(self, terms: Sequence[Term]) -> None:
        """Note which term each cell is."""
        self._cells = {(term.detail.layer, term.detail.position): term for term in terms if term.op == "unknown"}

    def truth(self, term: Term, grid: Assignment) -> Value:
        """Return the truth of an expression on a finished grid."""
        budget = Budget("an expression", None, self._limits, self._deadline)
        return grid_interpreter(grid, budget).run_truth(term.detail.node, term.detail.scope) is True

    def possible(self, term: Term, known: Callable[[Term], Possible | None]) -> Possible:
        """Return the truth of an expression if all that it reads is known, and otherwise both."""

        def read(layer: Layer, position: int) -> Value:
            cell = self._cells.get((layer, position))
            possible = None if cell is None else known(cell)
            if possible is None or not single(possible):
                raise _NotKnown
            return next(iter(possible))  # type: ignore[arg-type]

        budget = Budget("an expression", None, self._limits, self._deadline)
        try:
            return frozenset((Interpreter(read, budget=budget).run_truth(term.detail.node, term.detail.scope) is True,))
        except _NotKnown:
            return BOTH
