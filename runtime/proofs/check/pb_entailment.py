"""Clauses that follow from a sum: what they deny is too much for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .json_values import Rejected


def check_clauses(pairs: Iterable[tuple[int, int]], high: int, unless: Iterable[int], clauses: Iterable[Sequence[int]]) -> None:
    """Check that clauses say no more than "the pairs add up to at most `high`, or one of `unless` is true".

    A clause has all of `unless`, and where the rest of it is false, too much is true. Factors are positive. `Rejected` where a
    clause says more.

    >>> check_clauses([(3, 1), (2, 2), (2, 4)], 4, [7], [(-1, -2, 7), (7, -4, -1, 9)])
    >>> check_clauses([(3, 1), (2, 2), (2, 4)], 4, [7], [(-2, -4, 7)])
    Traceback (most recent call last):
    gridwright.runtime.proofs.check.json_values.Rejected: the clause [-2, -4, 7] does not follow from a sum
    """
    factors: dict[int, int] = {}
    for factor, literal in pairs:
        factors[-literal] = factors.get(-literal, 0) + factor
    excepted = set(unless)
    for clause in clauses:
        said = set(clause)
        if not excepted <= said or sum(factors.get(literal, 0) for literal in said) <= high:
            raise Rejected(f"the clause {list(clause)} does not follow from a sum")
