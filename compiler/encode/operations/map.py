"""`map`: a function of unknowns by its table. Values of their own, with clauses in both directions.

A truth about two unknowns is a relation, which needs no literal: each value of one needs a fitting value of the other. So it
takes as many clauses as there are values, and not as there are pairs of them (the support encoding, Gent 2002).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ...ir.map_size import is_binary_relation
from ...ir.term import Table, Term
from ...records import dataclass, field
from ...values import Value, typed_key
from ..encoder import Encoder
from ..encoding_registry import Encoding, by_literal
from ..problem import Clause

FEW = 20_000  # clauses of a table that need not be saved

Fitting = list[dict[tuple[Any, ...], int]]  # for each argument the values that go with a result, with their literals


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    unknown = [at for at, arg in enumerate(term.args) if arg.op != "constant"]
    choices = [encoder.choice(term.args[at]) for at in unknown]
    table = {values: term.detail.compute(*given) for values, given in _rows(term, unknown, choices)}
    sources: dict[Value, list[tuple[Value, ...]]] = {}
    for values, result in table.items():
        sources.setdefault(result, []).append(values)
    if len(unknown) == 1 and all(len(sources_of_result) == 1 for sources_of_result in sources.values()):
        return {result: choices[0][rows[0][0]] for result, rows in sources.items()}
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
        yield from ((combination, combination) for combination in itertools.product(*choices))
        return
    values = [arg.detail if arg.op == "constant" else None for arg in term.args]
    for combination in itertools.product(*choices):
        for at, value in zip(unknown, combination, strict=True):
            values[at] = value
        yield combination, values


def _fitting(choices: list[dict[Value, int]], sources: list[tuple[Value, ...]]) -> Fitting:
    """Return for each argument the values that go with a result, with their literals."""
    return [{typed_key(row[at]): choice[row[at]] for row in sources} for at, choice in enumerate(choices)]


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
            for row in sources:
                of_value.setdefault(typed_key(row[at]), []).append(choices[other][row[other]])
        for value, chosen in choice.items():
            key = typed_key(value)
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


def _literal(encoder: Encoder, term: Term) -> int | None:
    return None if _is_relation(term) else _choice(encoder, term)[True]


# truths about two unknowns


def _is_relation(term: Term) -> bool:
    """Check whether a map is a truth about two unknowns with so many values that it takes fewer clauses without a table."""
    return len(term.args) == 2 and term.domain.is_truth and is_binary_relation(*(arg.domain.size for arg in term.args))


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if not _is_relation(term):
        by_literal(encoder, term, positive, unless)
        return
    choices = [encoder.choice(arg) for arg in term.args]
    literals = [[*choice.values()] for choice in choices]
    first, second = (_MapValues(tuple(map(typed_key, choice)), tuple(choice)) for choice in choices)
    clauses: list[Clause] = []
    for own, others, partners in zip(literals, literals[::-1], _partners(term.detail, first, second, positive), strict=True):
        for literal, fitting in zip(own, partners, strict=True):
            if len(fitting) < len(others):
                clauses.append((-literal, *[others[at] for at in fitting], *unless))
    encoder.clauses(clauses, (*literals, *((literal,) for literal in unless)))


@dataclass(frozen=True, slots=True)
class _MapValues:
    """The values that an argument may have, told apart by their types as well."""

    key: tuple[tuple[Any, ...], ...]
    values: tuple[Value, ...] = field(compare=False)


Partners = tuple[tuple[int, ...], ...]  # for each value of one argument, the places of the values of the other that go with it


@functools.lru_cache(maxsize=1_000)
def _partners(table: Table, first: _MapValues, second: _MapValues, wanted: bool) -> tuple[Partners, Partners]:
    """Return the partners of the values of each of two arguments with which a truth is as wanted."""
    truths = [[table.compute(a, b) is wanted for b in second.values] for a in first.values]
    return _places(truths), _places([*map(list, zip(*truths, strict=True))])


def _places(rows: Sequence[Sequence[bool]]) -> Partners:
    return tuple(tuple(at for at, fits in enumerate(row) if fits) for row in rows)


MAP = Encoding(("map",), _require, literal=_literal, choice=_choice)
