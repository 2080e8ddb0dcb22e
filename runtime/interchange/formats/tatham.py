"""Read and write game ids of Simon Tatham's Portable Puzzle Collection, and read its save files.

A game id is the size of a board and a description of what is on it, `10x10t0:a22...`. It does not say its game, so here the name
stands before it, `loopy:10x10t0:...`, or it is in the link that opens it. A save file says its game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.span import SourceText, Span

from .. import losses
from ..f_puzzles.forms import LibraryIndex, evaluate
from ..format import Imported, PuzzleFormat, Written, wrong
from ..puzzle import Loss, PrintedPuzzle, place_name
from ..pzpr.scanner import Scanner
from ..tatham.codecs import MOST_DIGITS, is_digit
from ..tatham.content import CannotHold, content_of
from ..tatham.games import GAMES, Game, game_of_genre

PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
LINK = re.compile(r"(?:https?://)?www\.chiark\.greenend\.org\.uk/~sgtatham/puzzles/(?:js|java)/([a-z]+)\.html#")
NAME = re.compile(rf"({'|'.join(GAMES)}):")
SAVED = "SAVEFILE:"
ENTRY = re.compile(r"[\r\n]*([A-Z]+) *:([0-9]+):")
ID = re.compile(r"[0-9A-Za-z]+:")
GENERATED = re.compile(r"(?:[bs][0-9]+)*(?:d[0-9a-z]*S?)?")  # how a puzzle was made, which says nothing of it
MOST_CELLS = 10_000
LARGEST_SIDE = 200


def recognises(text: str) -> bool:
    """Check whether a text is a game id with the name of its game, a link to one, or a save file."""
    line = text.strip()
    if line.startswith(SAVED):
        return True
    name = NAME.match(line)
    return "\n" not in line and bool(LINK.match(line) or (name and ID.match(line, name.end())))


def read(source: SourceText) -> Sequence[Imported]:
    """Read the puzzle of a game id or a save file. Raise `SpecError` for mistakes, or for a game that is not known."""
    if source.text.lstrip().startswith(SAVED):
        name, parameters, description = _save_file(source)
        return [_puzzle(source, name, parameters, description)]
    start = len(source.text) - len(source.text.lstrip())
    end = len(source.text.rstrip())
    game = LINK.match(source.text, start) or NAME.match(source.text, start)
    if game is None:
        raise wrong(f"expected the name of a game and a colon; known are {', '.join(GAMES)}", source.span(start, end))
    name = game[1]
    colon = source.text.find(":", game.end(), end)
    if colon < 0:
        raise wrong("expected the size of the board, a colon and what is on it", source.span(game.end(), end))
    if name not in GAMES:
        raise _unknown(name, source.span(game.start(1), game.end(1)))
    return [_puzzle(source, name, source.span(game.end(), colon), source.span(colon + 1, end))]


def _unknown(name: str, span: Span) -> SpecError:
    return error(Code.FORMAT, f"no library here is the game `{name}`", span, help=f"known are {', '.join(GAMES)}")


def _save_file(source: SourceText) -> tuple[str, Span, Span]:
    """Return the game of a save file, and where its parameters and its description stand."""
    entries: dict[str, Span] = {}
    at = len(source.text) - len(source.text.lstrip())
    while entry := ENTRY.match(source.text, at):
        end = entry.end() + int(entry[2][:9])
        if end > len(source.text):
            raise wrong(f"`{entry[1]}` is longer than the file", source.span(entry.start(), entry.end()))
        entries.setdefault(entry[1], source.span(entry.end(), end))
        at = end
    missing = [key for key in ("GAME", "PARAMS", "DESC") if key not in entries]
    if missing:
        raise wrong(f"the save file has no `{missing[0]}`", source.span(0, min(len(source.text), len(SAVED))))
    title = entries["GAME"].text
    name = next((name for name, game in GAMES.items() if game.title == title), None)
    if name is None:
        raise _unknown(title, entries["GAME"])
    return name, entries["PARAMS"], entries["DESC"]


def _puzzle(source: SourceText, name: str, parameters: Span, description: Span) -> Imported:
    game = GAMES[name]
    size = re.match(game.size, parameters.text, re.ASCII)
    if size is None or not GENERATED.fullmatch(parameters.text, size.end()):
        raise wrong(f"boards of {name} of the kind `{parameters.text[:20]}` are not known here", parameters)
    numbers = [number for number in size.groups() if number and is_digit(number[0])]
    if any(len(number) > MOST_DIGITS or not 0 < int(number) <= LARGEST_SIDE for number in numbers):
        raise wrong(f"each side of a board is from 1 to {LARGEST_SIDE}", parameters)
    content = game.begin(size)
    if content.height * content.width > MOST_CELLS:
        size_text = f"{content.height} by {content.width} cells"
        raise wrong(f"a board of {size_text} is too large; at most {MOST_CELLS:,} cells", parameters)
    scanner = Scanner(source, description.start, description.end)
    for codec in game.codecs:
        codec.read(scanner, content)
    if not scanner.is_done:
        raise scanner.wrong("more follows than the board has", length=scanner.end - scanner.at)
    puzzle = PrintedPuzzle(
        height=content.height,
        width=content.width,
        uses={game.genre: content.parameters},
        clues=content.clues,
        givens=content.givens,
        areas=content.areas,
        url=f"{PAGE}{name}.html#{parameters.text}:{description.text}",
    )
    return Imported(source.span(parameters.start, description.end), game.title, puzzle=puzzle)


def write(puzzle: PrintedPuzzle) -> Written:
    """Write a puzzle as the link that opens it. Raise `SpecError` if the collection has no game for it, or no sign."""
    name = next((name for genre in puzzle.uses if (name := game_of_genre(genre)) is not None), None)
    if name is None:
        what = f"`{puzzle.genre}`" if puzzle.genre else "a puzzle with rules of its own"
        raise error(Code.FORMAT, f"the collection has no game for {what}", help=f"it has {', '.join(GAMES)}")
    game = GAMES[name]
    content = content_of(puzzle, game.genre)
    try:
        description = "".join(codec.write(content) for codec in game.codecs)
        parameters = game.parameters(content)
    except CannotHold as problem:
        raise error(Code.FORMAT, f"{name} has no sign for {problem}") from problem
    text = f"{PAGE}{name}.html#{parameters}:{description}"
    lost = [*puzzle.own, *losses.of_rest(puzzle, game.held), *_find_losses(puzzle, game, _read_again(puzzle, name, text))]
    lost += [loss for genre in puzzle.uses if genre != game.genre and (loss := losses.of_library(puzzle, genre))]
    return Written(text, tuple(lost))


def _read_again(puzzle: PrintedPuzzle, name: str, text: str) -> PrintedPuzzle:
    """Return the puzzle of a link that was just written. Raise `SpecError` if the link is not of this board."""
    try:
        (imported,) = read(SourceText("link", text))
    except SpecError as problem:
        raise error(Code.FORMAT, f"{name} cannot hold this board: {problem.diagnostics[0].message}") from problem
    again = imported.puzzle
    if again is None or (again.height, again.width) != (puzzle.height, puzzle.width) or puzzle.holes:
        raise error(Code.FORMAT, f"{name} has no board of this form")
    return again


def _find_losses(puzzle: PrintedPuzzle, game: Game, again: PrintedPuzzle) -> Iterator[Loss]:
    """Yield the items of a puzzle that a game should hold, but that are missing in `again`, which was read from its link."""
    for what, before, after in (("clue", puzzle.clues, again.clues), ("given", puzzle.givens, again.givens)):
        for name in sorted(game.held & before.keys()):
            for place, value in before[name].items():
                if not isinstance(place, str) and after.get(name, {}).get(place) != value:  # the labels of areas change
                    yield Loss(f"the {what} `{name}` at {place_name(place)}", puzzle.span(name, place))
    shelf, held = LibraryIndex(puzzle.libraries), again.uses[game.genre]
    for name, value in puzzle.uses[game.genre].items():
        kept = held[name] if name in held else shelf.default_of(game.genre, name, puzzle.height)
        if evaluate(value, puzzle.height) != kept:
            yield Loss(f"the parameter `{name}: {value}` of `{game.genre}`")


FORMAT = PuzzleFormat(
    "tatham",
    "a game id of Simon Tatham's collection with its game, such as pearl:4x4:aBbWk, a link to it, or a save file",
    recognises,
    read,
    write,
    is_link=True,
)
