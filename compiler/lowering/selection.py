"""Some places of a field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..values import Field, Value


class Selection(Field):
    """A field at some of its places. Gone through, it is read at once: among unknown values none decides before all are read."""

    __slots__ = ("_of",)

    def __init__(self, places: Sequence[Value], read: Callable[[int], Value], of: Field) -> None:
        super().__init__(places, read)
        self._of: Field | None = of

    @property
    def all_read(self) -> list[Value] | None:
        """All values, read now where they can be at once."""
        if self._of is not None:
            found = self._of.at(self.places)
            self._of = None
            if found is not None:
                self._values = found
                self._left = 0
        return super().all_read

    def __iter__(self) -> Iterator[Value]:
        found = self.all_read
        return super().__iter__() if found is None else iter(found)
