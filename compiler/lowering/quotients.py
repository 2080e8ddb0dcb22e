"""`/` if some values are unknown, and numbers that may be fractions: a whole number over another, until it is compared.

`sum(x) / len(x) == 9/2` becomes `2 * sum(x) == 9 * len(x)`: what terms add up and compare stays whole. A number that is one of a
few fractions is a term with these values; to be added up or put in order it is multiplied by a common denominator. So terms with
fractions are only ever told apart by their values, like words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import ClassVar

from ..ir.denominators import common_denominator, make_multiple
from ..ir.term import Operand, Table, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT, TableTooLarge
from ..values import BLANK, NUMBERS, Unknown, Value, exact
from .joint_tables import function_of, joint_values

SIGNS = frozenset(("+", "-", "*", "/"))  # the operators whose value may stay a quotient
FEW_PAIRS = 100  # numerators and denominators of which a table is small
LARGEST = 10**9  # of the common denominator of several unknown numbers, beyond which they are multiplied out


class Quotient(Unknown):
    """A whole number over another, above 0, where it is `defined`; otherwise it is blank. In both, blank counts 0."""

    __slots__ = ("defined", "denominator", "numerator")
    kind: ClassVar[str] = "a number"

    def __init__(self, numerator: Operand, denominator: Operand, defined: Operand) -> None:
        self.numerator = numerator
        self.denominator = denominator
        self.defined = defined

    def as_term(self, terms: TermFactory) -> Operand:
        """Return the term with its values; raise `TableTooLarge` if there are too many."""
        parts = [self.numerator, self.denominator, self.defined]
        pairs = math.prod(part.domain.size for part in parts[:2] if isinstance(part, Term))
        joint = joint_values(parts, min(pairs - 1, MAP_LIMIT)) if pairs > FEW_PAIRS else None
        if joint is not None:
            return function_of(terms, "/", joint, joint.results(parts, quotient_or_blank))
        table = terms.map(Table("/, or blank", _divide), parts[:2])
        return terms.cases([(terms.negation(self.defined), BLANK)], table)

    def whole(self, terms: TermFactory) -> tuple[Operand, int]:
        """Return a whole number and a known one below it, whose quotient this is; raise `TableTooLarge` as `as_term`."""
        if not isinstance(self.denominator, int):
            number = self.as_term(terms)
            number = _scale(terms, number) if isinstance(number, Term) else of_number(number)
            return number.whole(terms)
        return terms.cases([(terms.negation(self.defined), BLANK)], self.numerator), self.denominator


def quotient_or_blank(numerator: Value, denominator: Value, defined: Value) -> Value:
    """Return the value of a quotient from those of its parts."""
    return exact(0 if numerator is BLANK else int(numerator), denominator) if defined is True else BLANK


def _divide(numerator: Value, denominator: Value) -> Value:
    return BLANK if numerator is BLANK or denominator is BLANK or denominator == 0 else exact(numerator, denominator)


def has_fractions(value: Value) -> bool:
    """Check whether a value is, or can be, a number that is not whole."""
    if isinstance(value, Quotient) or type(value) is Fraction:
        return True
    return isinstance(value, Term) and value.domain.has_fractions


def of_number(value: Value) -> Quotient:
    """Return a known number, or blank, as a quotient."""
    if value is BLANK:
        return Quotient(0, 1, False)
    return Quotient(value.numerator, value.denominator, True)


def quotient_of(terms: TermFactory, value: Value) -> Quotient:
    """Return a number, known or not, as a quotient."""
    if isinstance(value, Quotient):
        return value
    if not isinstance(value, Term):
        return of_number(value)
    return _scale(terms, value) if value.domain.has_fractions else Quotient(value, 1, terms.filled(value))


def _scale(terms: TermFactory, value: Term) -> Quotient:
    """Return one of a few fractions over their common denominator."""
    by = common_denominator(tuple(value.domain.values))
    return Quotient(make_multiple(terms, value, by), by, terms.filled(value))


class Quotients:
    """The operators on quotients. All may raise `TableTooLarge`."""

    def __init__(
        self,
        terms: TermFactory,
        product: Callable[[Term, Term], Operand | None],
        compared: Callable[[str, Operand, Operand], Operand | None],
    ) -> None:
        self.terms = terms
        self._product = product
        self._compared = compared  # a comparison in which products occur, None for others

    def operate(self, sign: str, operands: Sequence[Value]) -> Value:
        """Apply `+`, `-`, `*` or `/`, where at least one number is unknown: the result is a whole number or a quotient."""
        quotients = [quotient_of(self.terms, operand) for operand in operands]
        if len(quotients) == 1:
            (only,) = quotients
            factor = -1 if sign == "-" else 1
            return self._simple(Quotient(self._times(factor, only.numerator), only.denominator, only.defined))
        left, right = quotients
        if sign == "/":
            return self._simple(self._over(left, right))
        if sign == "*":
            return self._simple(
                Quotient(
                    self._times(left.numerator, right.numerator),
                    self._times(left.denominator, right.denominator),
                    self._both(left, right),
                )
            )
        return self._simple(self._sum(left, right, -1 if sign == "-" else 1))

    def add_up(self, values: Sequence[Value]) -> Value:
        """Return the sum of numbers; blanks are passed over."""
        quotients = [self.whole(value) for value in values if value is not BLANK]
        by = math.lcm(*(denominator for _, denominator in quotients))
        return self._simple(Quotient(self.terms.linear([(by // of, number) for number, of in quotients]), by, True))

    def equal(self, left: Value, right: Value) -> Operand:
        """Return `==` of two numbers that may be quotients; blank equals blank."""
        if not all(map(self._can_be_number, (left, right))):
            return self.terms.same(self.settle(left), self.settle(right))
        a, b = (quotient_of(self.terms, value) for value in (left, right))
        difference = self._difference(a, b)
        equal = self._compared("==", difference, 0)
        same = self._where_both(a, b, self.terms.equals(difference, 0) if equal is None else equal)
        neither = self.terms.conjunction([self.terms.negation(a.defined), self.terms.negation(b.defined)])
        return self.terms.disjunction([same, neither])

    def less(self, left: Value, right: Value, gap: int) -> Operand:
        """Return whether the left number is smaller, without `gap` also if it is the same; false if either is blank."""
        a, b = (quotient_of(self.terms, value) for value in (left, right))
        difference = self._difference(a, b)
        less = self._compared("<" if gap else "<=", difference, 0)
        return self._where_both(a, b, self.terms.less(difference, 0, gap) if less is None else less)

    def settle(self, value: Value) -> Value:
        """Return a quotient as a term with its values, and anything else as it is."""
        return value.as_term(self.terms) if isinstance(value, Quotient) else value

    @staticmethod
    def _can_be_number(value: Value) -> bool:
        """Check whether a value is nothing but a number or blank: words among the values are compared one by one."""
        if isinstance(value, Term):
            values = value.domain.values
            return isinstance(values, range) or all(type(member) in NUMBERS for member in values)
        return isinstance(value, Quotient) or value is BLANK or type(value) in NUMBERS

    def whole(self, value: Value) -> tuple[Operand, int]:
        """Return a number as a whole one, which is blank where the number is, over a known one."""
        return quotient_of(self.terms, value).whole(self.terms)

    def _simple(self, quotient: Quotient) -> Value:
        """Return a quotient that is known, or whole, as what it is."""
        if (
            isinstance(quotient.denominator, int)
            and not isinstance(quotient.numerator, Term)
            and isinstance(quotient.defined, bool)
        ):
            return (
                exact(int(quotient.numerator), quotient.denominator)
                if quotient.defined and quotient.numerator is not BLANK
                else BLANK
            )
        if quotient.denominator == 1:
            return quotient.whole(self.terms)[0]
        return quotient

    def _times(self, a: Operand, b: Operand) -> Operand:
        """Return the product of two whole numbers."""
        for one, other in ((a, b), (b, a)):
            if not isinstance(one, Term):
                return self.terms.linear([(0 if one is BLANK else int(one), other)])
        product = self._product(a, b)
        if product is None:
            raise TableTooLarge(f"a product of {a.domain} and {b.domain}")
        return product

    def _both(self, a: Quotient, b: Quotient) -> Operand:
        return self.terms.conjunction([a.defined, b.defined])

    def _where_both(self, a: Quotient, b: Quotient, holds: Operand) -> Operand:
        return self.terms.conjunction([self._both(a, b), holds])

    def _multiplied_out(self, a: Quotient, b: Quotient) -> tuple[Operand, Operand, Operand]:
        """Return both numerators over a common denominator, and that."""
        if a.denominator is b.denominator:
            return a.numerator, b.numerator, a.denominator
        if isinstance(a.denominator, int) and isinstance(b.denominator, int):
            by = math.lcm(a.denominator, b.denominator)
            return self._times(by // a.denominator, a.numerator), self._times(by // b.denominator, b.numerator), by
        return (
            self._times(a.numerator, b.denominator),
            self._times(b.numerator, a.denominator),
            self._times(a.denominator, b.denominator),
        )

    def _difference(self, a: Quotient, b: Quotient) -> Operand:
        """Return a number with the sign of the difference, where both are defined."""
        first, second, _ = self._multiplied_out(a, b)
        return self.terms.linear([(1, first), (-1, second)])

    def _sum(self, a: Quotient, b: Quotient, sign: int) -> Quotient:
        """Return the sum, or the difference. Unknown denominators are multiplied only if there are too many values for a list."""
        if a.denominator is not b.denominator and not all(isinstance(quotient.denominator, int) for quotient in (a, b)):
            a, b = self._common_denominator(a), self._common_denominator(b)
        first, second, below = self._multiplied_out(a, b)
        return Quotient(self.terms.linear([(1, first), (sign, second)]), below, self._both(a, b))

    def _common_denominator(self, number: Quotient) -> Quotient:
        """Return one of a few fractions over their common denominator; the number itself if that would be too large."""
        if isinstance(number.denominator, int):
            return number
        try:
            term = number.as_term(self.terms)
        except TableTooLarge:
            return number
        if not isinstance(term, Term):
            return of_number(term)
        return _scale(self.terms, term) if common_denominator(tuple(term.domain.values)) <= LARGEST else number

    def _over(self, a: Quotient, b: Quotient) -> Quotient:
        """Return a over b. Where b is below 0, the signs of both are changed, and where it is 0, the result is blank."""
        above, below = self._times(a.numerator, b.denominator), self._times(a.denominator, b.numerator)
        defined = self._both(a, b)
        if not isinstance(below, Term):
            known = 0 if below is BLANK else int(below)
            if known == 0:
                return Quotient(0, 1, False)
            return Quotient(self._times(1 if known > 0 else -1, above), abs(known), defined)
        defined = self.terms.conjunction([defined, self.terms.negation(self.terms.equals(below, 0))])
        if below.domain.low >= 0:
            return Quotient(above, below, defined)
        negative = self.terms.less(below, 0, 1)
        above, below = (self.terms.cases([(negative, self._times(-1, part))], part) for part in (above, below))
        return Quotient(above, below, defined)
