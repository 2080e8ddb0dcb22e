"""Passes: modules to modules. Each is named by what holds afterwards."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from ..ir.module import Module

Others = ParamSpec("Others")
Pass = Callable[Concatenate[Module, Others], Module]


def only_with(*operations: str) -> Callable[[Pass[Others]], Pass[Others]]:
    """Return a decorator for a pass about terms of some operations. A module that has none of these stays as it is."""

    def decorate(run: Pass[Others]) -> Pass[Others]:
        @functools.wraps(run)
        def apply(module: Module, /, *others: Others.args, **named: Others.kwargs) -> Module:
            return module if module.operations.isdisjoint(operations) else run(module, *others, **named)

        return apply

    return decorate
