"""The values of expressions, and the words for them.

Numbers, texts, truth values, lists, tuples and ranges are Python's own. Beside them: `BLANK`, the one value for nothing; fields;
lists whose length had to be found; functions; and the objects of geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

# A value of an expression. Python cannot say "a list of values" without naming every class here, so checks are made where values
# are used, by the kinds in `parameter_types.py`, and not by the type checker.
Value = Any


# A number is an `int` if it is whole, and a `Fraction` otherwise, never the other way round: `exact` makes it so. What is whole
# keeps the speed of `int`, and a number has one form as a key, in a table, and in a file.
Number = int | Fraction
NUMBERS = frozenset((int, Fraction))  # looked up by type: `isinstance` of a Fraction takes ten times as long


def exact(numerator: Number, denominator: Number = 1) -> Number:
    """Return the quotient of two numbers exactly, in its one form; raise `ZeroDivisionError` if the second is 0.

    >>> exact(6, 4), exact(6, 3), exact(Fraction(1, 2), Fraction(1, 4))
    (Fraction(3, 2), 2, 2)
    """
    quotient = Fraction(numerator, denominator)
    return quotient.numerator if quotient.denominator == 1 else quotient


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
    """The class of `FAIL`, which a step gives instead of a state from which nothing ends well; it is no value."""

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
    """Check whether neither the value nor any of its members is unknown. Lists and fields remember it: they may share members."""
    if type(value) in _ALWAYS_KNOWN:
        return True
    if isinstance(value, Unknown):
        return False
    if not isinstance(value, _HOLDERS):
        return True
    if not isinstance(value, _REMEMBER):
        return all(map(is_known, value))
    if value.known is None:
        value.known = all(map(is_known, value))
    return value.known


def is_hashable(value: Value) -> bool:
    """Check whether the value can be a key."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


class SizedList(list[Value]):
    """A list that carries its size and its depth once they have been asked for.

    Whether it is known, and whether it is plain data, it remembers as well. Lists that share members look like trees that are
    much larger than what is stored, so nothing may have to walk them to know.
    """

    __slots__ = ("extent", "is_data", "known", "mask")

    def __init__(self, members: Iterable[Value] = ()) -> None:
        super().__init__(members)
        self.extent: tuple[int, int] | None = None
        self.known: bool | None = None
        self.is_data: bool | None = None
        self.mask: Everywhere | None = None  # what it stands for as a list of places, if a function has asked


class SizedTuple(tuple[Value, ...]):
    """A tuple that carries the same as a `SizedList`."""

    extent: tuple[int, int] | None = None
    known: bool | None = None
    is_data: bool | None = None


class FoundList(SizedList):
    """A list whose length depends on the grid (`groups`, `leading`): an index beyond its end is blank, not a mistake."""

    __slots__ = ()


class FixedTuple(SizedTuple):
    """A tuple whose length is known whatever the grid (a state, a pair of `zip`): to write an index beyond it is a mistake."""


TEXT = 16  # characters of a text that count as one value


