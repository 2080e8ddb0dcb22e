"""Describe genres in words: the list of all, and one with its rules, what a puzzle of it prints, and an example."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.library import LibraryFile, libraries
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar, Sequence

from .reference import contents, one_line

INDEX, HEADING = "index.md", "# Genres"  # the first page of a gallery, and how it begins


def genres(family: str = "") -> list[LibraryFile]:
    """Return the genres of the language, or those of one family, sorted by family and name."""
    of_family = (library for library in libraries().values() if library.family and family in ("", library.family))
    return sorted(of_family, key=lambda genre: (genre.family, genre.name))


def families() -> list[str]:
    """Return the names of all families.

    >>> "objects" in families()
    True
    """
    return sorted({genre.family for genre in genres()})


def text_of(genre: LibraryFile, key: str) -> str:
    """Return the text of a key of a genre, without line breaks."""
    node = genre.document.get(key)
    return one_line(node.text) if isinstance(node, Scalar) else ""


def other_names(genre: LibraryFile) -> list[str]:
    """Return the other names of a genre, each with the program that calls it so.

    >>> other_names(libraries()["star_battle"])
    ['Queens', 'starbattle (puzz.link)']
    """
    aliases, names = genre.document.get("aliases"), genre.document.get("names")
    others = [item.text for item in aliases.items if isinstance(item, Scalar)] if isinstance(aliases, Sequence) else []
    if isinstance(names, Mapping):
        others += [f"{node.text} ({key.text})" for key, node in names.items if isinstance(node, Scalar)]
    formats = genre.document.get("formats")
    for key, node in formats.items if isinstance(formats, Mapping) else ():
        name = node.get("name") if isinstance(node, Mapping) else None
        first = name.items[0] if isinstance(name, Sequence) and name.items else name
        others += [f"{first.text} ({key.text})"] if isinstance(first, Scalar) else []
    return others


def example_of(genre: LibraryFile) -> Example | None:
    """Return the first example of a genre; None if it has none."""
    return next(examples_of(genre.name, genre.document), None)


def describe_genre(genre: LibraryFile) -> Iterator[str]:
    """Yield paragraphs about a genre: its names, the rules in prose, its contents, and the text of an example."""
    others = other_names(genre)
    yield f"{text_of(genre, 'title')} ({genre.family})" + (f"\nalso: {', '.join(others)}" if others else "")
    yield text_of(genre, "text")
    yield "\n".join(contents(genre.name, genre.document))
    example = example_of(genre)
    if example is not None:
        yield "An example:"
        yield example.text.rstrip()


def as_json(genres: list[LibraryFile]) -> dict[str, object]:
    """Return genres as a plain object."""
    return {
        "genres": [
            {
                "name": genre.name,
                "title": text_of(genre, "title"),
                "family": genre.family,
                "names": other_names(genre),
                "rules": text_of(genre, "text"),
                "contents": list(contents(genre.name, genre.document)),
                "examples": [example.text for example in examples_of(genre.name, genre.document)],
            }
            for genre in genres
        ]
    }
