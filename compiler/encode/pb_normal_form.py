"""Sums of literals in normal form: each literal once, with a positive factor, and undecided by the sum alone."""

from __future__ import annotations

import operator

from .problem import Clause, Sum

Pairs = list[tuple[int, int]]  # factors and literals


def normal_form(pairs: Pairs, low: int, high: int, unless: Clause, true: int) -> tuple[list[Clause], Sum | None]:
    """Return "multiples of literals add up to a number from `low` to `high`, or one of `unless` is true" as clauses and a sum.

    `true` is the literal that is known to be true, or 0. The sum is None if the clauses suffice.

    >>> normal_form([(1, 4), (1, -5), (1, 6)], 1, 3, (), 0)
    ([(4, -5, 6)], None)
    >>> normal_form([(1, 4), (-1, -5), (1, 6), (1, 7), (9, 8)], 1, 1, (), 0)
    ([(-8,)], Sum(pairs=((1, 4), (1, 5), (1, 6), (1, 7)), low=2, high=2, unless=()))
    """
    factors, literals = zip(*pairs, strict=True) if pairs else ((), ())
    variables = {*map(abs, literals)}
    if len(variables) < len(pairs) or true in variables or min(factors, default=1) <= 0:
        pairs, low, high = _positive(pairs, low, high, true)
        factors = tuple(factor for factor, _ in pairs)
        literals = tuple(literal for _, literal in pairs)
    if low > high or low > sum(factors) or high < 0:
        return [unless], None
    clauses: list[Clause] = []
    if max(factors, default=0) > high:
        clauses += [(-literal, *unless) for factor, literal in pairs if factor > high]
        pairs = [(factor, literal) for factor, literal in pairs if factor <= high]
        factors = tuple(factor for factor, _ in pairs)
        literals = tuple(literal for _, literal in pairs)
    total, least = sum(factors), min(factors, default=0)
    if total - max(factors, default=0) < low:
        clauses += [(literal, *unless) for factor, literal in pairs if total - factor < low]
    if 0 < low <= least:  # any one of them is enough
        clauses.append((*literals, *unless))
        low = 0
    if high < total and total - high <= least:  # any one of them is too many
        clauses.append((*map(operator.neg, literals), *unless))
        high = total
    if low > total:
        return [*clauses, unless], None
    if low <= 0 and high >= total:
        return clauses, None
    if total == least * len(pairs):
        by_variable = sorted(literals, key=abs)
        ordered = pairs if by_variable == [*literals] else [(least, literal) for literal in by_variable]
    else:
        by_factor = sorted(zip(map(operator.neg, factors), map(abs, literals), literals, strict=True))
        ordered = [(-negated, literal) for negated, _, literal in by_factor]
    return clauses, Sum(tuple(ordered), low if low > 0 else None, high if high < total else None, unless)


def _positive(pairs: Pairs, low: int, high: int, true: int) -> tuple[Pairs, int, int]:
    """Return the same sum with each variable once, and positive factors."""
    factors: dict[int, int] = {}
    for factor, literal in pairs:
        if literal in (true, -true):
            shift = factor if literal == true else 0
        elif -literal in factors:
            factors[-literal] -= factor  # factor * x = factor - factor * not x
            shift = factor
        else:
            factors[literal] = factors.get(literal, 0) + factor
            shift = 0
        low, high = low - shift, high - shift
    positive: Pairs = []
    for literal, factor in factors.items():
        if factor < 0:
            low, high = low - factor, high - factor
        if factor:
            positive.append((abs(factor), literal if factor > 0 else -literal))
    return positive, low, high
