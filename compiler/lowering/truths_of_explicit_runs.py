"""What only plain evaluation tells of numbers or runs that are spelled out: a truth about the values of a few stretches.

`len(prime_factors(n)) == 2` of a number, or `divides(m, n)` of two, is evaluated with the values of the stretches that these
stand for. Of few values it is a decision diagram of all of them. Of more, candidates that break it are answered with the diagram
of the last values, as long as the first ones stay. So a lemma is about one number, and not about the whole line.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Protocol

from ..ir.automaton import Automaton
from ..ir.lemma_context import LemmaContext
from ..ir.term import Operand, Refinement, Term
from ..ir.term_factory import TermFactory
from ..language.budget import NO_DEADLINE, Budget, Deadline
from ..language.interpreter import Interpreter
from ..language.layers_read import layers_read
from ..language.scope import Closure, Delayed, Scope
from ..limits import USUAL
from ..records import dataclass
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, SpecError
from ..values import BLANK, Value, is_hashable, is_known, typed_key
from . import joint_tables
from .automata.explicit_runs import Stretch
from .automata.machine import Machine
from .automata.refined_machine import result_on
from .joint_tables import diagram, given_first_values, number_of_rows


@dataclass(frozen=True, slots=True)
class BoundStretch:
    """A name that stands for what is read in a stretch, by a machine or as a list, and where the values of the stretch are."""

    name: str
    first: int
    after: int
    machine: Machine | None


@dataclass(frozen=True, slots=True, eq=False)
class TruthOfStretches:
    """The truth of an expression that reads nothing unknown but the values of stretches, which are `members`.

    It is true where one of these is blank, as that is no run. `blank`: what it is where the expression is blank, if it may be.
    """

    node: e.Expression
    scope: Scope
    names: tuple[BoundStretch, ...]
    members: tuple[Term, ...]
    blank: Value
    key: Hashable

    def exact(self, values: Sequence[Value]) -> bool | None:
        """Return whether it is true; None if evaluating it is a mistake."""
        if BLANK in values:
            return True
        read = {bound.name: _read(bound, values[bound.first : bound.after]) for bound in self.names}
        interpreter = Interpreter(budget=Budget("this rule", self.node.span, USUAL, NO_DEADLINE))
        scope = self.scope.bind_all(read)
        try:
            value = interpreter.run_truth(self.node, scope) if self.blank is None else interpreter.run(self.node, scope)
        except SpecError as problem:
            if any(diagnostic.code is Code.TOO_MUCH for diagnostic in problem.diagnostics):
                raise
            return None
        return (self.blank if value is BLANK else value) is not False

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return the lemma that limits the last values, as long as the first ones are these."""
        return last_values_lemma(self, context, values)

    def explicit(self, context: LemmaContext) -> Value:
        """Return None: it has too many values to be written out."""
        return None


class TruthOfMembers(Protocol):
    """A truth that can only be evaluated, about the values of some members. `key` tells it from others with the same scope."""

    @property
    def members(self) -> tuple[Term, ...]:
        """Return the terms whose values decide it."""

    @property
    def scope(self) -> Scope:
        """Return the scope in which it is evaluated."""

    @property
    def key(self) -> Hashable:
        """Return a key of the statement; members are not part of it."""

    def exact(self, values: Sequence[Value]) -> bool | None:
        """Return whether it is true of values, one for each member; None if evaluating it is a mistake."""


def last_values_lemma(truth: TruthOfMembers, context: LemmaContext, values: Sequence[Value]) -> Value:
    """Return the lemma that limits the last values, as long as the first ones are these."""

    def last_values(fixed: Sequence[Value]) -> Automaton:
        return _diagram_of(truth, context.terms, context.budget.deadline, fixed).automaton

    return given_first_values(context.terms, truth.members, values, last_values)


@dataclass(frozen=True, slots=True)
class _Diagram:
    """A decision diagram that accepts values if a truth holds, or cannot be evaluated. `has_mistakes`: some cannot be evaluated.

    The scope is kept beside it: the key of a diagram has the `id` of its names, and of values that are not hashable. Nothing else
    may get it.
    """

    automaton: Automaton
    has_mistakes: bool
    scope: Scope


