"""What is found along a line: values become something to read, machines become terms when it is known what is wanted of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Sequence

from ...ir.term import Operand, Table, Term
from ...ir.term_factory import TableTooLarge, TermFactory
from ...language.budget import Budget
from ...language.operators import LISTS
from ...syntax.diagnostics import Code, Fault, Note
from ...values import FixedTuple, Value, is_hashable, is_known, typed
from ..not_lowered import OPAQUE, OPAQUE_TRUTH, is_single, not_lowered_inside
from .affine import Shift, shifted
from .aggregates import Streaming, is_natural, read_by
from .explore import ANSWER_STEPS, FIRST_STEPS, DependsOnLayer, Explorer, StateLimitExceeded
from .machine import LineSource, Machine, WalkSource, element, keyed, mapped, side_by_side
from .neighbours import Neighbours
from .result_filter import TRUE, Numbers, ResultFilter


class LineAutomata:
    """Lines, and the terms of what is read along them.

    `answer`: they stand in an answer, which is evaluated where everything is known, so that nothing in it is too large; its folds
    are explored for mistakes only, and its ways not at all. `neighbours`: what other rules say of the values of a line.
    """

    def __init__(self, terms: TermFactory, budget: Budget, *, answer: bool = False, neighbours: Neighbours | None = None) -> None:
        self.terms = terms
        self._answer = answer
        self._neighbours = neighbours
        self.deadline = budget.deadline
        self.limits = budget.limits
        self._explorer = Explorer(budget.deadline, budget.limits)

    def line(self, values: Sequence[Value]) -> LineSource | None:
        """The values as something that a machine can read; a list among them is read as a whole. None where they are opaque."""
        members: list[Term] = []
        for value in [OPAQUE] if isinstance(values, Machine) else values:  # a machine may give a list, or what is none
            member = self._read_whole(value) if isinstance(value, LISTS) else self.settled(value)
            if not_lowered_inside(member) or not is_single(member):
                return None
            if isinstance(member, Term) and member.domain.size > self.limits.transitions:  # nobody goes through so many values
                return None
            members.append(member if isinstance(member, Term) else self.terms.constant(member))
        return LineSource(tuple(members))

    def _read_whole(self, values: Value) -> Value:
        """Several values as one: the term of all their combinations."""
        whole, key = (FixedTuple, "fixed") if isinstance(values, FixedTuple) else (tuple, None)
        members = [self.settled(value) for value in values]
        if any(not_lowered_inside(member) or not is_single(member) for member in members):
            return OPAQUE
        try:
            return self.terms.map(Table("together", lambda *found: whole(found), key), members)
        except TableTooLarge:
            return OPAQUE

    def settled(self, value: Value) -> Value:
        """The value, where it is found along a line, as a term."""
        if not isinstance(value, Machine):
            return value
        if value.as_sum is not None:
            return value.as_sum(self.terms)
        return OPAQUE if value.is_abstract else self._explored(value, None)

    def decided(self, machine: Machine) -> Operand:
        """Whether a machine's result is true, with only those states that can end so."""
        return OPAQUE_TRUTH if machine.is_abstract else self._explored(machine, TRUE)

    def _explored(self, machine: Machine, goal: ResultFilter | None) -> Operand:
        try:
            if isinstance(machine.source, WalkSource) and self._answer:
                return OPAQUE if goal is None else OPAQUE_TRUTH
            if isinstance(machine.source, WalkSource):
                return machine.source.decide(machine, goal)
            assert isinstance(machine.source, LineSource)
            return self._read(machine, machine.source.members, goal)
        except (DependsOnLayer, TableTooLarge):
            return OPAQUE if goal is None else OPAQUE_TRUTH
        except StateLimitExceeded as grown:
            if self._neighbours is not None and self._neighbours.is_first:
                self._neighbours.put_off = True
                return OPAQUE if goal is None else OPAQUE_TRUTH
            if self._answer or machine.folded is None or (self._neighbours is not None and self._neighbours.apart):
                return OPAQUE if goal is None else OPAQUE_TRUTH
            limits = self.limits
            most = f"{limits.states:,} and {limits.transitions:,}"
            raise Fault(
                Code.TOO_MUCH,
                f"the fold along this line is too large: {grown} (the limits are {most})",
                "keep less in its state, or return `fail` as soon as the line cannot become right; "
                + limits.allows("states", "transitions"),
                notes=[Note("its step is here", machine.folded)],
            ) from None

    def _read(self, machine: Machine, members: Sequence[Term], goal: ResultFilter | None) -> Operand:
        def explored(machine: Machine, most_steps: int | None = None) -> Operand:
            return self.terms.automaton(members, self._explorer.explore(machine, members, goal, most_steps))

        if self._answer or self._neighbours is None:
            return explored(machine, ANSWER_STEPS if self._answer else None)
        try:
            return explored(machine, FIRST_STEPS)
        except StateLimitExceeded:
            if self._neighbours.is_first:
                raise
        held = self._neighbours.held(machine, members) if goal is not None else machine
        if held is not machine:
            with contextlib.suppress(StateLimitExceeded):
                return explored(held)
        return explored(machine)

    def over(self, found: Streaming, values: Sequence[Value]) -> Value:
        """An aggregate over values as a machine that takes them one by one."""
        line = self.line(values)
        if line is None:
            return OPAQUE
        member = element(line)
        return read_by(found.make(is_natural(member)), line, member, found.name)

    def combined(
        self,
        operands: Sequence[Value],
        compute: Callable[..., Value],
        key: Hashable,
        among: Numbers | None = None,
        shift: Shift | None = None,
    ) -> Machine | None:
        """A function of machines that read the same, and of known values; none where the operands are not that.

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
        key = keyed(key, tuple(where), *(typed(operand) if is_hashable(operand) else None for operand in known))

        def among_known(*results: Value) -> Value:
            found = iter(results)
            return compute(*[next(found) if is_machine else operand for operand, is_machine in zip(operands, where, strict=True)])

        of = among_known if known else compute
        if not any(machine.folded for machine in machines):
            of(*(machine.result(machine.start) for machine in machines))  # raises where the kinds do not go together
        if len(machines) > 1:
            return side_by_side(machines, of, key)
        return shifted(machines[0], of, key, shift) if shift else mapped(machines[0], of, key, among)
