"""What does not change while the server runs: the genres, the formats to write, and the tabs."""

from __future__ import annotations

import functools
from typing import Any

from gridwright.compiler.plugins import names

from ..interchange.format import all_formats
from .puzzle_texts import known_genres


@functools.cache
def lists() -> dict[str, Any]:
    """Return genres, formats and tabs.

    >>> "puzz.link" in lists()["formats"]
    True
    """
    formats = [name for name, each in all_formats().items() if each.write is not None]
    return {"tabs": list(names("gridwright.runtime.studio.tabs")), "genres": known_genres(), "formats": formats}
