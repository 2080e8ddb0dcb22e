"""Curves: how often one meets each point is stated at once, that it is only one is refined.

The points that a curve meets have two of its stretches, its ends one. A candidate can still fall into several pieces. For a
surplus piece with the points V, one of its stretches u and a stretch w of another piece: not u, or not w, or one of the stretches
that lead out of V to where w is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..geometry.plane import ends
from ..ir.term import Operand, Refinement, Term
from ..ir.term_factory import TermFactory
from ..values import Field, Value, typed
from .algebra import Algebra


@dataclass(frozen=True, eq=False)
class CurveTerms:
    """A curve to be found: which points its stretches join, the truth of each, and its ends, where it has any.

    The points are numbered. Stretches that are known to be left out are not among them.
    """

    terms: TermFactory
    points: tuple[Value, ...]
    joins: tuple[tuple[int, int], ...]
    drawn: tuple[Operand, ...]
    ends: tuple[Operand, ...]

    @cached_property
    def at(self) -> list[list[int]]:
        """The stretches at each point; one that joins a point to itself, over the edge of a wrapped board, is there twice."""
        found: list[list[int]] = [[] for _ in self.points]
        for stretch, (first, second) in enumerate(self.joins):
            found[first].append(stretch)
            found[second].append(stretch)
        return found

    def decided(self) -> Operand:
        """Whether the stretches that are drawn are one curve."""
        weaker = self._weaker()
        values = [*self.drawn, *self.ends]

        def lemma(found: Sequence[Value]) -> Value:
            pieces = self._pieces([at for at, value in enumerate(found[: len(self.drawn)]) if value])
            return self.terms.conjunction(self._cuts(pieces)) if len(pieces) > 1 else None

        refinement = Refinement("curve", self._is_one, lemma, lambda: self._written_out(weaker), self.joins)
        return self.terms.refined(weaker, values, refinement)

    # what is stated at once

    def _weaker(self) -> Operand:
        if not self.ends:
            return self.terms.conjunction([*self._degrees(), self.terms.disjunction(self.drawn)])
        return self.terms.conjunction([*self._degrees(), *self._nothing_to_itself()])

    def _degrees(self) -> Iterator[Operand]:
        """A point has one stretch if it is an end, otherwise none or two."""
        terms = self.terms
        for point, stretches in enumerate(self.at):
            is_end = self._is_end(self.points[point])
            drawn = [self.drawn[stretch] for stretch in stretches]
            yield terms.disjunction([terms.negation(is_end), *drawn])
            for at, one in enumerate(drawn):
                yield terms.disjunction([terms.negation(one), is_end, *drawn[:at], *drawn[at + 1 :]])
            for pair in itertools.combinations(drawn, 2):
                yield terms.negation(terms.conjunction([is_end, *pair]))
            for three in itertools.combinations(drawn, 3):
                yield terms.negation(terms.conjunction(three))

    def _is_end(self, point: Value) -> Operand:
        """Whether the curve ends in a point. A curve from a point to itself has no end."""
        if not self.ends:
            return False
        first, second = (self.terms.equals(end, point) for end in self.ends)
        return self.terms.negation(self.terms.same(first, second))

    def _nothing_to_itself(self) -> Iterator[Operand]:
        is_same = self.terms.same(*self.ends)
        for one in self.drawn:
            yield self.terms.negation(self.terms.conjunction([is_same, one]))

    # what is refined

    def _is_one(self, values: Sequence[Value]) -> bool:
        drawn = [at for at, value in enumerate(values[: len(self.drawn)]) if value]
        if self.ends and typed(values[-1]) == typed(values[-2]):
            return not drawn
        met: dict[int, int] = {}
        for stretch in drawn:
            for point in self.joins[stretch]:
                met[point] = met.get(point, 0) + 1
        loose = {self.points[point] for point, number in met.items() if number == 1}
        wanted = set(values[len(self.drawn) :])
        return max(met.values(), default=0) <= 2 and loose == wanted and len(self._pieces(drawn)) == 1

    def _pieces(self, drawn: Sequence[int]) -> list[list[int]]:
        """The stretches that are drawn, by what hangs together, in order."""
        left = dict.fromkeys(drawn)
        found = []
        for start in drawn:
            if start not in left:
                continue
            del left[start]
            piece = [start]
            for stretch in piece:
                for point in self.joins[stretch]:
                    for other in self.at[point]:
                        if other in left:
                            del left[other]
                            piece.append(other)
            found.append(piece)
        return found

    def _cuts(self, pieces: Sequence[list[int]]) -> Iterator[Operand]:
        *others, largest = sorted(pieces, key=len)
        for piece in others:
            either = self._leading(piece, largest), self._leading(largest, piece)
            ways = [self.drawn[stretch] for stretch in min(either, key=len)]
            not_both = (self.terms.negation(self.drawn[part[0]]) for part in (piece, largest))
            yield self.terms.disjunction([*not_both, *ways])

    def _leading(self, piece: Sequence[int], other: Sequence[int]) -> list[int]:
        """The stretches that lead from the points of a piece to those from where the other one is reached without them."""
        inside = {point for stretch in piece for point in self.joins[stretch]}
        reached = dict.fromkeys(self.joins[other[0]])
        leading: dict[int, None] = {}
        waiting = list(reached)
        for point in waiting:
            for stretch in self.at[point]:
                first, second = self.joins[stretch]
                there = second if first == point else first
                if there in inside:
                    leading[stretch] = None
                elif there not in reached:
                    reached[there] = None
                    waiting.append(there)
        return list(leading)

    # the same without refinement

    def _written_out(self, weaker: Operand) -> Operand:
        """The stretches that are drawn hang together where they meet."""
        meeting = dict.fromkeys(pair for stretches in self.at for pair in itertools.combinations(sorted(set(stretches)), 2))
        joined = self.terms.connected(self.drawn, [(first, second, True) for first, second in meeting])
        return self.terms.conjunction([weaker, joined])


def curve_of(algebra: Algebra, mask: Field, *curve_ends: Operand) -> CurveTerms:
    """The curve of the places where a mask is true, from one place to another where two are given."""
    stretches = [
        (joined, drawn)
        for place in dict.fromkeys(mask.places)
        if (joined := ends(place)) and (drawn := algebra.truth(mask[mask.position(place)])) is not False
    ]
    points = dict.fromkeys(point for joined, _ in stretches for point in joined)
    for end in curve_ends:
        points.update(dict.fromkeys(end.domain.values if isinstance(end, Term) else [end]))
    numbers = {point: number for number, point in enumerate(points)}
    return CurveTerms(
        algebra.terms,
        tuple(points),
        tuple((numbers[first], numbers[second]) for (first, second), _ in stretches),
        tuple(drawn for _, drawn in stretches),
        curve_ends,
    )
