"""What is left to plain evaluation, tried on a few grids while compiling, so that its mistakes are not found only by solving.

A mistake counts if it comes up on every one of these grids: one that some grids have and others not may be one that the other
rules of the puzzle exclude. So may be that a list has the wrong length; such mistakes are passed over.
"""

from __future__ import annotations

from ..language.all_solutions import visible
from ..language.budget import Budget
from ..language.interpreter import Interpreter
from ..language.scope import Scope
from ..language.spec import Layer
from ..syntax.diagnostics import Code, SpecError
from ..syntax.syntax_tree import Expression
from ..values import BLANK, Value

RANDOM_GRIDS = 3
BLANKS = 0.1  # how many cells are blank, where they may be: few, because most mistakes are made with values
SMALL = 41  # numbers that are drawn of a layer without bounds, about 0
KINDS = {Code.WRONG_KIND, Code.WRONG_ARGUMENTS, Code.UNKNOWN_ATTRIBUTE, Code.UNKNOWN_NAME, Code.OUT_OF_RANGE}


def smoke_evaluate(node: Expression, scope: Scope, budget: Budget, *, is_truth: bool = True, visible_only: bool = False) -> None:
    """Raise the mistake that the expression is on every grid that is tried; its scope is known.

    `is_truth`: its value has to be a truth value. `visible_only`: it may not read hidden layers.
    """
    mistake = None
    for grid in range(RANDOM_GRIDS):
        problem = _Trial(grid, budget, visible_only=visible_only).mistake(node, scope, is_truth=is_truth)
        if problem is None:
            return
        mistake = mistake or problem
    if mistake is not None:
        raise mistake


def random_grid(seed: int, budget: Budget) -> Interpreter:
    """Return an interpreter that evaluates plainly on a grid of random values, and reads no hidden layers."""
    return _Trial(seed, budget, visible_only=True)


class _Trial(Interpreter):
    """Evaluates plainly on a grid of random values."""

    def __init__(self, seed: int, budget: Budget, *, visible_only: bool) -> None:
        super().__init__(visible(self._value) if visible_only else self._value, budget=budget.another("steps"))
        self.seed = seed
        self._found: dict[tuple[Layer, int], Value] = {}

    def _value(self, layer: Layer, position: int) -> Value:
        key = (layer, position)
        if key not in self._found:
            self._found[key] = self._draw(layer, position)
        return self._found[key]

    def _draw(self, layer: Layer, position: int) -> Value:
        import random  # noqa: PLC0415 (slow to import, and only for answers)

        draw = random.Random(f"{self.seed}/{layer.grid}/{layer.name}/{position}")
        values = layer.values[:SMALL] if layer.is_unbounded else layer.values
        return BLANK if layer.blank and draw.random() < BLANKS else draw.choice(values)

    def mistake(self, node: Expression, scope: Scope, *, is_truth: bool) -> SpecError | None:
        """Return the mistake of an expression on this grid, or None."""
        try:
            (self.run_truth if is_truth else self.run)(node, scope)
        except SpecError as problem:
            return problem if all(diagnostic.code in KINDS for diagnostic in problem.diagnostics) else None
        return None
