"""Encodes further terms while a problem is solved: lemmas, bounds of the objective, counters of cores.

Everything it needs is in the problem, so that any process can make one. Further variables are numbered after those of the
problem, and the same requests in the same order get the same numbers everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..ir.lemma_context import LemmaContext
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_table import LaterTerms
from ..language.budget import NO_DEADLINE, Deadline
from .encoder import Encoder
from .problem import Clause, Group, Problem


class LemmaEncoder:
    """Encodes terms for one problem, after the whole; `terms` makes them.

    The encoder is made when it is needed first. Sessions that share clauses have to share it. `terms` may be the factory that the
    problem was made with, if that is not used for another problem at the same time.
    """

    def __init__(self, problem: Problem, deadline: Deadline = NO_DEADLINE, terms: TermFactory | None = None) -> None:
        self._problem = problem
        self._deadline = deadline
        if terms is not None:
            self.terms = terms

    @cached_property
    def terms(self) -> TermFactory:
        """Return the factory of further terms."""
        return LaterTerms(self._problem.terms, self._deadline)

    @cached_property
    def _encoder(self) -> Encoder:
        return Encoder.resume(self._problem, self.terms, self._deadline)

    @property
    def context(self) -> LemmaContext:
        """Return the context in which refinements make lemmas."""
        return self._encoder.context

    @property
    def meanings(self) -> tuple[Term, ...]:
        """Return the term of each variable, those of the problem first."""
        return self._encoder.meanings

    def term(self, literal: int) -> Operand:
        """Return the term that a literal is the truth of."""
        return self._encoder.term(literal)

    def written_out(self, refined: Term) -> Operand | None:
        """Return a refined term without refinement, or None if that is too large."""
        return self._encoder.written_out(refined)

    def encode_lemma(self, term: Operand, unless: Clause = ()) -> tuple[Group, ...]:
        """Return groups that state that a term is true, or one of `unless` is."""
        encoder = self._encoder
        source = term if isinstance(term, Term) else self.terms.constant(term)
        with encoder.later_groups() as groups, encoder.group(source):
            encoder.require(term, True, unless)
        return tuple(groups)

    def encode_literal(self, term: Term) -> tuple[int, tuple[Group, ...]]:
        """Return a literal that, if true, makes a term true, and the groups that define it."""
        with self._encoder.later_groups() as groups:
            literal = self._encoder.implied_literal(term, True)
        return literal, tuple(groups)

    def encode_count(self, literals: Sequence[int], most: int) -> tuple[int, tuple[Group, ...]]:
        """Return a literal that, if true, makes at most `most` of the literals false, and the groups that define it."""
        encoder = self._encoder
        false = [(1, self.terms.negation(self.term(literal))) for literal in literals]
        meaning = self.terms.within(self.terms.linear(false), 0, most)
        with encoder.later_groups() as groups, encoder.group(meaning):
            counter = encoder.fresh(meaning)
            encoder.add_sum([(1, -literal) for literal in literals], 0, most, (-counter,))
        return counter, tuple(groups)
