"""What does not change while the server runs: the genres, the formats to write, and the tabs."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ..interchange.format import all_formats
from .puzzle_texts import known_genres


@functools.cache
def lists() -> dict[str, Any]:
    """Return genres, formats and tabs.

    >>> "puzz.link" in lists()["formats"]
    True
    """
    # Tabs of the page: some need no work here.
    tabs = sorted(path.stem for path in (Path(__file__).parent / "page" / "tabs").glob("*.js"))
    formats = [name for name, each in all_formats().items() if each.write is not None]
    return {"tabs": tabs, "genres": known_genres(), "formats": formats}
