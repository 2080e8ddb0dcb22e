"""Polynomials in unknowns with finitely many values: what a number is as a sum of products of functions of single unknowns.

`v * (9*A*A - 16*C*C)` is `9 * v * A² - 16 * v * C²`, where `A²` is a function of A, told by its value for each value of A.
Whatever else a term is made of, such as a remainder of several unknowns, counts as an unknown itself.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from ..records import dataclass
from ..values import BLANK, NUMBERS, Number, Value, exact
from .operations.map import make_map
from .term import SUMS, Operand, Table, Term, when_made
from .term_store import WIDE, TermStore

MAX_MONOMIALS = 100
NAME = "polynomial"  # of the tables that are made of polynomials
PRODUCT, PRODUCT_OR_0 = "*", "product, blank as 0"  # of the tables of two numbers

Vector = tuple[Number, ...]  # the value of a function for each value of an unknown, in the order of its domain
Monomial = tuple[tuple[Term, Vector], ...]  # functions that are multiplied, of unknowns in the order in which they were made
Plain = tuple[tuple[tuple[Value, ...], ...], tuple[int, ...], tuple[tuple[Number, tuple[tuple[int, Vector], ...]], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class FinitePolynomial:
    """A sum of multiples of monomials; blank if one of the `strict` unknowns is. Other blanks count as the vectors say."""

    monomials: Mapping[Monomial, Number]
    strict: frozenset[Term] = frozenset()

    @property
    def leaves(self) -> list[Term]:
        """Return the unknowns, in the order in which they were made."""
        return sorted({leaf for monomial in self.monomials for leaf, _ in monomial} | self.strict, key=when_made)

    @property
    def degree(self) -> int:
        """Return the largest number of unknowns in one monomial."""
        return max(map(len, self.monomials), default=0)


def finite_polynomial_of(terms: TermStore, x: Operand) -> FinitePolynomial | None:
    """Return a number as a polynomial; None if it has too many monomials, no number, or an unknown with very many values."""
    if isinstance(x, Term):
        return terms.once(_finite_polynomial_of, x)
    number = _number(x)
    return None if number is None else FinitePolynomial({(): number} if number else {})


def _finite_polynomial_of(terms: TermStore, term: Term) -> FinitePolynomial | None:
    if term.op == "constant":
        return finite_polynomial_of(terms, term.detail)
    if term.op == "linear":
        constant, *factors = term.detail
        parts = [(1, FinitePolynomial({(): constant}))]
        for factor, arg in zip(factors, term.args, strict=True):
            part = _blank_as_0(terms, arg)
            if part is None:
                return None
            parts.append((factor, part))
        return add(parts)
    if term.op == "map":
        return _of_map(terms, term)
    if term.op == "cases" and len(term.args) == 3:
        condition, blank, value = term.args
        strict = _blanks_in(terms, condition) if blank.op == "constant" and blank.detail is BLANK else None
        inner = finite_polynomial_of(terms, value) if strict is not None else None
        if inner is not None and strict is not None:
            return FinitePolynomial(inner.monomials, inner.strict | strict)
    return _leaf(term)


def _of_map(terms: TermStore, term: Term) -> FinitePolynomial | None:
    table: Table = term.detail
    if table.name == NAME:
        return _decode(term)
    unknown = [arg for arg in term.args if arg.op != "constant"]
    if len(unknown) == 1:
        return _function_of_one(term, unknown[0]) or _leaf(term)
    if table.key is None and len(term.args) == 2 and table.name in (PRODUCT, PRODUCT_OR_0):
        of = finite_polynomial_of if table.name == PRODUCT else _blank_as_0
        factors = [of(terms, arg) for arg in term.args]
        if factors[0] is not None and factors[1] is not None:
            return multiply(factors[0], factors[1]) or _leaf(term)
    return _leaf(term)


def _function_of_one(term: Term, leaf: Term) -> FinitePolynomial | None:
    """Return a function of one unknown; None if it is no number, or blank for something else than blank."""
    if leaf.op in ("linear", "map") or leaf.domain.size > WIDE:
        return None
    values = []
    strict = False
    for value in leaf.domain:
        result = term.detail.compute(*(arg.detail if arg.op == "constant" else value for arg in term.args))
        if result is BLANK:
            if value is not BLANK:
                return None
            strict = True
        number = _number(result)
        if number is None:
            return None
        values.append(number)
    return _of_vector(leaf, tuple(values), strict)


def _leaf(term: Term) -> FinitePolynomial | None:
    if term.domain.size > WIDE or term.op in SUMS:
        return None
    numbers = [_number(value) for value in term.domain]
    return None if None in numbers else _of_vector(term, tuple(n for n in numbers if n is not None), term.domain.blank)


def _of_vector(leaf: Term, vector: Vector, strict: bool) -> FinitePolynomial:
    return FinitePolynomial(_merge([(((leaf, vector),), 1)]), frozenset((leaf,)) if strict else frozenset())


def _blank_as_0(terms: TermStore, x: Operand) -> FinitePolynomial | None:
    """Return a number as a polynomial in which blank counts as 0."""
    polynomial = finite_polynomial_of(terms, x)
    if polynomial is None or not polynomial.strict:
        return polynomial
    for monomial in polynomial.monomials:
        zeros = {leaf for leaf, vector in monomial if leaf in polynomial.strict and vector[-1] == 0}  # blank is the last value
        if not polynomial.strict <= zeros:
            alone = _leaf(x) if isinstance(x, Term) else None
            return None if alone is None else FinitePolynomial(alone.monomials)
    return FinitePolynomial(polynomial.monomials)


def _blanks_in(terms: TermStore, condition: Term) -> frozenset[Term] | None:
    """Return the unknowns of a condition of the form "one of these is blank"; None for other conditions."""
    parts = condition.args if condition.op == "or" else (condition,)
    blanks: frozenset[Term] = frozenset()
    for part in parts:
        if part.op != "is" or part.detail is not BLANK:
            return None
        inner = finite_polynomial_of(terms, part.args[0])
        if inner is None:
            return None
        blanks |= inner.strict
    return blanks


def add(parts: Iterable[tuple[Number, FinitePolynomial]]) -> FinitePolynomial | None:
    """Return multiples of polynomials added up, blank if one is; None if there are too many monomials."""
    pairs: list[tuple[Monomial, Number]] = []
    strict: frozenset[Term] = frozenset()
    for factor, part in parts:
        pairs += [(monomial, factor * coefficient) for monomial, coefficient in part.monomials.items()]
        strict |= part.strict
    merged = _merge(pairs)
    return FinitePolynomial(merged, strict) if len(merged) <= MAX_MONOMIALS else None


def multiply(first: FinitePolynomial, second: FinitePolynomial) -> FinitePolynomial | None:
    """Return the product, blank if one is; None if there are too many monomials."""
    if len(first.monomials) * len(second.monomials) > MAX_MONOMIALS:
        return None
    pairs = []
    for (one, f), (other, g) in itertools.product(first.monomials.items(), second.monomials.items()):
        factors = dict(one)
        for leaf, vector in other:
            before = factors.get(leaf)
            factors[leaf] = vector if before is None else tuple(a * b for a, b in zip(before, vector, strict=True))
        pairs.append((tuple(sorted(factors.items(), key=lambda pair: pair[0].id)), f * g))
    return FinitePolynomial(_merge(pairs), first.strict | second.strict)


def _merge(pairs: Iterable[tuple[Monomial, Number]]) -> dict[Monomial, Number]:
    """Return the monomials in one form: vectors without common factors, and one function of each unknown alone."""
    factors: dict[Monomial, Number] = {}
    alone: dict[Term, Vector] = {}
    for monomial, factor in pairs:
        if len(monomial) == 1:
            ((leaf, vector),) = monomial
            before = alone.get(leaf, (0,) * len(vector))
            alone[leaf] = tuple(a + factor * b for a, b in zip(before, vector, strict=True))
            continue
        _add(factors, monomial, factor)
    for leaf, vector in alone.items():
        _add(factors, ((leaf, vector),), 1)
    return {monomial: factor for monomial, factor in factors.items() if factor}


def _add(factors: dict[Monomial, Number], monomial: Monomial, factor: Number) -> None:
    plain = []
    for leaf, vector in monomial:
        content = _content(vector)
        if not content:
            return
        if content != 1:
            factor = factor * content
        plain.append((leaf, vector if content == 1 else tuple([_quotient(value, content) for value in vector])))
    key = tuple(plain)
    factors[key] = factors.get(key, 0) + factor


def _quotient(value: Number, content: Number) -> Number:
    return value // content if type(content) is int and type(value) is int else exact(value, content)


def _content(vector: Vector) -> Number:
    """Return the greatest common divisor of the numbers, with the sign of the first that is not 0; 0 if all are 0."""
    first = next((value for value in vector if value), 0)
    if not first:
        return 0
    below = math.lcm(*(value.denominator for value in vector))
    content = exact(math.gcd(*(value.numerator * (below // value.denominator) for value in vector)), below)
    return content if first > 0 else -content


def _number(value: Value) -> Number | None:
    """Return a value as a number, blank and false as 0; None if it is none."""
    if value is BLANK:
        return 0
    if isinstance(value, bool):
        return int(value)
    return value if type(value) in NUMBERS else None


# as a function of its unknowns


def as_function(terms: TermStore, polynomial: FinitePolynomial) -> Operand:
    """Return the polynomial as a function of all its unknowns together; raise `TableTooLarge` if they have many values."""
    leaves = polynomial.leaves
    data = plain(polynomial, leaves)
    return make_map(terms, Table(NAME, functools.partial(evaluate, data), data), leaves)


def plain(polynomial: FinitePolynomial, leaves: Sequence[Term]) -> Plain:
    """Return the polynomial as plain data: the values of its unknowns, which are strict, and multiples of monomials."""
    at = {leaf: position for position, leaf in enumerate(leaves)}
    monomials = [
        (factor, tuple(sorted((at[leaf], vector) for leaf, vector in monomial)))
        for monomial, factor in polynomial.monomials.items()
    ]
    monomials.sort(key=lambda pair: pair[1])
    strict = tuple(sorted(at[leaf] for leaf in polynomial.strict))
    return tuple(tuple(leaf.domain) for leaf in leaves), strict, tuple(monomials)


def evaluate(data: Plain, *values: Value) -> Value:
    """Return the value of plain data."""
    alphabets, strict, monomials = data
    if any(values[at] is BLANK for at in strict):
        return BLANK
    symbols = [alphabet.index(value) for alphabet, value in zip(alphabets, values, strict=True)]
    total: Number = 0
    for factor, vectors in monomials:
        product = factor
        for at, vector in vectors:
            product *= vector[symbols[at]]
        total += product
    return total if type(total) is int else exact(total)


def _decode(term: Term) -> FinitePolynomial:
    """Return the polynomial of a term that `as_function` made."""
    _, strict, monomials = term.detail.key
    factors = {tuple((term.args[at], vector) for at, vector in vectors): factor for factor, vectors in monomials}
    return FinitePolynomial(factors, frozenset(term.args[at] for at in strict))
