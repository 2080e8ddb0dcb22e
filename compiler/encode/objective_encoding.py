"""The objective: its value in a model, and the same as a cost of weighted soft literals.

A number with few values costs the distance between two neighbouring values for each of them that it does not reach, so its
literals are those of "at most this value": each implies the next, and their weights are small. With a literal for each value
instead, the proof of the optimum 205 of Sum of Squares took over 30 s instead of 0.1 s.
"""

from __future__ import annotations

import itertools

from ..ir.module import Target
from ..ir.term import Operand, Table, Term
from ..ir.term_store import TableTooLarge
from ..values import BLANK, Value
from .encoder import Encoder
from .log_encoding import has_bits
from .order_encoding import at_most
from .problem import ObjectiveEncoding

Chain = tuple[tuple[int, int], ...]


def encode_objective(encoder: Encoder, target: Target) -> ObjectiveEncoding:
    """Return the encoding of an objective that has a term."""
    term = target.term
    assert term is not None
    blank = encoder.literal(encoder.meaning(term, BLANK)) if term.domain.blank else 0
    constant, pairs = encoder.linear(term)
    factors: dict[int, int] = {}
    for factor, literal in pairs:
        factors[literal] = factors.get(literal, 0) + factor
    ideal, chains = _soft_literals(encoder, target)
    members = tuple((factor, literal) for literal, factor in factors.items())
    return ObjectiveEncoding(target, constant, members, blank, ideal, tuple(chains))


def _soft_literals(encoder: Encoder, target: Target) -> tuple[int, list[Chain]]:
    """Return the objective's ideal value and, for each summand, a chain of weighted soft literals."""
    term = target.term
    assert term is not None
    constant, *factors = term.detail if term.op == "linear" else (0, 1)
    members = term.args if term.op == "linear" else (term,)
    ideal: int = constant
    chains: list[Chain] = []
    for factor, member in zip(factors, members, strict=True):
        try:
            best, costs = (_by_literal if has_bits(member) else _by_order)(encoder, member, factor, target)
        except TableTooLarge:
            best, costs = _by_literal(encoder, member, factor, target)
        ideal += best
        chains += costs
    return ideal, chains


def _by_order(encoder: Encoder, member: Term, factor: int, target: Target) -> tuple[int, list[Chain]]:
    """Return the best value of a number with few values, or of a truth value, and one chain in the order of its values."""
    if member.domain.is_truth:
        literal = encoder.literal(member)
        steps = [(0, -literal), (1, encoder.truth(True))]
    else:
        number = _blank_as_0(encoder, member)
        if not isinstance(number, Term):
            return factor * number, []
        reached = at_most(encoder, number, encoder.choice(number))
        steps = [(value, reached(value)) for value in sorted(number.domain)]
    wants_more = (factor > 0) == target.maximize
    chain = [
        (abs(factor) * (following - value), -literal if wants_more else literal)
        for (value, literal), (following, _) in itertools.pairwise(steps)
    ]
    best = steps[-1][0] if wants_more else steps[0][0]
    return factor * best, [tuple(reversed(chain) if wants_more else chain)] if chain else []


def _blank_as_0(encoder: Encoder, member: Term) -> Operand:
    """Return the number that a member adds: 0 if it is blank."""
    if not member.domain.blank:
        return member
    return encoder.terms.map(Table("blank as 0", _number), [member])


def _number(value: Value) -> int:
    return 0 if value is BLANK else int(value)


def _by_literal(encoder: Encoder, member: Term, factor: int, target: Target) -> tuple[int, list[Chain]]:
    """Return the best value of a number in bits, or with very many values, and a chain for each literal."""
    constant, pairs = encoder.linear(member)
    best = factor * constant
    chains: list[Chain] = []
    for weight, literal in pairs:
        gain = factor * weight
        wants_more = (gain > 0) == target.maximize
        best += gain if wants_more else 0
        chains.append(((abs(gain), literal if wants_more else -literal),))
    return best, chains
