"""Write the rules of a puzzle for those who solve it: the text of its author, or else the text of each of its genres.

A genre says its rules in the first paragraph of its `text`; what follows is for those who write a puzzle. Then come the
parameters of the genre, and what the puzzle's own rules say.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import LibraryFile, Use, libraries, uses
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar

_LONGEST_VALUE = 60


def printed_rules(spec: Spec) -> str:
    """Return the rules as lines."""
    lines = spec.text.splitlines() or list(dict.fromkeys(_rules(spec)))
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())


def _rules(spec: Spec) -> Iterator[str]:
    entries = list(uses(spec.document))
    used: dict[str, tuple[LibraryFile, Use]] = {}
    for genre, use in _genres(entries):
        if use in entries or genre.name not in used:  # parameters that the puzzle sets come before those of a library
            used[genre.name] = genre, use
    covered: set[str] = set()
    for genre, use in used.values():
        yield _for_solvers(genre.document.get("text"))
        yield from _parameters(genre, use)
        covered |= {genre.place} | {
            libraries()[helper.name].place for helper in uses(genre.document) if helper.name in libraries()
        }
    yield from (rule.says for rule in spec.rules if rule.says and rule.span.source.path not in covered)


def _genres(entries: Sequence[Use]) -> Iterator[tuple[LibraryFile, Use]]:
    """Yield the genres that have a text. The genres that a genre uses come before it."""
    for use in entries:
        library = libraries().get(use.name)
        if library is not None and library.family and library.document.get("text") is not None:
            yield from _genres(list(uses(library.document)))
            yield library, use


def _for_solvers(text: Node | None) -> str:
    """Return the first paragraph of the text of a genre."""
    return text.text.strip().split("\n")[0] if isinstance(text, Scalar) else ""


def _parameters(genre: LibraryFile, use: Use) -> Iterator[str]:
    """Yield a sentence for each parameter with a fixed value."""
    needs, arguments = genre.document.get("needs"), use.arguments()
    for name, need in needs.items if isinstance(needs, Mapping) else ():
        default, says = (need.get(key) if isinstance(need, Mapping) else None for key in ("default", "says"))
        value = _in_words(arguments[name.text][1] if name.text in arguments else default)
        if value and isinstance(says, Scalar):
            yield f"{says.text[:1].upper()}{says.text[1:]}: {value}."


def _in_words(node: Node | None) -> str:
    """Return a value in words; empty if it has to be calculated or is too long.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> [_in_words(read_text(f"a: {text}", "").get("a")) for text in ("true", "3", "'[4, 3, 3]'", "len(cells)")]
    ['yes', '3', '4, 3, 3', '']
    """
    if not isinstance(node, Scalar):
        return ""
    if isinstance(node.value, bool):
        return "yes" if node.value else "no"
    try:
        value = ast.literal_eval(node.text)
    except (ValueError, SyntaxError):
        return ""
    words = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return words if len(words) <= _LONGEST_VALUE else ""
