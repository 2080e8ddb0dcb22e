"""Call a piece of work by its name, so that the server need not import what only the processes of the work need."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gridwright.compiler.plugins import named

from .gate import Refused

if TYPE_CHECKING:
    from .work_process import Asked, Work


def call(module: str, name: str) -> Work:
    """Return work that a process imports when it is asked for it."""
    return functools.partial(_called, module, name)


def _called(module: str, name: str, request: Mapping[str, Any], asked: Asked) -> Any:
    work: Work = getattr(importlib.import_module(f"{__package__}.{module}"), name)
    return work(request, asked)


def call_tab(name: str) -> Work:
    """Return the work of a tab."""
    return functools.partial(_called_tab, name)


def _called_tab(name: str, request: Mapping[str, Any], asked: Asked) -> Any:
    from .tab import TABS, Tab  # noqa: PLC0415 (which imports what only processes need)

    tab = named(TABS, name, Tab)
    if tab is None:
        raise Refused(404, "there is no such tab")
    return tab.work(request, asked)
