"""`fits`: an orientation, a move down and a move to the right are chosen, each with a layer of literals that all ways share.

The inner set is turned, then moved down, then moved to the right, and what comes out lies in the outer set. Each of these steps
takes a clause for each choice and place: for two sets of 169 cells that is 6,000 clauses, and 845,000 without layers. A literal
of a layer is the truth that a place is in the set that is turned, or moved. It is needed in one direction only, unless the inner
set has to fill the outer one.

That nothing fits is stated for each way. Two sets have different shapes if their normal forms differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ...geometry.tiling import Position
from ...ir.fit import Fit
from ...ir.normal_form import Spread
from ...ir.operands import operand
from ...ir.operations.fits import PARTS, make_fit
from ...ir.term import Operand, Term
from ...records import dataclass
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding


@dataclass(frozen=True, slots=True)
class _Place:
    """A place that may be in a set: the truth that it is, and a literal, which only has to follow from it unless all is exact."""

    truth: Operand
    literal: int


Layer = Mapping[Position, _Place]
Choice = Mapping[Value, int]


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    inner, outer = _sets(term)
    if not positive:
        _refuse(encoder, term.detail, inner, outer, unless)
        return
    encoder.require(encoder.terms.disjunction(inner), True, unless)
    for literals in _way(encoder, term, inner, outer):
        encoder.clause((*literals.values(), *unless))


def _sets(term: Term) -> tuple[list[Operand], list[Operand]]:
    """Return the truths of the places of the inner set, and of the outer one."""
    truths, size = [*map(operand, term.args)], len(term.detail.looks[0])
    return truths[:size], truths[size:]


def _way(encoder: Encoder, term: Term, inner: Sequence[Operand], outer: Sequence[Operand]) -> list[Choice]:
    """Return the literals of each part of a way: if one of each is true, the inner set lies so in the outer one."""
    parts = [make_fit(encoder.terms, term, part) for part in PARTS]
    if not encoder.has_choice(parts[0]):
        with encoder.group(term):
            for part in parts:
                literals = {value: encoder.fresh(encoder.meaning(part, value)) for value in part.domain.values}
                encoder.define_choice(part, literals)
                encoder.add_sum([(1, literal) for literal in literals.values()], 0, 1, ())
            _Layers(encoder, term.detail).state(parts, inner, outer)
    return [encoder.choice(part) for part in parts]


class _Layers:
    """Writes the clauses of the ways in which two sets may fit."""

    def __init__(self, encoder: Encoder, fit: Fit) -> None:
        self._encoder = encoder
        self._fit = fit

    def state(self, parts: Sequence[Term], inner: Sequence[Operand], outer: Sequence[Operand]) -> None:
        """State the consequences of a choice of orientation and two moves."""
        turn, down, right = parts
        positions = self._fit.outer
        held = [_Place(truth, self._literal(truth, if_true=True)) for truth in inner]
        around = {at: _Place(truth, self._literal(truth, if_true=False)) for at, truth in zip(positions, outer, strict=True)}
        looks = [dict(zip(look, held, strict=True)) for look in self._fit.looks]
        turned = looks[0] if len(looks) == 1 else self._image(turn, dict(enumerate(looks)))
        rows, columns = ({position[axis] for position in positions} for axis in (0, 1))
        self._stays_on(down, turned, rows, 0)
        self._stays_on(right, turned, columns, 1)
        moved = self._image(
            down,
            {
                by: {(row + by, column): place for (row, column), place in turned.items() if row + by in rows}
                for by in down.domain.values
            },
        )
        for by, chosen in self._encoder.choice(right).items():
            self._lies_in(
                chosen,
                {(row, column + by): place for (row, column), place in moved.items() if column + by in columns},
                around,
            )

    def _literal(self, truth: Operand, *, if_true: bool) -> int:
        """Return a literal that follows from a truth, or (not `if_true`) from which the truth follows; both if all is exact."""
        encoder = self._encoder
        if not isinstance(truth, Term) or self._fit.is_exact:
            return encoder.truth(truth)
        return -encoder.implied_literal(truth, False) if if_true else encoder.implied_literal(truth, True)

    def _image(self, part: Term, images: Mapping[Value, Layer]) -> Layer:
        """Return the image of a set that is chosen by the value of a part."""
        encoder, terms = self._encoder, self._encoder.terms
        chosen = encoder.choice(part)
        sources: dict[Position, list[tuple[Value, _Place]]] = {}
        for value, image in images.items():
            for position, place in image.items():
                sources.setdefault(position, []).append((value, place))
        chosen_image = {}
        for position, pairs in sources.items():
            truth = terms.disjunction([terms.conjunction([terms.equals(part, value), place.truth]) for value, place in pairs])
            literal = encoder.fresh(truth) if isinstance(truth, Term) else encoder.truth(truth)
            chosen_image[position] = _Place(truth, literal)
            for value, place in pairs:
                self._follows(chosen[value], place.literal, literal)
            if self._fit.is_exact:
                covered = {value for value, _ in pairs}
                for value in images:
                    if value not in covered:
                        encoder.clause((-chosen[value], -literal))
        return chosen_image

    def _follows(self, chosen: int, before: int, after: int) -> None:
        """State that if something is chosen, a literal follows from another one; if all is exact, they are equal."""
        self._encoder.clause((-chosen, -before, after))
        if self._fit.is_exact:
            self._encoder.clause((-chosen, before, -after))

    def _stays_on(self, part: Term, layer: Layer, lines: set[int], axis: Literal[0, 1]) -> None:
        """State that no row (axis 0) or column (axis 1) that has something of a set is moved beyond those of the outer set."""
        encoder = self._encoder
        members: dict[int, list[_Place]] = {}
        for position, place in layer.items():
            members.setdefault(position[axis], []).append(place)
        for line, places in members.items():
            off = [literal for by, literal in encoder.choice(part).items() if line + by not in lines]
            if not off:
                continue
            truth = encoder.terms.disjunction([place.truth for place in places])
            occupied = encoder.fresh(truth) if isinstance(truth, Term) else encoder.truth(truth)
            for place in places:
                encoder.clause((-place.literal, occupied))
            for literal in off:
                encoder.clause((-literal, -occupied))

    def _lies_in(self, chosen: int, image: Layer, around: Layer) -> None:
        """State that if a move is chosen, what it leads to lies in the outer set."""
        encoder = self._encoder
        for position, place in image.items():
            if position in around:
                self._follows(chosen, place.literal, around[position].literal)
            else:
                encoder.clause((-chosen, -place.literal))
        if self._fit.is_exact:
            for position, place in around.items():
                if position not in image:
                    encoder.clause((-chosen, -place.literal))


def _refuse(encoder: Encoder, fit: Fit, inner: Sequence[Operand], outer: Sequence[Operand], unless: tuple[int, ...]) -> None:
    """State that the inner set, unless it is empty, does not lie in the outer one in any way."""
    terms = encoder.terms
    if fit.is_exact:
        encoder.require(_have_equal_normal_forms(encoder, fit, inner, outer), False, unless)
        return
    number_at = {position: number for number, position in enumerate(fit.outer)}
    is_inside = terms.disjunction(inner)
    empty = (encoder.implied_literal(is_inside, False),) if isinstance(is_inside, Term) else ()
    shared: dict[tuple[int, int], int] = {}  # what is inside at one place and not outside at another takes a literal for all ways

    def sticks_out(at: int, to: int) -> int:
        if (at, to) not in shared:
            outside = terms.negation(outer[to]) if to >= 0 else True
            truth = terms.conjunction([inner[at], outside])
            shared[at, to] = encoder.implied_literal(truth, True) if isinstance(truth, Term) else encoder.truth(truth)
        return shared[at, to]

    for look in fit.looks:
        for down, right in sorted({(row - top, column - left) for row, column in fit.outer for top, left in look}):
            ends = [number_at.get((row + down, column + right), -1) for row, column in look]
            encoder.clause((*(sticks_out(at, to) for at, to in enumerate(ends)), *empty, *unless))


def _have_equal_normal_forms(encoder: Encoder, fit: Fit, inner: Sequence[Operand], outer: Sequence[Operand]) -> Operand:
    """Return whether some orientation of a set that is not empty has the normal form of another one."""
    terms, forms = encoder.terms, encoder.normal_forms
    wanted = forms.of(_spread(fit.outer, outer))
    looks = [forms.of(_spread(look, inner)) for look in fit.looks]
    are_same = [
        terms.conjunction([terms.same(look.get(at, False), wanted.get(at, False)) for at in dict.fromkeys((*look, *wanted))])
        for look in looks
    ]
    return terms.conjunction([terms.disjunction(inner), terms.disjunction(are_same)])


def _spread(positions: Sequence[Position], truths: Sequence[Operand]) -> Spread:
    return {(row, column, ""): truth for (row, column), truth in zip(positions, truths, strict=True)}


FITS = Encoding(("fits",), _require)
