"""Define a format of reports: its option, and how the results of a run become a text."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from gridwright.compiler.plugins import scan
from gridwright.compiler.records import dataclass

from ..results import SpecResult


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `--NAME FILE` asks for it; `text` makes the report of a command's cases; `is_one` tells whether a text is one."""

    name: str
    words: str
    text: Callable[[str, Sequence[SpecResult]], str]
    is_one: Callable[[str], bool]


@functools.cache
def all_formats() -> dict[str, Format]:
    """Return the formats by name.

    >>> list(all_formats())
    ['junit', 'sarif']
    """
    return {format.name: format for format in scan("gridwright.runtime.execution.ci_formats", Format)}
