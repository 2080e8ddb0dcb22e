"""Make the gallery of genres: a page for each family, with the rules of each genre and pictures of its first example."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridwright.compiler.library import LibraryFile

from ..output.pictures.picture import picture
from ..output.pictures.svg import svg
from ..output.text.genre_text import HEADING, INDEX, example_of, other_names, text_of

WIDEST = 320.0  # pixels, so that a puzzle and its solution fit side by side


def gallery(genres: Sequence[LibraryFile], say: Callable[[str], None]) -> dict[str, str]:
    """Return the files of the gallery by name: `index.md`, a page for each family, and two pictures for each genre.

    `say` is called with the name of each family before it is drawn.
    """
    families: dict[str, list[LibraryFile]] = {}
    for genre in genres:
        families.setdefault(genre.family, []).append(genre)
    files = {INDEX: _index(families)}
    for family, members in families.items():
        say(f"drawing {len(members)} genres: {family}")
        entries = []
        for genre in members:
            pictures = _pictures(genre)
            files |= pictures
            entries.append(_entry(genre, list(pictures)))
        files[f"{family}.md"] = "\n\n".join([f"# {family.capitalize()}", *entries]) + "\n"
    return files


def _index(families: dict[str, list[LibraryFile]]) -> str:
    """Return the page that lists all genres."""
    parts = [
        HEADING,
        "`gridwright genres --gallery` makes these pages. To start a puzzle, run `gridwright new GENRE --size 8x8 -o FILE`.",
    ]
    for family, members in families.items():
        links = ", ".join(f"[{text_of(genre, 'title')}]({family}.md#{genre.name})" for genre in members)
        parts += [f"## [{family.capitalize()}]({family}.md)", f"{len(members)} genres: {links}."]
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
    drawn = {f"{genre.name}.svg": picture(spec, titled=False)}
    if spec.expected.solution is not None:
        drawn[f"{genre.name}-solution.svg"] = picture(spec, spec.expected.solution, titled=False)
    return {name: svg(scene, scale=min(1.0, WIDEST / scene.width)) for name, scene in drawn.items()}
