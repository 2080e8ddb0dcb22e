"""Unit propagation over clauses and bounds: which literals follow at once if some are true. Cubes and proofs are made with it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from gridwright.compiler.encode.problem import Bound

from .propagation_kernels import ASLEEP, NEEDED, NONE, OTHER, PLAIN, Arrays, Machinery, assign, tighten, watch

Clause = Sequence[int]
Bounds = Sequence[Bound]


class UnitPropagation:
    """Clauses with two watched literals each, bounds with what is left of them, and a trail: the true literals in order."""

    def __init__(self, variables: int, bounds: Bounds = (), machinery: Machinery = PLAIN) -> None:
        self.machinery = machinery
        self.bounds = [sorted(pairs, key=lambda pair: -pair[0]) for pairs, _ in bounds]
        self.high = [high for _, high in bounds]
        self.size = 0  # number of clauses
        self._used = 0  # of the pool
        self.arrays = self._empty(2 * variables + 2)

    def _empty(self, size: int) -> Arrays:
        """Return arrays without a clause. `size`: of the arrays by literal."""
        zeros, filled = self.machinery.zeros, self.machinery.filled
        inside: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for number, pairs in enumerate(self.bounds):
            for factor, literal in pairs:
                inside[literal].append((number, factor))
        ends = list(itertools.accumulate(map(len, inside)))
        nodes = 1 << 11
        arrays = Arrays(
            *(zeros(4 * nodes), zeros(nodes), zeros(nodes), zeros(nodes)),
            *(zeros(size), zeros(size), zeros(size), zeros(size), zeros(size), zeros(size)),
            filled([0, 0]),
            filled([0, *itertools.accumulate(map(len, self.bounds))]),
            filled([factor for pairs in self.bounds for factor, _ in pairs]),
            filled([literal for pairs in self.bounds for _, literal in pairs]),
            filled(self.high),
            filled([0, *ends[:-1]]),
            filled([end if members else 0 for end, members in zip(ends, inside, strict=True)]),
            filled([number for members in inside for number, _ in members]),
            filled([factor for members in inside for _, factor in members]),
        )
        for literal in range(size):
            arrays.first[literal] = arrays.other[literal] = NONE
        return arrays

    @property
    def length(self) -> int:
        """The length of the trail."""
        return int(self.arrays.ends[0])

    def since(self, begin: int) -> list[int]:
        """Return the trail from a position on."""
        return self.machinery.listed(self.arrays.trail[begin : self.length])

    def value(self, literal: int) -> int:
        """Return 1 if a literal is true, -1 if it is false, 0 if it is open."""
        return self.arrays.value[literal]

    def clause(self, number: int) -> list[int]:
        """Return the literals of a clause."""
        start = self.arrays.start
        end = self._used if number + 1 == self.size else start[2 * number + 2]
        return self.machinery.listed(self.arrays.pool[start[2 * number] : end - 1])

    def add(self, literals: Sequence[int], state: int = OTHER) -> int:
        """Add a clause, which watches the first two of its literals, without propagating it; return its number."""
        number, node, begin = self.size, 2 * self.size, self._used
        arrays = self.arrays
        end = begin + len(literals)
        while len(arrays.pool) <= end:
            arrays.pool = self.machinery.longer(arrays.pool)
        if len(arrays.start) == node:
            longer = self.machinery.longer
            arrays.start, arrays.state = longer(arrays.start), longer(arrays.state)
            arrays.following = longer(arrays.following)
        for at, literal in enumerate(literals, begin):
            arrays.pool[at] = literal
        arrays.start[node] = arrays.start[node + 1] = begin
        arrays.state[node] = arrays.state[node + 1] = state
        self.size += 1
        self._used = end + 1
        if len(literals) > 1:
            heads = arrays.first if state == NEEDED else arrays.other
            watch(arrays.following, heads, literals[0], node)
            watch(arrays.following, heads, literals[1], node + 1)
        return number

    def need(self, number: int) -> None:
        """Propagate a clause before others from now on, unless it sleeps."""
        state = self.arrays.state
        if state[2 * number] != ASLEEP:
            state[2 * number] = state[2 * number + 1] = NEEDED

    def put_to_sleep(self, number: int) -> None:
        """Propagate a clause no longer."""
        self.arrays.state[2 * number] = self.arrays.state[2 * number + 1] = ASLEEP

    def assume(self, literal: int) -> None:
        """Make an open literal true, without a reason."""
        assign(self.arrays, literal, NONE)

    def tighten_bounds(self) -> int:
        """Propagate each bound once; return a violated bound as a reason, or NONE."""
        conflicts = (tighten(self.arrays, bound) for bound in range(len(self.bounds)))
        return next((conflict for conflict in conflicts if conflict != NONE), NONE)

    def propagate_trail(self, begin: int) -> int:
        """Propagate the trail from a position on; return a false clause, a violated bound as a reason, or NONE."""
        return self.machinery.propagate(self.arrays, begin)

    def undo(self, length: int) -> None:
        """Shorten the trail to a length."""
        self.machinery.undo(self.arrays, length)
