"""`evaluated`: the truth of an expression that only plain evaluation tells. It is refined by the general lemma."""

from __future__ import annotations

from ...language.scope import Scope
from ...syntax.syntax_tree import Expression
from ..domain import TRUTH
from ..operation import Operation, given_value
from ..term import Evaluated, Term
from ..term_store import TermStore


def make_evaluated(terms: TermStore, node: Expression, scope: Scope) -> Term:
    """Return the truth of an expression, which only plain evaluation tells."""
    return terms.make("evaluated", (), Evaluated(node, scope), TRUTH)


def _show(detail: Evaluated) -> str:
    bindings = "".join(f", {name} = {value}" for name, value in detail.scope.bindings())
    return f"`{' '.join(detail.node.span.text.split())}`{bindings}"


EVALUATED = Operation(
    name="evaluated",
    words="an expression of the spec",
    is_truth=True,
    check=lambda term: isinstance(term.detail, Evaluated),
    evaluate=given_value,
    show=_show,
)
