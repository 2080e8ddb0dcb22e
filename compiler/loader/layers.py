"""`layers`: what is unknown, and `givens`: which of it is printed."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as TextMapping
from fractions import Fraction

from ..geometry.area import Area
from ..geometry.board import Board
from ..geometry.places import Cell, Direction
from ..language.budget import Budget
from ..language.interpreter import Interpreter
from ..language.interpreter_cache import InterpreterCache
from ..language.number_sets import INTEGERS, RATIONALS
from ..language.operators import MAX_MEMBERS, is_number
from ..language.scope import PLACE_NAME, Scope, is_of_language
from ..language.semantics import Semantics
from ..language.spec import Given, Layer
from ..limits import Limits
from ..syntax import parser
from ..syntax.diagnostics import Code, Collector, Fault, SpecError, error
from ..syntax.foreign import cell_hint, number_in
from ..syntax.line_marks import unmarked_key
from ..syntax.span import Span
from ..syntax.yaml_nodes import Constant, Mapping, Node, Scalar
from ..syntax.yaml_nodes import Sequence as SourceSequence
from ..values import BLANK, Value, describe, kind_of
from .data import check_commas, read_constant
from .line_pictures import is_line_picture, read_line_picture
from .pictures import SIGNS, is_picture, read_picture
from .places import looks_like_place, read_key

TRUTHS = (False, True)
NUMBER_SETS = {"integers": INTEGERS, "rationals": RATIONALS}


def read_layer(
    name: str, node: Mapping, scope: Scope, span: Span, collector: Collector, limits: Limits, cache: InterpreterCache
) -> Layer | None:
    """Return one layer, with `over` and `values` evaluated; None, with diagnostics, if that fails.

    `cache`: a cache of definitions that other layers of the grid use too.
    """
    over, over_node = "cells", node.get("over")
    places: tuple[Value, ...] = tuple(scope.board.cells) if scope.board else ()
    try:
        if over_node is not None:
            over = over_node.text if isinstance(over_node, Scalar) else "list"
            places = ("grid",) if over == "grid" else _places(over_node, scope, limits, cache)
            if over != "grid":
                _refuse_reserved(over_node, places, scope)
        values = _values(node, scope, limits, cache)
    except SpecError as problem:
        collector.take(problem)
        return None
    says = node.get("says")
    return Layer(
        name=name,
        grid=scope.board.name if scope.board else "",
        over=over,
        places=places,
        index={place: position for position, place in enumerate(places)},
        values=values,
        blank=_is_true(node.get("blank")),
        hidden=_is_true(node.get("hidden")),
        says=says.text if isinstance(says, Scalar) else "",
        span=span,
    )


def _is_true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value is True


def _places(node: Node, scope: Scope, limits: Limits, cache: InterpreterCache) -> tuple[Value, ...]:
    listed = [_as_place(member) for member in read_listed(node, scope, limits, cache)]
    places = [place for place in listed if not (isinstance(place, Area) and not place)]  # a row that has holes only is no place
    for place in places:
        if place is BLANK:
            raise error(Code.WRONG_VALUE, "blank cannot be a place of a layer", node.span)
    twice = _twice(places)
    if twice is not None:
        same = (
            "the same cells are one place; placements([...]) of several shapes has them only once"
            if isinstance(twice, Area)
            else ""
        )
        raise error(Code.WRONG_VALUE, f"a layer has the place {describe(twice)} twice", node.span, help=same)
    return tuple(places)


def _as_place(member: Value) -> Value:
    return tuple(_as_place(part) for part in member) if isinstance(member, list) else member


def _values(node: Mapping, scope: Scope, limits: Limits, cache: InterpreterCache) -> Sequence[Value]:
    written = node.get("values")
    assert written is not None
    if isinstance(written, Scalar) and written.text == "bool":
        return TRUTHS
    if isinstance(written, Scalar) and written.text in NUMBER_SETS:
        if _is_true(node.get("blank")):
            raise error(
                Code.WRONG_VALUE,
                f"a layer whose values are all {written.text} cannot be blank",
                written.span,
                help="add a layer of truth values that says which of the numbers count",
            )
        return NUMBER_SETS[written.text]
    values = read_listed(written, scope, limits, cache)
    if not values:
        empty = f": `{written.text}` is empty on this board" if isinstance(written, Scalar) else ""
        raise error(Code.WRONG_VALUE, f"a layer has no values{empty}", written.span)
    if isinstance(values, range):
        return values
    for value in values:
        if not (isinstance(value, (int, Fraction, str, Cell, Direction))):
            raise error(
                Code.WRONG_VALUE,
                f"{kind_of(value)} cannot be a value of a layer ({describe(value)})",
                written.span,
                help="values are numbers, words, truth values, cells or directions; `blank: true` adds blank"
                + (
                    "; to choose one of several areas, use a layer of truth values over them with count(...) == 1"
                    * isinstance(value, Area)
                ),
            )
    if any(isinstance(value, bool) for value in values) and not all(isinstance(value, bool) for value in values):
        raise error(Code.WRONG_VALUE, "truth values cannot be mixed with other values", written.span)
    twice = _twice(values)
    if twice is not None:
        raise error(Code.WRONG_VALUE, f"the values contain {describe(twice)} twice", written.span)
    _refuse_reserved(written, values, scope)
    return tuple(values)


def _twice(values: Sequence[Value]) -> Value | None:
    """Return the first value that stands before already; None if all are different."""
    met: set[Value] = set()
    for value in values:
        if value in met:
            return value
        met.add(value)
    return None


def _refuse_reserved(node: Node, values: Sequence[Value], scope: Scope) -> None:
    """Raise `SpecError` for words that rules cannot say, because they have a meaning of their own there."""
    items = node.items if isinstance(node, SourceSequence) else [node] * len(values)
    collector = Collector()
    for item, word in zip(items, values, strict=False):
        if isinstance(word, str) and (keyword.iskeyword(word) or is_of_language(word, scope.board) or PLACE_NAME.fullmatch(word)):
            collector.add(
                Code.NAME_CLASH,
                f"`{word}` is a word of the language, so rules cannot name it among the values or places of a layer",
                item.span,
                help=f"choose another word, such as `{word}_`",
            )
    collector.raise_any()


def read_listed(node: Node, scope: Scope, limits: Limits, cache: InterpreterCache) -> Sequence[Value]:
    """Return the list that a key holds: written as a YAML list, or as an expression."""
    if isinstance(node, SourceSequence):
        return [_constant(item, scope) for item in node.items]
    assert isinstance(node, Scalar)
    budget = Budget("this list", node.span, limits)
    interpreter = Interpreter(budget=budget, values=Semantics(strict=True), cache=cache)
    tree = parser.parse(node)
    subtraction = parser.subtraction_for_range(tree)
    if subtraction:
        raise error(Code.WRONG_KIND, "this is a number, not a list of values", node.span, help=subtraction)
    value = interpreter.run(tree, scope)
    try:
        members = interpreter.values.members(value)
    except Fault as fault:
        raise interpreter.locate(fault, tree, scope) from None
    if isinstance(members, range):
        return members
    if len(listed := list(members)) > MAX_MEMBERS:
        raise error(Code.TOO_MUCH, f"this list has more than {MAX_MEMBERS:,} members", node.span)
    return listed


def _constant(node: Node, scope: Scope) -> Value:
    """Return a member of a YAML list: a number, a truth value, a direction, a cell, or a word as a text."""
    if isinstance(node, SourceSequence):
        return tuple(_constant(item, scope) for item in node.items)
    if not isinstance(node, Scalar):
        raise error(Code.WRONG_TYPE, "this list cannot contain a mapping", node.span)
    if node.value is None:
        raise error(Code.WRONG_VALUE, "for an empty cell, write `blank: true` in the layer", node.span)
    if node.style == "" and (ends := re.fullmatch(r"(-?\d+) ?\.\.\.? ?(-?\d+)", node.text)):
        raise error(
            Code.MANGLED,
            f"in a list in brackets, YAML reads `{node.text}` as a text, not as a range",
            node.span,
            help=f"write the range without brackets: {ends[1]}..{ends[2]}; or add lists: (1..3) + [5]",
        )
    collector = Collector()
    check_commas(node, collector)
    constant = read_constant(node, scope.board, collector)
    collector.raise_any()
    return constant


# givens


def read_givens(node: Node, layer: Layer, board: Board, collector: Collector) -> list[Given]:
    """Return the givens of a layer: a picture, a list in the order of its places, a mapping from places, or a list of these."""
    givens: list[Given] = []
    meanings: dict[tuple[type, Constant], Value | None] = {}  # by type too, because true equals 1
    wrong: dict[tuple[type, Constant], list[Span]] = {}  # what is among no values, told once however often it is written
    for position, text, span in _written_values(node, layer, board, collector):
        written = type(text), text
        if written not in meanings:
            collector.look()  # because there may be many values to look through
            meanings[written] = value_of(text, layer)
        value = meanings[written]
        if value is None:
            wrong.setdefault(written, []).append(span)
        else:
            givens.append(Given(layer, position, value, span))
    for (_, text), spans in wrong.items():
        _no_value(text, spans, layer, collector)
    return givens


def _written_values(node: Node, layer: Layer, board: Board, collector: Collector) -> Iterator[tuple[int, Constant, Span]]:
    if isinstance(node, Mapping):
        by_text = {layer.place_name(position): position for position in layer.index.values()}
        for key, value in node.items:
            position = _position(key, by_text, layer, board, collector)
            if position is not None and isinstance(value, Scalar) and value.value is not None:
                yield position, value.value, Span(key.span.source, key.span.start, value.span.end)
    elif isinstance(node, SourceSequence):
        yield from _written_list(node, layer, board, collector)
    elif is_picture(node) and is_line_picture(layer, board):
        yield from ((drawn.position, drawn.value, drawn.span) for drawn in read_line_picture(node, layer, board, collector))
    elif is_picture(node):
        yield from _written_picture(node, layer, board, collector)
    elif layer.single:
        if node.value is not None:
            yield 0, node.value, node.span
    else:
        message = "givens must be a picture, or a mapping such as {r1c2: 4}"
        unmarked = unmarked_key(node.span.text.split("\n", 1)[0]) if PLACE_NAME.match(node.text) else None
        help = unmarked.help if unmarked else "for a picture, write `|` after the key and the picture below it"
        collector.add(Code.WRONG_TYPE, message, node.span, help=help)


def _written_picture(node: Scalar, layer: Layer, board: Board, collector: Collector) -> Iterator[tuple[int, Constant, Span]]:
    are_truths = isinstance(layer.values[0], bool)
    for row, tokens in enumerate(read_picture(node, board.row_lengths, collector) or ()):
        for column, token in enumerate(tokens):
            value, position = token.value, layer.index.get(board.at(row, column))
            if value is None:
                continue
            if position is not None:
                is_sign = token.text in SIGNS and not are_truths
                yield position, token.text if is_sign else value, token.span
            else:
                collector.add(
                    Code.HOLE if board.cell(row, column) is None else Code.OFF_BOARD,
                    f"a given at r{row + 1}c{column + 1}, where the layer `{layer.name}` has no cell",
                    token.span,
                    help="write `.` there",
                )


def _written_list(node: SourceSequence, layer: Layer, board: Board, collector: Collector) -> Iterator[tuple[int, Constant, Span]]:
    if any(isinstance(item, Mapping) or (isinstance(item, Scalar) and is_picture(item)) for item in node.items):
        for item in node.items:
            yield from _written_values(item, layer, board, collector)
        return
    for item in node.items:
        check_commas(item, collector)
    if collector.has_within(node.span):
        return
    if len(node.items) != len(layer.places):
        collector.add(
            Code.WRONG_SIZE,
            f"the givens of `{layer.name}` list {len(node.items)} values; the layer has {len(layer.places)} places",
            node.span,
            help="write `.` where there is no given",
        )
        return
    for position, item in enumerate(node.items):
        if isinstance(item, Scalar) and item.value is not None:
            yield position, item.value, item.span


def _position(key: Scalar, by_text: TextMapping[str, int], layer: Layer, board: Board, collector: Collector) -> int | None:
    """Return the position of a place that a key names: a place of the board, or the place as it is written."""
    collector.look()
    if key.text in by_text:
        return by_text[key.text]
    if looks_like_place(key.text) and not any(isinstance(place, tuple) for place in layer.places[:1]):
        places = read_key(key, board, collector)
        positions = [layer.index[place] for place in places if place in layer.index]
        if positions or not places:
            return positions[0] if positions else None
    place, _, value = (part.strip() for part in key.text.replace(":", " ").partition(" "))
    collector.add(
        Code.WRONG_VALUE,
        f"the layer `{layer.name}` has no place `{key.text}`",
        key.span,
        help=f"write `{place}: {value}`, with a space after the `:`"
        if place in by_text
        else cell_hint(key.text) or collector.did_you_mean(key.text, by_text),
    )
    return None


def given_value(value: Constant, span: Span, layer: Layer, collector: Collector) -> Value | None:
    """Return the value of the layer that a text means; None, with a diagnostic, if there is no such value."""
    given = value_of(value, layer)
    if given is None:
        _no_value(value, [span], layer, collector)
    return given


def value_of(value: Constant, layer: Layer) -> Value | None:
    """Return the value of the layer that a text means; None if there is no such value."""
    is_possible = type(value) is int or not isinstance(layer.values, range)  # of a range, Python would look at each member
    if is_possible and is_number(value) and value in layer.values and not isinstance(layer.values[0], bool):
        return value
    for candidate in layer.values if isinstance(layer.values, tuple) else ():
        if isinstance(candidate, bool) == isinstance(value, bool) and (candidate == value or str(candidate) == value):
            return candidate
    if value == "blank" and layer.blank:
        return BLANK
    return None


SIGNS_FOR_NOTHING = (0, "_", "-", "*", "x", "X", "?", "·", "○", "□")  # what people draw an empty cell with


def _no_value(value: Constant, spans: Sequence[Span], layer: Layer, collector: Collector) -> None:
    """Report givens of one text that is not among the values of a layer."""
    shown = layer.values if len(layer.values) <= 12 else layer.values[:12]
    are_truths = isinstance(layer.values[0], bool)
    listed = ", ".join("true (#)" if member is True else "false (-)" if member is False else str(member) for member in shown)
    if not isinstance(layer.values, tuple):
        listed = describe(layer.values) if isinstance(layer.values, range) else f"all {layer.values}"
    if isinstance(value, str) and (number := number_in(value)) is not None:
        help = f"write the number in digits 0 to 9, and without quotes: {number}"
    elif are_truths:
        help = "write # for true and - for false; `.` leaves a place open"
    elif value in SIGNS_FOR_NOTHING and not isinstance(value, bool):
        help = "if it is an empty cell, write `.` there"
    else:
        help = collector.did_you_mean(str(value), [str(member) for member in shown])
    times = f", here and in {len(spans) - 1} other place{'s' * (len(spans) > 2)}," if len(spans) > 1 else ""
    message = f"the given {describe(value)}{times} is not among the values of `{layer.name}`, which are {listed}"
    collector.add(Code.NOT_A_VALUE, message, spans[0], help=help)
