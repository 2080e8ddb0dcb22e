"""What can be written at a place of the text, and what stands there: keys, genres, values of the schema, functions, own names."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.library import LibraryFile, libraries
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.schema_file import schema
from gridwright.compiler.syntax.visible_text import visible
from gridwright.compiler.syntax.yaml_nodes import Scalar

from .diagnostics_json import Offsets
from .work_process import Asked, Json

MOST_OPTIONS = 400
MOST_LINES = 3_000  # above the place, that are looked at
EXPRESSIONS = {
    "rule",
    "rules",
    "for",
    "let",
    "if",
    "when",
    "together",
    "maximize",
    "minimize",
    "answer",
    "define",
    "values",
    "over",
}
NAMED = ("layers", "areas", "clues", "data", "define")
_WORD = re.compile(r"[\w.]*\Z")
_KEY = re.compile(r"( *)((?:- +)*)([\w-]+|'[^']*'|\"[^\"]*\") *:(?: |$)")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place in the text: the keys above it from the outside in, the word there, and whether it is where a key stands."""

    path: tuple[str, ...]
    start: int
    word: str
    is_key: bool


def complete(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return what can be written at an offset, instead of the word there."""
    text, offsets = request["text"], Offsets(request["text"])
    place = place_at(text, offsets.inside(request["offset"]))
    options = list({each["label"]: each for each in _options(text, place)}.values())
    fitting = [each for each in options if place.word.lower() in each["label"].lower()]
    fitting.sort(key=lambda each: (not each["label"].startswith(place.word), each["label"]))
    return {"from": offsets.outside(place.start), "options": fitting[:MOST_OPTIONS]}


def hover(request: Mapping[str, Any], asked: Asked) -> Json | None:
    """Return what the word at an offset means, with its place; None if nothing is known of it."""
    text, offsets = request["text"], Offsets(request["text"])
    at = offsets.inside(request["offset"])
    start, end = at, at
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    word = text[start:end]
    if not word or len(word) > 100:
        return None
    place = place_at(text, start)
    found = next((each for each in _options(text, place) if each["label"] == word), None)
    if found is None and word in all_functions() and not _is_comment(text, start):
        found = next(each for each in _functions() if each["label"] == word)
    if found is None:
        return None
    return {"start": offsets.outside(start), "end": offsets.outside(end), "text": "\n\n".join(filter(None, _hovered(found)))}


def _hovered(option: Json) -> Iterator[str]:
    yield f"{option['label']}: {option['detail']}" if option["detail"] else option["label"]
    yield option["info"]


def _is_comment(text: str, at: int) -> bool:
    return bool(re.match(r"\s*#", text[text.rfind("\n", 0, at) + 1 : at]))


def place_at(text: str, at: int) -> TextPlace:
    """Return where an offset is: read from the lines above, so that the text may be unfinished.

    >>> place_at("layers:\\n  x:\\n    va", 19)
    TextPlace(path=('layers', 'x'), start=17, word='va', is_key=True)
    >>> place_at("use: sud", 8)
    TextPlace(path=('use',), start=5, word='sud', is_key=False)
    """
    line_start = text.rfind("\n", 0, at) + 1
    line = text[line_start:at]
    word_found = _WORD.search(line)
    word = word_found[0] if word_found else ""
    start = at - len(word)
    before = text[line_start:start]
    indent = len(before) - len(before.lstrip(" "))
    own = _KEY.match(before)
    is_key = not before.strip(" -") and "#" not in before
    keys: list[str] = []
    if own:
        keys.append(own[3].strip("'\""))
        indent = len(own[1])
        is_key = False
        inner = re.search(r"[{,]\s*([\w]+):\s*[^,{}]*$", before)
        opened = before.count("{") > before.count("}")
        if opened and inner:
            keys.append(inner[1])
        elif opened and re.search(r"[{,]\s*$", before):
            is_key = True
    elif "-" in before and not before.strip(" -"):
        indent = len(before)
    keys.reverse()
    above: list[str] = []
    for other in reversed(text[:line_start].split("\n")[:-1][-MOST_LINES:]):
        found = _KEY.match(other)
        if found is None or other.lstrip().startswith("#"):
            continue
        depth = len(found[1]) + len(found[2])
        if depth < indent:
            above.append(found[3].strip("'\""))
            indent = len(found[1]) if not found[2] else len(found[1]) + 1
            if not found[1] and not found[2]:
                break
    return TextPlace((*reversed(above), *keys), start, word, is_key)


def _options(text: str, place: TextPlace) -> Iterator[Json]:
    path = place.path
    if _is_comment(text, place.start):
        return
    if place.is_key:
        yield from _keys(path)
        yield from _printed_keys(text, path)
    if path and path[0] == "use":
        yield from _libraries()
    if path and not place.is_key:
        yield from _values(path)
    if {*path} & EXPRESSIONS:
        yield from _functions()
        yield from _own_names(text)
        yield from _words_of_board()


def option(label: str, detail: str = "", info: str = "") -> Json:
    """Return an option, as the page shows it."""
    return {"label": label, "detail": visible(" ".join(detail.split())), "info": visible(" ".join(info.split()))}


# the schema


def _resolved(part: Any) -> Mapping[str, Any]:
    for _ in range(20):
        if not (isinstance(part, Mapping) and "$ref" in part):
            break
        own = {key: value for key, value in part.items() if key != "$ref"}
        part = {**schema()["definitions"][part["$ref"].rsplit("/", 1)[1]], **own}
    return part if isinstance(part, Mapping) else {}


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a part of the schema and those that it is made of."""
    part = _resolved(part)
    yield part
    for key in ("anyOf", "oneOf", "allOf"):
        for each in part.get(key, ()):
            yield from _parts(each)
    for key in ("then", "else", "items"):
        if isinstance(part.get(key), Mapping):
            yield from _parts(part[key])


def _at(path: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return the parts of the schema under some keys."""
    found: list[Mapping[str, Any]] = [schema()]
    for key in path:
        below: list[Mapping[str, Any]] = []
        for each in found:
            for part in _parts(each):
                if key in part.get("properties", {}):
                    below.append(part["properties"][key])
                elif isinstance(part.get("additionalProperties"), Mapping):
                    below.append(part["additionalProperties"])
        found = below[:50]
    return found


def _keys(path: Sequence[str]) -> Iterator[Json]:
    for each in _at(path):
        for part in _parts(each):
            for key, value in part.get("properties", {}).items():
                yield option(key, "key", _resolved(value).get("description", ""))


def _values(path: Sequence[str]) -> Iterator[Json]:
    for each in _at(path):
        for part in _parts(each):
            for value in part.get("enum", ()):
                if isinstance(value, str):
                    yield option(value, "", part.get("description", ""))
            if part.get("type") == "boolean":
                yield from (option("true", "", part.get("description", "")), option("false"))


# names of the language, and of the text


@functools.cache
def _library_options() -> tuple[Json, ...]:
    return tuple(option(each.name, _title(each), _text(each)) for each in libraries().values())


def _libraries() -> Iterator[Json]:
    yield from _library_options()


def _title(library: LibraryFile) -> str:
    return f"{library.title} ({library.family})" if library.family else library.title


def _text(library: LibraryFile) -> str:
    found = re.search(r"(?m)^text: *[|>]?-?\n?((?:.*\n)(?: .*\n)*)", library.file.read_text("utf-8"))
    return found[1] if found else ""


@functools.cache
def _functions() -> tuple[Json, ...]:
    return tuple(option(name, each.signature, f"{each.words} {each.example}") for name, each in all_functions().items())


def _words_of_board() -> Iterator[Json]:
    for word in (
        "cells",
        "links",
        "borders",
        "corners",
        "rows",
        "columns",
        "lines",
        "grid",
        "clue",
        "for",
        "in",
        "if",
        "and",
        "or",
        "not",
    ):
        yield option(word, "word")


def _own_names(text: str) -> Iterator[Json]:
    """Yield the names that the text gives to its layers, areas, clues, data and definitions."""
    section = ""
    for line in text.split("\n")[:MOST_LINES]:
        found = _KEY.match(line)
        if found is None:
            continue
        if not found[1]:
            section = found[3]
        elif section in NAMED and len(found[1]) <= 4 and not found[2] and re.fullmatch(r"[^\W\d]\w*", found[3]):
            yield option(found[3], section)


def _printed_keys(text: str, path: Sequence[str]) -> Iterator[Json]:
    """Yield the clues and areas that the genre of the text prints, and the layers that givens are of."""
    if len(path) != 1 or path[0] not in ("clues", "areas", "givens"):
        return
    used = re.search(r"(?m)^use: *\[?([\w, ]+)\]?", text)
    names = re.findall(r"\w+", used[1]) if used else []
    for name in names:
        library = libraries().get(name)
        node = library.document.get("layers" if path[0] == "givens" else path[0]) if library else None
        for key, value in getattr(node, "items", ()):
            says = value.get("says") if hasattr(value, "get") else None
            yield option(key.text, name, says.text if isinstance(says, Scalar) else "")
    if path[0] == "givens":
        yield from (each for each in _own_names(text) if each["detail"] == "layers")
