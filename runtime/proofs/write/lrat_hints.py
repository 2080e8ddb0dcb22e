"""From the clauses that a solver has learned (RUP) to steps that are checked without a search (LRAT).

Forwards, every learned clause is taken in until unit propagation comes to a contradiction; backwards, what the contradiction
rests on is looked at again, and the clauses that became unit are noted (Heule, Hunt and Wetzler 2013). What is not needed falls
away. A literal that follows without any assumption becomes a step of its own, once. Of bounds the clauses are stated that the
steps need. Nobody has to trust this: its result is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gridwright.compiler.encode.problem import Bound
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.records import dataclass

from ...solving.propagation_kernels import PLAIN, compile_kernels
from ...solving.unit_propagation import Clause
from .propagation import ProofPropagation

MUCH = 20_000_000  # clauses times learned clauses, from which on it pays to compile what follows them


class ProofStep(NamedTuple):
    """A step of a refutation: its number, its literals, and the numbers of the clauses that become unit one after the other.

    >>> str(ProofStep(7, (1, -2), (3, 5)))
    '7 1 -2 0 3 5 0'
    """

    number: int
    literals: Sequence[int]
    hints: Sequence[int]

    def __str__(self) -> str:
        return " ".join(map(str, (self.number, *self.literals, 0, *self.hints, 0)))


@dataclass(frozen=True, slots=True)
class Refutation:
    """Clauses that follow from single bounds, each with the position of its bound, and steps.

    The clauses that were given are numbered from 1; those that are explained come after them, and then the steps.
    """

    explained: Sequence[tuple[int, Clause]]
    steps: Sequence[ProofStep]


class NotImplied(Exception):
    """A learned clause does not follow by unit propagation."""


def with_hints(
    variables: int,
    clauses: Sequence[Clause],
    learned: Iterable[Clause],
    bounds: Iterable[Bound] = (),
    deadline: Deadline = NO_DEADLINE,
) -> Refutation:
    """Return a refutation of clauses and bounds (weighted literals add up to at most a number); raise `NotImplied` if none."""
    bounds, learned = list(bounds), list(learned)
    state = ProofPropagation(variables, bounds, (compile_kernels() if _is_much(clauses, learned) else None) or PLAIN)
    conflict, given = _take(state, clauses, deadline)
    before: list[int] = []  # how long the trail was before each learned clause
    numbers: list[int] = []  # of learned clauses
    for clause in learned if conflict is None else ():
        deadline.check()
        before.append(state.length)
        numbers.append(state.size)
        conflict = state.take(clause)
        if conflict is not None:
            break
    if conflict is None:
        raise NotImplied("the learned clauses do not give a contradiction")
    backwards = _Backwards(state, numbers, before, deadline)
    backwards.look(conflict)
    names = {number: number + 1 for number in range(given)}
    names |= {number: at for at, (_, number) in enumerate(state.explained, len(clauses) + 1)}
    explained = [(bound, tuple(sorted(state.clause(number)))) for bound, number in state.explained]
    return Refutation(explained, list(backwards.numbered_steps(names, len(clauses) + len(explained))))


def _is_much(clauses: Sequence[Clause], learned: Sequence[Clause]) -> bool:
    """Check whether there is enough work for the time that compiling takes."""
    return len(clauses) * len(learned) > MUCH


def _take(state: ProofPropagation, clauses: Sequence[Clause], deadline: Deadline) -> tuple[int | None, int]:
    """Take in what is given: the number of a clause that is false then, or none, and how many clauses were taken in."""
    conflict = state.settle()
    if conflict is not None:
        return conflict, 0
    for count, clause in enumerate(clauses):
        if count & 4095 == 0:
            deadline.check()
        conflict = state.take(clause)
        if conflict is not None:
            return conflict, count + 1
    return None, len(clauses)


class _Backwards:
    """Notes what the contradiction rests on, from the last clause to the first. `numbers`, `before`: of the learned clauses."""

    def __init__(self, state: ProofPropagation, numbers: Sequence[int], before: Sequence[int], deadline: Deadline) -> None:
        self.state = state
        self.numbers = numbers
        self.before = before
        self.deadline = deadline
        self.units: set[int] = set()  # literals that follow without assumptions
        self.hints: dict[int, tuple[list[int], list[int]]] = {}  # by learned clause
        self.segments: list[list[tuple[int, int]]] = []  # literals and their reasons, from before each learned clause on
        self.last: tuple[list[int], list[int]] = [], []

    def look(self, conflict: int) -> None:
        """Look at everything that a false clause rests on."""
        self.last = [-literal for literal in self.state.clause(conflict)], [conflict]
        self.state.need(conflict)
        self.units.update(self.last[0])
        for number, length in zip(reversed(self.numbers), reversed(self.before), strict=True):
            self.deadline.check()
            self.segments.append(self._units_since(length))
            self.state.undo(length)
            self.state.put_to_sleep(number)
            if self.state.is_needed(number):
                self.hints[number] = self._implying(number)
        self.segments.append(self._units_since(0))
        self.segments.reverse()

    def _units_since(self, length: int) -> list[tuple[int, int]]:
        """Return the needed literals of the trail from a position on, with their reasons, in order."""
        units = []
        for literal in reversed(self.state.since(length)):
            if literal in self.units:
                reason = self.state.because(literal)
                self.state.need(reason)
                self.units.update(-other for other in self.state.clause(reason) if other != literal)
                units.append((literal, reason))
        return units[::-1]

    def _implying(self, number: int) -> tuple[list[int], list[int]]:
        """Return the premises of a learned clause: literals that follow on their own, and then clauses in their order."""
        state = self.state
        begin = state.length
        for literal in state.clause(number):
            if state.value(literal) > 0 and not state.is_assumed(literal):
                state.undo(begin)
                self.units.add(literal)
                return [literal], []
            if state.value(literal) == 0:
                state.assume(-literal)
        conflict = state.propagate(begin)
        if conflict is None:
            raise NotImplied(f"a learned clause does not follow: {state.clause(number)}")
        trail = state.since(begin)
        clauses = [conflict]
        seen = {-literal for literal in state.clause(conflict)}
        for literal in reversed(trail):
            if literal in seen and not state.is_assumed(literal):
                clauses.append(state.because(literal))
                seen.update(-other for other in state.clause(clauses[-1]) if other != literal)
        for clause in clauses:
            state.need(clause)
        known = sorted(seen.difference(trail))
        self.units.update(known)
        state.undo(begin)
        return known, clauses[::-1]

    def numbered_steps(self, names: dict[int, int], number: int) -> Iterator[ProofStep]:
        """Yield the steps, numbered after `number`. `names`: the numbers of clauses; those of learned ones are added."""
        clause = self.state.clause
        units: dict[int, int] = {}

        def step(literals: Sequence[int], known: Iterable[int], others: Iterable[int]) -> ProofStep:
            return ProofStep(number, literals, [units[literal] for literal in known] + [names[earlier] for earlier in others])

        for learned, segment in zip([None, *self.numbers], self.segments, strict=True):
            if learned in self.hints:
                number += 1
                yield step(sorted(clause(learned)), *self.hints[learned])
                names[learned] = number
            for literal, reason in segment:
                number += 1
                yield step([literal], sorted(-other for other in clause(reason) if other != literal), [reason])
                units[literal] = number
        number += 1
        yield step([], sorted(self.last[0]), self.last[1])
