"""Print with styles: those of the program are obeyed, and whatever a text contains is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from gridwright.compiler.syntax.visible_text import visible
from rich.console import Console
from rich.segment import Segment

from .safe_output import with_controls


class SafeConsole(Console):
    """A console whose styles are obeyed, and whose texts are not."""

    def __init__(self, *, stderr: bool = False, **options: Any) -> None:
        super().__init__(file=with_controls(sys.stderr if stderr else sys.stdout), highlight=False, markup=False, **options)

    def render(self, *given: Any, **named: Any) -> Iterable[Segment]:
        """Yield the segments of something, with visible texts."""
        for segment in super().render(*given, **named):
            yield segment if segment.control else segment._replace(text=visible(segment.text))
