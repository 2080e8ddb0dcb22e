"""Unit propagation over clauses and bounds, taken back in order; what a bound leads to is told as a clause.

A bound, "these literals, each so many times, come to at most so much", never becomes a set of clauses. Where it makes a literal
false, a few of its true literals are the reason, and the clause over these is stated then, once (lazy explanation: Nieuwenhuis,
Oliveras and Tinelli 2006).
"""

from __future__ import annotations

from collections.abc import Sequence

Clause = Sequence[int]
Pairs = Sequence[tuple[int, int]]  # factors and literals

NO_REASON = -1  # that of an assumption; a bound's is below it, a clause's its number


class Propagation:
    """Clauses with two watched literals each, bounds with what is left of them, and a trail.

    Clauses that are needed already are followed first, so that a contradiction among them is found before others come in
    (core-first, as in drat-trim: Wetzler, Heule and Hunt 2014), and bounds last. It also leaves most of the others alone.
    """

    def __init__(self, variables: int) -> None:
        size = 2 * variables + 2  # by literal, negative ones counted from the end
        self.clauses: list[list[int]] = []
        self.needed = bytearray()  # by clause
        self.asleep = bytearray()  # by clause: from here on it is not followed
        self.explained: list[tuple[int, int]] = []  # bounds, and the clauses that were stated of them
        self.trail: list[int] = []
        self.value = [0] * size  # 1 true, -1 false
        self.at = [0] * size  # position in the trail of a literal that is true
        self.reason = [NO_REASON] * size  # of a literal that is true
        self._watchers: list[list[int]] = [[] for _ in range(size)]
        self._first_watchers: list[list[int]] = [[] for _ in range(size)]  # of needed clauses
        self._bounds: list[list[tuple[int, int]]] = []  # the largest factors first
        self._high: list[int] = []
        self._left: list[int] = []  # by bound: how much more may be true
        self._inside: list[list[tuple[int, int]]] = [[] for _ in range(size)]  # by literal: bounds and factors
        self._counted = 0  # so many literals of the trail have been taken from what is left of bounds
        self._known: dict[tuple[int, ...], int] = {}  # explanations

    def assign(self, literal: int, reason: int) -> None:
        """Make a literal true."""
        self.value[literal], self.value[-literal] = 1, -1
        self.reason[literal] = reason
        self.at[literal] = len(self.trail)
        self.trail.append(literal)

    def undo(self, length: int) -> None:
        """Take back the end of the trail."""
        value, trail, left = self.value, self.trail, self._left
        for literal in trail[length : self._counted]:
            for bound, factor in self._inside[literal]:
                left[bound] += factor
        self._counted = min(self._counted, length)
        for literal in trail[length:]:
            value[literal] = value[-literal] = 0
        del trail[length:]

    def add(self, clause: Clause) -> int | None:
        """Take in a clause; its number where it is false already."""
        literals = list(dict.fromkeys(clause))
        value, at = self.value, self.at
        if any(value[literal] < 0 for literal in literals):  # false ones last, of these the latest first
            literals.sort(key=lambda literal: (value[literal] < 0, -at[-literal] if value[literal] < 0 else 0))
        number = self._kept(literals, self._watchers)
        if not literals or value[literals[0]] < 0:
            return number
        if value[literals[0]] == 0 and (len(literals) == 1 or value[literals[1]] < 0):
            self.assign(literals[0], number)
        return None

    def take(self, clause: Clause) -> int | None:
        """Take in a clause and what follows; the number of one that became false, or none."""
        begin = len(self.trail)
        conflict = self.add(clause)
        return self.propagate(begin) if conflict is None else conflict

    def _kept(self, literals: list[int], watchers: list[list[int]]) -> int:
        """The number of a new clause, which the first two of its literals are watched for."""
        number = len(self.clauses)
        self.clauses.append(literals)
        self.needed.append(watchers is self._first_watchers)
        self.asleep.append(False)
        for literal in literals[:2] if len(literals) > 1 else ():
            watchers[literal].append(number)
        return number

    def add_bound(self, pairs: Pairs, high: int) -> int | None:
        """Take in a bound, before anything has been propagated; the number of its explanation where it cannot hold."""
        bound = len(self._bounds)
        self._bounds.append(sorted(pairs, key=lambda pair: -pair[0]))
        self._high.append(high)
        self._left.append(high)
        for factor, literal in pairs:
            self._inside[literal].append((bound, factor))
        return self._settle(bound)

    def propagate(self, begin: int) -> int | None:
        """Follow the trail from a position on; the number of a clause that became false, or none."""
        trail, needed = self.trail, begin
        while True:
            while needed < len(trail):
                needed += 1
                conflict = self._follow(-trail[needed - 1], self._first_watchers, False)
                if conflict is not None:
                    return conflict
            if begin < len(trail):
                begin += 1
                conflict = self._follow(-trail[begin - 1], self._watchers, True)
            elif self._counted < len(trail):
                self._counted += 1
                conflict = self._count(trail[self._counted - 1])
            else:
                return None
            if conflict is not None:
                return conflict

    def _follow(self, false: int, watchers: list[list[int]], is_last: bool) -> int | None:
        """Look at what watches a literal that became false. `is_last`: needed clauses move to where they are looked at first."""
        value, clauses, asleep, needed = self.value, self.clauses, self.asleep, self.needed
        watching = watchers[false]
        kept: list[int] = []
        for position, number in enumerate(watching):
            if asleep[number]:  # for good: backwards, it is never needed again
                continue
            clause = clauses[number]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            stay, into = kept, watchers
            if is_last and needed[number]:
                stay, into = self._first_watchers[false], self._first_watchers
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

    def _count(self, literal: int) -> int | None:
        """Take a literal that became true from what is left of bounds, and look at these."""
        left, inside = self._left, self._inside[literal]
        for bound, factor in inside:
            left[bound] -= factor
        for bound, _ in inside:
            if left[bound] < self._bounds[bound][0][0]:
                conflict = self._settle(bound)
                if conflict is not None:
                    return conflict
        return None

    def _settle(self, bound: int) -> int | None:
        """Make false what is more than what is left of a bound; the number of an explanation where too much is true."""
        left, value = self._left[bound], self.value
        if left < 0:
            return self._explain(bound, 0, 0)
        for factor, literal in self._bounds[bound]:
            if factor <= left:
                break
            if value[literal] == 0:
                self.assign(-literal, NO_REASON - 1 - bound)
        return None

    def because(self, literal: int) -> int:
        """The number of the clause that made a literal true, which is stated now where it was a bound."""
        reason = self.reason[literal]
        if reason < NO_REASON:
            bound = NO_REASON - 1 - reason
            factor = next(factor for factor, other in self._bounds[bound] if other == -literal)
            reason = self.reason[literal] = self._explain(bound, literal, factor)
        return reason

    def _explain(self, bound: int, literal: int, factor: int) -> int:
        """A clause: some literals that were true before another one are too much with it, or, without one, alone."""
        value, at = self.value, self.at
        end = at[literal] if literal else len(self.trail)
        true = [(-each, at[other], other) for each, other in self._bounds[bound] if value[other] > 0 and at[other] < end]
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
            self._known[key] = self._kept(literals, self._first_watchers)
            self.explained.append((bound, self._known[key]))
        return self._known[key]
