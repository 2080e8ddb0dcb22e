"""Read and write links to Penpa+: what is drawn, without what it means.

A link holds compressed text. Its lines say how large the board is, what the problem shows, what the solver has drawn, and how the
answer is checked. Points have numbers there; here they are as in a `Puzzle`, in half cells from the top left corner of the grid.
Cells in the margin lie before the first or after the last.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.span import Span

from ..format import wrong

ADDRESS = "https://swaroopg92.github.io/penpa-edit/"
MAX_LINK = 1_000_000  # characters
MAX_TEXT = 2_000_000  # bytes of the text that is compressed in a link
MAX_SIDE = 104  # cells, margins included
MAX_PATHS = 20_000  # cages, arrows and the like, of each kind
SQUARE = ("square", "sudoku", "kakuro")
VERSION = "[3,2,3]"
LISTS = 6  # of an answer: shaded cells, lines, edges, walls, numbers, symbols
OWN = "gridwright"  # the parameter of an address in which we keep the libraries; Penpa+ reads past it

# In the order in which they are applied. The first makes sure that nothing else has a `z` before it.
ABBREVIATIONS = {
    "z": "zZ",
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"numberS"': "z1",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
}
_LONG = {short: long for long, short in ABBREVIATIONS.items()}

Spot = tuple[int, ...]  # a point in half cells; a third number says which quarter (0-3) or which side (4-7) of a cell is meant
Path = tuple[Spot, ...]


class DrawnText(NamedTuple):
    """A text in a cell, on an edge or at a vertex; `mode` says how it is set: "2" with an arrow, "4" several in one cell."""

    text: str
    style: int = 1
    mode: str = "1"


class DrawnSymbol(NamedTuple):
    """A symbol; its style is a number, or for some a tuple of flags."""

    name: str
    style: int | tuple[int, ...]
    layer: int = 1


@dataclass(frozen=True, kw_only=True)
class DrawnLayer:
    """What is drawn by one hand: the problem, or what the solver adds.

    Lines, edges and walls have two points, or one for a cross. Of `polygon`, `squareframe`, `direction` and the like only the
    points are kept.
    """

    surface: Mapping[Spot, tuple[int, ...]] = field(default_factory=dict)
    number: Mapping[Spot, DrawnText] = field(default_factory=dict)
    small: Mapping[Spot, DrawnText] = field(default_factory=dict)
    symbol: Mapping[Spot, DrawnSymbol] = field(default_factory=dict)
    line: Mapping[Path, int] = field(default_factory=dict)
    edge: Mapping[Path, int] = field(default_factory=dict)
    wall: Mapping[Path, int] = field(default_factory=dict)
    cage: Mapping[Path, int] = field(default_factory=dict)
    freeline: Mapping[Path, int] = field(default_factory=dict)
    free_edge: Mapping[Path, int] = field(default_factory=dict)
    deleted_edge: Mapping[Path, int] = field(default_factory=dict)
    thermo: tuple[Path, ...] = ()
    nobulbthermo: tuple[Path, ...] = ()
    arrows: tuple[Path, ...] = ()
    killercages: tuple[Path, ...] = ()
    direction: tuple[Path, ...] = ()
    squareframe: tuple[Path, ...] = ()
    polygon: tuple[Path, ...] = ()


# What the fields are called in a link, in its order.
_FIELDS = {
    "surface": "surface",
    "number": "number",
    "numberS": "small",
    "symbol": "symbol",
    "freeline": "freeline",
    "freelineE": "free_edge",
    "thermo": "thermo",
    "arrows": "arrows",
    "direction": "direction",
    "squareframe": "squareframe",
    "polygon": "polygon",
    "line": "line",
    "lineE": "edge",
    "wall": "wall",
    "cage": "cage",
    "deletelineE": "deleted_edge",
    "killercages": "killercages",
    "nobulbthermo": "nobulbthermo",
}
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")


@dataclass(frozen=True, kw_only=True)
class PenpaDrawing:
    """A board with what is drawn on it.

    `margins`: the rows and columns above, below, left and right of the grid. `holes`: the cells that it does not have. `checks`:
    which of the lists in `expected` count when an answer is checked; an answer is six lists, or nothing. `tags`: the genre
    as Penpa+ calls it. `tool`: what a solver draws with first, one of `TOOLS`; `lines`: how the grid is drawn, one of `GRIDS`;
    neither is read. `problem`: what was not read. `libraries`: those of a puzzle that we have written, as under `use` in a spec.
    """

    height: int
    width: int
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    holes: frozenset[Spot] = frozenset()
    question: DrawnLayer = DrawnLayer()
    answer: DrawnLayer = DrawnLayer()
    title: str = ""
    author: str = ""
    url: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    expected: tuple[tuple[str, ...], ...] = ()
    libraries: str = ""
    problem: str = ""
    tool: str = "shade"
    lines: str = "solid"

    @property
    def points(self) -> PointNumbers:
        """Return the numbers of its points."""
        return PointNumbers(self.height, self.width, self.margins)


@dataclass(frozen=True, slots=True)
class PointNumbers:
    """The numbers of the points of a board. There is a border of two cells around it, and its margins count as cells."""

    height: int
    width: int
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Return the height and width with margins and border."""
        top, bottom, left, right = self.margins
        return self.height + top + bottom + 4, self.width + left + right + 4

    def number(self, spot: Spot) -> int:
        """Return the number of a point.

        >>> points = PointNumbers(10, 10)
        >>> points.number((1, 1)), points.number((0, 0)) - 14 * 14, points.number((2, 1)) - 2 * 14 * 14
        (30, 15, 30)
        """
        height, width = self.size
        down, right, *rest = spot
        row = (down - 1) // 2 + 2 + self.margins[0]
        column = (right - 1) // 2 + 2 + self.margins[2]
        cell, count = row * width + column, height * width
        if rest:
            return 4 * count + 4 * cell + rest[0] if rest[0] < 4 else 8 * count + 4 * cell + rest[0] - 4
        kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[down % 2, right % 2]
        return kind * count + cell

    def spot(self, number: int) -> Spot | None:
        """Return the point of a number; None if there is none.

        >>> PointNumbers(10, 10).spot(30), PointNumbers(10, 10).spot(14 * 14 + 15), PointNumbers(10, 10).spot(20 * 14 * 14)
        ((1, 1), (0, 0), None)
        """
        height, width = self.size
        count = height * width
        if not 0 <= number < 12 * count:
            return None
        kind, cell = divmod(number, count)
        quarter: tuple[int, ...] = ()
        if kind >= 4:
            cell, which = divmod(number - (4 if kind < 8 else 8) * count, 4)
            quarter = (which if kind < 8 else which + 4,)
            kind = 0
        down, right = {0: (1, 1), 1: (2, 2), 2: (2, 1), 3: (1, 2)}[kind]
        row, column = divmod(cell, width)
        return (2 * (row - 2 - self.margins[0]) + down, 2 * (column - 2 - self.margins[2]) + right, *quarter)


