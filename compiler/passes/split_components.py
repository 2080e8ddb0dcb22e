"""Independent parts: unknowns that no assertion joins are solved apart, and their numbers of solutions multiply.

Before: one module over number[r1c1], number[r1c2], colour[r1c1] with the assertions
    number[r1c1] != number[r1c2],  colour[r1c1] == red
After: a module over the two numbers with the first assertion, and one over the colour with the second.

Unknowns of which nothing is said but what their values are come into one part.

A target joins the unknowns that it reads. Where it is a sum, its members join theirs, and each part has its share of the sum as a
target: the sum is best where all the shares are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from ..ir.evaluation import topological_order
from ..ir.module import Assertion, Module, Target
from ..ir.term import Term, Variable
from ..language.layers_read import layers_read
from ..language.spec import Layer
from ..records import replace


def split_components(module: Module) -> list[Module]:
    """Return the independent parts of a module, in the order of their first unknowns, without assertions known to be true.

    Assertions known to be false are in the first part.
    """
    unknowns = {module.terms.unknown(variable): variable for variable in module.variables}
    asserted = [(assertion, assertion.term) for assertion in module.assertions if isinstance(assertion.term, Term)]
    shares = _shares(module)
    part_of = _union_find(module, unknowns, [*(term for _, term in asserted), *(term for _, term, _ in shares if term)])
    variables_of: dict[Term, list[Variable]] = {}
    for unknown, variable in unknowns.items():
        variables_of.setdefault(part_of(unknown), []).append(variable)
    assertions_of: dict[Term, list[Assertion]] = {root: [] for root in variables_of}
    for assertion, term in asserted:
        assertions_of[part_of(term)].append(assertion)
    first = next(iter(assertions_of.values()), [])
    first += [assertion for assertion in module.assertions if assertion.term is False]
    shares_of: dict[Term, list[tuple[int, Term | None]]] = {}
    for factor, member, anchor in shares:
        shares_of.setdefault(part_of(anchor), []).append((factor, member))
    _gather_fixed(variables_of, assertions_of, shares_of)
    if len(variables_of) == 1 and module.target is None:
        return [module.of_same_terms(assertions_of[root]) for root in variables_of]
    constant = _constant(module.target)
    parts = []
    for root, inside in variables_of.items():
        target = _share(module, shares_of[root], constant) if root in shares_of else None
        constant = 0 if target else constant  # the first part that has a share has it
        parts.append(Module(module.terms, tuple(inside), tuple(assertions_of[root]), target))
    return parts


def _gather_fixed(
    variables_of: dict[Term, list[Variable]], assertions_of: Mapping[Term, list[Assertion]], shares_of: Collection[Term]
) -> None:
    """Put all unknowns that only have their value asserted into one part, because each part has a solver of its own."""
    fixed = [
        root
        for root, inside in variables_of.items()
        if len(inside) == 1 and root not in shares_of and assertions_of[root] and all(map(_fixes_value, assertions_of[root]))
    ]
    for root in fixed[1:]:
        variables_of[fixed[0]] += variables_of.pop(root)
        assertions_of[fixed[0]].extend(assertions_of[root])


def _fixes_value(assertion: Assertion) -> bool:
    term = assertion.term
    return isinstance(term, Term) and (term.op == "unknown" or (term.op in ("not", "is") and term.args[0].op == "unknown"))


def _sum_of(target: Target | None) -> Term | None:
    """Return the target if it is a sum, and otherwise None."""
    return target.term if target and target.term and target.term.op == "linear" else None


def _read(module: Module) -> tuple[Term, ...]:
    """Return the unknowns that plain evaluation of a target may read."""
    return tuple(module.terms.unknown(variable) for variable in module.target.variables) if module.target else ()


def _constant(target: Target | None) -> int:
    total = _sum_of(target)
    return total.detail[0] if total else 0


def _shares(module: Module) -> list[tuple[int, Term | None, Term]]:
    """Return the multiples that a target adds up, or the whole; each with a term of its part."""
    total = _sum_of(module.target)
    if total:
        return [(factor, arg, arg) for factor, arg in zip(total.detail[1:], total.args, strict=True)]
    if module.target and module.target.term:
        return [(1, module.target.term, module.target.term)]
    return [(1, None, unknown) for unknown in _read(module)[:1]]


def _share(module: Module, shares: list[tuple[int, Term | None]], constant: int) -> Target | None:
    """Return the target of a part that has some of the shares."""
    if module.target is None or _sum_of(module.target) is None:
        return module.target
    term = module.terms.linear(shares, constant)
    assert isinstance(term, Term)
    return replace(module.target, term=term)


def _union_find(module: Module, unknowns: Mapping[Term, Variable], roots: Sequence[Term]) -> Callable[[Term], Term]:
    """Return a function that finds one unknown of the part of an unknown or a term: union-find (Tarjan 1975).

    A term joins all that it depends on, or through evaluation may depend on.
    """
    parent = {unknown: unknown for unknown in unknowns}
    parts = len(parent)

    def find(term: Term) -> Term:
        while parent[term] is not term:
            parent[term] = parent[parent[term]]
            term = parent[term]
        return term

    def join(roots: Iterable[Term]) -> Term:
        nonlocal parts
        first, *others = roots
        root = find(first)
        for other in others:
            if other is not root and (above := find(other)) is not root:
                parent[above] = root
                parts -= 1
        return root

    by_layer: dict[Layer, list[Term]] = {}
    for unknown, variable in unknowns.items():
        by_layer.setdefault(variable.layer, []).append(unknown)
    for term in topological_order(roots) if module.target else module.reachable_terms():
        if parts == 1:  # whatever follows is in it
            only = find(next(iter(parent)))
            return lambda term: only
        if term.op == "evaluated":
            parent[term] = join(
                [unknown for layer in layers_read(term.detail.node, term.detail.scope) for unknown in by_layer[layer]]
            )
        elif term.op != "unknown" and not term.is_ground:
            above = {parent[arg] for arg in term.args if not arg.is_ground}
            parent[term] = join(above) if len(above) > 1 else above.pop()
    if read := _read(module):
        join(read)
    return find
