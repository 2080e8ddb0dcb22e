"""Lowerings of functions: how one is declared, and how all are found."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from ..plugins import DeclaredPlugins
from ..records import dataclass
from ..values import Value


@dataclass(frozen=True, slots=True)
class Lowering:
    """How a function is lowered: `lower(algebra, board?, ...)` takes the arguments of plain evaluation. What it
    cannot lower it returns as `NotLowered`, with the reason.

    `takes_machines`: it takes machines too, and returns None if it has no better way than a term for each.
    `takes_groups`: its arguments may be groups of unknown extent, and other places any of which may be missing.
    """

    name: str
    lower: Callable[..., Value]
    takes_machines: bool
    takes_groups: bool


def lowering(name: str, *, takes_machines: bool = False, takes_groups: bool = False) -> Callable[[Callable[..., Any]], Lowering]:
    """Declare the lowering of the function of that name."""
    return lambda lower: Lowering(name, lower, takes_machines, takes_groups)


@functools.cache
def all_lowerings() -> Mapping[str, Lowering]:
    """Return every lowering by the name of its function."""
    return DeclaredPlugins(
        "gridwright.compiler.lowering.functions", Lowering, r'^@lowering\(\s*"(\w+)"', lambda registered: [registered.name]
    )
