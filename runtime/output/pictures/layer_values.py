"""Collect the values of a layer that a picture shows: those that are known, and which of them are givens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.language.spec import Grid, Layer
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK, Value


@dataclass(frozen=True, slots=True)
class Shown:
    """A known value at a place of a layer, and whether it is a given."""

    place: Value
    value: Value
    given: bool

    @property
    def suffix(self) -> str:
        """Return the end of the style's name."""
        return "-given" if self.given else ""

    @property
    def is_absent(self) -> bool:
        """Check whether the value states that something is absent."""
        return self.value is BLANK or self.value is False or (self.value == 0 and not isinstance(self.value, str))


@dataclass(frozen=True, slots=True)
class LayerValues:
    """The known values of a layer in the order of its places, and the candidates of its other places, by position.

    `is_complete`: every value is known. `is_crossed`: a cross may stand where nothing is.
    """

    layer: Layer
    shown: tuple[Shown, ...]
    candidates: Mapping[int, Sequence[Value]]
    is_complete: bool
    is_crossed: bool = True

    def has_cross(self, shown: Shown) -> bool:
        """Check whether a place needs a mark that nothing is there: a given one, or any while some values are unknown."""
        return self.is_crossed and shown.is_absent and (shown.given or not self.is_complete)

    def __iter__(self) -> Iterator[Shown]:
        return iter(self.shown)


def layer_values_of(
    grid: Grid, layer: Layer, values: Sequence[Value | None] | None, candidates: Sequence[Sequence[Value] | None] | None
) -> LayerValues:
    """Return the known values of a layer: its givens, otherwise `values`, otherwise places with a single candidate."""
    givens = {given.position: given.value for given in grid.givens if given.layer is layer}
    shown, open_places = [], {}
    for position, place in enumerate(layer.places):
        value = values[position] if values is not None else None
        possible = candidates[position] if candidates is not None else None
        if position in givens:
            shown.append(Shown(place, givens[position], given=True))
        elif value is not None:
            shown.append(Shown(place, value, given=False))
        elif possible is not None and len(possible) == 1:
            shown.append(Shown(place, possible[0], given=False))
        elif possible is not None:
            open_places[position] = possible
    return LayerValues(layer, tuple(shown), open_places, len(shown) == len(layer.places))
