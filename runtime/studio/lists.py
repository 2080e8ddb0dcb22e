"""What does not change while the server runs: the genres, the formats to write, and the tabs."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from gridwright.compiler.library import libraries

from ..interchange.format import all_formats


@functools.cache
def lists() -> dict[str, Any]:
    """Return genres, formats and tabs.

    >>> "puzz.link" in lists()["formats"]
    True
    """
    # Tabs of the page: some need no work here.
    tabs = sorted(path.stem for path in (Path(__file__).parent / "page" / "tabs").glob("*.js"))
    formats = [name for name, each in all_formats().items() if each.write is not None]
    found = sorted((each for each in libraries().values() if each.family), key=lambda each: (each.family, each.name))
    genres = [
        {
            "name": each.name,
            "title": each.title,
            "family": each.family,
            "names": each.other_names,
            "text": each.text,
            "goes_with": each.goes_with,
        }
        for each in found
    ]
    return {"tabs": tabs, "genres": genres, "formats": formats}