# reading


def is_link(text: str) -> bool:
    """Check whether a text looks like a link to Penpa+, correct or not.

    >>> is_link("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7Vv"), is_link("https://puzz.link/p?masyu/1/1/0")
    (True, False)
    """
    return bool(re.match(r"\s*\S*(/penpa-edit\b|[#?&]m=(edit|solve)(&|\s|$))", text[:5_000])) or _is_short(text)


def _is_short(text: str) -> bool:
    return bool(re.match(r"\s*(https?://)?(www\.)?tinyurl\.com/\S", text[:100]))


def inner_link(text: str) -> str:
    """Return the address that a link holds instead of a drawing, which is one of puzz.link; empty if it holds a drawing.

    >>> inner_link("https://swaroopg92.github.io/penpa-edit/#m=solve&p=https://puzz.link/p?masyu/6/6/1063000i3000")
    'https://puzz.link/p?masyu/6/6/1063000i3000'
    """
    match = re.search(r"[#?&]p=(https?(?::|%3A)[^&\s]*)", text[:MAX_LINK], re.IGNORECASE)
    return unquote(match[1]) if match else ""


def read_link(span: Span) -> PenpaDrawing:
    """Return the drawing of a link. Raise `SpecError` if it holds no board of squares."""
    text = span.text
    if _is_short(text):
        raise wrong("a short link does not hold the puzzle", span, "open it in a browser, and copy the long link of the page")
    if inner := inner_link(text):
        raise wrong("the link only leads to a link of puzz.link", span, f"import that one: {inner[:200]}")
    if len(text) > MAX_LINK:
        raise wrong(f"the link has {len(text):,} characters; {MAX_LINK:,} are allowed", span)
    parameters = _parameters(text)
    if "p" not in parameters:
        raise wrong("the link has no part `p=`, which holds the puzzle", span, "copy the whole link")
    reader = _LinkReader(span, _expand(_unpack(parameters["p"], "p", span), span).split("\n"))
    answer = _parse(_unpack(parameters["a"], "a", span), "the answer", span) if parameters.get("a") else None
    return reader.drawing(answer, unquote(parameters.get(OWN, "")))


