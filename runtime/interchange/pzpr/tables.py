"""Read and write the tables of a pzprv3 file: rows of words, in the order in which the library of a genre lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.span import Span

from ..format import wrong
from ..puzzle import Place, Point, is_outside, is_point
from .board import SIDES, PzprBoard, cells_beside
from .body import depths, parameter_text, set_parameter, take_walls, walls_of
from .codecs import DIRECTIONS, FRACTIONS, UNKNOWN, Code
from .layout import CodecEntry
from .meaning import DecodeState, EncodeState

PARAMETERS = ("parameter", "pieces", "fleet")
IGNORED = {"+", "=", "%", "-1", "-"}  # marks of a solver in tables of answers


@dataclass
class Lines:
    """The lines of a file that have not been read."""

    lines: list[Span]
    end: Span

    def take(self, what: str) -> Span:
        """Take the next line. Raise `SpecError` if there is none; `what` was expected."""
        if not self.lines:
            raise wrong(f"the file ends too early; expected {what}", self.end, "the file may be cut off")
        return self.lines.pop(0)

    @property
    def next(self) -> str:
        """Return the text of the next line; empty at the end."""
        return self.lines[0].text.strip() if self.lines else ""


def read_file(lines: Lines, draft: DecodeState) -> None:
    """Read the tables of a file into a draft. Raise `SpecError` for mistakes."""
    for entry in draft.layout.file:
        if draft.version >= entry.since:
            _read_entry(lines, draft, entry)
    for name, values in draft.givens.items():
        if name in draft.solution:
            draft.solution[name] |= values
    for entry in draft.layout.file:
        _add_printed(draft, entry)


def _read_entry(lines: Lines, draft: DecodeState, entry: CodecEntry) -> None:
    if entry.codec in ("rooms", "borders"):
        _read_areas(lines, draft, entry)
    elif entry.codec in _SPECIAL:
        _SPECIAL[entry.codec][0](lines, draft, entry)
    elif entry.codec in PARAMETERS:
        line = lines.take(f"`{entry.names[0]}`")
        if not set_parameter(draft, entry, line.text.strip()):
            raise wrong(f"expected `{entry.names[0]}` on this line", line)
    elif entry.codec in ("marks", "word"):
        lines.take("a row of marks" if entry.codec == "marks" else "a word")
    elif not (entry.is_optional and not lines.next):
        _read_table(lines, draft, entry)


def _add_printed(draft: DecodeState, entry: CodecEntry) -> None:
    """Set the answers that printed clues stand for, which no table of answers repeats, if there are any answers."""
    for name in (name for name in entry.answers if name in draft.solution):
        for group, codes in entry.printed.items():
            for place, value in draft.clues.get(group, {}).items():
                draft.solution.setdefault(name, {})[place] = value if codes is None else codes[value]


def write_file(source: EncodeState) -> list[str]:
    """Return the lines of a file after its size."""
    lines: list[str] = []
    for entry in source.layout.file:
        if entry.codec == "rooms":
            lines += _room_lines(source, entry)
        elif entry.codec == "borders":
            lines += _border_lines(source, entry)
        elif entry.codec in _SPECIAL:
            lines += _SPECIAL[entry.codec][1](source, entry)
        elif entry.codec in PARAMETERS:
            lines.append(parameter_text(source, entry))
        elif entry.codec == "word":
            lines += entry.names
        elif entry.codec == "marks":
            count = parameter_text(source, entry)
            lines.append("0 " * int(count) if count.isdigit() else "")
        else:
            lines += _table_lines(source, entry)
    return lines


# tables of words


def rows_of(board: PzprBoard, over: str) -> list[list[Point]]:
    """Return the places of a table, row by row.

    >>> rows_of(PzprBoard(1, 3), "links")
    [[(1, 2), (1, 4)]]
    """
    height, width, shift = board.height, board.width, board.shift
    down, right = [2 * row + 1 + shift for row in range(height)], [2 * column + 1 + shift for column in range(width)]
    if over == "corners":
        return [[(2 * row, 2 * column) for column in range(width + 1)] for row in range(height + 1)]
    if over == "dots":
        return [[(y, x) for x in range(1, 2 * width)] for y in range(1, 2 * height)]
    if over == "links":
        return [[(y, x + 1) for x in right[:-1]] for y in down] + [[(y + 1, x) for x in right] for y in down[:-1]]
    if over == "sides":
        edges = [[(y, x) for x in range(0, 2 * width + 1, 2)] for y in down]
        return edges + [[(y, x) for x in right] for y in range(0, 2 * height + 1, 2)]
    return [[(y, x) for x in right] for y in down]


def _over(source: DecodeState | EncodeState, entry: CodecEntry) -> str:
    if entry.over:
        return entry.over
    names = (*entry.names, *entry.answers)
    declared = source.layout.declared.get(names[0]) if names else None
    on = declared.on if declared else ("cells",)
    if on == ("pairs",) or entry.by:
        return "links"
    return "sides" if on == ("borders",) else source.board.default_places(on)


def _frame(source: DecodeState | EncodeState, entry: CodecEntry, over: str) -> Iterator[list[Place | None]]:
    """Yield the rows of a table with clues around the board; None is no place.

    A list outside has a column, or row, for each number, the nearest to the board last.
    """
    board = source.board
    sides = over.split()
    deep = {side: next(depths(source, entry, [(side, 0)])) if entry.depth else 1 for side in sides}
    before = deep.get("left", 0)
    for row in range(-deep.get("top", 0), board.height + deep.get("bottom", 0)):
        places: list[Place | None] = []
        for column in range(-before, board.width + deep.get("right", 0)):
            if 0 <= row < board.height and 0 <= column < board.width:
                places.append(board.cell(row, column))
            elif 0 <= column < board.width:
                places.append(("top" if row < 0 else "bottom", column))
            elif 0 <= row < board.height:
                places.append(("left" if column < 0 else "right", row))
            else:
                places.append(None)
        yield places


def _table(source: DecodeState | EncodeState, entry: CodecEntry) -> list[list[Place | None]]:
    over = _over(source, entry)
    words = over.split()
    if words and all(word in SIDES for word in words):
        return list(_frame(source, entry, over))
    if source.layout.declared.get(over) is not None:  # clues of areas stand in the first cells of these
        return list(map(list, rows_of(source.board, "cells")))
    return list(map(list, rows_of(source.board, over)))


def _words(line: Span, is_dots: bool) -> list[Span]:
    text, source = line.text, line.source
    if is_dots:
        start = line.start + len(text) - len(text.lstrip())
        return [source.span(start + at, start + at + 1) for at in range(len(text.strip()))]
    words, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        words.append(source.span(line.start + at, line.start + at + len(word)))
        at += len(word)
    return words


def _read_table(lines: Lines, draft: DecodeState, entry: CodecEntry) -> None:
    is_dots = _over(draft, entry) == "dots"
    codes_at: dict[Place, list[tuple[Code, Span]]] = {}
    for places in _table(draft, entry):
        line = lines.take(f"a row of {len(places)} words")
        words = _words(line, is_dots)
        if len(words) != len(places):
            raise wrong(f"expected {len(places)} words in this row (got {len(words)})", line)
        for place, word in zip(places, words, strict=True):
            if place is not None and (code := _code(word.text, entry, word, is_outside(place))) is not None:
                codes_at.setdefault(place, []).append((code, word))
    meaning = _TableMeaning(draft, entry)
    if entry.by or _is_of_pairs(draft, entry):
        read = _read_outlines if entry.by else _read_pairs
        read(draft, entry, {place: codes[0] for place, codes in codes_at.items()})
        return
    for place, codes in codes_at.items() if entry.codec != "skip" else ():
        is_list = entry.depth and is_outside(place)
        code = tuple(code for code, _ in codes) if is_list else codes[0][0]
        if not meaning.take(place, code, codes[0][1]):
            raise wrong(f"`{codes[0][1].text}` means nothing here", codes[0][1])


def _first_cells(draft: DecodeState) -> dict[Place, tuple[str, str]]:
    """Return the kind and label of the areas by their first cell, which is that in the first column, and of those the first."""
    return {_first_cell(area): (kind, label) for kind, areas in draft.areas.items() for label, area in areas.items()}


def _first_cell(area: Sequence[Point]) -> Point:
    return min(area, key=lambda cell: (cell[1], cell[0]))


class _TableMeaning:
    """What the words of a table mean in a draft."""

    def __init__(self, draft: DecodeState, entry: CodecEntry) -> None:
        self.draft, self.entry = draft, entry
        self.over = _over(draft, entry)
        self.labels = _first_cells(draft)
        self.with_truths = _with_truths(draft, entry)
        self.inner = replace(entry, names=entry.inner)
        declared = draft.layout.declared.get(entry.names[0]) if entry.names else None
        self.is_of_areas = declared is not None and declared.on[0] in draft.areas
        on_links = any(draft.layout.declared[name].on == ("links",) for name in entry.answers)
        self.allowed = set(draft.board.links) if self.over == "sides" and on_links else None

    def take(self, place: Place, code: Code, word: Span) -> bool:
        """Set what a word means; False if it means nothing."""
        draft, entry = self.draft, self.entry
        if self.allowed is not None and place not in self.allowed:
            return True  # a side on the edge, where no two cells meet
        if _is_inner(self.over, place):
            if entry.inner and draft.set(self.inner, place, code):
                return True
        elif entry.names and code != "+":
            target = place
            if self.is_of_areas:
                if place not in self.labels:
                    raise wrong("a number of a region must stand in its first cell", word)
                target = self.labels[place][1]
            if draft.set(entry, target, code, isinstance(code, tuple) and entry.codec not in ("arrows", "fractions")):
                if is_point(place) and any(
                    code in (codes or {}) for name in entry.answers for codes in entry.values.get(name, ())
                ):
                    draft.answer(entry, place, code)
                return True
        is_mark = bool(entry.answers) and str(code) in (*IGNORED, UNKNOWN, *entry.marks)
        return draft.answer(self.with_truths, place, code) or is_mark


def _is_inner(over: str, place: Place) -> bool:
    """Check whether a place is on the board, of a table with clues around it."""
    words = over.split()
    return bool(words) and words[0] in SIDES and not isinstance(place[0], str)


def _with_truths(source: DecodeState | EncodeState, entry: CodecEntry) -> CodecEntry:
    """Return an entry in which `#` stands for true in cells, and 1 elsewhere, for layers without codes of their own."""
    values = dict(entry.values)
    for name in entry.answers:
        declared = source.layout.declared[name]
        if declared.is_truth and name not in values:
            values[name] = ({"#": True} if declared.on == ("cells",) else {1: True, 2: True},)  # 2: with a mark
    return replace(entry, values=values)


def _code(text: str, entry: CodecEntry, word: Span, is_clue: bool) -> Code:
    """Return the code that a word is; None for nothing. `is_clue`: it stands outside the board."""
    if text in ((entry.none or ".") if is_clue else (entry.blank or "."), entry.hole):
        return None
    text = text.partition("[")[0] or "."
    if text == "." or (text == "0" and entry.codec == "answers" and entry.blank == "0"):
        return None
    if "," in text:
        parts = text.split(",")
        if entry.codec == "arrows":
            if len(parts) == 2 and parts[0] in ("0", "1", "2", "3", "4"):
                return (_one(parts[1], word), DIRECTIONS[int(parts[0])])
            raise wrong("expected a direction from 0 to 4, a comma and a number", word)
        if entry.codec == "compass":
            if len(parts) != 4:
                raise wrong("expected four numbers: right, down, left, up", word)
            right, down, left, up = (_one(part.replace("-1", UNKNOWN), word) for part in parts)
            return (up, right, down, left)
        if entry.codec == "fractions":
            fraction = tuple(_one(part.replace("-1", UNKNOWN), word) for part in parts[:20])
            if not FRACTIONS.accepts(fraction):
                raise wrong("a fraction with an unknown number is not read here", word)
            return fraction
        if entry.codec == "pairs" and len(parts) == 2:
            return (_one(parts[1], word), _one(parts[0], word))
        return tuple(_one(part, word) for part in parts[:20])
    if entry.codec == "fractions":
        return _one(text.removeprefix("d"), word)
    code = _one(text, word)
    return (code,) if entry.codec == "lists" and code not in ("#", "+") else code


def _one(text: str, word: Span) -> Code:
    if text in ("-", "-2", "?"):
        return UNKNOWN
    if text.isascii() and text.isdigit():
        if len(text) > 6:
            raise wrong("this number is too large", word)
        return int(text)
    return text[:20]


def _table_lines(source: EncodeState, entry: CodecEntry) -> Iterator[str]:
    over = _over(source, entry)
    first = {_first_cell(area): label for areas in source.puzzle.areas.values() for label, area in areas.items()}
    declared = source.layout.declared.get(entry.names[0]) if entry.names else None
    of_areas = declared is not None and declared.on[0] in source.puzzle.areas
    is_frame = bool(over.split()) and over.split()[0] in SIDES
    with_truths = _with_truths(source, entry)
    used: dict[Place, int] = {}
    drawn = _outline_codes(source, entry) if entry.by else _pair_codes(source, entry) if _is_of_pairs(source, entry) else None
    for row in _table(source, entry):
        words = []
        for place in row:
            code: Code = None
            if drawn is not None:
                code = drawn.get(place)
            elif place is not None and entry.codec != "skip":
                code = _code_at(source, entry, with_truths, place, first, of_areas, is_frame)
            if isinstance(code, tuple) and entry.depth:
                code = _of_list(source, entry, place, code, used)
            is_clue = is_frame and (place is None or is_outside(place))
            if place is None and entry.corner:
                words.append(entry.corner)
            elif code is None and entry.hole and place in source.puzzle.holes:
                words.append(entry.hole)
            else:
                words.append(_word(code, entry, is_clue))
        yield "".join(words) if over == "dots" else "".join(f"{word} " for word in words)


def _of_list(source: EncodeState, entry: CodecEntry, place: Place | None, code: tuple[Code, ...], used: dict[Place, int]) -> Code:
    """Return the number of a list that stands here, the next one of its line; None before the first one."""
    assert place is not None
    depth = next(depths(source, entry, [place]))
    at = used.get(place, 0)
    used[place] = at + 1
    at -= depth - len(code)
    return code[at] if 0 <= at < len(code) else None


def _code_at(
    source: EncodeState,
    entry: CodecEntry,
    truths: CodecEntry,
    place: Place,
    first: dict[Point, str],
    of_areas: bool,
    is_frame: bool,
) -> Code:
    code: Code = None
    if is_frame and not isinstance(place[0], str):
        code = source.code(replace(entry, names=entry.inner), place, lambda code: True) if entry.inner else None
    elif entry.names:
        target: Place | None = first.get(place) if of_areas and is_point(place) else None if of_areas else place
        if target is not None:
            code = source.code(entry, target, lambda code: True, entry.codec == "pairs")
    if code is None:
        is_printed = any(place in source.puzzle.givens.get(name, {}) for name in entry.answers)
        is_printed = is_printed or any(place in source.puzzle.clues.get(name, {}) for name in entry.printed)
        return source.answer(truths, place, lambda code: True) if entry.answers and not is_printed else None
    both = [codes for name in entry.names for codes in entry.values.get(name, ()) if codes is not None]
    answer = source.answer(entry, place, lambda code: True) if both and entry.answers else None
    return answer if any(answer in codes and codes[answer] == codes.get(code) for codes in both) else code


def _word(code: Code, entry: CodecEntry, is_outside: bool) -> str:
    if code is None:
        return (entry.none if is_outside else entry.blank) or "."
    if isinstance(code, tuple):
        if entry.codec == "arrows":
            return f"{DIRECTIONS.index(str(code[1]))},{'-' if code[0] == UNKNOWN else code[0]}"
        if entry.codec == "pairs":
            return f"{code[1]},{-2 if code[0] in (UNKNOWN, None) else code[0]}"
        if entry.codec == "fractions":
            return ",".join("-1" if part == UNKNOWN else str(part) for part in code)
        if entry.codec == "compass":
            return ",".join("-1" if code[at] == UNKNOWN else str(code[at]) for at in (1, 2, 3, 0))
        return ",".join("-" if part == UNKNOWN else str(part) for part in code)
    if code == UNKNOWN:
        return "-2" if is_outside or entry.blank == "0" else "-"  # where nothing is a number, pzpr reads only numbers
    return f"d{code}" if entry.codec == "fractions" else str(code)


# layers that are no places of a table: pairs of cells, joined by lines, and areas, which are outlined


def _is_of_pairs(source: DecodeState | EncodeState, entry: CodecEntry) -> bool:
    return any(source.layout.declared[name].on == ("pairs",) for name in entry.answers)


def _read_pairs(draft: DecodeState, entry: CodecEntry, codes_at: dict[Place, tuple[Code, Span]]) -> None:
    """Read lines as values of pairs of cells: each runs straight from a cell with a clue to the next one."""
    (name,) = entry.answers
    is_truth = draft.layout.declared[name].is_truth
    ends = {place for values in draft.clues.values() for place in values}
    left = {place: (code, word) for place, (code, word) in codes_at.items() if code != "-1"}
    pairs = draft.solution.setdefault(name, {})
    for cell in draft.board.cells:
        for down, right in ((0, 1), (1, 0)) if cell in ends else ():
            links, y, x = [], cell[0] + down, cell[1] + right
            while (y, x) in left and left[y, x][0] == left[cell[0] + down, cell[1] + right][0]:
                links.append((y, x))
                y, x = y + 2 * down, x + 2 * right
                if (y - down, x - right) in ends:
                    break
            other = (y - down, x - right)
            if links and other in ends:
                code = left[links[0]][0]
                pairs[cell, other] = True if is_truth else code
                for link in links:
                    del left[link]
    for _, word in left.values():
        raise wrong("this line does not lead straight from one clue to another", word)


def _pair_codes(source: EncodeState, entry: CodecEntry) -> dict[Place | None, Code]:
    codes: dict[Place | None, Code] = {}
    for pair, value in source.puzzle.solution.get(entry.answers[0], {}).items():
        assert isinstance(pair, tuple)
        first, last = pair
        assert isinstance(first, tuple)
        assert isinstance(last, tuple)
        (y, x), (last_y, last_x) = first, last
        down, right = int(y < last_y), int(x < last_x)
        while value and (y, x) != (last_y, last_x):
            codes[y + down, x + right] = int(value)
            y, x = y + 2 * down, x + 2 * right
    return codes


def _read_outlines(draft: DecodeState, entry: CodecEntry, codes_at: dict[Place, tuple[Code, Span]]) -> None:
    """Read borders as values of cells: an area has the number of the clue in it."""
    walls = frozenset(place for place, (code, _) in codes_at.items() if code in (1, 2) and is_point(place))
    clues = [place for place in draft.clues.get(entry.by, {}) if is_point(place)]
    draft.numbered[entry.answers[0]] = entry.by
    if not walls and len(clues) != 1:
        return
    values = draft.solution.setdefault(entry.answers[0], {})
    for area in draft.board.components(walls, frozenset(draft.holes)):
        around = [
            at for at, (y, x) in enumerate(clues, 1) if any(abs(y - down) < 2 and abs(x - right) < 2 for down, right in area)
        ]
        inside = [at for at in around if all(cell in area for cell in _cells_at(clues[at - 1]))]
        for cell in area if inside else ():
            values[cell] = inside[0]


def _cells_at(place: Point) -> list[Point]:
    """Return the cells that meet at a point."""
    y, x = place
    return [(down, right) for down in {y - 1 + y % 2, y + 1 - y % 2} for right in {x - 1 + x % 2, x + 1 - x % 2}]


def _outline_codes(source: EncodeState, entry: CodecEntry) -> dict[Place | None, Code]:
    values = source.puzzle.solution.get(entry.answers[0], {})
    pairs = [(link, [values.get(cell) for cell in cells_beside(link)]) for link in source.board.links]
    return {link: 1 for link, (first, second) in pairs if first != second}


# areas


def _read_areas(lines: Lines, draft: DecodeState, entry: CodecEntry) -> None:
    """Read areas as numbers of cells, or as sides between cells, whichever stands there."""
    is_older = draft.layout.version != "" and not draft.version  # where two cells a row leave one word for either
    if len(lines.next.split()) == 1 and (entry.codec == "rooms" or draft.board.width != 2 or is_older):
        walls = _number(lines, draft)
    else:
        walls = set()
        for places in rows_of(draft.board, "links"):
            line = lines.take(f"a row of {len(places)} words")
            words = _words(line, False)
            if len(words) != len(places):
                raise wrong(f"expected {len(places)} words in this row (got {len(words)})", line)
            walls |= {place for place, word in zip(places, words, strict=True) if word.text == "1"}
    take_walls(draft, entry, frozenset(walls))


def _number(lines: Lines, draft: DecodeState) -> set[Point]:
    lines.take("the number of regions")
    of: dict[Point, str] = {}
    for places in rows_of(draft.board, "cells"):
        line = lines.take(f"a row of {len(places)} words")
        words = _words(line, False)
        if len(words) != len(places):
            raise wrong(f"expected {len(places)} words in this row (got {len(words)})", line)
        of |= {place: word.text for place, word in zip(places, words, strict=True)}
    areas: dict[str, tuple[Point, ...]] = {}
    for cell, label in of.items():
        areas[label] = (*areas.get(label, ()), cell)
    return set(draft.board.walls(areas))


def _room_lines(source: EncodeState, entry: CodecEntry) -> Iterator[str]:
    walls_of(source, entry)  # which notes what no walls can make
    areas = source.puzzle.areas.get(entry.names[0], {})
    of = {cell: str(at) for at, label in enumerate(areas) for cell in areas[label]}
    yield str(len(areas))
    for row in rows_of(source.board, "cells"):
        yield "".join(f"{of.get(cell, '.')} " for cell in row)


def _border_lines(source: EncodeState, entry: CodecEntry) -> Iterator[str]:
    walls = walls_of(source, entry)
    for row in rows_of(source.board, "links"):
        yield "".join(f"{int(place in walls)} " for place in row)


# black cells with sums, in a table with a further row and column


def _read_framed(lines: Lines, draft: DecodeState, entry: CodecEntry) -> None:
    """Read a table in which `3,4` is a black cell with the numbers of two groups, and the first row and column have one each."""
    across, below = entry.names
    for row in range(draft.board.height + 1):
        line = lines.take(f"a row of {draft.board.width + 1} words")
        words = _words(line, False)
        if len(words) != draft.board.width + 1:
            raise wrong(f"expected {draft.board.width + 1} words in this row (got {len(words)})", line)
        for column, word in enumerate(words):
            cell = (2 * row + 1, 2 * column + 1)
            parts = [None if part == entry.none else _one(part, word) for part in word.text.split(",")[:3]]
            if not (row or column) or parts == ["."]:
                continue
            if row and column:
                draft.holes.add(cell)
                pairs = [*zip((across, below), parts, strict=False)] if len(parts) == 2 else [(across, "")]
            else:
                pairs = [(across if row else below, parts[0])]
            for name, part in pairs:
                if part is not None and (not isinstance(part, int) or not draft.set(replace(entry, names=(name,)), cell, part)):
                    raise wrong(f"`{word.text}` means nothing here", word)


def _framed_lines(source: EncodeState, entry: CodecEntry) -> Iterator[str]:
    across, below = entry.names

    def number(name: str, cell: Point) -> str:
        code = source.code(replace(entry, names=(name,)), cell, lambda code: isinstance(code, int))
        return entry.none if code is None else str(code)

    for row in range(source.board.height + 1):
        words = []
        for column in range(source.board.width + 1):
            cell = (2 * row + 1, 2 * column + 1)
            if row and column:
                is_black = cell in source.puzzle.holes
                source.written |= {("holes", cell)} if is_black else set()
                words.append(f"{number(across, cell)},{number(below, cell)}" if is_black else ".")
            else:
                words.append("0" if not (row or column) else number(across if row else below, cell))
        yield "".join(f"{word} " for word in words)


# sides that are no walls


def _read_ground(lines: Lines, draft: DecodeState, entry: CodecEntry) -> None:
    """Read a table in which 1 is a wall, 0 a side that is none, and 2 a wall on the loop."""
    walls: set[Point] = set()
    links = set(draft.board.links)
    for places in rows_of(draft.board, "sides"):
        line = lines.take(f"a row of {len(places)} words")
        words = _words(line, False)
        if len(words) != len(places):
            raise wrong(f"expected {len(places)} words in this row (got {len(words)})", line)
        for place, word in zip(places, words, strict=True):
            if word.text not in ("0", "1", "2", "-1"):
                raise wrong(f"`{word.text}` means nothing here", word)
            if word.text == "0" and place not in links:
                raise wrong("a side on the edge of the board that is no wall is not known here", word)
            if word.text != "0":
                walls.add(place)
            if word.text == "2":
                draft.answer(entry, place, 2)
    take_walls(draft, entry, frozenset(walls & links))


def _ground_lines(source: EncodeState, entry: CodecEntry) -> Iterator[str]:
    walls, links = walls_of(source, entry), set(source.board.links)
    for places in rows_of(source.board, "sides"):
        codes = [source.answer(entry, place, lambda code: True) or int(place in walls or place not in links) for place in places]
        yield "".join(f"{code} " for code in codes)


def _read_dotted(lines: Lines, draft: DecodeState, entry: CodecEntry) -> None:
    """Read a table in which 2 is a side of a tile, 1 one with a wall, and 0 no side; -2, 3 and -1 are these with a mark."""
    walls: set[Point] = set()
    for places in rows_of(draft.board, "links"):
        line = lines.take(f"a row of {len(places)} words")
        words = _words(line, False)
        if len(words) != len(places):
            raise wrong(f"expected {len(places)} words in this row (got {len(words)})", line)
        for place, word in zip(places, words, strict=True):
            if word.text not in ("0", "1", "2", "3", "-1", "-2"):
                raise wrong(f"`{word.text}` means nothing here", word)
            if word.text in ("1", "2", "3", "-2"):
                walls.add(place)
            if word.text in ("1", "3"):
                draft.answer(entry, place, 1)
    take_walls(draft, entry, frozenset(walls))


def _dotted_lines(source: EncodeState, entry: CodecEntry) -> Iterator[str]:
    walls = walls_of(source, entry)
    for places in rows_of(source.board, "links"):
        codes = [source.answer(entry, place, lambda code: True) or 2 * (place in walls) for place in places]
        yield "".join(f"{code} " for code in codes)


_SPECIAL: dict[
    str, tuple[Callable[[Lines, DecodeState, CodecEntry], None], Callable[[EncodeState, CodecEntry], Iterator[str]]]
] = {
    "framed": (_read_framed, _framed_lines),
    "ground": (_read_ground, _ground_lines),
    "dotted": (_read_dotted, _dotted_lines),
}
