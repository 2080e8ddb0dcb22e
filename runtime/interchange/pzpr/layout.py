"""What the library of a genre says under `formats: puzz.link:` about how a puzzle is written, as records.

An entry is a codec, or a table of a file, with the names that it holds: clue groups, layers with givens, kinds of areas, or
parameters. `values` says for a name which code stands for which value; without it a number is itself.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping

from gridwright.compiler.library import LibraryFile, libraries, uses
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, Sequence
from gridwright.compiler.values import Value

from ..puzzle import OwnLibrary
from .codecs import all_codecs

FORMAT = "puzz.link"
# Names for what is no clue: cells that are missing, cells that lie in no area, and what must not be there.
HOLES, UNCOVERED, NOTHING = "holes", "uncovered", "nothing"
# Beside the codecs.
IN_BODY = ("border", "ground", "parameter", "pieces", "fleet", "ends", "edges", "slash", "flow", "doors", "spot")
IN_FILE = (
    *("numbers", "answers", "arrows", "pairs", "lists", "rooms", "borders", "parameter", "pieces", "marks", "framed", "ground"),
    *("dotted", "compass", "fractions", "skip", "word"),
)
OPTIONS = (
    *("over", "depth", "optional", "blank", "hole", "corner", "none", "inner", "values", "answers"),
    *("since", "marks", "printed", "by"),
)

Codes = Mapping[Value, Value]  # the value of each code


@dataclass(frozen=True, slots=True)
class Declared:
    """A name that a genre declares. `kind`: clues, layers, areas or needs. `on`: the places, or what a layer is over.

    `ignores_unknown`: a `?` says nothing, because there is a value anyway where it stands.
    """

    kind: str
    on: tuple[str, ...]
    unknown: str | None
    is_list: bool
    is_truth: bool
    default: Value
    ignores_unknown: bool = False


@dataclass(frozen=True)
class CodecEntry:
    """One part of a body or a file.

    `names` take the codes, `answers` the solution; `inner` takes what is on the board of a table with clues around it. `over`:
    the places; without it those of the first name. `depth`: how many numbers stand at each place outside the board, or `half`.
    `blank`, `hole` and `corner`: the words for nothing, for a hole, and for what is no place; `none`: for no clue, where that is
    another word. `values`: the codes by name; of tuples, one mapping for each part. `since`: the first version of a file that
    has the table. `marks`: words among answers that a solver has noted, and that say nothing. `printed`: the clues that stand
    for an answer at their place, each with what their values stand for, or None if for themselves. `by`: the clues that number
    the areas of a layer, which a table of borders holds.
    """

    codec: str
    names: tuple[str, ...]
    answers: tuple[str, ...]
    over: str
    depth: str
    is_optional: bool
    blank: str
    hole: str
    corner: str
    none: str
    inner: tuple[str, ...]
    values: Mapping[str, tuple[Codes | None, ...]]
    since: int = 0
    marks: tuple[str, ...] = ()
    printed: Mapping[str, Codes | None] = field(default_factory=dict)
    by: str = ""


@dataclass(frozen=True)
class Layout:
    """How a genre is written.

    `ids`: its names; the first one is written, unless the parameters are those of another one. `flags`: the parameters that a
    flag sets; `flag` is one that always stands there. `version`: what follows `pzprv3`. `is_framed`: clues stand in a row above
    and a column left of the board, which are cells of the spec. `is_square`: a file has one size. `black`: the clues whose cells
    are holes. `apart`: the clues whose cells lie in no area. `limit`: the parameter with the largest number to try, which a
    link does not hold. `unsaid`: parameters that a link does not hold and whose defaults are not the only usual ones.
    """

    genre: str
    title: str
    ids: tuple[str, ...]
    parameters: Mapping[str, Mapping[str, Value]]
    flags: Mapping[str, Mapping[str, Value]]
    flag: str
    version: str
    is_framed: bool
    is_square: bool
    black: tuple[str, ...]
    apart: tuple[str, ...]
    limit: str
    unsaid: tuple[str, ...]
    body: tuple[CodecEntry, ...]
    file: tuple[CodecEntry, ...]
    declared: Mapping[str, Declared] = field(repr=False)


Genre = LibraryFile | OwnLibrary


def genre_of_id(name: str, own: Collection[OwnLibrary] = ()) -> str:
    """Return the genre of a name on puzz.link; empty if there is none. `own`: libraries of the user's own, which come first.

    >>> genre_of_id("mashu"), genre_of_id("pearl"), genre_of_id("nobody")
    ('masyu', 'masyu', '')
    """
    for library in own:
        layout = layout_in(library)
        if layout is not None and name in layout.ids:
            return library.name
    return genres_by_id().get(name, "")


@functools.cache
def genres_by_id() -> Mapping[str, str]:
    """Return the genre of each name on puzz.link. The texts are searched, because reading all libraries takes a second."""
    genre_by_id = {}
    for name, library in libraries().items():
        text = library.file.read_text("utf-8") if library.family else ""
        section = re.search(r"(?m)^  puzz\.link:\n((?:    .*\n)+)", text)
        for line in re.findall(r"(?m)^    (?:name|variants): *(.*)", section[1]) if section else ():
            ids = re.sub(r": *\{[^{}]*\}", "", line)  # of variants without their parameters
            genre_by_id.update(dict.fromkeys(re.findall(r"[\w-]+", ids), name))
    return genre_by_id


def layout_of(genre: str, own: Collection[OwnLibrary] = ()) -> Layout | None:
    """Return how a genre is written; None if its library does not say. Raise `SpecError` if what it says is wrong."""
    own_library = next((library for library in own if library.name == genre), None)
    return layout_in(own_library) if own_library is not None else _layout_of(genre)


@functools.cache
def _layout_of(genre: str) -> Layout | None:
    library = libraries().get(genre)
    return layout_in(library) if library and library.family else None


def layout_in(library: Genre) -> Layout | None:
    """Return how a library says that its genre is written; None if it says nothing. Raise `SpecError` for mistakes."""
    formats = library.document.get("formats")
    node = formats.get(FORMAT) if isinstance(formats, SourceMapping) else None
    if not isinstance(node, SourceMapping):
        return None
    variants, values = plain(node.get("variants")) or {}, plain(node.get("values")) or {}
    names, declared = plain(node.get("name")), dict(_declarations(library))
    for key, codecs in (("body", IN_BODY), ("file", IN_FILE)):
        _check(node.get(key), {*all_codecs(), *codecs} if key == "body" else {*codecs}, declared)
    parameters = [name for name, declaration in declared.items() if declaration.kind == "needs"]
    unsaid = node.get("unsaid")
    for entry in (limit := node.get("limit"), *(unsaid.items if isinstance(unsaid, Sequence) else ())):
        if isinstance(entry, Scalar) and entry.text not in parameters:
            raise _unknown_name(entry, parameters)
    return Layout(
        genre=library.name,
        title=str(plain(library.document.get("title")) or library.name),
        ids=(*(names if isinstance(names, list) else [names]), *variants),
        parameters={name: given or {} for name, given in variants.items()},
        flags={flag: given or {} for flag, given in (plain(node.get("flags")) or {}).items()},
        version=str(plain(node.get("version")) or ""),
        flag=str(plain(node.get("flag")) or ""),
        is_framed=plain(node.get("frame")) is True,
        is_square=plain(node.get("square")) is True,
        black=tuple(plain(node.get("black")) or ()),
        apart=tuple(plain(node.get("apart")) or ()),
        limit=limit.text if isinstance(limit, Scalar) else "",
        unsaid=tuple(plain(unsaid) or ()),
        body=tuple(_entries(node.get("body"), values)),
        file=tuple(_entries(node.get("file"), values)),
        declared=declared,
    )


def _check(node: Node | None, codecs: Collection[str], declared: Mapping[str, Declared]) -> None:
    """Raise `SpecError` for a codec that does not exist, and for a name that the library does not declare."""
    known = (*declared, HOLES, UNCOVERED, NOTHING)
    for item in node.items if isinstance(node, Sequence) else ():
        parts = item.items if isinstance(item, SourceMapping) else ((item, None),)
        for at, (key, value) in enumerate(parts):
            word = key.text if isinstance(key, Scalar) else ""
            if at == 0 and word not in codecs:
                help = did_you_mean(word, codecs) or f"there are {', '.join(sorted(codecs))}"
                raise error(Code.UNKNOWN_NAME, f"there is no codec `{word}`", key.span, help=help)
            is_name = (at == 0 and word not in ("skip", "word")) or word in ("answers", "inner")
            entries = value.items if isinstance(value, Sequence) else (value,) if value is not None else ()
            for name in entries if is_name else ():
                if isinstance(name, Scalar) and name.text not in known:
                    raise _unknown_name(name, known)
            if at and word not in OPTIONS:
                help = did_you_mean(word, OPTIONS) or f"there are {', '.join(OPTIONS)}"
                raise error(Code.UNKNOWN_KEY, f"a codec has no option `{word}`", key.span, help=help)


def _unknown_name(name: Scalar, known: Collection[str]) -> SpecError:
    help = did_you_mean(name.text, known) or f"it declares {', '.join(known)}"
    return error(Code.UNKNOWN_NAME, f"the library does not declare `{name.text}`", name.span, help=help)


def _entries(node: Node | None, values: Mapping[str, Value]) -> Iterator[CodecEntry]:
    for item in node.items if isinstance(node, Sequence) else ():
        entry = plain(item) if isinstance(item, SourceMapping) else {plain(item): None}
        options = {key: entry.pop(key) for key in OPTIONS if key in entry and key != next(iter(entry))}
        codec, names = next(iter(entry.items()))
        if codec == "answers":
            names, options["answers"] = None, names
        yield CodecEntry(
            codec=codec,
            names=_names(names),
            answers=_names(options.get("answers")),
            over=str(options.get("over", "")),
            depth=str(options.get("depth", "")),
            is_optional=bool(options.get("optional")),
            blank=str(options.get("blank", "")),
            hole=str(options.get("hole", "")),
            corner=str(options.get("corner", "")),
            none=str(options.get("none", "")),
            inner=_names(options.get("inner")),
            values={name: _codes(codes_of_value) for name, codes_of_value in {**values, **(options.get("values") or {})}.items()},
            since=int(options.get("since") or 0),
            marks=_names(options.get("marks")),
            printed=options.get("printed") or {},
            by=str(options.get("by", "")),
        )


def _names(names: Value) -> tuple[str, ...]:
    return tuple(names) if isinstance(names, list) else () if names is None else (names,)


def _codes(codes: Value) -> tuple[Codes | None, ...]:
    return tuple(codes) if isinstance(codes, list) else (codes,)


def _declarations(library: Genre) -> Iterator[tuple[str, Declared]]:
    """Yield the declarations of a genre and of the libraries that it uses."""
    for use in uses(library.document):
        if use.name in libraries():
            yield from _declarations(libraries()[use.name])
    for kind in ("areas", "clues", "layers", "needs"):
        section = library.document.get(kind)
        for key, node in section.items if isinstance(section, SourceMapping) else ():
            declaration = plain(node)
            declaration = declaration if isinstance(declaration, dict) else {}
            on = declaration.get("on", declaration.get("over", "cells"))
            values = declaration.get("values")
            yield (
                key.text,
                Declared(
                    kind,
                    tuple(on) if isinstance(on, list) else (str(on),),
                    declaration.get("unknown"),
                    declaration.get("list") is True,
                    values == "bool",
                    declaration.get("default"),
                    _ignores_unknown(kind, declaration),
                ),
            )


def _ignores_unknown(kind: str, declaration: Mapping[str, Value]) -> bool:
    """Check whether a `?` says nothing: each cell has one value anyway, or each place outside of cells has one number."""
    values, on = declaration.get("values"), declaration.get("on")
    if declaration.get("unknown") is not None or declaration.get("list") is True or values in ("bool", "directions", "texts"):
        return False
    if kind == "layers":
        return declaration.get("over", "cells") == "cells" and declaration.get("blank") is not True
    is_number = isinstance(values, str) and not values.startswith("[")
    return kind == "clues" and is_number and "cells" not in (on if isinstance(on, list) else [on])


def plain(node: Node | None) -> Value:
    """Return a part of a document as lists and dictionaries."""
    if isinstance(node, SourceMapping):
        return {key.value if key.value is not None else key.text: plain(value) for key, value in node.items}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value if isinstance(node, Scalar) else None
