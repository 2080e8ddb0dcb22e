"""Say of connected sets of cells how any two lie along each face of the board: at a corner, and along its rim.

Before:  shaded is connected,  not shaded is connected
After:   also: not r1c1 and r2c2 shaded with r1c2 and r2c1 blank, nor the other way round; and along the rim the colour changes
         at most twice

Two sets that share no vertex and are each connected in a graph that is drawn in the plane do not alternate along a face. For let
a, b, c, d follow each other along it, a and c in one set, b and d in the other. A path of the first set joins a and c. With a
curve through the face it is closed, and it separates b from d, which are on different sides of the curve inside the face. So a
path of the second set from b to d crosses it, and not inside the face: at a vertex of both. Yin-Yang of 11 x 11 is searched in a
tenth of the time.

Nothing is said of a set that shares no vertex with `PARTNERS` others or more, as the rooms of Compass. All pairs of 17 rooms on
10 x 10 take 22,000 clauses; one statement at each corner about all rooms, which was tried, takes 4,000. With neither, the search
has as many conflicts once the engine has rules for what is connected, and the whole takes four fifths of the time.

A set may be connected through one further vertex, as where "each group of shaded cells reaches the edge of the board". If that
one is joined to vertices of one rim only, it is drawn outside this rim, and all of this holds along every other face.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable

from ..ir.module import Assertion, Module
from ..ir.operands import operand
from ..ir.plane_faces import PlaneFaces, plane_faces
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.walk import junction_members
from ..language.budget import Enter, enter_nothing
from . import only_with

LEAST = 4  # vertices along a face where two sets can alternate
CHANGES = 2  # between two colours along a face
PARTNERS = 3  # disjoint sets beside one from which on nothing is said of it

Edges = tuple[tuple[int, int, int], ...]
Draw = Callable[[Edges, Edges, int], PlaneFaces | None]


@only_with("connected")
def part_faces(module: Module, on_progress: Enter = enter_nothing) -> Module:
    """Return the module with what follows from disjoint connected sets. `on_progress`: called with their rules."""
    stated: dict[Term, Assertion] = {}
    for assertion in module.assertions:
        for part in junction_members(module.terms, assertion.term, "and"):
            if isinstance(part, Term) and part.op == "connected":
                stated.setdefault(part, assertion)
    draw = functools.cache(_draw)  # most sets are connected in the same graph
    pairs = [
        (one, other, shared) for one, other in itertools.combinations(stated, 2) if (shared := _exclusive(one, other)) >= LEAST
    ]
    partners = Counter(part for one, other, _ in pairs for part in (one, other))
    added: dict[Term, Assertion] = {}
    for one, other, shared in pairs:
        faces = _faces(one, other, shared, draw) if max(partners[one], partners[other]) < PARTNERS else None
        if faces is None:
            continue
        on_progress("encoding", stated[other].origin.span)
        for face in faces:
            for term in _do_not_alternate(module.terms, *([part.args[at] for at in face] for part in (one, other))):
                if isinstance(term, Term):
                    added.setdefault(term, Assertion(term, stated[other].origin))
    return Module(module.terms, module.variables, (*module.assertions, *added.values()), module.target) if added else module


def _exclusive(one: Term, other: Term) -> int:
    """Return how many of the first vertices are never in both sets. Those after them must be in their set for certain, else 0."""
    most = min(one.detail.vertices, other.detail.vertices)
    count = next((at for at in range(most) if not _exclude(one.args[at], other.args[at])), most)
    further = [*one.args[count : one.detail.vertices], *other.args[count : other.detail.vertices]]
    return count if len(further) <= 2 and all(operand(flag) is True for flag in further) else 0  # one for each


def _exclude(a: Term, b: Term) -> bool:
    return _is_negation(a, b) or (a.op == b.op == "is" and a.args == b.args and a.detail != b.detail)


def _is_negation(a: Term, b: Term) -> bool:
    if a.op == b.op == "constant":
        return bool(a.detail != b.detail)
    return (a.op == "not" and a.args[0] is b) or (b.op == "not" and b.args[0] is a)


def _faces(one: Term, other: Term, shared: int, draw: Draw) -> list[tuple[int, ...]] | None:
    """Return the faces along which the two sets do not alternate; None if the board is not known to be drawn in the plane."""
    drawn = draw(one.detail.edges, other.detail.edges, shared)
    if drawn is None:
        return None
    faces = [*drawn.rings, *drawn.rims]
    for term in (one, other):
        if term.detail.vertices == shared:  # no further one
            continue
        hubs = [({a, b} - {at}, at) for a, b, _ in term.detail.edges for at in (a, b) if at >= shared]
        if hubs:
            around = _around(drawn, set().union(*(hub for hub, _ in hubs)))
            if around not in faces or len({at for _, at in hubs}) > 1:
                return None
            faces.remove(around)
    return list(dict.fromkeys(face for face in faces if len(face) >= LEAST))  # on 2x2 the ring and the rim are the same


def _draw(edges: Edges, others: Edges, shared: int) -> PlaneFaces | None:
    """Return the faces of the graph of two sets, without their further vertices."""
    return plane_faces(sorted({(min(a, b), max(a, b)) for a, b, _ in (*edges, *others) if max(a, b) < shared}))


def _around(drawn: PlaneFaces, vertices: set[int]) -> tuple[int, ...] | None:
    """Return the rim on which all of the vertices lie."""
    return next((rim for rim in drawn.rims if vertices.issubset(rim)), None)


def _do_not_alternate(terms: TermFactory, one: list[Term], other: list[Term]) -> list[Operand]:
    """Return that two sets do not alternate along a face, if that is short to say. Each is given by its truths along the face."""
    a, b = ([operand(member) for member in members] for members in (one, other))
    if len(a) == LEAST:
        ways = ((a[0], b[1], a[2], b[3]), (b[0], a[1], b[2], a[3]))
        return [terms.disjunction([terms.negation(member) for member in way]) for way in ways]
    if all(map(_is_negation, one, other)):
        changes = [terms.negation(terms.same(x, y)) for x, y in zip(a, (*a[1:], a[0]), strict=True)]
        return [terms.within(terms.count(changes), 0, CHANGES)]
    return []
