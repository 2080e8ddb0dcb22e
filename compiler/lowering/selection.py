"""Layers whose values are unknown, and some of their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..geometry.places import Cell
from ..values import Field, Value


class UnknownLayer(Field):
    """The field of a layer, whose values are unknowns.

    `are_truths`: each is true or false. `is_over_cells`: its places are cells, so that an area stands for several of them.
    """

    __slots__ = ("are_truths", "is_over_cells")

    def __init__(
        self,
        places: Sequence[Value],
        read: Callable[[int], Value],
        positions: Mapping[Value, int],
        name: str,
        *,
        are_truths: bool,
    ) -> None:
        super().__init__(places, read, positions, name)
        self.are_truths = are_truths
        self.is_over_cells = {*map(type, places)} == {Cell}

    def part(self, places: Sequence[Value], positions: Sequence[int]) -> Field:
        """Return the field over places that stand at these positions, with the values of unknowns that were met before."""
        values = self.read_at(positions)
        if values is None:
            return super().part(places, positions)
        part = Field.holding(places, values)
        part.is_clear, part.known = True, not values  # each is an unknown
        return part


class Selection(Field):
    """A field at some of its places. Gone through, it is read at once: among unknown values none decides before all are read.

    `are_truths`: it has been read, and each value is an unknown that is true or false; of thousands nobody has to look at each.
    """

    __slots__ = ("_of", "are_truths")

    def __init__(self, places: Sequence[Value], read: Callable[[int], Value], of: Field) -> None:
        super().__init__(places, read)
        self._of: Field | None = of
        self.are_truths = False

    @property
    def all_read(self) -> list[Value] | None:
        """Return all values; read them now if they can be read at once."""
        of, self._of = self._of, None
        if of is not None:
            values = of.at(self.places)
            if values is not None:
                self._values = values
                self._left = 0
                self.are_truths = isinstance(of, UnknownLayer) and of.are_truths
        return super().all_read

    def __iter__(self) -> Iterator[Value]:
        values = self.all_read
        return super().__iter__() if values is None else iter(values)
