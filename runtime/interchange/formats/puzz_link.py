"""Read and write links of puzz.link and of other pages of pzpr: the name of a genre, the size of the board, and what is on it.

How the body of a link is made is said by the library of the genre, under `formats: puzz.link:`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.span import SourceText, Span
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.values import Value

from ..format import Imported, PuzzleFormat, Written, plain_words, wrong
from ..puzzle import Loss, OwnLibrary, Place, PrintedPuzzle
from ..pzpr.board import PzprBoard
from ..pzpr.body import finish_areas, read_body, write_body
from ..pzpr.layout import Layout, genre_of_id, genres_by_id, layout_of
from ..pzpr.meaning import DecodeState, EncodeState, in_order
from ..pzpr.scanner import Scanner

PAGE = "https://puzz.link/p?"
BEFORE = r"(?P<words>[^\n?]{0,200}?\s(?=https?://))?[\s<(\[{\"'`*]*(?:url=)?"  # words, and signs that a text puts around a link
PAGE_BEFORE = re.compile(f"^{BEFORE}(?://)?")
LINK = re.compile(
    BEFORE + r"(?:(?:(?:https?:)?//[^\s?#]*/|[\w-]+(?:\.[\w-]+)+(?::[0-9]+)?(?:/[^\s?#]*)?/|/?)"  # with or without `https://`
    r"p(?:\.html|_edit|_play|_v[\w.]*)?|(?:https?://)?(?:www\.)?puzz\.link/?|)"
    r"\?(?:[\w-]+=[^&\s]*&)*",
    re.IGNORECASE,
)
TAIL = re.compile(r"[a-z][\w-]*/(?:v:[^/\s]*/)?(?:[a-z]*/)?[0-9]{1,4}/[0-9]{1,4}(?:/|$)")
ESCAPED = re.compile(r"https?%3A%2F%2F", re.IGNORECASE)
BEHIND = re.compile(  # signs that are in no body
    r"""(?:[\s&"'<>()\[\]{},;#?!|\\`]|[^\x00-\x7f]).*|%22(?![0-9a-f]).*|%(?:0a|0d|20)(?=%|$).*""", re.DOTALL | re.IGNORECASE
)
INVISIBLE = " \t\r\n\ufeff\u200b"
MOST_CELLS = 10_000
FLAG_HELP = "import the link without the flag, and add what it changes to the spec"


def recognises(text: str) -> bool:
    """Check whether a text is a link with a query that begins with the name of a genre, or such a query alone."""
    line = _plain_link(text)
    match = LINK.match(line)
    if not line or len(line.split() if not match else line.splitlines()) > 1:
        return False
    query = unquote(line[match.end() if match else 0 :])
    is_page = match is not None and "/" in match[0]
    return not query.startswith("pzprv3") and (is_page or bool(TAIL.match(query)))


def read(source: SourceText, own: Sequence[OwnLibrary] = ()) -> Sequence[Imported]:
    """Read the puzzle of a link. Raise `SpecError` if its genre is not known, or for mistakes in it."""
    if ESCAPED.match(source.text.strip(INVISIBLE)):
        source = SourceText(source.path, unquote(source.text))
    start = len(source.text) - len(source.text.lstrip(INVISIBLE))
    line = source.text.strip(INVISIBLE)
    prefix = LINK.match(line)
    query = line[prefix.end() :] if prefix else line
    behind = BEHIND.search(query)
    if behind:
        query = query[: behind.start()]
    page = PAGE_BEFORE.sub("", prefix[0]) if prefix else ""
    host, slash, _ = page.partition("/")
    address = (page if page.lower().startswith("http") else f"https://{page}" if slash and "." in host else PAGE) + query
    start += prefix.end() if prefix else 0
    if ("%" in query and not re.search(r"/[^/]*%[^/]*$", query)) or re.match(r"[^/]*%2F", query, re.I):
        source = SourceText(source.path, unquote(query))
        start, query = 0, source.text
    scanner = Scanner(source, start, start + len(query))
    layout, draft = _heading(scanner, own)
    read_body(scanner, draft)
    if prefix and prefix["words"]:
        draft.warnings.append(f"What stands before the link is left out: {plain_words(prefix['words'])[:40]}")
    if behind:
        draft.warnings.append(f"What follows the link is left out: {plain_words(behind[0])[:40]}")
    puzzle = puzzle_of(draft, address)
    title = layout.title
    return [Imported(source.span(start, scanner.end), title, puzzle=puzzle)]


def _plain_link(text: str) -> str:
    """Return a link without the signs that cannot be seen around it, and with its own signs instead of `%3A` and `%2F`."""
    line = text.strip(INVISIBLE)
    return unquote(line) if ESCAPED.match(line) else line


def _heading(scanner: Scanner, own: Sequence[OwnLibrary]) -> tuple[Layout, DecodeState]:
    """Read the text before the body: the genre, a variant, flags, and the size."""
    start = scanner.at
    name = scanner.until("/")
    layout, given = layout_of_id(name, scanner.source.span(start, start + len(name)), own)
    warnings = []
    if scanner.source.text.startswith("v:", scanner.at):
        variant = scanner.until("/")[2:]
        what = f" ({variant})" if variant else ""
        warnings.append(f"The link says that its author changed the rules of the genre{what}: add what is different.")
    flags = ""
    if not scanner.sign.isdigit():
        start = scanner.at
        flags = scanner.until("/")
        for at, flag in enumerate(flags):
            if flag not in layout.flags and flag != layout.flag:
                span = scanner.source.span(start + at, start + at + 1)
                raise wrong(f"the flag `{flag}` of {name} changes the puzzle in a way that is not known here", span, FLAG_HELP)
    if layout.flag and layout.flag not in flags:
        raise wrong(f"without the flag `{layout.flag}` this link is of another genre", scanner.source.span(scanner.at))
    width, height = (_size(scanner, what) for what in ("columns", "rows"))
    if height * width > MOST_CELLS:
        raise wrong(
            f"a board of {height} by {width} cells is too large; at most {MOST_CELLS:,} cells", scanner.source.span(start)
        )
    draft = DecodeState(layout, PzprBoard(height, width, layout.is_framed))
    draft.parameters |= dict(given)
    for flag in flags:
        draft.parameters |= layout.flags.get(flag, {})
    draft.warnings += warnings
    return layout, draft


def layout_of_id(name: str, span: Span, own: Sequence[OwnLibrary] = ()) -> tuple[Layout, Mapping[str, Value]]:
    """Return how the genre with this name on puzz.link is written, and what the name says of it."""
    plain = re.sub(r"_(edit|play)$", "", name.lower())
    genre = genre_of_id(plain, own)
    layout = layout_of(genre, own) if genre else None
    if layout is None:
        shown = "".join(sign if sign.isprintable() else "?" for sign in plain[:40])
        help = f"{did_you_mean(plain, genres_by_id())} `gridwright genres` lists the genres that there are".strip()
        raise error(Code.FORMAT, f"no library here is the genre `{shown}` of puzz.link", span, help=help)
    return layout, layout.parameters.get(plain, {})


def _size(scanner: Scanner, what: str) -> int:
    start = scanner.at
    text = scanner.until("/")
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text)):
        scanner.at = start
        raise scanner.wrong(f"expected the number of {what}", length=max(1, len(text)))
    return int(text)


