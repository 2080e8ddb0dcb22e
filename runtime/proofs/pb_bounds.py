"""Clauses that follow from the bound of a sum."""

from __future__ import annotations

from collections.abc import Collection

from gridwright.compiler.encode.problem import Bound


def implies(bound: Bound, clause: Collection[int]) -> bool:
    """Check whether a clause follows from a bound: where all of it is false, too much is true.

    >>> bound = ((3, 1), (2, 2), (2, 4)), 4
    >>> implies(bound, {-1, -2}), implies(bound, {5, -4, -1}), implies(bound, {-2, -4}), implies(bound, {1, 2, 4})
    (True, True, False, False)
    """
    pairs, high = bound
    return sum(factor for factor, literal in pairs if -literal in clause) > high
