"""`symmetric`: whether a turn or a reflection maps a shape to itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated

from ..geometry.plane import Spot, spot, tiling_of, turn_orientation
from ..geometry.tiling import Tiling
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import Mask, ParameterType
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, describe, kind_of

Map = Callable[[int, int, str], Spot]
Maps = Mapping[str, tuple[Map, ...]]

# For each kind: maps of the plane about some centre or axis. One of them has to map a shape to itself.
MAPS: Maps = {
    "half turn": (lambda down, right, way: (-down, -right, way),),
    "quarter turn": (lambda down, right, way: (right, -down, turn_orientation(way)),),
    "left-right": (lambda down, right, way: (down, -right, way),),
    "up-down": (lambda down, right, way: (-down, right, way),),
    "diagonal": (
        lambda down, right, way: (right, down, turn_orientation(way)),
        lambda down, right, way: (-right, -down, turn_orientation(way)),
    ),
}


def _of_hexagons(turns: int, *, is_mirrored: bool = False) -> Map:
    """Return the map that mirrors left to right or not, and then makes so many sixth turns."""

    def image(row: int, at: int, way: str) -> Spot:
        position = Tiling.HEXAGONS.mirror_position((row, at)) if is_mirrored else (row, at)
        for _ in range(turns):
            position = Tiling.HEXAGONS.turn_position(position)
        return (*position, way)

    return image


_REFLECTIONS = {
    "left-right": 0,
    "up-down": 3,
    "up_left-down_right": 2,
    "up_right-down_left": 4,
    "along down_right": 5,
    "along down_left": 1,
}
_MAPS_OF_HEXAGONS: Maps = {
    "half turn": (_of_hexagons(3),),
    "third turn": (_of_hexagons(2),),
    "sixth turn": (_of_hexagons(1),),
    **{name: (_of_hexagons(turns, is_mirrored=True),) for name, turns in _REFLECTIONS.items()},
    "diagonal": tuple(_of_hexagons(turns, is_mirrored=True) for turns in _REFLECTIONS.values() if turns % 3),
}


def maps_of(mask: Field, kinds: Sequence[str] | None) -> Maps:
    """Return the maps of some kinds, or of all, on the board of a mask; raise `Fault` if such a board does not have one."""
    tiling = tiling_of(mask.places[0], "`symmetric`") if mask.places else Tiling.SQUARES
    maps = _MAPS_OF_HEXAGONS if tiling is Tiling.HEXAGONS else MAPS
    for kind in kinds or ():
        if kind not in maps and mask.places:
            raise Fault(
                Code.WRONG_ARGUMENTS, f"`symmetric` on {tiling.value} has no kind '{kind}'", f"write {_list_of_maps(maps)}"
            )
    return {kind: maps[kind] for kind in kinds or maps if kind in maps}


def _list_of_maps(maps: Maps) -> str:
    return "one or a list of " + ", ".join(f"'{kind}'" for kind in maps)


def _kinds(value: Value) -> tuple[str, ...] | None:
    kinds = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, (list, tuple)) else ()
    return kinds if kinds and all(isinstance(kind, str) and kind in {**MAPS, **_MAPS_OF_HEXAGONS} for kind in kinds) else None


_ONLY_HEXAGONS = ", ".join(f"'{kind}'" for kind in _MAPS_OF_HEXAGONS if kind not in MAPS)
Kinds = Annotated[
    tuple[str, ...], ParameterType(f"{_list_of_maps(MAPS)} (on hexagons also {_ONLY_HEXAGONS})", _kinds, known=True)
]


@function("shapes", "symmetric(number != blank, kinds='half turn') and not symmetric(number == 2, kinds='diagonal')")
def symmetric(mask: Mask, kinds: Kinds | None = None) -> bool:
    """Return true if a turn or a reflection maps the places where `mask` is true to themselves.

    Any centre or axis is allowed. `kinds` is one or a list of: 'half turn', 'quarter turn', 'left-right' (a reflection that
    swaps left and right), 'up-down', 'diagonal' (a reflection in either diagonal direction). Without `kinds`, any of them
    counts. An empty set is symmetric. On hexagons the turns are 'half turn', 'third turn' and 'sixth turn'. A reflection there
    has one of six axes: 'left-right', 'up_left-down_right' and 'up_right-down_left' swap two opposite directions; 'up-down',
    'along down_right' and 'along down_left' have the axis along a row or another line. 'diagonal' is any reflection but
    'left-right' and 'up-down'.
    """
    check_places(mask)
    maps = maps_of(mask, kinds)
    shape = {where for position, place in enumerate(mask.places) if truth(mask[position]) and (where := spot(place))}
    stands = _moved_to_corner(shape)
    return not shape or any(
        _moved_to_corner(image(*at) for at in shape) == stands for images in maps.values() for image in images
    )


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
        tiling_of(mask.places[0], "`symmetric`")
