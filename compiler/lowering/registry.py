"""Lowerings of functions: how one is declared, and how all are found."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..values import Value


@dataclass(frozen=True, slots=True)
class Lowering:
    """How a function is lowered: `lower(algebra, board?, ...)` takes what the plain evaluation takes, and may give `OPAQUE`."""

    name: str
    lower: Callable[..., Value]


def lowering(name: str) -> Callable[[Callable[..., Any]], Lowering]:
    """Declare the lowering of the function of that name."""
    return lambda lower: Lowering(name, lower)


@functools.cache
def all_lowerings() -> dict[str, Lowering]:
    """Every lowering by the name of its function."""
    from ... import compiler  # noqa: PLC0415

    package = importlib.import_module(f"{compiler.__name__}.lowering")
    found: dict[str, Lowering] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        for value in vars(importlib.import_module(f"{package.__name__}.{module}")).values():
            if isinstance(value, Lowering):
                found[value.name] = value
    return found
