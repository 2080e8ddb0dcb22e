"""The libraries that come with the language: documents in `library/`, written in the language itself and found by looking."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterator, Mapping

from ..syntax.yaml_nodes import Mapping as SourceMapping
from ..syntax.yaml_nodes import read_bytes

# How messages call the folder: by its place in the package, which is the same on every machine.
PLACE = "gridwright/compiler/library"


@functools.cache
def libraries() -> Mapping[str, SourceMapping]:
    """Return the libraries of the language by name, sorted by name.

    >>> libraries()["latin"].get("title").text
    'Latin squares'
    """
    folder = importlib.resources.files("gridwright.compiler").joinpath("library")
    files = {file.name: file for file in folder.iterdir() if file.name.endswith(".yaml")}
    return {name.removesuffix(".yaml"): read_bytes(files[name].read_bytes(), f"{PLACE}/{name}") for name in sorted(files)}


def declared_names(document: SourceMapping) -> Iterator[str]:
    """Yield the names that a library declares, in the order written: layers, definitions, data and areas.

    >>> list(declared_names(libraries()["hooks"]))
    ['hook', 'row_size', 'column_size']
    """
    for key in ("layers", "define", "data", "areas"):
        node = document.get(key)
        if isinstance(node, SourceMapping):
            yield from (name.text.partition("(")[0].strip() for name, _ in node.items)


def hint(name: str) -> str:
    """Return a help sentence if a library of the language declares the name, otherwise an empty text.

    >>> hint("sudoku")
    'it comes with the library `sudoku`: write `use: [sudoku]`'
    >>> hint("number")
    ''
    """
    found = next((library for library, document in libraries().items() if name in declared_names(document)), None)
    return f"it comes with the library `{found}`: write `use: [{found}]`" if found else ""
