"""When arithmetic is compared as a sum of multiples of single numbers, and when by the values of one number."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.term import Operand, Table, Term
from ..ir.terms import MAP_LIMIT, WIDE, NoTable, Terms
from ..operators import is_number
from ..values import BLANK, Value
from .machine import Machine

MAX_PRODUCTS = 100  # of single numbers, in a product of two sums


def is_by_values(operands: Sequence[Value]) -> bool:
    """Whether only one operand is unknown, and has few values, blank among them: then it is a function of those, no sum."""
    unknown = [operand for operand in operands if isinstance(operand, Term)]
    return len(unknown) == 1 and unknown[0].domain.blank and unknown[0].domain.size <= WIDE


def is_sum(operand: Value) -> bool:
    """Whether an operand is a known number, or found along a line and compared as a sum."""
    return operand.as_sum is not None if isinstance(operand, Machine) else is_number(operand)


def multiplied_out(terms: Terms, left: Term, right: Term) -> list[tuple[int, Operand]] | None:
    """The product of two sums as a sum of products of single numbers.

    None where a table of all values is small enough, or there would be too many products.
    """
    if left.domain.size * right.domain.size <= MAP_LIMIT:
        return None
    table = Table("product, blank as 0", lambda a, b: 0 if a is BLANK or b is BLANK else int(a) * int(b))
    pairs = [(f * g, a, b) for f, a in _addends(left) for g, b in _addends(right)]
    if len(pairs) > MAX_PRODUCTS:
        return None
    try:
        return [(factor, terms.map(table, [a, b])) for factor, a, b in pairs]
    except NoTable:
        return None


def _addends(term: Term) -> list[tuple[int, Operand]]:
    """The numbers of which a term is the sum, each with its factor."""
    if term.op != "linear":
        return [(1, term)]
    constant, *factors = term.detail
    return [(1, constant), *zip(factors, term.args, strict=True)] if constant else list(zip(factors, term.args, strict=True))
