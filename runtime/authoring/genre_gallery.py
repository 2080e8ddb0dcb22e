"""Make the gallery of genres: a page for each family, with the rules of each genre and pictures of its first example."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridwright.compiler.library import LibraryFile

from ..output.pictures.picture import picture
from ..output.pictures.svg import svg
from ..output.text.genre_text import HEADING, INDEX, example_of, other_names, text_of

WIDEST = 320.0  # pixels, so that a puzzle and its solution fit side by side


def gallery(genres: Sequence[LibraryFile], listed: Sequence[LibraryFile], say: Callable[[str], None]) -> dict[str, str]:
    """Return the files of the gallery by name: `index.md`, a page for each family, and two pictures for each genre.

    `listed`: the genres that `index.md` lists, also those of families whose pages are made already. `say` is called with the
    name of each family before it is drawn.
    """
    files = {INDEX: _index(_by_family(listed))}
    for family, members in _by_family(genres).items():
        say(f"drawing {len(members)} genres: {family}")
        entries = []
        for genre in members:
            pictures = _pictures(genre)
            files |= pictures
            entries.append(_entry(genre, list(pictures)))
        files[_page(family)] = "\n\n".join([f"# {family.capitalize()}", *entries]) + "\n"
    return files


def names_of_files(genres: Sequence[LibraryFile]) -> set[str]:
    """Return the names that pages and pictures of some genres can have."""
    pages = {_page(genre.family) for genre in genres}
    return pages | {name for genre in genres for name in _picture_names(genre)}


def _page(family: str) -> str:
    return f"{family}.md"


def _picture_names(genre: LibraryFile) -> tuple[str, str]:
    """Return the names of the pictures of a puzzle and of its solution."""
    return f"{genre.name}.svg", f"{genre.name}-solution.svg"


def _by_family(genres: Sequence[LibraryFile]) -> dict[str, list[LibraryFile]]:
    families: dict[str, list[LibraryFile]] = {}
    for genre in genres:
        families.setdefault(genre.family, []).append(genre)
    return families


def _index(families: dict[str, list[LibraryFile]]) -> str:
    """Return the page that lists all genres."""
    parts = [
        HEADING,
        "`gridwright genres --gallery` makes these pages. To start a puzzle, run `gridwright new GENRE --size 8x8 -o FILE`.",
    ]
    for family, members in families.items():
        links = ", ".join(f"[{text_of(genre, 'title')}]({_page(family)}#{genre.name})" for genre in members)
        parts += [f"## [{family.capitalize()}]({_page(family)})", f"{len(members)} genres: {links}."]
    return "\n\n".join(parts) + "\n"


def _entry(genre: LibraryFile, pictures: Sequence[str]) -> str:
    """Return the part of a page about one genre. Its anchor is its name, on the site and where Markdown is shown plain."""
    others = other_names(genre)
    shown = [
        f"![{text_of(genre, 'title')}, {what}]({name})"
        for what, name in zip(("a puzzle", "its solution"), pictures, strict=False)
    ]
    names = f"`use: {genre.name}`" + (f", also called {', '.join(others)}" if others else "")
    return "\n\n".join([f'## <a id="{genre.name}"></a>{text_of(genre, "title")}', names, text_of(genre, "text"), " ".join(shown)])


def _pictures(genre: LibraryFile) -> dict[str, str]:
    """Return the pictures of the first example of a genre by the names of their files: the puzzle, and its solution."""
    example = example_of(genre)
    if example is None:
        return {}
    spec = example.spec()
    puzzle, solution = _picture_names(genre)
    drawn = {puzzle: picture(spec, titled=False)}
    if spec.expected.solution is not None:
        drawn[solution] = picture(spec, spec.expected.solution, titled=False)
    return {name: svg(scene, scale=min(1.0, WIDEST / scene.width)) for name, scene in drawn.items()}
