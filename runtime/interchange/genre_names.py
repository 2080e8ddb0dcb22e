"""Say what the libraries of genres declare, for formats that need only names."""

from __future__ import annotations

from collections.abc import Mapping

from gridwright.compiler.library import libraries, uses
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Scalar, Sequence


def printed_in_cells(genre: str) -> Mapping[str, bool]:
    """Return the names of the clues that a genre prints in cells (true), or if there are none of its layers over cells (false).

    >>> dict(printed_in_cells("masyu")), dict(printed_in_cells("sudoku"))
    ({'circle': True}, {'number': False})
    """
    library = libraries().get(genre)
    if library is None:
        return {}
    clues, layers = (_names(library.document.get(key), word) for key, word in (("clues", "on"), ("layers", "over")))
    names = dict.fromkeys(clues, True) or dict.fromkeys(layers, False)
    if names:
        return names
    return {name: is_clue for use in uses(library.document) for name, is_clue in printed_in_cells(use.name).items()}


def _names(node: object, where: str) -> list[str]:
    entries = node.items if isinstance(node, SourceMapping) else ()
    keys = []
    for key, value in entries:
        places = value.get(where) if isinstance(value, SourceMapping) else None
        words = places.items if isinstance(places, Sequence) else (places,)
        names = [word.text for word in words if isinstance(word, Scalar)]
        if "cells" in names or (where == "over" and not names):
            keys.append(key.text)
    return keys
