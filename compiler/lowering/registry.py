"""Lowerings of functions: how one is declared, and how all are found."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..folder import declared
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
    package = importlib.import_module(__package__ or "")
    return {found.name: found for found in declared(package, Lowering)}
