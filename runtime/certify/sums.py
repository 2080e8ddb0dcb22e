"""Sums in clauses: each clause of a translation holds whenever the sum does, with every variable as it is defined.

A node says that the literals from some position on add up to at most so much. A clause speaks of one literal and the nodes on
both sides of it, so all that can happen is that the literal is true or false, and that the rest adds up to one of its sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .values import Rejected

MAX_TOTAL = 1 << 22  # larger sums are not listed, one bit each

Pairs = Sequence[tuple[int, int]]


def suffix_sums(pairs: Pairs) -> list[int] | None:
    """For each position the sums that the literals from there on can come to, a bit for each; none where they are too large.

    >>> [bin(sums) for sums in suffix_sums([(3, 1), (2, 2)])]
    ['0b101101', '0b101', '0b1']
    """
    if sum(factor for factor, _ in pairs) > MAX_TOTAL:
        return None
    found = [1]
    for factor, _ in reversed(pairs):
        found.append(found[-1] | found[-1] << factor)
    return found[::-1]


def lowered(bound: int, sums: Sequence[int] | None, at: int) -> int:
    """The largest sum from a position on that is not above a bound; the bound itself where the sums are not listed.

    >>> lowered(4, suffix_sums([(3, 1), (2, 2)]), 0), lowered(-1, None, 0)
    (3, -1)
    """
    if sums is None or bound < 0:
        return bound
    return (sums[at] & ((1 << bound + 1) - 1)).bit_length() - 1


def check_translation(
    pairs: Pairs, high: int, unless: Sequence[int], nodes: Mapping[int, tuple[int, int]], clauses: Sequence[Sequence[int]]
) -> None:
    """Check that clauses say no more than "the pairs add up to at most `high`, or one of `unless` is true".

    `nodes`: for each further variable its position and bound. `Rejected` where a clause says more.
    """
    sums = suffix_sums(pairs)
    above = set(unless)
    root = lowered(high, sums, 0)
    for clause in clauses:
        inner = [(literal, *nodes[abs(literal)]) for literal in clause if abs(literal) in nodes]
        said = root < 0 or any(literal > 0 and at == 0 and bound >= root for literal, at, bound in inner)
        if said and above <= set(clause):  # the bound itself
            continue
        if not any(_holds(clause, inner, pairs, at, sums) for at in {at for _, at, _ in inner}):
            raise Rejected(f"the clause {list(clause)} does not follow from a sum")


def _holds(
    clause: Sequence[int], inner: Sequence[tuple[int, int, int]], pairs: Pairs, at: int, sums: Sequence[int] | None
) -> bool:
    """Whether a clause is true whatever the literal at a position is, and whatever the rest adds up to."""
    factor, own = pairs[at]
    rest = sum(factor for factor, _ in pairs[at + 1 :])
    bounds = [bound for _, where, bound in inner if where in (at, at + 1)]
    turns = {turn for bound in bounds for turn in (bound, bound + 1, bound - factor, bound - factor + 1)}
    for is_true in (False, True):
        if (own if is_true else -own) in clause:
            continue
        for total in {0, rest} | {turn for turn in turns if 0 <= turn <= rest}:
            left = total if sums is None else _next(total, sums[at + 1])
            if left is not None and not any(
                (literal > 0) == ((left + factor * is_true if where == at else left) <= bound)
                for literal, where, bound in inner
                if where in (at, at + 1)
            ):
                return False
    return True


def _next(total: int, sums: int) -> int | None:
    """The smallest sum that is not below a number."""
    left = sums >> total
    return total + (left & -left).bit_length() - 1 if left else None
