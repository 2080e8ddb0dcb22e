"""`map`: a function of unknowns by its table. Values of their own, with clauses in both directions."""

from __future__ import annotations

import itertools

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
        in_pairs = len(table) + sum(_conflicts(choices, found) for found in sources.values()) <= max(FEW, 4 * len(table))
        for result, literal in results.items():
            _support(encoder, choices, literal, sources.get(result, []), in_pairs=in_pairs)
    return results


def _conflicts(choices: list[dict[Value, int]], sources: list[tuple[Value, ...]]) -> int:
    """Return how many values of arguments do not go with a result."""
    return sum(len(choice) - len({typed(found[at]) for found in sources}) for at, choice in enumerate(choices))


def _support(
    encoder: Encoder, choices: list[dict[Value, int]], literal: int, sources: list[tuple[Value, ...]], *, in_pairs: bool
) -> None:
    """State that a result needs, for each value of an argument, fitting values of the others.

    Not `in_pairs`: that it needs a fitting value of each argument, which is one clause in place of one for each value.
    """
    if not in_pairs:
        for at, choice in enumerate(choices):
            chosen_by = dict.fromkeys(choice[found[at]] for found in sources)
            if len(chosen_by) < len(choice):
                encoder.clause((-literal, *chosen_by))
        return
    if len(choices) == 1:
        encoder.clause((-literal, *(choices[0][found[0]] for found in sources)))
        return
    for at, choice in enumerate(choices):
        others = [other for other in range(len(choices)) if other != at]
        for value, chosen in choice.items():
            fitting = [found for found in sources if found[at] == value and type(found[at]) is type(value)]
            if not fitting:
                encoder.clause((-literal, -chosen))
            elif len(others) == 1:
                encoder.clause((-literal, -chosen, *(choices[others[0]][found[others[0]]] for found in fitting)))


def _literal(encoder: Encoder, term: Term) -> int:
    return _choice(encoder, term)[True]


MAP = Encoding(("map",), by_literal, literal=_literal, choice=_choice)
