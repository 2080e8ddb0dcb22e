"""The general lemma: an expression was evaluated, and came out so because of the values that it read.

"Not all of these values again, or the expression comes out like this" is sound whatever the expression, and complete, since a
model that is refused once cannot come back with the same values.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.encode.problem import Clause, LazyEvaluated, VariableEncoding
from gridwright.compiler.ir.term import Evaluated, Variable
from gridwright.compiler.language.budget import Budget, GaveUp
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value

from .lemma_kind import Candidate, LemmaKind

NO_LITERALS = "this needs a list of the values of each unknown, and there is none of a number without bounds"


def lemmas(lazy: LazyEvaluated, candidate: Candidate) -> Iterator[Clause]:
    """Yield a clause if the literal differs from the value of the expression."""
    evaluated: Evaluated = lazy.term.detail
    read: dict[Variable, Value] = {}

    def reader(layer: Layer, position: int) -> Value:
        variable = Variable(layer, position)
        if variable not in read:
            read[variable] = value_of(candidate.problem.places[variable], candidate)
        return read[variable]

    budget = Budget("this rule", evaluated.node.span, candidate.problem.limits, candidate.deadline)
    holds = Interpreter(reader, budget=budget).run_truth(evaluated.node, evaluated.scope)
    if holds != candidate.holds(lazy.literal):
        differs = [literal for variable in read for literal in not_again(candidate.problem.places[variable], candidate)]
        yield (*dict.fromkeys(differs), lazy.literal if holds else -lazy.literal)


def value_of(place: VariableEncoding, candidate: Candidate) -> Value:
    """Return the value of an unknown in a candidate; raise `GaveUp` for a number without bounds, which only the engine knows."""
    if place.number:
        raise GaveUp(NO_LITERALS)
    if place.bits:
        if place.filled and not candidate.holds(place.filled):
            return BLANK
        return place.offset + sum(1 << at for at, bit in enumerate(place.bits) if candidate.holds(bit))
    return next(value for value, literal in place.literals.items() if candidate.holds(literal))


def literals_of(place: VariableEncoding, value: Value) -> list[int]:
    """Return literals that are all true exactly if an unknown has a value; contradictory ones if it never has.

    Raise `GaveUp` for a number without bounds, which has no literals."""
    if place.number:
        raise GaveUp(NO_LITERALS)
    if not place.bits:
        return (
            [place.literals[value]]
            if value in place.literals
            else [next(iter(place.literals.values())), -next(iter(place.literals.values()))]
        )
    if value is BLANK:
        return [-place.filled]
    number = value - place.offset
    bits = [bit if number >> at & 1 else -bit for at, bit in enumerate(place.bits)]
    return [*bits, *((place.filled,) if place.filled else ())]


def not_again(place: VariableEncoding, candidate: Candidate) -> Iterator[int]:
    """Yield literals of which one is true unless the unknown has the same value again."""
    if place.bits:
        for literal in (*place.bits, *((place.filled,) if place.filled else ())):
            yield -literal if candidate.holds(literal) else literal
    else:
        yield -next(literal for literal in place.literals.values() if candidate.holds(literal))


GENERAL = LemmaKind(LazyEvaluated, lemmas)
