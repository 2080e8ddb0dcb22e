"""Curves: the number of segments at each point is stated at once; that all segments are one curve is refined.

Each point on a curve has two of its segments, each end one. A candidate can still consist of several pieces. For a surplus piece
with the points V, one of its segments u and a segment w of another piece: not u, or not w, or one of the segments that lead out
of V towards w.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cached_property

from ..geometry.plane import ends
from ..ir.lemma_context import LemmaContext
from ..ir.term import Operand, Refinement, Term
from ..ir.term_factory import TermFactory
from ..records import dataclass
from ..values import Field, Value, typed_key
from .algebra import Algebra


@dataclass(frozen=True, eq=False)
class CurveTruth:
    """The constraint that the segments that are drawn are one curve: the points of each segment, its truth, and the curve's ends.

    The points are numbered. Segments that are known to be false are left out.
    """

    points: tuple[Value, ...]
    joins: tuple[tuple[int, int], ...]
    drawn: tuple[Operand, ...]
    ends: tuple[Operand, ...]

    @cached_property
    def at(self) -> list[list[int]]:
        """Return the segments at each point; one that joins a point to itself, on a board that wraps, is there twice."""
        segments_at: list[list[int]] = [[] for _ in self.points]
        for segment, (first, second) in enumerate(self.joins):
            segments_at[first].append(segment)
            segments_at[second].append(segment)
        return segments_at

    def __reduce__(self) -> tuple[type[CurveTruth], tuple[Sequence[object], ...]]:
        return CurveTruth, (self.points, self.joins, self.drawn, self.ends)

    def to_term(self, terms: TermFactory) -> Operand:
        """Return the constraint as a term, refined while solving."""
        refinement = Refinement("curve", self.is_one, self.lemma, self.explicit, self.joins)
        return terms.refined(self._weaker(terms), [*self.drawn, *self.ends], refinement)

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return cuts between the pieces of a candidate, or None if it is in one piece."""
        pieces = self._pieces([at for at, value in enumerate(values[: len(self.drawn)]) if value])
        return context.terms.conjunction(self._cuts(context.terms, pieces)) if len(pieces) > 1 else None

    def explicit(self, context: LemmaContext) -> Operand:
        """Return the constraint without refinement: the segments that are drawn are connected where they meet."""
        terms = context.terms
        meeting = dict.fromkeys(pair for segments in self.at for pair in itertools.combinations(sorted(set(segments)), 2))
        joined = terms.connected(self.drawn, [(first, second, True) for first, second in meeting])
        return terms.conjunction([self._weaker(terms), joined])

    # what is stated at once

    def _weaker(self, terms: TermFactory) -> Operand:
        if not self.ends:
            return terms.conjunction([*self._degrees(terms), terms.disjunction(self.drawn)])
        return terms.conjunction([*self._degrees(terms), *self._nothing_to_itself(terms)])

    def _degrees(self, terms: TermFactory) -> Iterator[Operand]:
        """Yield terms that say: a point has one segment if it is an end, otherwise none or two."""
        for point, segments in enumerate(self.at):
            is_end = self._is_end(terms, self.points[point])
            drawn = [self.drawn[segment] for segment in segments]
            yield terms.disjunction([terms.negation(is_end), *drawn])
            for at, one in enumerate(drawn):
                yield terms.disjunction([terms.negation(one), is_end, *drawn[:at], *drawn[at + 1 :]])
            for pair in itertools.combinations(drawn, 2):
                yield terms.negation(terms.conjunction([is_end, *pair]))
            for three in itertools.combinations(drawn, 3):
                yield terms.negation(terms.conjunction(three))

    def _is_end(self, terms: TermFactory, point: Value) -> Operand:
        """Return the term that the curve ends in a point. A curve from a point to itself has no end."""
        if not self.ends:
            return False
        first, second = (terms.equals(end, point) for end in self.ends)
        return terms.negation(terms.same(first, second))

    def _nothing_to_itself(self, terms: TermFactory) -> Iterator[Operand]:
        is_same = terms.same(*self.ends)
        for one in self.drawn:
            yield terms.negation(terms.conjunction([is_same, one]))

    # what is refined while solving

    def is_one(self, values: Sequence[Value]) -> bool:
        """Check whether the segments that are drawn are one curve."""
        drawn = [at for at, value in enumerate(values[: len(self.drawn)]) if value]
        if self.ends and typed_key(values[-1]) == typed_key(values[-2]):
            return not drawn
        met: dict[int, int] = {}
        for segment in drawn:
            for point in self.joins[segment]:
                met[point] = met.get(point, 0) + 1
        loose = {self.points[point] for point, number in met.items() if number == 1}
        wanted = set(values[len(self.drawn) :])
        return max(met.values(), default=0) <= 2 and loose == wanted and len(self._pieces(drawn)) == 1

    def _pieces(self, drawn: Sequence[int]) -> list[list[int]]:
        """Return the segments that are drawn, by connected pieces, in order."""
        left = dict.fromkeys(drawn)
        pieces = []
        for start in drawn:
            if start not in left:
                continue
            del left[start]
            piece = [start]
            for segment in piece:
                for point in self.joins[segment]:
                    for other in self.at[point]:
                        if other in left:
                            del left[other]
                            piece.append(other)
            pieces.append(piece)
        return pieces

    def _cuts(self, terms: TermFactory, pieces: Sequence[list[int]]) -> Iterator[Operand]:
        *others, largest = sorted(pieces, key=len)
        for piece in others:
            either = self._leading(piece, largest), self._leading(largest, piece)
            ways = [self.drawn[segment] for segment in min(either, key=len)]
            not_both = (terms.negation(self.drawn[part[0]]) for part in (piece, largest))
            yield terms.disjunction([*not_both, *ways])

    def _leading(self, piece: Sequence[int], other: Sequence[int]) -> list[int]:
        """Return the segments from the points of a piece to those from which the other piece is reached without them."""
        inside = {point for segment in piece for point in self.joins[segment]}
        reached = dict.fromkeys(self.joins[other[0]])
        leading: dict[int, None] = {}
        waiting = list(reached)
        for point in waiting:
            for segment in self.at[point]:
                first, second = self.joins[segment]
                there = second if first == point else first
                if there in inside:
                    leading[segment] = None
                elif there not in reached:
                    reached[there] = None
                    waiting.append(there)
        return list(leading)


