"""Givens and rules' instances one by one, by plain evaluation alone: which of them a grid breaks, and which sets contradict."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from brute import assignments
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.language.spec import Spec
from gridwright.runtime.judging.judge import Violation, judge

Item = tuple[str, int, str, tuple[tuple[str, str], ...]]


def item(origin: Origin) -> Item:
    """What the judge calls an origin: where it is written, and for a rule in which grid and with which bindings."""
    bindings = () if origin.kind == "given" else origin.bindings
    return origin.span.source.path, origin.span.start, origin.grid, bindings


def item_broken(violation: Violation) -> Item:
    """The item that a grid breaks."""
    return violation.span.source.path, violation.span.start, violation.grid, violation.bindings


def broken_by_grid(spec: Spec) -> list[set[Item]]:
    """For each grid there is, what it breaks; of grids that break the same, one."""
    broken = {frozenset(map(item_broken, judge(spec, grid).violations)) for grid in assignments(spec)}
    return [set(items) for items in broken]


def contradict(items: Iterable[Item], broken: Sequence[set[Item]]) -> bool:
    """Whether every grid breaks one of the items."""
    wanted = set(items)
    return all(wanted & broken_items for broken_items in broken)


def fewest(items: Sequence[Item], broken: Sequence[set[Item]]) -> int:
    """How many of the items contradict at least."""
    return next(
        number
        for number in range(len(items) + 1)
        if any(contradict(some, broken) for some in itertools.combinations(items, number))
    )
