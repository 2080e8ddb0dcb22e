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
    unknowns = {module.terms.unknown(variable): variable for variable in module.variables}
    parent: dict[Term, Term] = {unknown: unknown for unknown in unknowns}

    def find(unknown: Term) -> Term:
        while parent[unknown] is not unknown:
            parent[unknown] = parent[parent[unknown]]
            unknown = parent[unknown]
        return unknown

    by_layer: dict[Layer, list[Term]] = {}
    for unknown, variable in unknowns.items():
        by_layer.setdefault(variable.layer, []).append(unknown)
    anchors: list[tuple[Assertion, Term]] = []
    reached: dict[Term, tuple[Term, ...]] = {}
    for assertion in module.assertions:
        if not isinstance(assertion.term, Term):
            continue
        found = _unknowns(assertion.term, by_layer, reached)
        root = find(found[0])
        for unknown in found[1:]:
            if parent[unknown] is not root:
                parent[find(unknown)] = root
        anchors.append((assertion, found[0]))
    variables_of: dict[Term, list[Variable]] = {}
    for unknown, variable in unknowns.items():
        variables_of.setdefault(find(unknown), []).append(variable)
    assertions_of: dict[Term, list[Assertion]] = {root: [] for root in variables_of}
    for assertion, anchor in anchors:
        assertions_of[find(anchor)].append(assertion)
    return [Module(module.terms, tuple(variables), tuple(assertions_of[root])) for root, variables in variables_of.items()]


def _unknowns(term: Term, by_layer: dict[Layer, list[Term]], reached: dict[Term, tuple[Term, ...]]) -> tuple[Term, ...]:
    """The unknowns that a term depends on, or through evaluation may depend on."""
    found: dict[Term, None] = {}
    for below in below_first([term]):
        if below.op == "unknown":
            found[below] = None
        elif below.op == "evaluated":
            if below not in reached:
                layers = layers_read(below.detail)
                reached[below] = tuple(unknown for layer in layers for unknown in by_layer[layer])
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
