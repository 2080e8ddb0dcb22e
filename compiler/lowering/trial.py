"""What is left to plain evaluation, tried on a few grids while compiling, so that its mistakes are not found only by solving.

A mistake counts if it comes up on every one of these grids: one that some grids have and others not may be one that the other
rules of the puzzle exclude. The blank grid is left out of account where a function of the spec makes the mistake, because a step
often passes over blanks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..budget import Budget
from ..diagnostics import Code, Fault, SpecError
from ..expression import Expression
from ..interpreter import Bound, Interpreter
from ..scope import Closure, Scope
from ..spec import Layer
from ..values import BLANK, Value

RANDOM_GRIDS = 3
BLANKS = 0.1  # how many cells are blank, where they may be: few, because most mistakes are made with values
STEPS = 1_000_000
KINDS = {Code.WRONG_KIND, Code.WRONG_ARGUMENTS, Code.UNKNOWN_ATTRIBUTE, Code.OUT_OF_RANGE}


def try_out(node: Expression, scope: Scope, budget: Budget) -> None:
    """Raise the mistake that the expression is, whatever the grid; its scope is known."""
    first: SpecError | None = None
    inside = True
    for grid in range(RANDOM_GRIDS):
        trial = _Trial(str(grid), budget)
        problem = trial.mistake(node, scope)
        if problem is None:
            return
        first = first or problem
        inside = inside and trial.inside_function
    if first and (inside or _Trial("", budget).mistake(node, scope)):
        raise first


class _Trial(Interpreter):
    """Plain evaluation on a grid of random values; without a seed on the blank grid, with first values where nothing is blank."""

    def __init__(self, seed: str, budget: Budget) -> None:
        super().__init__(self._value, budget=budget.another(STEPS))
        self.seed = seed
        self.inside_function = False
        self._found: dict[tuple[Layer, int], Value] = {}

    def _value(self, layer: Layer, position: int) -> Value:
        key = (layer, position)
        if key not in self._found:
            self._found[key] = self._drawn(layer, position)
        return self._found[key]

    def _drawn(self, layer: Layer, position: int) -> Value:
        if not self.seed:
            return BLANK if layer.blank else layer.values[0]
        draw = random.Random(f"{self.seed}/{layer.grid}/{layer.name}/{position}")
        return BLANK if layer.blank and draw.random() < BLANKS else draw.choice(layer.values)

    def mistake(self, node: Expression, scope: Scope) -> SpecError | None:
        """What is wrong with an expression on this grid."""
        try:
            self.run_truth(node, scope)
        except SpecError as problem:
            return problem if all(found.code in KINDS for found in problem.diagnostics) else None
        return None

    def callable_of(self, closure: Closure) -> Bound:
        """A function of the spec that tells of its mistakes."""
        return _Telling(self, closure)


class _Telling(Bound):
    """A function of the spec; its interpreter learns when a mistake was made inside."""

    __slots__ = ()

    def __call__(self, *arguments: Value) -> Value:
        """The value of the function for these arguments."""
        try:
            return self.interpreter.call_closure(self.closure, arguments)
        except (SpecError, Fault):
            self._tell()
            raise

    def blamed(self, fault: Fault, arguments: Sequence[Value]) -> SpecError:
        """What is wrong with the value, as a mistake at the place inside the function that gave it."""
        self._tell()
        return Bound.blamed(self, fault, arguments)

    def _tell(self) -> None:
        assert isinstance(self.interpreter, _Trial)
        self.interpreter.inside_function = True
