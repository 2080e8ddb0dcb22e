"""What does not change while the server runs: the genres, the formats to write, and the tabs."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from gridwright.compiler.library import libraries

from ..interchange.format import all_formats
from ..steps.bands import all_bands


@functools.cache
def lists() -> dict[str, Any]:
    """Return genres, formats and tabs.

    >>> "puzz.link" in lists()["formats"]
    True
    """
    # Tabs of the page: some need no work here.
    tabs = sorted(path.stem for path in (Path(__file__).parent / "page" / "tabs").glob("*.js"))
    formats = [name for name, kind in all_formats().items() if kind.write is not None]
    sorted_genres = sorted(
        (library for library in libraries().values() if library.family), key=lambda genre: (genre.family, genre.name)
    )
    genres = [
        {
            "name": genre.name,
            "title": genre.title,
            "family": genre.family,
            "names": genre.other_names,
            "text": genre.text,
            "goes_with": genre.goes_with,
            "has_bands": genre.name in all_bands(),
        }
        for genre in sorted_genres
    ]
    return {"tabs": tabs, "genres": genres, "formats": formats}
