"""Expressions that only plain evaluation decides: found again by lowering their rule anew, and evaluated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.ir.value_sets import BOTH, Possible, single
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.limits import Limits
from gridwright.compiler.lowering.symbolic import SymbolicInterpreter
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, grid_interpreter
from .constraints import Constraint, Unrolled
from .json_values import Rejected


class _NotKnown(Exception):
    """A cell was read whose value is not known."""


class Evaluation:
    """Evaluates expressions that are left to plain evaluation. `listed`: the constraints in the order of the certificate."""

    def __init__(self, listed: Sequence[Constraint], limits: Limits, deadline: Deadline) -> None:
        self._limits = limits
        self._listed = listed
        self._deadline = deadline
        self._lowered: dict[int, list[Term]] = {}
        self._cells: dict[tuple[Layer, int], Term] = {}

    def left(self, constraint: int, number: int) -> Term:
        """Return the expression of that number in a constraint; raise `Rejected` if there is none."""
        if constraint not in self._lowered:
            if not 0 <= constraint < len(self._listed):
                raise Rejected(f"there is no constraint {constraint}")
            of = self._listed[constraint].of
            if not isinstance(of, Unrolled):
                raise Rejected("a given has no evaluated expression")
            instance = of.instance
            budget = Budget("this rule", instance.rule.span, self._limits, self._deadline)
            found = SymbolicInterpreter(TermFactory(), budget=budget).lower(instance)
            below = topological_order([found]) if isinstance(found, Term) else []
            self._lowered[constraint] = [term for term in below if all_operations()[term.op].from_rule]
        if not 0 <= number < len(self._lowered[constraint]):
            raise Rejected(f"constraint {constraint} does not have {number + 1} evaluated expressions")
        return self._lowered[constraint][number]

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