def _parameters(text: str) -> dict[str, str]:
    """Return the parameters of an address, which stand after `#`, or in old links after `?`."""
    tail = re.split(r"[#?]", text.strip(), maxsplit=1)[-1]
    pairs = (part.partition("=") for part in tail.split("&"))
    return {name: value for name, _, value in pairs}


def _unpack(packed: str, name: str, span: Span) -> str:
    """Return the text that is packed in a parameter, without ever holding more of it than is allowed."""
    plain = unquote(packed).replace(" ", "+").rstrip("=")
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        data = unpacker.decompress(base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True), MAX_TEXT + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise wrong(f"the part `{name}=` of the link is damaged: it cannot be unpacked", span, "copy the whole link") from None
    if len(data) > MAX_TEXT:
        raise wrong(f"the part `{name}=` of the link is larger than {MAX_TEXT:,} bytes", span)
    if not unpacker.eof:
        raise wrong(f"the part `{name}=` of the link is cut off", span, "copy the whole link")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise wrong(f"the part `{name}=` of the link is damaged: it is no text", span, "copy the whole link") from None


def abbreviate(text: str) -> str:
    """Return a text with short codes for frequent words.

    >>> abbreviate('{"surface":{},"title":"zero"}')
    '{zS:{},"title":"zZero"}'
    """
    for long, short in ABBREVIATIONS.items():
        text = text.replace(long, short)
    return text


def expand(text: str) -> str:
    """Return a text with words for their short codes.

    >>> expand('{zS:{},"title":"zZero"}')
    '{"surface":{},"title":"zero"}'
    """
    return re.sub("z.", lambda match: _LONG.get(match[0], match[0]), text)


def _expand(text: str, span: Span) -> str:
    long_text = expand(text)
    if len(long_text) > 2 * MAX_TEXT:
        raise wrong(f"the puzzle of the link is larger than {2 * MAX_TEXT:,} characters", span)
    return long_text


def _parse(text: str, what: str, span: Span) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise wrong(f"{what} cannot be read: it is not JSON", span, "copy the whole link") from None


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _answer(lists: Any) -> tuple[tuple[str, ...], ...]:
    """Return the lists of the answer that a link checks; nothing if it has another form."""
    is_answer = isinstance(lists, list) and 0 < len(lists) <= LISTS and all(isinstance(entries, list) for entries in lists)
    if not is_answer or not all(isinstance(text, str) for entries in lists for text in entries):
        return ()
    return tuple(tuple(entries) for entries in lists) + ((),) * (LISTS - len(lists))


