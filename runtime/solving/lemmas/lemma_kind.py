"""How a kind of lemma is declared, what it may look at, and how all are found."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.plugins import scan
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model of what an engine has so far: `holds(literal)`, the problem, and the encoder of lemmas that are terms."""

    problem: Problem
    holds: Callable[[int], bool]
    deadline: Deadline
    encoder: LemmaEncoder


@dataclass(frozen=True, slots=True)
class TermLemma:
    """A lemma that is a term: it is true, or one of the literals in `unless` is. `values`: what a refinement answers with it."""

    term: Term
    unless: Clause
    values: tuple[Value, ...]


Lemma = Clause | TermLemma


@dataclass(frozen=True, slots=True)
class LemmaKind:
    """For one class of lazy constraints: the lemmas that refuse a candidate on which the constraint does not hold."""

    of: type
    lemmas: Callable[[Any, Candidate], Iterable[Lemma]]


@functools.cache
def all_kinds() -> dict[type, LemmaKind]:
    """Return every kind of lemma by the class of its lazy constraints."""
    return {found.of: found for found in scan("gridwright.runtime.solving.lemmas", LemmaKind)}
