"""Prepare functions of the spec for plain values, once for a million calls: the steps of folds."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax import syntax_tree as e
from ..syntax.diagnostics import SpecError
from ..values import Value
from .compiled_expressions import CompiledExpression, Evaluator, Quick, Unusual
from .scope import Closure, Scope


class CompiledClosure(CompiledExpression):
    """A closure, prepared; its arguments are values."""

    def __init__(self, evaluator: Evaluator, closure: Closure) -> None:
        self.closure = closure
        self.unusual = evaluator.unusual
        keys = {name: position for position, name in enumerate(closure.parameters)}
        super().__init__(evaluator, closure.body, closure.scope, keys, captured=closure.scope.local)
        self.is_prepared = self.is_prepared and not closure.is_of_language and len(closure.parameters) > 0
        self._count = len(closure.parameters) if self.is_prepared else -1
        self._budget = evaluator.budget

    def __call__(self, arguments: Sequence[Value]) -> Value:
        """Return the value for these arguments; raise `Unusual` where the interpreter has to evaluate it."""
        if len(arguments) != self._count:
            raise Unusual
        budget = self._budget
        budget.steps += self.steps  # `spend`
        if budget.steps >= budget.next_look:
            budget.look()
        try:
            return self.quick(arguments)
        except self.unusual as problem:  # the interpreter chooses which mistake to report
            if budget.is_spent and isinstance(problem, SpecError):
                raise
            raise Unusual from None

    def spend(self, calls: int) -> None:
        """Count what so many calls take."""
        self._budget.spend(self.steps * calls)

    def part(self, node: e.Expression) -> Quick:
        """Return a node below the function, compiled; it may read only the first arguments of the function."""
        return self._prepare(node)

    def of_turn(self, local: Sequence[Value]) -> Scope:
        """Return the scope of the body for these arguments."""
        return self.closure.apply(local)