class _SingleKinds(dict[type, bool]):
    """Whether values of a class count as one: all do but those that evaluation can make larger and larger."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = not issubclass(kind, (list, tuple, range, str, dict, Field))
        return self[kind]


_IS_SINGLE = _SingleKinds()


def is_flat(values: Iterable[Value]) -> bool:
    """Check whether each member counts as one value."""
    for kind in {*map(type, values)}:  # half as long as `all` for a pair
        if not _IS_SINGLE[kind]:
            return False
    return True


def size_of(value: Value) -> int:
    """Return how many values a value is made of, itself and the members of its members included. What is shared counts each time.

    A text counts as one value for every 16 characters, a range or a field as what it would be as a list.

    >>> size_of(7), size_of([1, [2, 3]]), size_of("x" * 160), size_of(range(5))
    (1, 5, 11, 6)
    """
    return extent_of(value)[0]


def extent_of(value: Value) -> tuple[int, int]:
    """Return the size of a value, and how many levels of lists it has.

    >>> extent_of(7), extent_of([1, 2]), extent_of([1, [2]])
    ((1, 0), (3, 1), (4, 2))
    """
    if _IS_SINGLE[type(value)]:
        return _ONE
    if isinstance(value, (SizedList, SizedTuple)):
        extent = value.extent
        if extent is None:
            extent = value.extent = _extent(value)
        return extent
    if isinstance(value, (list, tuple)):
        return _extent(value)
    return 1 + (len(value) // TEXT if isinstance(value, str) else len(value)), 0


_ONE = (1, 0)


def _extent(values: Sequence[Value]) -> tuple[int, int]:
    if is_flat(values):
        return 1 + len(values), 1
    sizes, depths = zip(*map(extent_of, values), strict=True)
    return 1 + sum(sizes), 1 + max(depths)


class Field:
    """A list of values that remembers its places. A value is read when it is first used, and once.

    `name`: what messages call it, for a whole layer the layer's name; empty for a field that has none.

    >>> field = Field(["a", "b"], lambda i: i * 10)
    >>> list(field), field.position("b")
    ([0, 10], 1)
    """

    __slots__ = ("_identities", "_kinds", "_left", "_read", "_values", "is_clear", "known", "name", "places", "positions")
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
        self._kinds: frozenset[type] | None = None
        self._values: list[Value] = [Field._unread] * len(places)
        self._left = len(places)
        self.known: bool | None = None
        self.is_clear = False  # whether all values have been read, and lowering has found none of them opaque

    @classmethod
    def holding(
        cls, places: Sequence[Value], values: list[Value], positions: Mapping[Value, int] | None = None, name: str = ""
    ) -> Field:
        """Return a field whose values are all there."""
        made = cls(places, values.__getitem__, positions, name)
        made._values, made._left = values, 0
        return made

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
    def kinds(self) -> frozenset[type]:
        """Return the classes of the places."""
        if self._kinds is None:
            self._kinds = frozenset(map(type, self.places))
        return self._kinds

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
        """Return the values at places; None if the field lacks one."""
        positions = self.positions_at(places)
        if positions is None:
            return None
        values = [*map(self._values.__getitem__, positions)]
        if self._left:
            unread = Field._unread
            values = [self[at] if value is unread else value for at, value in zip(positions, values, strict=True)]
        return values

    def positions_at(self, places: Sequence[Value]) -> list[int] | None:
        """Return the positions of places; None if the field lacks one. In a part, only the very object is found."""
        try:
            if self.positions is not None:  # all fields of a layer share them
                return [*map(self.positions.__getitem__, places)]
            if self._identities is None:
                self._identities = {id(place): position for position, place in enumerate(self.places)}
            return [*map(self._identities.__getitem__, map(id, places))]
        except (KeyError, TypeError):
            return None

    def __reduce__(self) -> tuple[Callable[..., Field], tuple[Any, ...]]:
        return _read_field, (self.places, list(self), self.positions, self.name)

    def forget(self) -> None:
        """Forget all values: each is read again when it is next used."""
        if self._left < len(self._values):
            self._values = [Field._unread] * len(self.places)  # a list that `all_read` has returned stays as it is
            self._left = len(self.places)
        self.known = None
        self.is_clear = False

    def part(self, places: Sequence[Value], positions: Sequence[int]) -> Field:
        """Return the field over places that stand at these positions."""
        part = Field(places, lambda at: self[positions[at]])
        if not self._left:  # as for a layer that was met before
            part._values = [*map(self._values.__getitem__, positions)]
            part._left = 0
        return part

    def read_at(self, positions: Sequence[int]) -> list[Value] | None:
        """Return the values at positions if each has been read; otherwise None."""
        values = [*map(self._values.__getitem__, positions)]
        return None if Field._unread in values else values

    def like(self, read: Callable[[int], Value]) -> Field:
        """Return a field over the same places with other values."""
        return Field(self.places, read, self.positions)

    def same_places(self, other: Field) -> bool:
        """Check whether both fields have the same places in the same order."""
        return self.places is other.places or (
            len(self.places) == len(other.places) and all(a == b for a, b in zip(self.places, other.places, strict=True))
        )


class Everywhere(Field):
    """The mask that an area stands for: it is true at each of its places, so the places alone tell it from others."""

    __slots__ = ()

    def __init__(self, places: Sequence[Value]) -> None:
        super().__init__(places, lambda _: True)
        self.known = self.is_clear = True  # nobody has to look at thousands of places for each call

    def __reduce__(self) -> tuple[Callable[..., Field], tuple[Any, ...]]:
        return Everywhere, (self.places,)


def _read_field(places: Sequence[Value], values: Sequence[Value], positions: Mapping[Value, int] | None, name: str) -> Field:
    """Return a field that was pickled: all its values have been read."""
    return Field(places, values.__getitem__, positions, name)


_ALWAYS_KNOWN = frozenset((int, Fraction, str, bool, Blank))
_HOLDERS = (list, tuple, Field)
_REMEMBER = (SizedList, SizedTuple, Field)


def typed_key(value: Value) -> tuple[Any, ...]:
    """Return the value with its type, inside tuples too, so that true and 1 are different keys.

    >>> typed_key(1) == typed_key(True), typed_key((1, 0)) == typed_key((1, False))
    (False, False)
    """
    return (tuple, *map(typed_key, value)) if isinstance(value, tuple) else (type(value), value)


def kind_of(value: Value) -> str:
    """Return the kind of a value with its article, as in messages.

    >>> [kind_of(value) for value in (3, True, "red", [1], (1, 2), BLANK)]
    ['a number', 'a truth value', 'a text', 'a list', 'a tuple', 'blank']
    """
    if isinstance(value, bool):
        return "a truth value"
    if type(value) in NUMBERS:
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


DEEPEST = 20  # levels of lists that messages show: of deeper ones nothing would be seen


def describe(value: Value, limit: int = 60, level: int = 0) -> str:
    """Return a value as text for messages: short, and in the syntax of the language. It looks at no more members than it shows.

    >>> describe([1, BLANK, "red"]), describe((1,)), describe(True), describe(Fraction(9, 2))
    ("[1, blank, 'red']", '(1,)', 'true', '9/2')
    """
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif type(value) in NUMBERS and (bits := value.numerator.bit_length() + value.denominator.bit_length() - 1) > 256:
        text = f"a number of {bits:,} bits"
    elif isinstance(value, str):
        text = repr(value[:limit])
    elif isinstance(value, Unknown):
        text = value.kind
    elif isinstance(value, Field):
        text = value.name or f"a field over {len(value)} places"
    elif isinstance(value, (list, tuple)):
        shown = _described_members(value, limit, level) if level < DEEPEST else "..."
        text = f"[{shown}]" if isinstance(value, list) else f"({shown}{',' * (len(value) == 1)})"
    elif isinstance(value, range):
        text = f"{value.start}..{value.stop - 1}" if value.step == 1 else f"a range of {len(value)} numbers"
    else:
        text = str(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _described_members(values: Sequence[Value], limit: int, level: int) -> str:
    """Return the first members as text, up to the one that is beyond the limit."""
    texts: list[str] = []
    length = 0
    for member in values[:20]:
        texts.append(describe(member, 20, level + 1))
        length += len(texts[-1]) + 2
        if length > limit + 2:
            break
    return ", ".join(texts)
