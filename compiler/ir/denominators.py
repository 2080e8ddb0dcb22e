"""Common denominators: fractions are added up and put in order as whole multiples of themselves."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from ..values import BLANK, NUMBERS, Value, exact
from .operations.map import make_map
from .term import Operand, Table, Term
from .term_store import TermStore


def common_denominator(values: Sequence[Value]) -> int:
    """Return the least number by which all values become whole."""
    return math.lcm(*(value.denominator for value in values if type(value) in NUMBERS))


def make_multiple(terms: TermStore, x: Term, by: int) -> Operand:
    """Return a multiple of a number that has few values, blank where it is blank."""
    return make_map(terms, Table("multiple", functools.partial(_multiple, by), by), [x])


def _multiple(by: int, value: Value) -> Value:
    return BLANK if value is BLANK else exact(by * value)
