"""Find the part of an expression that has no lowering: because of it the expression is left to plain evaluation."""

from __future__ import annotations

import contextlib
from typing import NamedTuple

from ..ir.term_factory import TermFactory
from ..language.budget import Budget, Deadline
from ..language.scope import Scope
from ..limits import Limits
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import SpecError
from ..values import Value
from .groups.network import EachGroup, Groups
from .not_lowered import NotLowered
from .reasons import NO_LOWERING, Reason
from .symbolic import SymbolicInterpreter


class LoweringGap(NamedTuple):
    """An expression without a lowering, and why it has none."""

    node: e.Expression
    reason: Reason


def lowering_gap(node: e.Expression, scope: Scope, limits: Limits, deadline: Deadline, *, is_truth: bool = True) -> LoweringGap:
    """Return the innermost expression without a lowering; of several the first one that is evaluated."""
    budget = Budget("this rule", node.span, limits, deadline)
    search = _GapSearch(TermFactory(deadline), budget=budget)
    with contextlib.suppress(SpecError):  # what was found until then counts
        (search.run_truth if is_truth else search.run)(node, scope)
    node, reason = search.gap or LoweringGap(node, NO_LOWERING)
    # A fold is a machine up to the operator that needs its value; it is the fold that there is something to do about.
    calls = [below for below in e.walk(node) if isinstance(below, e.Call) and below.name in reason.calls]
    return LoweringGap(calls[0] if calls else node, reason)


class _GapSearch(SymbolicInterpreter):
    """Evaluates an expression once more, and remembers where the first opaque value comes from.

    Arguments are evaluated before what they are arguments of, so the first expression with an opaque value is an innermost one.
    All groups, and what a generator makes of each, only become opaque where something else than an aggregate takes them.
    """

    gap: LoweringGap | None = None

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node."""
        value = super().evaluate(node, scope)
        if self.gap is None and isinstance(value, NotLowered) and not isinstance(value, (Groups, EachGroup)):
            self.gap = LoweringGap(node, value.reason)
        return value

    def _evaluate(self, value: NotLowered, node: e.Expression, scope: Scope) -> Value:
        """Return the value: nothing is refined here."""
        if self.gap is None:
            self.gap = LoweringGap(node, value.reason)
        return value
