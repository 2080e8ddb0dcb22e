"""The meaning of operations if some values are unknown: known parts are computed, the rest becomes terms.

A function without a lowering gives something opaque, unless a small table of it does.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..geometry.area import Area
from ..geometry.places import Border, Cell, Corner, Link
from ..ir.domain import TRUTH
from ..ir.operands import are_truths
from ..ir.term import Operand, Term, branches
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT, WIDE, TableTooLarge
from ..language import operators
from ..language.budget import Budget
from ..language.call_binding import Stream, of_its_kind, prepare
from ..language.function_registry import Function, all_functions
from ..language.indexing import PLACES, key_of
from ..language.interpreter import SpecCallable
from ..language.operators import Operator, is_number
from ..language.parameter_types import ParameterType
from ..language.range_predicates import all_range_predicates
from ..language.semantics import Kinds, Semantics
from ..records import replace
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Field, Unknown, Value, is_known, kind_of, typed_key
from .algebra import Algebra
from .automata import aggregates, distinct_members, explicit_runs
from .automata.aggregates import Digits, KeptRuns, MappedRuns, MembershipCondition, RunsOf, RunValues, all_streaming
from .automata.compared_runs import ComparedRuns, PairsOfNumbers, SeveralMemberships
from .automata.explicit_runs import ExplicitList, ExplicitRuns, SpelledDigits
from .automata.implied import predicate
from .automata.machine import LineSource, Machine, RunSource, map_result
from .automata.neighbours import Neighbours
from .automata.result_filter import Numbers
from .automata.run_truths import run_truth
from .groups import groups_of
from .groups.network import AnyGroup, EachGroup, GroupList, Groups
from .lowering_registry import all_lowerings
from .not_lowered import (
    CLEAR,
    NotLowered,
    PartialArea,
    PartialField,
    PartialLines,
    PartialList,
    example,
    is_single,
    not_lowered_inside,
    passed_on,
    single,
)
from .quotients import Quotient
from .reasons import GROUP, GROUPS, GROUPS_TOO_LARGE, INDEX, RUNS, TABLE, UNKNOWN_PLACES, reason_of
from .selection import Selection, UnknownLayer
from .tabulation import case_by_case, tabulate

_DIVIDING = frozenset(("/", "//", "%"))
FEW_ITEMS = 64  # at unknown indices, which are then chosen one by one
_PLACES = frozenset((Cell, Link, Border, Corner))
_NOT_SIMPLE = (Unknown, Field, list, tuple, Stream, SpecCallable)  # what is unknown, or may hold what is
_NOT_PLAIN = (
    NotLowered,
    PartialList,
    PartialField,
    Machine,
    MappedRuns,
    RunValues,
    Quotient,
    MembershipCondition,
    list,
    Stream,
)  # for which more has to be done


class SymbolicSemantics(Semantics):
    """Semantics in which values may be terms, opaque, or lists whose members may be missing.

    `answer`: the expression is an answer, which is never encoded. `neighbours`: the assertions of other rules, for lines. Without
    `strict`, what is known may be known of one grid only, so an index that does not exist is blank there, and no mistake.
    """

    settled = Semantics.settled | {Term}
    areas = Semantics.areas | {GroupList}
    opaque = Kinds(*Semantics.opaque.among, NotLowered)

    def __init__(
        self,
        terms: TermFactory,
        budget: Budget,
        *,
        answer: bool = False,
        neighbours: Neighbours | None = None,
        strict: bool = True,
    ) -> None:
        super().__init__(strict=strict)
        self.terms = terms
        self.algebra = Algebra(terms, budget, answer=answer, neighbours=neighbours)
        self.joins: Mapping[str, Callable[[Sequence[Operand]], Operand]] = {
            "all": terms.conjunction,
            "any": terms.disjunction,
            "count": terms.count,
        }
        self._quantifies = False  # whether the members that are being gone through are those of `all` or `any`
        self._numbers_differ: dict[frozenset[RunSource], Operand] = {}

    def as_truth(self, value: Value) -> Value:
        """Return the value as a truth value."""
        return value if type(value) is Term and value.domain is TRUTH else self.algebra.truth(value)

    def operate(self, operator: Operator, operands: Sequence[Value]) -> Value:
        """Return an operator's value on single values."""
        if len(operands) == 2 and operator.sign not in _DIVIDING:
            left, right = operands
            if type(left) in CLEAR and type(right) in CLEAR:  # as most are
                is_unknown = type(left) is Term or type(right) is Term
                return self.algebra.operate_on_clear(operator, left, right) if is_unknown else operator.evaluate(left, right)
        if all(map(is_known, operands)):
            return super().operate(operator, operands)
        if operator.sign in _DIVIDING and operands[1] == 0:
            if self.strict and not self.algebra.digits_by_value:  # a digit may be 0
                raise Fault(Code.DIVISION_BY_ZERO, f"`{operator.sign}` divides by zero")
            return BLANK
        if operator.sign in ("==", "!=") and (mirrored := self._is_palindrome(*operands)) is not None:
            return mirrored if operator.sign == "==" else self.algebra.negate(mirrored)
        return self.algebra.operate(operator, operands)

    def operate_at_once(self, operator: Operator, left: Value, right: Value) -> Field | None:
        """Return an operator's values on a part of a layer and a single value."""
        if type(left) is not Field or type(right) not in CLEAR or operator.sign in _DIVIDING:
            return None
        unknowns = left.all_read
        if unknowns is None or {*map(type, unknowns)} != {Term}:
            return None
        try:
            return Field.holding(left.places, self.algebra.operate_on_each(operator, unknowns, right), left.positions)
        except (Fault, TableTooLarge):  # a mistake only if the value is used
            return None

    def of_part(self, layer: Value, area: Value, operator: Operator | None, right: Value) -> Sequence[Operand] | None:
        """Return a layer's truth values at the cells of an area or a list, or those of its comparison with a value.

        None where that takes more than to look them up: where one is not read yet, or is no unknown truth value.
        """
        cells = area.cells if isinstance(area, Area) else area if isinstance(area, list) else ()
        if type(layer) is not UnknownLayer or not layer.is_over_cells or not cells:
            return None
        positions = layer.positions_at(cells)
        values = None if positions is None else layer.read_at(positions)
        if operator is None or values is None:
            return values if layer.are_truths else None
        if type(right) not in CLEAR:
            return None
        try:
            values = self.algebra.operate_on_each(operator, values, right)
        except (Fault, TableTooLarge):  # evaluating it place by place raises it again, with its place
            return None
        return values if are_truths(values) else None

    def _is_palindrome(self, left: Value, right: Value) -> Value | None:
        """Return whether a number is a palindrome, where its digits are compared with the same backwards; None for others."""
        one, other = (_whole(side) for side in (left, right))
        if not all(isinstance(side, (Machine, SpelledDigits)) and side.digits_of for side in (one, other)):
            return None
        (number, first), (again, second) = one.digits_of, other.digits_of
        is_same = number is again or (number.key is not None and (number.key, number.source) == (again.key, again.source))
        if not is_same or first == second:
            return True if is_same else None
        is_mirrored: Value = all_lowerings()["is_palindrome"].lower(self.algebra, number)
        return None if is_mirrored is None else self.algebra.truth(is_mirrored)

    def conjoin(self, values: Sequence[Value]) -> Value:
        """Return `and`; a condition that a streamed member is there takes the others into it."""
        if CLEAR.issuperset(map(type, values)) and not self.algebra.spells_out:  # as most are
            return self.terms.conjunction(values)
        present = [value for value in values if isinstance(value, MembershipCondition)]
        if not present:
            return (
                False if self.algebra.spells_out and explicit_runs.exclude(self.algebra, values) else self.algebra.conjoin(values)
            )
        others = self.algebra.conjoin([value for value in values if not isinstance(value, MembershipCondition)])
        if len(present) == 1:
            return MembershipCondition(present[0].of, others)
        if any(isinstance(membership.of, AnyGroup) for membership in present):
            return NotLowered(GROUPS, is_truth=True)
        return SeveralMemberships(present) if others is True else NotLowered(RUNS, is_truth=True)

    def disjoin(self, values: Sequence[Value]) -> Value:
        """Return `or`."""
        return self.terms.disjunction(values) if CLEAR.issuperset(map(type, values)) else self.algebra.disjoin(values)

    def negate(self, value: Value) -> Value:
        """Return `not`."""
        return self.algebra.negate(value)

    def choose(self, condition: Value, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
        """Return one of two values; a streamed member that is dropped is blank."""
        if isinstance(condition, MembershipCondition):
            whole = then() if isinstance(condition.condition, Machine) else None
            member = self.algebra.choose(condition.condition, then if whole is None else lambda: whole, otherwise)
            if isinstance(condition.of, AnyGroup):
                return EachGroup(condition.of, member)
            if isinstance(member, ComparedRuns):
                return member.for_each([condition.of]) if condition.condition is True else passed_on(member)
            if isinstance(condition.of, PairsOfNumbers):
                return NotLowered(RUNS)
            choice = condition.each(member)
            if choice is None:
                return passed_on(member)
            if isinstance(whole, Machine) and isinstance(condition.condition, Machine):
                return KeptRuns(choice.of, choice.member, whole, condition.condition)
            return choice
        if isinstance(condition, SeveralMemberships):
            member = then()
            return member.for_each(condition.lists) if isinstance(member, ComparedRuns) else passed_on(condition, member)
        return self.algebra.choose(condition, then, otherwise)

    def contains(self, value: Value, members: Sequence[Value]) -> Value:
        """Return `in`."""
        if len(members) == 1 and type(members[0]) is GroupList and is_known(value):
            return groups_of.contains(self.algebra, members[0], value)
        if is_known(value) and all(is_known(member) and not isinstance(member, PartialField) for member in members):
            return [operators.equal(value, member) for member in members].count(True) > 0  # what is not compared may be a mistake
        if any(isinstance(member, (MappedRuns, RunValues)) for member in members):
            return self._streamed_contains(value, members)
        if len(members) == 1 and isinstance(members[0], ExplicitList):
            return explicit_runs.holds(self.algebra, members[0], value)
        if any(isinstance(member, (PartialArea, PartialField)) for member in members):
            return groups_of.contains(self.algebra, members[0], value)
        return self.algebra.contains(value, members)

    def _streamed_contains(self, value: Value, members: Sequence[Value]) -> Value:
        """Return the term "a streamed member equals the value"."""
        (streamed, *others) = members
        streamed = streamed.each() if isinstance(streamed, RunValues) else streamed
        if others or not isinstance(streamed, MappedRuns) or not isinstance(streamed.member, Machine):
            return NotLowered(RUNS, is_truth=True)
        is_equal = self.algebra.equal(streamed.member, value)
        if isinstance(is_equal, ComparedRuns):
            comparison = is_equal.for_each([streamed.of])
            some = comparison.aggregate("any") if isinstance(comparison, ComparedRuns) else None
            return NotLowered(RUNS, is_truth=True) if some is None else self._settle_comparison(some)
        if not isinstance(is_equal, Machine):
            return NotLowered(RUNS, is_truth=True)
        any_of = aggregates.aggregate_machine(MappedRuns(streamed.of, is_equal), all_streaming()["any"])
        return NotLowered(RUNS, is_truth=True) if any_of is None else self.as_truth(any_of)

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute; of an unknown cell or direction, by a table."""
        value = self.algebra.automata.to_term(value)
        if isinstance(value, (NotLowered, PartialList)):
            return passed_on(value)
        if not isinstance(value, Term):
            return super().attribute(value, name)
        return self.algebra.apply(f".{name}", functools.partial(_attribute, name), [value])

    def item(self, of: Value, index: Value, literal: bool) -> Value:
        """Return `of[index]`; for an unknown index a choice between the items."""
        is_tuple_of_places = isinstance(index, tuple) and _PLACES.issuperset(map(type, index))
        is_place = is_tuple_of_places or isinstance(index, (int, str, Cell, Area))
        if is_place and not isinstance(of, (Unknown, PartialField)):
            return super().item(of, index, literal)
        if of is BLANK or index is BLANK:
            return BLANK
        index = self.algebra.automata.to_term(index)
        if isinstance(of, ExplicitList) and not (isinstance(of, ExplicitRuns) and of.streamed):
            item = explicit_runs.end(self.algebra, of, index) if index in (0, -1) and (index == 0 or literal) else None
            return NotLowered(RUNS) if item is None else item
        if isinstance(of, (MappedRuns, RunValues, ExplicitRuns)):
            return _streamed_item(of.streamed if isinstance(of, ExplicitRuns) else of, index, literal)
        if isinstance(of, (PartialArea, PartialField)):
            return groups_of.item(self.algebra, of, index)
        if isinstance(of, PartialLines):
            return groups_of.line(self.algebra, of, index == -1) if is_number(index) and index in (0, -1) else NotLowered(GROUP)
        if isinstance(of, Field) and isinstance(index, PartialArea):
            places = [place for _, place in index.members]
            return PartialField(places, [present for present, _ in index.members], lambda at: self.item(of, places[at], False))
        if isinstance(of, PartialList) and isinstance(index, int):
            return self._partial_item(of, index)
        if isinstance(of, (NotLowered, PartialList, Machine)) or isinstance(index, NotLowered):
            return passed_on(of, index)
        if isinstance(index, Term):
            return self._chosen_item(of, index)
        if isinstance(index, (list, Field)) and isinstance(of, Field):
            return self._items(of, tuple(index))
        if not is_known(index):
            return self._item_between(of, index) if isinstance(index, tuple) else NotLowered(INDEX)
        return super().item(of, index, literal)

    def _items(self, of: Field, places: tuple[Value, ...]) -> Field:
        """Return a field at several places."""

        def read(at: int) -> Value:
            place = places[at]
            position = of.position(place) if isinstance(place, (Area, Cell)) else None
            return self.item(of, place, False) if position is None else of[position]

        return Selection(places, read, of)

    def _item_between(self, of: Value, index: tuple[Value, ...]) -> Value:
        """Return the items for all values of the unknown parts of an index such as `(1, c)`; what does not exist is blank."""
        parts = [self.algebra.automata.to_term(part) for part in index]
        if not_lowered_inside(parts):
            return passed_on(*parts)
        if not all(isinstance(part, Term) or is_known(part) for part in parts):
            return NotLowered(INDEX)
        values_of_part = [tuple(part.domain) if isinstance(part, Term) else (part,) for part in parts]
        if math.prod(map(len, values_of_part)) > MAP_LIMIT:
            return NotLowered(TABLE)
        indices = [*itertools.product(*values_of_part)]
        items = self._items_at(of, indices)
        if any(not_lowered_inside(item) or not is_single(item) for item in items):
            return passed_on(*items)
        if len(items) > FEW_ITEMS and all(map(is_known, items)):
            unknown = [at for at, part in enumerate(parts) if isinstance(part, Term)]
            table = {tuple(values[at] for at in unknown): item for values, item in zip(indices, items, strict=True)}
            key = (tuple(map(type, items)), tuple(items))
            return self.algebra.apply("item", functools.partial(_item_between, table), [parts[at] for at in unknown], key)
        cases = [
            (self.terms.conjunction([self.terms.equals(part, value) for part, value in zip(parts, values, strict=True)]), item)
            for values, item in zip(indices, items, strict=True)
            if item is not BLANK
        ]
        return self.terms.cases(cases, BLANK)

    def _partial_item(self, of: PartialList, index: int) -> Value:
        if not 0 <= index < len(of.members):
            return BLANK if index >= 0 else passed_on(of)
        present, value = of.members[index]
        return self.choose(present, lambda: value, lambda: BLANK)

    def _chosen_item(self, of: Value, index: Term) -> Value:
        """Return the items for all values of an unknown index; items that do not exist are blank."""
        values: Sequence[Value] = index.domain.values
        if index.op == "cases" and all(value.op == "constant" for value in index.args[1::2]) and index.args[-1].op == "constant":
            return self._item_by_cases(of, index)
        endless = index.domain.endless
        if endless or (isinstance(values, range) and index.domain.size > WIDE):  # nothing is at most of these numbers
            if not isinstance(of, (list, tuple, Area, Field, dict)):
                return NotLowered(INDEX)
            keys = of.places if isinstance(of, Field) else of if isinstance(of, dict) else ()
            numbers = [*range(len(of)), *filter(is_number, keys)]
            values = [number for number in dict.fromkeys(numbers) if number in index.domain]
        return self._choose(index, values, self._items_at(of, values))

    def _item_by_cases(self, of: Value, index: Term) -> Value:
        """Return the items for an index that is chosen among known values: the same cases, and not all of them for each item."""
        values = [*(value.detail for _, value in branches(index)), index.args[-1].detail]
        places = {typed_key(value): value for value in values if value is not BLANK}
        items = dict(zip(places, self._items_at(of, [*places.values()]), strict=True))
        if any(not_lowered_inside(item) or not is_single(item) for item in items.values()):
            return passed_on(*items.values())
        items_by_value = [BLANK if value is BLANK else items[typed_key(value)] for value in values]
        return self.terms.cases(
            [(condition, item) for (condition, _), item in zip(branches(index), items_by_value, strict=False)], items_by_value[-1]
        )

    def _choose(self, index: Term, values: Sequence[Value], items: Sequence[Value]) -> Value:
        """Return the item beside the value that an unknown has; of lists of one length, member by member."""
        kinds = {*map(type, items)}
        if not kinds <= CLEAR and any(not_lowered_inside(item) or not is_single(item) for item in items):
            if _are_lists_of_one_length(items) and values is index.domain.values and not index.domain.blank:
                members_chosen = [self._choose(index, values, members) for members in zip(*items, strict=True)]
                return tuple(members_chosen) if kinds == {tuple} else members_chosen
            return passed_on(*items)
        is_whole = values is index.domain.values
        if (is_whole or index.domain.size <= MAP_LIMIT) and Term not in kinds and all(map(is_known, items)):
            table = dict(zip(values, items, strict=True))
            names = values if isinstance(values, range) else tuple(map(typed_key, values))
            key = (names, tuple(map(type, items)), tuple(items))
            return self.algebra.apply("item", functools.partial(_item_beside, table), [index], key)
        return self.terms.cases(
            [(self.terms.equals(index, value), item) for value, item in zip(values, items, strict=True)], BLANK
        )

    def _items_at(self, of: Value, indices: Sequence[Value]) -> list[Value]:
        """Return the item at each known index, blank if there is none."""
        if isinstance(of, (list, tuple)) and all(map(is_number, indices)):
            return [of[index] if type(index) is int and 0 <= index < len(of) else BLANK for index in indices]
        strict, self.strict = self.strict, False
        try:
            return [self.item(of, index, False) for index in indices]
        finally:
            self.strict = strict

    def key_of(self, value: Value) -> Value:
        """Return the key of a value in a mapping; for an unknown direction or place, a table of the keys."""
        value = self.algebra.automata.to_term(value)
        if isinstance(value, Term) and any(isinstance(member, PLACES) for member in value.domain.examples):
            return self.algebra.apply("key", key_of, [value])
        return super().key_of(value)

    def slice_list(self, of: Value, cut: slice) -> Value:
        """Return `of[cut]`; opaque if the list is unknown."""
        if isinstance(of, ExplicitRuns) and (piece := of.slice_runs(cut)) is not None:
            return piece
        if isinstance(of, (Digits, SpelledDigits)) and cut == slice(None, None, -1):
            return all_lowerings()["reversed"].lower(self.algebra, _whole(of))
        if isinstance(of, (NotLowered, PartialList, PartialField, MappedRuns, RunValues)):
            return passed_on(of)
        return super().slice_list(of, cut)

    def members(self, value: Value) -> Iterable[Value]:
        """Return the members that `in` compares."""
        if isinstance(value, (MappedRuns, RunValues, PartialArea, PartialField, ExplicitList)):
            return [value]
        if isinstance(value, (NotLowered, PartialList, Machine)):
            return [passed_on(value)]
        return super().members(value)

    def present_members(self, value: Value) -> Iterable[tuple[Value, Value]]:
        """Return the items of a loop with their conditions; for an opaque list, one member that stands for any."""
        if isinstance(value, Groups):
            group = self.algebra.group_networks.each(value.group_network)
            return [(MembershipCondition(group), group.group)]
        if isinstance(value, (PartialList, PartialField)):
            return value.members
        if isinstance(value, PairsOfNumbers):
            return [(MembershipCondition(value), value.pair)]
        if isinstance(value, (Digits, RunValues)) and self._quantifies and self.algebra.digits_by_value:
            return self._each_digit(value)
        if isinstance(value, (MappedRuns, RunValues)):
            return aggregates.present_members(value)
        if isinstance(value, (NotLowered, Machine)):
            return [(passed_on(value, is_truth=True), passed_on(value))]
        return super().present_members(value)

    def _each_digit(self, digits: Digits | RunValues) -> Iterable[tuple[Value, Value]]:
        """Yield each value that a digit may have, with the condition that one has it: to `all` and `any` this is the same."""
        line = digits.of.line
        values = dict.fromkeys(
            value for term in line.members for value in term.domain if value is not BLANK and value is not False
        )
        for value in values:
            yield self._streamed_contains(value, [digits]), value

    def parts(self, value: Value, number: int) -> Value | None:
        """Return the parts of a value that is unpacked; for an opaque one, as many opaque ones."""
        if isinstance(value, (NotLowered, PartialList, Machine, MappedRuns, RunValues)):
            return [passed_on(value)] * number
        return super().parts(value, number)

    def convert(self, kind: ParameterType, value: Value) -> Value | None:
        """Return an argument converted to its kind, or None; every value of a term must be of the kind."""
        if isinstance(value, (MappedRuns, RunValues, PartialList, PartialField)):
            return value if kind.convert(example(value)) is not None else None
        if isinstance(value, (NotLowered, Machine, Quotient)):
            return value
        if isinstance(value, Term):
            return value if all(kind.convert(member) is not None for member in value.domain.examples) else None
        converted = kind.convert(value)
        if converted is None and isinstance(value, (list, tuple)) and not is_known(value):
            return NotLowered(UNKNOWN_PLACES)
        return converted

    def call_function(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """Return a function's value: computed if all arguments are known, else lowered, else by a table, else opaque."""
        values = [*arguments, *keywords.values()] if keywords else arguments
        is_simple = is_plain = True
        for value in values:
            if isinstance(value, _NOT_SIMPLE):
                is_simple = False
                is_plain = is_plain and (not isinstance(value, _NOT_PLAIN) or _is_clear_list(value))
        if is_simple:
            return super().call_function(function, arguments, keywords)
        if is_plain:
            return self._call_plain(function, arguments, keywords)
        outer, self._quantifies = self._quantifies, function.name in ("all", "any")
        try:
            result = self._of_groups(function, arguments, keywords)
            if result is not None:
                return result
            arguments = [self._argument_value(function, value) for value in arguments]
            keywords = {name: self._argument_value(function, value) for name, value in keywords.items()}
        finally:
            self._quantifies = outer
        result = self._along_a_line(function, arguments, keywords)
        if result is not None:
            return result
        arguments, keywords = self._with_terms(function, arguments, keywords)
        return self._call_plain(function, arguments, keywords)

    def _call_plain(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """Return a function's value for arguments that are no streams, groups or machines."""
        values = [*arguments, *keywords.values()] if keywords else arguments
        for value in values:
            if value is BLANK and function.is_blank_for(arguments, keywords):
                return BLANK  # known only now, where what is read along a line came out as blank
        if any(map(not_lowered_inside, values)):
            arguments = [self._as_term(value) for value in arguments]
            keywords = {name: self._as_term(value) for name, value in keywords.items()}
            values = [*arguments, *keywords.values()]
            if any(map(not_lowered_inside, values)):
                return passed_on(*values, is_truth=function.is_truth)
        for value in values:
            if type(value) is Term or isinstance(value, SpecCallable) or not is_known(value):
                return self._by_cases(self._lower(function, arguments, keywords), function, arguments, keywords)
        return super().call_function(function, arguments, keywords)

    def _by_cases(self, value: Value, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """Return a function's value; if it is opaque, by cases of an argument that is one of a few values.

        If an argument may be blank, an opaque value does not count as a truth value: where the argument is blank, the function is
        blank too, not false, and `all` passes over it.
        """
        if not isinstance(value, NotLowered):
            return value
        cases = case_by_case(self.algebra, self, function, arguments, keywords)
        if cases is not None:
            return cases
        is_blank_somewhere = (
            value.is_truth and not function.is_truth and any(map(_may_be_blank, (*arguments, *keywords.values())))
        )
        return passed_on(value) if is_blank_somewhere else value

    def _lower(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        """Return a function's value by its lowering, by its own body if that only arranges values, or by a table."""
        lowering = all_lowerings().get(function.name)
        if lowering:
            try:
                result = lowering.lower(self.algebra, *arguments, **keywords)
            except TableTooLarge as problem:
                result = NotLowered(reason_of(problem, TABLE), is_truth=function.is_truth)
            if result is not None:
                return result
        if function.structural:
            return super().call_function(function, arguments, keywords)
        return tabulate(self.algebra, function, arguments, keywords)

    def _of_groups(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value | None:
        """Return a function's value for groups, or None if no argument is one."""
        lowering = all_lowerings().get(function.name)
        values = (*arguments, *keywords.values())
        if lowering and lowering.takes_groups and any(isinstance(value, PartialArea) for value in values):
            try:
                result: Value = lowering.lower(self.algebra, *arguments, **keywords)
            except TableTooLarge as problem:
                return NotLowered(reason_of(problem, TABLE), is_truth=function.is_truth)
            return self._by_cases(result, function, arguments, keywords)
        if len(arguments) != 1 or keywords or not function.aggregate:
            return None
        try:
            listed = groups_of.aggregate_groups(self.algebra, function.name, arguments[0])
        except TableTooLarge as problem:
            return NotLowered(reason_of(problem, GROUPS_TOO_LARGE), is_truth=function.is_truth)
        return self.call_function(function, [listed], {}) if isinstance(listed, list) else listed

    def _along_a_line(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value | None:
        """Return a function's value for machines, or None if it does not read along a line."""
        values = [*arguments, *keywords.values()]
        first = arguments[0] if arguments else None
        if isinstance(first, list) and len(first) == 1 and isinstance(first[0], MappedRuns):
            first = first[0]  # a generator over what is made along a line
            arguments = [first, *arguments[1:]]
            values = [*arguments, *keywords.values()]
        if len(values) != 1 or function.name not in all_streaming():
            arguments = [_whole(value) for value in arguments]
            keywords = {name: _whole(value) for name, value in keywords.items()}
            values = [*arguments, *keywords.values()]
            first = arguments[0] if arguments else None
        if len(values) == 1 and (joined := self._joined_lists(function, first)) is not None:
            return joined
        lowering = all_lowerings().get(function.name)
        if (
            lowering
            and lowering.takes_machines
            and any(isinstance(value, _READ_BY_STRUCTURE if function.structural else _READ) for value in (first, *values))
        ):
            result: Value = lowering.lower(self.algebra, *arguments, **keywords)
            if result is not None:
                return result
        if any(isinstance(value, Machine) for value in values):
            return self._combined_call(function, arguments, keywords)
        if isinstance(first, RunValues):
            first = first.each()
        if isinstance(first, MappedRuns) and isinstance(first.member, RunValues) and len(values) == 1:
            function.evaluate(aggregates.example(first))  # raises where it does not take lists
        if isinstance(first, MappedRuns) and len(values) == 1 and function.name in all_streaming():
            machine = aggregates.aggregate_machine(first, all_streaming()[function.name])
            if machine is not None:
                return self.algebra.truth(machine) if function.is_truth else machine
        return None

    def _joined_lists(self, function: Function, values: Value) -> Value | None:
        """Return the value of a function of several lists made along lines, or of what is true of runs; None for others."""
        if (
            isinstance(values, list)
            and function.name in ("all", "any")
            and any(isinstance(value, ComparedRuns) for value in values)
        ):
            return self._over_compared_runs(function, values)
        if isinstance(values, list) and function.name in ("all", "any", "count") and any(map(_is_of_line, values)):
            of_one = all_functions()["all" if function.name == "all" else "any"]  # makes the same of a truth, or of blank
            truths = [
                self.algebra.truth(_passing_over_blanks(of_one, value)) if _is_of_line(value) else value for value in values
            ]
            return self.call_function(function, [truths], {})
        if isinstance(values, list) and function.name in ("all", "any") and any(map(_is_of_any_run, values)):
            return self._any_or_all(function, [_passing_over_blanks(function, value) for value in values if value is not BLANK])
        if isinstance(values, list) and any(isinstance(member, MappedRuns) for member in values):
            return self._over_several(function, values)
        is_distinct = isinstance(values, MappedRuns) and function.name == "distinct"
        return self._all_differ(function, [values], []) if is_distinct else None

    def _over_compared_runs(self, function: Function, values: Sequence[Value]) -> Value | None:
        """Return `all` or `any` of values that include comparisons of two lines' numbers; None if they do not decide it."""
        compared = [value for value in values if isinstance(value, ComparedRuns)]
        by_function = [value.aggregate(function.name) for value in compared]
        truths = [self._settle_comparison(value) for value in by_function if value is not None]
        if len(truths) < len(by_function):
            return None
        if len(by_function) == len(values):
            return truths[0] if len(truths) == 1 else self._any_or_all(function, truths)
        others = [value for value in values if not isinstance(value, ComparedRuns)]
        return self._any_or_all(function, [*truths, self.call_function(function, [others], {})])

    def _any_or_all(self, function: Function, truths: Sequence[Value]) -> Value:
        return self.algebra.conjoin(truths) if function.name == "all" else self.algebra.disjoin(truths)

    def _settle_comparison(self, compared: ComparedRuns) -> Value:
        """Return the term if it is about all numbers of both lines; until then what is known of it."""
        if not compared.is_complete:
            return compared
        key = frozenset(compared.sources)  # a loop over all pairs of lines meets each pair twice
        if key not in self._numbers_differ:
            self._numbers_differ[key] = self._all_apart(*compared.sources)
        differ = self._numbers_differ[key]
        return self.algebra.negate(differ) if compared.are_equal else differ

    def _all_apart(self, one: RunSource, other: RunSource) -> Operand:
        """Return the term "no number of one line is one of the other"; where these are one line, that all its numbers differ."""
        if one.line != other.line:
            return distinct_members.share_no_number(self.algebra, one, other)
        numbers = all_lowerings()["numbers"].lower(self.algebra, one.line.members)
        differ = self._all_differ(all_functions()["distinct"], [numbers], [])
        return NotLowered(RUNS, is_truth=True) if differ is None else differ

    def _over_several(self, function: Function, members: Sequence[Value]) -> Value | None:
        """Return an aggregate over lists made along several lines, by its value for each of them; None if that is no help."""
        lists = [member for member in members if isinstance(member, MappedRuns)]
        others = [member for member in members if not isinstance(member, MappedRuns)]
        if function.name == "distinct":
            return self._all_differ(function, lists, others)
        if function.name in ("max", "min") and not others and (extreme := _extreme_of_lists(function.name, lists)) is not None:
            return extreme(self.terms)
        joined = _JOINED_BY.get(function.name)
        if joined is None:
            return None
        truths = [self.call_function(function, [member], {}) for member in lists]
        truths += [self.call_function(function, [others], {})] if others else []
        if function.name == "all":
            return self.algebra.conjoin(truths)
        return (
            self.algebra.disjoin(truths) if function.name == "any" else self.call_function(all_functions()[joined], [truths], {})
        )

    def _all_differ(self, function: Function, lists: Sequence[MappedRuns], others: Sequence[Value]) -> Value | None:
        """Return the term "no two members of lists made along lines are equal", or None if nothing tells it."""
        differ = None if others else distinct_members.numbers_differ(self.algebra, lists)
        if differ is not None:
            return differ
        if len(lists) == 1 and not others:
            machine = aggregates.aggregate_machine(lists[0], all_streaming()[function.name])
            differ = None if machine is None else self.algebra.truth(machine)
            if differ is None or isinstance(differ, Machine) or not isinstance(differ, NotLowered):
                return differ
        ends = distinct_members.ends_of_runs(self.algebra, lists)
        if ends is None or any(map(not_lowered_inside, ends)):
            return None
        return self.call_function(function, [[*ends, *others]], {})

    def _combined_call(self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Value | None:
        """Return a machine for a function of machines, or None if these do not read the same."""
        named = tuple(keywords)
        parameters = function.parameters_of(arguments, keywords)
        boards = arguments[:1] if function.takes_board else ()

        def compute(*operands: Value) -> Value:
            given = [
                prepare(function, parameter, value, super(SymbolicSemantics, self).convert)
                for parameter, value in zip(parameters, operands[len(boards) :], strict=True)
            ]
            if any(value is BLANK and not p.kind.takes_blank for p, value in zip(parameters, given, strict=True)):
                return BLANK
            unnamed = len(given) - len(named)
            return function.evaluate(*boards, *given[:unnamed], **dict(zip(named, given[unnamed:], strict=True)))

        values = [*arguments, *keywords.values()]
        machine = _predicate(function, arguments, keywords)
        if machine is None:
            machine = self.algebra.automata.combine(
                values, compute, (function.name, named), _among(function, arguments, keywords)
            )
        if machine is None or machine.is_abstract:
            return machine
        if machine.tells is not None and isinstance(machine.source, LineSource):
            # true where it is a run of any of the lines: of which one is meant, the rule says where this truth counts
            stretches = self.algebra.stretches_of.get(machine.source.members, {})
            truths = [run_truth(self.algebra.automata, machine, stretch) for stretch in stretches.values()]
            if truths and None not in truths:
                return self.algebra.disjoin(truths)
        return self.algebra.automata.to_literal_term(machine) if function.is_truth else machine

    def _with_terms(
        self, function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]
    ) -> tuple[list[Value], dict[str, Value]]:
        """Return the arguments with terms instead of machines, whose kind is only known now."""
        boards = list(arguments[:1]) if function.takes_board else []
        given = [*arguments[len(boards) :], *keywords.values()]
        settled = []
        for parameter, value in zip(function.parameters_of(arguments, keywords), given, strict=True):
            term = self._as_term(value)
            is_new = isinstance(value, (Machine, Quotient)) and term is not BLANK
            settled.append(of_its_kind(function, parameter, term, self.convert) if is_new else term)
        positional = len(settled) - len(keywords)
        return [*boards, *settled[:positional]], dict(zip(keywords, settled[positional:], strict=True))

    def _as_term(self, value: Value) -> Value:
        """Return an argument with terms instead of machines and quotients."""
        if isinstance(value, list):
            return [self._as_term(member) for member in value]
        if isinstance(value, Field) and not isinstance(value, PartialField) and any(isinstance(part, Quotient) for part in value):
            return value.like(lambda at: self._as_term(value[at]))
        return self.algebra.automata.to_term(value)

    def _argument_value(self, function: Function, value: Value) -> Value:
        """Return a stream as a list, and for an aggregate a partial list with blanks for missing members."""
        if isinstance(value, Stream):
            return list(value)
        if isinstance(value, ExplicitList) and function.name == "len":
            return [self._unless_missing(present, True) for present, _ in value.members]
        if isinstance(value, (PartialList, PartialField)) and function.aggregate:
            return [self._unless_missing(present, member) for present, member in value.members]
        return value

    def _unless_missing(self, present: Value, member: Value) -> Value:
        return self.choose(present, lambda: member, lambda: BLANK)


_READ = (Machine, MappedRuns, RunValues)
_READ_BY_STRUCTURE = (*_READ, ExplicitRuns, SpelledDigits)

# The functions over several lists, with the one that joins their values for each.
_JOINED_BY = {"all": "all", "any": "any", "count": "sum", "len": "sum", "sum": "sum", "max": "max", "min": "min"}


def _extreme_of_lists(name: str, lists: Sequence[MappedRuns]) -> Callable[[TermFactory], Operand] | None:
    """Return how the largest or smallest number along several lines is found; None if they are lists of something else."""
    numbers = [
        (streamed.of.line, streamed.member)
        for streamed in lists
        if isinstance(streamed.of, RunsOf) and not streamed.of.same and isinstance(streamed.member, Machine)
    ]
    return aggregates.extreme_of_numbers(name, numbers) if len(numbers) == len(lists) else None


def _is_of_any_run(value: Value) -> bool:
    return isinstance(value, Machine) and value.is_abstract


def _is_of_line(value: Value) -> bool:
    return isinstance(value, Machine) and not value.is_abstract


def _passing_over_blanks(function: Function, value: Value) -> Value:
    """Return a member of `all` or `any`; a result that is blank counts as if it was not there."""
    if not isinstance(value, Machine):
        return value
    machine = map_result(value, functools.partial(_alone, function.name), ("alone", function.name), rises=True)
    if value.spelled is None and value.equal_to is None:
        return machine
    return replace(machine, spelled=value.spelled, equal_to=value.equal_to)  # what has these is never blank


def _alone(name: str, value: Value) -> Value:
    return all_functions()[name].evaluate([value])


def _is_clear_list(value: Value) -> bool:
    return isinstance(value, list) and CLEAR.issuperset(map(type, value))


def _whole(value: Value) -> Value:
    """Return a list of digits as the result of one machine, for what does not take digits one by one."""
    return value.whole if isinstance(value, Digits) else value


def _are_lists_of_one_length(items: Sequence[Value]) -> bool:
    return all(isinstance(item, (list, tuple)) for item in items) and len({*map(len, items)}) == 1


def _item_between(table: Mapping[tuple[Value, ...], Value], *values: Value) -> Value:
    return table[values]


def _item_beside(table: Mapping[Value, Value], value: Value) -> Value:
    return table.get(value, BLANK)


def _streamed_item(of: Value, index: Value, literal: bool) -> Value:
    """Return the member of what is found along a line at an index."""
    if is_known(index) and not is_number(index):
        raise Fault(Code.WRONG_KIND, f"a position in a list must be a number, but got {kind_of(index)}")
    is_read = isinstance(of, (MappedRuns, RunValues)) and isinstance(index, int) and (index >= 0 or literal)
    member = aggregates.item(of, index) if is_read else None
    return NotLowered(RUNS) if member is None else member


def _attribute(name: str, value: Value) -> Value:
    return single(Semantics().attribute(value, name))


def _predicate(function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Machine | None:
    """Return a machine for a truth about one number that is read, which knows what it implies; None for other functions."""
    predicate_of_range = all_range_predicates().get(function.name)
    names = [parameter.name for parameter in function.parameters]
    given = {**dict(zip(names, arguments, strict=False)), **keywords}
    number = None if predicate_of_range is None else given.pop(predicate_of_range.parameter, None)
    if not isinstance(number, Machine) or not all(map(is_known, given.values())):
        return None
    return predicate(number, function.name, given)


def _among(function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> Numbers | None:
    """Return the numbers for which a function is true, or None if nothing is known of them."""
    predicate_of_range = all_range_predicates().get(function.name)
    names = [parameter.name for parameter in function.parameters]
    given = {**dict(zip(names, arguments, strict=False)), **keywords}
    if (
        predicate_of_range is None
        or not isinstance(given.pop(predicate_of_range.parameter, None), Machine)
        or not all(map(is_known, given.values()))
    ):
        return None
    return Numbers(lambda low, high: low < 0 or bool(predicate_of_range.exists(low, high, **given)))  # any negative number may be


def _may_be_blank(argument: Value) -> bool:
    """Check whether an argument may be blank: a group that may not be there, or an unknown or opaque value. No machine is one."""
    if isinstance(argument, PartialArea):
        return argument.missing is not False
    return isinstance(argument, NotLowered) or (isinstance(argument, Term) and argument.domain.blank)
