"""From the clauses that a solver has learned (DRUP) to steps that are checked without a search (LRAT).

Forwards, every learned clause is taken in until unit propagation comes to a contradiction; backwards, what the contradiction
rests on is looked at again, and the clauses that became unit are noted (Heule, Hunt and Wetzler 2013). What is not needed falls
away. A literal that follows without any assumption becomes a step of its own, once. Nobody has to trust this: its result is
checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gridwright.compiler.budget import NO_DEADLINE, Deadline

Clause = Sequence[int]


class Step(NamedTuple):
    """A step of a refutation: its number, its literals, and the numbers of the clauses that become unit one after the other.

    >>> str(Step(7, (1, -2), (3, 5)))
    '7 1 -2 0 3 5 0'
    """

    number: int
    literals: Sequence[int]
    hints: Sequence[int]

    def __str__(self) -> str:
        return " ".join(map(str, (self.number, *self.literals, 0, *self.hints, 0)))


class NotImplied(Exception):
    """A learned clause does not follow by unit propagation."""


class _Propagation:
    """Clauses with two watched literals each, and a trail that is taken back in order. `limit`: clauses from there on sleep.

    Clauses that are needed already are followed first, so that a contradiction among them is found before others come in
    (core-first, as in drat-trim: Wetzler, Heule and Hunt 2014). It also leaves most of the others alone.
    """

    def __init__(self, variables: int) -> None:
        size = 2 * variables + 2  # by literal, negative ones counted from the end
        self.clauses: list[list[int]] = []
        self.needed: list[bool] = []  # by clause
        self.value = [0] * size  # 1 true, -1 false
        self.reason = [-1] * size  # by literal that is true
        self.trail: list[int] = []
        self.watchers: list[list[int]] = [[] for _ in range(size)]
        self.first_watchers: list[list[int]] = [[] for _ in range(size)]  # of needed clauses
        self.limit = 1 << 60

    def assign(self, literal: int, reason: int) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.reason[literal] = reason
        self.trail.append(literal)

    def undo(self, length: int) -> None:
        value, trail = self.value, self.trail
        for literal in trail[length:]:
            value[literal] = value[-literal] = 0
        del trail[length:]

    def add(self, clause: Clause, at: dict[int, int]) -> int | None:
        """Take in a clause, `at` being positions in the trail; the number of a clause that is false already, or none."""
        literals = list(dict.fromkeys(clause))
        value = self.value
        if any(value[literal] < 0 for literal in literals):
            literals.sort(
                key=lambda literal: (value[literal] < 0, -at.get(-literal, 0))
            )  # false ones last, of these the latest first
        number = len(self.clauses)
        self.clauses.append(literals)
        self.needed.append(False)
        if len(literals) > 1:
            self.watchers[literals[0]].append(number)
            self.watchers[literals[1]].append(number)
        if not literals or value[literals[0]] < 0:
            return number
        if value[literals[0]] == 0 and (len(literals) == 1 or value[literals[1]] < 0):
            self.assign(literals[0], number)
        return None

    def propagate(self, begin: int) -> int | None:
        """Follow the trail from a position on; the number of a clause that became false, or none."""
        trail, needed = self.trail, begin
        while True:
            while needed < len(trail):
                needed += 1
                conflict = self._follow(-trail[needed - 1], self.first_watchers, False)
                if conflict is not None:
                    return conflict
            if begin == len(trail):
                return None
            begin += 1
            conflict = self._follow(-trail[begin - 1], self.watchers, True)
            if conflict is not None:
                return conflict

    def _follow(self, false: int, watchers: list[list[int]], is_last: bool) -> int | None:
        """Look at what watches a literal that became false. `is_last`: needed clauses move to where they are looked at first."""
        value, clauses, limit, needed = self.value, self.clauses, self.limit, self.needed
        watching = watchers[false]
        kept: list[int] = []
        for position, number in enumerate(watching):
            if number >= limit:  # asleep for good: backwards, it is never needed again
                continue
            clause = clauses[number]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            stay, into = kept, watchers
            if is_last and needed[number]:
                stay, into = self.first_watchers[false], self.first_watchers
            if value[first] > 0:
                stay.append(number)
                continue
            for place in range(2, len(clause)):
                if value[clause[place]] >= 0:
                    clause[1], clause[place] = clause[place], false
                    into[clause[1]].append(number)
                    break
            else:
                stay.append(number)
                if value[first] < 0:
                    kept += watching[position + 1 :]
                    watchers[false] = kept
                    return number
                self.assign(first, number)
        watchers[false] = kept
        return None


def with_hints(
    variables: int, clauses: Sequence[Clause], learned: Iterable[Clause], deadline: Deadline = NO_DEADLINE
) -> list[Step]:
    """The steps of an LRAT proof that clauses, numbered from 1, cannot all be true. `NotImplied` where it is none."""
    state = _Propagation(variables)
    at: dict[int, int] = {}
    before: list[int] = []  # how long the trail was before each learned clause
    conflict: int | None = None

    def take(clause: Clause) -> int | None:
        begin = len(state.trail)
        found = state.add(clause, at)
        if found is None:
            found = state.propagate(begin)
        for position in range(begin, len(state.trail)):
            at[state.trail[position]] = position
        return found

    for count, clause in enumerate(clauses):
        if count & 4095 == 0:
            deadline.check()
        conflict = take(clause)
        if conflict is not None:
            break
    given = len(state.clauses)
    if conflict is None:
        for clause in learned:
            before.append(len(state.trail))
            conflict = take(clause)
            if conflict is not None:
                break
            deadline.check()
    if conflict is None:
        raise NotImplied("the learned clauses come to no contradiction")
    return _Backwards(state, given, len(clauses), before, deadline).steps(conflict)


class _Backwards:
    """Notes what the contradiction rests on, from the last clause to the first."""

    def __init__(self, state: _Propagation, given: int, offset: int, before: Sequence[int], deadline: Deadline) -> None:
        self.state = state
        self.given = given  # how many clauses were not learned
        self.offset = offset  # the number of the last of all clauses that were given
        self.before = before
        self.deadline = deadline
        self.units: set[int] = set()  # literals that follow without assumptions

    def steps(self, conflict: int) -> list[Step]:
        """The steps of the proof."""
        last = [-literal for literal in self.state.clauses[conflict]]
        self.state.needed[conflict] = True
        self.units.update(last)
        hints: dict[int, tuple[list[int], list[int]]] = {}
        segments: list[list[tuple[int, int]]] = []
        for position in range(len(self.before) - 1, -1, -1):
            self.deadline.check()
            number = self.given + position
            segments.append(self._units_since(self.before[position]))
            self.state.undo(self.before[position])
            self.state.limit = number
            if self.state.needed[number]:
                hints[number] = self._implied(number)
        segments.append(self._units_since(0))
        return list(self._written(segments[::-1], hints, conflict, last))

    def _units_since(self, length: int) -> list[tuple[int, int]]:
        """The needed literals of the trail from a position on, with their reasons, in order."""
        found = []
        for literal in reversed(self.state.trail[length:]):
            if literal in self.units:
                reason = self.state.reason[literal]
                self.state.needed[reason] = True
                self.units.update(-other for other in self.state.clauses[reason] if other != literal)
                found.append((literal, reason))
        return found[::-1]

    def _implied(self, number: int) -> tuple[list[int], list[int]]:
        """What a learned clause follows from: literals that follow on their own, and then clauses in their order."""
        state = self.state
        begin = len(state.trail)
        for literal in state.clauses[number]:
            if state.value[literal] > 0 and state.reason[literal] >= 0:
                state.undo(begin)
                self.units.add(literal)
                return [literal], []
            if state.value[literal] == 0:
                state.assign(-literal, -1)
        conflict = state.propagate(begin)
        if conflict is None:
            raise NotImplied(f"a learned clause does not follow: {state.clauses[number]}")
        late = set(state.trail[begin:])
        found = [conflict]
        seen = {-literal for literal in state.clauses[conflict]}
        for literal in reversed(state.trail[begin:]):
            reason = state.reason[literal]
            if literal in seen and reason >= 0:
                found.append(reason)
                seen.update(-other for other in state.clauses[reason] if other != literal)
        for each in found:
            self.state.needed[each] = True
        known = sorted(seen - late)
        self.units.update(known)
        state.undo(begin)
        return known, found[::-1]

    def _written(
        self,
        segments: Sequence[Sequence[tuple[int, int]]],
        hints: dict[int, tuple[list[int], list[int]]],
        conflict: int,
        last: Sequence[int],
    ) -> Iterator[Step]:
        clauses = self.state.clauses
        steps: dict[int, int] = {}  # of learned clauses
        units: dict[int, int] = {}
        number = self.offset

        def step(literals: Sequence[int], known: Iterable[int], others: Iterable[int]) -> Step:
            return Step(number, literals, [units[literal] for literal in known] + [steps.get(each, each + 1) for each in others])

        for position, segment in enumerate(segments):
            learned = self.given + position - 1
            if position and learned in hints:
                number += 1
                yield step(sorted(clauses[learned]), *hints[learned])
                steps[learned] = number
            for literal, reason in segment:
                number += 1
                yield step([literal], sorted(-other for other in clauses[reason] if other != literal), [reason])
                units[literal] = number
        number += 1
        yield step([], sorted(last), [conflict])
