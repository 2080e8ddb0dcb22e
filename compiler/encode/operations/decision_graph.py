"""`way`: a literal for each node that the way may pass; from each it goes on to the next, and to no unwanted end."""

from __future__ import annotations

from ...ir.decision_graph import UNWANTED, DecisionGraph
from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    assert positive, "only refinement states that a walk comes to an unwanted end"
    way: DecisionGraph = term.detail
    choices = [encoder.choice(arg) for arg in term.args]
    passed = {0: encoder.truth(True)} | {
        node: encoder.fresh(encoder.terms.passes(term, node)) for node in range(1, len(way.nodes))
    }
    for node, (arg, targets) in enumerate(way.nodes):
        values = [choices[arg][value] for value in way.alphabets[arg]]
        for to in dict.fromkeys(targets):
            others = [value for value, target in zip(values, targets, strict=True) if target != to]
            if to == UNWANTED:
                for value, target in zip(values, targets, strict=True):
                    if target == to:
                        encoder.clause((-passed[node], -value, *unless))
            elif to >= 0:
                encoder.clause((-passed[node], *others, passed[to]))


WAY = Encoding(("way",), _require)
