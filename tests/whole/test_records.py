"""Records behave as data classes of the standard library do: each is made twice, by either, and both are compared."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import pickle
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from gridwright.compiler import records
from layout import FILES, module_of, outline

OPTIONS = [
    {},
    {"eq": False},
    {"repr": False},
    {"slots": True},
    {"slots": True, "eq": False},
    {"frozen": True},
    {"frozen": True, "eq": False},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "eq": False},
    {"frozen": True, "kw_only": True},
    {"frozen": True, "slots": True, "kw_only": True},
]


def made(library: Any, **options: bool) -> tuple[type, type]:
    """Return a class and one that inherits from it, as `library` makes them."""

    @library.dataclass(**options)
    class Sized:
        """Something with a size."""

        KIND: ClassVar[str] = "sized"
        size: int
        name: str = library.field(default="", compare=False)
        total: int = library.field(init=False, repr=False, default=7)

    @library.dataclass(**options)
    class Held(Sized):
        """Something that holds more."""

        members: list[int] = library.field(default_factory=list, compare=False)
        note: str = library.field(default="-", metadata={"words": "a note"})

        def doubled(self) -> int:
            """Return twice the size."""
            return self.size * 2

    return Sized, Held


def said(action: Callable[[], object]) -> str:
    """Return what comes of something, or the kind of its error; a class is called by its name, wherever it stands."""
    try:
        return repr(action())
    except Exception as problem:
        return type(problem).__name__


def behaviour(library: Any, cls: Any, options: dict[str, bool]) -> Iterator[str]:
    """Yield what a class does, line by line."""
    one, same, other = cls(size=1), cls(size=1, name="b"), cls(size=2)
    yield said(lambda: cls(1).size)
    yield said(lambda: cls(1, "a").name)
    yield said(lambda: cls(size=1, size_of=2))
    yield said(cls)
    yield said(lambda: (one == same, one == other, one != same, one == 1))
    yield said(lambda: hash(one) == hash(same))
    yield said(lambda: repr(other)) if options.get("repr", True) else ""
    yield said(lambda: cls.__match_args__)
    yield said(lambda: setattr(one, "size", 3))
    if options.get("slots", False) != options.get("frozen", False):  # the two together confuse `super()` in Python 3.11
        yield said(lambda: setattr(other, "another", 3))
    yield said(lambda: delattr(other, "name"))
    yield said(lambda: (one.size, one.name, one.total, cls.KIND))
    yield said(lambda: library.replace(same, size=5).size)
    yield said(lambda: library.replace(same, total=5))
    yield said(lambda: copy.copy(same).name)
    yield said(lambda: copy.deepcopy(same).name)
    yield said(lambda: [(f.name, f.type, f.init, f.repr, f.compare, dict(f.metadata)) for f in library.fields(cls)])
    yield said(lambda: getattr(cls, "__slots__", None))
    yield said(lambda: hasattr(one, "__dict__"))
    # What the standard library is asked about either.
    yield said(lambda: [(f.name, f.type, f.init, f.kw_only, dict(f.metadata)) for f in dataclasses.fields(cls)])
    yield said(lambda: [f.default for f in dataclasses.fields(cls) if f.name in ("name", "total", "note")])
    yield said(lambda: (dataclasses.is_dataclass(one), dataclasses.asdict(other)))
    yield said(lambda: dataclasses.replace(same, size=5).size)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_like_data_classes(options: dict[str, bool]) -> None:
    """Whatever is asked, the answer is that of the standard library, and so is the kind of each error."""
    for ours, theirs in zip(made(records, **options), made(dataclasses, **options), strict=True):
        assert list(behaviour(records, ours, options)) == list(behaviour(dataclasses, theirs, options))


def test_factories_make_one_for_each() -> None:
    """A value that can change is not shared."""
    _, held = made(records)
    first, second = held(1), held(1)
    first.members.append(3)
    assert second.members == []


def test_methods_of_the_class_stay() -> None:
    """What a class defines is not written over."""
    for library in (records, dataclasses):

        @library.dataclass(frozen=True)
        class Own:
            size: int

            def __repr__(self) -> str:
                return "own"

            def __eq__(self, other: object) -> bool:
                return True

            def __hash__(self) -> int:
                return 3

        assert (repr(Own(1)), Own(1) == Own(2), hash(Own(1))) == ("own", True, 3)


def test_after_it_was_made() -> None:
    """`__post_init__` is called, and may set a field of a record that is not frozen."""
    for library in (records, dataclasses):

        @library.dataclass(slots=True)
        class Doubled:
            size: int
            twice: int = library.field(init=False)

            def __post_init__(self) -> None:
                self.twice = 2 * self.size

        assert Doubled(4).twice == 8


def test_a_shared_default_is_refused() -> None:
    """A list as a default would be one list for all."""
    for library in (records, dataclasses):
        with pytest.raises(ValueError, match="mutable default"):

            @library.dataclass
            class Shared:
                members: list[int] = []  # noqa: RUF012 (it is what is refused)


def test_cached_properties() -> None:
    """A frozen record without slots keeps what was computed."""

    @records.dataclass(frozen=True)
    class Area:
        rows: int

        @functools.cached_property
        def computed(self) -> list[int]:
            return [self.rows]

    area = Area(2)
    assert area.computed is area.computed


@records.dataclass(frozen=True, slots=True)
class Stored:
    """A record that a pickle can name."""

    size: int
    name: str = "a"


def test_pickles() -> None:
    """A frozen record with slots has no way to be filled but its own."""
    assert pickle.loads(pickle.dumps(Stored(3, "b"))) == Stored(3, "b")


def test_a_record_that_holds_itself() -> None:
    """Its text ends."""

    @records.dataclass
    class Node:
        others: list[object]

    node = Node([])
    node.others.append(node)
    assert repr(node).endswith("Node(others=[...])")


def test_names_that_others_have_too() -> None:
    """Records of one shape share their code, but not the names of their fields, whatever these are."""

    @records.dataclass(frozen=True, kw_only=True)
    class First:
        f1: int
        f0: str = "f1"

    @records.dataclass(frozen=True, kw_only=True)
    class Second:
        name: int
        note: str = "-"

    first, second = First(f1=1), Second(name=2, note="b")
    assert (first.f1, first.f0, second.name, second.note) == (1, "f1", 2, "b")
    assert (first, second) == (First(f1=1, f0="f1"), Second(name=2, note="b")) != (First(f1=2), second)
    assert str(inspect.signature(First.__init__)) == "(self, *, f1, f0='f1')"
    assert str(inspect.signature(Second.__init__)) == "(self, *, name, note='-')"
    with pytest.raises(TypeError, match="unexpected keyword argument 'note'"):
        First(f1=1, note="b")  # type: ignore[call-arg]


def test_a_default_before_a_field_without_one() -> None:
    """Such a record is refused, because nobody could leave the first out; by name it can be left out."""

    @records.dataclass
    class Wrong:
        name: str = "a"
        size: int  # type: ignore[misc]

    @records.dataclass(kw_only=True)
    class Right:
        name: str = "a"
        size: int

    with pytest.raises(TypeError, match="non-default argument 'size' follows default argument"):
        Wrong("b", 2)
    assert (Right(size=2).name, Right(size=2).size) == ("a", 2)


def test_errors_name_the_class() -> None:
    """A wrong call says of which record, as Python does."""
    with pytest.raises(TypeError, match=r"Stored\.__init__\(\) missing 1 required positional argument: 'size'"):
        Stored()  # type: ignore[call-arg]


def test_methods_are_written_once() -> None:
    """The first call replaces the method by the one that is called from then on."""
    sized, _ = made(records)
    before = sized.__init__
    sized(1)
    after = sized.__init__
    sized(2)
    assert before is not after
    assert sized.__init__ is after
    assert str(inspect.signature(after)) == "(self, size, name='')"


def test_all_use_them() -> None:
    """Files that import `dataclasses` themselves would make every start slower; `asdict` is not needed at a start."""
    allowed = {"compiler.records", "runtime.commands.certify"}
    assert {module_of(path) for path in FILES if "dataclasses" in outline(path).imports} == allowed
