"""Import and export sudoku as lines of n times n characters; import it as n rows of n. A sign is a given, `.` or `0` is none.

Boards have 4, 6, 8, 9 or 16 rows. Rows may have spaces, commas and brackets between the cells, and lines between the boxes, so
that lists of rows and files of other programs are read too. Links that hold such a line are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from gridwright.compiler.syntax.diagnostics import Code, Collector, error
from gridwright.compiler.syntax.span import SourceText, Span

from ..format import Imported, PuzzleFormat, TextLine, Written, lines_of, wrong
from ..losses import of_library, of_rest, printed_names
from ..puzzle import Loss, Place, PrintedPuzzle

SIZES = (4, 6, 8, 9, 16)
USUAL = 9
MAX_PUZZLES = 1_000  # in one file
LIBRARY, LAYER = "sudoku", "number"
SIGNS = "123456789ABCDEFG"
EMPTY = "0._*-"  # signs for an empty cell
CELL = rf"[0-9A-Ga-g{re.escape(EMPTY)}]"
BETWEEN = re.compile(r"[\s|,;\[\]()'\"]+")  # what may stand between the cells of a row
RULE = re.compile(r"[-+=|\[\](),;\s]*|[*.+][-+=]{5,}[*.+]")  # a line without cells: between boxes, or a bracket alone
SECTION = re.compile(r"\[(\w+)\]")  # of a file: the puzzle, and what somebody has filled in
LINK = re.compile(
    r"(?:https?://)?(?:www\.)?(?:sudokuwiki\.org/\S*?[?&]bd=|sudokuexchange\.com/play/?\?(?:\S*?&)?s=)([^&#\s]*)\S*",
    re.IGNORECASE,
)


def recognises(text: str) -> bool:
    """Check whether the first line with content is one long word, most of it digits and dots, a row of cells, or a link."""
    lines = [line for line in map(str.strip, text[:20_000].split("\n")) if _has_cells(line)]
    first = lines[0] if lines else ""
    if LINK.fullmatch(first) or _is_long(first):
        return True
    cells = BETWEEN.sub("", first)
    return bool(re.fullmatch(f"{CELL}*", cells)) and (8 <= len(cells) <= 10 or len(cells) == USUAL**2 or _size_of(lines) != USUAL)


def _is_long(line: str) -> bool:
    if len(line.split()) != 1 or len(line) < 16:
        return False
    if len(line) in (16, 256):
        return bool(re.fullmatch(f"{CELL}*", line)) and (len(line) == 256 or bool(re.fullmatch(r"[0-4._*-]*", line)))
    return len(line) >= 20 and len(re.findall("[0-9.]", line)) > 0.8 * len(line)


def _is_rows_of_16(lines: Sequence[str]) -> bool:
    """Check whether lines that could each be a board of 4 rows are the rows of larger boards."""
    return _size_of(lines) == 16 and any(_other(line, 4) for line in lines)


def _size_of(lines: Sequence[str]) -> int:
    """Return the number of rows of a board in rows: that of their cells, if all have as many and they make whole boards."""
    counts = {len(BETWEEN.sub("", line)) for line in lines}
    size = counts.pop() if len(counts) == 1 else USUAL
    fits = size in SIZES and len(lines) % size == 0 and all(re.fullmatch(f"{CELL}*", BETWEEN.sub("", line)) for line in lines)
    return size if fits else USUAL


def _has_cells(line: str) -> bool:
    return not line.startswith("#") and not RULE.fullmatch(line) and not SECTION.fullmatch(line)


def read(source: SourceText) -> Sequence[Imported]:
    """Read the puzzles of a file, one a line or in rows; skip empty lines and lines that begin with `#`."""
    collector = Collector()
    lines = _without_progress(lines_of(source))
    first = next((line for line in lines if _has_cells(line.text.strip())), None)
    if first is not None and LINK.fullmatch(first.text.strip()):
        return [_of_link(first)]
    texts = [line.text.strip() for line in lines if _has_cells(line.text.strip())]
    is_long = first is not None and _is_long(first.text.strip()) and not _is_rows_of_16(texts)
    puzzles = list((_puzzles if is_long or not recognises(source.text) else _in_rows)(lines, collector))
    collector.raise_any()
    if not puzzles:
        raise wrong(f"{source.path} has no line of {USUAL**2} characters", source.span(0))
    return puzzles


def _without_progress(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines without sections that are not the puzzle, such as what somebody has filled in."""
    kept, is_puzzle = [], True
    for line in lines:
        section = SECTION.fullmatch(line.text.strip())
        is_puzzle = section[1].lower() == "puzzle" if section else is_puzzle
        if is_puzzle and not section:
            kept.append(line)
    return kept


def _of_link(line: TextLine) -> Imported:
    link = line.text.strip()
    match = LINK.fullmatch(link)
    assert match
    cells = unquote(match[1])
    size = next((size for size in SIZES if size**2 == len(cells)), 0)
    odd = _other(cells, size)
    if not size or odd:
        reason = f"it has {len(cells)} characters; a sudoku has {USUAL**2}" if not size else f"it has `{odd[0] if odd else ''}`"
        raise wrong(f"this link does not hold a line of a sudoku: {reason}", line.span, "import the line of characters itself")
    return _import(line.span, cells, link)


