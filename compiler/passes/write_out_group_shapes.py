"""Shapes of groups are compared place by place, where groups are not laid as placements.

Before: the groups of two places have the same shape
After:  the places that may be in the group of one fill those that may be in the group of the other, turned and moved
"""

from __future__ import annotations

from ..ir.module import Module
from ..ir.rebuild import Replacement
from ..lowering.groups.group_shapes import written_out
from ..records import replace
from . import only_with


@only_with("same_shape")
def write_out_group_shapes(module: Module) -> Module:
    """Return the module in which each comparison of the shapes of two groups is about the places that may be in them."""
    terms = module.terms
    by = {term: written_out(terms, term) for term in module.reachable_terms() if term.op == "same_shape"}
    replacement = Replacement(terms, by)
    assertions = tuple([replace(assertion, term=replacement.of(assertion.term)) for assertion in module.assertions])
    return Module(terms, module.variables, assertions, module.target and module.target.with_term(replacement.of))
