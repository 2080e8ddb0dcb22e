"""Rebuilding terms: the same operations on other arguments, with known values folded again."""

from __future__ import annotations

import operator
from collections.abc import Mapping

from .operands import operand
from .operation import all_operations
from .term import Operand, Term, when_made
from .term_store import TableTooLarge, TermStore


def replace_terms(terms: TermStore, term: Operand, by: Mapping[Term, Operand]) -> Operand:
    """Return a term in which others are replaced; raise `TableTooLarge` if an operation on the way is not rebuilt.

    >>> from gridwright.compiler.ir.rebuild import replace_terms
    >>> from gridwright.compiler.ir.term_factory import TermFactory
    >>> terms = TermFactory()
    >>> a, b, c = (terms.member(0, at) for at in range(3))
    >>> term = terms.disjunction([terms.conjunction([a, b]), terms.negation(c)])
    >>> replace_terms(terms, term, {a: True, c: b}) is terms.disjunction([b, terms.negation(b)])
    True
    """
    return Replacement(terms, by).of(term)


class Replacement:
    """Replaces terms in several terms, each common part once."""

    def __init__(self, terms: TermStore, by: Mapping[Term, Operand]) -> None:
        self._terms = terms
        self._made: dict[Term, Operand] = dict(by)

    def of(self, term: Operand) -> Operand:
        """Return the term with the others replaced; raise `TableTooLarge` if an operation on the way is not rebuilt."""
        if not isinstance(term, Term):
            return term
        made = self._made
        if term not in made:
            new = [term]  # and what is below it, down to what is made already: for most terms that is little
            seen = {term}
            for above in new:
                for arg in above.args:
                    if arg not in made and arg not in seen:
                        seen.add(arg)
                        new.append(arg)
            for below in sorted(new, key=when_made):
                made[below] = self._rebuilt(below)
        return made[term]

    def _rebuilt(self, term: Term) -> Operand:
        if term.op == "constant":
            return term.detail
        args = [*map(self._made.__getitem__, term.args)]
        if all(map(operator.is_, args, map(operand, term.args))):
            return term
        rebuild = all_operations()[term.op].rebuild
        if rebuild is None:
            raise TableTooLarge
        return rebuild(self._terms, term, args)
