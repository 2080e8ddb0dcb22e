"""Inequalities that are added up: bounds of terms, each from a constraint and a whole number of times, and a contradiction.

That is how it is shown that nothing is better than an optimum where clauses would have to count. Each bound follows from its
constraint by itself. What the sum of them all can be at most is found unknown by unknown: it is at most as large as if the value
of each were chosen for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gridwright.compiler.ir.operations import below_first, evaluate
from gridwright.compiler.ir.term import Term
from gridwright.compiler.values import BLANK, Value

from .abstract import Possible, Range, as_number
from .follows import Premise
from .values import Rejected

Row = tuple[int, Term, Term]  # how many times, what is bounded, the truth that bounds it


def contradict(rows: Sequence[Row], alone: Sequence[Term], base: Mapping[Term, Possible]) -> bool:
    """Whether bounds cannot all hold, because their sum cannot.

    A row with a positive multiplier stands for "at least", with a negative one for "at most". `alone`: truths that hold as
    well, of which those that speak of one unknown leave values out.
    """
    left = _values_left(alone, base)
    most = 0  # what the multiples of the terms can be together, less what they are at least
    added: dict[Term, dict[Value, int]] = {}
    for multiplier, term, truth in rows:
        low, high = _bounds(term, truth, base)
        most -= multiplier * (low if multiplier > 0 else high)
        constant, *factors = term.detail if term.op == "linear" else (0, 1)
        most += multiplier * constant
        for factor, arg in zip(factors, term.args if term.op == "linear" else (term,), strict=True):
            of = _decided_by(arg)
            values = left.get(of) or _values(of, base)
            sums = added.setdefault(of, dict.fromkeys(values, 0))
            for value in sums:
                sums[value] += multiplier * factor * as_number(value if of is arg else evaluate(arg, {of: value}))
    return most + sum(max(sums.values()) for sums in added.values()) < 0


def _decided_by(term: Term) -> Term:
    """The unknown that alone decides what a term is, if there is one; otherwise the term, as if it were one."""
    below = below_first([term])
    unknowns = [each for each in below if each.op == "unknown"]
    return unknowns[0] if len(unknowns) == 1 and not any(each.op == "evaluated" for each in below) else term


def _values(term: Term, base: Mapping[Term, Possible]) -> Sequence[Value]:
    possible = base[term]
    if isinstance(possible, Range):
        raise Rejected("inequalities are added up over a number that has too many values")
    return list(possible)


def _values_left(alone: Sequence[Term], base: Mapping[Term, Possible]) -> dict[Term, list[Value]]:
    """The values that truths leave to the unknowns of which they speak alone."""
    left: dict[Term, list[Value]] = {}
    for truth in alone:
        unknown = _decided_by(truth)
        if unknown.op == "unknown" and not isinstance(base[unknown], Range):
            values = left.get(unknown) or _values(unknown, base)
            left[unknown] = [value for value in values if evaluate(truth, {unknown: value})] or list(values)
    return left


def _bounds(term: Term, truth: Term, base: Mapping[Term, Possible]) -> tuple[int, int]:
    """What a term is at least and at most where a truth holds."""
    for part in Premise(truth).parts:
        if part.op == "within" and part.args[0] is term:
            low, high = part.detail
            return low, high
        if part.op == "is" and part.args[0] is term:
            return as_number(part.detail), as_number(part.detail)
        if (
            part.op == "same"
            and term.op == "linear"
            and set(term.args) == set(part.args)
            and term.detail in ((0, 1, -1), (0, -1, 1))
        ):
            return 0, 0
        if part.op == "distinct" and (found := _held(term, part, base)):
            return found
    raise Rejected("a sum that inequalities are made of is not bounded by its constraint")


def _added_up(members: Iterable[tuple[int, Term]]) -> dict[Term | None, int]:
    """Multiples of terms as multiples of what these add up, the constant under none."""
    found: dict[Term | None, int] = {}
    for multiplier, term in members:
        constant, *factors = term.detail if term.op == "linear" else (0, 1)
        found[None] = found.get(None, 0) + multiplier * constant
        for factor, arg in zip(factors, term.args if term.op == "linear" else (term,), strict=True):
            found[arg] = found.get(arg, 0) + multiplier * factor
    return {arg: factor for arg, factor in found.items() if factor}


def _held(term: Term, distinct: Term, base: Mapping[Term, Possible]) -> tuple[int, int] | None:
    """How many of several different values are one value, if that is what a sum says; once at least if there is none to spare."""
    truths = term.args
    if term.op != "linear" or term.detail != (0, *[1] * len(truths)) or not all(truth.op == "is" for truth in truths):
        return None
    held, values = {truth.args[0] for truth in truths}, {truth.detail for truth in truths}
    if len(held) < len(truths) or len(values) > 1 or BLANK in values or not held <= set(distinct.args):
        return None
    (value,) = values
    possible = {arg: base[arg] for arg in distinct.args}
    if len(possible) < len(distinct.args) or any(isinstance(each, Range) for each in possible.values()):
        return 0, 1
    everything: set[Value] = set().union(*(each for each in possible.values() if not isinstance(each, Range)))
    others_never = all(value not in each for arg, each in possible.items() if arg not in held and not isinstance(each, Range))
    is_full = len(everything) == len(distinct.args) and BLANK not in everything
    return int(is_full and value in everything and others_never), 1
