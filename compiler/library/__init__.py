"""The libraries that come with the language: documents in `library/`, written in the language itself and found by looking.

Those in `genres/FAMILY/` describe a genre of puzzles each: what a puzzle of the genre prints, its rules, and examples. A document
is read when something asks for it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from ..records import dataclass
from ..syntax.span import Span
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence, read_bytes, read_text

# How messages call the folder: by its place in the package, which is the same on every machine.
PLACE = "gridwright/compiler/library"
GENRES = "genres"
AS = "as"  # the key among parameters under which names of a library are replaced


@dataclass(frozen=True, eq=False)
class LibraryFile:
    """A library of the language: its name, its file, and of a genre the family, which is the name of its folder."""

    name: str
    family: str
    place: str
    file: Path

    @functools.cached_property
    def document(self) -> Mapping:
        """Return the file's content as a YAML mapping."""
        return read_bytes(self.file.read_bytes(), self.place)

    @functools.cached_property
    def without_examples(self) -> Mapping:
        """Return the content without the examples, which stand last and are half of it: no puzzle needs them."""
        text = self.file.read_text("utf-8").partition("\nexamples:")[0]
        return read_text(f"{text}\n", self.place)

    @functools.cached_property
    def title(self) -> str:
        """Return the title, which is read from its line, because a list of all titles needs nothing else of the files."""
        match = re.search(r"(?m)^title: *(.*?) *$", self.file.read_text("utf-8"))
        return match[1].strip("'\"") if match else self.name

    @functools.cached_property
    def other_names(self) -> tuple[str, ...]:
        """Return the other names, here and in other programs, which are read from their lines too."""
        return tuple(dict.fromkeys(name for name in _other_names(self) if name not in (self.name, self.title)))

    @functools.cached_property
    def text(self) -> str:
        """Return the rules in prose, which are read from their lines too."""
        match = re.search(r"(?m)^text: *(?:>-?)?((?:.*)(?:\n+ +.*)*)", self.file.read_text("utf-8"))
        return " ".join(match[1].split()).strip("'\"") if match else ""

    @functools.cached_property
    def goes_with(self) -> tuple[str, ...]:
        """Return the libraries that its first example uses beside itself: a constraint goes with what it is added to."""
        match = re.search(r"(?m)^ *(?:- )?use: *\[([\w, ]*)\]", self.file.read_text("utf-8").partition("\nexamples:")[2])
        names = [word.strip() for word in match[1].split(",")] if match else []
        return tuple(name for name in names if name != self.name) if self.name in names else ()


@functools.cache
def libraries() -> dict[str, LibraryFile]:
    """Return the libraries of the language by name: first those of definitions, then the genres, each sorted by name.

    >>> libraries()["latin"].document.get("title").text
    'Latin squares'
    """
    folder = Path(__file__).parent
    files = [*_in_folder(folder, "", PLACE)]
    genres = folder.joinpath(GENRES)
    for family in sorted(genres.iterdir(), key=lambda file: file.name) if genres.is_dir() else ():
        if family.is_dir() and not family.name.startswith(("_", ".")):
            files += _in_folder(family, family.name, f"{PLACE}/{GENRES}/{family.name}")
    return {library.name: library for library in sorted(files, key=lambda library: (bool(library.family), library.name))}


def _in_folder(folder: Path, family: str, place: str) -> Iterator[LibraryFile]:
    for file in folder.iterdir():
        if file.name.endswith(".yaml"):
            yield LibraryFile(file.name.removesuffix(".yaml"), family, f"{place}/{file.name}", file)


def name_of_alias(text: str) -> str:
    """Return the name of the genre that is also called so, here or in another program; empty if there is none or several.

    Case, blanks and hyphens do not count.

    >>> name_of_alias("starbattle"), name_of_alias("Star-Battle"), name_of_alias("hooks")
    ('star_battle', 'star_battle', '')
    """
    genres = _genres_by_name().get(_plain(text), ())
    return genres[0] if len(genres) == 1 else ""


@functools.cache
def _genres_by_name() -> dict[str, list[str]]:
    """Return the genres of each name, without what does not count in it."""
    called: dict[str, list[str]] = {}
    for name, library in libraries().items():
        for other in dict.fromkeys(map(_plain, _other_names(library))) if library.family else ():
            called.setdefault(other, []).append(name)
    return called


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _other_names(library: LibraryFile) -> Iterator[str]:
    """Yield all names of a genre, also those in formats. They are searched in the text: nothing else of these files is needed."""
    yield library.name
    for line in re.findall(r"(?m)^(?:title|aliases|names|    name): *(.*)", library.file.read_text("utf-8")):
        yield from (part.rpartition(":")[2].strip(" '\"") for part in line.strip("[]{}").split(","))


def declared_names(document: Mapping) -> Iterator[str]:
    """Yield the names that a library declares, in the order written: layers, definitions, data and areas.

    >>> list(declared_names(libraries()["hooks"].document))
    ['hook', 'row_size', 'column_size']
    """
    for key in ("layers", "define", "data", "areas"):
        node = document.get(key)
        if isinstance(node, Mapping):
            yield from (name.text.partition("(")[0].strip() for name, _ in node.items)


def hint(name: str) -> str:
    """Return a help sentence if a library of definitions declares the name, otherwise an empty text.

    Genres are left out: their names, such as `number`, are too common to tell what somebody had in mind.

    >>> hint("latin")
    'it comes with the library `latin`: write `use: [latin]`'
    >>> hint("number")
    ''
    """
    plain = (library for library in libraries().values() if not library.family)
    library = next((library.name for library in plain if name in declared_names(library.document)), None)
    return f"it comes with the library `{library}`: write `use: [{library}]`" if library else ""


@dataclass(frozen=True, eq=False)
class Use:
    """One library under `use`: its name, and the parameters given to it."""

    name: str
    span: Span
    parameters: Mapping | None

    def arguments(self) -> dict[str, tuple[Scalar, Scalar]]:
        """Return the arguments by parameter name: key and expression. A list in YAML is one of expressions."""
        items = self.parameters.items if self.parameters else ()
        written = [(key, _as_expression(node)) for key, node in items]
        return {key.text: (key, node) for key, node in written if node is not None and node.value is not None}

    def renames(self) -> dict[str, tuple[Scalar, Scalar]]:
        """Return the renamed things by their name in the library, each with the key and the new name."""
        node = self.parameters.get(AS) if self.parameters else None
        items = node.items if isinstance(node, Mapping) else ()
        return {key.text: (key, name) for key, name in items if isinstance(name, Scalar)}


def _as_expression(node: Node) -> Scalar | None:
    """Return a node as one expression; None for a mapping."""
    if not isinstance(node, Sequence):
        return node if isinstance(node, Scalar) else None
    if node.span.text.startswith("["):
        return Scalar(node.span.text, "", node.span)
    items = [_as_expression(item) for item in node.items]
    return Scalar(f"[{', '.join(item.text for item in items if item)}]", "", node.span)


def uses(document: Mapping) -> Iterator[Use]:
    """Yield the entries under `use`."""
    node = document.get("use")
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            yield Use(item.text, item.span, None)
        elif isinstance(item, Mapping):
            for key, parameters in item.items:
                yield Use(key.text, key.span, parameters if isinstance(parameters, Mapping) else None)
