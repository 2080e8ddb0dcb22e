"""Recognise a file that is a library, and check it without a puzzle that uses it, as far as that is possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..limits import USUAL, Limits
from ..syntax import schema, schema_file
from ..syntax.diagnostics import Collector
from ..syntax.yaml_nodes import Mapping
from .libraries import LibraryPlaces, read_libraries
from .rules import read_define, read_rules

CONTENTS = {"needs", "use", "areas", "layers", "data", "define", "rules"}


def is_library(document: Mapping) -> bool:
    """Check whether a document is meant as a library: it has no board and nothing else that only a puzzle has.

    With `gridwright: 1`, but without parameters, it is a puzzle whose board was forgotten.
    """
    keys = {key.text for key, _ in document.items}
    puzzle = {"grid", "grids", *schema_file.schema()["definitions"]["library"]["elsewhere"]}
    return bool(keys & CONTENTS) and not keys & puzzle and ("gridwright" not in keys or "needs" in keys)


def check_library(path: str | Path, document: Mapping, limits: Limits = USUAL, libraries: Sequence[Path] = ()) -> None:
    """Raise `SpecError` with what is wrong with a library: its shape, the syntax of its expressions, the libraries that it uses.

    Which names there are is known only on the board of a puzzle.
    """
    check_library_document(document, LibraryPlaces(Path(path).parent, tuple(libraries)), limits)


def check_library_document(
    document: Mapping, places: LibraryPlaces, limits: Limits = USUAL, look: Callable[[], None] = lambda: None
) -> None:
    """Raise `SpecError` with what is wrong with a library whose own libraries are looked for in `places`."""
    schema.validate(document, library=True)
    collector = Collector(look)
    read_libraries(document, places, collector, limits)
    rules, definitions = document.get("rules"), document.get("define")
    if rules is not None:
        read_rules(rules, collector)
    for key, node in definitions.items if isinstance(definitions, Mapping) else ():
        read_define(key, node, collector)
    collector.raise_any()
