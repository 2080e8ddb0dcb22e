"""The names of the tabs, and their work by its name, without what they import."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gridwright.compiler.plugins import find_plugin, names

from ..editing.refused import Refused

if TYPE_CHECKING:
    from ..editing.work_process import Asked, Work


def tab_names() -> tuple[str, ...]:
    """Return the names of all tabs."""
    return names("gridwright.runtime.studio.tabs")


def call_tab(name: str) -> Work:
    """Return the work of a tab, which a process imports when it is asked for it."""
    return functools.partial(_called_tab, name)


def _called_tab(name: str, request: Mapping[str, Any], asked: Asked) -> Any:
    from .tab import TABS, Tab  # noqa: PLC0415 (which imports what only processes need)

    tab = find_plugin(TABS, name, Tab)
    if tab is None:
        raise Refused(404, "there is no such tab")
    return tab.work(request, asked)
