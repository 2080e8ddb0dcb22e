"""Independent parts: unknowns that no assertion joins are solved apart, and their numbers of solutions multiply.

Before: one module over number[r1c1], number[r1c2], colour[r1c1] with the assertions
    number[r1c1] != number[r1c2],  colour[r1c1] == red
After: a module over the two numbers with the first assertion, and one over the colour with the second.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import expression as e
from ..ir.module import Assertion, Module
from ..ir.operations import below_first
from ..ir.term import Evaluated, Term, Variable
from ..scope import Closure, Delayed, Scope
from ..spec import Define, Grid, Grids, Layer
from ..values import Value


def split(module: Module) -> list[Module]:
    """The independent parts of a module, in the order of their first unknowns. Assertions known to be true are dropped."""
    parent: dict[Variable, Variable] = {variable: variable for variable in module.variables}

    def find(variable: Variable) -> Variable:
        while parent[variable] is not variable:
            parent[variable] = parent[parent[variable]]
            variable = parent[variable]
        return variable

    by_layer: dict[Layer, list[Variable]] = {}
    for variable in module.variables:
        by_layer.setdefault(variable.layer, []).append(variable)
    anchors: list[tuple[Assertion, Variable]] = []
    reached: dict[Term, tuple[Variable, ...]] = {}
    for assertion in module.assertions:
        if not isinstance(assertion.term, Term):
            continue
        variables = _variables(assertion.term, by_layer, reached)
        for variable in variables[1:]:
            parent[find(variable)] = find(variables[0])
        anchors.append((assertion, variables[0]))
    variables_of: dict[Variable, list[Variable]] = {}
    for variable in module.variables:
        variables_of.setdefault(find(variable), []).append(variable)
    assertions_of: dict[Variable, list[Assertion]] = {root: [] for root in variables_of}
    for assertion, anchor in anchors:
        assertions_of[find(anchor)].append(assertion)
    return [Module(module.terms, tuple(variables), tuple(assertions_of[root])) for root, variables in variables_of.items()]


def _variables(
    term: Term, by_layer: dict[Layer, list[Variable]], reached: dict[Term, tuple[Variable, ...]]
) -> tuple[Variable, ...]:
    """The unknowns that a term depends on, or through evaluation may depend on."""
    found: dict[Variable, None] = {}
    for below in below_first([term]):
        if below.op == "unknown":
            found[below.detail] = None
        elif below.op == "evaluated":
            if below not in reached:
                layers = layers_read(below.detail)
                reached[below] = tuple(variable for layer in layers for variable in by_layer[layer])
            found.update(dict.fromkeys(reached[below]))
    return tuple(found)


def layers_read(evaluated: Evaluated) -> list[Layer]:
    """The layers whose values an expression may read, through definitions and local names too."""
    found: dict[Layer, None] = {}
    seen: set[tuple[int, int]] = set()
    todo: list[tuple[e.Expression, Scope]] = [(evaluated.node, evaluated.scope)]
    while todo:
        node, scope = todo.pop()
        if (id(node), id(scope.names)) in seen and not scope.local:
            continue
        seen.add((id(node), id(scope.names)))
        for below in e.walk(node):
            if isinstance(below, e.Name | e.Call):
                for value in _meanings(below.name, scope):
                    if isinstance(value, Layer):
                        found[value] = None
                    elif isinstance(value, Define):
                        todo.append((value.body, scope.outer()))
                    elif isinstance(value, Delayed):
                        todo.append((value.node, value.scope))
                    elif isinstance(value, Closure):
                        todo.append((value.body, value.scope))
    return list(found)


def _meanings(name: str, scope: Scope) -> Iterator[Value]:
    """What a name stands for; of a grid or of all grids, all their layers, since g.number may be any of them."""
    value = scope.local.get(name, scope.names.get(name))
    if isinstance(value, Grid):
        yield from value.layers
    elif isinstance(value, Grids):
        for grid in value:
            yield from grid.layers
    else:
        yield value
