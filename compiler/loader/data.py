"""Constants: what stands under `data`, and the values of clues."""

from __future__ import annotations

import re

from ..geometry.board import Board
from ..language.operators import stepped_range, with_size
from ..syntax.diagnostics import Code, Collector, Fault
from ..syntax.yaml_nodes import Constant, Mapping, Node, Scalar, Sequence, resolve
from ..values import BLANK, Value
from .places import looks_like_place, read_place

_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_PART = r"(-?\d{1,9}(?:[./]\d{1,9})?)"
_STEPPED = re.compile(rf"{_PART}\.\.{_PART}\s+step\s+{_PART}")


def read_data(node: Node, board: Board | None, collector: Collector) -> Value:
    """Return constants: numbers, truth values, cells, directions, texts, lists and mappings; `.` is blank.

    `1..9` is a list, and so is `0..3 step 1/2`.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> read_data(read_text("a: [1, ., red]\\nb: 1..3"), None, Collector())
    {'a': [1, blank, 'red'], 'b': range(1, 4)}
    """
    if isinstance(node, Sequence):
        return with_size([read_data(item, board, collector) for item in node.items])
    if isinstance(node, Mapping):
        return {_key(key): read_data(value, board, collector) for key, value in node.items}
    match = _RANGE.fullmatch(node.text) if node.style == "" else None
    if match:
        return range(int(match[1]), int(match[2]) + 1)
    if node.style == "" and (match := _STEPPED.fullmatch(node.text)):
        try:
            return with_size(stepped_range(*map(resolve, match.groups())))
        except Fault as fault:
            collector.add(fault.code, fault.message, node.span, help=fault.help)
            return BLANK
    return read_constant(node, board, collector)


def read_constant(node: Scalar, board: Board | None, collector: Collector) -> Value:
    """Return a number, a truth value, blank, a direction or a place of the board if a word names one, otherwise a text.

    In quotes, and without a board, each word is a text.
    """
    if node.style == "" and board is not None and isinstance(node.value, str):
        direction = next((way for way in board.all_directions if way.name == node.text), None)
        if direction:
            return direction
        if looks_like_place(node.text):
            places = read_place(node.text, node.span, board, collector)
            return places[0] if places else BLANK
    if node.style == "" and re.fullmatch(r"-?\d+/0+", node.text):
        message = f"`{node.text}` divides by zero"
        collector.add(Code.DIVISION_BY_ZERO, message, node.span, help=f"if it is a text, quote it: '{node.text}'")
    return BLANK if node.value is None else node.value


def check_commas(item: Node, collector: Collector) -> None:
    """Report numbers and dots of a list that no comma separates, which YAML reads as one text."""
    if not isinstance(item, Scalar) or item.style or not re.fullmatch(r"(?:-?\d+|\.)(?:\s+(?:-?\d+|\.))+", item.text):
        return
    collector.add(
        Code.MANGLED,
        f"a comma is missing: YAML reads `{item.text}` as one value of this list",
        item.span,
        help=f"write `{', '.join(item.text.split())}`",
    )


def _key(key: Scalar) -> Constant:
    return key.text if key.value is None else key.value
