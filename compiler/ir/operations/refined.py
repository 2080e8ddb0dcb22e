"""`refined`: a truth about values, of which a weaker one is stated at once. The rest is followed up with lemmas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..domain import TRUTH
from ..operation import Detail, DetailReader, DetailWriter, KnownFacts, Operation, show_name
from ..plain_data import ints
from ..term import Operand, Refinement, Term
from ..term_store import TermStore
from ..value_sets import TRUE, Possible


def make_refined(terms: TermStore, weaker: Operand, values: Sequence[Operand], refinement: Refinement) -> Operand:
    """Return a truth about values that implies `weaker`."""
    return False if weaker is False else terms.make("refined", [weaker, *values], refinement, TRUTH)


def _write(writer: DetailWriter, term: Term) -> Any:
    return writer.named(term)


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    found = reader.left(*ints(detail))
    return (found.detail, TRUTH) if found.op == "refined" and len(args) == len(found.args) else None


def _down(facts: KnownFacts, term: Term, now: Possible) -> Iterable[tuple[Term, Possible]]:
    return [(term.args[0], TRUE)] if now == TRUE else []


REFINED = Operation(
    name="refined",
    words="a truth about values, of which a weaker one is stated at once",
    is_truth=True,
    check=lambda term: (isinstance(term.detail, Refinement) and term.args[0].domain.is_truth) or term.args[0].op == "constant",
    evaluate=lambda term, values: term.detail.exact(values[1:]),
    show=show_name,
    write=_write,
    read=_read,
    from_rule=True,
    down=_down,
)
