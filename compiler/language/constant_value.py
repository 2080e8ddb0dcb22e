"""The value of a definition that the board fixes."""

from __future__ import annotations

from ..limits import Limits
from ..syntax.diagnostics import SpecError
from ..values import Value
from .budget import Budget
from .interpreter import Interpreter
from .name_check import is_constant
from .semantics import Semantics
from .spec import Define, Grid


def constant_value(define: Define, grid: Grid, limits: Limits) -> Value | None:
    """Return the value of a definition without parameters on a grid; None if it reads a layer or cannot be evaluated."""
    if not is_constant(define, grid.names):
        return None
    try:
        return Interpreter(budget=Budget("this definition", None, limits), values=Semantics(strict=True)).run(
            define.body, grid.scope
        )
    except SpecError:  # the rule that reads it says what is wrong
        return None
