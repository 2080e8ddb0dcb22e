"""Unit propagation for proofs: clauses by need, and a clause for each use of a bound.

A bound, "these literals, each so many times, come to at most so much", never becomes a set of clauses. Where it makes a literal
false, a few of its true literals are the reason, and the clause over these is added then, once (lazy explanation: Nieuwenhuis,
Oliveras and Tinelli 2006).
"""

from __future__ import annotations

from ...solving.propagation_kernels import NEEDED, NONE, PLAIN, Machinery, assign
from ...solving.unit_propagation import Bounds, Clause, UnitPropagation


class ProofPropagation(UnitPropagation):
    """Unit propagation that knows which clauses a proof needs, and explains bounds by clauses.

    Needed clauses are propagated first, so that a conflict among them is found before others come in
    (core-first, as in drat-trim: Wetzler, Heule and Hunt 2014), and bounds last. It also leaves most of the others alone.
    """

    def __init__(self, variables: int, bounds: Bounds = (), machinery: Machinery = PLAIN) -> None:
        super().__init__(variables, bounds, machinery)
        self.explained: list[tuple[int, int]] = []  # bounds, and the clauses that explain them
        self._known: dict[tuple[int, ...], int] = {}  # explanations
        self._needed: set[int] = set()

    def is_assumed(self, literal: int) -> bool:
        """Check whether a true literal has no reason."""
        return self.arrays.reason[literal] == NONE

    def need(self, number: int) -> None:
        """Note that a proof step uses a clause, and propagate it before others."""
        self._needed.add(number)
        super().need(number)

    def is_needed(self, number: int) -> bool:
        """Check whether a proof step uses a clause."""
        return number in self._needed

    def settle(self) -> int | None:
        """Propagate the bounds alone; return the number of a false clause, None if there is no conflict."""
        conflict = self._conflict(self.tighten_bounds())
        return self.propagate(0) if conflict is None else conflict

    def take(self, clause: Clause) -> int | None:
        """Add a clause and propagate it; return the number of a false clause, None if there is no conflict."""
        literals = list(dict.fromkeys(clause))
        value, at = self.arrays.value, self.arrays.at
        if any(value[literal] < 0 for literal in literals):  # false ones last, of these the latest first
            literals.sort(key=lambda literal: (value[literal] < 0, -at[-literal] if value[literal] < 0 else 0))
        number = self.add(literals)
        if not literals or value[literals[0]] < 0:
            return number
        if value[literals[0]] == 0 and (len(literals) == 1 or value[literals[1]] < 0):
            begin = self.length
            assign(self.arrays, literals[0], number)
            return self.propagate(begin)
        return None

    def propagate(self, begin: int) -> int | None:
        """Propagate the trail from a position on; return the number of a false clause, None if there is no conflict."""
        return self._conflict(self.propagate_trail(begin))

    def _conflict(self, clause: int) -> int | None:
        """Return the number of a false clause, None for NONE. A violated bound is explained by a new clause."""
        if clause == NONE:
            return None
        return self._explain(NONE - 1 - clause, 0, 0) if clause < NONE else int(clause)

    def because(self, literal: int) -> int:
        """Return the number of the clause that made a literal true. A bound is explained by a new clause."""
        reason = int(self.arrays.reason[literal])
        if reason < NONE:
            bound = NONE - 1 - reason
            factor = next(factor for factor, other in self.bounds[bound] if other == -literal)
            reason = self.arrays.reason[literal] = self._explain(bound, literal, factor)
        return reason

    def _explain(self, bound: int, literal: int, factor: int) -> int:
        """Return a clause: some literals that were true before `literal` violate the bound with it, or, if it is 0, alone."""
        value, at = self.arrays.value, self.arrays.at
        end = at[literal] if literal else self.length
        true = [(-amount, int(at[other]), other) for amount, other in self.bounds[bound] if value[other] > 0 and at[other] < end]
        room = self.high[bound] - factor
        chosen: list[int] = []
        for amount, _, other in sorted(true):
            if room < 0:
                break
            room += amount
            chosen.append(other)
        chosen.sort(key=lambda other: -at[other])  # the latest is watched
        literals = [literal, *(-other for other in chosen)] if literal else [-other for other in chosen]
        key = tuple(sorted(literals))
        if key not in self._known:
            number = self._known[key] = self.add(literals, NEEDED)
            self._needed.add(number)
            self.explained.append((bound, number))
        return self._known[key]
