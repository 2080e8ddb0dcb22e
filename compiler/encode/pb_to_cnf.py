"""Sums as clauses, for engines that know clauses only.

A sum is turned into a decision diagram over its literals in the order given, where nodes with the same future are one (Een and
Sorensson 2006; the merging by intervals of Abio et al. 2012). The diagram of a count is the sequential counter, that of a
weighted sum stays small where the factors repeat. A diagram that grows past a limit, or over very many literals, gives way to a
binary adder.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterator

from ..records import dataclass
from .problem import Clause, Sum

MAX_NODES = 20_000
MAX_LITERALS = 500  # each is a level of recursion


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The meaning of an auxiliary variable: the literals add up to at most `high`. In a diagram these are the last literals."""

    pairs: tuple[tuple[int, int], ...]
    high: int


Fresh = Callable[[], int]


def as_clauses(constraint: Sum, fresh: Fresh) -> Iterator[Clause]:
    """Return the clauses of a sum; `fresh()` makes a new variable."""
    total = sum(factor for factor, _ in constraint.pairs)
    if constraint.high is not None:
        yield from _at_most(constraint.pairs, constraint.high, constraint.unless, fresh)
    if constraint.low is not None:  # at least low: the negated literals add up to at most total - low
        negated = tuple((factor, -literal) for factor, literal in constraint.pairs)
        yield from _at_most(negated, total - constraint.low, constraint.unless, fresh)


def _at_most(pairs: tuple[tuple[int, int], ...], high: int, unless: Clause, fresh: Fresh) -> Iterator[Clause]:
    diagram = Diagram(pairs, fresh)
    try:
        if len(pairs) > MAX_LITERALS:
            raise TooManyNodes
        root = diagram.node(0, high)
    except TooManyNodes:
        yield from _by_adder(pairs, high, unless, fresh)
        return
    yield from diagram.clauses
    if root is not True:
        yield unless if root is False else (root, *unless)


class TooManyNodes(Exception):
    """A diagram has grown past its limit."""


class Diagram:
    """Nodes "the literals from `at` on add up to at most `high`", each the literal of a new variable, or known."""

    def __init__(self, pairs: tuple[tuple[int, int], ...], fresh: Fresh) -> None:
        self.pairs = pairs
        self.fresh = fresh
        self.clauses: list[Clause] = []
        self.meanings: dict[int, UpperBound] = {}
        self._rest = [0]
        for factor, _ in reversed(pairs):
            self._rest.append(self._rest[-1] + factor)
        self._rest.reverse()
        self._made: list[list[tuple[int, int, int]]] = [[] for _ in pairs]  # sorted: lowest and highest bound, literal

    def node(self, at: int, high: int) -> int | bool:
        """Return the literal of "the literals from `at` on add up to at most `high`"."""
        return self._interval(at, high)[2]

    def _interval(self, at: int, high: int) -> tuple[int, int, int | bool]:
        """Return the node, and the lowest and highest bound for which it is the same node."""
        if high < 0:
            return -(1 << 62), -1, False
        if high >= self._rest[at]:
            return self._rest[at], 1 << 62, True
        made = self._made[at]  # intervals are disjoint: one bound in common, and they would have the same children
        before = bisect_right(made, (high, 1 << 63)) - 1
        if before >= 0 and high <= made[before][1]:
            return made[before]
        factor, literal = self.pairs[at]
        without = self._interval(at + 1, high)
        with_it = self._interval(at + 1, high - factor)
        low, most = max(without[0], with_it[0] + factor), min(without[1], with_it[1] + factor)
        if len(self.meanings) >= MAX_NODES:
            raise TooManyNodes
        node = self.fresh()
        self.meanings[node] = UpperBound(self.pairs[at:], high)
        # node -> without; node and literal -> with_it; and back
        self._implies((-node,), without[2])
        self._implies((-node, -literal), with_it[2])
        self._add_implication(node, (literal,), without[2])
        self._add_implication(node, (), with_it[2])
        insort(made, (low, most, node))
        return low, most, node

    def _implies(self, before: Clause, node: int | bool) -> None:
        if node is not True:
            self.clauses.append(before if node is False else (*before, node))

    def _add_implication(self, node: int, before: Clause, child: int | bool) -> None:
        if child is not False:
            self.clauses.append((node, *before) if child is True else (node, *before, -child))


def _by_adder(pairs: tuple[tuple[int, int], ...], high: int, unless: Clause, fresh: Fresh) -> Iterator[Clause]:
    """State the sum by a binary adder tree, whose result is compared with `high` bit by bit."""
    columns: dict[int, list[int]] = {}
    for factor, literal in pairs:
        for bit in range(factor.bit_length()):
            if factor >> bit & 1:
                columns.setdefault(bit, []).append(literal)
    result: dict[int, int] = {}
    bit = 0
    while columns:
        waiting = columns.pop(bit, [])
        while len(waiting) > 1:
            ends = [waiting.pop(0) for _ in range(min(3, len(waiting)))]
            total, carry = fresh(), fresh()
            yield from _sum_and_carry(ends, total, carry)
            waiting.append(total)
            columns.setdefault(bit + 1, []).append(carry)
        if waiting:
            result[bit] = waiting[0]
        bit += 1
    for (
        at,
        literal,
    ) in result.items():  # some higher bit of `high` is 1 where the result has 0, or this bit is not too much
        if not high >> at & 1:
            higher = (-result[b] for b in result if b > at and high >> b & 1)
            unused = any(high >> b & 1 and b not in result for b in range(at + 1, high.bit_length()))
            if not unused:
                yield (-literal, *higher, *unless)


def _sum_and_carry(ends: list[int], total: int, carry: int) -> Iterator[Clause]:
    """Return the outputs of a half or full adder: every pattern of the inputs fixes both."""
    for pattern in range(1 << len(ends)):
        bits = [pattern >> at & 1 for at in range(len(ends))]
        differs = tuple(-literal if bit else literal for bit, literal in zip(bits, ends, strict=True))
        count = sum(bits)
        yield (*differs, total if count & 1 else -total)
        yield (*differs, carry if count >> 1 else -carry)
