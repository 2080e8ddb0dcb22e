"""The values of expressions, and the words for them.

Numbers, texts, truth values, lists, tuples and ranges are Python's own. Beside them: `BLANK`, the one value for nothing; fields;
lists whose length had to be found; functions; and the objects of geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

# A value of an expression. Python cannot say "a list of values" without naming every class here, so checks are made where values
# are used, by the kinds in `parameter_types.py`, and not by the type checker.
Value = Any


class Blank:
    """The class of `BLANK`. It equals only itself, and asking for its truth is a mistake of the program."""

    kind: ClassVar[str] = "blank"
    _only: ClassVar[Blank | None] = None

    def __new__(cls) -> Blank:  # noqa: D102 (there is only one)
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        return "blank"

    def __bool__(self) -> bool:
        raise TypeError("blank has no truth value of its own: use operators.truth")

    def __reduce__(self) -> tuple[type[Blank], tuple[()]]:
        return (Blank, ())


BLANK: Final = Blank()


class Fail:
    """The class of `FAIL`, which a step gives in place of a state from which nothing ends well; it is no value."""

    kind: ClassVar[str] = "fail"

    def __repr__(self) -> str:
        return "fail"

    def __reduce__(self) -> str:
        return "FAIL"


FAIL: Final = Fail()


class Unknown:
    """A value that depends on a layer, while compiling. Plain evaluation never meets one."""

    kind: ClassVar[str] = "an unknown value"
    __slots__ = ()


def is_known(value: Value) -> bool:
    """Check whether neither the value nor any of its members is unknown."""
    if type(value) in _ALWAYS_KNOWN:
        return True
    if isinstance(value, Unknown):
        return False
    if isinstance(value, _HOLDERS):
        return all(is_known(member) for member in value)
    return True


def is_hashable(value: Value) -> bool:
    """Check whether the value can be a key."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


class FoundList(list[Value]):
    """A list whose length depends on the grid (`groups`, `leading`): an index beyond its end is blank, not a mistake."""


class FixedTuple(tuple[Value, ...]):
    """A tuple whose length is known whatever the grid (a state, a pair of `zip`): to write an index beyond it is a mistake."""

    __slots__ = ()


class Field:
    """A list of values that remembers its places. A value is read when it is first used, and once.

    `name`: what messages call it, for a whole layer the layer's name; empty for a field that has none.

    >>> field = Field(["a", "b"], lambda i: i * 10)
    >>> list(field), field.position("b")
    ([0, 10], 1)
    """

    __slots__ = ("_identities", "_left", "_read", "_values", "name", "places", "positions")
    _unread: ClassVar[object] = object()

    def __init__(
        self,
        places: Sequence[Value],
        read: Callable[[int], Value],
        positions: Mapping[Value, int] | None = None,
        name: str = "",
    ) -> None:
        self.places = places
        self.positions = positions
        self.name = name
        self._read = read
        self._identities: dict[int, int] | None = None
        self._values: list[Value] = [Field._unread] * len(places)
        self._left = len(places)

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, position: Any) -> Any:
        if position < 0:
            position += len(self.places)
        value = self._values[position]
        if value is Field._unread:
            value = self._read(position)
            self._left -= self._values[position] is Field._unread  # which reading it may have changed
            self._values[position] = value
        return value

    def __iter__(self) -> Iterator[Value]:
        return self._one_by_one() if self._left else iter(self._values)

    def _one_by_one(self) -> Iterator[Value]:
        for position, value in enumerate(self._values):
            yield self[position] if value is Field._unread else value

    @property
    def all_read(self) -> list[Value] | None:
        """Return all values if each has been read; otherwise None."""
        return None if self._left else self._values

    def position(self, place: Value) -> int | None:
        """Return the position of a place in the field; None if it is not there."""
        if self.positions is None:
            self.positions = {place: position for position, place in enumerate(self.places) if is_hashable(place)}
        try:
            return self.positions.get(place)
        except TypeError:  # a list, which is no place
            return None

    def at(self, places: Sequence[Value]) -> list[Value] | None:
        """Return the values at places; None if the field lacks one. A place that is the very object is looked up by identity."""
        if self._identities is None:
            self._identities = {id(place): position for position, place in enumerate(self.places)}
        try:
            positions = [*map(self._identities.__getitem__, map(id, places))]
        except KeyError:
            return None
        found = [*map(self._values.__getitem__, positions)]
        if self._left:
            unread = Field._unread
            found = [self[at] if value is unread else value for at, value in zip(positions, found, strict=True)]
        return found

    def __reduce__(self) -> tuple[Callable[..., Field], tuple[Any, ...]]:
        return _read_field, (self.places, list(self), self.positions, self.name)

    def like(self, read: Callable[[int], Value]) -> Field:
        """Return a field over the same places with other values."""
        return Field(self.places, read, self.positions)

    def same_places(self, other: Field) -> bool:
        """Check whether both fields have the same places in the same order."""
        return self.places is other.places or (
            len(self.places) == len(other.places) and all(a == b for a, b in zip(self.places, other.places, strict=True))
        )


def _read_field(places: Sequence[Value], values: Sequence[Value], positions: Mapping[Value, int] | None, name: str) -> Field:
    """Return a field that was pickled: all its values have been read."""
    return Field(places, values.__getitem__, positions, name)


_ALWAYS_KNOWN = frozenset((int, str, bool, Blank))
_HOLDERS = (list, tuple, Field)


def typed(value: Value) -> tuple[Any, ...]:
    """Return the value with its type, inside tuples too, so that true and 1 are different keys.

    >>> typed(1) == typed(True), typed((1, 0)) == typed((1, False))
    (False, False)
    """
    return (tuple, *map(typed, value)) if isinstance(value, tuple) else (type(value), value)


def kind_of(value: Value) -> str:
    """Return the kind of a value with its article, as in messages.

    >>> [kind_of(value) for value in (3, True, "red", [1], (1, 2), BLANK)]
    ['a number', 'a truth value', 'a text', 'a list', 'a tuple', 'blank']
    """
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, Field):
        return "a field"
    if isinstance(value, tuple):
        return "a tuple"
    if isinstance(value, (list, range)):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    kind: str = getattr(value, "kind", "a value")
    return kind


def describe(value: Value, limit: int = 60) -> str:
    """Return a value as text for messages: short, and in the syntax of the language.

    >>> describe([1, BLANK, "red"]), describe((1,)), describe(True)
    ("[1, blank, 'red']", '(1,)', 'true')
    """
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, int) and value.bit_length() > 256:
        text = f"a number of {value.bit_length():,} bits"
    elif isinstance(value, str):
        text = repr(value)
    elif isinstance(value, Unknown):
        text = value.kind
    elif isinstance(value, Field):
        text = value.name or f"a field over {len(value)} places"
    elif isinstance(value, (list, tuple)):
        shown = ", ".join(describe(member, 20) for member in value[:20])
        text = f"[{shown}]" if isinstance(value, list) else f"({shown}{',' * (len(value) == 1)})"
    elif isinstance(value, range):
        text = f"{value.start}..{value.stop - 1}" if value.step == 1 else f"a range of {len(value)} numbers"
    else:
        text = str(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
