"""Evaluate the objective on a grid that the judge has accepted.

The program compares the value that a search claims with this one, and never uses it unchecked.
"""

from __future__ import annotations

from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.operators import is_number
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.values import BLANK, Value, kind_of

from .judge import Assignment, grid_interpreter


def objective_value(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Value:
    """Return the objective's value on a grid, a number or blank; None if the spec optimises nothing."""
    if spec.objective is None:
        return None
    node = spec.objective.expression
    value = grid_interpreter(grid, Budget("the objective", node.span, spec.limits, deadline, name="answer_steps")).run(
        node, spec.answer_scope
    )
    if value is not BLANK and not is_number(value):
        raise error(Code.WRONG_KIND, f"an objective must be a number, but this is {kind_of(value)}", node.span)
    return value
