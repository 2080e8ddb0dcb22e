"""Declare a tab: what is found out about a puzzle on demand. A tab is a file in `tabs`; the page has one, or a dialog, for it."""

from __future__ import annotations

from gridwright.compiler.records import dataclass

from ..editing.work_process import Work

TABS = "gridwright.runtime.studio.tabs"


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab: `work` gets a request with `text` and `options`, and returns the report that the page shows."""

    work: Work
