"""Operators and choices if some values are unknown: the result is a term, a machine, or opaque."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..geometry.places import Cell, Direction
from ..ir.domain import TRUTH
from ..ir.normal_form import NormalForms
from ..ir.operations.polynomial import add, make_polynomial, operate, polynomial_of
from ..ir.polynomial_automaton import clauses
from ..ir.term import Operand, Table, Term, operation_of
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT, TableTooLarge
from ..language import operators
from ..language.budget import Budget
from ..language.operators import LISTS, OPERATORS, Operator, is_number
from ..records import replace
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Blank, Field, Value, describe, is_hashable, is_known, kind_of, typed_key
from .automata.affine import shift_by
from .automata.aggregates import Digits, MappedRuns, RunValues
from .automata.compared_runs import ComparedRuns, compared_runs
from .automata.divisors import divides_along
from .automata.explore import STRETCH_STEPS
from .automata.line_automata import LineAutomata
from .automata.machine import Machine, conjunction, disjunction, map_result, negation, one_of
from .automata.neighbours import Neighbours
from .automata.result_filter import Numbers, set_of
from .extremes import compared_with_extreme
from .groups.network import GroupList, MappedGroups, capped_size
from .joint_tables import clauses_of_tables, function_of, joint_values, truth_of
from .linear_forms import FEW_ROWS, is_by_values, is_sum, ratio_to_count, remainder
from .not_lowered import CLEAR, NotLowered, is_single, not_lowered_inside, passed_on
from .polynomials import Polynomials
from .quotients import SIGNS, Quotient, Quotients, has_fractions, quotient_or_blank
from .reasons import CELLS, GROUP, LIST_VALUE, RUNS, TABLE, reason_of
from .relations import Relations
from .tuples import in_rows

_NOT_MET = object()
_NO_NUMBERS = frozenset((str, Cell, Direction))  # an unknown has one of these values, or it has not: nothing is computed
_FINITE = frozenset((int, Blank))  # so it is with these, where the unknown has a list of values
_PLAIN_SUMMANDS = frozenset(("unknown", "is", "not", "and", "or", "same", "within", "less"))
MOST_EXPONENTS = 64  # of a base without bounds
MOST_DIVISORS = 16  # of a number that is read along a line, for each of which it is read
MOST_QUOTIENTS = 32  # of a sum and a count, which are tried one by one
FEW_OF_SUM = 100  # values of a sum that get literals for a table which is one of many: two digits have as many


def _is_small(operands: Sequence[Operand]) -> bool:
    """Check whether a table of operands is small enough to be one of many; a sum that it reads needs literals of its own."""
    sizes = [operand.domain.size for operand in operands if isinstance(operand, Term)]
    widest = max((operand.domain.size for operand in operands if isinstance(operand, Term) and operand.op == "linear"), default=0)
    return math.prod(sizes) <= STRETCH_STEPS and widest <= FEW_OF_SUM


class Algebra:
    """Applies the operators of the language to values that may be unknown."""

    def __init__(self, terms: TermFactory, budget: Budget, *, answer: bool = False, neighbours: Neighbours | None = None) -> None:
        self.terms = terms
        self.neighbours = neighbours or Neighbours(apart=True)
        self.automata = LineAutomata(terms, budget, answer=answer, neighbours=neighbours)
        self.group_networks = MappedGroups(terms)
        self.normal_forms = NormalForms(terms)
        self.polynomials = Polynomials(terms)
        self.relations = Relations(terms)
        self.quotients = Quotients(terms, self.polynomials.product, self.polynomials.compare)
        self.spells_out = False  # whether runs are lists of all stretches of a line, and not read by machines
        self.has_digits = False  # whether digits of a number that is read have been met
        self.digits_by_value = False  # whether `all` and `any` go through the values that such digits may have
        self.stretches: dict[Term, Any] = {}  # the stretches of lines, by the conditions that they are runs
        # by the terms that are read as their number, and by when they are runs: the same cells can be stretches of two lines
        self.stretches_of: dict[tuple[Term, ...], dict[Operand, Any]] = {}
        self.stretch_with: dict[int, Any] = {}  # the same, by the `id` of their values, which they hold
        self._without_rest: dict[Term, Operand] = {}  # remainders that cases tell, each with the term that it is 0
        self.answer = answer
        self._operated: dict[tuple[str, Value, Value, type, type], Value] = {}
        self._operated_with: dict[tuple[str, type, Value], dict[Term, Value]] = {}  # by the second operand, if many have the same

    # machines

    @property
    def is_put_off(self) -> bool:
        """Check whether what is being lowered has a line that waits for the other rules."""
        return self.automata.is_put_off

    def _operate_on_machines(self, operator: Operator, operands: Sequence[Value]) -> Value:
        """Return an operator's value if an operand is a machine."""
        outcome = self._combined_by(operator, operands)
        if outcome is None and operator.sign in ("==", "!=") and (pair := compared_runs(*operands)) is not None:
            return pair if operator.sign == "==" else pair.negate()
        if isinstance(outcome, Machine) and not outcome.is_abstract and operator.is_truth:
            outcome = self.automata.to_literal_term(outcome)
        if outcome is None or isinstance(outcome, NotLowered):
            settled = [x if isinstance(x, Quotient) else self.automata.to_term(x) for x in operands]
            return (
                passed_on(*settled, is_truth=operator.is_truth)
                if any(not_lowered_inside(x) and not isinstance(x, Quotient) for x in settled)
                else self.operate(operator, settled)
            )
        return outcome

    def _combined_by(self, operator: Operator, operands: Sequence[Value]) -> Value | None:
        among: Numbers | None = None
        if len(operands) == 2 and is_number(operands[1]) and isinstance(operands[0], Machine):
            machine, number = operands
            if operator.sign == "==" and machine.exactly is not None and type(number) is int:
                combined = machine.exactly(number)
                if combined is not None:
                    return combined
            if operator.sign == "%" and machine.remainder is not None and type(number) is int and number > 0:
                return machine.remainder(number)
            if operator.sign in _AT_MOST and machine.at_most is not None and type(number) is int:
                less, is_opposite = _AT_MOST[operator.sign]
                combined = machine.at_most(number - less)
                return self.negate(combined) if is_opposite else combined
            if operator.sign in _AMONG:
                among = _AMONG[operator.sign](number)
        elif len(operands) == 2 and is_number(operands[0]) and operator.sign in _MIRRORED:
            return self._combined_by(OPERATORS[_MIRRORED[operator.sign]], operands[::-1])
        elif operator.sign == "%" and (rest := self._remainder_by_cases(*operands)) is not None:
            return rest
        combined = self.automata.combine(operands, operator.evaluate, operator.sign, among, shift_by(operator, operands))
        if combined is not None and operator.sign == "==" and among is not None:
            return replace(combined, equal_to=(operands[0], operands[1]))
        if combined is not None and operator.sign == "%" and all(isinstance(operand, Machine) for operand in operands):
            combined = replace(combined, exactly=functools.partial(_remainder_is, *operands))
        adds = operator.sign in ("+", "-") or (operator.sign == "*" and any(map(is_known, operands)))
        if combined is not None and adds and all(map(is_sum, operands)):
            return replace(combined, as_sum=lambda terms: self.operate(operator, [self.automata.to_term(x) for x in operands]))
        return combined

    def _remainder_by_cases(self, number: Value, divisor: Value) -> Operand | None:
        """Return the remainder of what is read along a line by one of a few whole numbers; None if it is not that."""
        if not isinstance(number, Machine) or number.remainder is None or number.is_abstract:
            return None
        if not isinstance(divisor, Term) or divisor.domain.endless or divisor.domain.size > MOST_DIVISORS:
            return None
        if not all(value is BLANK or (type(value) is int and value >= 0) for value in divisor.domain):
            return None
        cases = []
        for value in divisor.domain:
            if value is BLANK or value == 0:
                continue  # a remainder by these is blank
            rest = self.automata.to_term(number.remainder(value))
            if isinstance(rest, NotLowered):
                return None
            cases.append((self.terms.equals(divisor, value), rest))
        return self.terms.cases(cases, BLANK)

    # truth

    def truth(self, value: Value) -> Operand:
        """Return the truth of a value; raise `Fault` if it can be anything but true, false or blank."""
        if type(value) is Term and value.domain is TRUTH:  # as most are
            return value
        if isinstance(value, NotLowered):
            return value if isinstance(value, ComparedRuns) else passed_on(value, is_truth=True)
        if isinstance(value, Machine):
            truth = map_result(value, operators.truth, "truth", only_of_true=True)
            return truth if truth.is_abstract else self.automata.to_literal_term(truth)
        if not isinstance(value, Term):
            return operators.truth(value)
        if value.domain.is_truth:
            return value
        if value.domain.has_truths:
            return self.relations.state(self.terms.equals(value, True))
        example = value.domain.examples[0]
        raise Fault(
            Code.WRONG_KIND,
            f"expected true or false, got {kind_of(example)} (its values are {value.domain})",
            "compare it with a value, as in ... == 1",
        )

    def conjoin(self, values: Sequence[Value]) -> Operand:
        """Return `and` of the values; opaque if one is, unless a known member decides."""
        return self._join(values, decisive=False)

    def disjoin(self, values: Sequence[Value]) -> Operand:
        """Return `or` of the values; opaque if one is, unless a known member decides."""
        return self._join(values, decisive=True)

    def _join(self, values: Sequence[Value], *, decisive: bool) -> Operand:
        if CLEAR.issuperset(map(type, values)):  # as most are
            return self.terms.disjunction(values) if decisive else self.terms.conjunction(values)
        if any(isinstance(value, Machine) for value in values):
            return self._join_machines(values, decisive=decisive)
        clear = [value for value in values if not isinstance(value, NotLowered)]
        joined = self.terms.disjunction(clear) if decisive else self.terms.conjunction(clear)
        return joined if joined is decisive or len(clear) == len(values) else passed_on(*values, is_truth=True)

    def _join_machines(self, values: Sequence[Value], *, decisive: bool) -> Value:
        """Return `and` or `or` of machines that read any run."""
        if any(value is decisive for value in values):
            return decisive
        machines = [value for value in values if value is not (not decisive)]
        if not all(isinstance(value, Machine) for value in machines) or len({machine.source for machine in machines}) != 1:
            return NotLowered(RUNS, is_truth=True)
        if decisive and len(machines) > 1 and (among := self._among(machines)) is not None:
            return among
        return disjunction(machines) if decisive else conjunction(machines)

    def _among(self, machines: Sequence[Machine]) -> Value | None:
        """Return "a number is one of several" for the comparisons of one number with each of these; None for others."""
        compared = [machine.equal_to for machine in machines if machine.equal_to is not None]
        if len(compared) < len(machines) or any(number is not compared[0][0] for number, _ in compared):
            return None
        return self.contains(compared[0][0], [value for _, value in compared])

    def negate(self, value: Value) -> Operand:
        """Return `not` of a truth value."""
        if type(value) in CLEAR:  # as most are
            return self.terms.negation(value)
        if isinstance(value, Machine):
            return negation(value, operators.negation)
        if isinstance(value, ComparedRuns):
            return value.negate()
        return passed_on(value, is_truth=True) if isinstance(value, NotLowered) else self.terms.negation(value)

    def choose(self, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
        """Return one of two values by a truth value; for two lists of one length, member by member."""
        if isinstance(condition, bool):
            return then() if condition else otherwise()
        return self._choose(condition, then(), otherwise())

    def _choose(self, condition: Value, then: Value, otherwise: Value) -> Value:
        if isinstance(condition, Machine):
            machine = self.automata.combine([condition, then, otherwise], lambda c, a, b: a if c else b, "if")
            return NotLowered(RUNS) if machine is None else one_of(machine, [then, otherwise])
        then, otherwise = self.automata.to_term(then), self.automata.to_term(otherwise)
        if isinstance(condition, NotLowered) or not_lowered_inside(then) or not_lowered_inside(otherwise):
            return passed_on(condition, then, otherwise)
        if then is otherwise:
            return then
        if isinstance(then, Field) and isinstance(otherwise, Field) and then.same_places(otherwise):
            return Field(then.places, lambda at: self._choose(condition, then[at], otherwise[at]), then.positions)
        if isinstance(then, (list, tuple)) and isinstance(otherwise, (list, tuple)) and len(then) == len(otherwise):
            return [self._choose(condition, a, b) for a, b in zip(then, otherwise, strict=True)]
        if not is_single(then) or not is_single(otherwise):
            return NotLowered(LIST_VALUE)
        return self.terms.cases([(condition, then)], otherwise)

    # operators

    def operate(self, operator: Operator, operands: Sequence[Value]) -> Value:
        """Apply an operator to single values, where at least one is unknown.

        On terms and plain values it is computed once: a rule about placements compares each cell again for each that covers it.
        """
        if len(operands) != 2 or not CLEAR.issuperset(map(type, operands)):
            return self._operate(operator, operands)
        return self.operate_on_clear(operator, *operands)

    def operate_on_clear(self, operator: Operator, left: Value, right: Value) -> Value:
        """Apply an operator to two values of the types in `CLEAR`, where at least one is unknown."""
        if self.automata.only_short:  # what is left to refinement there is not, elsewhere
            return self._operate_on_clear(operator, left, right)
        key = operator.sign, left, right, type(left), type(right)
        result = self._operated.get(key, _NOT_MET)
        if result is _NOT_MET:
            result = self._operated[key] = self._operate_on_clear(operator, left, right)
        return result

    def operate_on_each(self, operator: Operator, unknowns: Sequence[Term], right: Value) -> list[Value]:
        """Apply an operator to each of many unknowns and a value of a type in `CLEAR`, most of which were met before."""
        if self.automata.only_short:
            return [self._operate_on_clear(operator, left, right) for left in unknowns]
        known = self._operated_with.setdefault((operator.sign, type(right), right), {})
        values = [*map(known.get, unknowns)]
        if None in values:
            known.update((left, self.operate_on_clear(operator, left, right)) for left in unknowns if left not in known)
            values = [*map(known.get, unknowns)]
        return values

    def _operate_on_clear(self, operator: Operator, left: Value, right: Value) -> Value:
        """Return an operator's value on two values that are `CLEAR`: no lists, opaque or read along a line."""
        if operator.sign in ("==", "!="):
            same = self._equal_values(left, right)
            return same if operator.sign == "==" else self.negate(same)
        return self._order(operator, left, right) if operator.is_truth else self._arithmetic(operator, [left, right])

    def _operate(self, operator: Operator, operands: Sequence[Value]) -> Value:
        operands = [operand.whole if isinstance(operand, Digits) else operand for operand in operands]
        _refuse_lists(operator, operands)
        if any(isinstance(operand, Machine) for operand in operands):
            return self._operate_on_machines(operator, operands)
        if operator.sign in ("==", "!="):
            same = self.equal(operands[0], operands[1])
            return same if operator.sign == "==" else self.negate(same)
        if any(not_lowered_inside(operand) and not isinstance(operand, Quotient) for operand in operands):
            return passed_on(*operands, is_truth=operator.is_truth)
        if not all(is_single(operand) for operand in operands):
            return operator.evaluate(*operands)  # lists: `+` looks at no member; anything else raises
        if operator.is_truth:
            return self._order(operator, operands[0], operands[1])
        return self._arithmetic(operator, operands)

    def equal(self, left: Value, right: Value) -> Operand:
        """Return `==` of two values, of lists member by member."""
        if type(left) in CLEAR and type(right) in CLEAR:
            return self._equal_values(left, right)
        if isinstance(left, Digits) or isinstance(right, Digits):
            return self.equal(*(side.whole if isinstance(side, Digits) else side for side in (left, right)))
        for one, other in ((left, right), (right, left)):
            if isinstance(one, MappedRuns) and _is_no_list(other):
                return False
        if isinstance(left, Machine) or isinstance(right, Machine):
            return self._operate_on_machines(OPERATORS["=="], [left, right])
        if isinstance(left, GroupList) or isinstance(right, GroupList):
            return self._equal_groups(left, right)
        for one, other in ((left, right), (right, left)):
            is_one = isinstance(other, Quotient) or (is_single(other) and not not_lowered_inside(other))
            if isinstance(one, Quotient) and is_one:
                return self._equal_values(left, right)
        if not_lowered_inside(left) or not_lowered_inside(right):
            return _opaque_equality(left, right)
        if isinstance(left, LISTS) and isinstance(right, LISTS):
            if len(left) != len(right):
                return False
            return self.conjoin([self.equal(a, b) for a, b in zip(left, right, strict=True)])
        if isinstance(left, LISTS) or isinstance(right, LISTS):
            return False
        return self._equal_values(left, right)

    def _equal_values(self, left: Value, right: Value) -> Operand:
        """Return `==` of single values."""
        if type(left) is Term and left.op == "unknown":  # as most are that are compared
            kind = type(right)
            if kind in _NO_NUMBERS or (kind in _FINITE and not left.domain.has_truths and not left.domain.endless):
                return self.terms.equals(left, right)
            if type(right) is Term and right.op == "unknown" and right.domain is left.domain and not left.domain.endless:
                return self.terms.same(left, right)
        if type(left) is Term and type(right) is int:
            if self._is_plain_sum(left):
                return self.relations.state(self.terms.equals(left, right))
            if right == 0 and left in self._without_rest:
                return self._without_rest[left]
        if type(left) is Term is type(right) and left.domain is TRUTH is right.domain and "map" not in (left.op, right.op):
            return self.relations.state(self.terms.same(left, right))
        operators.check_comparable(has_truths(left), has_numbers(left), has_truths(right), has_numbers(right))
        if is_endless(left) or is_endless(right):
            return self._of_quotients(lambda: self.terms.same(*map(self.quotients.settle, (left, right))), is_truth=True)
        if isinstance(left, Quotient) or isinstance(right, Quotient):
            return self._jointly("==", left, right, lambda: self.quotients.equal(left, right))
        if (type(left) is Fraction and not has_fractions(right)) or (type(right) is Fraction and not has_fractions(left)):
            return False
        comparison = compared_with_extreme(self.terms, operators.equal, left, right)
        if comparison is not None:
            return comparison
        left, right = capped_size(self.terms, left, right), capped_size(self.terms, right, left)
        comparison = self.polynomials.compare("==", left, right)
        return self.relations.state(self.terms.same(left, right) if comparison is None else comparison)

    def _is_plain_sum(self, value: Value) -> bool:
        """Check whether a value is a sum in which nothing is compared otherwise than in any sum, as most counts are."""
        return (
            type(value) is Term
            and value.op == "linear"
            and not value.domain.endless
            and not self.terms.products
            and _PLAIN_SUMMANDS.issuperset(map(operation_of, value.args))
        )

    def _equal_groups(self, left: Value, right: Value) -> Operand:
        """Return the term "two groups are the same", or "a group is blank"."""
        group, other = (left, right) if isinstance(left, GroupList) else (right, left)
        if other is BLANK:
            return False if group.is_any else self.terms.negation(group.has(group.source))
        if not isinstance(other, GroupList) or group.group_network is not other.group_network or group.is_any or other.is_any:
            return True if group is other else NotLowered(GROUP, is_truth=True)
        neither = [self.terms.negation(one.has(one.source)) for one in (group, other)]
        return self.terms.disjunction([group.has(other.source), self.terms.conjunction(neither)])

    def contains(self, value: Value, members: Sequence[Value]) -> Operand:
        """Return `in`: the term "the value equals a member"."""
        if isinstance(value, Machine) and all(is_known(member) for member in members):
            machine = self.automata.combine(
                [value],
                operators.among(members),
                ("in", *(typed_key(member) if is_hashable(member) else None for member in members)),
                set_of(member for member in members if is_number(member)),
            )
            assert machine is not None
            return machine if machine.is_abstract else self.automata.to_literal_term(machine)
        if is_endless(value) and isinstance(members, range) and members and members.step == 1 and value.domain.has_only_integers:
            return self.terms.within(value, members[0], members[-1])
        if isinstance(value, (list, tuple)) and not not_lowered_inside(value) and all(map(is_single, value)):
            rows = [member for member in members if isinstance(member, LISTS)]  # nothing else equals several values
            among = in_rows(self.terms, value, rows) if all(map(is_known, rows)) else None
            if among is not None:
                return among
        known = [member for member in members if is_known(member)] if type(value) is Term else []
        if len(known) > 1:
            among = self.polynomials.among(value, known)
            if among is not None:
                return self.disjoin([among, *(self.equal(value, member) for member in members if not is_known(member))])
        return self.disjoin([self.equal(value, member) for member in members])

    def _order(self, operator: Operator, left: Value, right: Value) -> Operand:
        if type(right) is int and self._is_plain_sum(left):
            return self._in_order(operator, left, right)
        operators.check_comparable(has_truths(left), has_numbers(left), has_truths(right), has_numbers(right))
        for operand in (left, right):
            check_numbers(operand, f"`{operator.sign}`", truths=False)
        without_bounds = is_endless(left) or is_endless(right)
        if not without_bounds:
            left, right = _to_whole(operator.sign, left, right)
        if without_bounds or has_fractions(left) or has_fractions(right):
            if operator.sign in (">", ">="):
                left, right = right, left
            gap = 1 if operator.sign in ("<", ">") else 0
            if without_bounds:
                settled = self.quotients.settle
                return self._of_quotients(lambda: self.terms.less(settled(left), settled(right), gap=gap), is_truth=True)
            return self._jointly("<" if gap else "<=", left, right, lambda: self.quotients.less(left, right, gap))
        comparison = compared_with_extreme(self.terms, operator.evaluate, left, right)
        if comparison is not None:
            return comparison
        left, right = capped_size(self.terms, left, right), capped_size(self.terms, right, left)
        comparison = self.polynomials.compare(operator.sign, left, right)
        if comparison is not None:
            return self.relations.state(comparison)
        return self._in_order(operator, left, right)

    def _in_order(self, operator: Operator, left: Operand, right: Operand) -> Operand:
        if operator.sign in (">", ">="):
            left, right = right, left
        return self.relations.state(self.terms.less(left, right, gap=1 if operator.sign in ("<", ">") else 0))

    def _arithmetic(self, operator: Operator, operands: Sequence[Value]) -> Value:
        cells = all(not isinstance(operand, Term) or not operand.domain.has_numbers for operand in operands)
        if operator.sign == "-" and len(operands) == 2 and cells and not any(has_numbers(x) for x in operands):
            can_be_blank = any(operand is BLANK or (isinstance(operand, Term) and operand.domain.blank) for operand in operands)
            return NotLowered(CELLS) if can_be_blank else tuple(operands)  # the midpoint of unknown cells
        for operand in operands:
            check_numbers(operand, f"`{operator.sign}`", truths=True)
        if any(operand is BLANK for operand in operands):
            return BLANK
        if operator.sign == "**" and not is_known(operands[1]):
            return self._power_of_unknown(operands[0], operands[1])
        if any(map(is_endless, operands)):
            return self._of_quotients(
                lambda: self._without_bounds(operator.sign, [self.quotients.settle(operand) for operand in operands])
            )
        if operator.sign == "/" or (operator.sign in SIGNS and any(map(has_fractions, operands))):
            return self._of_quotients(lambda: self.quotients.operate(operator.sign, operands))
        product = self._product(operator, operands)
        if product is not None:
            return product
        linear = self._linear(operator, operands)
        if linear is not None and not is_by_values(operands):
            blank = self.disjoin([self.terms.equals(operand, BLANK) for operand in operands])
            return self.terms.cases([(blank, BLANK)], self.terms.linear(linear))
        if operator.sign == "%" and isinstance(operands[0], Term) and type(operands[1]) is int:
            rest = remainder(self.terms, operands[0], operands[1])
            if rest is not None:
                return rest
        by_quotients = self._by_quotients(operator.sign, *operands) if operator.sign in ("%", "//") else None
        return self.apply(operator.sign, operator.evaluate, operands) if by_quotients is None else by_quotients

    def _power_of_unknown(self, base: Value, exponent: Value) -> Value:
        """Return a power whose exponent is unknown: by a table, or for a base without bounds by each exponent."""
        exponent = self.quotients.settle(exponent)
        try:
            if not is_endless(base) and not is_endless(exponent):
                return self.apply("**", OPERATORS["**"].evaluate, [base, exponent])
            if is_endless(exponent) or exponent.domain.size > MOST_EXPONENTS:
                return NotLowered(TABLE)
            powers = [(value, self.operate(OPERATORS["**"], [base, value])) for value in exponent.domain]
        except Fault as problem:
            message = f"an exponent depends on a layer, and for one of its values {problem.message}"
            help = "give the layer of the exponent only values that are whole and small"
            raise Fault(Code.MUST_BE_KNOWN, message, help) from None
        opaque = next((power for _, power in powers if isinstance(power, NotLowered)), None)
        if opaque is not None:
            return opaque
        cases = [(self.terms.equals(exponent, value), power) for value, power in powers]
        return self.terms.cases(cases[:-1], cases[-1][1])

    def _without_bounds(self, sign: str, operands: Sequence[Operand]) -> Value:
        """Return an operator's value if an operand is a number without bounds."""
        try:
            value = operate(self.terms, sign, operands)
        except TableTooLarge as problem:
            return NotLowered(reason_of(problem, TABLE))
        blank = self.disjoin([self.terms.equals(operand, BLANK) for operand in operands])
        return self.terms.cases([(blank, BLANK)], value)

    def _linear(self, operator: Operator, operands: Sequence[Value]) -> list[tuple[int, Operand]] | None:
        """Return the factors of the operands if the operator is linear, otherwise None."""
        if operator.sign in ("+", "-"):
            signs = (1, -1 if operator.sign == "-" else 1) if len(operands) == 2 else (-1 if operator.sign == "-" else 1,)
            return list(zip(signs, operands, strict=True))
        if operator.sign == "*" and any(not isinstance(operand, Term) for operand in operands):
            known, unknown = sorted(operands, key=lambda operand: isinstance(operand, Term))
            return [(int(known), unknown)]
        return None

    def _by_quotients(self, sign: str, number: Operand, divisor: Operand) -> Operand | None:
        """Return the quotient or the remainder of a sum and a count of the same places, by the few values of the quotient.

        None if it is not that, or a table does. A division by 0 is blank.
        """
        if not isinstance(number, Term) or not isinstance(divisor, Term) or number.domain.blank or divisor.domain.blank:
            return None
        ratios = ratio_to_count(self.group_networks, number, divisor)
        if ratios is None or number.domain.size * divisor.domain.size <= FEW_ROWS:
            return None
        least, most = map(math.floor, ratios)
        if most - least > MOST_QUOTIENTS:
            return None
        terms = self.terms
        rests = [(quotient, terms.linear([(1, number), (-quotient, divisor)])) for quotient in range(least, most + 1)]
        of_each = [(self._order(OPERATORS["<"], rest, divisor), rest if sign == "%" else quotient) for quotient, rest in rests]
        divided = terms.cases([(terms.equals(divisor, 0), BLANK), *of_each[:-1]], of_each[-1][1])
        if sign == "%" and isinstance(divided, Term):
            no_rest = self.disjoin([self.equal(rest, 0) for _, rest in rests])
            is_divisor = divisor.op == "members" or self.negate(terms.equals(divisor, 0))  # no group is empty
            self._without_rest[divided] = self.conjoin([is_divisor, no_rest])
        return divided

    def _product(self, operator: Operator, operands: Sequence[Operand]) -> Operand | None:
        """Return a product or power of unknowns; None if the operator is another one, or a table does."""
        if operator.sign == "*" and all(isinstance(operand, Term) for operand in operands):
            return self.polynomials.product(*operands)
        if operator.sign == "**" and isinstance(operands[0], Term) and type(operands[1]) is int:
            return self.polynomials.power(operands[0], operands[1])
        return None

    def _of_quotients(self, compute: Callable[[], Value], *, is_truth: bool = False) -> Value:
        """Return the result of a computation with quotients; a value that is not lowered if a table would be too large."""
        try:
            return compute()
        except TableTooLarge as problem:
            return NotLowered(reason_of(problem, TABLE), is_truth=is_truth)

    def _jointly(self, sign: str, left: Value, right: Value, multiplied_out: Callable[[], Value]) -> Operand:
        """Return a comparison of fractions: multiplied out, or for all values of the unknowns if these take fewer clauses."""
        truth = self._of_quotients(multiplied_out, is_truth=True)
        most = MAP_LIMIT if isinstance(truth, NotLowered) else clauses_of_tables(truth)
        parts = [*_parts(left), *_parts(right)]
        joint = joint_values(parts, min(most, MAP_LIMIT)) if most else None
        if joint is None:
            return truth
        automaton, order = truth_of(joint, joint.results(parts, functools.partial(_compared_parts, OPERATORS[sign].evaluate)))
        return truth if clauses(automaton) > most else self.terms.automaton(order, automaton)

    def made_whole(self, value: Value) -> tuple[Value, int]:
        """Return a number that may be a fraction as a whole one, and how many times as large that is."""
        if not has_fractions(value):
            return value, 1
        whole = self._of_quotients(lambda: self.quotients.whole(value))
        return (whole, 1) if isinstance(whole, NotLowered) else whole

    # functions of single values

    def apply(self, name: str, compute: Callable[..., Value], operands: Sequence[Value], key: Hashable = None) -> Value:
        """Return a function of single values by its table; opaque if that would be too large or hold lists."""
        operands = [self.automata.to_term(operand) for operand in operands]
        if any(isinstance(operand, NotLowered) or not is_single(operand) for operand in operands):
            return passed_on(*operands)
        if self.automata.only_short and not _is_small(operands):
            return NotLowered(TABLE)
        try:
            return self.terms.map(Table(name, compute, key), list(operands))
        except TableTooLarge as problem:
            joint = joint_values(operands)
            if joint is not None:
                with contextlib.suppress(TableTooLarge):
                    return function_of(self.terms, name, joint, joint.results(operands, compute))
            return NotLowered(reason_of(problem, TABLE))

    def add_up(self, values: Sequence[Value]) -> Value:
        """Return the sum of numbers; blanks are passed over."""
        for value in values:
            check_numbers(value, "`sum`", truths=True)
        if any(map(is_endless, values)):
            return make_polynomial(self.terms, add((1, polynomial_of(self.terms, value)) for value in values))
        if any(map(has_fractions, values)):
            return self._of_quotients(lambda: self.quotients.add_up(values))
        return self.terms.linear([(1, value) for value in values])

    def accumulate(self, sign: str, start: Value, values: Sequence[Value]) -> Value:
        """Return `start sign value sign value ...`, blanks passed over; raise `TableTooLarge` if there are too many results."""
        operator = OPERATORS[sign]
        table = Table(
            f"{sign}, blanks passed over",
            functools.partial(_blanks_passed_over, operator.evaluate),
        )
        result = start
        for value in values:
            result = self.terms.map(table, [result, value])
        return result


def _parts(value: Value) -> tuple[Operand, Operand, Operand]:
    """Return a number as numerator, denominator, and whether it is not blank; a number that is no quotient is the numerator."""
    return (value.numerator, value.denominator, value.defined) if isinstance(value, Quotient) else (value, 1, BLANK)


def _compared_parts(compare: Callable[[Value, Value], Value], *parts: Value) -> Value:
    left, right = (part[0] if part[2] is BLANK else quotient_or_blank(*part) for part in (parts[:3], parts[3:]))
    return compare(left, right)


def _to_whole(sign: str, left: Value, right: Value) -> tuple[Value, Value]:
    """Return two numbers to compare with a known fraction beside a whole number rounded, so that it is compared like others."""
    if type(left) is Fraction and not has_fractions(right):
        return math.floor(left) + (sign in ("<=", ">")), right  # 3/2 < x is the same as 1 < x, and 3/2 <= x as 2 <= x
    if type(right) is Fraction and not has_fractions(left):
        return left, math.floor(right) + (sign in ("<", ">="))
    return left, right


def _opaque_equality(left: Value, right: Value) -> NotLowered:
    """Return the opaque truth "two values are equal". At least one of them is opaque."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, NotLowered) and one.exactly is not None and type(other) is int:
            return one.exactly(other)
    return passed_on(left, right, is_truth=True)


def is_endless(value: Value) -> bool:
    """Check whether a value is a number without bounds."""
    return isinstance(value, Term) and value.domain.endless


def _blanks_passed_over(evaluate: Callable[[Value, Value], Value], a: Value, b: Value) -> Value:
    return a if b is BLANK else b if a is BLANK else evaluate(a, b)


def _remainder_is(number: Machine, by: Machine, rest: int) -> Value:
    """Return whether a remainder is 0 by the primes of the divisor; None if there is nothing better than to compute it."""
    return None if rest else divides_along(by, number, of_zero=False)


_AMONG: Mapping[str, Callable[[int], Numbers]] = {
    "==": lambda number: set_of([number]),
    "!=": lambda number: Numbers(lambda low, high: low != number or high != number, None, math.floor(number) + 1),
    "<": lambda number: Numbers(lambda low, high: low < number, None, math.ceil(number)),
    "<=": lambda number: Numbers(lambda low, high: low <= number, None, math.floor(number) + 1),
    ">": lambda number: Numbers(lambda low, high: high > number, None, math.floor(number) + 1),
    ">=": lambda number: Numbers(lambda low, high: high >= number, None, math.ceil(number)),
}
_AT_MOST = {
    "<": (1, False),
    "<=": (0, False),
    ">": (0, True),
    ">=": (1, True),
}  # what is taken off, and whether it is the opposite
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _refuse_lists(operator: Operator, operands: Sequence[Value]) -> None:
    """Raise `Fault` if an operator on numbers gets a list of runs or the like."""
    if operator.sign in ("==", "!="):
        return
    lists = [operand for operand in operands if isinstance(operand, (MappedRuns, RunValues))]
    if lists and not (operator.sign == "+" and all(isinstance(x, (MappedRuns, RunValues, NotLowered, *LISTS)) for x in operands)):
        raise Fault(
            Code.WRONG_KIND,
            f"`{operator.sign}` needs numbers, but got {kind_of(lists[0])}",
            "len(...) counts its members; sum(...), max(...) and the like combine them",
        )


def _is_no_list(value: Value) -> bool:
    return isinstance(value, (Term, Machine)) or (is_known(value) and not isinstance(value, LISTS))


def has_truths(value: Value) -> bool:
    """Check whether the value is, or can be, a truth value."""
    return value.domain.has_truths if isinstance(value, Term) else isinstance(value, bool)


def has_numbers(value: Value) -> bool:
    """Check whether the value is, or can be, a number."""
    return value.domain.has_numbers if isinstance(value, Term) else isinstance(value, Quotient) or operators.is_number(value)


def check_numbers(value: Value, who: str, *, truths: bool) -> None:
    """Raise `Fault` if the value can be anything but a number or blank, or with `truths` a truth value."""
    are_numbers = isinstance(value, Term) and (value.domain.endless or isinstance(value.domain.values, range))
    if isinstance(value, Quotient) or are_numbers:
        return
    possible = value.domain.values if isinstance(value, Term) else [value]
    for member in possible:
        if member is BLANK or operators.is_number(member) or (truths and isinstance(member, bool)):
            continue
        may = "may be" if isinstance(value, Term) else "is"
        raise Fault(Code.WRONG_KIND, f"{who} needs numbers, but one of its values {may} {kind_of(member)} ({describe(member)})")
