"""A spec of which the board is edited: its document, its board, where its sections stand, and how values are written there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.grid import read_board
from gridwright.compiler.loader.pictures import SIGNS
from gridwright.compiler.loader.places import looks_like_place
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar, resolve

from .text_edits import Edit

Plain = str | int | Fraction | bool | None | Sequence["Plain"]

NOTHING = "."
LONGEST_TEXT = 200  # characters of a value


class NoEdit(Exception):
    """An error: the text is written in a way that no small edit fits; the message says so."""


IN_TEXT = "edit it in the text"


@dataclass(frozen=True, eq=False)
class EditableSpec:
    """A document, one of its boards, and the mapping with the board's own sections: the document, if it has one board."""

    document: Mapping
    board: Board
    own: Mapping

    @property
    def text(self) -> str:
        """Return the whole text."""
        return self.document.span.source.text

    def span(self, start: int, end: int | None = None) -> Span:
        """Return a place in the text."""
        return self.document.span.source.span(start, end)


def editable(document: Mapping, grid: str = "") -> EditableSpec:
    """Return a document with its board, or of several with the one of that name. Raise `NoEdit` if there is none."""
    node, boards = document.get("grid"), document.get("grids")
    if node is None and isinstance(boards, Mapping):
        if boards.get(grid) is None:
            raise NoEdit("there are several boards: say which one" if not grid else "there is no board of that name")
        node = boards.get(grid)
        if not isinstance(node, Mapping):
            raise NoEdit(f"the board `{grid}` has no sections of its own yet; {IN_TEXT}")
    board = None if node is None else read_board(grid, node, Collector(), USUAL)
    if board is None:
        raise NoEdit("the text has no board yet")
    return EditableSpec(document, board, node if boards is not None and isinstance(node, Mapping) else document)


def room_for_sections(document: Mapping, grid: str) -> list[Edit]:
    """Return the edits that make a mapping of one of several boards that is only a size, so that it can have sections.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from .text_edits import apply_edits
    >>> document = read_text("grids:\\n  one: 2x3  # small\\n")
    >>> apply_edits(document.span.source.text, room_for_sections(document, "one"))
    'grids:\\n  one:  # small\\n    size: 2x3\\n'
    """
    boards = document.get("grids")
    node = boards.get(grid) if isinstance(boards, Mapping) else None
    if not isinstance(boards, Mapping) or not isinstance(node, Scalar) or node.style:
        return []
    source = document.span.source
    if boards.span.text[:1] == "{":
        return [Edit(node.span, f"{{size: {node.span.text}}}")]
    key = boards.key(grid).span
    column = key.start - (source.text.rfind("\n", 0, key.start) + 1)
    colon = source.text.index(":", key.end) + 1
    end = source.text.find("\n", node.span.end)
    end = len(source.text) if end < 0 else end
    below = f"\n{' ' * (column + 2)}size: {node.span.text}"
    return [Edit(source.span(colon, node.span.end), ""), Edit(source.span(end, end), below)]


# values as text


def token_of(value: Plain) -> str:
    """Return a value as it stands in a picture. Raise `NoEdit` if it cannot.

    A list is written as genres read it there, with commas.

    >>> token_of(5), token_of(None), token_of(True), token_of("a"), token_of([2, "up"])
    ('5', '.', '#', 'a', '2,up')
    """
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "#" if value else "-"
    if isinstance(value, (int, Fraction)):
        return str(value)
    if not isinstance(value, str):
        members = [token_of(member) for member in value if not isinstance(member, (list, tuple))]
        if len(members) == len(value) and not any("," in member or member == NOTHING for member in members):
            return ",".join(members)
        raise NoEdit(f"such a list cannot stand in a picture; {IN_TEXT}")
    if resolve(value) != value and value not in SIGNS:
        raise NoEdit(f"in a picture this is no text; {IN_TEXT}")
    return label_token(value)


def label_token(label: str) -> str:
    """Return the label of an area as it stands in a picture, where `5` is a label too. Raise `NoEdit` if it cannot."""
    if not 0 < len(label) <= LONGEST_TEXT or not label.isprintable() or re.search(r"\s", label):
        raise NoEdit(f"such a value cannot stand in a picture; {IN_TEXT}")
    return label


def yaml_value(value: Plain) -> str:
    """Return a value as YAML that stands within a list or behind a key. Raise `NoEdit` for what is no value.

    A text stays that text: what would be read as a number is quoted.

    >>> yaml_value([1, "a", None]), yaml_value("5"), yaml_value("a: b"), yaml_value("x y")
    ('[1, a, .]', "'5'", "'a: b'", 'x y')
    """
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, Fraction)):
        return str(value)
    if not isinstance(value, str):
        return f"[{', '.join(yaml_value(member) for member in value)}]"
    if not 0 < len(value) <= LONGEST_TEXT or not value.isprintable():
        raise NoEdit(f"such a text cannot be written on the board; {IN_TEXT}")
    is_plain = re.fullmatch(r"\w[\w /+.-]*(?<! )", value) and resolve(value) == value
    return value if is_plain and value.lower() not in ("yes", "no", "on", "off", "y", "n") else quote(value)


def key_text(name: str) -> str:
    """Return the name of a place or the label of an area as it stands before a colon.

    >>> key_text("r1c1-r1c2"), key_text("a"), key_text("a: b")
    ('r1c1-r1c2', 'a', "'a: b'")
    """
    return name if looks_like_place(name) or re.fullmatch(r"[^\W\d]\w*|\d+[AD]", name) else quote(name)


def quote(text: str) -> str:
    """Return a text in quotes."""
    return "'" + text.replace("'", "''") + "'"