class _KnownDiagrams:
    """The diagrams that have been made, by the truths that they state."""

    def __init__(self) -> None:
        self.diagrams: dict[Hashable, _Diagram] = {}


def _diagram_of(truth: TruthOfMembers, terms: TermFactory, deadline: Deadline, fixed: Sequence[Value] = ()) -> _Diagram:
    """Return a truth as a decision diagram of the values of its members, of which the first ones are `fixed`."""
    members = truth.members[len(fixed) :]
    known = terms.beside(_KnownDiagrams).diagrams
    alphabets = tuple(tuple(member.domain) for member in members)
    key = (truth.key, tuple(map(typed_key, fixed)), tuple(tuple(map(typed_key, alphabet)) for alphabet in alphabets))
    if key not in known:
        truths = []
        for rest in itertools.product(*alphabets):
            deadline.check()
            truths.append(truth.exact((*fixed, *rest)))
        known[key] = _Diagram(diagram(members, [is_true is not False for is_true in truths]), None in truths, truth.scope)
    return known[key]


def truth_of_stretches(
    terms: TermFactory,
    stretches: Mapping[int, Stretch],
    deadline: Deadline,
    node: e.Expression,
    scope: Scope,
    blank: Value = None,
) -> Operand | None:
    """Return the truth of an expression about stretches that are bound to names; None if it reads anything else unknown.

    `stretches`: by the `id` of their values. `blank`: what it is where the expression is blank, if it need not be a truth value.
    """
    if layers_read(node, scope):
        return None
    names: list[BoundStretch] = []
    members: list[Term] = []
    known: dict[str, Value] = {}
    for name in dict.fromkeys(_names(node)):
        if name not in scope.local:
            continue
        value = scope.local[name]
        if value.scope.is_known() if isinstance(value, (Delayed, Closure)) else is_known(value):
            known[name] = value
            continue
        stretch = _stretch_of(stretches, value)
        if stretch is None:
            return None
        after = len(members) + stretch.last + 1 - stretch.first
        names.append(BoundStretch(name, len(members), after, value if isinstance(value, Machine) else None))
        members += stretch.line[stretch.first : stretch.last + 1]
    if not names or len({*members}) < len(members) or any(member.domain.size > joint_tables.LAST_ROWS for member in members):
        return None
    where = tuple((bound.name, bound.first, bound.after, bound.machine and bound.machine.key) for bound in names)
    given = tuple((name, typed_key(value) if is_hashable(value) else id(value)) for name, value in known.items())
    truth = TruthOfStretches(
        node,
        Scope(scope.names, scope.words, scope.board, known),
        tuple(names),
        tuple(members),
        blank,
        (node, id(scope.names), blank, given, where),
    )
    weaker: Operand = True
    if number_of_rows(members) <= joint_tables.LAST_ROWS:
        whole = _diagram_of(truth, terms, deadline)
        weaker = terms.automaton(members, whole.automaton)
        if not whole.has_mistakes:
            return weaker
    # Where evaluating it is a mistake, it may be true or false, also below `not`: the grid stays, and the judge reports it.
    return terms.refined(weaker, members, Refinement("stretches", truth.exact, truth.lemma, truth.explicit))


def _stretch_of(stretches: Mapping[int, Stretch], value: Value) -> Stretch | None:
    """Return the stretch whose number or list of values this very object is; None if it is neither.

    What else reads the same cells need not be a run, and says something where one of them is blank.
    """
    is_read = value.digits and value.recipe is not None if isinstance(value, Machine) else isinstance(value, list)
    return stretches.get(id(value)) if is_read else None


def _read(bound: BoundStretch, values: Sequence[Value]) -> Value:
    return list(values) if bound.machine is None else result_on(bound.machine, values)


def _names(node: e.Expression) -> Iterator[str]:
    for below in e.walk(node):
        if isinstance(below, (e.Name, e.Call)):
            yield below.name