class _LinkReader:
    """Reads the lines of a link."""

    def __init__(self, span: Span, lines: list[str]) -> None:
        self.span = span
        self.lines = lines

    def line(self, number: int) -> str:
        return self.lines[number].strip() if number < len(self.lines) else ""

    def drawing(self, expected: Any, libraries: str) -> PenpaDrawing:
        head = self.line(0).split(",")
        self._check_kind(head)
        width, height = (self._side(head, at, what) for at, what in ((1, "columns"), (2, "rows")))
        margins = self._margins(height, width)
        top, bottom, left, right = margins
        points = PointNumbers(height - top - bottom, width - left - right, margins)
        title = next((at for at, text in enumerate(head) if text.startswith("Title:")), len(head))
        words = [*head[title : title + 6], *[""] * 6]
        is_single = words[5] != "true"  # otherwise the lists are alternatives
        lists = _answer(expected) if is_single else ()
        problem = "" if expected is None or lists else "of an unknown form" if is_single else "that is one of several"
        answer = self.line(4)
        return PenpaDrawing(
            height=points.height,
            width=points.width,
            margins=margins,
            holes=self._holes(points),
            question=self._layer(self.line(3), "the problem", points),
            answer=self._layer(answer, "the solver's layer", points) if answer.startswith("{") else DrawnLayer(),
            title=_plain(words[0]).removeprefix("Title:").strip(),
            author=_plain(words[1]).removeprefix("Author:").strip(),
            url=words[2].strip(),
            rules=_plain(words[3]).strip(),
            tags=tuple(self._tags()),
            checks=tuple(self._checks()),
            expected=lists,
            problem=f"the link checks an answer {problem}, which is not read" if problem else "",
            libraries=libraries,
        )

    def _check_kind(self, head: list[str]) -> None:
        kind = head[0]
        if kind[:1].isdigit():
            help = "open the link in Penpa+ and share it again"
            raise wrong("the link was made by the first version of Penpa", self.span, help)
        if kind not in SQUARE:
            shown = kind[:20] if kind.isprintable() else "?"
            raise wrong(f"the board is of kind `{shown}`; only boards of squares can be imported", self.span)
        if len(self.lines) < 4:
            raise wrong("the puzzle of the link is cut off", self.span, "copy the whole link")

    def _side(self, head: list[str], at: int, what: str) -> int:
        text = head[at] if at < len(head) else ""
        if not re.fullmatch("[0-9]{1,6}", text) or not 1 <= int(text) <= MAX_SIDE:
            raise wrong(f"the board must have 1 to {MAX_SIDE} {what} (got `{text[:20]}`)", self.span)
        return int(text)

    def _margins(self, height: int, width: int) -> tuple[int, int, int, int]:
        margins = _parse(self.line(1) or "[0,0,0,0]", "the line of the margins", self.span)
        is_list = isinstance(margins, list) and len(margins) == 4 and all(_is_int(margin) and margin >= 0 for margin in margins)
        if not is_list or margins[0] + margins[1] >= height or margins[2] + margins[3] >= width:
            raise wrong("the margins of the board must be four numbers that leave cells", self.span)
        return (margins[0], margins[1], margins[2], margins[3])

    def _holes(self, points: PointNumbers) -> frozenset[Spot]:
        """Return the cells that are not in the list of all cells: its first number, then differences."""
        line = self.line(5)
        if not line:
            return frozenset()
        numbers = _parse(line, "the list of the cells", self.span)
        height, width = points.size
        if not isinstance(numbers, list) or not all(map(_is_int, numbers)) or len(numbers) > height * width:
            raise wrong("the list of the cells must be a list of numbers, each cell once", self.span)
        at, present = 0, set()
        for step in numbers:
            at += step
            present.add(points.spot(at))
        cells = {(2 * row + 1, 2 * column + 1) for row in range(points.height) for column in range(points.width)}
        if not cells & present:
            raise wrong("the board has no cells", self.span)
        return frozenset(cells - present)

    def _tags(self) -> Iterator[str]:
        line = self.line(17)
        tags = _parse(line, "the list of the genres", self.span) if line.startswith("[") else []
        yield from (tag for tag in tags if isinstance(tag, str))

    def _checks(self) -> Iterator[str]:
        line = self.line(7)
        checks = _parse(line, "the line of the answer check", self.span) if line.startswith("{") else {}
        yield from (name for name, chosen in checks.items() if chosen is True)

    def _layer(self, line: str, what: str, points: PointNumbers) -> DrawnLayer:
        lists = _parse(line, what, self.span)
        if not isinstance(lists, dict):
            raise wrong(f"{what} must be an object (got `{line[:20]}`)", self.span)
        fields: dict[str, Any] = {}
        for key, name in _FIELDS.items():
            value = lists.get(key)
            if key in _LISTS:
                fields[name] = tuple(self._paths(value, key, points))
            elif not value:
                fields[name] = {}
            elif not isinstance(value, dict):
                raise self._wrong(key, value)
            else:
                # A key that ends in E is a number that was typed on an edge; it takes the place of what was there.
                pairs = sorted(value.items(), key=lambda pair: pair[0].endswith("E"))
                fields[name] = dict(self._item(key, point, item, points) for point, item in pairs)
        return DrawnLayer(**fields)

    def _item(self, key: str, point: str, value: Any, points: PointNumbers) -> tuple[Spot | Path, Any]:
        if key in ("surface", "number", "numberS", "symbol"):
            spot = self._spot(point.removesuffix("E"), points)
            if key == "surface":
                colours = value if isinstance(value, list) else [value]
                if not colours or len(colours) > 9 or not all(map(_is_int, colours)):
                    raise self._wrong(key, value)
                return spot, tuple(colours)
            return spot, self._symbol(value) if key == "symbol" else self._text(key, value)
        ends = point.split(",")
        if len(ends) > 2 or not _is_int(value):
            raise self._wrong(key, value)
        return tuple(self._spot(end, points) for end in ends), value

    def _text(self, key: str, value: Any) -> DrawnText:
        parts = [*value, "1"][:3] if isinstance(value, list) and len(value) >= 2 else []
        if parts and isinstance(parts[0], list):  # candidates: a flag for each digit
            parts[0] = "".join(str(at + 1) for at, flag in enumerate(parts[0][:9]) if flag == 1)
        is_right = parts and isinstance(parts[0], (str, int)) and _is_int(parts[1]) and isinstance(parts[2], (str, int))
        if not is_right or isinstance(parts[0], bool):
            raise self._wrong(key, value)
        return DrawnText(str(parts[0]).strip(), parts[1], str(parts[2]))

    def _symbol(self, value: Any) -> DrawnSymbol:
        parts: list[Any] = [*value, 1][:3] if isinstance(value, list) and len(value) >= 2 else [None, "", 1]
        style, name, layer = parts
        is_flags = isinstance(style, list) and len(style) <= 20 and all(map(_is_int, style))
        if not (_is_int(style) or is_flags) or not isinstance(name, str) or not re.fullmatch(r"\w{1,40}", name):
            raise self._wrong("symbol", value)
        return DrawnSymbol(name, tuple(style) if is_flags else style, layer if _is_int(layer) else 1)

    def _paths(self, value: Any, key: str, points: PointNumbers) -> Iterator[Path]:
        if not value:
            return
        if not isinstance(value, list):
            raise self._wrong(key, value)
        if len(value) > MAX_PATHS:
            raise wrong(f"the puzzle has more than {MAX_PATHS:,} entries of `{key}`", self.span)
        for path in value:
            if isinstance(path, list) and len(path) > 2 * MAX_SIDE**2:
                raise wrong(f"an entry of `{key}` has more points than the board has cells", self.span)
            if not isinstance(path, list) or not all(_is_int(point) or isinstance(point, str) for point in path):
                raise self._wrong(key, path)
            if path:
                yield tuple(self._spot(str(point), points) for point in path)

    def _spot(self, text: str, points: PointNumbers) -> Spot:
        spot = points.spot(int(text)) if re.fullmatch("[0-9]{1,9}", text) else None
        if spot is None:
            raise wrong(f"something is drawn at the point `{text[:20]}`, which the board does not have", self.span)
        return spot

    def _wrong(self, key: str, value: Any) -> Exception:
        shown = json.dumps(value)[:40]
        return wrong(f"under `{key}` of the puzzle stands `{shown}`, which cannot be read", self.span)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9


