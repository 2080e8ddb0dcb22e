"""Read and write the body of a link: what follows the size of the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from gridwright.compiler.values import Value

from ..puzzle import Loss, Place, Point, is_cell, is_outside, is_point, place_name
from .codecs import BITS, N16, UNKNOWN, Code, Codec, Unwritable, all_codecs
from .layout import UNCOVERED, CodecEntry
from .meaning import DecodeState, EncodeState, text_of
from .scanner import Scanner, digit_value, digits


def read_body(scanner: Scanner, draft: DecodeState) -> None:
    """Read a body into a draft. Raise `SpecError` for an unreadable part, and for text behind the end."""
    unsaid: list[str] = []
    for entry in draft.layout.body:
        if entry.is_optional and scanner.is_done:
            continue
        before = scanner.missing
        if entry.codec in _SPECIAL:
            _SPECIAL[entry.codec][0](scanner, draft, entry)
        elif entry.depth:
            _read_deep(scanner, draft, entry)
        else:
            _read_plain(scanner, draft, entry)
        if scanner.missing > before:
            unsaid.append(_count(scanner.missing - before, draft, entry))
    if unsaid:
        draft.warnings.append(f"The link ends too early: it says nothing of {' and '.join(unsaid)}. It may have been cut off.")
    while scanner.sign == "/":
        scanner.take("`/`")
    if not scanner.is_done:
        rest = scanner.end - scanner.at
        if re.fullmatch(r"\.[0-9]+|[*_~:^]+", scanner.source.text[scanner.at : scanner.end]):
            draft.warnings.append(f"What follows the link is left out: {scanner.until(chr(0))}")
            return
        raise scanner.wrong("this is more than the board holds", help="check the size of the board", length=rest)


def _count(number: int, draft: DecodeState, entry: CodecEntry) -> str:
    """Return how many places a link says nothing of, in words."""
    if entry.codec in ("border", "ground"):
        what = "side between cells"
    else:
        places = draft.places(entry)
        what = "cell" if all(map(is_cell, places)) else "area" if isinstance(places[0], str) else "place"
    first, _, more = what.partition(" ")
    return f"{number} {first}{'s' if number > 1 else ''} {more}".rstrip()


def write_body(source: EncodeState) -> str:
    """Return the body for a puzzle; what cannot be written is a loss of `source`."""
    text = ""
    for entry in source.layout.body:
        if entry.codec in _SPECIAL:
            text += _SPECIAL[entry.codec][1](source, entry)
            continue
        codec = all_codecs()[entry.codec]
        codes = list(_deep_codes(source, entry)) if entry.depth else _plain_codes(source, entry, codec)
        if not codec.has_blank:
            missing = [place for place, code in zip(source.places(entry), codes, strict=True) if code is None]
            source.losses += [Loss(f"that there is no clue {place_name(place)}") for place in missing]
        if not (entry.is_optional and all(code is None for code in codes)):
            text += _write(codec, codes)
    return text if text[-1:].isalnum() or not text else f"{text}/"


def _write(codec: Codec, codes: list[Code]) -> str:
    """Return the codes as a text; those that have no sign are left out, and nobody has marked them as written."""
    while True:
        try:
            return codec.write(codes)
        except Unwritable as problem:
            codes[problem.at] = None


# plain lists


def _read_plain(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    codec = all_codecs()[entry.codec]
    places = draft.places(entry)
    start = scanner.at
    for place, code in zip(places, codec.read(scanner, len(places)), strict=True):
        if code is not None and not draft.set(entry, place, code, codec.is_tuple):
            _refuse(scanner, start, draft, code, place)


def _refuse(scanner: Scanner, start: int, draft: DecodeState, code: Code, place: Place) -> NoReturn:
    text = "a mark" if code == 1 else "a clue without a number" if code == UNKNOWN else f"`{text_of(code)}`"
    where = f" (row {place[0] // 2 + 1}, column {place[1] // 2 + 1})" if is_point(place) else ""
    length = max(1, scanner.at - start)
    scanner.at = start
    raise scanner.wrong(f"{text} is no clue of {draft.layout.genre.replace('_', ' ')} here{where}", length=length)


def _plain_codes(source: EncodeState, entry: CodecEntry, codec: Codec) -> list[Code]:
    return [source.code(entry, place, codec.accepts, codec.is_tuple) for place in source.places(entry)]


# several numbers at each place outside the board, the nearest to the board first


def depths(source: DecodeState | EncodeState, entry: CodecEntry, places: Sequence[Place]) -> Iterator[int]:
    """Yield how many numbers stand at each place."""
    for side, _ in filter(is_outside, places):
        length = source.board.height if side in ("top", "bottom") else source.board.width
        yield (length + 1) // 2 if entry.depth == "half" else int(entry.depth)


def _read_deep(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    codec = all_codecs()[entry.codec]
    places = draft.places(entry)
    lengths = list(depths(draft, entry, places))
    start = scanner.at
    codes = iter(codec.read(scanner, sum(lengths)))
    for place, length in zip(places, lengths, strict=True):
        codes_read = [next(codes) for _ in range(length)]
        if None in codes_read and any(code is not None for code in codes_read[codes_read.index(None) :]):
            _refuse(scanner, start, draft, codes_read[-1], place)
        line = tuple(code for code in reversed(codes_read) if code is not None)
        if line and not draft.set(entry, place, line):
            _refuse(scanner, start, draft, line, place)


def _deep_codes(source: EncodeState, entry: CodecEntry) -> Iterator[Code]:
    places = source.places(entry)
    for place, length in zip(places, depths(source, entry, places), strict=True):
        deep_code = source.code(entry, place, lambda code, length=length: isinstance(code, tuple) and len(code) <= length)  # type: ignore[misc]
        line = deep_code[::-1] if isinstance(deep_code, tuple) else ()
        yield from (*line, *[None] * (length - len(line)))


# areas as borders


def _read_walls(scanner: Scanner, draft: DecodeState) -> set[Point]:
    links = draft.board.links
    across = draft.board.height * (draft.board.width - 1)
    codes = [*BITS.read(scanner, across), *BITS.read(scanner, len(links) - across)]
    return {link for link, code in zip(links, codes, strict=True) if code}


def _read_border(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    take_walls(draft, entry, frozenset(_read_walls(scanner, draft)))


def take_walls(draft: DecodeState, entry: CodecEntry, walls: frozenset[Point]) -> None:
    """Take walls as areas and clues for walls inside these, or without areas as clues or givens on links."""
    kinds = [name for name in entry.names if draft.layout.declared[name].kind == "areas"]
    others = tuple(name for name in entry.names if name not in kinds)
    for name in kinds:
        draft.areas[name] = {str(at): area for at, area in enumerate(draft.board.components(walls, frozenset()))}
        draft.walls[name] = (walls, others)
    for name in others if not kinds else ():
        kind = draft.clues if draft.layout.declared[name].kind == "clues" else draft.givens
        kind[name] = dict.fromkeys(sorted(walls), True)


def finish_areas(draft: DecodeState) -> None:
    """Make the areas once it is known which cells lie in none, and the clues for walls inside areas."""
    without = frozenset(draft.uncovered)
    clued = (draft.clues.get(name, {}) for name in draft.layout.apart)
    apart = without | draft.holes | {*draft.black_cells()} | {place for clues in clued for place in clues if is_point(place)}
    is_clued = any(isinstance(place, str) for clues in draft.clues.values() for place in clues)  # by the number of the area
    for name, (walls, others) in draft.walls.items():
        if apart and not is_clued:
            components = draft.board.components(walls, apart)
            draft.areas[name] = {str(at): area for at, area in enumerate(components)}
        idle = sorted(walls - draft.board.walls(draft.areas[name], without))
        for other in others if idle else ():
            draft.clues[other] = dict.fromkeys(idle, True)
        if idle and not others:
            draft.warnings.append(f"{len(idle)} borders of the link that end inside a region are not kept")


def walls_of(source: EncodeState, entry: CodecEntry) -> frozenset[Point]:
    """Return the walls of a puzzle; areas that no walls can make are a loss."""
    walls: set[Point] = set()
    for name in entry.names:
        if source.layout.declared[name].kind != "areas":
            drawn_walls = {place for place in source.board.links if source.value(name, place) is True}
            source.written |= {(name, place) for place in drawn_walls}
            walls |= drawn_walls
            continue
        areas = source.puzzle.areas.get(name, {})
        without = frozenset(source.uncovered) if UNCOVERED in source.names else frozenset()
        found_walls = source.board.walls(areas, without)
        walls |= found_walls
        parts = {cell: part for part in source.board.components(found_walls, without) for cell in part}
        for label, area in areas.items():
            if {*parts.get(area[0], ())} != {*area}:
                source.losses.append(Loss(f"the area {label} of `{name}`, whose cells are not connected"))
    return frozenset(walls)


def _write_walls(source: EncodeState, walls: frozenset[Point]) -> str:
    links = source.board.links
    across = source.board.height * (source.board.width - 1)
    codes: list[Code] = [1 if link in walls else None for link in links]
    return BITS.write(codes[:across]) + BITS.write(codes[across:])


def _write_border(source: EncodeState, entry: CodecEntry) -> str:
    walls = walls_of(source, entry)
    return "" if entry.is_optional and not walls else _write_walls(source, walls)


def _read_ground(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    """Read the sides that are no walls, all in one list; behind them those on the edge of the board, if one of these is none."""
    links = draft.board.links
    sides = len(links) + 2 * (draft.board.height + draft.board.width)
    start, missing = scanner.at, scanner.missing
    codes = BITS.read(scanner, sides)
    if any(codes[len(links) :]):
        scanner.at = start
        raise scanner.wrong("a side on the edge of the board that is no wall is not known here", length=scanner.end - start)
    held = min(len(links), sides - (scanner.missing - missing))
    scanner.missing = missing + len(links) - held
    take_walls(draft, entry, frozenset(link for link, code in zip(links[:held], codes, strict=False) if not code))


def _write_ground(source: EncodeState, entry: CodecEntry) -> str:
    walls = walls_of(source, entry)
    return BITS.write([None if link in walls else 1 for link in source.board.links])


# parameters, ends of a path


def _read_parameter(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    start = scanner.at
    text = scanner.until("/")
    if not set_parameter(draft, entry, text):
        scanner.at = start
        raise scanner.wrong(f"expected `{entry.names[0]}` here, and then `/`")


def set_parameter(draft: DecodeState, entry: CodecEntry, text: str) -> bool:
    """Set a parameter from its text; False if it is none."""
    name = entry.names[0]
    code: Code = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
    codes = entry.values.get(name, (None,))[0]
    value: Value = codes.get(code) if codes is not None else code if isinstance(code, int) else None
    if value is None and entry.codec in ("pieces", "fleet"):
        value = _pieces_read(text, entry.codec == "fleet") or None
    if value is None:
        return False
    if value != draft.layout.declared[name].default:
        draft.parameters[name] = value
    return True


def parameter_text(source: EncodeState, entry: CodecEntry) -> str:
    """Return the text of a parameter, or of its default; empty, with a loss, if it has none."""
    name = entry.names[0]
    declared = source.layout.declared[name]
    value = source.puzzle.uses.get(source.layout.genre, {}).get(name, declared.default)
    codes = entry.values.get(name, (None,))[0]
    code = value if codes is None else next((code for code, known in codes.items() if known == value), None)
    if code is None and entry.codec in ("pieces", "fleet"):
        code = _text_of_pieces(value) or None
    source.parameters.add(name)
    if isinstance(code, bool) or not isinstance(code, (int, str)) or (codes is None and not isinstance(code, int)):
        source.losses.append(Loss(f"the parameter `{name}: {value}`"))
        return ""
    return str(code)


def _write_parameter(source: EncodeState, entry: CodecEntry) -> str:
    return parameter_text(source, entry) + "/"


def _read_pieces(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    """Read pieces: two slashes and the letter of a usual set, or a slash, how many, and a picture of each."""
    start = scanner.at
    if scanner.sign == "/":
        scanner.take("`/`")
    text = scanner.until("\0").removeprefix("/")
    if not set_parameter(draft, entry, text):
        scanner.at = start
        genre = draft.layout.genre.replace("_", " ")
        raise scanner.wrong(f"these pieces are not known in {genre}", length=scanner.end - start)


def _write_pieces(source: EncodeState, entry: CodecEntry) -> str:
    text = parameter_text(source, entry)
    return f"/{text}" if "/" in text else f"//{text}"


MOST_PIECES = 100


def _pieces_read(text: str, is_fleet: bool) -> str:
    """Return the list of pieces, or of the lengths of straight ones, as an expression; empty if the text is none.

    >>> _pieces_read("2/21o/22g", False), _pieces_read("2/31s/11g", True)
    ("['##', '#-/--']", '[3, 1]')
    """
    count, *pieces = text.split("/")
    if not (count.isascii() and count.isdigit() and len(pieces) == int(count or 0) and 0 < len(pieces) <= MOST_PIECES):
        return ""
    pictures = [_piece_picture(piece) for piece in pieces]
    if not all(pictures):
        return ""
    if not is_fleet:
        return f"[{', '.join(repr(picture) for picture in pictures)}]"
    straight = all(set(picture) <= {"#", "/"} and ("/" not in picture or "##" not in picture) for picture in pictures)
    return f"[{', '.join(str(picture.count('#')) for picture in pictures)}]" if straight else ""


def _piece_picture(piece: str) -> str:
    width, height = (digit_value(sign) for sign in piece[:2].ljust(2, "-"))
    bits = "".join(f"{digit_value(sign):05b}" for sign in piece[2:] if digit_value(sign) < 32)
    if not (0 < width < 36 and 0 < height < 36) or len(bits) != 5 * len(piece[2:]) or not 0 <= len(bits) - width * height < 5:
        return ""
    cells = bits[: width * height].replace("1", "#").replace("0", "-")
    return "/".join(cells[at : at + width] for at in range(0, len(cells), width))


def _text_of_pieces(value: Value) -> str:
    """Return a list of pieces or lengths, written as an expression, as its text; empty if it is no such list."""
    text = str(value).strip()
    if re.fullmatch(r"\[\s*[0-9]{1,2}(\s*,\s*[0-9]{1,2})*\s*\]", text):
        pictures = ["#" * int(length) for length in re.findall("[0-9]+", text)]
    elif re.fullmatch(r"""\[\s*(['"])[#/-]+\1(\s*,\s*(['"])[#/-]+\3)*\s*\]""", text):
        pictures = re.findall("[#/-]+", text)
    else:
        return ""
    pieces = []
    for picture in pictures:
        rows = picture.split("/")
        width, height = max(map(len, rows)), len(rows)
        if not 0 < width < 36 or height > 35:
            return ""
        bits = [1 if sign == "#" else None for row in rows for sign in row.ljust(width, "-")]
        pieces.append(digits(width, 36) + digits(height, 36) + BITS.write(bits))
    return "/".join([str(len(pieces)), *pieces]) if len(pieces) <= MOST_PIECES else ""


def _read_ends(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    """Read two cells, each as a column and a row from 1."""
    for code in (1, 2):
        start = scanner.at
        column, row = N16.read(scanner, 1)[0], N16.read(scanner, 1)[0]
        inside = isinstance(row, int) and isinstance(column, int)
        if not inside or not (0 < row <= draft.board.height and 0 < column <= draft.board.width):  # type: ignore[operator]
            scanner.at = start
            raise scanner.wrong("expected the column and the row of a cell", length=2)
        draft.set(entry, draft.board.cell(row - 1, column - 1), code)  # type: ignore[operator]


def _write_ends(source: EncodeState, entry: CodecEntry) -> str:
    place_of_code = {source.code(entry, place, lambda code: True): place for place in source.board.cells}
    text = ""
    for code in (1, 2):
        row, column = place_of_code.get(code, (-1, -1))
        if row < 0:
            source.losses.append(Loss(f"the puzzle, because it does not have both ends of `{entry.names[0]}`"))
        text += N16.write([(column + 1) // 2]) + N16.write([(row + 1) // 2])
    return text


def _read_line_end(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    if scanner.take("`/`") != "/":
        scanner.at -= 1
        raise scanner.wrong("expected `/`")


def _read_edges(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    """Read a number for each cell: three times the code of its right side, and that of its lower side."""
    start = scanner.at
    cells = draft.board.cells[:-1]  # the last one has neither side
    for (y, x), code in zip(cells, N16.read(scanner, len(cells)), strict=True):
        pair = divmod(code, 3) if isinstance(code, int) else (0, 0)
        for link, part in zip(((y, x + 1), (y + 1, x)), pair, strict=True):
            if part and not (link in draft.board.links and draft.set(entry, link, part)):
                _refuse(scanner, start, draft, code, (y, x))


def _write_edges(source: EncodeState, entry: CodecEntry) -> str:
    links = {link: source.code(entry, link, lambda code: code in (1, 2)) or 0 for link in source.board.links}
    codes = [3 * int(str(links.get((y, x + 1), 0))) + int(str(links.get((y + 1, x), 0))) for y, x in source.board.cells[:-1]]
    return N16.write([code or None for code in codes])


def _read_flow(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    """Read arrows between cells: those that point up or to the left, and then the others."""
    links = draft.board.links
    for ways in (("up", "left"), ("down", "right")):
        at = 0
        while at < len(links):
            if scanner.is_done:
                scanner.missing += len(links) - at
                return
            sign = scanner.take("an arrow")
            value = digit_value(sign)
            if value > 35:
                scanner.at -= 1
                raise scanner.wrong(f"`{sign}` means nothing here")
            at += value
            if value < 35 and at < len(links):
                draft.set(entry, links[at], ways[links[at][0] % 2])
            at += value < 35


def _write_flow(source: EncodeState, entry: CodecEntry) -> str:
    text = ""
    for ways in (("up", "left"), ("down", "right")):
        run = 0
        for link in source.board.links:
            if source.code(entry, link, lambda code, way=ways[link[0] % 2]: code == way):  # type: ignore[misc]
                text, run = text + digits(run, 36), 0
            else:
                run += 1
                if run == 35:
                    text, run = text + "z", 0
        text += digits(run, 36) if run else ""
    return text


def _read_spot(scanner: Scanner, draft: DecodeState, entry: CodecEntry) -> None:
    """Read the numbers of some places, each after a slash: a cell, or two places on the rim."""
    places = _spots(draft, entry)
    for code in (1, 2) if entry.codec == "doors" else (1,):
        _read_line_end(scanner, draft, entry)
        start = scanner.at
        word = ""
        while scanner.sign.isascii() and scanner.sign.isdigit() and len(word) < 6:
            word += scanner.take("a digit")
        if not word or int(word) >= len(places):
            scanner.at = start
            raise scanner.wrong("expected the number of a place")
        draft.set(entry, places[int(word)], code)


def _write_spot(source: EncodeState, entry: CodecEntry) -> str:
    numbers = {source.code(entry, place, lambda code: True): at for at, place in enumerate(_spots(source, entry))}
    codes = (1, 2) if entry.codec == "doors" else (1,)
    if any(code not in numbers for code in codes):
        source.losses.append(Loss(f"the puzzle, because it does not have every place of `{entry.names[0]}`"))
    return "".join(f"/{numbers.get(code, 0)}" for code in codes)


def _spots(source: DecodeState | EncodeState, entry: CodecEntry) -> Sequence[Place]:
    return source.board.outside(("top", "bottom", "left", "right")) if entry.codec == "doors" else source.board.cells


_Special = tuple[Callable[[Scanner, DecodeState, CodecEntry], None], Callable[[EncodeState, CodecEntry], str]]
_SPECIAL: dict[str, _Special] = {
    "border": (_read_border, _write_border),
    "ground": (_read_ground, _write_ground),
    "parameter": (_read_parameter, _write_parameter),
    "pieces": (_read_pieces, _write_pieces),
    "fleet": (_read_pieces, _write_pieces),
    "ends": (_read_ends, _write_ends),
    "edges": (_read_edges, _write_edges),
    "flow": (_read_flow, _write_flow),
    "doors": (_read_spot, _write_spot),
    "spot": (_read_spot, _write_spot),
    "slash": (_read_line_end, lambda source, entry: "/"),
}
