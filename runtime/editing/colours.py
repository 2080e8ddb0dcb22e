"""What the words inside expressions are, so that an editor can colour them: by their names only, so also in unfinished text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.scope import ALL_DIRECTIONS, CONSTANTS, GEOMETRY, PLACE_NAME
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax import parser

from .declared_names import declared_names, library_names
from .edited_text import EditedText
from .expressions import WrittenExpression, expressions

# How editors call what we colour: names of the protocol of language servers.
OF_SECTION = {"layers": "variable", "areas": "type", "clues": "property", "data": "enumMember", "define": "macro"}
KINDS = (*OF_SECTION.values(), "function", "parameter", "keyword", "number", "string", "operator", "namespace")
WORDS = {"for", "in", "if", "else", "and", "or", "not", "lambda"}
OF_BOARD = {*GEOMETRY, *ALL_DIRECTIONS, "grid", "grids", "clue"}
MOST = 100_000  # words
_TOKEN = re.compile(
    r"(?P<string>'[^'\n]*'|\"[^\"\n]*\")|(?P<number>\d+)|(?P<name>[^\W\d]\w*)|(?P<operator>\.\.|[-+*/%<>=!]=?|\*\*|//)"
)


@dataclass(frozen=True, slots=True)
class ColouredWord:
    """A word at some characters of the text, and its kind."""

    start: int
    end: int
    kind: str


def coloured_words(text: EditedText) -> list[ColouredWord]:
    """Return the words of all expressions, in the order of the text; none while it is no YAML.

    >>> [(word.start, word.kind) for word in coloured_words(EditedText("rules: [count(cells) > 3]"))]
    [(8, 'function'), (14, 'namespace'), (21, 'operator'), (23, 'number')]
    """
    document = text.document
    if document is None:
        return []
    known = {name: OF_SECTION[library.declared.section] for name, library in library_names(document, text.places).items()}
    known |= {declaration.name: OF_SECTION[declaration.section] for declaration in declared_names(document)}
    words = {word.start: word for written in expressions(document) for word in _in_expression(written, known)}
    return [words[start] for start in sorted(words)][:MOST]


def _in_expression(written: WrittenExpression, known: Mapping[str, str]) -> Iterator[ColouredWord]:
    scalar = written.scalar
    if len(scalar.text) > parser.MAX_LENGTH:
        return
    bound = {*written.bound, *_bound_inside(scalar.text)}
    for token in _TOKEN.finditer(scalar.text):
        kind = token.lastgroup or ""
        if kind == "name":
            kind = _kind_of_name(scalar.text, token, known, bound)
        place = scalar.part(token.start(), token.end())
        if kind and place.end - place.start == token.end() - token.start():  # not across an end of a line
            yield ColouredWord(place.start, place.end, kind)


def _bound_inside(text: str) -> set[str]:
    """Return the names that loops and lambdas of an expression bind."""
    targets = re.findall(r"(?:\bfor\b|^)([\w\s,()]{1,200}?)\bin\b|\blambda\b([\w\s,]{1,200}):", text)
    return {name for names in targets for name in re.findall(r"[^\W\d]\w*", " ".join(names))} - WORDS


def _kind_of_name(text: str, token: re.Match[str], known: Mapping[str, str], bound: set[str]) -> str:
    name = token[0]
    before, after = text[: token.start()].rstrip(), text[token.end() :].lstrip()
    if name in WORDS:
        return "keyword"
    if before.endswith(".") and not before.endswith(".."):
        return known.get(name, "property")
    if name in bound:
        return "parameter"
    if name in known:
        return known[name]
    if name in all_functions() and after.startswith("("):
        return "function"
    if name in CONSTANTS:
        return "keyword"
    if name in OF_BOARD:
        return "namespace"
    if PLACE_NAME.fullmatch(name):
        return "enumMember"
    return "function" if name in all_functions() else ""
