"""`linear`: a constant and multiples of numbers added up; blank and false count 0, true counts 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...values import BLANK, Value
from ..domain import numbers
from ..operation import Operation, all_numeric
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible, bounds, interval
from .and_or import make_and

FEW = 8  # truths that are counted: as many as a cell has neighbours
CONDITION_VALUE_OTHERWISE = 3  # arguments of a choice between two


def make_linear(terms: TermStore, members: Sequence[tuple[int, Operand]], constant: int = 0) -> Operand:
    """Return the sum of a constant and multiples of numbers; blanks and false count 0, true counts 1."""
    factors: dict[Term, int] = {}
    for factor, member in _spread(terms, members):
        if not isinstance(member, Term):
            constant += factor * int(member) if member is not BLANK else 0
        elif member.op == "linear":
            constant += factor * member.detail[0]
            for inner, arg in zip(member.detail[1:], member.args, strict=True):
                factors[arg] = factors.get(arg, 0) + factor * inner
        else:
            factors[member] = factors.get(member, 0) + factor
    ends = {term: term.domain.multiples(factor) for term, factor in factors.items()}
    for term in [term for term, both in ends.items() if both == (0, 0)]:
        del factors[term], ends[term]  # a number that is 0 or blank adds nothing either way
    if not factors:
        return constant
    only = next(iter(factors))
    if len(factors) == 1 and factors[only] == 1 and constant == 0 and not only.domain.blank and not only.domain.has_truths:
        return only
    low, high = sum(low for low, _ in ends.values()), sum(high for _, high in ends.values())
    return terms.make("linear", tuple(factors), (constant, *factors.values()), numbers(constant + low, constant + high))


def _spread(terms: TermStore, members: Sequence[tuple[int, Operand]]) -> Iterator[tuple[int, Operand]]:
    """Yield the members; instead of a count of few truths under a condition, each of these truths under the condition.

    So the count needs no literals for its values.
    """
    for factor, member in members:
        counted = _counted_if(member) if isinstance(member, Term) and member.op == "cases" else None
        if counted is None:
            yield factor, member
            continue
        condition, count = counted
        yield factor * count.detail[0], condition
        for inner, truth in zip(count.detail[1:], count.args, strict=True):
            yield factor * inner, make_and(terms, [condition, truth])


def _counted_if(member: Term) -> tuple[Term, Term] | None:
    """Return the condition and the count of few truths that a number is where this holds, if it adds nothing elsewhere."""
    if len(member.args) != CONDITION_VALUE_OTHERWISE:
        return None
    condition, count, otherwise = member.args
    adds_nothing = otherwise.op == "constant" and otherwise.detail in (BLANK, 0)
    is_count = count.op == "linear" and len(count.args) <= FEW and all(arg.domain.is_truth for arg in count.args)
    return (condition, count) if adds_nothing and is_count else None


def make_count(terms: TermStore, members: Sequence[Operand]) -> Operand:
    """Return how many truth values are true: the term of `make_linear`, made quickly for counts over thousands of placements."""
    if {*map(type, members)} == {Term}:
        return make_count_unknown(terms, tuple(members))
    return make_count_unknown(terms, tuple([x for x in members if isinstance(x, Term)]), sum(x is True for x in members))


def make_count_unknown(terms: TermStore, unknown: tuple[Term, ...], known: int = 0) -> Operand:
    """Return how many truth values are true, where `known` others are."""
    if not unknown:
        return known
    if len({*unknown}) < len(unknown):
        return make_linear(terms, [(1, member) for member in unknown], known)
    return terms.intern("linear", unknown, (known, *[1] * len(unknown)), numbers(known, known + len(unknown)))


def _evaluate(term: Term, values: Sequence[Value]) -> int:
    constant, *factors = term.detail
    total: int = constant
    for factor, value in zip(factors, values, strict=True):
        total += 0 if value is BLANK else factor * int(value)
    return total


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    constant, *factors = term.detail
    return make_linear(terms, list(zip(factors, args, strict=True)), constant)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    constant, *factors = term.detail
    low = high = constant
    for factor, arg in zip(factors, args, strict=True):
        least, most = bounds(arg)
        low, high = (low + factor * least, high + factor * most) if factor > 0 else (low + factor * most, high + factor * least)
    return interval(low, high)


LINEAR = Operation(
    name="linear",
    words="a constant and multiples added up",
    check=lambda term: all_numeric(term) and len(term.detail) == len(term.args) + 1,
    evaluate=_evaluate,
    rebuild=_rebuild,
    bounds=_bounds,
    is_tabulated=True,
)
