"""What only plain evaluation tells of a few places: a truth about their values, refined by what the last of them may be.

`len(prime_factors(read(digit[row]))) == 2` reads eleven places, and no other value matters to it. So a candidate that breaks it
is answered with a decision diagram of the last places, as long as the first ones keep their values. The general lemma would only
refuse this one combination.

Which places an expression can read is seen from its text: what stands in `layer[...]`, if that is known, else the whole layer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from ..ir.lemma_context import LemmaContext
from ..ir.term import Operand, Refinement, Term, Variable
from ..ir.term_factory import TermFactory
from ..ir.term_store import WIDE
from ..language.budget import NO_DEADLINE, Budget
from ..language.interpreter import Interpreter
from ..language.layers_read import layers_read
from ..language.scope import Delayed, Scope
from ..language.spec import Define, Layer
from ..limits import USUAL
from ..records import dataclass
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, SpecError
from ..values import Field, Value
from .truths_of_explicit_runs import last_values_lemma

MOST_PLACES = 32  # of more, the last ones say little

Evaluate = Callable[[e.Expression, Scope], Value]


@dataclass(frozen=True, slots=True, eq=False)
class TruthOfPlaces:
    """The truth of an expression in a known scope that reads nothing unknown but `members`."""

    node: e.Expression
    scope: Scope
    members: tuple[Term, ...]

    @property
    def key(self) -> Hashable:
        """Return a key of the statement: the expression, and the places that it reads."""
        return self.node, id(self.scope), self.members

    def exact(self, values: Sequence[Value]) -> bool | None:
        """Return whether it is true; None if evaluating it is a mistake."""
        read = {member.detail: value for member, value in zip(self.members, values, strict=True)}
        budget = Budget("this rule", self.node.span, USUAL, NO_DEADLINE)
        interpreter = Interpreter(lambda layer, position: read[Variable(layer, position)], budget=budget)
        try:
            return bool(interpreter.run_truth(self.node, self.scope))
        except SpecError as problem:
            if any(diagnostic.code is Code.TOO_MUCH for diagnostic in problem.diagnostics):
                raise
            return None

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return the lemma that limits the last values, as long as the first ones are these."""
        return last_values_lemma(self, context, values)

    def explicit(self, context: LemmaContext) -> Value:
        """Return None: it has too many values to be written out."""
        return None


def truth_of_places(
    terms: TermFactory, evaluate: Evaluate, node: e.Expression, scope: Scope, implied: Operand = True
) -> Operand | None:
    """Return the truth of an expression in a known scope, about the places that it reads; None if these are many, or not known.

    `evaluate`: what finds terms for layers at places. `implied`: what holds if it is true.
    """
    try:
        read = _values_read(node, scope, evaluate)
    except SpecError:  # an index that is a mistake, as in a branch that is not taken
        return None
    if read is None:
        return None
    members = tuple(dict.fromkeys(value for value in read if isinstance(value, Term)))
    if not members or len(members) > MOST_PLACES or not all(_is_small_unknown(value) for value in read):
        return None
    truth = TruthOfPlaces(node, scope, members)
    return terms.refined(implied, members, Refinement("places", truth.exact, truth.lemma, truth.explicit))


def _is_small_unknown(value: Value) -> bool:
    return isinstance(value, Term) and value.op == "unknown" and not value.domain.endless and value.domain.size <= WIDE


def _values_read(node: e.Expression, scope: Scope, evaluate: Evaluate) -> list[Value] | None:
    """Return the values of the layers that an expression reads, with all that it may read among them; None if not known."""
    bound = _bound_names(node)
    read: list[Value] = []
    todo = [(node, scope)]
    while todo:
        part, scope = todo.pop()
        if not layers_read(part, scope):
            continue
        meaning = _meaning(part, scope)
        if isinstance(meaning, Layer) or _is_layer_at(part, scope, bound):
            value = evaluate(part, scope)
        elif isinstance(meaning, Define) and not meaning.parameters and isinstance(part, e.Name):
            todo.append((meaning.body, scope.outer()))
            bound |= _bound_names(meaning.body)
            continue
        elif isinstance(meaning, Delayed):
            todo.append((meaning.node, meaning.scope))
            bound |= _bound_names(meaning.node)
            continue
        elif meaning is not None or isinstance(part, (e.Attribute, e.OnGrid)):
            return None
        else:
            todo += [(child, scope) for child in e.children(part)]
            continue
        values = list(value) if isinstance(value, (Field, list, tuple)) else [value]
        if len(values) > MOST_PLACES:
            return None
        read += values
    return read


def _meaning(node: e.Expression, scope: Scope) -> Value | None:
    """Return the unevaluated meaning of a name of the spec; None if the node is no name."""
    if not isinstance(node, (e.Name, e.Call)):
        return None
    return scope.local.get(node.name, scope.names.get(node.name))


def _is_layer_at(node: e.Expression, scope: Scope, bound: set[str]) -> bool:
    """Check whether a node is a layer with an index that is known."""
    if not isinstance(node, e.Subscript) or not isinstance(_meaning(node.of, scope), Layer):
        return False
    return _is_known(node.index, scope, bound)


def _bound_names(node: e.Expression) -> set[str]:
    """Return the names that loops and lambdas in an expression bind."""
    bound: set[str] = set()
    for below in e.walk(node):
        if isinstance(below, e.Comprehension):
            bound.update(name for loop in below.loops for name in loop.pattern.names())
        elif isinstance(below, e.Lambda):
            bound.update(below.parameters)
    return bound


def _is_known(index: e.Expression, scope: Scope, bound: set[str]) -> bool:
    """Check whether an index is the same whatever the layers are, and in every turn of a loop."""
    names = {below.name for below in e.walk(index) if isinstance(below, (e.Name, e.Call))}
    return not names & bound and not layers_read(index, scope)
