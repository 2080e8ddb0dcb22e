"""The general lemma: an expression was evaluated, and came out so because of the values that it read.

"Not all of these values again, or the expression comes out like this" is sound whatever the expression, and complete, since a
model that is refused once cannot come back with the same values.

The parameters are literals that are true if all values are these, and what the expression comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, LazyEvaluated, Problem, VariableEncoding
from gridwright.compiler.ir.term import Evaluated, Variable
from gridwright.compiler.language.budget import Budget, Deadline, GaveUp
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value

from .lemma_kind import Candidate, LemmaKind, Parameters

NO_LITERALS = "this needs a list of the values of each unknown, and there is none of a number without bounds"


def parameters(lazy: LazyEvaluated, candidate: Candidate) -> Iterator[Parameters]:
    """Yield the values that were read if the literal differs from the value of the expression."""
    places = candidate.problem.places
    holds, read = _evaluate(lazy, lambda place: value_of(place, candidate), candidate.problem, candidate.deadline)
    if holds != candidate.holds(lazy.literal):
        again = dict.fromkeys(-literal for variable in read for literal in not_again(places[variable], candidate))
        yield list(again), holds


def make(lazy: LazyEvaluated, parameters: Parameters, encoder: LemmaEncoder) -> Clause:
    """Return the clause of values that were read."""
    again, holds = parameters
    return (*(-literal for literal in again), lazy.literal if holds else -lazy.literal)


def is_valid(lazy: LazyEvaluated, parameters: Parameters, problem: Problem, deadline: Deadline) -> bool:
    """Check whether the expression comes to this if the literals are true, whatever else is."""
    again, holds = parameters
    true = set(again)
    return _evaluate(lazy, lambda place: _value_if(place, true), problem, deadline)[0] is holds


def _evaluate(
    lazy: LazyEvaluated, value: Callable[[VariableEncoding], Value], problem: Problem, deadline: Deadline
) -> tuple[bool, dict[Variable, Value]]:
    """Return the value of the expression, and the values that it reads."""
    evaluated: Evaluated = lazy.term.detail
    read: dict[Variable, Value] = {}

    def reader(layer: Layer, position: int) -> Value:
        variable = Variable(layer, position)
        if variable not in read:
            read[variable] = value(problem.places[variable])
        return read[variable]

    budget = Budget("this rule", evaluated.node.span, problem.limits, deadline)
    return Interpreter(reader, budget=budget).run_truth(evaluated.node, evaluated.scope), read


def _value_if(place: VariableEncoding, true: set[int]) -> Value:
    """Return the value of an unknown if some literals are true; raise `LookupError` if these leave it open."""
    bits = (*place.bits, *((place.filled,) if place.filled else ()))
    if not all(bit in true or -bit in true for bit in bits):
        raise LookupError
    if not bits:
        for value, literal in place.literals.items():
            if literal in true:
                return value
        raise LookupError
    if place.filled and place.filled not in true:
        return BLANK
    return place.offset + sum(1 << at for at, bit in enumerate(place.bits) if bit in true)


def value_of(place: VariableEncoding, candidate: Candidate) -> Value:
    """Return the value of an unknown in a candidate; raise `GaveUp` for a number without bounds, which only the engine knows."""
    if place.number:
        raise GaveUp(NO_LITERALS)
    if place.bits:
        if place.filled and not candidate.holds(place.filled):
            return BLANK
        return place.offset + sum(1 << at for at, bit in enumerate(place.bits) if candidate.holds(bit))
    for value, literal in place.literals.items():
        if candidate.holds(literal):
            return value
    raise LookupError


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
    """Yield literals that form a clause: at least one is true unless the unknown has the same value again."""
    if place.bits:
        for literal in (*place.bits, *((place.filled,) if place.filled else ())):
            yield -literal if candidate.holds(literal) else literal
    else:
        yield -next(literal for literal in place.literals.values() if candidate.holds(literal))


GENERAL = LemmaKind(LazyEvaluated, parameters, make, is_valid)