def _plain(text: str) -> str:
    """Return a text of the first line with the signs that cannot stand there."""
    signs = {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}
    return re.sub("%2[CDEF]", lambda match: signs[match[0]], text)


# writing

_MODES = {
    "surface": ["", 1],
    "multicolor": ["", 1],
    "line": ["1", 2],
    "lineE": ["1", 2],
    "wall": ["", 2],
    "cage": ["1", 10],
    "number": ["1", 1],
    "symbol": ["circle_L", 1],
    "special": ["thermo", ""],
    "board": ["", ""],
    "move": ["1", ""],
    "combi": ["battleship", 3],
    "sudoku": ["1", 1],
}
_SOLVER_MODES = {"line": ["1", 3], "lineE": ["1", 3], "wall": ["", 3], "number": ["1", 2], "sudoku": ["1", 9]}
# What a solver draws with: the mode, its tool, and the tab of it in the page.
TOOLS: dict[str, tuple[str, list[Any], str]] = {
    "shade": ("combi", ["blpo", 3], "Composite"),
    "line": ("combi", ["linex", 3], "Composite"),
    "edge": ("combi", ["edgex", 3], "Composite"),
    "region": ("combi", ["edgesub", 3], "Composite"),
    "diagonal": ("lineE", ["2", 3], "Edge Normal"),
    "number": ("number", ["1", 2], "Number Normal"),
    "symbol": ("symbol", ["circle_L", 1], "Shape"),
}
# Solid or dashed lines, or none; points of the lattice or not; a frame or not.
GRIDS = {"solid": ["1", "2", "1"], "dashed": ["2", "2", "1"], "points": ["3", "1", "2"]}
# Every list that may be checked; in links that accept several answers, with `or`.
_CHECKS = [
    "surface_exact",
    "surface",
    "number",
    "loopline_exact",
    "loopline",
    "ignoreloopline",
    "loopedge_exact",
    "loopedge",
    "ignoreborder",
    "wall",
    "square",
    "circle",
    "tri",
    "arrow",
    "math",
    "battleship",
    "tent",
    "star",
    "akari",
    "mine",
]
_NOT_OR = ("ignoreloopline", "ignoreborder")


