"""Refinements: a candidate that breaks the exact truth is answered with a stronger truth, or with "not these values again".

The refinement itself says which: for `gcd(numbers(line)) == 6` where all numbers are multiples of 12 it is "not all numbers are
multiples of 12", an automaton that refuses many candidates at once.

The parameters are the literals of the values, one for each member, and whether the exact truth holds for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import LazyRefined, Problem
from gridwright.compiler.ir.term import Refinement, Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.values import Value

from .lemma_kind import Candidate, Lemma, LemmaKind, Parameters, TermLemma


def parameters(lazy: LazyRefined, candidate: Candidate) -> Iterator[Parameters]:
    """Yield the values if the literal differs from whether the constraint holds for them.

    Where that cannot be evaluated, the literal may be true or false, so that the judge sees the grid and says what is wrong.
    """
    if any(candidate.holds(literal) for literal in lazy.unless):
        return
    refinement: Refinement = lazy.term.detail
    read = [next((value, literal) for value, literal in literals.items() if candidate.holds(literal)) for literals in lazy.values]
    holds = refinement.exact(tuple(value for value, _ in read))
    if holds is not None and holds != candidate.holds(lazy.literal):
        yield [literal for _, literal in read], holds


def make(lazy: LazyRefined, parameters: Parameters, encoder: LemmaEncoder) -> Lemma:
    """Return a lemma about these values: a stronger truth, or a nogood that excludes them."""
    literals, holds = parameters
    refinement: Refinement = lazy.term.detail
    stronger = None if holds else refinement.lemma(encoder.context, _values(lazy, literals))
    if isinstance(stronger, Term):
        return TermLemma(stronger, (-lazy.literal, *lazy.unless))
    return (*(-literal for literal in literals), lazy.literal if holds else -lazy.literal, *lazy.unless)


def is_valid(lazy: LazyRefined, parameters: Parameters, problem: Problem, deadline: Deadline) -> bool:
    """Check whether the constraint holds for the values, or does not, as is said."""
    literals, holds = parameters
    refinement: Refinement = lazy.term.detail
    exact = refinement.exact(_values(lazy, literals))
    return exact is not None and bool(exact) is holds


def _values(lazy: LazyRefined, literals: Parameters) -> tuple[Value, ...]:
    """Return the values that literals stand for, one for each member; raise `LookupError` if one is of no value."""
    by_literal = ({literal: value for value, literal in choices.items()} for choices in lazy.values)
    return tuple([values[literal] for values, literal in zip(by_literal, literals, strict=True)])


REFINED = LemmaKind(LazyRefined, parameters, make, is_valid)
