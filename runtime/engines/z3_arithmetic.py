"""Numbers without bounds in Z3: comparisons of polynomials as terms of Z3's linear and non-linear arithmetic.

A product of a number without bounds and one with few values is stated value by value, so that it stays linear.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import z3
from gridwright.compiler.encode import arithmetic
from gridwright.compiler.language.operators import MAX_BITS, is_allowed
from gridwright.compiler.values import Number, exact

Made = arithmetic.Division | arithmetic.Floor | arithmetic.ExtremeNumber | arithmetic.ProductNumber
Unbounded = arithmetic.UnboundedNumber | Made


class Irrational(Exception):
    """A number of a model is not rational."""


class TooLarge(Exception):
    """A number of a model is larger than the language allows."""


class Z3Arithmetic:
    """Translates comparisons for one solver. `literal` returns Z3's term of a literal."""

    def __init__(self, context: z3.Context, state: Callable[[Any], None], literal: Callable[[int], Any]) -> None:
        self._context = context
        self._state = state
        self._literal = literal
        self._numbers: dict[int, Any] = {}
        self._chosen: dict[tuple[arithmetic.ChosenNumber | arithmetic.WeightedNumber, Any], Any] = {}
        self._made: dict[Made, Any] = {}
        self._fresh = 0

    def compare(self, comparison: arithmetic.NumberComparison) -> None:
        """State when the literal of a comparison is true."""
        zero, total = self._constant(0), self._polynomial(comparison.polynomial)
        relation = {"==": total == zero, "<": total < zero, "<=": total <= zero}[comparison.relation]
        self._state(self._literal(comparison.literal) == relation)

    def values(self, model: Any) -> dict[int, Number]:
        """Return the numbers of a model; raise `Irrational` if one is not rational, `TooLarge` if one is too large."""
        return {number: _value(model.eval(term, model_completion=True)) for number, term in self._numbers.items()}

    def _polynomial(self, polynomial: arithmetic.Polynomial) -> Any:
        products = [self._product(times, factors) for times, factors in polynomial]
        return z3.Sum(products) if len(products) > 1 else products[0] if products else self._constant(0)

    def _product(self, times: Number, factors: Sequence[arithmetic.Factor]) -> Any:
        """Return a product: first of what has no bounds, then times each number with few values."""
        product = None
        for factor in factors:
            if not isinstance(factor, arithmetic.ChosenNumber | arithmetic.WeightedNumber):
                number = self._endless(factor)
                product = number if product is None else product * number
        for factor in factors:
            if isinstance(factor, arithmetic.ChosenNumber):
                product = self._by_value(factor, product)
            elif isinstance(factor, arithmetic.WeightedNumber):
                product = self._weigh(factor, product)
        scale = self._constant(times)
        return scale if product is None else product if times == 1 else scale * product

    def _endless(self, factor: Unbounded) -> Any:
        if isinstance(factor, arithmetic.UnboundedNumber):
            number = self._numbers.get(factor.number)
            if number is None:
                make = z3.Int if factor.whole else z3.Real
                number = self._numbers[factor.number] = make(f"number {factor.number}", self._context)
            return number
        if factor not in self._made:
            if isinstance(factor, arithmetic.Floor):
                self._made[factor] = z3.ToInt(_real(self._polynomial(factor.of)))
            elif isinstance(factor, arithmetic.ExtremeNumber):
                self._made[factor] = self._extreme(factor)
            elif isinstance(factor, arithmetic.ProductNumber):
                self._made[factor] = self._multiply(factor)
            else:
                self._made[factor] = self._quotient(factor)
        return self._made[factor]

    def _extreme(self, factor: arithmetic.ExtremeNumber) -> Any:
        """Return a new number that is one of several, and none of them is better; 0 if there is none."""
        numbers = [(self._literal(literal), self._polynomial(number)) for literal, number in factor.numbers]
        if not all(number.is_int() for _, number in numbers):
            numbers = [(there, _real(number)) for there, number in numbers]
        extreme = self._variable(z3.Int if numbers[0][1].is_int() else z3.Real)
        for there, number in numbers:
            self._state(z3.Implies(there, extreme >= number if factor.is_max else extreme <= number))
        none = z3.And([z3.Not(there) for there, _ in numbers])
        self._state(z3.Or([z3.And(none, extreme == 0), *(z3.And(there, extreme == number) for there, number in numbers)]))
        return extreme

    def _multiply(self, factor: arithmetic.ProductNumber) -> Any:
        """Return the product of several numbers, in which one that is not there is 1."""
        numbers = [(self._literal(literal), self._polynomial(number)) for literal, number in factor.numbers]
        if not all(number.is_int() for _, number in numbers):
            numbers = [(there, _real(number)) for there, number in numbers]
        product = None
        for there, number in numbers:
            unit = z3.IntVal(1, self._context) if number.is_int() else z3.RealVal(1, self._context)
            present_number = z3.If(there, number, unit)
            product = present_number if product is None else product * present_number
        return product

    def _quotient(self, factor: arithmetic.Division) -> Any:
        """Return a new number that is 0 where the divisor is, and otherwise the dividend if multiplied by it."""
        dividend, divisor = (_real(self._polynomial(part)) for part in (factor.dividend, factor.divisor))
        quotient = self._variable(z3.Real)
        self._state(z3.If(divisor == 0, quotient == 0, quotient * divisor == dividend))
        return quotient

    def _by_value(self, factor: arithmetic.ChosenNumber, times: Any) -> Any:
        """Return a new number that is, for each value, the multiple of the other by it."""
        key = factor, times
        variable = self._chosen.get(key)
        if variable is None:
            whole = (times is None or times.is_int()) and all(type(value) is int for value, _ in factor.options)
            variable = self._chosen[key] = self._variable(z3.Int if whole else z3.Real)
            if times is None:
                values = [value for value, _ in factor.options]
                self._state(variable >= self._constant(min(values)))
                self._state(variable <= self._constant(max(values)))
            for value, literal in factor.options:
                multiple = self._constant(value) if times is None or not value else self._constant(value) * times
                self._state(z3.Implies(self._literal(literal), variable == multiple))
        return variable

    def _weigh(self, factor: arithmetic.WeightedNumber, times: Any) -> Any:
        key = factor, times
        total = self._chosen.get(key)
        if total is None:
            unit = self._constant(1) if times is None else times
            parts = [
                z3.If(self._literal(literal), self._constant(weight) * unit, self._constant(0))
                for weight, literal in factor.pairs
            ]
            total = self._chosen[key] = z3.Sum([self._constant(factor.constant) * unit, *parts])
        return total

    def _variable(self, make: Any) -> Any:
        self._fresh += 1
        return make(f"auxiliary number {self._fresh}", self._context)

    def _constant(self, value: Number) -> Any:
        if type(value) is int:
            return z3.IntVal(value, self._context)
        return z3.RealVal(f"{value.numerator}/{value.denominator}", self._context)


def _real(number: Any) -> Any:
    return z3.ToReal(number) if number.is_int() else number


def _value(number: Any) -> Number:
    """Return a number of a model exactly."""
    if z3.is_int_value(number):
        return _integer(number)
    if not z3.is_rational_value(number):
        raise Irrational
    return exact(Fraction(_integer(number.numerator()), _integer(number.denominator())))


def _integer(value: Any) -> int:
    digits = value.as_string()  # Python refuses to read very many
    if len(digits) > MAX_BITS or not is_allowed(number := int(digits)):
        raise TooLarge
    return number
