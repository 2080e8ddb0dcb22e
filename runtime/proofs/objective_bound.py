"""Shows by addition that nothing is better than an optimum: with the multipliers of a linear relaxation.

The relaxation bounds the objective whatever its multipliers are, so there is nothing to check but the bound that they give. Where
it is too weak, "something is better" is refuted like any other claim. Cores with counters were a third way (OLL: Morgado, Dodaro
and Marques-Silva 2014) until the clauses alone turned out to be refuted as soon, or sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Problem


class TooWeak(Exception):
    """What is added up does not show that nothing is better."""


def check_multipliers(problem: Problem, best: int, multipliers: Sequence[Fraction]) -> None:
    """Check that a linear relaxation shows that nothing is better than `best`, in units of the target; otherwise `TooWeak`."""
    relaxation = problem.relaxation(LemmaEncoder(problem).terms)
    if relaxation is None or problem.target is None or len(multipliers) != len(relaxation.rows):
        raise TooWeak("the linear relaxation has other rows")
    priced = relaxation.with_prices(multipliers)
    sign = -1 if problem.target.maximize else 1
    if priced.bound <= priced.scale * (sign * best - 1):
        raise TooWeak("the linear relaxation does not show that nothing is better")
