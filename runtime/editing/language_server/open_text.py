"""A text that is open in the editor: its version, its positions, what the last check found, and what the last search found."""

from __future__ import annotations

import asyncio
import functools
from pathlib import Path

from gridwright.compiler.records import dataclass, field
from lsprotocol.types import PositionEncodingKind
from pygls.uris import from_fs_path, to_fs_path

from ..diagnostics_json import Offsets
from ..edited_text import MOST_OPEN, EditedText
from ..work_process import Json
from .positions import Positions


@dataclass(eq=False)
class OpenText:
    """A version of an open text. Nothing of it changes but what is found out about it."""

    uri: str
    version: int | None
    edited: EditedText
    encoding: PositionEncodingKind | str | None
    checking: asyncio.Task[None] | None = None
    found: list[Json] = field(default_factory=list)
    verified: str = ""  # what a search found, in words
    is_verifying: bool = False

    @functools.cached_property
    def positions(self) -> Positions:
        """Return its positions."""
        return Positions(self.edited.text, self.encoding)

    @functools.cached_property
    def offsets(self) -> Offsets:
        """Return its offsets, as diagnostics have them."""
        return Offsets(self.edited.text)

    def request(self) -> Json:
        """Return the request that sends it to another process."""
        edited = self.edited
        return {"text": edited.text, "name": edited.name, "folder": edited.folder, "others": dict(edited.others)}

    def uri_of(self, path: str) -> str:
        """Return the address of a file that a message names: a library of the language, or one of its folder."""
        from gridwright.compiler.library import libraries  # noqa: PLC0415 (only messages about other files need it)

        shipped = next((library.file for library in libraries().values() if library.place == path), None)
        return from_fs_path(str(shipped or Path(self.edited.folder or ".", path))) or self.uri


def place_of(uri: str) -> tuple[str, str]:
    """Return the folder and the name of a file; the folder is empty if it has no place on disk."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    if not path:
        return "", "puzzle.yaml"
    return str(Path(path).parent), Path(path).name


def others_beside(uri: str, texts: dict[str, str]) -> dict[str, str]:
    """Return the other open texts of the same folder, by the names of their files; `texts` are all by address."""
    folder, name = place_of(uri)
    texts_beside: dict[str, str] = {}
    for other, text in texts.items():
        there, called = place_of(other)
        if folder and there == folder and called != name and called.endswith(".yaml") and len(texts_beside) < MOST_OPEN:
            texts_beside[called] = text
    return texts_beside
