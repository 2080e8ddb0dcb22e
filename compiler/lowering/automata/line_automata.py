"""Lines and automata: values become lines, machines become terms when the wanted results are known."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Hashable, Sequence

from ...ir.lemma_context import LemmaContext
from ...ir.term import Operand, Table, Term
from ...ir.term_factory import TermFactory
from ...ir.term_store import TableTooLarge
from ...language.budget import Budget
from ...language.operators import LISTS
from ...syntax.diagnostics import Code, Fault, Note
from ...values import FixedTuple, Value, is_hashable, is_known, typed_key
from ..not_lowered import NotLowered, is_single, not_lowered_inside, passed_on
from ..quotients import Quotient
from ..reasons import ANSWER, LAYER_IN_STEP, RUNS, TABLE, TOO_MANY_STATES, reason_of
from .affine import Shift, shift_machine
from .aggregates import Streaming, read_by
from .explore import (
    ANSWER_STEPS,
    FIRST_STEPS,
    REFINED_STEPS,
    STRETCH_STEPS,
    DependsOnLayer,
    ExploredLines,
    Explorer,
    StateLimitExceeded,
)
from .machine import LineSource, Machine, WalkSource, element, joint_key, map_result, side_by_side
from .neighbours import Neighbours
from .refined_machine import refine_machine
from .result_filter import TRUE, Numbers, ResultFilter


class LineAutomata:
    """Makes lines of values, and terms of the machines that read them.

    `answer`: they stand in an answer, which is evaluated when everything is known, so that nothing in it is too large; its folds
    are explored for mistakes only, and its walks not at all. `neighbours`: the assertions of other rules on the values of a line.
    """

    def __init__(self, terms: TermFactory, budget: Budget, *, answer: bool = False, neighbours: Neighbours | None = None) -> None:
        self.terms = terms
        self._answer = answer
        self._neighbours = neighbours
        self.only_short = False  # whether what takes many steps is left to refinement, as there are many lines
        self.deadline = budget.deadline
        self.limits = budget.limits
        self._explorer = Explorer(budget.deadline, budget.limits, terms.beside(ExploredLines))

    @property
    def is_put_off(self) -> bool:
        """Check whether a line of the rule waits for the other rules."""
        return self._neighbours is not None and self._neighbours.is_first and self._neighbours.put_off

    @classmethod
    def for_lemmas(cls, context: LemmaContext) -> LineAutomata:
        """Return a maker of automata for lemmas; it prunes large ones by the assertions about neighbouring values."""
        neighbours = Neighbours()
        neighbours.know(context.asserted)
        return cls(context.terms, context.budget, neighbours=neighbours)

    def line(self, values: Sequence[Value]) -> LineSource | None:
        """Return the values as a line that a machine can read, or None if one is opaque. A list is read as one value."""
        members: list[Term] = []
        for value in [passed_on(values)] if isinstance(values, Machine) else values:  # a machine may give a list, or what is none
            member = self._read_whole(value) if isinstance(value, LISTS) else self.to_term(value)
            if not_lowered_inside(member) or not is_single(member):
                return None
            members.append(member if isinstance(member, Term) else self.terms.constant(member))
        return None if self._are_wide(members) else LineSource(tuple(members))

    def no_line(self, values: Sequence[Value]) -> NotLowered:
        """Return the opaque value of what would read these values as a line, if they are none."""
        if isinstance(values, Machine):
            return passed_on(values)
        members = [self._read_whole(value) if isinstance(value, LISTS) else self.to_term(value) for value in values]
        return NotLowered(TABLE) if self._are_wide(members) else passed_on(*members)

    def _are_wide(self, members: Sequence[Value]) -> bool:
        """Check whether the members of a line have so many values that the steps from one state to the next are too many."""
        most = STRETCH_STEPS if self.only_short else self.limits.transitions
        return sum(member.domain.size for member in members if isinstance(member, Term)) > most

    def _read_whole(self, values: Value) -> Value:
        """Return several values as one: the term of all their combinations."""
        whole, key = (FixedTuple, "fixed") if isinstance(values, FixedTuple) else (tuple, None)
        members = [self.to_term(value) for value in values]
        if any(not_lowered_inside(member) or not is_single(member) for member in members):
            return passed_on(*members)
        try:
            joint = self.terms.map(Table("together", functools.partial(_together, whole), key), members)
        except TableTooLarge as problem:
            return NotLowered(reason_of(problem, TABLE))
        return joint if isinstance(joint, Term) else self.terms.constant(joint)

    def to_term(self, value: Value) -> Value:
        """Return the value; a machine or a quotient as the term of its values, or opaque if that has too many."""
        if isinstance(value, Quotient):
            try:
                return value.as_term(self.terms)
            except TableTooLarge as problem:
                return NotLowered(reason_of(problem, TABLE))
        if not isinstance(value, Machine):
            return value
        if value.as_sum is not None:
            return self.to_term(value.as_sum(self.terms))
        return NotLowered(RUNS) if value.is_abstract else self._explore(value, None)

    def to_literal_term(self, machine: Machine) -> Operand:
        """Return the term "the result is true", with only those states that can end so, or opaque."""
        return NotLowered(RUNS, is_truth=True) if machine.is_abstract else self._explore(machine, TRUE)

    def _explore(self, machine: Machine, result_filter: ResultFilter | None) -> Operand:
        is_truth = result_filter is not None
        try:
            if isinstance(machine.source, WalkSource) and self._answer:
                return NotLowered(ANSWER, is_truth=is_truth)
            if isinstance(machine.source, WalkSource):
                return machine.source.decide(machine, result_filter)
            assert isinstance(machine.source, LineSource)
            return self._read(machine, machine.source.members, result_filter)
        except DependsOnLayer:
            return NotLowered(LAYER_IN_STEP, is_truth=is_truth)
        except TableTooLarge as problem:
            return NotLowered(reason_of(problem, TABLE), is_truth=is_truth)
        except StateLimitExceeded as grown:
            if machine.spelled is not None and is_truth and isinstance(machine.source, LineSource):
                return machine.spelled(self.terms, machine.source.members)
            if self.only_short:
                return NotLowered(TOO_MANY_STATES, is_truth=is_truth)
            if self._neighbours is not None and self._neighbours.is_first:
                self._neighbours.put_off = True
                return NotLowered(TOO_MANY_STATES, is_truth=is_truth)
            if machine.conjuncts and is_truth:  # each may have few states, where all together have too many
                truths = [self._explore(conjunct, result_filter) for conjunct in machine.conjuncts]
                opaque = next((truth for truth in truths if isinstance(truth, NotLowered)), None)
                return self.terms.conjunction(truths) if opaque is None else opaque
            if machine.implied is not None and is_truth and not self._answer:
                refined_truth = refine_machine(self, machine, LineAutomata.for_lemmas)
                if refined_truth is not None:
                    return refined_truth
            if self._answer or machine.folded is None or (self._neighbours is not None and self._neighbours.apart):
                return NotLowered(TOO_MANY_STATES, is_truth=is_truth)
            limits = self.limits
            most = f"{limits.states:,} and {limits.transitions:,}"
            raise Fault(
                Code.TOO_MUCH,
                f"the fold along this line is too large: {grown} (the limits are {most})",
                "keep less in its state, or return `fail` as soon as the line cannot become right; "
                + limits.allows("states", "transitions"),
                notes=[Note("its step is here", machine.folded)],
            ) from None

    def _read(self, machine: Machine, members: Sequence[Term], result_filter: ResultFilter | None) -> Operand:
        is_said_of_runs = result_filter is TRUE and machine.each_run is not None  # so it can be spelled out

        def explore(machine: Machine, most_steps: int | None = None) -> Operand:
            foresees = most_steps is not None or is_said_of_runs
            automaton = self._explorer.explore(machine, members, result_filter, most_steps, foresees=foresees)
            return self.terms.automaton(members, automaton)

        if self.only_short:
            return explore(machine, STRETCH_STEPS)
        if self._answer or self._neighbours is None:
            return explore(machine, ANSWER_STEPS if self._answer else None)
        try:
            return explore(machine, FIRST_STEPS)
        except StateLimitExceeded:
            if machine.conjuncts and result_filter is TRUE:  # a pass intersects those that are smaller together
                with contextlib.suppress(StateLimitExceeded):
                    return self.terms.conjunction([explore(conjunct, FIRST_STEPS) for conjunct in machine.conjuncts])
            if self._neighbours.is_first:
                raise
        most = REFINED_STEPS if machine.implied and result_filter is TRUE else None
        held = self._neighbours.restrict(machine, members) if result_filter is not None else machine
        if held is not machine:
            with contextlib.suppress(StateLimitExceeded):
                return explore(held, most)
        return explore(machine, most)

    def over(self, aggregate: Streaming, values: Sequence[Value]) -> Value:
        """Return an aggregate over values as a machine that takes them one by one."""
        line = self.line(values)
        if line is None:
            return self.no_line(values)
        return read_by(aggregate, line, element(line))

    def combine(
        self,
        operands: Sequence[Value],
        compute: Callable[..., Value],
        key: Hashable,
        among: Numbers | None = None,
        shift: Shift | None = None,
    ) -> Machine | None:
        """Return a function of known values and of machines that read the same; None if the operands are others.

        `among`: as for `mapped`. `shift`: what the function is, where it adds a known number or multiplies with one.
        """
        machines = [operand for operand in operands if isinstance(operand, Machine)]
        known = [operand for operand in operands if not isinstance(operand, Machine)]
        if not all(is_known(operand) for operand in known) or len({machine.source for machine in machines}) != 1:
            return None
        if len({machine.momentary for machine in machines}) != 1:
            return None
        if len(machines) > 1 and isinstance(machines[0].source, WalkSource):
            return None
        where = [isinstance(operand, Machine) for operand in operands]
        key = joint_key(key, tuple(where), *(typed_key(operand) if is_hashable(operand) else None for operand in known))
        given = [None if is_machine else operand for operand, is_machine in zip(operands, where, strict=True)]
        of = functools.partial(_apply_to_results, compute, where, given) if known else compute
        if not any(machine.folded for machine in machines):
            of(*(machine.result(machine.start) for machine in machines))  # raises where the kinds do not go together
        if len(machines) > 1:
            return side_by_side(machines, of, key)
        return shift_machine(machines[0], of, key, shift) if shift else map_result(machines[0], of, key, among)


def _together(whole: Callable[[tuple[Value, ...]], Value], *values: Value) -> Value:
    return whole(values)


def _apply_to_results(compute: Callable[..., Value], is_result: Sequence[bool], given: Sequence[Value], *results: Value) -> Value:
    """Return the value of a function; `results` are the results of machines, `given` has all other arguments."""
    rest = iter(results)
    return compute(*[next(rest) if is_machine else operand for operand, is_machine in zip(given, is_result, strict=True)])
