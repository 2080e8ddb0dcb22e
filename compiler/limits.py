"""Limits on the size of a spec and of all that is made from it, since specs come from strangers.

What is past a limit is not wrong in itself: the message says which limit it is, and whoever trusts the spec can set another. A
spec can set limits of its own work, up to a ceiling for each, so that a puzzle that needs more needs no options. What the
command line sets cannot be exceeded by a spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .records import Field, dataclass, field, fields, replace


def _limit(default: int, words: str, most: int = 10**12, *, ceiling: int = 0) -> int:
    """Declare a limit; `most`: what the command line may set, `ceiling`: what a spec may, 0 if it may not."""
    return field(default=default, metadata={"words": words, "most": most, "ceiling": ceiling})


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits that can be set, with what is usual. `fixed`: the fields that the command line sets. `asked`: what the spec asks
    for, which may be more than it gets.

    >>> Limits().allows("states")
    '`--max states=N` sets another limit, and so does `limits: {states: N}` in the spec'
    """

    file_size: int = _limit(1_000_000, "bytes in a file: a spec, a library, a grid, or a file to import", 1 << 30)
    depth: int = _limit(64, "levels of nested mappings and lists", 150)
    libraries: int = _limit(100, "libraries that a spec uses, directly or through other libraries", 10_000)
    side: int = _limit(200, "rows or columns of a board", 1_000_000)
    cells: int = _limit(10_000, "cells of a board", 10_000_000)
    steps: int = _limit(20_000_000, "steps when the loops of one rule, or a list of values, are unrolled", ceiling=10**9)
    answer_steps: int = _limit(20_000_000, "steps when the answer or the objective is evaluated", ceiling=10**9)
    fold_steps: int = _limit(
        20_000_000, "steps of evaluation while the states of one `fold` or `walk` are computed", ceiling=10**9
    )
    states: int = _limit(50_000, "states of the automaton that reads one line or follows one walk", ceiling=500_000)
    transitions: int = _limit(1_000_000, "transitions of such an automaton", ceiling=10_000_000)
    clauses: int = _limit(10_000_000, "clauses that a spec compiles to")
    rounds: int = _limit(100_000, "rounds of refinement between two solutions", ceiling=10_000_000)
    enumerated: int = _limit(
        100_000, "solutions that are evaluated one by one, if there is no faster way to find the best", ceiling=10_000_000
    )
    fixed: tuple[str, ...] = ()
    asked: tuple[tuple[str, int], ...] = ()

    def allows(self, *names: str) -> str:
        """Return the help sentence for limits that are too small: what sets them."""
        assert {*names} <= {*NAMES.values()}
        options = " and ".join(f"`--max {_option(name)}=N`" for name in names)
        options_text = f"{options} sets another limit" if len(names) == 1 else f"{options} set other limits"
        refused = [
            f"`{_option(name)}: {asked}`, and `--max {_option(name)}={getattr(self, name)}` allows less"
            for name, asked in self.asked
            if name in names and asked > getattr(self, name)
        ]
        if refused:
            return f"the spec asks for {'; for '.join(refused)}; {options_text}"
        if any(getattr(self, name) >= self.ceiling(name) for name in names):
            return options_text
        return f"{options_text}, and so does `limits: {{{', '.join(f'{_option(name)}: N' for name in names)}}}` in the spec"

    def ceiling(self, name: str) -> int:
        """Return the most that a spec may set for a field; 0 if it may not set it."""
        usual: int = getattr(USUAL, name)
        own: int = getattr(self, name)
        most: int = _BY_NAME[name].metadata["ceiling"]
        if (name, own) in self.asked and name not in self.fixed:  # it is the spec's own
            return most
        return min(own, most) if name in self.fixed or own != usual else most

    def with_own(self, wanted: Mapping[str, int]) -> Limits:
        """Return these limits with those that a spec sets for itself, named as on the command line, as far as it may.

        >>> Limits().with_own({"steps": 30_000_000}).steps, Limits(steps=5).with_own({"steps": 30_000_000}).steps
        (30000000, 5)
        """
        own: dict[str, Any] = {NAMES[name]: min(value, self.ceiling(NAMES[name])) for name, value in wanted.items()}
        own["asked"] = tuple((NAMES[name], value) for name, value in wanted.items())
        return replace(self, **own)

    def with_set(self, name: str, value: int) -> Limits:
        """Return these limits with one set, named as on the command line; raise `KeyError`, or `ValueError` with the range.

        >>> Limits().with_set("file-size", 5).file_size
        5
        """
        most = _BY_NAME[NAMES[name]].metadata["most"]
        if not 1 <= value <= most:
            raise ValueError(f"1 to {most:,}")
        changed: dict[str, Any] = {NAMES[name]: value, "fixed": (*self.fixed, NAMES[name])}
        return replace(self, **changed)


def _option(name: str) -> str:
    return name.replace("_", "-")


_BY_NAME: Mapping[str, Field[int]] = {each.name: each for each in fields(Limits) if each.metadata}

# The name of each on the command line, and that of its field.
NAMES: Mapping[str, str] = {_option(name): name for name in _BY_NAME}

USUAL = Limits()


def descriptions() -> list[tuple[str, int, int, str]]:
    """Return the limits: for each its name on the command line, its default, what a spec may set (or 0), and what it limits."""
    return [
        (name, getattr(USUAL, limit.name), limit.metadata["ceiling"], limit.metadata["words"])
        for name, limit in zip(NAMES, _BY_NAME.values(), strict=True)
    ]
