"""`map`: a function of unknowns by its table. Values of their own, with clauses in both directions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ...ir.term import Term
from ...values import Value, typed
from ..encoder import Encoder
from ..encoding_registry import Encoding, by_literal
from ..problem import Clause

FEW = 20_000  # clauses of a table that need not be saved

Fitting = list[dict[tuple[Any, ...], int]]  # for each argument the values that go with a result, with their literals


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    unknown = [at for at, arg in enumerate(term.args) if arg.op != "constant"]
    choices = [encoder.choice(term.args[at]) for at in unknown]
    table = {found: term.detail.compute(*given) for found, given in _rows(term, unknown, choices)}
    sources: dict[Value, list[tuple[Value, ...]]] = {}
    for found, result in table.items():
        sources.setdefault(result, []).append(found)
    if len(unknown) == 1 and all(len(found) == 1 for found in sources.values()):
        return {result: choices[0][found[0][0]] for result, found in sources.items()}
    with encoder.group(term):
        results = encoder.fresh_choice(term)
        false = itertools.product(*([-literal for literal in choice.values()] for choice in choices))
        encoder.clauses(
            [(*row, results[result]) for row, result in zip(false, table.values(), strict=True)],
            [choice.values() for choice in (*choices, results)],
        )
        if len(choices) > 2:  # what follows does not exclude a second result then
            encoder.add_sum([(1, result) for result in results.values()], 0, 1, ())
        fitting = {result: _fitting(choices, sources.get(result, [])) for result in results}
        conflicts = sum(_conflicts(choices, fitting[result]) for result in sources)
        in_pairs = len(table) + conflicts <= max(FEW, 4 * len(table))
        fewest = min(range(len(choices)), key=lambda at: len(choices[at]))
        each = [in_pairs or at == fewest for at in range(len(choices))]
        for result, literal in results.items():
            _support(encoder, choices, literal, sources.get(result, []), fitting[result], each)
    return results


def _rows(term: Term, unknown: list[int], choices: list[dict[Value, int]]) -> Iterator[tuple[tuple[Value, ...], Sequence[Value]]]:
    """Yield the values of the unknown arguments in all combinations, each with the values of all arguments."""
    if len(unknown) == len(term.args):
        yield from ((found, found) for found in itertools.product(*choices))
        return
    values = [arg.detail if arg.op == "constant" else None for arg in term.args]
    for found in itertools.product(*choices):
        for at, value in zip(unknown, found, strict=True):
            values[at] = value
        yield found, values


def _fitting(choices: list[dict[Value, int]], sources: list[tuple[Value, ...]]) -> Fitting:
    """Return for each argument the values that go with a result, with their literals."""
    return [{typed(found[at]): choice[found[at]] for found in sources} for at, choice in enumerate(choices)]


def _conflicts(choices: list[dict[Value, int]], fitting: Fitting) -> int:
    """Return how many clauses state which values of arguments do not go with a result."""
    return sum(1 if len(fits) == 1 else len(choice) - len(fits) for choice, fits in zip(choices, fitting, strict=True))


def _support(
    encoder: Encoder,
    choices: list[dict[Value, int]],
    literal: int,
    sources: list[tuple[Value, ...]],
    fitting: Fitting,
    each: list[bool],
) -> None:
    """State that a result needs a fitting value of every argument, and for `each` of these values fitting ones of the others.

    Of two arguments it is enough to do so for one: with its value, a result has only those values of the other that have no
    other result. The one with the fewest values takes the fewest clauses. A value that is the only one to fit is implied: that
    excludes the others.
    """
    for at, (choice, fits) in enumerate(zip(choices, fitting, strict=True)):
        if len(fits) <= 1 or not each[at] or len(choices) == 1:
            if len(fits) < len(choice):
                encoder.clause((-literal, *fits.values()))
            continue
        clauses: list[Clause] = []
        other = 1 - at
        of_value: dict[tuple[Any, ...], list[int]] = {}
        if len(choices) == 2 and len(fitting[other]) > 1:
            for found in sources:
                of_value.setdefault(typed(found[at]), []).append(choices[other][found[other]])
        for value, chosen in choice.items():
            key = typed(value)
            if key not in fits:
                clauses.append((-literal, -chosen))
            elif key in of_value:
                clauses.append((-literal, -chosen, *of_value[key]))
        others = [choices[other].values()] if of_value else []
        if others and len(choices[other]) == 2:  # a clause may have both literals, of which one negates the other
            for clause in clauses:
                encoder.clause(clause)
        else:
            encoder.clauses(clauses, ([literal], choice.values(), *others))


def _literal(encoder: Encoder, term: Term) -> int:
    return _choice(encoder, term)[True]


MAP = Encoding(("map",), by_literal, literal=_literal, choice=_choice)
