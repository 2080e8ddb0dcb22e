"""`connected`, `groups` and `group`: what hangs together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from ..diagnostics import Code, Fault
from ..function import function
from ..geometry.area import Area
from ..geometry.board import Board
from ..geometry.places import Border, Cell, Link
from ..kinds import Anything, Mask
from ..operators import truth
from ..values import BLANK, Field, FoundList, Unknown, Value, kind_of

Adjacent = Callable[[Value], Iterable[Value]]


@function("groups", "connected(number != blank) == false and connected([r1c1, r1c2])")
def connected(board: Board, mask: Mask, by: Anything | None = None) -> bool:
    """Whether the places where the mask is true hang together. Nothing hangs together.

    `mask` is a field of truth values, or an area. `by` says what is joined: a function from a place to places (`neighbors`,
    `touching`, `knight_moves`, a lambda), or a field of truth values over links, borders or pairs, "joined where true".
    """
    return len(_groups(board, mask, by)) <= 1


@function("groups", "len(groups(number == blank)) == 4 and len(groups(number == 2)[0]) == 2")
def groups(board: Board, mask: Mask, by: Anything | None = None) -> list[Value]:
    """The groups into which the places fall where the mask is true: areas, ordered by their first cells.

    `mask` and `by` are as for `connected`; `groups(cells, by=not wall)` are the areas between walls.
    """
    return FoundList(_as_area(group) for group in _groups(board, mask, by))


@function("groups", "len(group(r2c2, number == 2)) == 2 and group(r1c1, number == 2) == blank")
def group(board: Board, c: Anything, mask: Mask, by: Anything | None = None) -> Value:
    """The group that holds a place, as an area; blank where the mask is false there. `mask` and `by` are as for `connected`."""
    start = mask.position(c)
    if start is None or not truth(mask[start]):
        return BLANK
    found = _reach(c, mask, adjacency(board, mask, by))
    return _as_area(sorted(found, key=lambda place: mask.position(place) or 0))


def _groups(board: Board, mask: Field, by: Value) -> list[list[Value]]:
    adjacent = adjacency(board, mask, by)
    left = dict.fromkeys(place for position, place in enumerate(mask.places) if truth(mask[position]))
    found = []
    while left:
        group = _reach(next(iter(left)), mask, adjacent)
        found.append([place for place in left if place in group])
        for place in group:
            left.pop(place, None)
    return found


def _reach(start: Value, mask: Field, adjacent: Adjacent) -> dict[Value, None]:
    """Everything that hangs together with a place. The mask is read at the group and around it, and nowhere else."""
    reached = {start: None}
    queue = deque([start])
    while queue:
        for other in adjacent(queue.popleft()):
            position = mask.position(other)
            if other not in reached and position is not None and truth(mask[position]):
                reached[other] = None
                queue.append(other)
    return reached


def adjacency(board: Board, mask: Field, by: Value) -> Adjacent:
    """What `by` joins a place with."""
    if isinstance(by, Field):
        return _joined_where_true(by)
    if by is not None and not callable(by):
        raise Fault(Code.WRONG_ARGUMENTS, f"`by` wants a function or a field of truth values, and here is {kind_of(by)}")
    if by is None and not all(isinstance(place, Cell) for place in mask.places):
        raise Fault(Code.WRONG_ARGUMENTS, "what is joined must be said where the places are not cells", "add by=...")

    def reached(place: Value) -> Iterable[Value]:
        if by is None:
            return board.neighbors(place)
        found = by(place)
        if found is BLANK:
            return ()
        if isinstance(found, int | str | dict) or not isinstance(found, Iterable | Unknown):
            raise Fault(Code.WRONG_KIND, f"`by` gives {kind_of(found)} for {place}, and must give places")
        return found  # type: ignore[return-value]

    return reached


def _joined_where_true(by: Field) -> Adjacent:
    incident: dict[Value, list[tuple[int, Value]]] = {}
    for position, place in enumerate(by.places):
        ends = place.cells if isinstance(place, Link | Border) else place
        if isinstance(ends, tuple) and len(ends) == 2:
            for here, there in (ends, ends[::-1]):
                incident.setdefault(here, []).append((position, there))
        elif not isinstance(place, Border):
            raise Fault(Code.WRONG_ARGUMENTS, "`by` wants a field over links, borders or pairs of places")
    return lambda place: [there for position, there in incident.get(place, ()) if truth(by[position])]


def _as_area(places: list[Value]) -> Value:
    return Area(tuple(places)) if all(isinstance(place, Cell) for place in places) else places
