"""Encodings of kinds of terms: how one is declared, and how all are found."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ir.term import Term
from ..values import Value
from . import kinds

if TYPE_CHECKING:
    from .encoder import Encoder


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a kind of term is encoded.

    `require(encoder, term, positive, unless)` states that a truth term is true (or false) unless a literal is. `literal`: the
    term's literal, where it needs no new variable and clauses of its own; none where it does. `choice`: the literals of the
    values of a term. `linear`: a number as multiples of literals, where that is not simply its choice.
    """

    ops: tuple[str, ...]
    require: Callable[[Encoder, Term, bool, tuple[int, ...]], None]
    literal: Callable[[Encoder, Term], int | None] | None = None
    choice: Callable[[Encoder, Term], dict[Value, int]] | None = None
    linear: Callable[[Encoder, Term], tuple[int, list[tuple[int, int]]]] | None = None


@functools.cache
def all_encodings() -> dict[str, Encoding]:
    """Every encoding by operation."""
    found: dict[str, Encoding] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(kinds.__path__)):
        for value in vars(importlib.import_module(f"{kinds.__name__}.{module}")).values():
            if isinstance(value, Encoding):
                found.update(dict.fromkeys(value.ops, value))
    return found


def by_literal(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """`require` for terms that have a literal anyway."""
    literal = encoder.literal(term)
    encoder.clause((literal if positive else -literal, *unless))
