"""What is shown of a layer: the values that are known, and which of them are printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gridwright.compiler.language.spec import Grid, Layer
from gridwright.compiler.values import BLANK, Value


@dataclass(frozen=True, slots=True)
class Shown:
    """A value at a place of a layer, and whether it is printed."""

    place: Value
    value: Value
    given: bool

    @property
    def suffix(self) -> str:
        """Return the end of the style's name."""
        return "-given" if self.given else ""

    @property
    def is_nothing(self) -> bool:
        """Check whether the value states that something is absent."""
        return self.value is BLANK or self.value is False or (self.value == 0 and not isinstance(self.value, str))


@dataclass(frozen=True, slots=True)
class LayerValues:
    """The known values of a layer in the order of its places. It is `whole` if there is one for each place."""

    layer: Layer
    shown: tuple[Shown, ...]
    candidates: Mapping[int, Sequence[Value]]

    @property
    def whole(self) -> bool:
        """Check whether every value is known."""
        return len(self.shown) == len(self.layer.places)

    def __iter__(self) -> Iterator[Shown]:
        return iter(self.shown)


def layer_values_of(
    grid: Grid, layer: Layer, values: Sequence[Value | None] | None, candidates: Sequence[Sequence[Value] | None] | None
) -> LayerValues:
    """Return what is known of a layer: givens first, then `values`, then candidates that are alone."""
    given = {one.position: one.value for one in grid.givens if one.layer is layer}
    shown, open_ones = [], {}
    for position, place in enumerate(layer.places):
        value = values[position] if values is not None else None
        possible = candidates[position] if candidates is not None else None
        if position in given:
            shown.append(Shown(place, given[position], given=True))
        elif value is not None:
            shown.append(Shown(place, value, given=False))
        elif possible is not None and len(possible) == 1:
            shown.append(Shown(place, possible[0], given=False))
        elif possible is not None:
            open_ones[position] = possible
    return LayerValues(layer, tuple(shown), open_ones)
