"""Cycles: short ones are excluded at once, longer ones when a candidate has them.

A lemma is one cycle of a candidate: not all of its lines and points. That nothing closes, written out: of a graph without cycles
nothing is left if places with fewer than two neighbours are taken away again and again. The opposite is stated like this at
once, since a candidate without a cycle tells next to nothing about where there could be one.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property

from ..ir.lemma_context import LemmaContext
from ..ir.term import Operand, Refinement
from ..ir.term_factory import TermFactory
from ..records import dataclass
from ..values import Value

SHORT = 4  # lines of the cycles that are excluded at once; if there are none, of the shortest ones, up to
SHORTEST = 6
MOST_SHORT = 20_000  # cycles that are excluded at once; if there are more, none are
STEPS = 1_000_000  # steps that looking for them may take
LEMMAS = 200  # cycles of one candidate that are answered
WRITTEN_OUT = 2_000  # points times rounds: a larger constraint is not written out, since lemmas do as well
OPPOSITE = 60_000  # and its opposite is not


@dataclass(frozen=True, eq=False)
class AcyclicTruth:
    """The constraint that nothing closes: the points of each line, whether each point is there, and whether each line is."""

    joins: tuple[tuple[int, int], ...]
    points: tuple[Operand, ...]
    lines: tuple[Operand, ...]

    def __reduce__(self) -> tuple[type[AcyclicTruth], tuple[Sequence[object], ...]]:
        return AcyclicTruth, (self.joins, self.points, self.lines)

    @cached_property
    def at(self) -> list[list[tuple[int, int]]]:
        """Return for each point its lines, each with the point at its other end."""
        lines_at: list[list[tuple[int, int]]] = [[] for _ in self.points]
        for line, (first, second) in enumerate(self.joins):
            lines_at[first].append((line, second))
            lines_at[second].append((line, first))
        return lines_at

    def to_term(self, terms: TermFactory) -> Operand:
        """Return the constraint as a term, refined while solving."""
        weaker = terms.conjunction([self._not_all(terms, cycle) for cycle in self._short()])
        refinement = Refinement("cycle", self.exact, self.lemma, self.explicit, opposite=self.opposite)
        return terms.refined(weaker, [*self.points, *self.lines], refinement)

    def exact(self, values: Sequence[Value]) -> bool:
        """Check whether nothing closes."""
        return next(self._cycles(values), None) is None

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return that none of the cycles of a candidate is there."""
        cycles = {frozenset(cycle): cycle for cycle in itertools.islice(self._cycles(values), LEMMAS)}
        return context.terms.conjunction([self._not_all(context.terms, cycle) for cycle in cycles.values()])

    def explicit(self, context: LemmaContext) -> Operand | None:
        """Return the constraint written out; None if that is too large."""
        opposite = self.opposite(context.terms, WRITTEN_OUT)
        return None if opposite is None else context.terms.negation(opposite)

    def opposite(self, terms: TermFactory, limit: int = OPPOSITE) -> Operand | None:
        """Return "there is a cycle" written out; None if that is too large."""
        rounds = (len(self.points) + 1) // 2  # as many as the longest way without a cycle needs, taken away from both ends
        if rounds * len(self.points) > limit:
            return None
        left: list[Operand] = list(self.points)
        for _ in range(rounds):
            left = [
                terms.conjunction(
                    [point, self._at_least_two(terms, [terms.conjunction([self.lines[line], left[end]]) for line, end in lines])]
                )
                for point, lines in zip(self.points, self.at, strict=True)
            ]
        return terms.disjunction(left)

    @staticmethod
    def _at_least_two(terms: TermFactory, drawn: Sequence[Operand]) -> Operand:
        if len(drawn) > SHORT:
            return terms.within(terms.linear([(1, line) for line in drawn]), 2, len(drawn))
        return terms.disjunction([terms.conjunction(both) for both in itertools.combinations(drawn, 2)])

    # cycles

    def _not_all(self, terms: TermFactory, cycle: Sequence[int]) -> Operand:
        """Return that not all lines of a cycle, and their points, are there."""
        points = dict.fromkeys(self.points[point] for line in cycle for point in self.joins[line])
        return terms.negation(terms.conjunction([*points, *(self.lines[line] for line in cycle)]))

    def _short(self) -> list[list[int]]:
        """Return the short cycles that there may be, those of the smallest first point first; none if there are too many."""
        steps = itertools.count()
        longest = SHORT
        while True:
            cycles: list[list[int]] = []
            for start in range(len(self.points)):
                for cycle in self._from(start, longest, steps):
                    cycles.append(cycle)
                    if len(cycles) > MOST_SHORT:
                        return []
                if next(steps) > STEPS:
                    return []
            if cycles or longest == SHORTEST:
                return cycles
            longest += 1

    def _from(self, start: int, longest: int, steps: Iterator[int]) -> Iterator[list[int]]:
        """Yield the cycles up to a length whose first point is `start`, each once."""
        waiting: list[tuple[int, list[int], frozenset[int]]] = [(start, [], frozenset((start,)))]
        while waiting and next(steps) <= STEPS:
            here, way, met = waiting.pop()
            for line, other in self.at[here]:
                if other == start and line not in way and (not way or way[0] <= line):  # in one of its two directions
                    yield [*way, line]
                elif other > start and other not in met and len(way) < longest - 1:
                    waiting.append((other, [*way, line], met | {other}))

    def _cycles(self, values: Sequence[Value]) -> Iterator[list[int]]:
        """Yield cycles of a candidate: for each line that closes one, a shortest one that it is on."""
        number = len(self.points)
        there, drawn = values[:number], values[number:]
        leaders = list(range(number))

        def leader(at: int) -> int:
            while leaders[at] != at:
                leaders[at] = at = leaders[leaders[at]]
            return at

        is_open = [
            bool(line) and bool(there[first]) and bool(there[second])
            for line, (first, second) in zip(drawn, self.joins, strict=True)
        ]
        for line, (first, second) in enumerate(self.joins):
            if is_open[line]:
                one, other = leader(first), leader(second)
                if one == other:
                    yield [line, *self._shortest(first, second, line, is_open)]
                leaders[one] = other

    def _shortest(self, start: int, end: int, without: int, is_open: Sequence[bool]) -> list[int]:
        """Return the lines of a shortest way between two points that are joined without a line too."""
        came: dict[int, tuple[int, int]] = {start: (-1, -1)}
        queue = deque([start])
        while end not in came:
            here = queue.popleft()
            for line, other in self.at[here]:
                if is_open[line] and line != without and other not in came:
                    came[other] = line, here
                    queue.append(other)
        way = []
        while end != start:
            line, end = came[end]
            way.append(line)
        return way
