"""A module -> a problem: the unknowns, then each assertion with its origin, then the objective."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ..ir.module import Module, Origin
from ..ir.term import Term
from ..ir.term_table import TermTable
from ..language.budget import NO_DEADLINE, Deadline, Enter, OutOfTime, enter_nothing
from ..syntax.span import Span
from .clauses_of_rules import clauses_of_rules, largest_rule
from .encoder import ClauseBudget, Encoder, TooManyClauses, too_many_clauses
from .encoding_registry import all_encodings
from .objective_encoding import encode_objective
from .problem import Problem


def encode(
    module: Module,
    *,
    lazy: bool = True,
    refining: bool = True,
    has_selector: Callable[[Origin], bool] | None = None,
    deadline: Deadline = NO_DEADLINE,
    written: ClauseBudget | None = None,
    on_progress: Enter = enter_nothing,
    count: Callable[[Counter[Span]], None] | None = None,
) -> Problem:
    """Return the problem of a module. If an origin `has_selector`, its constraint holds only if its selector is true.

    `lazy` and `refining` are the options of the `Encoder`. `on_progress` is called with each rule. `count` is called with the
    number of clauses of each rule, even if the encoding is stopped.
    """
    asserted = () if has_selector else tuple(assertion.term for assertion in module.assertions)
    encoder = Encoder(module.terms, lazy=lazy, refining=refining, deadline=deadline, written=written, asserted=asserted)
    try:
        return _encode(module, encoder, has_selector, on_progress)
    except TooManyClauses:
        largest = largest_rule(module, encoder.group_sizes())
        raise too_many_clauses(encoder.limits, f", {largest[1]:,} of them for the rule {largest[0]}" if largest else "") from None
    finally:
        if count is not None:
            count(clauses_of_rules(module, encoder.group_sizes()))


def _encode(module: Module, encoder: Encoder, has_selector: Callable[[Origin], bool] | None, on_progress: Enter) -> Problem:
    terms = module.terms
    unknowns = [terms.unknown(variable) for variable in module.variables]
    for unknown in unknowns:
        if unknown.domain.is_truth:
            encoder.literal(unknown)
        else:
            all_encodings()["unknown"].require(encoder, unknown, True, ())
    objective = module.target.term if module.target else None
    roots = [assertion.term for assertion in module.assertions if isinstance(assertion.term, Term)]
    try:
        encoder.flatten_deep_terms([*roots, *([objective] if objective else [])], module.reachable_terms())
    except OutOfTime:
        if largest := largest_rule(module, encoder.group_sizes()):  # a deep term may be part of several
            on_progress("encoding", largest[0])
        raise
    selectors: dict[Origin, int] = {}
    for origin, asserted_terms in _by_origin(module).items():
        if origin.kind == "rule":
            on_progress("encoding", origin.span)
        with encoder.group(origin):
            is_selected = has_selector is not None and has_selector(origin)
            if is_selected:
                whole = terms.conjunction(asserted_terms)
                selectors[origin] = encoder.fresh(whole if isinstance(whole, Term) else terms.constant(whole))
            for term in asserted_terms:
                encoder.require(term, True, (-selectors[origin],) if is_selected else ())
    on_progress("encoding")
    objective_encoding = encode_objective(encoder, module.target) if module.target and objective else None
    return Problem(
        terms=TermTable.of(terms),
        meanings=encoder.meanings,
        groups=encoder.take_groups(),
        lazy=tuple(encoder.refined),
        places={unknown.detail: encoder.places[unknown] for unknown in unknowns},
        encoded=encoder.finish(),
        assertions=module.assertions,
        target=module.target,
        objective=objective_encoding,
        selectors=selectors,
        limits=encoder.limits,
    )


def _by_origin(module: Module) -> dict[Origin, list[Term | bool]]:
    """Return the asserted terms of each origin."""
    by_origin: dict[Origin, list[Term | bool]] = {}
    for assertion in module.assertions:
        by_origin.setdefault(assertion.origin, []).append(assertion.term)
    return by_origin
