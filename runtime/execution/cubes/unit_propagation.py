"""Propagate units over the clauses and sums of a problem: what follows at once if some literals are true.

Each clause watches two literals (Moskewicz et al. 2001); each sum keeps how much may still be added. A sum that is conditional
is left out, so what follows is right, but may not be all.
"""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.encode.problem import Problem, Sum


class CubePropagation:
    """The literals that are known to be true, in the order in which they became so; `undo` removes the last ones.

    `is_true[literal]` holds for negative literals too, as lists count from their end.
    """

    def __init__(self, problem: Problem) -> None:
        size = 2 * problem.size + 1
        self.is_true = [False] * size
        self.trail: list[int] = []
        self.steps = 0  # literals that were propagated so far
        self._watched: list[list[list[int]]] = [[] for _ in range(size)]
        self._left: list[int] = []  # of each sum: how much may still be added
        self._pairs: list[tuple[tuple[int, int], ...]] = []
        self._summed: list[list[tuple[int, int]]] = [[] for _ in range(size)]  # of each literal: its sums, with its factors
        self._done = 0  # so many of the trail have been propagated
        self.is_possible = True
        units = []
        for clause in problem.clauses():
            literals = list(dict.fromkeys(clause))
            if len(literals) < 2:
                units += literals
                self.is_possible &= bool(literals)
                continue
            for literal in literals[:2]:
                self._watched[literal].append(literals)
        for constraint in problem.sums():
            self._add_sum(constraint)
        possible = [self._propagate_sum(number) for number in range(len(self._left))]
        self.is_possible = self.is_possible and all(possible) and self.assume(units)

    def _add_sum(self, constraint: Sum) -> None:
        """Add a sum with upper bounds only: a lower bound is an upper bound of the opposite literals."""
        if constraint.unless:
            return
        if constraint.high is not None:
            self._at_most(constraint.pairs, constraint.high)
        if constraint.low is not None:
            total = sum(factor for factor, _ in constraint.pairs)
            self._at_most(tuple((factor, -literal) for factor, literal in constraint.pairs), total - constraint.low)

    def _at_most(self, pairs: tuple[tuple[int, int], ...], high: int) -> None:
        number = len(self._left)
        self._left.append(high)
        self._pairs.append(tuple(sorted(pairs, reverse=True)))
        for factor, literal in pairs:
            self._summed[literal].append((number, factor))

    def assume(self, literals: Iterable[int]) -> bool:
        """Make literals true, with all that follows; return whether nothing contradicts. After a contradiction call `undo`."""
        for literal in literals:
            if self.is_true[-literal]:
                return False
            self._set(literal)
        while self._done < len(self.trail):
            literal = self.trail[self._done]
            self._done += 1
            self.steps += 1
            if not (
                all(self._propagate_sum(number) for number, _ in self._summed[literal]) and self._propagate_clauses(-literal)
            ):
                return False
        return True

    def undo(self, length: int) -> None:
        """Remove literals until the trail has this length."""
        for literal in self.trail[length:]:
            self.is_true[literal] = False
            for number, factor in self._summed[literal]:
                self._left[number] += factor
        del self.trail[length:]
        self._done = min(self._done, length)

    def _set(self, literal: int) -> None:
        if not self.is_true[literal]:
            self.is_true[literal] = True
            self.trail.append(literal)
            for number, factor in self._summed[literal]:
                self._left[number] -= factor

    def _propagate_sum(self, number: int) -> bool:
        """Make the literals false that no longer fit into a sum; return whether the true ones fit."""
        left, is_true = self._left[number], self.is_true
        for factor, literal in self._pairs[number]:
            if factor <= left:
                break
            if not is_true[literal] and not is_true[-literal]:
                self._set(-literal)
        return left >= 0

    def _propagate_clauses(self, false: int) -> bool:
        """Watch other literals in the clauses that watched one that is false now; return whether nothing contradicts."""
        is_true, watched = self.is_true, self._watched[false]
        kept = []
        for at, clause in enumerate(watched):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if is_true[first]:
                kept.append(clause)
                continue
            for place in range(2, len(clause)):
                if not is_true[-clause[place]]:
                    clause[1], clause[place] = clause[place], false
                    self._watched[clause[1]].append(clause)
                    break
            else:
                kept.append(clause)
                if is_true[-first]:
                    self._watched[false] = kept + watched[at + 1 :]
                    return False
                self._set(first)
        self._watched[false] = kept
        return True
