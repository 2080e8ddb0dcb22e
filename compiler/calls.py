"""Calls of the language's functions: which argument goes to which parameter, and whether it is of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .diagnostics import Code, Fault, did_you_mean
from .fields import lift
from .function import Function, Parameter
from .geometry.area import Area
from .geometry.board import Board
from .geometry.places import Cell
from .kinds import Kind
from .semantics import Semantics
from .values import BLANK, Field, Value, describe, is_known, kind_of


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """An argument that belongs to a parameter; `named` if it was written `name=value`."""

    parameter: Parameter
    value: Value
    named: bool


class Stream:
    """A generator that is the argument of a function: its members are made as they are asked for."""

    def __init__(self, members: Callable[[], Iterator[Value]]) -> None:
        self._members = members

    def __iter__(self) -> Iterator[Value]:
        return self._members()


def match(function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value]) -> list[Argument]:
    """The arguments with their parameters; `Fault` where there are too many, too few or wrong names."""
    positional = list(arguments)
    named = dict(keywords)
    matched: list[Argument] = []
    for parameter in function.parameters:
        if parameter.rest:
            matched += [Argument(parameter, value, False) for value in positional]
            positional = []
        elif positional:
            matched.append(Argument(parameter, positional.pop(0), False))
        elif parameter.name in named:
            matched.append(Argument(parameter, named.pop(parameter.name), True))
        elif not parameter.optional:
            raise _wrong(function, f"`{function.name}` is called without `{parameter.name}`")
    if positional:
        raise _wrong(function, f"`{function.name}` is called with {len(arguments)} arguments, which is too many")
    for name in named:
        known = [parameter.name for parameter in function.parameters]
        if name in known:
            raise _wrong(function, f"`{function.name}` is given `{name}` twice")
        raise _wrong(function, f"`{function.name}` has no parameter `{name}`", did_you_mean(name, known))
    return matched


def _wrong(function: Function, message: str, help: str = "") -> Fault:
    return Fault(Code.WRONG_ARGUMENTS, message, help or f"it is {function.signature}")


def board_for(function: Function, board: Board | None, arguments: Sequence[Value]) -> Board:
    """The board that a function speaks of: the scope's, or where there are several grids that of its arguments."""
    if board is not None:
        return board
    for argument in arguments:
        members = argument.places if isinstance(argument, Field) else [argument] if isinstance(argument, Cell) else argument
        first = next(iter(members), None) if isinstance(members, Area | list | tuple) else None
        if isinstance(first, Cell):
            return first.board
    raise Fault(Code.WRONG_ARGUMENTS, f"`{function.name}` speaks of one grid, and here are several")


def prepare(function: Function, argument: Argument, convert: Callable[[Kind, Value], Value | None]) -> Value:
    """The argument as the function wants it: a field where it is taken place by place, blank, or what the kind converts it to."""
    kind, value = argument.parameter.kind, argument.value
    if isinstance(value, Stream):
        value = value if kind.lazy else list(value)
    if isinstance(value, Field) and kind.place_by_place:
        return value
    if kind.known and not is_known(value):
        called = kind.called or f"`{argument.parameter.name}` of {function.signature}"
        raise Fault(Code.MUST_BE_KNOWN, f"{called} has to be known while compiling, and depends on a layer", kind.if_unknown)
    if value is BLANK and not kind.takes_blank:
        return () if kind.blank_is_empty else BLANK
    return of_its_kind(function, argument.parameter, value, convert)


def of_its_kind(function: Function, parameter: Parameter, value: Value, convert: Callable[[Kind, Value], Value | None]) -> Value:
    """What the kind of a parameter converts a value to; `Fault` where the value is of another kind."""
    converted = convert(parameter.kind, value)
    if converted is None:
        shown = f" ({describe(value)})" if is_known(value) else ""
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"`{parameter.name}` of {function.signature} wants {parameter.kind.words}, and here is {kind_of(value)}{shown}",
            parameter.kind.if_text if isinstance(value, str) else "",
        )
    return converted


def call(
    function: Function, arguments: Sequence[Value], keywords: Mapping[str, Value], board: Board | None, semantics: Semantics
) -> Value:
    """Match arguments with parameters, check their kinds, and call; place by place where an argument is a field."""
    matched = match(function, arguments, keywords)
    boards = [board_for(function, board, [*arguments, *keywords.values()])] if function.takes_board else []
    prepared = [prepare(function, argument, semantics.convert) for argument in matched]
    is_single = [not (a.parameter.kind.place_by_place and isinstance(v, Field)) for a, v in zip(matched, prepared, strict=True)]

    def at_a_place(*single: Value) -> Value:
        values = list(prepared)
        varying = iter(single)
        for at, argument in enumerate(matched):
            if not is_single[at]:
                member = next(varying)
                if isinstance(member, Field):  # a field of fields is no field of what is wanted
                    of_its_kind(function, argument.parameter, member, semantics.convert)
                values[at] = prepare(function, Argument(argument.parameter, member, argument.named), semantics.convert)
            if values[at] is BLANK and not argument.parameter.kind.takes_blank:
                return BLANK
        named = {a.parameter.name: v for a, v in zip(matched, values, strict=True) if a.named}
        return semantics.call_function(
            function, [*boards, *(v for a, v in zip(matched, values, strict=True) if not a.named)], named
        )

    return lift(at_a_place, *[value for value, single in zip(prepared, is_single, strict=True) if not single])
