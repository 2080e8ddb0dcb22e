"""`map`: a function of unknowns by its table. Values of their own, with clauses in both directions."""

from __future__ import annotations

import itertools
from typing import Any

from ...ir.term import Term
from ...values import Value, typed
from ..encoder import Encoder
from ..encoding_registry import Encoding, by_literal

FEW = 20_000  # clauses of a table that need not be saved


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    unknown = [at for at, arg in enumerate(term.args) if arg.op != "constant"]
    choices = [encoder.choice(term.args[at]) for at in unknown]
    values = [arg.detail if arg.op == "constant" else None for arg in term.args]

    def result_of(found: tuple[Value, ...]) -> Value:
        for at, value in zip(unknown, found, strict=True):
            values[at] = value
        return term.detail.compute(*values)

    table = {found: result_of(found) for found in itertools.product(*choices)}
    sources: dict[Value, list[tuple[Value, ...]]] = {}
    for found, result in table.items():
        sources.setdefault(result, []).append(found)
    if len(unknown) == 1 and all(len(found) == 1 for found in sources.values()):
        return {result: choices[0][found[0][0]] for result, found in sources.items()}
    with encoder.group(term):
        results = encoder.fresh_choice(term)
        for found, result in table.items():
            encoder.clause((*(-choice[value] for choice, value in zip(choices, found, strict=True)), results[result]))
        if len(choices) > 2:  # what follows does not exclude a second result then
            encoder.add_sum([(1, result) for result in results.values()], 0, 1, ())
        in_pairs = len(table) + sum(_conflicts(choices, found) for found in sources.values()) <= max(FEW, 4 * len(table))
        fewest = min(range(len(choices)), key=lambda at: len(choices[at]))
        for result, literal in results.items():
            for at in range(len(choices)):
                _support(encoder, choices, at, literal, sources.get(result, []), for_each=in_pairs or at == fewest)
    return results


def _conflicts(choices: list[dict[Value, int]], sources: list[tuple[Value, ...]]) -> int:
    """Return how many values of arguments do not go with a result."""
    return sum(len(choice) - len({typed(found[at]) for found in sources}) for at, choice in enumerate(choices))


def _support(
    encoder: Encoder, choices: list[dict[Value, int]], at: int, literal: int, sources: list[tuple[Value, ...]], *, for_each: bool
) -> None:
    """State that a result needs a fitting value of an argument, and `for_each` of these values fitting ones of the others.

    Of two arguments it is enough to do so for one: with its value, a result has only those values of the other that have no
    other result. The one with the fewest values takes the fewest clauses.
    """
    choice = choices[at]
    if not for_each or len(choices) == 1:
        fitting = dict.fromkeys(choice[found[at]] for found in sources)
        if len(fitting) < len(choice):
            encoder.clause((-literal, *fitting))
        return
    of_value: dict[tuple[Any, ...], list[tuple[Value, ...]]] = {}
    for found in sources:
        of_value.setdefault(typed(found[at]), []).append(found)
    for value, chosen in choice.items():
        found_there = of_value.get(typed(value))
        if found_there is None:
            encoder.clause((-literal, -chosen))
        elif len(choices) == 2:
            encoder.clause((-literal, -chosen, *(choices[1 - at][found[1 - at]] for found in found_there)))


def _literal(encoder: Encoder, term: Term) -> int:
    return _choice(encoder, term)[True]


MAP = Encoding(("map",), by_literal, literal=_literal, choice=_choice)