def puzzle_of(draft: DecodeState, url: str = "") -> PrintedPuzzle:
    """Return the puzzle of a draft that has been read."""
    _set_limit(draft)
    _tell_unsaid(draft)
    draft.warnings += [f"`?` says nothing about `{name}`, so it is left out." for name in sorted(draft.idle)]
    board = draft.board
    holes = {*draft.holes, *draft.black_cells()}
    if board.is_framed:
        holes |= {(1, 2 * at + 1) for at in range(board.width + 1)} | {(2 * at + 1, 1) for at in range(board.height + 1)}
    apart = {place for name in draft.layout.apart for place in draft.clues.get(name, {})}
    gone = holes | draft.uncovered | apart
    finish_areas(draft)
    areas = {
        kind: {label: left for label, area in area_cells.items() if (left := tuple(cell for cell in area if cell not in gone))}
        for kind, area_cells in draft.areas.items()
    }
    return PrintedPuzzle(
        height=board.height + board.is_framed,
        width=board.width + board.is_framed,
        uses={draft.layout.genre: dict(draft.parameters)},
        holes=frozenset(holes),
        areas=areas,
        clues=draft.clues,
        givens=draft.givens,
        solution=draft.solution,
        url=url,
        warnings=tuple(draft.warnings),
        numbered=draft.numbered,
    )


