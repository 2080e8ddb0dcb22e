"""`solutions` in an answer: all solutions, each with the meanings that names have on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..syntax.diagnostics import Code, Fault, error
from ..syntax.syntax_tree import Attribute, Expression, Name
from ..values import Value, kind_of
from .interpreter import Interpreter, Reader
from .name_check import free_names
from .one_solution import ALL, OneSolution
from .scope import Closure, Scope
from .spec import Grid, Grids, Layer, Spec


def is_over_all_solutions(node: Expression, scope: Scope) -> bool:
    """Check whether an answer is over all solutions; a name of the spec's own that is `solutions` is something else."""
    return ALL not in scope.names and any(isinstance(name, Name) and name.name == ALL for name, _ in free_names(node))


def visible(read: Reader) -> Reader:
    """Return a reader for answers over all solutions: it raises `Fault` for hidden layers."""

    def read_visible(layer: Layer, position: int) -> Value:
        if layer.hidden:
            raise Fault(
                Code.WRONG_KIND,
                f"an answer over all solutions may not depend on the hidden layer `{layer.name}`",
                "solutions that differ only in hidden layers count as one solution",
            )
        return read(layer, position)

    return read_visible


def with_solutions(spec: Spec, interpreters: Iterable[Interpreter]) -> Scope:
    """Return the scope of an answer over all solutions; each interpreter reads the values of one."""
    solutions = [_one(spec, interpreter, spec.answer_scope) for interpreter in interpreters]
    return spec.answer_scope.bind(ALL, solutions)


def _one(spec: Spec, interpreter: Interpreter, scope: Scope, of: Grid | None = None) -> OneSolution:
    def evaluate_name(node: Attribute) -> Value:
        grid = next((grid for grid in spec.grids if grid.name == node.name), None)
        if grid is not None:
            return _one(spec, interpreter, grid.scope, grid)
        value = interpreter.evaluate(Name(node.name, node.span), scope)
        if _is_bound_elsewhere(value):
            raise error(
                Code.WRONG_KIND,
                f"`{node.name}` cannot be asked of a solution, because it is or holds {kind_of(value)}",
                node.span,
                help="layers, and definitions without parameters, can; with several grids, write s.west.number for a grid `west`",
            )
        return value

    return OneSolution(_with_cache(evaluate_name), of)


def _is_bound_elsewhere(value: Value) -> bool:
    """Check whether a value reads layers only when it is used, and so would read those of another solution."""
    return isinstance(value, (Closure, Grid, Grids)) or (
        isinstance(value, (list, tuple)) and any(map(_is_bound_elsewhere, value))
    )


def _with_cache(evaluate: Callable[[Attribute], Value]) -> Callable[[Attribute], Value]:
    """Return the function with its values kept: a layer is asked for again and again."""
    known: dict[str, Value] = {}

    def evaluate_name(node: Attribute) -> Value:
        if node.name not in known:
            known[node.name] = evaluate(node)
        return known[node.name]

    return evaluate_name
