"""Constants in a rule's instance: expressions that read no cell are evaluated once, and not on every grid again.

In `count(laid[covering(c, squares)]) == 1` the squares that cover a cell are the same on every grid, and finding them is most of
the work. An expression is constant if plain evaluation finds its value without reading a cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.interpreter import Interpreter, Reader
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.name_check import free_names
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import FAIL, Field, Value

ConstantValues = dict[e.Expression, Value]
Bound = frozenset[str]


class Reads(Exception):
    """A cell was read where none is known."""


def read_nothing(layer: Layer, position: int) -> Value:
    """Raise `Reads`: a reader for when no cell is known."""
    raise Reads


class WithConstants(Interpreter):
    """Plain evaluation that knows the values of some expressions. They have the same one wherever they are evaluated."""

    def __init__(self, read: Reader, *, budget: Budget, cache: InterpreterCache, constants: ConstantValues) -> None:
        super().__init__(read, budget=budget, cache=cache)
        self._constants = constants

    def evaluate(self, node: e.Expression, scope: Scope) -> Value:
        """Return the value of a node, which may be known."""
        return self._constants[node] if node in self._constants else super().evaluate(node, scope)


def find_constants(node: e.Expression, scope: Scope, budget: Budget, cache: InterpreterCache) -> ConstantValues:
    """Return the values of the largest expressions below a node that read no cell and use nothing that is bound inside."""
    interpreter = Interpreter(read_nothing, budget=budget, cache=cache.on_another_grid())
    found: ConstantValues = {}
    waiting = [(node, Bound())]
    for each, bound in waiting:
        if isinstance(each, e.Constant):
            continue
        try:
            if _is_alone(each, bound):
                value = interpreter.run(each, scope)
                if _is_complete(value):
                    found[each] = value
                    continue
        except (Reads, SpecError):  # what is wrong is said where it is evaluated, if it ever is
            pass
        waiting += _below(each, bound)
    return found


def _is_alone(node: e.Expression, bound: Bound) -> bool:
    """Check whether a node has a value by itself: it uses no name that is bound around it, and is no generator."""
    is_generator = isinstance(node, e.Comprehension) and not node.is_list
    return not is_generator and not isinstance(node, (e.Lambda, e.Slice)) and not (bound and _names(node) & bound)


def _names(node: e.Expression) -> set[str]:
    return {found.name for found, _ in free_names(node)}


def _below(node: e.Expression, bound: Bound) -> Iterator[tuple[e.Expression, Bound]]:
    """Yield the expressions directly below a node, each with the names that are bound there."""
    if isinstance(node, e.Comprehension):
        for loop in node.loops:
            yield loop.values, bound
            bound |= set(loop.pattern.names())
            yield from ((condition, bound) for condition in loop.conditions)
        yield node.element, bound
    else:
        inside = bound | set(node.parameters) if isinstance(node, e.Lambda) else bound
        yield from ((child, inside) for child in e.children(node))


def _is_complete(value: Value) -> bool:
    """Check whether a value is complete: no field, which reads its cells later, and no function."""
    if isinstance(value, (list, tuple)):
        return all(map(_is_complete, value))
    if isinstance(value, dict):
        return all(map(_is_complete, value.values()))
    return value is not FAIL and not isinstance(value, Field) and not callable(value)
