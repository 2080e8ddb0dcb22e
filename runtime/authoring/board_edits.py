"""Change what is printed on a board by small edits of the text: a given, a clue, the cells of a region, a line or cage.

Only the document and its board are read, not the rules, so that a puzzle that is wrong at the moment can be mended. An edit keeps
the author's comments, order and columns. What is written in a way that no edit fits is refused, with words for the setter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.loader.pictures import SIGNS, Token, is_picture, read_picture
from gridwright.compiler.loader.places import looks_like_place, read_cells, read_place
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, resolve

from .commented_templates import find_template
from .editable_spec import (
    IN_TEXT,
    LONGEST_TEXT,
    NOTHING,
    EditableSpec,
    NoEdit,
    Plain,
    key_text,
    label_token,
    token_of,
    yaml_value,
)
from .entry_removal import is_flow, remove_entry, without
from .line_picture_edits import set_in_line_picture
from .printed_items import end_of
from .text_edits import Edit

GIVENS, CLUES, AREAS = "givens", "clues", "areas"
# A new section is written before the first of these that is there.
BEFORE = {
    AREAS: (
        "layers",
        GIVENS,
        CLUES,
        "data",
        "define",
        "rules",
        "together",
        "maximize",
        "minimize",
        "answer",
        "display",
        "expect",
    ),
    GIVENS: (CLUES, "data", "define", "rules", "together", "maximize", "minimize", "answer", "display", "expect"),
    CLUES: ("data", "define", "rules", "together", "maximize", "minimize", "answer", "display", "expect"),
}
WIDEST_PICTURE = 60  # cells of a row, so that a new picture is easier to read than a list of places
_NAME = re.compile(r"[^\W\d]\w*")
_OUTSIDE = re.compile(rf"({'|'.join(SIDES)}) ([1-9]\d{{0,3}})")
_LABELS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


# operations


def given_edits(spec: EditableSpec, layer: str, place: str, value: Plain) -> list[Edit]:
    """Return the edits that print a value of a layer at a place, or nothing there.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from .editable_spec import editable
    >>> from .text_edits import apply_edits
    >>> spec = editable(read_text("grid: 1x2\\ngivens:\\n  x: |\\n    1 .\\n"))
    >>> apply_edits(spec.text, given_edits(spec, "x", "r1c2", 2)).splitlines()[-1]
    '    1 2'
    """
    _check_name(layer)
    if not _is_pair(spec, place):
        _check_place(spec, place)
    return _set(spec, GIVENS, layer, place, value)


def set_clue(spec: EditableSpec, group: str, place: str, value: Plain) -> list[Edit]:
    """Return the edits that print a clue of a group at a place, or nothing there.

    A place is `r1c2`, `r1c1-r1c2`, `left 3` for the third row seen from the left, or the label of an area.
    """
    _check_name(group)
    if looks_like_place(place):
        _check_place(spec, place)
    return _set(spec, CLUES, group, place, value)


def paint(spec: EditableSpec, kind: str, cells: Sequence[str], label: str) -> list[Edit]:
    """Return the edits that put cells into the area of a picture with a label; `.` takes them out of all areas."""
    _check_name(kind)
    token = label_token(label)
    positions = [_position(spec, cell) for cell in cells]
    node = _section(spec, AREAS, kind)
    if node is None:
        rows = picture_rows(spec.board.row_lengths, dict.fromkeys(positions, token))
        return _new_entry(spec, AREAS, kind, ["|", *(f"  {row}" for row in rows)])
    if not isinstance(node, Scalar) or not is_picture(node):
        raise NoEdit(f"the areas `{kind}` are not written as a picture; {IN_TEXT}")
    return _repaint(spec, node, dict.fromkeys(positions, token))


def add_area(spec: EditableSpec, kind: str, cells: Sequence[str], label: str = "") -> list[Edit]:
    """Return the edits that add an area that is listed by its cells: a line, a cage."""
    _check_name(kind)
    if not cells:
        raise NoEdit("an area needs a cell")
    for cell in cells:
        _position(spec, cell)
    listed = " ".join(cells)
    node = _section(spec, AREAS, kind)
    if node is None:
        return _new_entry(spec, AREAS, kind, [f"{key_text(label)}: {listed}" if label else f"- {listed}"])
    if isinstance(node, yaml_nodes.Sequence):
        return _append(spec, node, listed)
    name = label or free_label(spec, kind)
    if isinstance(node, Mapping):
        if name in {key.text for key, _ in node.items}:
            raise NoEdit(f"there is an area `{name}` already")
        return _add_key(spec, node, name, listed)
    return _repaint(spec, node, dict.fromkeys((_position(spec, cell) for cell in cells), label_token(name)))


def free_label(spec: EditableSpec, kind: str) -> str:
    """Return a label that no area of a kind has. Raise `NoEdit` if the areas are a picture, and each letter is used.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from .editable_spec import editable
    >>> free_label(editable(read_text("grid: 1x2\\nareas:\\n  cages: {a: r1c1, c: r1c2}\\n")), "cages")
    'b'
    """
    _check_name(kind)
    node = _section(spec, AREAS, kind)
    if isinstance(node, Mapping):
        taken = {key.text for key, _ in node.items}
        return next((letter for letter in _LABELS if letter not in taken), f"a{len(taken) + 1}")
    drawn = _tokens(spec, node) if isinstance(node, Scalar) and is_picture(node) else []
    taken = {token.text for row in drawn for token in row}
    label = next((letter for letter in _LABELS if letter not in taken), "")
    if not label:
        raise NoEdit(f"the picture of `{kind}` has no label left; {IN_TEXT}")
    return label


def label_at(spec: EditableSpec, kind: str, cells: Sequence[str]) -> str | None:
    """Return the label of the last area of a kind that holds one of some cells; None if none does.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> from .editable_spec import editable
    >>> label_at(editable(read_text("grid: 1x3\\nareas:\\n  cages: {a: r1c1, b: r1c1 r1c2}\\n")), "cages", ["r1c1"])
    'b'
    """
    _check_name(kind)
    for cell in cells:
        _position(spec, cell)
    areas = reversed(areas_of(spec, kind).items())
    return next((label for label, members in areas if any(cell in members for cell in cells)), None)


def remove_area(spec: EditableSpec, kind: str, label: str) -> list[Edit]:
    """Return the edits that remove an area: by its label, or in a list by its number from 1."""
    _check_name(kind)
    node = _section(spec, AREAS, kind)
    if isinstance(node, Mapping) and any(key.text == label for key, _ in node.items):
        return remove_entry(spec, AREAS, kind, next(at for at, (key, _) in enumerate(node.items) if key.text == label))
    if isinstance(node, yaml_nodes.Sequence) and label.isdecimal() and 1 <= int(label[:9]) <= len(node.items):
        return remove_entry(spec, AREAS, kind, int(label) - 1)
    if isinstance(node, Scalar) and is_picture(node):
        cells = {
            (row, column)
            for row, tokens in enumerate(_tokens(spec, node))
            for column, token in enumerate(tokens)
            if token.text == label
        }
        if cells:
            return _repaint(spec, node, dict.fromkeys(cells, NOTHING))
    raise NoEdit(f"there is no area `{label}` of `{kind}`")


# places


def _check_name(name: str) -> None:
    if len(name) > LONGEST_TEXT or not _NAME.fullmatch(name):
        raise NoEdit("this is not a name")


def _check_place(spec: EditableSpec, place: str) -> None:
    is_on_board = looks_like_place(place) and read_place(place, spec.span(0), spec.board, Collector(), holes=True)
    if not is_on_board:
        raise NoEdit("this is not a place of the board")


def _is_pair(spec: EditableSpec, place: str) -> bool:
    """Check whether a place is a pair of cells of the board, neighbours or not: a bridge joins islands that are far apart.

    Only layers have values at pairs. The loader checks whether a layer has the pair.
    """
    ends = [read_place(end, spec.span(0), spec.board, Collector()) for end in place.split("-") if _is_cell(end)]
    return looks_like_place(place) and len(ends) == 2 and all(ends)


def _position(spec: EditableSpec, place: str) -> tuple[int, int]:
    """Return row and column, from 0, of the name of a cell."""
    match = re.fullmatch(r"r([1-9]\d{0,4})c([1-9]\d{0,4})", place)
    if match is None:
        raise NoEdit("this is not a cell of the board")
    row, column = int(match[1]) - 1, int(match[2]) - 1
    if row >= len(spec.board.row_lengths) or column >= spec.board.row_lengths[row]:
        raise NoEdit("this is not a cell of the board")
    return row, column


def _is_cell(place: str) -> bool:
    return looks_like_place(place) and "-" not in place


# sections and their entries


def _section(spec: EditableSpec, section: str, name: str) -> Node | None:
    """Return the entry of a name in a section; None if there is none."""
    parent = spec.own.get(section)
    if parent is not None and not isinstance(parent, Mapping):
        raise NoEdit(f"`{section}` is not written as names with what they print; {IN_TEXT}")
    shared = spec.document.get(section)
    if spec.own is not spec.document and isinstance(shared, Mapping) and shared.get(name) is not None:
        raise NoEdit(f"all boards share `{name}`; {IN_TEXT}")
    return None if parent is None else parent.get(name)


def _set(spec: EditableSpec, section: str, name: str, place: str, value: Plain) -> list[Edit]:
    node = _section(spec, section, name)
    if node is None:
        return [] if value is None else _new_group(spec, section, name, place, value)
    return _set_in(spec, section, name, node, place, value)


def _set_in(spec: EditableSpec, section: str, name: str, node: Node, place: str, value: Plain) -> list[Edit]:
    if isinstance(node, Scalar):
        if is_picture(node) and _is_cell(place):
            return _set_in_picture(spec, node, place, value)
        if is_picture(node) and section == GIVENS:
            return set_in_line_picture(spec, node, place, value)
        if is_picture(node) and section == CLUES and looks_like_place(place) and value is not None:
            return _picture_to_mapping(spec, node, place, value)
        raise NoEdit(f"`{name}` is not written place by place; {IN_TEXT}")
    if isinstance(node, Mapping):
        outside = _OUTSIDE.fullmatch(place)
        are_outside = bool(node.items) and any(key.text in SIDES for key, _ in node.items)
        if outside and (are_outside or not node.items):
            return _set_outside(spec, node, outside[1], int(outside[2]) - 1, value)
        if bool(outside) != are_outside:
            raise NoEdit(f"clues of `{name}` stand elsewhere; {IN_TEXT}")
        return _set_key(spec, section, name, node, place, value)
    if any(isinstance(item, Mapping) or (isinstance(item, Scalar) and is_picture(item)) for item in node.items):
        return _set_in_one_of(spec, section, name, node, place, value)
    cells = [cell.name for cell in spec.board.cells]
    if section == GIVENS and place in cells and len(cells) == len(node.items):
        item = node.items[cells.index(place)]
        return [Edit(item.span, yaml_value(value))]
    raise NoEdit(f"`{name}` is not written place by place; {IN_TEXT}")


def _set_in_picture(spec: EditableSpec, node: Scalar, place: str, value: Plain) -> list[Edit]:
    """Set a value in a picture. It gives way to a mapping if the value looks like a number and is none."""
    if isinstance(value, str) and isinstance(resolve(value), (int, Fraction)):
        return _picture_to_mapping(spec, node, place, value)
    return _repaint(spec, node, {_position(spec, place): token_of(value)})


def _picture_to_mapping(spec: EditableSpec, node: Scalar, place: str, value: Plain) -> list[Edit]:
    """Write a picture as a mapping from places, in which any value and any place can stand, with one value more."""
    values_at = {}
    for row, tokens in enumerate(_tokens(spec, node)):
        for column, token in enumerate(tokens):
            if token.text in SIGNS or node.style != "|":
                raise NoEdit(f"this cannot stand in the picture; {IN_TEXT}")
            if token.value is not None:
                values_at[f"r{row + 1}c{column + 1}"] = token.text if token.value != token.text else yaml_value(token.text)
    values_at[place] = yaml_value(value)
    start = spec.text.rfind("\n", 0, node.span.start) + 1
    column = len(spec.text[start:]) - len(spec.text[start:].lstrip(" ")) + 2
    behind_colon, last = len(spec.text[: node.span.start].rstrip(" ")), _tokens(spec, node)[-1][-1].span.end
    lines = "".join(f"\n{' ' * column}{key}: {text}" for key, text in values_at.items())
    return [Edit(spec.span(behind_colon, last), lines)]


def _set_in_one_of(
    spec: EditableSpec, section: str, name: str, node: yaml_nodes.Sequence, place: str, value: Plain
) -> list[Edit]:
    """Set a value in the picture or the mapping of a list that has one at the place, or else in the first that can."""
    holding = [item for item in node.items if _has(spec, item, place)]
    reason = NoEdit(f"`{name}` is not written place by place; {IN_TEXT}")
    for item in holding or node.items:
        try:
            return _set_in(spec, section, name, item, place, value)
        except NoEdit as problem:
            reason = problem
    raise reason


def _has(spec: EditableSpec, node: Node, place: str) -> bool:
    if isinstance(node, Mapping):
        return any(key.text == place for key, _ in node.items)
    if isinstance(node, Scalar) and is_picture(node) and _is_cell(place):
        row, column = _position(spec, place)
        return _tokens(spec, node)[row][column].value is not None
    return False


def _new_group(spec: EditableSpec, section: str, name: str, place: str, value: Plain) -> list[Edit]:
    """Return the edits that write a group of one value: as a picture, as a list of a side, or as a mapping."""
    outside = _OUTSIDE.fullmatch(place)
    if section == CLUES and outside:
        return _new_entry(spec, section, name, [f"{outside[1]}: {_side(spec, outside[1], int(outside[2]) - 1, value)}"])
    _check_label(place)
    if _is_cell(place) and max(spec.board.row_lengths) <= WIDEST_PICTURE and not isinstance(value, (list, tuple)):
        try:
            rows = picture_rows(spec.board.row_lengths, {_position(spec, place): token_of(value)})
            return _new_entry(spec, section, name, ["|", *(f"  {row}" for row in rows)])
        except NoEdit:
            pass
    return _new_entry(spec, section, name, [f"{key_text(place)}: {yaml_value(value)}"])


def _check_label(place: str) -> None:
    """Raise `NoEdit` unless a new key names a place or can be the label of an area."""
    is_label = 0 < len(place) <= LONGEST_TEXT and place.isprintable() and not place.startswith(SIDES)
    if not looks_like_place(place) and not is_label:
        raise NoEdit("this is not a place")


def _side(spec: EditableSpec, side: str, index: int, value: Plain) -> str:
    length = _length(spec, side, index)
    return f"[{', '.join(yaml_value(value) if at == index else NOTHING for at in range(length))}]"


def _length(spec: EditableSpec, side: str, index: int) -> int:
    length = spec.board.height if side in ("left", "right") else spec.board.width
    if index >= length:
        raise NoEdit("this is not a place beside the board")
    return length


def _set_outside(spec: EditableSpec, node: Mapping, side: str, index: int, value: Plain) -> list[Edit]:
    length = _length(spec, side, index)
    listed = node.get(side)
    if listed is None:
        return [] if value is None else _add_key(spec, node, side, _side(spec, side, index, value))
    if isinstance(listed, yaml_nodes.Sequence):
        if len(listed.items) != length:
            raise NoEdit(f"the list `{side}` has another length than the board; {IN_TEXT}")
        item = listed.items[index]
        return [Edit(spec.span(item.span.start, end_of(item)), yaml_value(value))]
    if not isinstance(listed, Scalar):
        raise NoEdit(f"`{side}` is not a list; {IN_TEXT}")
    pieces = [*re.finditer(r"\S+", listed.text)]
    if len(pieces) != length:
        raise NoEdit(f"the list `{side}` has another length than the board; {IN_TEXT}")
    match = pieces[index]
    token = str(value) if isinstance(value, (str, int, Fraction)) else NOTHING
    is_plain = not isinstance(value, str) or (yaml_value(value) == value and not re.search(r"\s", value))
    if length == 1 or isinstance(value, (bool, list, tuple)) or resolve(token) != value or not is_plain:
        return _replace_list(spec, listed, [piece.group() for piece in pieces], index, value)
    return [Edit(listed.part(match.start(), match.end()), token)]


def _replace_list(spec: EditableSpec, listed: Scalar, pieces: Sequence[str], index: int, value: Plain) -> list[Edit]:
    """Write a text of values with spaces between them as a list, in which any value can stand."""
    if any(piece in SIGNS for at, piece in enumerate(pieces) if at != index):  # truth values, unless a genre prints these signs
        raise NoEdit(f"this cannot stand beside the other values; {IN_TEXT}")
    texts = [yaml_value(value) if at == index else yaml_value(resolve(piece)) for at, piece in enumerate(pieces)]
    end = len(spec.text[: listed.span.end].rstrip())  # of a block of text before its line end
    return [Edit(spec.span(listed.span.start, end), f"[{', '.join(texts)}]")]


# pictures


def _tokens(spec: EditableSpec, node: Scalar) -> list[list[Token]]:
    rows = read_picture(node, spec.board.row_lengths, Collector())
    if rows is None:
        raise NoEdit(f"the picture does not fit the board; {IN_TEXT}")
    return rows


def picture_rows(row_lengths: Sequence[int], tokens: dict[tuple[int, int], str]) -> Iterator[str]:
    """Yield the rows of a new picture, in columns. `tokens` are known by row and column, from 0.

    >>> [*picture_rows([3, 3], {(0, 1): "12", (1, 2): "a"})]
    ['.  12 .', '.  .  a']
    """
    width = max(map(len, tokens.values()), default=1)
    for row, length in enumerate(row_lengths):
        yield " ".join(tokens.get((row, column), NOTHING).ljust(width) for column in range(length)).rstrip()


def _repaint(spec: EditableSpec, node: Scalar, tokens: dict[tuple[int, int], str]) -> list[Edit]:
    """Return the edits that put tokens into a picture. Its columns stay where they are, as far as there is room."""
    rows = _tokens(spec, node)
    is_dense = all(len(token.text) == 1 for row in rows for token in row) and any(
        first.span.end == second.span.start for row in rows for first, second in pairwise(row)
    )
    if is_dense and any(len(token) > 1 for token in tokens.values()):
        return [
            Edit(
                spec.span(row[0].span.start, row[-1].span.end),
                " ".join(tokens.get((number, at), token.text) for at, token in enumerate(row)),
            )
            for number, row in enumerate(rows)
        ]
    edits = []
    for (row, column), text in sorted(tokens.items()):
        token = rows[row][column]
        if token.text != text:
            following = rows[row][column + 1].span.start if column + 1 < len(rows[row]) else None
            edits.append(_in_column(spec, token, text, following, is_dense=is_dense))
    return edits


def _in_column(spec: EditableSpec, token: Token, text: str, following: int | None, *, is_dense: bool) -> Edit:
    """Return the edit of a token, with as many blanks behind it that the next one stays in its column."""
    start, end = token.span.start, token.span.end
    if following is None or is_dense:
        return Edit(token.span, text)
    blanks = spec.text[end:following]
    if set(blanks) != {" "}:
        return Edit(token.span, text)
    room = following - start - 1
    return Edit(spec.span(start, following), text.ljust(max(room, len(text))) + " ")


# mappings and lists


def _set_key(spec: EditableSpec, section: str, name: str, node: Mapping, key: str, value: Plain) -> list[Edit]:
    entry = next(((key_node, old) for key_node, old in node.items if key_node.text == key), None)
    if entry is None:
        _check_label(key)
        return [] if value is None else _add_key(spec, node, key, yaml_value(value))
    if value is None:
        return _without_key(spec, section, name, node, key)
    _, old = entry
    end = end_of(old)
    if isinstance(old, Scalar) and old.style in ("|", ">"):
        raise NoEdit(f"this value is a block of text; {IN_TEXT}")
    if old.span.start == end:  # nothing is written behind the key
        return [Edit(spec.span(entry[0].span.end, entry[0].span.end + 1), f": {yaml_value(value)}")]
    return [Edit(spec.span(old.span.start, end), yaml_value(value))]


def _without_key(spec: EditableSpec, section: str, name: str, node: Mapping, key: str) -> list[Edit]:
    at = next(at for at, (key_node, _) in enumerate(node.items) if key_node.text == key)
    if _section(spec, section, name) is node:
        return remove_entry(spec, section, name, at)
    if len(node.items) == 1:  # of a mapping beside pictures
        raise NoEdit(f"this is the last place of a list in `{name}`; {IN_TEXT}")
    return without(spec, name, node, at)


def _add_key(spec: EditableSpec, node: Mapping, key: str, value: str) -> list[Edit]:
    entry = f"{key_text(key)}: {value}"
    if is_flow(node):
        return _unfold(spec, node, [entry]) or _add_in_brackets(spec, node, entry)
    return [_below(spec, end_of(node), [entry], _column(spec, node.items[0][0].span.start))]


def _append(spec: EditableSpec, node: yaml_nodes.Sequence, item: str) -> list[Edit]:
    if is_flow(node):
        return _unfold(spec, node, [f"- {item}"]) or _add_in_brackets(spec, node, item)
    return [_below(spec, end_of(node), [f"- {item}"], _column(spec, node.span.start))]


def _unfold(spec: EditableSpec, node: Mapping | yaml_nodes.Sequence, lines: Sequence[str]) -> list[Edit]:
    """Write the first entry of empty brackets below their key, if these end its line; no edits otherwise."""
    text, start = spec.text, node.span.start
    first = text.rfind("\n", 0, start) + 1
    key = re.fullmatch(r"( *)[^\s#{\[\]},:'\"]+:[ \t]*", text[first:start])
    behind = re.match(r"[ \t]*(#[^\n]*)?$", text[node.span.end :], re.MULTILINE)
    if node.items or not key or not behind or _is_in_brackets(spec.document, node):
        return []
    below = _below(spec, node.span.end, lines, len(key[1]) + 2)
    return [Edit(spec.span(first + len(key[0].rstrip()), node.span.end), ""), below]


def _is_in_brackets(outer: Node, node: Node) -> bool:
    """Check whether a node is part of a list or mapping in brackets."""
    if outer is node or isinstance(outer, Scalar):
        return False
    parts = [part for item in outer.items for part in (item if isinstance(item, tuple) else (item,))]
    within = [part for part in parts if part.span.start <= node.span.start and node.span.end <= part.span.end]
    return any(is_flow(outer) or _is_in_brackets(part, node) for part in within)


def _add_in_brackets(spec: EditableSpec, node: Mapping | yaml_nodes.Sequence, entry: str) -> list[Edit]:
    """Add an entry behind the last one in brackets."""
    if not node.items:
        return [Edit(spec.span(node.span.start + 1, node.span.end - 1), entry)]
    last = node.items[-1]
    end = end_of(last[1] if isinstance(last, tuple) else last)
    return [Edit(spec.span(end), f", {entry}")]


def _column(spec: EditableSpec, at: int) -> int:
    return at - (spec.text.rfind("\n", 0, at) + 1)


def _below(spec: EditableSpec, at: int, lines: Iterable[str], column: int) -> Edit:
    """Return the edit that writes lines below the line in which something ends, with the comment behind that kept there."""
    text = spec.text
    at = len(text[:at].rstrip())
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    end -= text[:end].endswith("\r")
    return Edit(spec.span(end), "".join(f"\n{' ' * column}{line}" for line in lines))


def _new_entry(spec: EditableSpec, section: str, name: str, lines: Sequence[str]) -> list[Edit]:
    """Return the edits that write an entry of a section, and the section if there is none.

    `lines`: what stands below the name, or behind it if the first one is `|`.
    """
    head = f"{name}: |" if lines[0] == "|" else f"{name}:"
    body = [head, *(lines[1:] if lines[0] == "|" else (f"  {line}" for line in lines))]
    uncommented = _in_place_of_template(spec, section, name, body)
    if uncommented:
        return uncommented
    parent = spec.own.get(section)
    written_key = next((key for key, _ in spec.own.items if key.text == section), None)
    if isinstance(parent, Mapping) and parent.items:
        own = next(((key, node) for key, node in parent.items if key.text == name), None)
        if own is not None:
            return _under_empty(spec, own[0], own[1], body[1:] if lines[0] != "|" else body, name)
        if not is_flow(parent):
            return [_below(spec, end_of(parent), body, _column(spec, parent.items[0][0].span.start))]
        return _add_in_brackets(spec, parent, _in_brackets(name, lines))
    if isinstance(parent, Mapping) and is_flow(parent):
        return _unfold(spec, parent, body) or _add_in_brackets(spec, parent, _in_brackets(name, lines))
    if written_key is not None:
        node = next(node for key, node in spec.own.items if key is written_key)
        if not isinstance(node, Scalar) or node.text.strip():
            raise NoEdit(f"`{section}` is not written as names with what they print; {IN_TEXT}")
        return [_below(spec, written_key.span.end, body, _column(spec, written_key.span.start) + 2)]
    if is_flow(spec.own):
        return _add_in_brackets(spec, spec.own, f"{section}: {{{_in_brackets(name, lines)}}}")
    return _new_section(spec, section, body)


def _in_place_of_template(spec: EditableSpec, section: str, name: str, body: Sequence[str]) -> list[Edit]:
    """Write an entry where a new puzzle has a commented template for it; no edits if there is none that fits."""
    template = find_template(spec.text, section, name) if spec.own is spec.document else None
    written_key = next((key for key, _ in spec.own.items if key.text == section), None)
    if template is None or (written_key is None) is (template.head is None):
        return []
    parent = spec.own.get(section)
    if parent is not None:
        is_beside = isinstance(parent, Mapping) and not is_flow(parent) and parent.get(name) is None
        if not is_beside or _column(spec, parent.span.start) != template.column:
            return []
    block = "\n".join(f"{' ' * template.column}{line}" for line in body)
    head = [] if template.head is None else [Edit(spec.span(*template.head), f"{section}:")]
    return [*head, Edit(spec.span(template.start, template.end), block)]


def _under_empty(spec: EditableSpec, key: Scalar, node: Node, body: Sequence[str], name: str) -> list[Edit]:
    """Write below a name behind which nothing stands yet."""
    if not isinstance(node, Scalar) or node.span.start != node.span.end:
        raise NoEdit(f"`{name}` is not written place by place; {IN_TEXT}")
    column = _column(spec, key.span.start)
    if body[0].endswith("|"):
        colon = spec.text.index(":", key.span.end)
        return [Edit(spec.span(colon + 1), " |"), _below(spec, colon + 1, body[1:], column)]
    return [_below(spec, key.span.end, body, column)]


def _in_brackets(name: str, lines: Sequence[str]) -> str:
    if lines[0] == "|":
        raise NoEdit(f"the section is written in brackets, where no picture can stand; {IN_TEXT}")
    entries = ", ".join(line.removeprefix("- ") for line in lines)
    return f"{name}: [{entries}]" if lines[0].startswith("- ") else f"{name}: {{{entries}}}"


def _new_section(spec: EditableSpec, section: str, body: Sequence[str]) -> list[Edit]:
    lines = (f"{section}:", *(f"  {line}" for line in body))
    if spec.own is not spec.document:
        return [_below(spec, end_of(spec.own), lines, _column(spec, spec.own.items[0][0].span.start))]
    block = "".join(f"{line}\n" for line in lines)
    for key, _ in spec.document.items:
        if key.text in BEFORE[section]:
            start = _with_comments(spec, key.span.start - _column(spec, key.span.start))
            return [Edit(spec.span(start), block)]
    text = spec.text
    return [Edit(spec.span(len(text)), block if text.endswith("\n") or not text else f"\n{block}")]


def _with_comments(spec: EditableSpec, at: int) -> int:
    """Return the start of the comment lines above a line, which belong to it."""
    lines = spec.text[:at].split("\n")[:-1]
    while lines and lines[-1].startswith("#"):
        at -= len(lines.pop()) + 1
    return at


def areas_of(spec: EditableSpec, kind: str) -> dict[str, list[str]]:
    """Return the cells of each area of a kind by label, as far as they can be read."""
    node = _section(spec, AREAS, kind)
    cells_of_label: dict[str, list[str]] = {}
    if isinstance(node, Scalar):
        for row, tokens in enumerate(_tokens(spec, node)):
            for column, token in enumerate(tokens):
                if token.text != NOTHING:
                    cells_of_label.setdefault(token.text, []).append(f"r{row + 1}c{column + 1}")
        return cells_of_label
    items = node.items if node is not None else ()
    for number, item in enumerate(items, 1):
        label, cells = (item[0].text, item[1]) if isinstance(item, tuple) else (str(number), item)
        area = read_cells(cells, spec.board, Collector())
        cells_of_label[label] = [cell.name for cell in area or ()]
    return cells_of_label