def curve_of(algebra: Algebra, mask: Field, *curve_ends: Operand) -> CurveTruth:
    """Return the constraint that the places where a mask is true are one curve, from one place to another if two are given."""
    segments = [
        (joined, drawn)
        for place in dict.fromkeys(mask.places)
        if (joined := ends(place)) and (drawn := algebra.truth(mask[mask.position(place)])) is not False
    ]
    points = dict.fromkeys(point for joined, _ in segments for point in joined)
    for end in curve_ends:
        points.update(dict.fromkeys(end.domain.values if isinstance(end, Term) else [end]))
    numbers = {point: number for number, point in enumerate(points)}
    return CurveTruth(
        tuple(points),
        tuple((numbers[first], numbers[second]) for (first, second), _ in segments),
        tuple(drawn for _, drawn in segments),
        curve_ends,
    )


def leads_on(algebra: Algebra, mask: Field, *start: Operand) -> Iterator[Operand]:
    """Yield that no two steps leave or enter the same point, that none goes back at once, and that none enters the start."""
    terms = algebra.terms
    leaving: dict[Value, list[Operand]] = {}
    entering: dict[Value, list[Operand]] = {}
    steps = {place: drawn for place in mask.places if (drawn := algebra.truth(mask[mask.position(place)])) is not False}
    for (first, second), drawn in steps.items():
        leaving.setdefault(first, []).append(drawn)
        entering.setdefault(second, []).append(drawn)
        if (second, first) in steps:
            yield terms.negation(terms.conjunction([drawn, steps[second, first]]))
        for place in start:
            yield terms.negation(terms.conjunction([drawn, terms.equals(place, second)]))
    for steps_at in (*leaving.values(), *entering.values()):
        for both in itertools.combinations(steps_at, 2):
            yield terms.negation(terms.conjunction(both))
