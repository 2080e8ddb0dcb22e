"""Independent parts: unknowns that no assertion joins are solved apart, and their numbers of solutions multiply.

Before: one module over number[r1c1], number[r1c2], colour[r1c1] with the assertions
    number[r1c1] != number[r1c2],  colour[r1c1] == red
After: a module over the two numbers with the first assertion, and one over the colour with the second.

A target joins the unknowns that it reads. Where it is a sum, its members join theirs, and each part has its share of the sum as a
target: the sum is best where all the shares are.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import expression as e
from ..ir.module import Assertion, Module, Target
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
    shares: list[tuple[int, Term | None, Term]] = []
    for factor, member in _members(module.target):
        read = _unknowns(member, by_layer, reached) if member else _read(module)
        for unknown in read[1:]:
            parent[find(unknown)] = find(read[0])
        shares += [(factor, member, unknown) for unknown in read[:1]]
    variables_of: dict[Term, list[Variable]] = {}
    for unknown, variable in unknowns.items():
        variables_of.setdefault(find(unknown), []).append(variable)
    assertions_of: dict[Term, list[Assertion]] = {root: [] for root in variables_of}
    for assertion, anchor in anchors:
        assertions_of[find(anchor)].append(assertion)
    shares_of: dict[Term, list[tuple[int, Term | None]]] = {}
    for factor, member, anchor in shares:
        shares_of.setdefault(find(anchor), []).append((factor, member))
    constant = _constant(module.target)
    parts = []
    for root, inside in variables_of.items():
        target = _share(module, shares_of[root], constant) if root in shares_of else None
        constant = 0 if target else constant  # the first part that has a share has it
        parts.append(Module(module.terms, tuple(inside), tuple(assertions_of[root]), target))
    return parts


def _sum_of(target: Target | None) -> Term | None:
    """The sum that a target is, if it is one."""
    return target.term if target and target.term and target.term.op == "linear" else None


def _read(module: Module) -> tuple[Term, ...]:
    """The unknowns that plain evaluation of a target may read."""
    return tuple(module.terms.unknown(variable) for variable in module.target.variables) if module.target else ()


def _constant(target: Target | None) -> int:
    total = _sum_of(target)
    return total.detail[0] if total else 0


def _members(target: Target | None) -> list[tuple[int, Term | None]]:
    """The multiples that a target adds up; otherwise the whole."""
    total = _sum_of(target)
    if total:
        return list(zip(total.detail[1:], total.args, strict=True))
    return [(1, target.term)] if target else []


def _share(module: Module, shares: list[tuple[int, Term | None]], constant: int) -> Target | None:
    """The target of a part that has some of the shares."""
    if module.target is None or _sum_of(module.target) is None:
        return module.target
    term = module.terms.linear(shares, constant)
    assert isinstance(term, Term)
    return Target(module.target.maximize, term)


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
