"""Rebuilding terms: the same operations on other arguments, with known values folded again."""

from __future__ import annotations

from collections.abc import Mapping

from .evaluation import topological_order
from .operands import operand
from .operation import all_operations
from .term import Operand, Term
from .term_store import TableTooLarge, TermStore


def replaced(terms: TermStore, term: Operand, by: Mapping[Term, Operand]) -> Operand:
    """Return a term in which others are replaced; raise `TableTooLarge` if an operation on the way is not rebuilt.

    >>> from gridwright.compiler.ir.rebuild import replaced
    >>> from gridwright.compiler.ir.term_factory import TermFactory
    >>> terms = TermFactory()
    >>> a, b, c = (terms.member(0, at) for at in range(3))
    >>> term = terms.disjunction([terms.conjunction([a, b]), terms.negation(c)])
    >>> replaced(terms, term, {a: True, c: b}) is terms.disjunction([b, terms.negation(b)])
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
        if term not in self._made:
            if all(arg in self._made for arg in term.args):
                self._made[term] = self._rebuilt(term)
                return self._made[term]
            for below in topological_order([term]):
                if below not in self._made:
                    self._made[below] = self._rebuilt(below)
        return self._made[term]

    def _rebuilt(self, term: Term) -> Operand:
        if term.op == "constant":
            return term.detail
        args = [self._made[arg] for arg in term.args]
        if all(arg is operand(before) for arg, before in zip(args, term.args, strict=True)):
            return term
        rebuild = all_operations()[term.op].rebuild
        if rebuild is None:
            raise TableTooLarge
        return rebuild(self._terms, term, args)
