"""Limits on the size of a spec and of all that is made from it, since specs come from strangers.

What is past a limit is not wrong in itself: the message says which limit it is, and whoever trusts the spec can set another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace


def _limit(default: int, words: str, most: int = 10**12) -> int:
    return field(default=default, metadata={"words": words, "most": most})


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits that can be set, with what is usual.

    >>> Limits().allows("states")
    '`--max states=N` sets another limit'
    """

    file_size: int = _limit(1_000_000, "bytes in a file: a spec, a library, a grid, or a file to import", 1 << 30)
    depth: int = _limit(64, "levels of nested mappings and lists", 150)
    libraries: int = _limit(100, "libraries that a spec uses, directly or through other libraries", 10_000)
    side: int = _limit(200, "rows or columns of a board", 1_000_000)
    cells: int = _limit(10_000, "cells of a board", 10_000_000)
    steps: int = _limit(1_000_000, "steps when the loops of one rule, or a list of values, are unrolled")
    answer_steps: int = _limit(20_000_000, "steps when the answer or the objective is evaluated")
    fold_steps: int = _limit(20_000_000, "steps of evaluation while the states of one `fold` or `walk` are computed")
    states: int = _limit(50_000, "states of the automaton that reads one line or follows one walk")
    transitions: int = _limit(1_000_000, "transitions of such an automaton")
    clauses: int = _limit(10_000_000, "clauses that a spec compiles to")
    rounds: int = _limit(100_000, "rounds of refinement between two solutions")
    enumerated: int = _limit(100_000, "solutions that are evaluated one by one, if there is no faster way to find the best")

    def allows(self, *names: str) -> str:
        """Return the help sentence for limits that are too small: the options that set them."""
        assert {*names} <= {*NAMES.values()}
        options = " and ".join(f"`--max {name.replace('_', '-')}=N`" for name in names)
        return f"{options} sets another limit" if len(names) == 1 else f"{options} set other limits"

    def with_set(self, name: str, value: int) -> Limits:
        """Return these limits with one set, named as on the command line; raise `KeyError`, or `ValueError` with the range.

        >>> Limits().with_set("file-size", 5).file_size
        5
        """
        most = next(each.metadata["most"] for each in fields(Limits) if each.name == NAMES[name])
        if not 1 <= value <= most:
            raise ValueError(f"1 to {most:,}")
        return replace(self, **{NAMES[name]: value})


# The name of each on the command line, and that of its field.
NAMES: Mapping[str, str] = {each.name.replace("_", "-"): each.name for each in fields(Limits)}

USUAL = Limits()


def described() -> list[tuple[str, int, str]]:
    """Return the limits: for each its name on the command line, its default, and what it limits."""
    return [(name, getattr(USUAL, each.name), each.metadata["words"]) for (name, each) in zip(NAMES, fields(Limits), strict=True)]
