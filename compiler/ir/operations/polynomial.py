"""Numbers without bounds: `polynomial`, `quotient` and `floor` make one from others, `compared` says how one lies to 0.

A polynomial is a sum of products. Each factor of a product is an unknown without bounds, a quotient, a floor, or any term with
finitely many values; of these blank and false count 0, true counts 1. Equal polynomials are equal terms.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...language.number_sets import INTEGERS, RATIONALS
from ...language.operators import is_allowed
from ...values import BLANK, Number, Value, exact
from ..denominators import common_denominator, make_multiple
from ..domain import TRUTH, Domain, TableTooLarge
from ..operation import Operation
from ..term import Operand, Table, Term, branches, when_made
from ..term_store import WIDE, TermStore
from ..value_sets import ENDLESS
from .and_or import make_and
from .cases import make_cases
from .linear import make_linear
from .map import make_map
from .negation import make_not

MAX_PRODUCTS = 10_000  # in one polynomial
MAX_POWER = 64

Factors = tuple[Term, ...]  # in the order in which they were made, as often as they occur
Polynomial = Mapping[Factors, Number]  # the factor of each product; the constant is that of the empty one
Detail = tuple[tuple[Number, tuple[int, ...]], ...]

RELATIONS: Mapping[str, Callable[[Any, Any], bool]] = {"==": operator.eq, "<": operator.lt, "<=": operator.le}


# polynomials of operands, and operands of polynomials


def polynomial_of(terms: TermStore, operand: Operand) -> Polynomial:
    """Return a number as a polynomial; blank and false count 0, true counts 1."""
    if not isinstance(operand, Term):
        return {} if operand is BLANK or not operand else {(): exact(operand)}
    if operand.op == "constant":
        return polynomial_of(terms, operand.detail)
    if operand.op == "polynomial":
        return {tuple(operand.args[at] for at in places): factor for factor, places in operand.detail}
    if operand.op == "linear" and operand.domain.size > WIDE:  # a sum with few values is one number
        constant, *factors = operand.detail
        return add([(1, {(): constant}), *((f, polynomial_of(terms, arg)) for f, arg in zip(factors, operand.args, strict=True))])
    if operand.op == "cases" and operand.domain.endless:
        return terms.once(_by_cases, operand)
    if operand.domain.has_fractions:  # whole multiples are added up, and put in order
        by = common_denominator(tuple(operand.domain.values))
        return {factors: exact(times, by) for factors, times in polynomial_of(terms, make_multiple(terms, operand, by)).items()}
    return {(operand,): 1}


def _by_cases(terms: TermStore, term: Term) -> Polynomial:
    """Return a number by cases as the sum of the values, each times the truth that it is this case."""
    cases: list[tuple[Number, Polynomial]] = []
    none_before: list[Operand] = []
    for condition, value in branches(term):
        cases.append((1, multiply(terms, _truth(make_and(terms, [*none_before, condition])), polynomial_of(terms, value))))
        none_before.append(make_not(terms, condition))
    last = multiply(terms, _truth(make_and(terms, none_before)), polynomial_of(terms, term.args[-1]))
    return add([*cases, (1, last)])


def _truth(truth: Operand) -> Polynomial:
    return {(truth,): 1} if isinstance(truth, Term) else {(): 1} if truth else {}


def add(members: Iterable[tuple[Number, Polynomial]]) -> Polynomial:
    """Return multiples of polynomials, added up; raise `TableTooLarge` for too many products, and for too large a factor."""
    sums: dict[Factors, Number] = {}
    for factor, polynomial in members:
        for factors, times in polynomial.items():
            sums[factors] = exact(sums.get(factors, 0) + factor * times)
    if len(sums) > MAX_PRODUCTS or not all(map(is_allowed, sums.values())):
        raise TableTooLarge
    return {factors: times for factors, times in sums.items() if times}


def multiply(terms: TermStore, first: Polynomial, second: Polynomial) -> Polynomial:
    """Return the product of two polynomials, multiplied out; raise `TableTooLarge` if there are too many products."""
    if len(first) * len(second) > MAX_PRODUCTS:
        raise TableTooLarge
    return add((f * g, {_sort((*a, *b)): 1}) for (a, f), (b, g) in itertools.product(first.items(), second.items()))


def _sort(factors: Factors) -> Factors:
    """Return the factors of a product in order; a truth value only once, since its square is itself."""
    truths = dict.fromkeys(factor for factor in factors if factor.domain.is_truth)
    return tuple(sorted([*truths, *(factor for factor in factors if factor not in truths)], key=when_made))


def _detail(polynomial: Polynomial) -> tuple[tuple[Term, ...], Detail]:
    """Return the terms of a polynomial, and where each stands in its products."""
    args = tuple(sorted({factor for factors in polynomial for factor in factors}, key=when_made))
    at = {term: position for position, term in enumerate(args)}
    listed = sorted((tuple(at[factor] for factor in factors), times) for factors, times in polynomial.items())
    return args, tuple((times, places) for places, times in listed)


def polynomial_in(term: Term) -> Polynomial:
    """Return the polynomial of a `compared` or `polynomial` term."""
    detail = term.detail[1] if term.op == "compared" else term.detail
    return {tuple(term.args[at] for at in places): times for times, places in detail}


def is_whole(term: Term) -> bool:
    """Check whether a number is an integer, whatever the values."""
    return term.domain.has_only_integers


def make_polynomial(terms: TermStore, polynomial: Polynomial) -> Operand:
    """Return the number that a polynomial is."""
    if all(not factors for factors in polynomial):
        return polynomial.get((), 0)
    if len(polynomial) == 1 and (len(next(iter(polynomial))), *polynomial.values()) == (1, 1):
        (only,) = next(iter(polynomial))
        if only.domain.endless:
            return only
    if sum_ := _finite_sum(terms, polynomial):
        return sum_
    args, detail = _detail(polynomial)
    whole = all(map(is_whole, args)) and all(type(times) is int for times, _ in detail)
    return terms.make("polynomial", args, detail, Domain(INTEGERS if whole else RATIONALS))


def _finite_sum(terms: TermStore, polynomial: Polynomial) -> Term | None:
    """Return a polynomial as a sum if nothing in it is without bounds."""
    if any(type(times) is not int for times in polynomial.values()):
        return None
    if any(factor.domain.endless or not is_whole(factor) for factors in polynomial for factor in factors):
        return None
    try:
        members = [(int(times), _product(terms, factors)) for factors, times in polynomial.items()]
    except TableTooLarge:
        return None
    total = make_linear(terms, members)
    return total if isinstance(total, Term) else None


def _product(terms: TermStore, factors: Factors) -> Operand:
    if len(factors) < 2:
        return factors[0] if factors else 1
    return make_map(terms, Table("product, blank as 0", _multiplied_values), factors)


def _multiplied_values(*values: Value) -> int:
    return math.prod(0 if value is BLANK else int(value) for value in values)


# operators


def operate(terms: TermStore, sign: str, operands: Sequence[Operand]) -> Operand:
    """Apply an operator to numbers that are not blank, where at least one is without bounds; division by 0 gives blank.

    Raise `TableTooLarge` if it has no term.
    """
    polynomials = [polynomial_of(terms, operand) for operand in operands]
    if sign in ("+", "-"):
        signs = (1, -1 if sign == "-" else 1) if len(operands) == 2 else (-1 if sign == "-" else 1,)
        return make_polynomial(terms, add(zip(signs, polynomials, strict=True)))
    first, second = polynomials
    if sign == "*":
        return make_polynomial(terms, multiply(terms, first, second))
    if sign == "**":
        return _power(terms, operands[0], operands[1])
    if sign not in ("/", "//", "%"):
        raise TableTooLarge
    is_zero = make_compared(terms, second, "==")
    quotient = make_quotient(terms, first, second) if is_zero is not True else BLANK
    if quotient is not BLANK and sign != "/":
        whole = make_floor(terms, quotient)
        rest = add([(1, first), (-1, multiply(terms, second, polynomial_of(terms, whole)))])
        quotient = whole if sign == "//" else make_polynomial(terms, rest)
    return make_cases(terms, [(is_zero, BLANK)], quotient)


def _power(terms: TermStore, base: Operand, exponent: int) -> Operand:
    if abs(exponent) > MAX_POWER:
        raise TableTooLarge
    product: Polynomial = {(): 1}
    for _ in range(abs(exponent)):
        product = multiply(terms, product, polynomial_of(terms, base))
    power = make_polynomial(terms, product)
    return power if exponent >= 0 else operate(terms, "/", [1, power])


def make_quotient(terms: TermStore, first: Polynomial, second: Polynomial) -> Operand:
    """Return the quotient of two numbers, 0 where the second is 0."""
    if all(not factors for factors in second):
        return make_polynomial(terms, add([(exact(1, second[()]), first)]))
    if first == second:
        return 1
    whole = math.lcm(
        *(times.denominator for polynomial in (first, second) for times in polynomial.values())
    )  # both are multiplied by it
    parts = [make_polynomial(terms, add([(whole, polynomial)])) for polynomial in (first, second)]
    return terms.make("quotient", parts, None, Domain(RATIONALS))


def make_floor(terms: TermStore, x: Operand) -> Operand:
    """Return the largest integer that is not larger than a number."""
    if not isinstance(x, Term):
        return math.floor(x)
    return x if is_whole(x) else terms.make("floor", [x], None, Domain(INTEGERS))


# comparisons


def make_compared(terms: TermStore, polynomial: Polynomial, relation: str) -> Operand:
    """Return whether a polynomial is 0, smaller than 0, or at most 0."""
    constant = polynomial.get((), 0)
    if all(not factors for factors in polynomial):
        return RELATIONS[relation](constant, 0)
    whole = math.lcm(*(times.denominator for times in polynomial.values()))
    scaled: dict[Factors, int] = {factors: int(times * whole) for factors, times in polynomial.items()}
    divisor = math.gcd(*(times for factors, times in scaled.items() if factors))
    if all(is_whole(factor) for factors in scaled for factor in factors):
        rest = scaled.pop((), 0)
        if relation == "==" and rest % divisor:
            return False
        if relation == "<":
            rest, relation = rest + 1, "<="
        scaled = {factors: times // divisor for factors, times in scaled.items()}
        scaled[()] = -(-rest // divisor)
    else:
        divisor = math.gcd(divisor, scaled.get((), 0))
        scaled = {factors: times // divisor for factors, times in scaled.items()}
    if relation == "==" and next(times for factors, times in scaled.items() if factors) < 0:
        scaled = {factors: -times for factors, times in scaled.items()}
    scaled = {factors: times for factors, times in scaled.items() if times}
    args, detail = _detail(scaled)
    return terms.intern("compared", args, (relation, detail), TRUTH)


def value_of(polynomial: Polynomial, values: Callable[[Term], Value]) -> Number:
    """Return the value of a polynomial from those of its terms."""
    return exact(sum(times * math.prod(_number(values(factor)) for factor in factors) for factors, times in polynomial.items()))


def _number(value: Value) -> Number:
    return 0 if value is BLANK else int(value) if isinstance(value, bool) else value


def _evaluate(term: Term, values: Sequence[Value]) -> Number:
    return value_of(polynomial_in(term), dict(zip(term.args, values, strict=True)).__getitem__)


def _compute_comparison(term: Term, values: Sequence[Value]) -> bool:
    return RELATIONS[term.detail[0]](_evaluate(term, values), 0)


def _rebuilt(terms: TermStore, term: Term, args: Sequence[Operand]) -> Polynomial:
    """Return the polynomial of a term on other arguments."""
    by = dict(zip(term.args, args, strict=True))
    rebuilt = []
    for factors, times in polynomial_in(term).items():
        product: Polynomial = {(): 1}
        for factor in factors:
            product = multiply(terms, product, polynomial_of(terms, by[factor]))
        rebuilt.append((times, product))
    return add(rebuilt)


def _show(detail: Detail) -> str:
    def product(times: Number, places: tuple[int, ...]) -> str:
        return " ".join([str(times), *(f"x{place + 1}" for place in places)])

    return " + ".join(product(*monomial) for monomial in detail)


def _are_numbers(term: Term) -> bool:
    return all(arg.domain.is_numeric for arg in term.args)


POLYNOMIAL = Operation(
    name="polynomial",
    words="a sum of products, of numbers without bounds",
    check=_are_numbers,
    evaluate=_evaluate,
    rebuild=lambda terms, term, args: make_polynomial(terms, _rebuilt(terms, term, args)),
    show=_show,
    bounds=lambda term, args: ENDLESS,
)
QUOTIENT = Operation(
    name="quotient",
    words="the quotient of two numbers without bounds, 0 where the second is 0",
    check=lambda term: len(term.args) == 2 and _are_numbers(term),
    evaluate=lambda term, values: exact(values[0], values[1]) if values[1] else 0,
    rebuild=lambda terms, term, args: make_quotient(terms, polynomial_of(terms, args[0]), polynomial_of(terms, args[1])),
    bounds=lambda term, args: ENDLESS,
)
FLOOR = Operation(
    name="floor",
    words="the largest integer that is not larger than a number",
    check=lambda term: len(term.args) == 1 and _are_numbers(term),
    evaluate=lambda term, values: math.floor(values[0]),
    rebuild=lambda terms, term, args: make_floor(terms, args[0]),
    bounds=lambda term, args: ENDLESS,
)
COMPARED = Operation(
    name="compared",
    words="a sum of products, of numbers without bounds, compared with 0",
    is_truth=True,
    check=_are_numbers,
    evaluate=_compute_comparison,
    rebuild=lambda terms, term, args: make_compared(terms, _rebuilt(terms, term, args), term.detail[0]),
    show=lambda detail: f"{_show(detail[1])} {detail[0]} 0",
)
