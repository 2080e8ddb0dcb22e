"""Count clauses by rule, for `check` and for the message of an encoding that did not end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..ir.module import Module, Origin
from ..ir.term import Term
from ..syntax.span import Span


def largest_rule(module: Module, written: Iterable[tuple[Origin | Term, int]]) -> tuple[Span, int] | None:
    """Return the rule with the most clauses, and their number; None if no rule has a clause.

    `written` is as for `clauses_of_rules`.
    """
    largest = clauses_of_rules(module, written).most_common(1)
    return largest[0] if largest and largest[0][1] else None


def clauses_of_rules(module: Module, written: Iterable[tuple[Origin | Term, int]]) -> Counter[Span]:
    """Return how many clauses each rule and given has.

    `written`: how many clauses there are for each origin, and for deep terms, which are encoded before the rules that have them.
    What several rules have counts for the first.
    """
    of_rules: Counter[Span] = Counter()
    of_terms: Counter[Term] = Counter()
    for source, clauses in written:
        if isinstance(source, Origin):
            of_rules[source.span] += clauses
        else:
            of_terms[source] += clauses
    seen: set[Term] = set()
    for assertion in module.assertions:
        todo = [assertion.term] if isinstance(assertion.term, Term) else []
        while todo:
            term = todo.pop()
            if term not in seen:
                seen.add(term)
                of_rules[assertion.origin.span] += of_terms[term]
                todo += term.args
    return of_rules
