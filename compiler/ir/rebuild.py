"""Rebuilding terms: the same operations on other arguments, with what is known folded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .operations import topological_order
from .reachability_layers import operand
from .term import Operand, Term
from .term_factory import TableTooLarge, TermFactory

Rebuild = Callable[[TermFactory, Term, Sequence[Operand]], Operand]


def replaced(terms: TermFactory, term: Operand, by: Mapping[Term, Operand]) -> Operand:
    """A term in which others have been replaced; `NoTable` where an operation on the way is not rebuilt.

    >>> terms = TermFactory()
    >>> a, b, c = (terms.member(0, at) for at in range(3))
    >>> term = terms.disjunction([terms.conjunction([a, b]), terms.negation(c)])
    >>> replaced(terms, term, {a: True, c: b}) is terms.disjunction([b, terms.negation(b)])
    True
    """
    return Replacement(terms, by).of(term)


class Replacement:
    """Replaces terms in several terms, each common part once."""

    def __init__(self, terms: TermFactory, by: Mapping[Term, Operand]) -> None:
        self._terms = terms
        self._made: dict[Term, Operand] = dict(by)

    def of(self, term: Operand) -> Operand:
        """The term with the others replaced."""
        if not isinstance(term, Term):
            return term
        if term not in self._made:
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
        if term.op not in REBUILD:
            raise TableTooLarge
        return REBUILD[term.op](self._terms, term, args)


def _linear(terms: TermFactory, term: Term, args: Sequence[Operand]) -> Operand:
    constant, *factors = term.detail
    return terms.linear(list(zip(factors, args, strict=True)), constant)


def _connected(terms: TermFactory, term: Term, args: Sequence[Operand]) -> Operand:
    edges = [(a, b, True if at < 0 else args[at]) for a, b, at in term.detail.edges]
    return terms.connected(args[: term.detail.vertices], edges)


REBUILD: Mapping[str, Rebuild] = {
    "not": lambda terms, term, args: terms.negation(args[0]),
    "and": lambda terms, term, args: terms.conjunction(args),
    "or": lambda terms, term, args: terms.disjunction(args),
    "is": lambda terms, term, args: terms.equals(args[0], term.detail),
    "within": lambda terms, term, args: terms.within(args[0], *term.detail),
    "same": lambda terms, term, args: terms.same(*args),
    "less": lambda terms, term, args: terms.less(args[0], args[1], term.detail),
    "distinct": lambda terms, term, args: terms.distinct(args),
    "connected": _connected,
    "cases": lambda terms, term, args: terms.cases(list(zip(args[:-1:2], args[1:-1:2], strict=True)), args[-1]),
    "map": lambda terms, term, args: terms.map(term.detail, args),
    "extreme": lambda terms, term, args: terms.extreme(term.detail, *args),
    "linear": _linear,
}
