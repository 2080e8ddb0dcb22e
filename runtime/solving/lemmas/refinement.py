"""Refinements: a candidate that breaks the exact truth is answered with a stronger truth, or with "not these values again".

The refinement itself says which: for `gcd(numbers(line)) == 6` where all numbers are multiples of 12 it is "not all numbers are
multiples of 12", an automaton that refuses many candidates at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.encode.problem import LazyRefined
from gridwright.compiler.ir.term import Refinement, Term

from .lemma_kind import Candidate, Lemma, LemmaKind, TermLemma


def lemmas(lazy: LazyRefined, candidate: Candidate) -> Iterator[Lemma]:
    """Yield a lemma if the literal differs from whether the constraint holds for the values."""
    if any(candidate.holds(literal) for literal in lazy.unless):
        return
    refinement: Refinement = lazy.term.detail
    read = [next((value, literal) for value, literal in each.items() if candidate.holds(literal)) for each in lazy.values]
    values = tuple(value for value, _ in read)
    holds = refinement.exact(values)
    claimed = candidate.holds(lazy.literal)
    if holds == claimed:
        return
    stronger = refinement.lemma(candidate.encoder.context, values) if claimed else None
    if isinstance(stronger, Term):
        yield TermLemma(stronger, (-lazy.literal, *lazy.unless), values)
    else:
        yield (*(-literal for _, literal in read), -lazy.literal if claimed else lazy.literal, *lazy.unless)


REFINED = LemmaKind(LazyRefined, lemmas)
