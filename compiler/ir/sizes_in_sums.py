"""Sizes of groups in a sum: what a bound of the sum says of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..values import Value
from .term import Term
from .value_sets import as_number

NOTHING_GIVEN: Mapping[Term, Value] = {}


def most_each(number: Term, most: int, given: Mapping[Term, Value] = NOTHING_GIVEN) -> Iterator[tuple[Term, int]]:
    """Yield each size that is added up in a number of at most `most`, with what it is at most: the others add what they must.

    `given`: the values of unknowns that are known.
    """
    if number.op == "size":
        yield number, most
        return
    constant, *factors = number.detail
    ends = [
        factor * as_number(given[arg]) if arg in given else arg.domain.multiples(factor)[0]
        for factor, arg in zip(factors, number.args, strict=True)
    ]
    left = most - constant - sum(ends)
    for factor, arg in zip(factors, number.args, strict=True):
        if factor > 0 and arg.op == "size":
            yield arg, (left + factor * arg.domain.low) // factor
