"""Records: data classes as the standard library has them, whose methods are only written when they are first called.

`dataclasses.dataclass` makes the source of up to six methods and compiles each of them, while the module is imported: 0.7 ms for
a record. The program has some 300 records, and a command makes instances of a third of those that it imports, so this was two
fifths of the time in which `gridwright check` ended. A record of this module keeps a short method in their place. The first call
writes the real one, which replaces it, so the second call costs what it did before.

Of the 90 methods that `gridwright solve` writes, 60 differ from another in the names of the fields only, and share its code.
To write `__init__` only after four calls was tried: a whole process took 3 % less, but whatever runs next in it took longer.

Names, parameters and results are those of `dataclasses`, whose `fields`, `replace` and `asdict` take these records too, and to
type checkers they are the same. What no record here uses is left out: `order`, `unsafe_hash`, `InitVar`, `KW_ONLY`.

>>> @dataclass(frozen=True, slots=True)
... class Step:
...     "A step."
...     row: int
...     column: int = 0
>>> Step(1), Step(1) == Step(1, 0), replace(Step(1), column=2)
(Step(row=1, column=0), True, Step(row=1, column=2))

Measured for 200 records of four fields (instructions, Python 3.11): `dataclasses` 710 million, `msgspec.Struct` 25 million and
20 million for its import, these 18 million; a method that is called costs a further 0.3 million.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterable, Mapping
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn

MISSING: Any = type("Missing", (), {"__slots__": (), "__repr__": lambda self: "MISSING"})()
NO_METADATA: Mapping[str, object] = types.MappingProxyType({})
NO_NAMES: Mapping[str, str] = types.MappingProxyType({})
_FIELDS = "__record_fields__"


class FieldOfRecord:
    """A field: its name, what it is if nothing is given for it, and the methods that leave it out."""

    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(
        self,
        *,
        default: object = MISSING,
        default_factory: Any = MISSING,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        self.name, self.type, self.kw_only = "", "", False  # known when the class is
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare = init, repr, compare
        self.metadata = types.MappingProxyType(dict(metadata)) if metadata else NO_METADATA


def _record(
    cls: Any = None,
    /,
    *,
    repr: bool = True,
    eq: bool = True,
    frozen: bool = False,
    kw_only: bool = False,
    slots: bool = False,
) -> Any:
    """Make a record of a class, as `dataclasses.dataclass` does; its parameters mean the same."""

    def decorate(cls: Any) -> Any:
        return _make(cls, shows=repr, eq=eq, frozen=frozen, kw_only=kw_only, slots=slots)

    return decorate if cls is None else decorate(cls)


def _make(cls: Any, *, shows: bool, eq: bool, frozen: bool, kw_only: bool, slots: bool) -> Any:
    inherited: dict[str, FieldOfRecord] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited |= base.__dict__.get(_FIELDS, {})
    own = _own_fields(cls, kw_only)
    every = inherited | own
    members: dict[str, Any] = {_FIELDS: every, "__dataclass_fields__": _StandardFields()}
    members["__match_args__"] = tuple(name for name, declared in every.items() if declared.init and not declared.kw_only)
    writers = {"__init__": _write_init(frozen)}
    if shows:
        writers["__repr__"] = _write_repr
    if eq:
        writers["__eq__"] = _write_eq
        if frozen:
            writers["__hash__"] = _write_hash
        else:
            members["__hash__"] = None
    if frozen:
        members["__setattr__"] = members["__delattr__"] = _refuse
        if slots:
            members |= {"__getstate__": _values_of, "__setstate__": _set_values}
    present = cls.__dict__
    members = {name: value for name, value in members.items() if name not in present or _is_unset(cls, name)}
    writers = {name: write for name, write in writers.items() if name not in present}
    if slots:
        cls = _with_slots(cls, own)
    for name, value in members.items():
        setattr(cls, name, value)
    for name, write in writers.items():
        setattr(cls, name, _write_lazily(cls, name, write))
    return cls


def _is_unset(cls: type, name: str) -> bool:
    """Check whether Python itself set a name: `__hash__` is None in a class that defines `__eq__`."""
    return name == "__hash__" and cls.__dict__[name] is None and "__eq__" in cls.__dict__


def _own_fields(cls: Any, kw_only: bool) -> dict[str, FieldOfRecord]:
    """Return the fields that a class declares, and leave their defaults in the class, as the standard library does."""
    own_fields: dict[str, FieldOfRecord] = {}
    for name, annotation in cls.__annotations__.items():
        if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        default = cls.__dict__.get(name, MISSING)
        one = default if isinstance(default, FieldOfRecord) else FieldOfRecord(default=default)
        one.name, one.type, one.kw_only = name, annotation, kw_only
        if one.default is not MISSING and type(one.default).__hash__ is None:
            raise ValueError(f"mutable default {type(one.default)} for field {name} is not allowed: use default_factory")
        if one is default:
            if one.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, one.default)
        own_fields[name] = one
    return own_fields


def _with_slots(cls: Any, own: Iterable[str]) -> Any:
    """Return the class made again with a slot for each field, since a class cannot get slots later."""
    inherited = {slot for base in cls.__mro__[1:] for slot in base.__dict__.get("__slots__", ())}
    content = {name: value for name, value in cls.__dict__.items() if name not in own and name not in ("__dict__", "__weakref__")}
    content["__slots__"] = tuple(name for name in own if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, content)
    made.__qualname__ = cls.__qualname__
    return made


def _write_lazily(cls: Any, name: str, write: Callable[[Any], Callable[..., Any]]) -> Callable[..., Any]:
    """Return a method that writes the real one when it is called, and puts that in its place."""

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        written = write(cls)
        written.__name__, written.__qualname__ = name, f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(self, *arguments, **options)

    method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return method


def _compile_function(
    cls: Any, parameters: str, lines: Iterable[str], names: dict[str, Any], called: Mapping[str, str] = NO_NAMES
) -> Callable[..., Any]:
    """Return the function of these lines. The source holds names of fields, which are those of the class statement.

    `called`: the names of fields by what stands for them in the source. Many records differ in these names only, so their code is
    compiled once and gets the names afterwards, which takes a tenth of the time.
    """
    exec(_compile_source(f"def method({parameters}):\n " + "\n ".join(lines)), names)
    method = names["method"]
    code: types.CodeType = method.__code__
    method.__code__ = code.replace(
        co_filename=f"<record {cls.__qualname__}>",
        co_varnames=tuple(called.get(name, name) for name in code.co_varnames),
        co_names=tuple(called.get(name, name) for name in code.co_names),
        co_consts=tuple(called.get(value, value) for value in code.co_consts),
    )
    return method  # type: ignore[no-any-return]


@functools.cache
def _compile_source(source: str) -> types.CodeType:
    return compile(source, "<record>", "exec")


def _names(cls: Any) -> dict[str, str]:
    """Return the names of the fields of a record, by what stands for them in sources: `f0`, `f1`, ..."""
    return {f"f{at}": field.name for at, field in enumerate(_fields(cls))}


def _write_init(frozen: bool) -> Callable[[Any], Callable[..., Any]]:
    def write(cls: Any) -> Callable[..., Any]:
        names: dict[str, Any] = {"_set": object.__setattr__, "MISSING": MISSING}
        positional: list[str] = ["self"]
        by_name: list[str] = []
        defaults: list[object] = []
        defaults_by_name: dict[str, object] = {}
        lines: list[str] = []
        for at, field in enumerate(_fields(cls)):
            value = name = f"f{at}"
            if field.default_factory is not MISSING:
                names[f"_new_{name}"] = field.default_factory
                value = f"_new_{name}() if {name} is MISSING else {name}" if field.init else f"_new_{name}()"
            elif field.default is not MISSING and not field.init:
                names[f"_default_{name}"] = field.default
                value = f"_default_{name}"
            elif not field.init:
                continue  # `__post_init__` sets it
            has_default = field.default is not MISSING or field.default_factory is not MISSING
            if field.init and field.kw_only:
                by_name.append(name)
                defaults_by_name |= {field.name: field.default} if has_default else {}  # MISSING if it is made each time
            elif field.init:
                positional.append(name)
                if defaults and not has_default:
                    raise TypeError(f"non-default argument {field.name!r} follows default argument")
                defaults += [field.default] if has_default else []
            slot = getattr(cls, field.name, None)
            if frozen and isinstance(slot, types.MemberDescriptorType):  # quicker than by its name
                names[f"_set_{name}"] = slot.__set__
                lines.append(f"_set_{name}(self, {value})")
            else:
                lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        parameters = ", ".join([*positional, *(["*", *by_name] if by_name else [])])
        method: Any = _compile_function(cls, parameters, lines or ["pass"], names, _names(cls))
        method.__defaults__, method.__kwdefaults__ = tuple(defaults), defaults_by_name
        return method  # type: ignore[no-any-return]

    return write


def _write_repr(cls: Any) -> Callable[..., Any]:
    shown = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in _fields(cls) if field.repr)
    return recursive_repr("...")(_compile_function(cls, "self", [f"return f'{{self.__class__.__qualname__}}({shown})'"], {}))


def _write_eq(cls: Any) -> Callable[..., Any]:
    here, there = _tuple_of(cls, "self"), _tuple_of(cls, "other")
    lines = ["if other.__class__ is self.__class__:", f" return {here} == {there}", "return NotImplemented"]
    return _compile_function(cls, "self, other", lines, {}, _names(cls))


def _write_hash(cls: Any) -> Callable[..., Any]:
    return _compile_function(cls, "self", [f"return hash({_tuple_of(cls, 'self')})"], {}, _names(cls))


def _tuple_of(cls: Any, owner: str) -> str:
    return "(" + "".join(f"{owner}.f{at}, " for at, field in enumerate(_fields(cls)) if field.compare) + ")"


def _refuse(self: object, name: str, value: object = MISSING) -> NoReturn:
    """Refuse to set or delete an attribute of a frozen record."""
    from dataclasses import FrozenInstanceError  # noqa: PLC0415 (what others import is imported only for their sake)

    raise FrozenInstanceError(f"cannot {'delete' if value is MISSING else 'assign to'} field {name!r}")


def _values_of(self: Any) -> list[object]:
    """Return what a pickle holds of a frozen record with slots."""
    return [getattr(self, field.name) for field in _fields(self)]


def _set_values(self: Any, state: list[object]) -> None:
    for field, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


class _StandardFields:
    """Where the standard library looks up the fields of a class; what it wants to find is made when it looks."""

    def __get__(self, record: object, cls: Any) -> Mapping[str, Any]:
        import dataclasses  # noqa: PLC0415 (as above)

        declared: list[Any] = []
        for own_field in _fields(cls):
            options: dict[str, Any] = {
                "init": own_field.init,
                "repr": own_field.repr,
                "compare": own_field.compare,
                "metadata": own_field.metadata,
            }
            if own_field.default is not MISSING:
                options["default"] = own_field.default
            elif own_field.default_factory is not MISSING:
                options["default_factory"] = own_field.default_factory
            declared.append((own_field.name, own_field.type, dataclasses.field(kw_only=own_field.kw_only, **options)))
        shadow: Any = dataclasses.make_dataclass(cls.__name__, declared, init=False, repr=False, eq=False)
        fields: Mapping[str, Any] = shadow.__dataclass_fields__
        return fields


def _fields(record: Any) -> tuple[FieldOfRecord, ...]:
    """Return the fields of a record or its class, in the order of the parameters."""
    return tuple(getattr(record, _FIELDS).values())


def _replace(record: Any, /, **changes: Any) -> Any:
    """Return a record like another with some fields changed; raise `ValueError` for a field that no caller can set."""
    for field in _fields(record):
        if not field.init:
            if field.name in changes:
                raise ValueError(f"field {field.name} is declared with init=False, it cannot be specified with replace()")
        elif field.name not in changes:
            changes[field.name] = getattr(record, field.name)
    return record.__class__(**changes)


if TYPE_CHECKING:
    from dataclasses import Field, dataclass, field, fields, replace
else:
    Field, dataclass, field, fields, replace = FieldOfRecord, _record, FieldOfRecord, _fields, _replace

__all__ = ["MISSING", "Field", "dataclass", "field", "fields", "replace"]
