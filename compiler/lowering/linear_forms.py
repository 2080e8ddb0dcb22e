"""Arithmetic as a function of the values of one number, or by remainders."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.automaton import minimize
from ..ir.operations.parity import make_parity
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import WIDE
from ..language.operators import is_number
from ..values import BLANK, Value
from .automata.machine import Machine

MAX_STEPS = 200_000  # of an automaton for remainders: states times values


def is_by_values(operands: Sequence[Value]) -> bool:
    """Check whether one operand is unknown, with few values including blank: then the result is a table, no sum."""
    unknown = [operand for operand in operands if isinstance(operand, Term)]
    return len(unknown) == 1 and unknown[0].domain.blank and unknown[0].domain.size <= WIDE


def is_sum(operand: Value) -> bool:
    """Check whether an operand is a known number, or a machine that is compared as a sum."""
    return operand.as_sum is not None if isinstance(operand, Machine) else is_number(operand)


def remainder(terms: TermFactory, total: Term, by: int) -> Operand | None:
    """Return the remainder of a sum of several numbers: an automaton that adds one after the other, and keeps what is left.

    By 2, where no numbers but truth values matter, it is their parity. None if the sum has not many more values, so that a table
    of them does, or if the numbers have too many.
    """
    if by == 2 and total.op == "linear":
        odd = [arg for factor, arg in zip(total.detail[1:], total.args, strict=True) if factor % 2]
        if all(arg.domain.is_truth for arg in odd):
            return terms.cases([(make_parity(terms, [total.detail[0] % 2 == 1, *odd]), 1)], 0)
    if total.op != "linear" or len(total.args) < 3 or not 0 < 2 * by <= total.domain.size:
        return None
    if by * sum(arg.domain.size for arg in total.args) > MAX_STEPS:
        return None
    constant, *factors = total.detail
    alphabets = [tuple(arg.domain) for arg in total.args]
    layers: list[list[list[int]]] = []
    states = [constant % by]
    for factor, alphabet in zip(factors, alphabets, strict=True):
        added = [0 if value is BLANK else factor * int(value) for value in alphabet]
        numbers: dict[int, int] = {}
        layers.append([[numbers.setdefault((state + summand) % by, len(numbers)) for summand in added] for state in states])
        states = list(numbers)
    return terms.automaton(total.args, minimize(alphabets, layers, states))
