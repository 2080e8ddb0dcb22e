"""`loop` and `path`: curves of links, borders or pairs, with a direction or without."""

from __future__ import annotations

from ..geometry.places import Cell, Corner
from ..geometry.plane import ends
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import AField, APlace, KnownTruth
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, describe, kind_of

Drawn = dict[Value, list[tuple[Value, Value]]]


@function("curves", "loop(line) and not loop(line[:4])")
def loop(mask: AField, directed: KnownTruth = False) -> bool:
    """Return true if the places where `mask` is true form exactly one closed curve.

    The curve may meet no point twice. A mask over links draws through the centres of cells, a mask over borders through
    corners, and a mask over pairs from the one place of a pair to the other. An empty mask is not a loop.

    With `directed=true` the curve has a direction: the mask lies over pairs, a true pair `(a, b)` is a step from `a` to `b`, and
    all steps lead the same way around. It never goes back at once: `(a, b)` and `(b, a)` are not both true.
    """
    check_curve(mask, "loop", directed=directed)
    drawn = _drawn_neighbours(mask)
    if directed and not _leads_on(mask):
        return False
    if not drawn or any(len(there) != 2 for there in drawn.values()):
        return False
    return len(_follow(drawn, next(iter(drawn)))) == len(drawn)


@function("curves", "path(line[:4], r2c1, r1c3) and path(line[12:], r1c1, r1c1) == false")
def path(mask: AField, a: APlace, b: APlace, directed: KnownTruth = False) -> bool:
    """Return true if the places where `mask` is true form exactly one curve from `a` to `b`.

    The curve may meet no point twice. The ends are cells for a mask over links, and corners for a mask over borders. If `a` and
    `b` are the same place, the only path is the empty one: the mask is true nowhere. With `directed=true`, as for `loop`, all
    steps lead from `a` to `b`.
    """
    check_curve(mask, "path", directed=directed)
    for end in (a, b):
        check_end(mask, end)
    drawn = _drawn_neighbours(mask)
    if a is b or not drawn:
        return a is b and not drawn
    if directed and not _leads_on(mask, a, b):
        return False
    if any(len(there) != (1 if end in (a, b) else 2) for end, there in drawn.items()) or a not in drawn or b not in drawn:
        return False
    return len(_follow(drawn, a)) == len(drawn)


def _leads_on(mask: Field, *curve_ends: Value) -> bool:
    """Check whether no two steps leave or enter the same point, none goes back at once, and none enters the start."""
    steps = [place for place in dict.fromkeys(mask.places) if truth(mask[mask.position(place)])]
    left, entered = [first for first, _ in steps], [second for _, second in steps]
    no_fork = len({*left}) == len(left) and len({*entered}) == len(entered)
    return no_fork and not any((b, a) in steps for a, b in steps) and (not curve_ends or curve_ends[0] not in entered)


def _drawn_neighbours(mask: Field) -> Drawn:
    """Return, for each point on the curve, where it goes from there: each place that is drawn, and its other end."""
    drawn: Drawn = {}
    for place in dict.fromkeys(mask.places):
        joined = ends(place)
        if joined is not None and truth(mask[mask.position(place)]):
            for here, there in (joined, joined[::-1]):
                drawn.setdefault(here, []).append((place, there))
    return drawn


def _follow(drawn: Drawn, start: Value) -> dict[Value, None]:
    """Return the points along a curve, until it ends or returns to a point."""
    met = {start: None}
    place, here = drawn[start][0]
    while here not in met:
        met[here] = None
        place, here = next(((other, there) for other, there in drawn[here] if other is not place), (place, here))
    return met


def check_curve(mask: Field, name: str, *, directed: bool = False) -> None:
    """Raise `Fault` unless the mask lies over links, over borders or over pairs; if `directed`, over pairs."""
    kinds = {type(place): place for place in mask.places}
    if any(ends(place) is None for place in kinds.values()) or len(kinds) > 1:
        kind_names = " and ".join(sorted(kind_of(place).removeprefix("a ") + "s" for place in kinds.values()))
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"`{name}` needs a mask over links or over borders, but got one over {kind_names}",
            "a layer with `over: links` draws through the centres of cells, one with `over: borders` through corners",
        )
    if directed and not kinds.keys() <= {tuple}:
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"with `directed=true`, `{name}` needs a mask over pairs, but got one over {kind_of(mask.places[0])[2:]}s",
            "write a layer with a place for each step: over: '[(a, b) for a in cells for b in neighbors(a)]'",
        )


def check_end(mask: Field, end: Value) -> None:
    """Raise `Fault` if a curve over these places cannot end at `end`."""
    joined = ends(mask.places[0]) if mask.places else None
    wanted = Cell if joined is not None and isinstance(joined[0], Cell) else Corner
    if joined is not None and isinstance(joined[0], (Cell, Corner)) and not isinstance(end, wanted):
        points = "cells" if wanted is Cell else "corners"
        over = "these pairs" if isinstance(mask.places[0], tuple) else "links" if wanted is Cell else "borders"
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"a path over {over} joins {points}, but got {kind_of(end)} ({describe(end)})",
            "" if wanted is Cell else "the corners of a cell c are c.corners: top left, top right, bottom left, bottom right",
        )
