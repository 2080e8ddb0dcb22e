"""Sums as upper bounds, and the clauses that follow from one of them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from gridwright.compiler.encode.problem import Clause, Sum
from gridwright.compiler.records import dataclass


@dataclass(frozen=True)
class Side:
    """One side of a sum: `pairs` add up to at most `high`, or one of `unless` is true. Factors are positive."""

    pairs: tuple[tuple[int, int], ...]
    high: int
    unless: Clause

    def bound(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """Return the same without exception: that one of `unless` is false weighs as much as all pairs.

        >>> Side(((2, 1), (3, 2)), 4, (9,)).bound()
        (((2, 1), (3, 2), (5, -9)), 9)
        """
        total = sum(factor for factor, _ in self.pairs)
        return self.pairs + tuple((total, -literal) for literal in self.unless), self.high + total * len(self.unless)

    def implies(self, clause: Sequence[int]) -> bool:
        """Check whether a clause follows: it has all of `unless`, and where the rest of it is false, too much is true.

        >>> side = Side(((3, 1), (2, 2), (2, 4)), 4, (7,))
        >>> side.implies([-1, -2, 7]), side.implies([7, -4, -1]), side.implies([-2, -4, 7]), side.implies([-1, -2])
        (True, True, False, False)
        """
        said, factors = set(clause), self._factors
        is_about = said.issuperset(self.unless) and all(literal in factors or literal in self.unless for literal in said)
        return is_about and sum(factors.get(literal, 0) for literal in said) > self.high

    @functools.cached_property
    def _factors(self) -> dict[int, int]:
        """What is added if a literal of a clause is false."""
        found: dict[int, int] = {}
        for factor, literal in self.pairs:
            found[-literal] = found.get(-literal, 0) + factor
        return found


def sides(constraint: Sum) -> list[Side]:
    """Return a sum as upper bounds: that literals are true at least so often bounds how often they are false.

    >>> [side.high for side in sides(Sum(((1, 1), (1, 2), (1, 3)), 2, 2))]
    [2, 1]
    """
    found = []
    if constraint.high is not None:
        found.append(Side(constraint.pairs, constraint.high, constraint.unless))
    if constraint.low is not None:
        total = sum(factor for factor, _ in constraint.pairs)
        negated = tuple((factor, -literal) for factor, literal in constraint.pairs)
        found.append(Side(negated, total - constraint.low, constraint.unless))
    return found
