"""The faces of a graph that can be drawn in the plane: the rings of three or four vertices, and the rims.

No places are looked at. Rings are glued along edges: if each edge then has a ring or a rim on both sides, and the rings and rims
around each vertex follow each other once round it, they make a closed surface. If vertices - edges + faces is 2 and the graph is
connected, that surface is a sphere (Euler), so the graph is drawn on it without crossings, with these faces. What wraps around
has 0 instead of 2, and where more than four cells touch at a corner an edge has too many sides.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..records import dataclass

EULER = 2  # of a sphere


@dataclass(frozen=True, slots=True)
class PlaneFaces:
    """Faces, each as the vertices along it: the rings inside, and the rims, of the board and of its holes."""

    rings: tuple[tuple[int, ...], ...]
    rims: tuple[tuple[int, ...], ...]


def plane_faces(edges: Iterable[tuple[int, int]]) -> PlaneFaces | None:
    """Return the faces of a graph; None if they are not found in this way, as those of a board that is one cell wide."""
    beside: dict[int, set[int]] = {}
    for a, b in edges:
        if a != b:
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
    rings = _rings(beside)
    corners: dict[int, dict[int, list[int]]] = {at: {other: [] for other in others} for at, others in beside.items()}
    for ring in rings:  # at a corner, two neighbours of its vertex follow each other
        for before, at, after in zip(ring, (*ring[1:], ring[0]), (*ring[2:], *ring[:2]), strict=True):
            corners[at][before].append(after)
            corners[at][after].append(before)
    ends = {at: _ends(following) for at, following in corners.items()}
    if not beside or not _is_joined(beside) or None in ends.values():
        return None
    rims = _rims({at: neighbors for at, neighbors in ends.items() if neighbors})
    count = sum(map(len, beside.values())) // 2
    if len(beside) - count + len(rings) + len(rims) != EULER:
        return None
    return PlaneFaces(tuple(rings), tuple(rims))


def _rings(beside: dict[int, set[int]]) -> list[tuple[int, ...]]:
    """Return triangles, and squares without a diagonal, each once, from its first vertex on."""
    rings: list[tuple[int, ...]] = []
    for first, others in beside.items():
        later = sorted(other for other in others if other > first)
        for at, second in enumerate(later):
            for last in later[at + 1 :]:
                if last in beside[second]:
                    rings.append((first, second, last))
                else:
                    shared = beside[second] & beside[last]
                    rings += [
                        (first, second, across, last) for across in sorted(shared) if across > first and across not in others
                    ]
    return rings


def _ends(following: dict[int, list[int]]) -> tuple[int, ...] | None:
    """Return the neighbours at the two ends of those that follow each other round a vertex, none if they close.

    None in place of both if they are no single path or cycle.
    """
    if any(not 1 <= len(neighbors) <= 2 for neighbors in following.values()) or not _is_joined(
        following
    ):  # an edge has two sides
        return None
    return tuple(other for other, neighbors in following.items() if len(neighbors) == 1)


def _is_joined(beside: dict[int, set[int]] | dict[int, list[int]]) -> bool:
    reached = [next(iter(beside))] if beside else []
    left = set(beside) - set(reached)
    for at in reached:
        others = [other for other in dict.fromkeys(beside[at]) if other in left]
        left.difference_update(others)
        reached += others
    return not left


def _rims(ends: dict[int, tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the cycles along edges that have a ring on one side only: each vertex on a rim has two of them."""
    rims: list[tuple[int, ...]] = []
    left = set(ends)
    for start in ends:
        rim: list[int] = []
        at: int | None = start
        while at is not None and at in left:
            left.remove(at)
            rim.append(at)
            at = next((other for other in ends[at] if other in left), None)
        if rim:
            rims.append(tuple(rim))
    return rims
