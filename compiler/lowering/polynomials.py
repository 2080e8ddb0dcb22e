"""Products of unknowns, and comparisons in which they occur: of several ways to state them, the one with the fewest clauses.

- A product of few values is a table. What is multiplied is first brought to the fewest unknowns and values: `9*A*A` is a function
  of A, and `9*A*A - 16*C*C` has 28 values, not all from the smallest to the largest. Equal products are one term, in all rules.
- A comparison is an automaton that reads the unknowns (`ir/polynomial_automaton.py`), where that is less than the tables.
- A product of many values is binary: the sum of "this bit of one and that bit of the other", with powers of two as factors.
- A product of counts, areas or other large sums is compared case by case of one of them (`sum_products.py`).
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Hashable, Sequence

from ..ir.automaton import Automaton
from ..ir.evaluation import topological_order
from ..ir.finite_polynomial import (
    NAME,
    PRODUCT,
    PRODUCT_OR_0,
    FinitePolynomial,
    Monomial,
    add,
    as_function,
    finite_polynomial_of,
    multiply,
    plain,
)
from ..ir.map_size import clauses_of_map
from ..ir.polynomial_automaton import Wanted, automaton_of, clauses, orders
from ..ir.running_sum import running_sum
from ..ir.term import SUMS, Operand, Table, Term, operation_of
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT, WIDE, TableTooLarge
from ..language.operators import OPERATORS, is_number
from ..records import replace
from ..values import BLANK, Number, Value, exact
from .sum_products import ComparedProducts, compared_products, is_large_sum, literals_of_values

PRODUCTS = frozenset((NAME, PRODUCT, PRODUCT_OR_0))
MAX_EXPONENT = 8  # of a power that is multiplied out
MOST_STEPS = 200_000  # of one automaton, in one order
MOST_UNKNOWNS = 64  # of one automaton
LARGE = 8_000  # clauses of tables beyond which binary products are considered
FEW_ROWS = 4_000  # combinations of the numbers of a sum, whose values are then found one by one
MOST_ROWS = MAP_LIMIT  # of the table of one product
MOST_BITS = 200  # of a factor
MOST_PAIRS = 4_000  # bits of one factor times bits of the other
MOST_SUMMANDS = 400_000  # of all multiples of one sum by the values of another
MANY_PRODUCTS = 3  # of large sums, which may as well be tables if these are small
FEW_IN_TABLES = 2_000  # clauses of the table of each of them
MANY_CASES = 1_000  # of one factor of each product, beyond which the bits of large sums are multiplied
MOST_READ = 12  # unknowns of an automaton that is looked for beside a comparison of sums

_WANTED = {
    "==": Wanted(0, 0),
    "<": Wanted(None, -1),
    "<=": Wanted(None, 0),
    ">": Wanted(1, None),
    ">=": Wanted(0, None),
}


class Polynomials:
    """Makes products, and comparisons of what they are part of; equal comparisons over equal values are explored once."""

    def __init__(self, terms: TermFactory) -> None:
        self.terms = terms
        self._explored: dict[Hashable, tuple[Automaton, list[int]] | None] = {}

    def product(self, left: Term, right: Term) -> Operand | None:
        """Return the product of two numbers, blank if one is; None if every way to state it is too large."""
        product = self._product(left, right)
        if isinstance(product, Term) and any(is_large_sum(factor) or factor in self.terms.products for factor in (left, right)):
            self.terms.products.setdefault(product, (left, right))
        return product

    def _product(self, left: Term, right: Term) -> Operand | None:
        terms = self.terms
        try:
            product = self._by_unknowns(left, right)
            return self._table(_fewest_values(terms, left), _fewest_values(terms, right)) if product is None else product
        except TableTooLarge:
            product = binary_product(terms, left, right)
            return self._by_cases(left, right) if product is None else product

    def _by_cases(self, left: Term, right: Term) -> Operand | None:
        """Return a product as a multiple of one sum for each value of the other; None if it is too large, or may be blank."""
        few, other = sorted((left, right), key=lambda x: x.domain.size)
        if any(x.domain.blank or not isinstance(x.domain.values, range) for x in (few, other)):
            return None
        if few.domain.size * max(1, len(other.args)) > MOST_SUMMANDS:
            return None
        cases = [(self.terms.equals(few, value), self.terms.linear([(value, other)])) for value in few.domain.values]
        return self.terms.cases(cases[:-1], cases[-1][1])

    def _by_unknowns(self, left: Term, right: Term) -> Operand | None:
        """Return a product as a function of one or two unknowns, or of functions of one unknown each, in one order."""
        first, second = finite_polynomial_of(self.terms, left), finite_polynomial_of(self.terms, right)
        product = multiply(first, second) if first and second else None
        if product is None:
            return None
        leaves = product.leaves
        if len(leaves) == 2 and left in leaves and right in leaves:
            return None
        rows = math.prod(leaf.domain.size for leaf in leaves)
        if len(leaves) <= 2 and rows <= min(left.domain.size * right.domain.size, MOST_ROWS):
            return as_function(self.terms, product)
        if len(product.monomials) != 1:
            return None
        ((monomial, factor),) = product.monomials.items()
        if not product.strict <= {leaf for leaf, _ in monomial}:
            return None
        inside = bool(product.strict) or type(factor) is not int  # the factor goes into the first function
        result: Operand = 1
        for at, (leaf, vector) in enumerate(monomial):
            only: dict[Monomial, Number] = {((leaf, vector),): factor if inside and at == 0 else 1}
            part = self._function(leaf, FinitePolynomial(only, product.strict & {leaf}))
            result = part if at == 0 else self._table(result, part)
        return result if inside else self.terms.linear([(int(factor), result)])

    def _function(self, leaf: Term, of_leaf: FinitePolynomial) -> Operand:
        """Return a function of an unknown; the unknown if it is the same."""
        alone = finite_polynomial_of(self.terms, leaf)
        is_same = alone is not None and (of_leaf.monomials, of_leaf.strict) == (alone.monomials, alone.strict)
        return leaf if is_same else as_function(self.terms, of_leaf)

    def _table(self, left: Operand, right: Operand) -> Operand:
        """Return a product by the table of all values; raise `TableTooLarge`."""
        sizes = [factor.domain.size for factor in (left, right) if isinstance(factor, Term)]
        if math.prod(sizes) > MOST_ROWS:
            raise TableTooLarge
        return self.terms.map(Table("*", OPERATORS["*"].evaluate), [left, right])

    def power(self, base: Term, exponent: int) -> Operand | None:
        """Return a sum or product multiplied with itself; None if the base is neither, so that a table of it does."""
        is_made = base.op in ("linear", "map") or is_large_sum(base) or base in self.terms.products
        if not is_made or exponent < 2 or exponent > MAX_EXPONENT:
            return None
        product: Operand | None = base
        for _ in range(exponent - 1):
            product = self.product(product, base) if isinstance(product, Term) else None
        return product

    # comparisons

    def compare(self, sign: str, left: Operand, right: Operand) -> Operand | None:
        """Return a comparison in which products occur; None if there are none, or tables of the products take fewer clauses."""
        if not self._has_product(left) and not self._has_product(right):
            return None
        if self._takes_small_tables(left, right):
            return None
        cases = self._cases_of_products(left, right)
        if cases > MANY_CASES and (in_binary := self._sums_in_binary(left, right, _WANTED[sign])) is not None:
            return in_binary
        by_sums = compared_products(self.terms, left, right, replace(_WANTED[sign], both_blank=sign == "=="))
        first, second = finite_polynomial_of(self.terms, left), finite_polynomial_of(self.terms, right)
        difference = add([(1, first), (-1, second)]) if first and second else None
        if difference is None or left is BLANK or right is BLANK:
            return None if by_sums is None else by_sums.term(self.terms)
        whole = math.lcm(*(factor.denominator for factor in difference.monomials.values()))
        if whole > 1:
            integers = {monomial: exact(factor * whole) for monomial, factor in difference.monomials.items()}
            difference = FinitePolynomial(integers, difference.strict)
        assert first and second
        wanted = _WANTED[sign]
        if sign == "==":
            wanted = Wanted(0, 0, both_blank=bool(first.strict and second.strict))
        return self._state(difference, replace(wanted, left=first.strict, right=second.strict), [left, right], by_sums)

    def among(self, value: Operand, members: Sequence[Value]) -> Operand | None:
        """Return whether a product is one of several known numbers; None as for a comparison."""
        numbers = frozenset(member for member in members if is_number(member))
        if not self._has_product(value) or BLANK in members:
            return None
        by_sums = compared_products(self.terms, value, 0, Wanted(None, None, numbers))
        polynomial = finite_polynomial_of(self.terms, value)
        if polynomial is None:
            return None if by_sums is None else by_sums.term(self.terms)
        return self._state(polynomial, Wanted(None, None, numbers, left=polynomial.strict), [value], by_sums)

    def _state(
        self, polynomial: FinitePolynomial, wanted: Wanted, operands: Sequence[Operand], by_sums: ComparedProducts | None
    ) -> Operand | None:
        """Return whether a polynomial is as wanted; None if tables take fewer clauses than that."""
        leaves = polynomial.leaves
        if by_sums is not None:
            is_read = len(leaves) <= MOST_READ and not any(leaf.op in ("map", "cases") or is_large_sum(leaf) for leaf in leaves)
            explored = self._explored_once(polynomial, wanted, leaves) if is_read else None
            if explored is None or by_sums.cost <= clauses(explored[0]):
                return by_sums.term(self.terms)
            return self.terms.automaton([leaves[at] for at in explored[1]], explored[0])
        if polynomial.degree < 2 and (len(leaves) != 1 or len(_numbers_in(operands)) < 2):
            return None
        tables = sum(
            clauses_of_map(term)
            for term in topological_order([operand for operand in operands if isinstance(operand, Term)])
            if term.op == "map" and len(term.args) > 1
        )
        explored = self._explored_once(polynomial, wanted, leaves)
        if explored is not None and clauses(explored[0]) <= max(tables, 1):
            automaton, order = explored
            return self.terms.automaton([leaves[at] for at in order], automaton)
        return self._in_binary(polynomial, wanted, min(tables, clauses(explored[0])) if explored else tables)

    def _takes_small_tables(self, left: Operand, right: Operand) -> bool:
        """Check whether many products of large sums are compared whose values fit in small tables.

        There are too many combinations then to go through the values of one factor after the other.
        """
        products = [part for part in _numbers_in([left, right]) if part in self.terms.products]
        if len(products) < MANY_PRODUCTS or any(part.op != "map" for part in products):
            return False
        factors = {factor for part in products for factor in self.terms.products[part]}
        return sum(map(clauses_of_map, products)) + sum(map(literals_of_values, factors)) <= FEW_IN_TABLES * len(products)

    def _cases_of_products(self, left: Operand, right: Operand) -> int:
        """Return in how many ways one factor of each product of large sums can have a value."""
        products = [self.terms.products[part] for part in _numbers_in([left, right]) if part in self.terms.products]
        fewest = {min(factors, key=lambda factor: (factor.domain.size, factor.id)) for factors in products}
        return math.prod(factor.domain.size for factor in fewest) if any(map(is_large_sum, fewest)) else 0

    def _sums_in_binary(self, left: Operand, right: Operand, wanted: Wanted) -> Operand | None:
        """Return a comparison of products of two large sums each, by the bits of these; None if it is another one."""
        parts: list[tuple[int, Operand]] = []
        constant = 0
        for sign, side in ((1, left), (-1, right)):
            if not isinstance(side, Term):
                if type(side) is not int:
                    return None
                constant += sign * side
                continue
            members = zip(side.detail[1:], side.args, strict=True) if side.op == "linear" else [(1, side)]
            constant += sign * side.detail[0] if side.op == "linear" else 0
            for times, member in members:
                factors = self.terms.products.get(member, (member,))
                if any(factor.domain.blank or factor in self.terms.products for factor in factors):
                    return None
                product: Operand | None = member
                if len(factors) > 1:
                    product = binary_product(self.terms, *(_by_bits(self.terms, factor) for factor in factors))
                    if product is None:
                        return None
                parts.append((sign * times, product))
        total = self.terms.linear(parts, constant)
        if not isinstance(total, Term):
            return wanted.settle(total, total) is True
        low = total.domain.low if wanted.low is None else wanted.low
        return self.terms.within(total, low, total.domain.high if wanted.high is None else wanted.high)

    def _explored_once(
        self, polynomial: FinitePolynomial, wanted: Wanted, leaves: Sequence[Term]
    ) -> tuple[Automaton, list[int]] | None:
        """Return the smallest automaton that was found, and the order in which it reads the unknowns; None if all are large."""
        if len(leaves) > MOST_UNKNOWNS:
            return None
        at = {leaf: position for position, leaf in enumerate(leaves)}
        blanks = [frozenset(at[leaf] for leaf in side) for side in (wanted.left, wanted.right)]
        key = (plain(polynomial, leaves), wanted.low, wanted.high, wanted.numbers, wanted.both_blank, *blanks)
        if key not in self._explored:
            best: tuple[Automaton, list[int]] | None = None
            for order in orders(polynomial):
                automaton = automaton_of(polynomial, wanted, order, MOST_STEPS)
                if automaton is not None and (best is None or clauses(automaton) < clauses(best[0])):
                    best = automaton, [at[leaf] for leaf in order]
            self._explored[key] = best
        return self._explored[key]

    def _in_binary(self, polynomial: FinitePolynomial, wanted: Wanted, instead_of: int) -> Operand | None:
        """Return a comparison by the bits of the unknowns, if that is less than something large; None if it is not."""
        if instead_of < LARGE or polynomial.strict or wanted.numbers is not None:
            return None
        parts: list[tuple[int, Operand]] = []
        for monomial, factor in polynomial.monomials.items():
            product: Operand | None = 1
            for leaf, vector in monomial:
                function = as_function(self.terms, FinitePolynomial({((leaf, vector),): 1}))
                product = binary_product(self.terms, product, function)
                if product is None:
                    return None
            parts.append((int(factor), product))
        total = self.terms.linear(parts)
        if not isinstance(total, Term):
            return wanted.settle(total, total) is True
        low = total.domain.low if wanted.low is None else wanted.low
        return self.terms.within(total, low, total.domain.high if wanted.high is None else wanted.high)

    def _has_product(self, value: Operand) -> bool:
        """Check whether a value may be a product of unknowns, or a sum with one; quickly, because every comparison asks."""
        products = self.terms.products
        if products and isinstance(value, Term) and (value in products or not products.keys().isdisjoint(value.args)):
            return True
        return _has_product(value)


def _has_product(value: Operand) -> bool:
    """Check whether a value may be a product of few unknowns, or a sum with one."""
    if not isinstance(value, Term):
        return False
    if value.op == "map":
        return value.detail.name in PRODUCTS
    if value.op == "linear":
        has_tables = "map" in {*map(operation_of, value.args)}
        return has_tables and any(arg.op == "map" and arg.detail.name in PRODUCTS for arg in value.args)
    return value.op == "cases" and len(value.args) == 3 and _has_product(value.args[2])


def _numbers_in(operands: Sequence[Operand]) -> set[Term]:
    """Return the numbers that are compared or added up."""
    terms = [operand for operand in operands if isinstance(operand, Term)]
    return {part for term in terms for part in (term.args if term.op == "linear" else (term,))}


def _fewest_values(terms: TermFactory, x: Term) -> Operand:
    """Return a sum as a number that has only the values that it can have, if these are few; any other number as it is."""
    if x.op != "linear":
        return x
    constant, *factors = x.detail
    try:
        if math.prod(arg.domain.size for arg in x.args) > FEW_ROWS or any(arg.op in SUMS for arg in x.args):
            return x
        polynomial = finite_polynomial_of(terms, x)
        leaves = polynomial.leaves if polynomial else []
        if polynomial and len(leaves) <= 2 and math.prod(leaf.domain.size for leaf in leaves) <= FEW_ROWS:
            exact = as_function(terms, polynomial)
        else:
            exact = running_sum(terms, constant, list(zip(factors, x.args, strict=True)))
    except TableTooLarge:
        return x
    return exact if not isinstance(exact, Term) or exact.domain.size < x.domain.size else x


# in binary


def _by_bits(terms: TermFactory, x: Term) -> Operand:
    """Return a large sum as a sum of multiples of its bits; any other number as it is."""
    if not is_large_sum(x) or x.domain.size > WIDE or not isinstance(x.domain.values, range):
        return x
    low = x.domain.low
    bits = [
        (1 << at, terms.map(Table("bit of a sum", functools.partial(_bit, low, at), (low, at)), [x]))
        for at in range((x.domain.high - low).bit_length())
    ]
    return terms.linear(bits, low)


def _bit(low: int, at: int, value: Value) -> bool:
    assert type(value) is int
    return (value - low) >> at & 1 == 1


def binary_product(terms: TermFactory, left: Operand, right: Operand) -> Operand | None:
    """Return the product of two numbers as a sum of products of their bits, blank if one is; None if these are too many."""
    first, second = in_bits(terms, left), in_bits(terms, right)
    if first is None or second is None or len(first) * len(second) > MOST_PAIRS:
        return None
    pairs = [(f * g, terms.conjunction([a, b])) for (f, a), (g, b) in itertools.product(first, second)]
    blank = terms.disjunction([terms.equals(x, BLANK) for x in (left, right)])
    return terms.cases([(blank, BLANK)], terms.linear(pairs))


def in_bits(terms: TermFactory, x: Operand) -> list[tuple[int, Operand]] | None:
    """Return a number as a sum of multiples of truth values, blank as 0; None if they are many, or some value is no integer."""
    if not isinstance(x, Term):
        return [(x, True)] if type(x) is int else None
    if x.domain.is_truth:
        return [(1, x)]
    if x.op == "linear":
        constant, *factors = x.detail
        summands: list[tuple[int, Operand]] = [(constant, True)] if constant else []
        for factor, arg in zip(factors, x.args, strict=True):
            part = in_bits(terms, arg)
            if part is None or len(summands) + len(part) > MOST_PAIRS:
                return None
            summands += [(factor * multiple, truth) for multiple, truth in part]
        return summands
    if x.op in SUMS or not x.domain.is_numeric or (x.domain.size > MAP_LIMIT and not isinstance(x.domain.values, range)):
        return None
    if not isinstance(x.domain.values, range) and not all(type(value) is int for value in x.domain.values):
        return None
    low, filled = x.domain.low, terms.filled(x)
    start: list[tuple[int, Operand]] = [(low, filled)] if low else []
    bits = (x.domain.high - low).bit_length()
    if bits > MOST_BITS:
        return None
    if x.domain.size <= bits + 1:
        return [(value, terms.equals(x, value)) for value in x.domain.values if value]
    return start + [(1 << at, terms.bit(x, at)) for at in range(bits)]
