"""The names of the tabs, without what they import."""

from __future__ import annotations

from gridwright.compiler.plugins import names


def tab_names() -> tuple[str, ...]:
    """Return the names of all tabs."""
    return names("gridwright.runtime.studio.tabs")
