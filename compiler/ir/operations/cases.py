"""`cases`: the value beside the first condition that is true, or the last value."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

from ...values import Value
from ..domain import TRUTH, union
from ..operands import identical, operand
from ..operation import Operation
from ..term import Operand, Table, Term
from ..term_store import WIDE, TermStore
from ..value_sets import FALSE, TRUE, Possible, Range, of_domain
from .and_or import make_and, make_or
from .linear import make_linear
from .map import make_map
from .negation import make_not

FEW = 16  # values of a wide number under a condition that get a term each
MOST_TURNS = 2  # of a chain of truths that is written as "none of these, and one of those"


def make_cases(terms: TermStore, chosen: Sequence[tuple[Operand, Operand]], otherwise: Operand) -> Operand:
    """Return the value beside the first condition that is true, or the last value."""
    kept: list[tuple[Operand, Operand]] = []
    for condition, value in chosen:
        if condition is True:
            otherwise = value
            break
        if condition is not False:
            kept.append((condition, _where(terms, condition, value)))
    while kept and identical(kept[-1][1], otherwise):
        kept.pop()
    if not kept:
        return otherwise
    values = [value for _, value in kept] + [otherwise]
    if all(isinstance(value, bool) or (isinstance(value, Term) and value.domain.is_truth) for value in values):
        simple = _truth_cases(terms, kept, otherwise)
        if simple is not None:
            return simple
    domain = union([value.domain if isinstance(value, Term) else terms.constant(value).domain for value in values], WIDE)
    return terms.make("cases", [*(part for pair in kept for part in pair), otherwise], None, domain)


def _where(terms: TermStore, condition: Term, value: Operand) -> Operand:
    """Simplify a value for use under a condition; for cases that begin with this condition, return the first value.

    Of a number with derived bounds, only the values that it has under the condition are left.
    """
    if not isinstance(value, Term):
        return value
    if value.op == "cases" and value.args[0] is condition:
        return operand(value.args[1])
    if value.op in ("linear", "map") and terms.bounds.under and all(arg.op == "unknown" for arg in value.args):
        within = [_where(terms, condition, arg) for arg in value.args]
        if all(one is other for one, other in zip(within, value.args, strict=True)):
            return value
        if value.op == "map":
            return make_map(terms, value.detail, within)
        return make_linear(terms, list(zip(value.detail[1:], within, strict=True)), value.detail[0])
    if value.op == "unknown" and terms.bounds.under:
        for part in condition.args if condition.op == "and" else (condition,):
            if part.op == "is" and part.args[0].op == "unknown":
                key = (value.detail, part.args[0].detail, part.detail)
                values = terms.bounds.under.get(key)
                if values is not None and value.domain.size <= WIDE:
                    compute = functools.partial(_clamp, values[0], values[-1])
                    return make_map(terms, Table("within bounds", compute, values), [value])
                if values is not None and len(values) <= FEW:  # a number with bits: a table of it has a row for each value
                    return make_cases(
                        terms,
                        [(terms.intern("is", (value,), row_value, TRUTH), row_value) for row_value in values[:-1]],
                        values[-1],
                    )
    return value


def _clamp(low: int, high: int, value: int) -> int:
    return min(max(value, low), high)


def _truth_cases(terms: TermStore, kept: Sequence[tuple[Operand, Operand]], otherwise: Operand) -> Operand | None:
    if len(kept) > 1:
        return _truth_in_runs(terms, kept, otherwise)
    condition, value = kept[0]
    if value is True:
        return make_or(terms, [condition, otherwise])
    if value is False:
        return make_and(terms, [make_not(terms, condition), otherwise])
    if otherwise is True:
        return make_or(terms, [make_not(terms, condition), value])
    if otherwise is False:
        return make_and(terms, [condition, value])
    return None


def _truth_in_runs(terms: TermStore, kept: Sequence[tuple[Operand, Operand]], otherwise: Operand) -> Operand | None:
    """Return "none of the first conditions, and this one" for a chain of known truths; None if they alternate more often.

    None also for conditions on the value of one term: of these one is true, and no order matters.
    """
    values = [value for _, value in kept]
    first = kept[0][0]
    if sum(a is not b for a, b in itertools.pairwise(values)) > MOST_TURNS or any(isinstance(value, Term) for value in values):
        return None
    if all(condition.op == "is" and condition.args == first.args for condition, _ in kept):
        return None
    run = next((at for at, value in enumerate(values) if value is not values[0]), len(values))
    rest = make_cases(terms, kept[run:], otherwise)
    conditions = [condition for condition, _ in kept[:run]]
    if values[0] is True:
        return make_or(terms, [*conditions, rest])
    return make_and(terms, [*(make_not(terms, condition) for condition in conditions), rest])


def _check(term: Term) -> bool:
    return len(term.args) % 2 == 1 and all(condition.domain.is_truth for condition in term.args[:-1:2])


def _evaluate(term: Term, values: Sequence[Value]) -> Value:
    for condition, value in zip(values[:-1:2], values[1:-1:2], strict=True):
        if condition is True:
            return value
    return values[-1]


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    return make_cases(terms, list(zip(args[:-1:2], args[1:-1:2], strict=True)), args[-1])


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    kept: list[Possible] = []
    for condition, value in zip(args[:-1:2], args[1:-1:2], strict=True):
        if condition != FALSE:
            kept.append(value)
        if condition == TRUE:
            break
    else:
        kept.append(args[-1])
    sets = [possible for possible in kept if not isinstance(possible, Range)]
    return frozenset[Value]().union(*sets) if len(sets) == len(kept) else of_domain(term.domain)


CASES = Operation(
    name="cases",
    words="the value beside the first true condition",
    check=_check,
    evaluate=_evaluate,
    rebuild=_rebuild,
    bounds=_bounds,
    is_tabulated=True,
)
