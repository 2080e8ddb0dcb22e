"""`data`: constants of the spec, as Python values."""

from __future__ import annotations

import re

from ..source import Constant, Mapping, Node, Scalar, Sequence
from ..values import BLANK, Value

_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")


def read_data(node: Node) -> Value:
    """Numbers, texts, truth values, lists and mappings; `1..9` is a list; `.` is blank.

    >>> from gridwright.compiler.source import read_text
    >>> read_data(read_text("a: [1, ., red]\\nb: 1..3"))
    {'a': [1, blank, 'red'], 'b': range(1, 4)}
    """
    if isinstance(node, Sequence):
        return [read_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {_key(key): read_data(value) for key, value in node.items}
    match = _RANGE.fullmatch(node.text) if node.style == "" else None
    if match:
        return range(int(match[1]), int(match[2]) + 1)
    return BLANK if node.value is None else node.value


def _key(key: Scalar) -> Constant:
    return key.text if key.value is None else key.value
