"""Find the part of an expression that has no lowering: because of it the expression is left to plain evaluation."""

from __future__ import annotations

from ..ir.term import Evaluated
from ..ir.term_factory import TermFactory
from ..language.budget import Budget, Deadline
from ..language.scope import Scope
from ..limits import Limits
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import SpecError
from ..values import Value
from .not_lowered import NotLowered
from .symbolic import SymbolicInterpreter


def lowering_gap(found: Evaluated, limits: Limits, deadline: Deadline) -> e.Expression:
    """Return the innermost expression without a lowering; of several the first one that is evaluated."""
    budget = Budget("this rule", found.node.span, limits, deadline)
    search = _GapSearch(TermFactory(deadline), budget=budget)
    try:
        search.run_truth(found.node, found.scope)
    except SpecError:
        return found.node
    return search.gap or found.node


class _GapSearch(SymbolicInterpreter):
    """Evaluates an expression once more, and remembers where the first opaque value comes from.

    Arguments are evaluated before what they are arguments of, so the first expression with an opaque value is an innermost one.
    """

    gap: e.Expression | None = None

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node."""
        value = super().evaluate(node, scope)
        if self.gap is None and isinstance(value, NotLowered):
            self.gap = node
        return value

    def _evaluated(self, value: NotLowered, node: e.Expression, scope: Scope) -> Value:
        """Return the value: nothing is refined here."""
        if self.gap is None:
            self.gap = node
        return value
