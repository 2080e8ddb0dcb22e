"""`symmetric`: whether a turn or a reflection maps a shape to itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from ..geometry.plane import Spot, check_plane, spot, turned
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import Mask, ParameterType
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, describe, kind_of

# For each kind: maps of the plane about some centre or axis. One of them has to map a shape to itself.
MAPS: Mapping[str, tuple[Callable[[int, int, str], Spot], ...]] = {
    "half turn": (lambda down, right, way: (-down, -right, way),),
    "quarter turn": (lambda down, right, way: (right, -down, turned(way)),),
    "left-right": (lambda down, right, way: (down, -right, way),),
    "up-down": (lambda down, right, way: (-down, right, way),),
    "diagonal": (
        lambda down, right, way: (right, down, turned(way)),
        lambda down, right, way: (-right, -down, turned(way)),
    ),
}


def _kinds(value: Value) -> tuple[str, ...] | None:
    found = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, (list, tuple)) else ()
    return found if found and all(isinstance(kind, str) and kind in MAPS for kind in found) else None


WORDS = "one or a list of " + ", ".join(f"'{kind}'" for kind in MAPS)
Kinds = Annotated[tuple[str, ...], ParameterType(WORDS, _kinds, known=True)]


@function("shapes", "symmetric(number != blank, kinds='half turn') and not symmetric(number == 2, kinds='diagonal')")
def symmetric(mask: Mask, kinds: Kinds | None = None) -> bool:
    """Return true if a turn or a reflection maps the places where `mask` is true to themselves.

    Any centre or axis is allowed. `kinds` is one or a list of: 'half turn', 'quarter turn', 'left-right' (a reflection that
    swaps left and right), 'up-down', 'diagonal' (a reflection in either diagonal direction). Without `kinds`, any of them
    counts. An empty set is symmetric.
    """
    check_places(mask)
    shape = {found for position, place in enumerate(mask.places) if truth(mask[position]) and (found := spot(place))}
    stands = _moved_to_corner(shape)
    return any(_moved_to_corner(image(*at) for at in shape) == stands for kind in kinds or MAPS for image in MAPS[kind])


def _moved_to_corner(shape: Iterable[Spot]) -> set[Spot]:
    """Return the shape, moved so that it touches the upper and the left edge of the plane."""
    spots = list(shape)
    top, left = min((down for down, _, _ in spots), default=0), min((right for _, right, _ in spots), default=0)
    return {(down - top, right - left, way) for down, right, way in spots}


def check_places(mask: Field) -> None:
    """Raise `Fault` unless the mask lies over places of a board that is a plane."""
    wrong = next((place for place in mask.places if spot(place) is None), None)
    if wrong is not None:
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"`symmetric` needs a mask over cells, links, borders or corners, but one of its places is {kind_of(wrong)}"
            f" ({describe(wrong)})",
        )
    if mask.places:
        check_plane(mask.places[0], "`symmetric`")
