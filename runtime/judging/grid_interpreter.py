"""Evaluates rules on one finished grid: every value is there, and stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gridwright.compiler.language.budget import MEMBERS_A_STEP, Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.operators import Operator
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Field, Value

_EQUALITY = ("==", "!=")
_COMPARED = frozenset((int, str, bool))


class GridInterpreter(Interpreter):
    """An interpreter that reads layers from a finished grid, as a whole, and keeps what definitions come to."""

    keeps_calls: ClassVar[bool] = True

    def __init__(self, grid: Mapping[tuple[str, str], tuple[Value, ...]], budget: Budget, cache: InterpreterCache) -> None:
        self._grid = grid
        super().__init__(lambda layer, position: grid[layer.grid, layer.name][position], budget=budget, cache=cache)

    def _new_field(self, layer: Layer, name: str) -> Field:
        return Field.holding(layer.places, list(self._grid[layer.grid, layer.name]), layer.index, name)

    def operate(self, operator: Operator, left: Value, right: Value) -> Value:
        """Apply an operator; compare a field with a value at all places at once, where no comparison can be a mistake."""
        if type(left) is Field and type(right) in _COMPARED and operator.is_truth:
            values = left.all_read
            if values is not None and _are_comparable({*map(type, values)}, operator, right):
                compare = operator.of_numbers
                assert compare is not None
                self.budget.spend(len(values) // MEMBERS_A_STEP)
                return Field.holding(left.places, [compare(value, right) for value in values], left.positions)
        return super().operate(operator, left, right)


def _are_comparable(kinds: set[type], operator: Operator, value: Value) -> bool:
    """Check whether Python compares values of these classes with one value as the language does."""
    kind = type(value)
    if operator.sign in _EQUALITY:
        return kinds <= {kind, type(BLANK)}
    return kind is int and kinds <= {int}
