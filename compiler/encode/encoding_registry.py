"""Encodings of operations: how one is declared, and how all are found."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..ir.term import Term
from ..plugins import scan
from ..records import dataclass
from ..values import Value
from .problem import VariableEncoding


@dataclass(frozen=True, slots=True)
class Encoding:
    """How an operation is encoded. The first argument of each function is an `Encoder`.

    `require(encoder, term, positive, unless)` states that a truth term is true (or false) unless a literal is. `literal`: the
    term's literal if it needs no new variable and clauses of its own, otherwise None. `choice`: the literals of the values of a
    term. `linear`: a number as multiples of literals, if that is not simply its choice. `bits`: a number from a wide range.
    """

    ops: tuple[str, ...]
    require: Callable[[Any, Term, bool, tuple[int, ...]], None]
    literal: Callable[[Any, Term], int | None] | None = None
    choice: Callable[[Any, Term], dict[Value, int]] | None = None
    linear: Callable[[Any, Term], tuple[int, list[tuple[int, int]]]] | None = None
    bits: Callable[[Any, Term], VariableEncoding] | None = None


@functools.cache
def all_encodings() -> dict[str, Encoding]:
    """Return every encoding by operation."""
    return {op: encoding for encoding in scan("gridwright.compiler.encode.operations", Encoding) for op in encoding.ops}


def by_literal(encoder: Any, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """State a term by its literal: `require` for operations whose terms always have one."""
    literal = encoder.literal(term)
    encoder.clause((literal if positive else -literal, *unless))
