"""Which layers an expression may read, and which names it uses: those in itself, and those behind the names that it uses."""

from __future__ import annotations

from collections.abc import Iterator

from ..syntax import syntax_tree as e
from ..values import Value
from .scope import Closure, Delayed, Scope
from .spec import Define, Grid, Grids, Layer


def layers_read(node: e.Expression, scope: Scope) -> list[Layer]:
    """Return the layers whose values an expression may read, through definitions and local names too."""
    return list(dict.fromkeys(value for value in meanings(node, scope) if isinstance(value, Layer)))


def reads_layer(node: e.Expression, scope: Scope) -> bool:
    """Check whether an expression may read a layer."""
    return any(isinstance(value, Layer) for value in meanings(node, scope))


def meanings(node: e.Expression, scope: Scope) -> Iterator[Value]:
    """Yield the values of all names in an expression, also those that it reads through definitions and local names."""
    seen: dict[tuple[int, int, int], Scope] = {}  # with what the numbers are of, so that none is given to anything else
    todo: list[tuple[e.Expression, Scope]] = [(node, scope)]
    while todo:
        node, scope = todo.pop()
        key = (id(node), id(scope.names), id(scope.local) if scope.local else 0)
        if key in seen:
            continue
        seen[key] = scope
        for below in e.walk(node):
            if isinstance(below, (e.Name, e.Call)):
                for value in _meanings(below.name, scope):
                    yield value
                    if isinstance(value, Define):
                        todo.append((value.body, scope.outer()))
                    elif isinstance(value, Delayed):
                        todo.append((value.node, value.scope))
                    elif isinstance(value, Closure):
                        todo.append((value.body, value.scope))


def _meanings(name: str, scope: Scope) -> Iterator[Value]:
    """Yield the values of a name; for a grid, or all grids, all their layers, since `g.number` may be any of them."""
    yield from _inside(scope.local.get(name, scope.names.get(name)))


def _inside(value: Value) -> Iterator[Value]:
    if isinstance(value, Grid):
        yield from value.layers
    elif isinstance(value, Grids):
        for grid in value:
            yield from grid.layers
    elif isinstance(value, (list, tuple)):
        for member in value:
            if isinstance(member, (Grid, Closure, list, tuple)):  # of the values in lists, these may lead to layers
                yield from _inside(member)
    else:
        yield value
