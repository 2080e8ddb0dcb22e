"""`map`: a function of a few values, each from a small domain. A certificate has it as a table."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

from ...values import Value, typed
from ..domain import domain_of
from ..operands import members_of
from ..operation import Detail, DetailReader, DetailWriter, KnownFacts, Operation, domain_of_results, show_name
from ..term import Operand, Table, Term
from ..term_store import MAP_LIMIT, TableTooLarge, TermStore
from ..value_sets import Possible, Range

LIMIT = 20_000  # combinations that a proof step goes through


def make_map(terms: TermStore, table: Table, args: Sequence[Operand]) -> Operand:
    """Return a function of a few values, each from a small domain; raise `TableTooLarge` if there are too many combinations."""
    if not any(isinstance(arg, Term) for arg in args):
        return table.compute(*args)
    combinations = 1
    for arg in args:
        combinations *= arg.domain.size if isinstance(arg, Term) else 1
        if combinations > MAP_LIMIT:
            raise TableTooLarge
    results = [*itertools.starmap(table.compute, itertools.product(*map(members_of, args)))]
    domain = domain_of(results)
    if domain.size == 1:
        return results[0]
    return terms.make("map", args, table, domain)


def _write(writer: DetailWriter, term: Term) -> Any:
    table: Table = term.detail
    alphabets = [tuple(arg.domain) for arg in term.args]
    return {
        "alphabets": [[writer.to_json(value) for value in alphabet] for alphabet in alphabets],
        "results": [writer.to_json(table.compute(*values)) for values in itertools.product(*alphabets)],
    }


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    letters = [[reader.from_json(value) for value in alphabet] for alphabet in detail["alphabets"]]
    if any(len({*each}) < len(each) for each in letters):  # a value twice, or true beside 1
        return None
    alphabets = [{typed(value): at for at, value in enumerate(each)} for each in letters]
    results = [reader.from_json(result) for result in detail["results"]]
    if len(alphabets) != len(args) or len(results) != math.prod(map(len, alphabets)):
        return None

    def compute(*values: Value) -> Value:
        at = 0
        for alphabet, value in zip(alphabets, values, strict=True):
            at = at * len(alphabet) + alphabet[typed(value)]
        return results[at]

    return Table("table", compute), domain_of_results(results)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    sets = [arg for arg in args if not isinstance(arg, Range)]
    if len(sets) < len(args) or math.prod(map(len, sets)) > LIMIT:
        raise TypeError(f"a table over {len(args)} values is too large")
    return frozenset(term.detail.compute(*values) for values in itertools.product(*sets))


def _down(facts: KnownFacts, term: Term, now: Possible) -> Iterable[tuple[Term, Possible]]:
    if len(term.args) > 1 or isinstance(now, Range):
        return []
    before = facts.of(term.args[0])
    return [] if isinstance(before, Range) else [(term.args[0], frozenset(v for v in before if term.detail.compute(v) in now))]


MAP = Operation(
    name="map",
    words="a function of values",
    check=lambda term: isinstance(term.detail, Table),
    evaluate=lambda term, values: term.detail.compute(*values),
    rebuild=lambda terms, term, args: make_map(terms, term.detail, args),
    show=show_name,
    write=_write,
    read=_read,
    bounds=_bounds,
    down=_down,
    is_tabulated=True,
)
