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
LONGEST_CALL = 2_000  # characters from the name of a function to one of its arguments
MOST_LINES = 20_000  # above the place, that are looked at
MOST_SEARCHED = 1_000_000  # characters
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
_KEY = re.compile(r"( *)((?:- +)*)([\w-]+|'[^']*'|\"[^\"]*\")(?:\([^()\n]{0,200}\))? *:(?: |$)")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place in the text: the keys above it from the outside in, the word there, and whether it is where a key stands."""

    path: tuple[str, ...]
    start: int
    word: str
    is_key: bool


def complete(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the texts that can replace the word at an offset."""
    offsets = Offsets(request["text"])
    start, options = completions(request["text"], offsets.inside(request["offset"]))
    return {"from": offsets.outside(start), "options": options}


def completions(text: str, at: int) -> tuple[int, list[Json]]:
    """Return the texts that can replace the word at a character, and the start of that word."""
    place = place_at(text, at)
    options = list({completion["label"]: completion for completion in _options(text, place)}.values())
    fitting = [completion for completion in options if place.word.lower() in completion["label"].lower()]
    fitting.sort(key=lambda completion: (not completion["label"].startswith(place.word), completion["label"]))
    return place.start, fitting[:MOST_OPTIONS]


def hover(request: Mapping[str, Any], asked: Asked) -> Json | None:
    """Return the meaning of the word at an offset, with its place; None if it is not known."""
    text, offsets = request["text"], Offsets(request["text"])
    start, end = word_at(text, offsets.inside(request["offset"]))
    meaning = meaning_of_word(text, start, end)
    return {"start": offsets.outside(start), "end": offsets.outside(end), "text": meaning} if meaning else None


def word_at(text: str, at: int) -> tuple[int, int]:
    """Return where the word at a character begins and ends.

    >>> word_at("use: sudoku", 7)
    (5, 11)
    """
    start, end = at, at
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return start, end


def meaning_of_word(text: str, start: int, end: int) -> str:
    """Return the meaning of a word of the text; empty if it is not known."""
    word = text[start:end]
    if not word or len(word) > 100:
        return ""
    place = place_at(text, start)
    entry = next((completion for completion in _options(text, place) if completion["label"] == word), None)
    if entry is None and word in all_functions() and not _is_comment(text, start):
        entry = next(completion for completion in _functions() if completion["label"] == word)
    return "\n\n".join(filter(None, _hover_lines(entry))) if entry else ""


def _hover_lines(option: Json) -> Iterator[str]:
    yield f"{option['label']}: {option['detail']}" if option["detail"] else option["label"]
    yield option["info"]
    library = libraries().get(option["label"])
    if library is not None and option in _library_options():
        yield "\n".join(f"- {visible(sentence)}" for sentence in rules_in_words(library))


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
        key = _KEY.match(other)
        if key is None or other.lstrip().startswith("#"):
            continue
        depth = len(key[1]) + len(key[2])
        if depth < indent:
            above.append(key[3].strip("'\""))
            indent = len(key[1]) if not key[2] else len(key[1]) + 1
            if not key[1] and not key[2]:
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
        yield from _arguments(text, place)
        yield from _functions()
        yield from _library_names(text)
        yield from _own_names(text)
        yield from _words_of_board()


def option(label: str, detail: str = "", info: str = "") -> Json:
    """Return an option, as the page shows it."""
    return {"label": label, "detail": visible(" ".join(detail.split())), "info": visible(" ".join(info.split()))}


# the schema


def _resolve(part: Any) -> Mapping[str, Any]:
    for _ in range(20):
        if not (isinstance(part, Mapping) and "$ref" in part):
            break
        own = {key: value for key, value in part.items() if key != "$ref"}
        part = {**schema()["definitions"][part["$ref"].rsplit("/", 1)[1]], **own}
    return part if isinstance(part, Mapping) else {}


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a part of the schema and those that it is made of."""
    part = _resolve(part)
    yield part
    for key in ("anyOf", "oneOf", "allOf"):
        for part_schema in part.get(key, ()):
            yield from _parts(part_schema)
    for key in ("then", "else", "items"):
        if isinstance(part.get(key), Mapping):
            yield from _parts(part[key])


def _at(path: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return the parts of the schema under some keys."""
    schemas: list[Mapping[str, Any]] = [schema()]
    for key in path:
        below: list[Mapping[str, Any]] = []
        for schema_part in schemas:
            for part in _parts(schema_part):
                if key in part.get("properties", {}):
                    below.append(part["properties"][key])
                elif isinstance(part.get("additionalProperties"), Mapping):
                    below.append(part["additionalProperties"])
        schemas = below[:50]
    return schemas


