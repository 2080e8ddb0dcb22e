"""`evaluated`: the truth of an expression that only plain evaluation tells. It is refined by the general lemma."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...language.scope import Scope
from ...syntax.syntax_tree import Expression
from ..domain import TRUTH
from ..operation import Detail, DetailReader, DetailWriter, KnownFacts, Operation, given_value
from ..plain_data import ints
from ..term import Evaluated, Term
from ..term_store import TermStore
from ..value_sets import Possible


def make_evaluated(terms: TermStore, node: Expression, scope: Scope) -> Term:
    """Return the truth of an expression, which only plain evaluation tells."""
    return terms.make("evaluated", (), Evaluated(node, scope), TRUTH)


def _show(detail: Evaluated) -> str:
    bindings = "".join(f", {name} = {value}" for name, value in detail.scope.bindings())
    return f"`{' '.join(detail.node.span.text.split())}`{bindings}"


def _write(writer: DetailWriter, term: Term) -> Any:
    return writer.named(term)


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    found = reader.left(*ints(detail))
    return (found.detail, TRUTH) if found.op == "evaluated" and not args else None


def _up(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    return facts.evaluated(term)


EVALUATED = Operation(
    name="evaluated",
    words="an expression of the spec",
    is_truth=True,
    check=lambda term: isinstance(term.detail, Evaluated),
    evaluate=given_value,
    show=_show,
    write=_write,
    read=_read,
    from_rule=True,
    up=_up,
)