def _in_rows(lines: Sequence[TextLine], collector: Collector) -> Iterator[Imported]:
    """Yield the puzzles of a file that has each of them in rows, or as one list."""
    size = _size_of([line.text.strip() for line in lines if _has_cells(line.text.strip())])
    rows: list[TextLine] = []
    cells = ""
    count = 0
    for line in lines:
        if collector.full:
            return
        if not _has_cells(line.text.strip()):
            continue
        digits = BETWEEN.sub("", line.text)
        odd = _other(digits, size)
        if odd:
            sign = digits[odd.start()]
            at = line.span.start + line.text.index(sign)
            collector.take(wrong(_cannot_contain(sign, size), line.span.source.span(at, at + 1), _what_to_write(size)))
            return
        if len(digits) not in (size, size**2) or (len(digits) == size**2 and rows):
            number = len(rows) + 1
            message = f"row {number} has {len(digits)} cells; a row of a sudoku has {size}"
            collector.take(wrong(message, line.span, "write `.` or `0` for each empty cell"))
            return
        rows.append(line)
        cells += digits
        if len(cells) == size**2:
            count += 1
            if count > MAX_PUZZLES:
                collector.take(wrong(f"more than {MAX_PUZZLES:,} puzzles in one file", line.span, "split the file"))
                return
            yield _import(line.span.source.span(rows[0].span.start, line.span.end), cells)
            rows, cells = [], ""
    if rows:
        collector.take(wrong(f"the file ends after row {len(rows)}; a sudoku has {size} rows", rows[-1].span))


def _cannot_contain(sign: str, size: int) -> str:
    rows = "" if size == USUAL else f" of {size} rows"
    return f"a sudoku{rows} cannot contain `{sign}`"


def _other(text: str, size: int) -> re.Match[str] | None:
    """Find a sign that is neither a given nor empty."""
    return re.search(f"[^{SIGNS[:size]}{SIGNS[:size].lower()}{re.escape(EMPTY)}]", text)


def _what_to_write(size: int, link: str = ", and", more: str = "") -> str:
    signs = "digits" if size == USUAL else f"1 to {size}" if size < 10 else f"1 to 9 and A to {SIGNS[size - 1]}"
    return f"write {signs} for givens{link} `.` or `0` for empty cells{more}"


def board_of(cells: str, url: str = "") -> PrintedPuzzle:
    """Return the puzzle of n times n signs.

    >>> board_of("1..4............").givens
    {'number': {(1, 1): 1, (1, 7): 4}}
    """
    size = next(size for size in SIZES if size**2 == len(cells))
    givens: dict[Place, int] = {}
    for at, sign in enumerate(cells.upper()):
        if sign not in EMPTY:
            row, column = divmod(at, size)
            givens[2 * row + 1, 2 * column + 1] = SIGNS.index(sign) + 1
    return PrintedPuzzle(height=size, width=size, uses={LIBRARY: {}}, givens={LAYER: givens} if givens else {}, url=url)


def _import(span: Span, cells: str, url: str = "") -> Imported:
    return Imported(span, "Sudoku", puzzle=board_of(cells, url))


def _puzzles(lines: Sequence[TextLine], collector: Collector) -> Iterator[Imported]:
    count = 0
    for line in lines:
        if collector.full:
            return
        if not line.text.strip() or line.text.startswith("#"):
            continue
        count += 1
        if count > MAX_PUZZLES:
            collector.take(wrong(f"more than {MAX_PUZZLES:,} puzzles in one file", line.span, "split the file"))
            return
        problem = _problem(line)
        if problem:
            collector.take(wrong(*problem))
            continue
        yield _import(line.span, line.text)


def _problem(line: TextLine) -> tuple[str, Span, str] | None:
    """Return the mistake in a line, its place, and advice; None if there is none."""
    text, source, start = line.text, line.span.source, line.span.start
    size = next((size for size in SIZES if size**2 == len(text)), USUAL)
    other = _other(text, size)
    if other:
        at = source.span(start + other.start(), start + other.end())
        return _cannot_contain(text[other.start()], size), at, _what_to_write(size, ",", ", and no spaces")
    cells = USUAL**2
    if len(text) == size**2:
        return None
    if len(text) > cells:
        return f"{len(text)} characters; a sudoku has {cells}", source.span(start + cells, start + len(text)), ""
    row, column = divmod(len(text), USUAL)
    help = f"the line ends before row {row + 1}, column {column + 1}"
    return f"{len(text)} characters; a sudoku has {cells}", source.span(start, start + len(text)), help


def write(puzzle: PrintedPuzzle) -> Written:
    """Return a puzzle as one line. Raise `SpecError` if it is no sudoku of such a size."""
    if LIBRARY not in puzzle.uses or puzzle.holes:
        raise error(Code.FORMAT, "a line of characters can only hold a sudoku")
    if puzzle.height != puzzle.width or puzzle.height not in SIZES:
        sizes = f"{', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]}"
        raise error(Code.FORMAT, f"a line of characters can only hold a sudoku of {sizes} rows, and not of {puzzle.height}")
    losses = [*puzzle.own, *(Loss(f"the parameter `{name}` of `{LIBRARY}`") for name in puzzle.uses[LIBRARY])]
    held = {LAYER}
    for name in puzzle.uses:
        loss = of_library(puzzle, name) if name != LIBRARY else None
        losses += [loss] if loss else []
        held |= {*printed_names(puzzle, name)} if name != LIBRARY else set()
    givens = puzzle.givens.get(LAYER, {})
    signs = {cell: SIGNS[value - 1] for cell, value in givens.items()}
    return Written("".join(signs.get(cell, ".") for cell in puzzle.cells), (*losses, *of_rest(puzzle, held)))


FORMAT = PuzzleFormat(
    "sudoku",
    "a line of 81 characters for each puzzle, or nine rows of nine cells, `.` or `0` for empty cells; also with 4, 6, 8, 16 rows",
    recognises,
    read,
    write,
)
