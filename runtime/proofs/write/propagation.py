"""Unit propagation over clauses and bounds, taken back in order; what a bound leads to is told as a clause.

A bound, "these literals, each so many times, come to at most so much", never becomes a set of clauses. Where it makes a literal
false, a few of its true literals are the reason, and the clause over these is stated then, once (lazy explanation: Nieuwenhuis,
Oliveras and Tinelli 2006).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from .propagation_kernels import NONE, PLAIN, Arrays, Machinery, assign, settle, watch

Clause = Sequence[int]
Pairs = Sequence[tuple[int, int]]  # factors and literals
Bounds = Sequence[tuple[Pairs, int]]

NO_REASON = NONE  # that of an assumption; a bound's is below it, a clause's its number


class ProofPropagation:
    """Clauses with two watched literals each, bounds with what is left of them, and a trail.

    Clauses that are needed already are followed first, so that a contradiction among them is found before others come in
    (core-first, as in drat-trim: Wetzler, Heule and Hunt 2014), and bounds last. It also leaves most of the others alone.
    """

    def __init__(self, variables: int, bounds: Bounds = (), machinery: Machinery = PLAIN) -> None:
        self.explained: list[tuple[int, int]] = []  # bounds, and the clauses that were stated of them
        self._machinery = machinery
        self._bounds = [sorted(pairs, key=lambda pair: -pair[0]) for pairs, _ in bounds]
        self._high = [high for _, high in bounds]
        self.size = 0  # how many clauses there are
        self._known: dict[tuple[int, ...], int] = {}  # explanations
        self._arrays = self._empty(2 * variables + 2)

    def _empty(self, size: int) -> Arrays:
        """No clause yet. `size`: of what is told by literal."""
        zeros = self._machinery.zeros
        inside: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for number, pairs in enumerate(self._bounds):
            for factor, literal in pairs:
                inside[literal].append((number, factor))
        clauses, filled = 1 << 10, self._machinery.filled
        found = Arrays(
            *(zeros(8 * clauses), zeros(clauses + 1), zeros(clauses), zeros(clauses), zeros(2 * clauses)),
            *(zeros(size), zeros(size), zeros(size), zeros(size), zeros(size), zeros(size)),
            filled([0, 0]),
            filled([0, *itertools.accumulate(map(len, self._bounds))]),
            filled([factor for pairs in self._bounds for factor, _ in pairs]),
            filled([literal for pairs in self._bounds for _, literal in pairs]),
            filled(self._high),
            filled([0, *itertools.accumulate(map(len, inside))]),
            filled([number for each in inside for number, _ in each]),
            filled([factor for each in inside for _, factor in each]),
        )
        for literal in range(size):
            found.first[literal] = found.other[literal] = NONE
        return found

    # what is so

    @property
    def length(self) -> int:
        """How long the trail is."""
        return int(self._arrays.ends[0])

    def since(self, begin: int) -> list[int]:
        """The trail from a position on: the literals that are true, in their order."""
        return self._machinery.listed(self._arrays.trail[begin : self.length])

    def value(self, literal: int) -> int:
        """1 where a literal is true, -1 where it is false, 0 where neither is known."""
        return self._arrays.value[literal]

    def is_assumed(self, literal: int) -> bool:
        """Whether a true literal is so for no reason."""
        return self._arrays.reason[literal] == NO_REASON

    def clause(self, number: int) -> list[int]:
        """The literals of a clause."""
        start = self._arrays.start
        return self._machinery.listed(self._arrays.pool[start[number] : start[number + 1]])

    # what changes

    def need(self, number: int) -> None:
        """A step rests on a clause."""
        self._arrays.needed[number] = 1

    def is_needed(self, number: int) -> bool:
        """Whether a step rests on a clause."""
        return bool(self._arrays.needed[number])

    def put_to_sleep(self, number: int) -> None:
        """Follow a clause no longer."""
        self._arrays.asleep[number] = 1

    def assume(self, literal: int) -> None:
        """Make a literal true, for no reason."""
        assign(self._arrays, literal, NO_REASON)

    def undo(self, length: int) -> None:
        """Take back the end of the trail."""
        self._machinery.undo(self._arrays, length)

    def settle(self) -> int | None:
        """What follows from the bounds alone; the number of a clause that is false then, or none."""
        for bound in range(len(self._bounds)):
            conflict = self._conflict(settle(self._arrays, bound))
            if conflict is not None:
                return conflict
        return self.propagate(0)

    def take(self, clause: Clause) -> int | None:
        """Take in a clause and what follows; the number of one that became false, or none."""
        literals = list(dict.fromkeys(clause))
        value, at = self._arrays.value, self._arrays.at
        if any(value[literal] < 0 for literal in literals):  # false ones last, of these the latest first
            literals.sort(key=lambda literal: (value[literal] < 0, -at[-literal] if value[literal] < 0 else 0))
        number = self._kept(literals, False)
        if not literals or value[literals[0]] < 0:
            return number
        if value[literals[0]] == 0 and (len(literals) == 1 or value[literals[1]] < 0):
            begin = self.length
            assign(self._arrays, literals[0], number)
            return self.propagate(begin)
        return None

    def propagate(self, begin: int) -> int | None:
        """Follow the trail from a position on; the number of a clause that became false, or none."""
        return self._conflict(self._machinery.propagate(self._arrays, begin))

    def _conflict(self, found: int) -> int | None:
        """The number of a clause that is false, which is stated now where it is a bound that cannot hold."""
        if found == NONE:
            return None
        return self._explain(NO_REASON - 1 - found, 0, 0) if found < NONE else int(found)

    def _kept(self, literals: Sequence[int], is_needed: bool) -> int:
        """The number of a new clause, which the first two of its literals are watched for."""
        number, begin = self.size, self._arrays.start[self.size]
        end = begin + len(literals)
        while len(self._arrays.pool) < end:
            self._arrays = self._arrays._replace(pool=self._machinery.longer(self._arrays.pool))
        if len(self._arrays.needed) == number:
            names = ("start", "needed", "asleep", "following")
            self._arrays = self._arrays._replace(**{name: self._machinery.longer(getattr(self._arrays, name)) for name in names})
        arrays = self._arrays
        for at, literal in enumerate(literals, begin):
            arrays.pool[at] = literal
        arrays.start[number + 1] = end
        arrays.needed[number] = is_needed
        self.size += 1
        for slot, literal in enumerate(literals[:2] if len(literals) > 1 else ()):
            watch(arrays.following, arrays.first if is_needed else arrays.other, literal, 2 * number + slot)
        return number

    # bounds as reasons

    def because(self, literal: int) -> int:
        """The number of the clause that made a literal true, which is stated now where it was a bound."""
        reason = int(self._arrays.reason[literal])
        if reason < NO_REASON:
            bound = NO_REASON - 1 - reason
            factor = next(factor for factor, other in self._bounds[bound] if other == -literal)
            reason = self._arrays.reason[literal] = self._explain(bound, literal, factor)
        return reason

    def _explain(self, bound: int, literal: int, factor: int) -> int:
        """A clause: some literals that were true before another one are too much with it, or, without one, alone."""
        value, at = self._arrays.value, self._arrays.at
        end = at[literal] if literal else self.length
        true = [(-each, int(at[other]), other) for each, other in self._bounds[bound] if value[other] > 0 and at[other] < end]
        room = self._high[bound] - factor
        chosen: list[int] = []
        for each, _, other in sorted(true):
            if room < 0:
                break
            room += each
            chosen.append(other)
        chosen.sort(key=lambda other: -at[other])  # the latest is watched
        literals = [literal, *(-other for other in chosen)] if literal else [-other for other in chosen]
        key = tuple(sorted(literals))
        if key not in self._known:
            self._known[key] = self._kept(literals, True)
            self.explained.append((bound, self._known[key]))
        return self._known[key]
