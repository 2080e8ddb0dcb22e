"""A truth along a line that has too many states: what it implies is stated, and candidates that break it are answered with more.

What is implied are remainders, and all of runs of a few values (`implied.py`). A candidate that satisfies them and still breaks
the truth is answered with the next modulus that refuses it, for the whole line: a number that is no square has no remainder of
squares modulo half of all primes. If none does, the lemma is "not this run again", or what the last values may be.
"""

from __future__ import annotations

import functools
import io
import itertools
import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from ...ir.automaton import Automaton
from ...ir.lemma_context import LemmaContext
from ...ir.term import Operand, Refinement, Term
from ...ir.term_factory import TermFactory
from ...language.budget import Deadline
from ...records import dataclass
from ...values import BLANK, Value
from ..joint_tables import diagram, given_first_values
from ..not_lowered import NotLowered
from .aggregates import over_named_runs
from .implied import FIRST_MODULI, MORE_MODULI, short_runs
from .machine import LineSource, Machine, Remaining, State
from .result_filter import TRUE


class MakesTerms(Protocol):
    """What makes terms of machines: `LineAutomata`."""

    terms: TermFactory

    def to_literal_term(self, machine: Machine) -> Operand:
        """Return the term "the result is true", or an opaque value if it has too many states."""


@dataclass(frozen=True, slots=True, eq=False)
class RefinedMachine:
    """The constraint that a machine ends in true. `automata_of` makes what makes terms for lemmas."""

    machine: Machine
    automata_of: Callable[[LemmaContext], MakesTerms]

    def holds(self, values: Sequence[Value]) -> bool:
        """Check whether the machine ends in true."""
        return result_on(self.machine, values) is True

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return the first modulus that refuses these values, for the line, or that a run of them does not come again.

        If the truth is not about each run: what the last values may be if the first ones are these.
        """
        automata = context.tool(self.automata_of)
        assert self.machine.implied is not None
        for by in (*FIRST_MODULI, *MORE_MODULI):
            modulus_machine = self.machine.implied(by, False)
            if modulus_machine is not None and result_on(modulus_machine, values) is not True:
                term = automata.to_literal_term(modulus_machine)
                if isinstance(term, Term):
                    return term
        assert isinstance(self.machine.source, LineSource)
        members, inner = self.machine.source.members, self.machine.each_run
        if inner is not None:
            return self._not_this_run(automata.terms, inner, members, values)
        last_values = functools.partial(self._last_values, members, context.budget.deadline)
        return given_first_values(automata.terms, members, values, last_values)

    def _not_this_run(self, terms: TermFactory, inner: Machine, members: Sequence[Term], values: Sequence[Value]) -> Value:
        """Return a lemma for the first run that is wrong whatever the other runs are; None if no run alone is wrong."""
        for first, after in _runs(values):
            if result_on(inner, values[first:after]) is False:
                return lemma_of_run(terms, inner, members, values, first, after)
        return None

    def _last_values(self, members: Sequence[Term], deadline: Deadline, fixed: Sequence[Value]) -> Automaton:
        """Return the decision diagram of the last values, if the first ones are `fixed`."""
        rest = members[len(fixed) :]
        truths: list[bool] = []
        for values in itertools.product(*(tuple(member.domain) for member in rest)):
            deadline.check()
            truths.append(self.holds((*fixed, *values)))
        return diagram(rest, truths)

    def explicit(self, context: LemmaContext) -> Value:
        """Return None: it has too many states to be written out."""
        return None


def lemma_of_run(
    terms: TermFactory, inner: Machine, members: Sequence[Term], values: Sequence[Value], first: int, after: int
) -> Value:
    """Return a lemma for a wrong run: after its beginning, a run of this length at this place has another value next."""
    alphabets = [[value for value in term.domain if not _is_between_runs(value)] for term in members[first:after]]
    wrong, allowed = _first_wrong(inner, values[first:after], alphabets)
    run = members[first:after]
    same = [terms.equals(member, value) for member, value in zip(run[:wrong], values[first:after], strict=False)]
    inside = [terms.negation(_is_outside(terms, member)) for member in run[wrong:]]
    ends = [_is_outside(terms, members[at]) for at in (first - 1, after) if 0 <= at < len(values)]
    others = [terms.equals(run[wrong], value) for value in allowed]
    return terms.disjunction([terms.negation(terms.conjunction([*same, *inside, *ends])), *others])


def refine_machine(automata: MakesTerms, machine: Machine, automata_of: Callable[[LemmaContext], MakesTerms]) -> Operand | None:
    """Return the term "a machine that reads a line ends in true", refined while solving; None if it is not known to imply any."""
    source = machine.source
    if machine.implied is None or not isinstance(source, LineSource):
        return None
    truth = RefinedMachine(machine, automata_of)
    if not can_be_sent(truth):
        return None
    implied = [implication for by in FIRST_MODULI if (implication := machine.implied(by, True)) is not None]
    if machine.each_run is not None:
        values = {value: None for term in source.members for value in term.domain if not _is_between_runs(value)}
        implied.append(over_named_runs(source, "all", short_runs(machine.each_run, list(values))))
    stated = [automata.to_literal_term(implication) for implication in implied]
    weaker = automata.terms.conjunction([term for term in stated if not isinstance(term, NotLowered)])
    return automata.terms.refined(weaker, source.members, Refinement("line", truth.holds, truth.lemma, truth.explicit))


def result_on(machine: Machine, values: Sequence[Value]) -> Any:
    """Return the result of a machine that reads these values."""
    state = machine.start
    for value in values:
        state = machine.step(state, value)
    return machine.result(state)


def _first_wrong(inner: Machine, run: Sequence[Value], alphabets: Sequence[Sequence[Value]]) -> tuple[int, list[Value]]:
    """Return the position of the first value after which no run of this length is right, and the values that may stand there."""
    largest = max((value for values in alphabets for value in values if type(value) is int), default=0)
    state = inner.start
    for at, value in enumerate(run):
        left = Remaining(len(run) - at - 1, largest, exact=True)

        def can_be(to: State, left: Remaining = left) -> bool:
            return inner.may(to, left, TRUE) and (left.count > 0 or inner.result(to) is True)

        to = inner.step(state, value)
        if not can_be(to):
            return at, [other for other in alphabets[at] if can_be(inner.step(state, other))]
        state = to
    raise AssertionError("the run breaks it")


def _is_between_runs(value: Value) -> bool:
    return value is BLANK or value is False


def _is_outside(terms: TermFactory, member: Term) -> Operand:
    return terms.disjunction([terms.equals(member, BLANK), terms.equals(member, False)])


def _runs(values: Sequence[Value]) -> Iterator[tuple[int, int]]:
    """Yield where each run begins, and the position after it.

    >>> list(_runs([4, BLANK, 1, 2]))
    [(0, 1), (2, 4)]
    """
    first = None
    for at, value in enumerate((*values, BLANK)):
        if _is_between_runs(value):
            if first is not None:
                yield first, at
            first = None
        elif first is None:
            first = at


class _WithoutTerms(pickle.Pickler):
    """Pickles everything but terms, which always can be pickled."""

    def persistent_id(self, obj: object) -> int | None:
        """Return the id that stands for a term; None for other objects."""
        return id(obj) if isinstance(obj, Term) else None


def can_be_sent(truth: object) -> bool:
    """Check whether a truth can be pickled, so that another process can refine it."""
    try:
        _WithoutTerms(io.BytesIO()).dump(truth)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True