def _tell_unsaid(draft: DecodeState) -> None:
    """Say with which values of parameters a puzzle is read that puzz.link does not know."""
    for name in draft.layout.unsaid:
        value = str(draft.layout.declared[name].default).lower()
        draft.warnings.append(f"puzz.link does not say `{name}` of `{draft.layout.genre}`; here it is {value}, as usual.")


def _set_limit(draft: DecodeState) -> None:
    """Set the largest number to try, which a link does not hold, and say so."""
    name, limit = draft.layout.limit, _limit_for(draft.layout, draft.givens)
    if limit is None:
        return
    if limit != draft.layout.declared[name].default:
        draft.parameters[name] = limit
    draft.warnings.append(f"puzz.link knows no largest number; here numbers up to {limit} are tried (`{name}`).")


def _limit_for(layout: Layout, givens: Mapping[str, Mapping[Place, Value]]) -> int | None:
    """Return the largest number to try: twice the largest number that is printed, or the default if that is more.

    None if the genre has no parameter for it.
    """
    default = layout.declared[layout.limit].default if layout.limit else None
    printed = [value for values in givens.values() for value in values.values() if isinstance(value, int)]
    return max(default, 2 * max(printed, default=0)) if isinstance(default, int) else None


def _write_limit(source: EncodeState) -> None:
    """Count the largest number to try as written if a reader of the link sets the same one; otherwise it is lost."""
    name, genre = source.layout.limit, source.layout.genre
    expected = _limit_for(source.layout, source.puzzle.givens)
    if expected is None:
        return
    default = source.layout.declared[name].default
    limit = source.puzzle.uses[genre].get(name, default)
    if limit == expected:
        source.parameters.add(name)
    elif limit == default:  # no other parameter with its default is a loss
        source.losses.append(Loss(f"the parameter `{name}: {limit}` of `{genre}`"))


def write(puzzle: PrintedPuzzle) -> Written:
    """Write a puzzle as a link. Raise `SpecError` if its genre has no form on puzz.link."""
    source = source_of(puzzle)
    body = write_body(source)
    name = id_of(source)
    flags = flags_of(source)
    middle = f"{flags}/" if flags else ""
    text = f"{PAGE}{name}/{middle}{source.board.width}/{source.board.height}/{body}"
    return Written(text, source.all_losses())


def source_of(puzzle: PrintedPuzzle) -> EncodeState:
    """Return a puzzle with how its genre is written. Raise `SpecError` if the genre has no form on puzz.link."""
    layout = next((layout for genre in puzzle.uses if (layout := layout_of(genre, puzzle.libraries)) is not None), None)
    if layout is None or not layout.body:
        what = f"`{puzzle.genre}`" if puzzle.genre else "a puzzle with rules of its own"
        raise error(
            Code.FORMAT, f"puzz.link has no form for {what}", help="`gridwright genres NAME` says which formats hold a genre"
        )
    shift = int(layout.is_framed)
    board = PzprBoard(puzzle.height - shift, puzzle.width - shift, layout.is_framed)
    source = EncodeState(layout, board, in_order(puzzle, layout.apart))
    _write_limit(source)
    return source


def id_of(source: EncodeState) -> str:
    """Return the name under which a puzzle of a genre is written; the parameters that the name says count as written.

    A genre with several names keeps the one of the link that the puzzle came from.
    """
    given = source.puzzle.uses.get(source.layout.genre, {})
    for name, parameters in source.layout.parameters.items():
        if parameters and all(given.get(key) == value for key, value in parameters.items()):
            source.parameters |= set(parameters)
            return name
    match = LINK.match(source.puzzle.url)
    name = re.split(r"/|_edit|_play", source.puzzle.url[match.end() :])[0] if match else ""
    return name if name in source.layout.ids and name not in source.layout.parameters else source.layout.ids[0]


def flags_of(source: EncodeState) -> str:
    """Return the flags of a puzzle, a letter each; the parameters that they stand for count as written."""
    given = source.puzzle.uses.get(source.layout.genre, {})
    flags = source.layout.flag
    for flag, parameters in source.layout.flags.items():
        if parameters and all(given.get(key) == value for key, value in parameters.items()):
            if not set(parameters) <= source.parameters:
                flags += flag
            source.parameters |= set(parameters)
    return flags


FORMAT = PuzzleFormat(
    "puzz.link",
    "a link such as https://puzz.link/p?slither/5/5/cbcbcddad, or what follows the question mark",
    recognises,
    read,
    write,
    is_link=True,
    read_with=read,
)
