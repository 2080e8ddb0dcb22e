"""`cases`: the value beside the first condition that is true. Values of their own, with clauses in both directions."""

from __future__ import annotations

from ...ir.term import Term, branches
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..log_encoding import linear, new_bits
from ..order_encoding import exactly_one
from ..problem import Clause, VariableEncoding

FEW = 4_000  # clauses that need not be saved


def _guards(encoder: Encoder, term: Term) -> list[tuple[Term, tuple[int, ...]]]:
    """Return each value with literals that form a clause: at least one is true unless the value is chosen."""
    pairs = branches(term)
    conditions = [condition for condition, _ in pairs]
    exclusive = all(c.op == "is" and c.args == conditions[0].args for c in conditions)
    guards: list[tuple[Term, tuple[int, ...]]] = []
    passed: tuple[int, ...] = ()  # literals of which one is true unless all conditions so far are false
    meaning = conditions[0]
    for at, (condition, value) in enumerate(pairs):
        literal = encoder.literal(condition)
        guards.append((value, (-literal,) if exclusive else (*passed, -literal)))
        passed = (*passed, literal)
        if at and not exclusive:
            meaning = encoder.either(meaning, condition)
            passed = (_any(encoder, meaning, passed),) if at >= 2 else passed
    guards.append((term.args[-1], passed))
    return guards


def _any(encoder: Encoder, meaning: Term, passed: tuple[int, ...]) -> int:
    """Return a literal for "one of the conditions so far", so that clauses of long chains stay short.

    All that is chosen by the same conditions shares it.
    """
    known = encoder.literals([meaning])
    if known is not None:
        return known[0]
    with encoder.group(meaning):
        literal = encoder.fresh(meaning)
        if meaning.op != "constant":
            encoder.defined_by(literal, meaning)
        for member in passed:
            encoder.clause((-member, literal))
        encoder.clause((-literal, *passed))
    return literal


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    for value, guard in _guards(encoder, term):
        if value.op == "constant":
            if value.detail is not positive:
                encoder.clause((*guard, *unless))
        else:
            encoder.require(value, positive, (*guard, *unless))


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    if len(term.args) == 3 and term.args[1].op == term.args[2].op == "constant" and term.domain.size == 2:
        literal = encoder.literal(term.args[0])
        return {term.args[1].detail: literal, term.args[2].detail: -literal}
    guards = _guards(encoder, term)
    with encoder.group(term):
        result = encoder.fresh_choice(term)
        constants = sum(value.op == "constant" for value, _ in guards)
        # with one value only, the chosen one excludes all others; else that is shorter than what many constants exclude
        apart = constants == len(guards) or constants * len(result) > FEW
        if apart:
            exactly_one(encoder, term, result)
        for value, guard in guards:
            if apart and value.op == "constant":
                encoder.clause((*guard, result[value.detail]))
                continue
            chosen = {value.detail: 0} if value.op == "constant" else encoder.choice(value)
            clauses: list[Clause] = []
            for member, literal in result.items():
                if member not in chosen:
                    clauses.append((*guard, -literal))
                elif value.op == "constant":
                    clauses.append((*guard, literal))
                else:
                    clauses += ((*guard, -chosen[member], literal), (*guard, chosen[member], -literal))
            others = () if value.op == "constant" else (chosen.values(),)
            encoder.clauses(clauses, (result.values(), *others, *((literal,) for literal in guard)))
    return result


def _bits(encoder: Encoder, term: Term) -> VariableEncoding:
    """Return the bits, which are those of the value beside the first true condition."""
    filled = encoder.terms.filled(term)
    guards = _guards(encoder, term)
    with encoder.group(term):
        # of its domain, though no value may be blank, as that of "0 where x is blank, else x": it is asked for blank all the same
        place = new_bits(encoder, term, encoder.truth(filled) if term.domain.blank else 0)
        constant, pairs = linear(place)
        for value, guard in guards:
            base, inner = encoder.linear(value)
            negated = [(-factor, literal) for factor, literal in inner]
            encoder.add_sum([*pairs, *negated], base - constant, base - constant, guard)
    return place


CASES = Encoding(("cases",), _require, choice=_choice, bits=_bits)
