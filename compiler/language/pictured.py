"""What a notebook shows as a picture. Nothing here knows how to draw: imports go one way, and pictures are made of results."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `gridwright/__init__.py`, which imports this before it can take Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Pictured:
    """A record that Jupyter and its like show as a picture, by calling `_repr_svg_`.

    `svg_of` returns the SVG of a record, or None if it has no picture. The package puts it here (`gridwright/__init__.py`),
    because only that knows both the records and those who draw them.
    """

    svg_of: ClassVar[Callable[[Any], str | None] | None] = None

    def _repr_svg_(self) -> str | None:
        return Pictured.svg_of(self) if Pictured.svg_of else None
