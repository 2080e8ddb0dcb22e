"""Encodings of kinds of terms: how one is declared, and how all are found."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ir.term import Term
from ..plugins import scan
from ..values import Value
from .problem import VariableEncoding

if TYPE_CHECKING:
    from .encoder import Encoder


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a kind of term is encoded.

    `require(encoder, term, positive, unless)` states that a truth term is true (or false) unless a literal is. `literal`: the
    term's literal, where it needs no new variable and clauses of its own; none where it does. `choice`: the literals of the
    values of a term. `linear`: a number as multiples of literals, where that is not simply its choice. `bits`: a number from a
    wide range.
    """

    ops: tuple[str, ...]
    require: Callable[[Encoder, Term, bool, tuple[int, ...]], None]
    literal: Callable[[Encoder, Term], int | None] | None = None
    choice: Callable[[Encoder, Term], dict[Value, int]] | None = None
    linear: Callable[[Encoder, Term], tuple[int, list[tuple[int, int]]]] | None = None
    bits: Callable[[Encoder, Term], VariableEncoding] | None = None


@functools.cache
def all_encodings() -> dict[str, Encoding]:
    """Every encoding by operation."""
    return {op: encoding for encoding in scan("gridwright.compiler.encode.operations", Encoding) for op in encoding.ops}


def by_literal(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """`require` for terms that have a literal anyway."""
    literal = encoder.literal(term)
    encoder.clause((literal if positive else -literal, *unless))
