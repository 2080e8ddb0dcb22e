"""What a grid is worth: the objective, evaluated on a grid that the judge has accepted.

What a search believes is never taken over: it is held against this.
"""

from __future__ import annotations

from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.operators import is_number
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.values import BLANK, Value, kind_of

from .judge import Assignment, reading


def worth(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Value:
    """The number that is to be as large or as small as possible, or blank; none where the spec optimises nothing."""
    if spec.objective is None:
        return None
    node = spec.objective.expression
    value = reading(grid, Budget("the objective", node.span, spec.limits, deadline, name="answer_steps")).run(
        node, spec.answer_scope
    )
    if value is not BLANK and not is_number(value):
        raise error(Code.WRONG_KIND, f"an objective must be a number, but this is {kind_of(value)}", node.span)
    return value
