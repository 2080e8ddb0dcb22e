"""`clues`: groups of printed data, outside the board, at places of it, or on areas."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator
from collections.abc import Sequence as Places

from ..geometry.area import Area, AreaKind, Line
from ..geometry.board import SIDES, Board
from ..geometry.clue import Clue, ClueGroup
from ..geometry.places import Border, Cell, Corner, Link
from ..syntax.diagnostics import Code, Collector, Fault
from ..syntax.foreign import cell_hint
from ..syntax.span import Span
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from ..values import BLANK, Value
from .data import check_commas, read_data
from .pictures import Token, read_picture
from .places import looks_like_place, read_key

_NEXT_CLUE = re.compile(r"\S+:(?:\s|$)")
_NUMBERED = re.compile(r"\d+[AaDd]?")
_ENTRY = re.compile(r"[1-9]\d{0,4}[AD]")
# All places of a kind on a board.
PLACES: dict[type, Callable[[Board], Places[Value]]] = {
    Cell: lambda board: board.cells.cells,
    Link: lambda board: board.links,
    Border: lambda board: board.borders,
    Corner: lambda board: board.corners,
}


def read_group(name: str, node: Node, board: Board, kinds: list[AreaKind], collector: Collector, *, are_read: bool) -> ClueGroup:
    """Return one clue group: left, right, top and bottom, then in reading order; on areas in the order written.

    `are_read`: all kinds of areas could be read; otherwise a label that is not known may belong to one that could not.
    """
    areas: AreaKind | None = None
    if isinstance(node, Scalar):
        clues = list(_from_picture(name, node, board, collector))
    else:
        assert isinstance(node, Mapping)
        _refuse_lost_values(node, collector)
        keys = [key.text for key, _ in node.items]
        if any(key in SIDES for key in keys):
            clues = list(_outside(name, node, board, collector))
        elif any(looks_like_place(key) for key in keys):
            clues = sorted(_at_places(name, node, board, collector), key=_reading_order)
        else:
            areas = _kind_of_labels(name, node, board, kinds, collector, are_read=are_read)
            clues = [] if areas is None else list(_on_areas(name, node, areas, board, collector))
    return ClueGroup(name, tuple(clues), functools.partial(_all_places, node, tuple(clues), areas, board))


def _all_places(node: Node, clues: tuple[Clue, ...], areas: AreaKind | None, board: Board) -> Places[Value]:
    """Return all places of the kind on which the clues of a group stand; none if it is not one kind."""
    if areas is not None:
        return areas.areas
    sides = [side for side in SIDES if node.get(side) is not None] if isinstance(node, Mapping) else []
    if sides:
        written = {(clue.place.side, clue.place.index): clue.place for clue in clues if isinstance(clue.place, Line)}
        return [written.get((line.side, line.index), line) for side in sides for line in board.views(side)]
    kinds = {type(clue.place) for clue in clues} or ({Cell} if isinstance(node, Scalar) else set())
    return PLACES[kinds.pop()](board) if len(kinds) == 1 else ()


def empty_group(name: str, words: Places[str], board: Board, kinds: list[AreaKind]) -> ClueGroup:
    """Return a clue group without clues that a library declares. `words` say where they would stand."""
    return ClueGroup(name, (), functools.partial(_declared_places, words, board, tuple(kinds)))


def _declared_places(words: Places[str], board: Board, kinds: Places[AreaKind]) -> Places[Value]:
    known = {f"{kind.__name__.lower()}s": places for kind, places in PLACES.items()}
    if len(words) != 1:
        return ()
    return known[words[0]](board) if words[0] in known else next((kind.areas for kind in kinds if kind.name == words[0]), ())


def _refuse_lost_values(node: Mapping, collector: Collector) -> None:
    """Report values that YAML has lost: an empty text, which hardly a rule tells from no clue, and a sign without quotes, which
    takes the next clue for its text.
    """
    for _, value in node.items:
        if isinstance(value, Scalar) and value.style in ("|", ">") and _NEXT_CLUE.match(value.text):
            sign = value.span.text[:1]
            collector.add(
                Code.MANGLED,
                f"YAML reads this `{sign}` as the start of a block of text, and takes the next clue for the text",
                Span(value.span.source, value.span.start, value.span.start + 1),
                help=f"if you mean the sign itself, quote it: '{sign}'; and indent all clues of a group alike",
            )
        for member in value.items if isinstance(value, Sequence) else (value,):
            if isinstance(member, Scalar) and member.style and not member.text.strip():
                collector.add(
                    Code.WRONG_VALUE,
                    "the value of this clue is an empty text",
                    member.span,
                    help="write what is printed, in quotes if it is a sign, as in '>'; where there is no clue, write `.`",
                )


def _from_picture(name: str, node: Scalar, board: Board, collector: Collector) -> Iterator[Clue]:
    for row, tokens in enumerate(read_picture(node, board.row_lengths, collector) or ()):
        for column, token in enumerate(tokens):
            value, place = token.value, board.at(row, column)
            if value is not None and place is not None:
                yield Clue(name, value, place, token.span)


def _outside(name: str, node: Mapping, board: Board, collector: Collector) -> Iterator[Clue]:
    for side in SIDES:
        collector.look()
        listed = node.get(side)
        if listed is None:
            continue
        try:
            views = board.views(side)
        except Fault as fault:
            collector.add(fault.code, fault.message, listed.span, help=fault.help)
            continue
        values = _list_values(listed, board, collector)
        if collector.has_within(listed.span):
            continue
        if len(values) != len(views):
            what = "rows" if side in ("left", "right") else "columns"
            collector.add(
                Code.WRONG_SIZE,
                f"`{side}` of the clues `{name}` lists {len(values)} values; the board has {len(views)} {what}",
                listed.span,
                help=f"write one value for each of the {what}, and `.` where there is no clue",
            )
            continue
        for line, (value, span) in zip(views, values, strict=True):
            if value is not BLANK:
                yield Clue(name, value, line, span)


def _list_values(node: Node, board: Board, collector: Collector) -> list[tuple[Value, Span]]:
    """Return the values of a list, or of a text with spaces between them, each with its span."""
    if isinstance(node, Sequence):
        for item in node.items:
            check_commas(item, collector)
        return [(read_data(item, board, collector), item.span) for item in node.items]
    assert isinstance(node, Scalar)
    if node.style == "" and re.search(r",\s|^\[|\]$", node.text):
        values = [piece for piece in re.split(r"[\s,]+", node.text.strip("[](), ")) if piece]
        collector.add(
            Code.MANGLED,
            "a list with commas needs [ before it and ] behind it",
            node.span,
            help=f"write [{', '.join(values)}], or {' '.join(values)}",
        )
        return [(BLANK, node.span)] * len(values)
    tokens = []
    at = 0
    for piece in node.text.split():
        at = node.text.index(piece, at)
        tokens.append(Token(piece, node, at))
        at += len(piece)
    return [(BLANK if token.value is None else token.value, token.span) for token in tokens]


def _at_places(name: str, node: Mapping, board: Board, collector: Collector) -> Iterator[Clue]:
    for key, value in node.items:
        places = read_key(key, board, collector, holes=True)
        printed = read_data(value, board, collector)
        if places and printed is not BLANK:
            yield Clue(name, printed, places[0], Span(key.span.source, key.span.start, value.span.end))


def _reading_order(clue: Clue) -> tuple[int, int]:
    place = clue.place
    if isinstance(place, (Cell, Corner)):
        return place.row, place.column
    assert isinstance(place, (Link, Border))
    return place.cells[0].row, place.cells[0].column


def _kind_of_labels(
    name: str, node: Mapping, board: Board, kinds: list[AreaKind], collector: Collector, *, are_read: bool
) -> AreaKind | None:
    """Return the kind of areas that has the labels of a group; None if there are none, with a diagnostic if that is wrong."""
    labels = {key.text: key for key, _ in node.items}
    if not labels:
        return None  # a group without clues
    named = {label.split(".", 1)[0] for label in labels if "." in label}
    fitting = _fitting(kinds, labels, named)
    if not fitting and all(_ENTRY.fullmatch(label) for label in labels):
        kinds = [*kinds, _entries(board, next(iter(labels.values())).span, collector)]
        fitting = _fitting(kinds[-1:], labels, named)
    if len(fitting) > 1:
        collector.add(
            Code.NAME_CLASH,
            f"the clues `{name}` fit several kinds of areas: {' or '.join(f'`{kind.name}`' for kind in fitting)}",
            node.span,
            help=f"write the kind before the label: {fitting[0].name}.{next(iter(labels))}",
        )
        return None
    if not fitting and not are_read:
        return None
    if not fitting:
        known = [area.name for kind in kinds for area in kind]
        for label, key in labels.items():
            if label not in known:
                collector.add(
                    Code.UNKNOWN_NAME,
                    f"`{label}` is neither a place, nor a side, nor the label of an area"
                    + (", nor an entry of the board" if _ENTRY.fullmatch(label) else ""),
                    key.span,
                    help=_other_labels(label, known, collector),
                )
                return None
        collector.add(Code.UNKNOWN_NAME, f"no single kind of areas has all the labels of the clues `{name}`", node.span)
        return None
    return fitting[0]


def _on_areas(name: str, node: Mapping, kind: AreaKind, board: Board, collector: Collector) -> Iterator[Clue]:
    for key, value in node.items:
        area = kind.area_at(key.text.split(".", 1)[-1])
        assert isinstance(area, Area)
        values = read_data(value, board, collector)
        if values is not BLANK:
            yield Clue(name, values, area, Span(key.span.source, key.span.start, value.span.end))


def _other_labels(label: str, known: list[str], collector: Collector) -> str:
    if _NUMBERED.fullmatch(label) and not _ENTRY.fullmatch(label) and not known:
        return "the entries of a crossword are written `1A` for 1 across, and `1D` for 1 down"
    help = collector.did_you_mean(label, [*known, *SIDES]) or cell_hint(label)
    return help or (f"the areas are {', '.join(known)}" if known else "")


def _fitting(kinds: list[AreaKind], labels: Collection[str], named: Collection[str]) -> list[AreaKind]:
    """Return the kinds of areas that have all the labels; where labels name their kind, only this one."""
    fitting = [kind for kind in kinds if all(kind.area_at(label.split(".", 1)[-1]) for label in labels)]
    return [kind for kind in fitting if {kind.name} == named] if named else fitting


def _entries(board: Board, span: Span, collector: Collector) -> AreaKind:
    """Return the segments of the board, which are its entries as in a crossword; none, with a diagnostic, where it has none."""
    try:
        return board.segments()
    except Fault as fault:
        collector.add(fault.code, fault.message, span, help=fault.help)
        return AreaKind("segments", ())
