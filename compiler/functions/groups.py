"""`connected`, `groups` and `group`: which places are connected."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from ..geometry.area import Area
from ..geometry.board import Board
from ..geometry.places import Border, Cell, Corner, Link
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import AField, AnyPlace, Anything, Mask
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Field, FoundList, Unknown, Value, kind_of, typed_key

Adjacent = Callable[[Value], Iterable[Value]]
RECENT = 16  # fields whose edges are kept by place


@function("groups", "connected(number != blank) == false and connected([r1c1, r1c2])")
def connected(board: Board, mask: Mask | None = None, by: Anything | None = None, same: AField | None = None) -> bool:
    """Return true if the places where `mask` is true are connected.

    An empty set counts as connected. `mask` is a field of truth values, an area, or a list of places, such as `borders`. `by`
    defines which places are neighbours: a function from a place to places (`neighbors`, `touching`, `knight_moves`, a lambda), or
    a field of truth values over links, borders or pairs, which joins two places where it is true: a border the two cells on its
    sides, or if the places are corners, the two corners at its ends. Without `by`, cells that share a side are neighbours. With
    `same`, a field, only places with equal values are joined, and a place with a blank value is in no group; `mask` may then be
    left out.
    """
    return len(_groups(board, *mask_and_values(mask, same), by)) <= 1


@function("groups", "len(groups(number == blank)) == 4 and len(groups(number == 2)[0]) == 2 and len(groups(same=number)) == 7")
def groups(board: Board, mask: Mask | None = None, by: Anything | None = None, same: AField | None = None) -> list[Value]:
    """Return the connected groups of the places where `mask` is true, as areas.

    They are in the order of their first cells. `mask`, `by` and `same` are as for `connected`. `groups(cells, by=not wall)` are
    the areas between walls, `groups(same=colour)` the areas of one colour.
    """
    return FoundList(as_area(group) for group in _groups(board, *mask_and_values(mask, same), by))


@function(
    "groups",
    "len(group(r2c2, number == 2)) == 2 and group(r1c1, number == 2) == blank and len(group(r2c2, same=number)) == 2",
)
def group(board: Board, c: AnyPlace, mask: Mask | None = None, by: Anything | None = None, same: AField | None = None) -> Value:
    """Return the group of place `c`, as an area; blank if `c` is in no group.

    `mask`, `by` and `same` are as for `connected`.
    """
    mask, same = mask_and_values(mask, same)
    if not _is_in(c, mask, same):
        return BLANK
    members = _reach(c, mask, same, adjacency(board, mask, by))
    return as_area(sorted(members, key=lambda place: mask.position(place) or 0))


def mask_and_values(mask: Field | None, same: Field | None) -> tuple[Field, Field | None]:
    """Return `mask` and `same`; without a mask, all places of `same` are the mask."""
    if mask is None and same is None:
        raise Fault(
            Code.WRONG_ARGUMENTS,
            "the mask or same=... is missing",
            "write which cells form the groups: a mask, such as shaded, or same=...",
        )
    return mask if mask is not None else Field(same.places, lambda _: True, same.positions), same  # type: ignore[union-attr]


def _is_in(place: Value, mask: Field, same: Field | None) -> bool:
    position = mask.position(place)
    return position is not None and truth(mask[position]) and (same is None or _value(place, same) is not BLANK)


def _value(place: Value, same: Field) -> Value:
    position = same.position(place)
    return BLANK if position is None else same[position]


def _groups(board: Board, mask: Field, same: Field | None, by: Value) -> list[list[Value]]:
    adjacent = adjacency(board, mask, by)
    left = dict.fromkeys(place for place in mask.places if _is_in(place, mask, same))
    parts = []
    while left:
        reached = _reach(next(iter(left)), mask, same, adjacent)
        parts.append([place for place in left if place in reached])
        for place in reached:
            left.pop(place, None)
    return parts


def _reach(start: Value, mask: Field, same: Field | None, adjacent: Adjacent) -> dict[Value, None]:
    """Return all places connected with `start`. It reads the mask at the group and around it, and nowhere else."""
    reached = {start: None}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in adjacent(here):
            if other not in reached and _is_in(other, mask, same) and (same is None or _are_equal(here, other, same)):
                reached[other] = None
                queue.append(other)
    return reached


def _are_equal(first: Value, second: Value, same: Field) -> bool:
    return typed_key(_value(first, same)) == typed_key(_value(second, same))


def adjacency(board: Board, mask: Field, by: Value) -> Adjacent:
    """Return the function that gives the neighbours of a place according to `by`."""
    if isinstance(by, Field):
        return _joined_where_true(board, by, mask)
    if by is not None and not callable(by):
        raise Fault(Code.WRONG_ARGUMENTS, f"`by` needs a function or a field of truth values, but got {kind_of(by)}")
    if by is None and not all(isinstance(place, Cell) for place in mask.places):
        raise Fault(
            Code.WRONG_ARGUMENTS, "`by` is missing: these places are not cells", "add by=... to tell which places are joined"
        )

    def neighbours(place: Value) -> Iterable[Value]:
        if by is None:
            return board.neighbors(place)
        others = by(place)
        if others is BLANK:
            return ()
        if isinstance(others, (int, str, dict)) or not isinstance(others, (Iterable, Unknown)):
            raise Fault(Code.WRONG_KIND, f"`by` must return places, but returns {kind_of(others)} for {place}")
        return others  # type: ignore[return-value]

    return neighbours


def _joined_where_true(board: Board, by: Field, mask: Field) -> Adjacent:
    key = id(by.places), mask.kinds
    places, incident = board.incident.get(key, (None, {}))
    if places is not by.places:  # a board that another process has made may hold others by this number
        made: dict[Value, list[tuple[int, Value]]] = {}
        for position, ends in ends_of(by, mask):
            for here, there in (ends, ends[::-1]):
                made.setdefault(here, []).append((position, there))
        if len(board.incident) >= RECENT:
            del board.incident[next(iter(board.incident))]
        board.incident[key] = by.places, made
        incident = made
    return lambda place: [there for position, there in incident.get(place, ()) if truth(by[position])]


MEETING = {  # functions from a place to those that it meets
    Border: "by=lambda b: [n for k in b.corners for n in k.borders if n != b]",
    Link: "by=lambda l: [n for c in l.cells for n in c.links if n != l]",
}


def ends_of(by: Field, mask: Field) -> Iterator[tuple[int, tuple[Value, Value]]]:
    """Yield each position of a field that joins two places of a mask, with these two; raise `Fault` if it joins other places.

    A border joins two cells, if it is not at the rim of the board; over corners it joins two corners.
    """
    kinds = {*map(type, mask.places)}
    other: Value = None  # a place that is of no kind in the mask, if all are
    for position, place in enumerate(by.places):
        ends = place.cells if isinstance(place, (Link, Border)) else place
        ends = place.corners if isinstance(place, Border) and kinds == {Corner} else ends
        if isinstance(ends, tuple) and len(ends) == 2:
            if not kinds.isdisjoint(map(type, ends)):
                other = BLANK
            elif other is None:
                other = ends[0]
            yield position, (ends[0], ends[1])
        elif not isinstance(place, Border):
            raise Fault(Code.WRONG_ARGUMENTS, "`by` needs a field over links, borders or pairs of places")
    if kinds and other is not None and other is not BLANK:
        are = f"{kind_of(mask.places[0]).split()[-1]}s"
        help = (
            "write `cells` to join cells; " * isinstance(other, Cell)
            + f"for {are}, a layer over pairs of {are}"
            + ", or over borders" * (kinds == {Corner})
            + next((f", or a function: {joined}" for kind, joined in MEETING.items() if kinds == {kind}), "")
        )
        message = f"`by` joins two places such as {other}, {kind_of(other)}, and the places to be joined are {are}"
        raise Fault(Code.WRONG_ARGUMENTS, message, help)


def as_area(places: list[Value]) -> Value:
    """Return the places of a group as an area, or as a list if they are not cells."""
    return Area(tuple(places)) if all(isinstance(place, Cell) for place in places) else places
