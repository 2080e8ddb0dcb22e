"""How a kind of lemma is declared, what it may look at, and how all are found.

A lemma is made from *parameters*, plain numbers such as those of two vertices and of the cut between them. The search finds
parameters that refuse a candidate. A certificate has the parameters and no clauses, and whoever checks it makes the lemma again:
it follows from its constraint whatever the parameters are, as long as `is_valid` accepts them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.plugins import scan
from gridwright.compiler.records import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model of what an engine has so far: `holds(literal)`, the problem, and the encoder of lemmas that are terms."""

    problem: Problem
    holds: Callable[[int], bool]
    deadline: Deadline
    encoder: LemmaEncoder


@dataclass(frozen=True, slots=True)
class TermLemma:
    """A lemma that is a term: it is true, or one of the literals in `unless` is."""

    term: Term
    unless: Clause


Lemma = Clause | TermLemma
Parameters = Sequence[Any]  # numbers, truth values, and sequences of these


@dataclass(frozen=True, slots=True)
class LemmaKind:
    """For one class of lazy constraints: the lemmas that refuse a candidate on which the constraint does not hold.

    `parameters(lazy, candidate)` yields the parameters of these lemmas. `make(lazy, parameters, encoder)` returns the lemma of
    some parameters. `is_valid(lazy, parameters, problem, deadline)`: whether the lemma of these parameters follows from the
    constraint; it may also raise one of `MALFORMED`. Only parameters from a stranger need it.
    """

    of: type
    parameters: Callable[[Any, Candidate], Iterable[Parameters]]
    make: Callable[[Any, Parameters, LemmaEncoder], Lemma]
    is_valid: Callable[[Any, Parameters, Problem, Deadline], bool]

    def lemmas(self, lazy: Any, candidate: Candidate) -> Iterator[Lemma]:
        """Yield the lemmas that refuse a candidate."""
        for parameters in self.parameters(lazy, candidate):
            yield self.make(lazy, parameters, candidate.encoder)


MALFORMED = (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError)  # by parameters of another form


@functools.cache
def all_kinds() -> dict[type, LemmaKind]:
    """Return every kind of lemma by the class of its lazy constraints."""
    return {kind.of: kind for kind in scan("gridwright.runtime.solving.lemmas", LemmaKind)}
