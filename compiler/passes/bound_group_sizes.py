"""Bounded groups: if the size of a group is stated, other terms about that group look no further than that.

Before:  size of the group of r1c1 within 3 steps == 3
         r1c1 and r2c2 in one group  or  ...
After:   size of the group of r1c1 within 2 steps == 3
         what is beside a place within 2 steps is false, or within 2 steps itself
         r1c1 and r2c2 in one group within 2 steps  or  ...
         (of a place that is further away: false  or  ...)

A group of k places lies within k - 1 steps of each of them, so nothing changes for a grid that satisfies the assertion. What is
within so many steps is written out and propagates; without a bound it would be left to refinement.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from ..ir.group_sizes import NOTHING_GIVEN, Known, Sources, givens_of, least_bounds, limits_of, size_bounds
from ..ir.module import Assertion, Module, Origin
from ..ir.network import SameComponent, Size
from ..ir.operands import operand
from ..ir.reachability_layers import reachability_layers_of
from ..ir.rebuild import Replacement
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import TableTooLarge
from ..language.budget import Enter, enter_nothing
from ..records import replace
from ..values import BLANK
from . import only_with


def bound_group_sizes_apart(module: Module, has_selector: Callable[[Origin], bool]) -> Module:
    """Do the same if some assertions have selectors: each of these uses only its own bounds, and no other one uses them.

    So it can be left out alone. As long as it is there, what others ask of its groups does not lie beyond it: it
    says so itself.
    """
    always = tuple(assertion for assertion in module.assertions if not has_selector(assertion.origin))
    alone = [(assertion,) for assertion in module.assertions if has_selector(assertion.origin)]
    bounded = [_bound(replace(module, assertions=assertions, target=None), NOTHING_GIVEN) for assertions in (always, *alone)]
    apart = replace(module, assertions=tuple(assertion for module_part in bounded for assertion in module_part.assertions))
    queries = [term for term in apart.reachable_terms() if term.op == "same_component"]
    beyond = [
        Assertion(term, assertion.origin) for assertion in module.assertions for term in _beyond(module.terms, queries, assertion)
    ]
    return replace(apart, assertions=(*apart.assertions, *beyond))


def _beyond(terms: TermFactory, queries: list[Term], assertion: Assertion) -> Iterator[Term]:
    """Yield that no vertex that terms ask for lies beyond the size that an assertion states for its group.

    Where what is joined with a vertex is left to refinement, this is said of all that might be, so that nothing of it stays open.
    """
    limits = limits_of([assertion])
    refined = {(term.args[0], term.detail.source) for term in queries if term.detail.steps is None}
    for network, source in (limit for limit in limits if limit in refined):
        others = [at for at in reachability_layers_of(terms, network).reachable(source) if at != source]
        queries = [*queries, *(terms.same_component(network, source, at) for at in others)]
    for term, near in _shorter(terms, list(dict.fromkeys(queries)), limits):
        known = terms.disjunction([terms.negation(term), near])
        if isinstance(known, Term):
            yield known


@only_with("same_component", "size")
def bound_group_sizes(module: Module, on_progress: Enter = enter_nothing) -> Module:
    """Return the module, in which no group is followed beyond its stated size. `on_progress` is called with each rule."""
    return _bound(module, givens_of(module.assertions), on_progress)


def _bound(module: Module, given: Known, on_progress: Enter = enter_nothing) -> Module:
    bounds = [[*size_bounds(assertion.term, given)] for assertion in module.assertions]
    limits = least_bounds(itertools.chain.from_iterable(bounds))
    if not limits:
        return module
    terms = module.terms
    on_progress("encoding", next(assertion.origin.span for assertion, own in zip(module.assertions, bounds, strict=True) if own))
    shorter = Replacement(terms, dict(_shorter(terms, module.reachable_terms(), limits)))
    assertions: list[Assertion] = []
    for assertion, own in zip(module.assertions, bounds, strict=True):
        on_progress("encoding", assertion.origin.span)
        parts = [_replace(shorter, assertion.term)]
        for network, source in dict.fromkeys(group for group, _ in own):
            parts.append(terms.conjunction(_nothing_beyond(terms, network, source, limits[network, source] - 1)))
        if any(part is False for part in parts):  # there is no solution; what is refuted is what was said
            parts = [assertion.term]
        assertions += [Assertion(part, assertion.origin) for part in parts]
    return Module(terms, module.variables, tuple(assertions), module.target)


def _shorter(terms: TermFactory, used: Sequence[Term], limits: Sources) -> Iterator[tuple[Term, Operand]]:
    """Yield each term about a group of bounded size, with one of no more steps than the bound allows."""
    for term in used:
        if term.op == "same_component":
            joined: SameComponent = term.detail
            for here, there in ((joined.source, joined.target), (joined.target, joined.source)):
                most = limits.get((term.args[0], here))
                if most is not None and (joined.steps is None or joined.steps >= most):
                    near = reachability_layers_of(terms, term.args[0]).within(here, most - 1)
                    yield term, there in near and terms.same_component(term.args[0], here, there, most - 1)
                    break
        elif term.op == "size":
            size: Size = term.detail
            most = limits.get((term.args[0], size.source))
            if most is not None and (size.steps is None or size.steps >= most):
                yield term, terms.size(term.args[0], size.source, most - 1)
        elif term.op == "first":
            most = limits.get((term.args[0], term.detail.source))
            if most is not None:
                yield term, _first_within(terms, term, most - 1)


def _first_within(terms: TermFactory, term: Term, steps: int) -> Operand:
    """Return the first vertex in a group, written out by which of them are so many steps away at most."""
    network, source = term.args[0], term.detail.source
    near = reachability_layers_of(terms, network).within(source, steps)
    members = [(at, truth) for at, truth in zip(term.detail.places, term.args[1:], strict=True) if at in near]
    return terms.cases(
        [(terms.conjunction([terms.same_component(network, source, at, steps), operand(truth)]), at) for at, truth in members],
        BLANK,
    )


def _replace(shorter: Replacement, term: Term | bool) -> Term | bool:
    try:
        replacement: Term | bool = shorter.of(term)
    except TableTooLarge:  # a term that is not rebuilt says the same as it is
        return term
    return replacement


def _nothing_beyond(terms: TermFactory, network: Term, source: int, steps: int) -> Iterator[Operand]:
    """Yield that what is beside a vertex within so many steps is within them too, or in another group."""
    growth = reachability_layers_of(terms, network)
    near = growth.within(source, steps)
    for here in near:
        for other, edge in growth.neighbors[here]:
            reached = terms.same_component(network, source, other, steps) if other in near else False
            is_apart = [terms.negation(growth.vertex(other, source)), terms.negation(edge)]
            yield terms.disjunction([terms.negation(terms.same_component(network, source, here, steps)), *is_apart, reached])
