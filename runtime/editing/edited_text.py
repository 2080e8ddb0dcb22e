"""A text as it is in an editor, with the folder that it belongs to, and the texts of other files that are open there.

What is on disk may be older: a library that is open in the editor counts as it is there.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.loader.library_check import check_library_document, is_library
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..execution.library_folders import library_folders

MOST_OPEN = 50  # other files


@dataclass(frozen=True)
class EditedText:
    """A text: the name of its file, the folder that this is in (empty if it is in none), and other texts by name."""

    text: str
    name: str = "puzzle.yaml"
    folder: str = ""
    others: Mapping[str, str] = field(default_factory=dict)

    @functools.cached_property
    def places(self) -> LibraryPlaces:
        """Return where its libraries are looked for."""
        if not self.folder:
            return LibraryPlaces(None, (), {})
        try:
            shared = library_folders(str(Path(self.folder, self.name)))
        except click.UsageError:  # which commands report
            shared = ()
        return LibraryPlaces(Path(self.folder), shared, self.others)

    @functools.cached_property
    def document(self) -> yaml_nodes.Mapping | None:
        """Return the document; None if the text is no YAML now."""
        try:
            return read_text(self.text, self.name, USUAL)
        except SpecError:
            return None

    def load(self, deadline: Deadline) -> Spec | None:
        """Return the spec, or None for a library that is right; raise `SpecError` with all that is wrong."""
        document = read_text(self.text, self.name, USUAL, deadline.check)
        if not is_library(document):
            return read_spec(document, self.name, self.places, USUAL, deadline)
        check_library_document(document, self.places, USUAL, deadline.check)
        return None


def edited_text(request: Mapping[str, Any]) -> EditedText:
    """Return the text that a request from another process is about."""
    return EditedText(request["text"], request["name"], request["folder"], request["others"])
