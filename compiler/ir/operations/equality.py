"""`is` (equal to a known value) and `same` (two terms equal)."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from ...language.operators import is_number
from ...values import BLANK, Value
from .. import digit_columns
from ..domain import TRUTH
from ..operands import is_compared_as_sum, is_small, operand
from ..operation import Operation, Row
from ..term import SUMS, Operand, Table, Term, branches, when_made
from ..term_store import MAP_LIMIT, TermStore
from ..value_sets import BOTH, FALSE, EmptyMeet, Possible, Range, inside, meet
from .and_or import make_and, make_or
from .cases import make_cases
from .distance import is_so_far
from .linear import make_linear
from .map import make_map, origins_of
from .negation import make_not
from .polynomial import add, make_compared, make_polynomial, polynomial_of

MULTIPLE_AND_CONSTANT = "multiple and constant"  # a table, whose key has the constant and the factor
MAX_CASES = 64  # of two numbers by cases that are compared case by case
FEW_ORIGINS = 2  # values of a sum with which a function of it has a value: of `abs` there are two, and then the sum is compared


def make_is(terms: TermStore, x: Operand, value: Value) -> Operand:
    """Return whether x is a known value, which may be blank."""
    if not isinstance(x, Term):
        return x is value if (x is BLANK or value is BLANK) else type(x) is type(value) and x == value
    if x.domain is TRUTH:
        return x if value is True else make_not(terms, x) if value is False else False
    if value not in x.domain:
        return False
    if x.op == "min_max" and x.domain.endless and value is BLANK:
        return make_and(terms, [make_is(terms, operand(arg), BLANK) for arg in x.args])
    if x.domain.endless and x.op != "cases":
        return make_relation(terms, x, value, "==")
    if x.domain.size == 1:
        return True
    if x.domain.is_truth:
        return x if value else make_not(terms, x)
    by_parts = _is_by_parts(terms, x, value) if x.op == "linear" else _is_by_origins(terms, x, value) if x.op == "map" else None
    if by_parts is not None:
        return by_parts
    if x.op == "distance":
        return is_so_far(terms, x, value)
    if x.op == "cases":
        chosen = [(condition, make_is(terms, branch, value)) for condition, branch in branches(x)]
        return make_cases(terms, chosen, make_is(terms, x.args[-1], value))
    return terms.intern("is", (x,), value, TRUTH)


def _is_by_origins(terms: TermStore, x: Term, value: Value) -> Operand | None:
    """Return whether a function of a sum has a value, if few sums have it."""
    if len(x.args) > 1 or x.args[0].op != "linear":
        return None
    origins = origins_of(terms, x, value)
    if len(origins) > FEW_ORIGINS:
        return None
    return make_or(terms, [make_is(terms, x.args[0], origin) for origin in origins])


def make_relation(terms: TermStore, x: Operand, y: Operand, relation: str) -> Operand:
    """Return a comparison (`==`, `<` or `<=`) where at least one number is without bounds. Blank equals only blank."""
    left, right = _exclusive_cases(terms, x), _exclusive_cases(terms, y)
    if len(left) * len(right) > MAX_CASES:
        left, right = _blank_or_not(terms, x), _blank_or_not(terms, y)

    def compare(a: Operand, b: Operand) -> Operand:
        if a is BLANK or b is BLANK or not (_is_number(a) and _is_number(b)):
            return relation == "==" and a is b
        return make_compared(terms, add([(1, polynomial_of(terms, a)), (-1, polynomial_of(terms, b))]), relation)

    return make_or(terms, [make_and(terms, [if_a, if_b, compare(a, b)]) for if_a, a in left for if_b, b in right])


def _is_number(x: Operand) -> bool:
    return x.domain.is_numeric or all(map(is_number, x.domain.values)) if isinstance(x, Term) else is_number(x)


def _exclusive_cases(terms: TermStore, x: Operand) -> list[tuple[Operand, Operand]]:
    """Return pairs of a condition and a value, where exactly one condition is true; blank is a case of its own."""
    if not isinstance(x, Term) or x.op == "constant":
        return [(True, x.detail if isinstance(x, Term) else x)]
    if x.op != "cases" or not x.domain.endless:
        return _blank_or_not(terms, x)
    pairs: list[tuple[Operand, Operand]] = []
    none_before: list[Operand] = []
    for condition, value in [*branches(x), (True, x.args[-1])]:
        pairs += [(make_and(terms, [*none_before, condition, inner]), result) for inner, result in _exclusive_cases(terms, value)]
        none_before.append(make_not(terms, condition) if isinstance(condition, Term) else False)
    return pairs


def _blank_or_not(terms: TermStore, x: Operand) -> list[tuple[Operand, Operand]]:
    """Return a number as one case, and blank as another if it can be blank; where there are words, each value as a case."""
    if isinstance(x, Term) and not x.domain.endless and not _is_number(x):
        return [(make_is(terms, x, value), value) for value in x.domain]
    if not isinstance(x, Term) or not x.domain.blank:
        return [(True, x)]
    is_blank = make_is(terms, x, BLANK)
    number = make_polynomial(terms, polynomial_of(terms, x)) if x.domain.endless else x
    return [(is_blank, BLANK), (make_not(terms, is_blank), number)]


def make_filled(terms: TermStore, x: Operand) -> Operand:
    """Return whether x is not blank."""
    return make_not(terms, make_is(terms, x, BLANK))


def make_same(terms: TermStore, x: Operand, y: Operand) -> Operand:
    """Return whether two values are equal; blank equals blank."""
    if not isinstance(x, Term) or not isinstance(y, Term):
        return make_is(terms, y, x) if isinstance(y, Term) else make_is(terms, x, y)
    if x is y:
        return True
    if x.domain.endless or y.domain.endless:
        return make_relation(terms, x, y, "==")
    if x.domain is TRUTH and y.domain is TRUTH:
        return terms.intern("same", (x, y) if x.id < y.id else (y, x), None, TRUTH)
    if x.op == "unknown" and y.op == "unknown" and x.domain is y.domain and x.domain.size and is_small(x):
        return terms.intern("same", (x, y) if x.id < y.id else (y, x), None, TRUTH)
    by_values = _by_values(terms, x), _by_values(terms, y)
    if not all(isinstance(member, Term) for member in by_values):  # an unknown may have one value only
        return make_same(terms, *by_values)
    x, y = by_values
    if not x.domain.overlaps(y.domain):
        return False
    for one, other in ((x, y), (y, x)):
        if has_sums_by_cases(one, other):
            same = [(condition, make_same(terms, value, other)) for condition, value in branches(one)]
            return make_cases(terms, same, make_same(terms, operand(one.args[-1]), other))
    mixed = next((term for term in (x, y) if not term.domain.is_numeric), None)
    is_sum = any(map(is_compared_as_sum, (x, y))) and not _have_literals(x, y)
    if mixed and is_sum:  # words among the values: none of them is a sum
        return make_or(terms, [make_and(terms, [make_is(terms, x, v), make_is(terms, y, v)]) for v in mixed.domain])
    if is_sum:
        both_blank = make_and(terms, [make_is(terms, x, BLANK), make_is(terms, y, BLANK)])
        equal = make_is(terms, make_linear(terms, [(1, x), (-1, y)]), 0)
        both_filled = make_and(terms, [make_filled(terms, x), make_filled(terms, y), equal])
        return make_or(terms, [both_blank, both_filled])
    first, second = sorted((x, y), key=when_made)
    return terms.intern("same", (first, second), None, TRUTH)


def has_sums_by_cases(x: Term, y: Term) -> bool:
    """Check whether a number is compared case by case, because it is a sum in some case, and there are few cases."""
    return x.op == "cases" and not x.domain.is_truth and _has_sum(x) and _cases_in(x) * _cases_in(y) <= MAX_CASES


def _has_sum(x: Operand) -> bool:
    if not isinstance(x, Term) or x.op != "cases":
        return isinstance(x, Term) and x.op in SUMS
    return any(_has_sum(value) for _, value in branches(x)) or _has_sum(operand(x.args[-1]))


def _cases_in(x: Operand) -> int:
    if not isinstance(x, Term) or x.op != "cases":
        return 1
    return sum(_cases_in(value) for _, value in branches(x)) + _cases_in(operand(x.args[-1]))


def _have_literals(x: Term, y: Term) -> bool:
    """Check whether one of two numbers has a literal for each value, as of a table, and the other one that or bits."""
    direct = [term for term in (x, y) if term.op == "map" and term.domain.size <= MAP_LIMIT]
    return bool(direct) and all(term in direct or term.op not in SUMS for term in (x, y))


def _is_by_parts(terms: TermStore, x: Term, value: int) -> Operand | None:
    """Return whether a sum is a known value, told by comparing single values; None if that cannot be told so."""
    constant, *factors = x.detail
    if len(x.args) == 1 and is_small(x.args[0]) and x.args[0].op not in SUMS and not x.args[0].domain.has_truths:
        arg = x.args[0]
        equal = [member for member in arg.domain if _multiple_and_constant(constant, factors[0], member) == value]
        return make_or(terms, [make_is(terms, arg, member) for member in equal])  # a + 1 == 7 says that a is 6
    if (len(x.args) > 2 and len({*map(abs, factors)}) == 1) or any(arg.op in SUMS for arg in x.args):
        return None
    if len(x.args) == 2 and not any(arg.domain.has_truths for arg in x.args):
        if not all(map(is_small, x.args)):
            return None
        first = make_linear(terms, [(factors[0], x.args[0])], constant - value)
        return make_same(terms, first, make_linear(terms, [(-factors[1], x.args[1])]))  # a + b == 7 compares a - 7 and -b
    parts = digit_columns.parts(factors, [arg.domain.multiples(1) for arg in x.args], value - constant)
    if parts is None:
        return None
    sums = [(make_linear(terms, [(factors[at] // size, x.args[at]) for at in where]), left) for size, where, left in parts]
    return make_and(terms, (make_is(terms, part, left) for part, left in sums)) if sums else False


def _by_values(terms: TermStore, x: Term) -> Operand:
    """Return a multiple of one number and a constant as a function of that number, so that its values are those of the number."""
    if x.op != "linear" or len(x.args) > 1 or not is_small(x.args[0]) or x.args[0].op in SUMS:
        return x
    constant, factor = x.detail
    table = Table(MULTIPLE_AND_CONSTANT, functools.partial(_multiple_and_constant, constant, factor), x.detail)
    return make_map(terms, table, x.args)


def _multiple_and_constant(constant: int, factor: int, value: Value) -> int:
    return constant + (0 if value is BLANK else factor * int(value))


# is


def _evaluate_is(term: Term, values: Sequence[Value]) -> bool:
    (value,) = values
    return value is term.detail if term.detail is BLANK or value is BLANK else bool(value == term.detail)


def _bounds_is(term: Term, args: Sequence[Possible]) -> Possible:
    (arg,) = args
    is_possible = inside(term.detail, arg) if isinstance(arg, Range) else term.detail in arg
    return BOTH if is_possible else FALSE


def _rows_is(terms: TermStore, term: Term) -> Iterator[Row]:
    if term.args[0].op == "linear":
        yield term.args[0], term.detail, term.detail


# same


def _evaluate_same(term: Term, values: Sequence[Value]) -> bool:
    first, second = values
    return first is second or (first is not BLANK and second is not BLANK and bool(first == second))


def _bounds_same(term: Term, args: Sequence[Possible]) -> Possible:
    try:
        meet(*args)
    except EmptyMeet:
        return FALSE
    return BOTH


def _rows_same(terms: TermStore, term: Term) -> Iterator[Row]:
    if all(arg.domain.is_numeric for arg in term.args):  # blank is 0
        difference = make_linear(terms, [(1, term.args[0]), (-1, term.args[1])])
        if isinstance(difference, Term):
            yield difference, 0, 0


IS = Operation(
    name="is",
    words="equal to a known value",
    is_truth=True,
    check=lambda term: len(term.args) == 1 and term.detail in term.args[0].domain,
    evaluate=_evaluate_is,
    rebuild=lambda terms, term, args: make_is(terms, args[0], term.detail),
    bounds=_bounds_is,
    is_tabulated=True,
    rows=_rows_is,
)
SAME = Operation(
    name="same",
    words="equal",
    is_truth=True,
    check=lambda term: len(term.args) == 2,
    evaluate=_evaluate_same,
    rebuild=lambda terms, term, args: make_same(terms, *args),
    bounds=_bounds_same,
    is_tabulated=True,
    rows=_rows_same,
)
