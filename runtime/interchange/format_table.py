"""Say which formats hold which genre, from what the libraries say."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.library import LibraryFile, libraries
from gridwright.compiler.records import dataclass

from .f_puzzles.forms import variant
from .pzpr.codecs import all_codecs
from .pzpr.layout import layout_of
from .tatham.games import game_of_genre


@dataclass(frozen=True, slots=True)
class Held:
    """How a genre is called in other formats; empty where there is none. `has_file`: whether its pzprv3 text is known."""

    genre: LibraryFile
    puzz_link: tuple[str, ...]
    has_file: bool
    f_puzzles: tuple[str, ...]
    tatham: str


def formats_of(genre: LibraryFile) -> Held:
    """Return in which formats a genre can be read and written.

    >>> found = formats_of(libraries()["masyu"])
    >>> found.puzz_link, found.has_file
    (('mashu', 'masyu', 'pearl'), True)
    """
    layout, constraints = layout_of(genre.name), variant(genre.name)
    lists = (*constraints.flags, *(form.name for form in constraints.forms)) if constraints else ()
    return Held(genre, layout.ids if layout else (), bool(layout and layout.file), lists, game_of_genre(genre.name) or "")


def formats_page() -> str:
    """Return the table of genres and formats as Markdown."""
    return "".join(f"{line}\n" for line in _lines([formats_of(library) for library in libraries().values() if library.family]))


def codecs_page() -> str:
    """Return the table of codecs as Markdown."""
    rows = (f"| `{codec.name}` | {codec.says} |\n" for codec in all_codecs().values())
    return "| codec | codes |\n|---|---|\n" + "".join(rows)


def _lines(holdings: list[Held]) -> Iterator[str]:
    links, files, lists, games = (
        sum(map(bool, flags)) for flags in zip(*((x.puzz_link, x.has_file, x.f_puzzles, x.tatham) for x in holdings), strict=True)
    )
    yield f"puzz.link has {links} of these genres, and pzprv3 files {files}; {lists} libraries are constraints of f-puzzles, and"
    yield f"{games} genres are games of Simon Tatham's collection."
    yield ""
    yield "| genre | puzz.link | pzprv3 | f-puzzles | tatham |"
    yield "|---|---|---|---|---|"
    for row in holdings:
        names = (", ".join(f"`{name}`" for name in names) for names in (row.puzz_link, row.f_puzzles))
        link, constraint = names
        game = f"`{row.tatham}`" if row.tatham else ""
        genre = f"[{row.genre.title}](genres/{row.genre.family}.md), `{row.genre.name}`"
        yield f"| {genre} | {link} | {'yes' if row.has_file else ''} | {constraint} | {game} |"