def link_of(drawing: PenpaDrawing) -> str:
    """Return the link of a drawing: to solve if it has an answer, otherwise to edit.

    >>> link_of(PenpaDrawing(height=1, width=1)).partition("p=")[0]
    'https://swaroopg92.github.io/penpa-edit/#m=edit&'
    """
    is_solve = bool(drawing.expected)
    parts = [f"m={'solve' if is_solve else 'edit'}", "p=" + _pack(abbreviate("\n".join(_lines(drawing, is_solve))))]
    if is_solve:
        parts.append("a=" + _pack(_json(drawing.expected)))
    if drawing.libraries:
        parts.append(f"{OWN}={quote(drawing.libraries, safe='')}")
    return f"{ADDRESS}#{'&'.join(parts)}"


def _pack(text: str) -> str:
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(drawing: PenpaDrawing, is_solve: bool) -> Iterator[str]:
    height, width = (length - 4 for length in drawing.points.size)
    centre = PointNumbers(height, width).number((height, width))
    empty = _json(_content(DrawnLayer(), drawing.points))
    mode, tool, tab = TOOLS[drawing.tool]
    grid = GRIDS[drawing.lines]
    modes = {
        "qa": "pu_a" if is_solve else "pu_q",
        "grid": grid,
        "pu_q": {"edit_mode": "surface"} | _MODES,
        "pu_a": {"edit_mode": mode} | _MODES | _SOLVER_MODES | {mode: tool},
    }
    words = [f"Title: {_escape(drawing.title)}", f"Author: {_escape(drawing.author)}"]
    words += [drawing.url.replace(",", "%2C"), _escape(drawing.rules), "OFF", "false", ""]
    numbers = [width, height, 38, 0, 1, 1, 38 * (width + 1), 38 * (height + 1), centre, centre, 0, 0, 0, 0]
    yield ",".join(["square", *map(str, numbers), *words])
    yield _json(drawing.margins)
    yield f"{_json(grid)}~{_json(mode)}~{_json(tool)}" if is_solve else _json(modes)
    yield _json(_content(drawing.question, drawing.points))
    yield "" if is_solve else _json(_content(drawing.answer, drawing.points))
    yield _json(list(_cells(drawing)))
    yield _json(["Surface", tab])
    yield _json({f"sol_{name}": f"sol_{name}" in drawing.checks for name in _CHECKS})
    yield from ('"x"', '"x"', VERSION, _json(modes), '"x"', "0", empty, "x" if is_solve else empty)
    yield _json({f"sol_or_{name}": False for name in _CHECKS if name not in _NOT_OR})
    yield from (_json(drawing.tags), "")


def _escape(text: str) -> str:
    for sign, code in ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F")):
        text = text.replace(sign, code)
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _cells(drawing: PenpaDrawing) -> Iterator[int]:
    before = 0
    for row in range(drawing.height):
        for column in range(drawing.width):
            spot = (2 * row + 1, 2 * column + 1)
            if spot not in drawing.holes:
                number = drawing.points.number(spot)
                yield number - before
                before = number


def _content(layer: DrawnLayer, points: PointNumbers) -> dict[str, Any]:
    content: dict[str, Any] = {key: {"__a": []} for key in ("command_redo", "command_undo", "command_replay")}
    for key, name in _FIELDS.items():
        value = getattr(layer, name)
        if key in _LISTS:
            content[key] = [[points.number(spot) for spot in path] for path in value]
        elif key in ("surface", "number", "numberS", "symbol"):
            pairs = sorted((points.number(spot), item) for spot, item in value.items())
            content[key] = {str(number): _write(key, entry) for number, entry in pairs}
        else:
            paths = sorted((path_numbers(path, points), style) for path, style in value.items())
            content[key] = {",".join(map(str, numbers)): style for numbers, style in paths}
    return content


def path_numbers(path: Iterable[Spot], points: PointNumbers) -> tuple[int, ...]:
    """Return the numbers of a line's ends, the smaller first, as Penpa+ has them."""
    return tuple(sorted(map(points.number, path)))


def _write(key: str, value: Any) -> Any:
    if key == "surface":
        return value[0] if len(value) == 1 else list(value)
    if key == "symbol":
        return [value.style, value.name, value.layer]
    return [value.text, value.style] if key == "numberS" else [value.text, value.style, value.mode]