def _keys(path: Sequence[str]) -> Iterator[Json]:
    for schema_part in _at(path):
        for part in _parts(schema_part):
            for key, value in part.get("properties", {}).items():
                yield option(key, "key", _resolve(value).get("description", ""))


def _values(path: Sequence[str]) -> Iterator[Json]:
    for schema_part in _at(path):
        for part in _parts(schema_part):
            for value in part.get("enum", ()):
                if isinstance(value, str):
                    yield option(value, "", part.get("description", ""))
            if part.get("type") == "boolean":
                yield from (option("true", "", part.get("description", "")), option("false"))


# names of the language, and of the text


@functools.cache
def _library_options() -> tuple[Json, ...]:
    return tuple(option(library.name, _title(library), _text(library)) for library in libraries().values())


def _libraries() -> Iterator[Json]:
    yield from _library_options()


def rules_in_words(library: LibraryFile) -> list[str]:
    """Return the sentences of the rules of a library."""
    node = library.document.get("rules")
    sentences = (rule.get("says") for rule in getattr(node, "items", ()) if hasattr(rule, "get"))
    return [" ".join(sentence.text.split()) for sentence in sentences if isinstance(sentence, Scalar)]


def _title(library: LibraryFile) -> str:
    return f"{library.title} ({library.family})" if library.family else library.title


def _text(library: LibraryFile) -> str:
    match = re.search(r"(?m)^text: *[|>]?-?\n?((?:.*\n)(?: .*\n)*)", library.file.read_text("utf-8"))
    return match[1] if match else ""


@functools.cache
def _functions() -> tuple[Json, ...]:
    return tuple(
        option(name, function.signature, f"{function.words} {function.example}") for name, function in all_functions().items()
    )


def _arguments(text: str, place: TextPlace) -> Iterator[Json]:
    """Yield the parameters of the function of the language whose call the place stands in."""
    depth = 0
    for at in range(place.start - 1, max(-1, place.start - LONGEST_CALL), -1):
        depth += (text[at] in ")]") - (text[at] in "([")
        if depth < 0:
            start, end = word_at(text, at)
            called = all_functions().get(text[start:end]) if text[at] == "(" else None
            for parameter in called.parameters if called else ():
                if not parameter.rest:
                    yield option(f"{parameter.name}=", f"parameter of {called.signature}" if called else "")
            return


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
        key = _KEY.match(line)
        if key is None:
            continue
        if not key[1]:
            section = key[3]
        elif section in NAMED and len(key[1]) <= 4 and not key[2] and re.fullmatch(r"[^\W\d]\w*", key[3]):
            yield option(key[3], section)


def _used_libraries(text: str) -> Iterator[LibraryFile]:
    """Yield the libraries of the language that a text uses, read from its lines, so that it may be unfinished."""
    for match in re.finditer(r"(?m)^use:((?:.*\n?)(?:[ -].*\n?)*)", text[:MOST_SEARCHED]):
        for name in dict.fromkeys(re.findall(r"\w+", match[1])):
            if name in libraries():
                yield libraries()[name]


@functools.cache
def _declared_by(name: str) -> tuple[Json, ...]:
    """Return the names that a library of the language declares."""
    document = libraries()[name].document
    options = []
    for section in NAMED:
        node = document.get(section)
        for key, value in getattr(node, "items", ()):
            says = value.get("says") if hasattr(value, "get") else None
            words = says.text if isinstance(says, Scalar) else ""
            options.append(option(key.text.partition("(")[0].strip(), f"{section} of {name}", words))
    return tuple(options)


def _library_names(text: str) -> Iterator[Json]:
    """Yield the names that the libraries of the text declare, for its rules."""
    for library in _used_libraries(text):
        yield from _declared_by(library.name)


def _printed_keys(text: str, path: Sequence[str]) -> Iterator[Json]:
    """Yield the clues and areas that the genre of the text prints, and the layers that givens are of."""
    if len(path) != 1 or path[0] not in ("clues", "areas", "givens"):
        return
    section = "layers" if path[0] == "givens" else path[0]
    for library in _used_libraries(text):
        own = f"{section} of {library.name}"
        yield from (
            completion | {"detail": library.name} for completion in _declared_by(library.name) if completion["detail"] == own
        )
    if path[0] == "givens":
        yield from (completion for completion in _own_names(text) if completion["detail"] == "layers")
