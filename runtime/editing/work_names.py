"""Call a piece of work by its name, so that the server need not import what only the processes of the work need."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .work_process import Asked, Work


def call(module: str, name: str) -> Work:
    """Return work that a process imports when it is asked for it: a module of the runtime, such as `editing.completion`."""
    return functools.partial(_call, module, name)


def _call(module: str, name: str, request: Mapping[str, Any], asked: Asked) -> Any:
    work: Work = getattr(importlib.import_module(f"gridwright.runtime.{module}"), name)
    return work(request, asked)
