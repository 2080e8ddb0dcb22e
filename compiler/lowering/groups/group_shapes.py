"""Whether two groups of one network have the same shape, as a small term, and what that is written out."""

from __future__ import annotations

from ...geometry.places import Cell
from ...geometry.plane import tiling_of
from ...ir.fit import Looks
from ...ir.network import SameShape
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from .network import GroupNetwork


class _Networks(dict[Term, GroupNetwork]):
    """The networks of terms that were written out, with numbers as places."""


class _LooksOfNetworks(dict[tuple[GroupNetwork, bool, bool], Looks | None]):
    """The looks of all places of a network; None if they are no cells of one board."""


def same_shape_of_groups(
    network: GroupNetwork, inner: int, outer: int, most: tuple[int | None, int | None], *, rotate: bool, reflect: bool
) -> Term | None:
    """Return the term "the group of one place has the shape of that of another"; None if comparing place by place may be simpler.

    `most`: how many places each group has at most. Raise `Fault` if the board is not a plane.
    """
    if inner == outer or not all(_is_open(network, source, size) for source, size in zip((inner, outer), most, strict=True)):
        return None
    known, key = network.terms.beside(_LooksOfNetworks), (network, rotate, reflect)
    if key not in known:
        known[key] = _looks(network, rotate=rotate, reflect=reflect)
    looks = known[key]
    if looks is None:
        return None
    steps = [None if size is None else size - 1 for size in most]
    return network.terms.same_shape(network.network, SameShape(looks, inner, outer, (steps[0], steps[1])))


def _is_open(network: GroupNetwork, source: int, most: int | None) -> bool:
    """Check whether it is not known of a place beside another one that it is in its group."""
    if most == 1 or network.vertex(source) is False:
        return False
    vertex = network.growth.vertex
    return any(
        isinstance(is_open, Term) or isinstance(vertex(other, source), Term) or isinstance(network.vertex(source), Term)
        for other, is_open in network.growth.neighbors[source]
        if vertex(other, source) is not False
    )


def _looks(network: GroupNetwork, *, rotate: bool, reflect: bool) -> Looks | None:
    cells = [place for place in network.places if isinstance(place, Cell)]
    if len(cells) < len(network.places) or len({cell.board for cell in cells}) > 1:
        return None
    tiling = tiling_of(cells[0], "a shape")
    positions = [cell.board.position(cell) for cell in cells]
    images = [tuple(image) for image, _, _ in tiling.images(positions, rotate=rotate, reflect=reflect)]
    return Looks(images[0], tuple(images))


def written_out(terms: TermFactory, shapes: Term) -> Operand:
    """Return a term about the shapes of two groups as one about the places that may be in them."""
    detail: SameShape = shapes.detail
    networks = terms.beside(_Networks)
    if shapes.args[0] not in networks:
        networks[shapes.args[0]] = GroupNetwork(
            terms, range(shapes.args[0].detail.graph.vertices), shapes.args[0], is_plain=False
        )
    network = networks[shapes.args[0]]
    inner, outer = (
        {at: network.same_component(source, at, steps) for at in sorted(network.distances(source, steps))}
        for source, steps in zip((detail.inner, detail.outer), detail.steps, strict=True)
    )
    return terms.fits(detail.looks.fit([*inner], [*outer]), [*inner.values()], [*outer.values()])
