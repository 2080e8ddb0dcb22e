"""Rules' instances, the units of which steps are made.

A rule says one thing for each turn of its loops: that is an instance. If an instance joins several conditions with `and` or
`all`, and these are about different places, each condition is an instance of its own. Otherwise "no 2x2 block is shaded", written
as one rule about the board, would be one instance, and a step that uses two blocks would cost as much as a step that uses one.
What a rule about the whole board says of a few places each, such as how many sides meet at a corner, are instances as well.

Where rules say that all groups are rectangles, a rule about one of these is read with them: its size is the product of two sides.
So "the number is its area" is about the few places where the rectangle can lie, as a person sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.compile import FIXED, passed_apart
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Assertion, Module, Origin
from gridwright.compiler.ir.term import Term, Variable, when_made
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.ir.walk import conjuncts
from gridwright.compiler.language.layers_read import layers_read
from gridwright.compiler.passes.rectangular_groups import rectangular_groups
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.span import Span

from ..explaining.members import ConflictMember

WHOLE = ("connected", "evaluated", "network", "refined")  # operations that are left to lemmas
OPAQUE = ("distance", "evaluated")  # operations that graph search tells too little of


@dataclass(frozen=True, slots=True, eq=False)
class RuleInstance:
    """A rule's instance, or one of its conditions: its origin, what has to be true, and the places that it is about.

    `number`: its place in the order of the file; the same spec gets the same numbers in every process. `is_whole`: it is about
    how places hang together, which lemmas refine; `is_argued`: and graph search tells enough of it.

    `as_written`: what the instance states in the file, if its terms only follow from that together with `read_with`, which other
    instances state. Both are empty if the terms are what the file states.
    """

    number: int
    origin: Origin
    terms: tuple[Term, ...]
    variables: tuple[Variable, ...]
    is_whole: bool
    is_argued: bool
    as_written: tuple[Assertion, ...] = ()
    read_with: tuple[Assertion, ...] = ()

    @property
    def member(self) -> ConflictMember:
        """Return it as `explain` tells it."""
        return ConflictMember(self.origin, self.variables)

    @property
    def other_rules(self) -> tuple[Span, ...]:
        """Return where the other rules are that it is read with."""
        spans = dict.fromkeys(assertion.origin.span for assertion in self.read_with)
        return tuple(span for span in spans if span != self.origin.span)

    @property
    def assertions(self) -> tuple[Assertion, ...]:
        """Return the assertions of the instance."""
        return tuple(Assertion(term, self.origin) for term in self.terms)


def _has_arguments(terms: Iterable[Term]) -> bool:
    """Check whether graph search tells enough of all parts of some terms."""
    return not any(term.op in OPAQUE or (term.op == "refined" and not term.detail.joins) for term in topological_order([*terms]))


def read_instances(module: Module) -> tuple[RuleInstance, ...]:
    """Return the instances of a module, lowered `independently`, where rules about rectangles are read with each other."""
    rests: list[Origin] = []
    # not with givens, which a step names only where it uses them as facts
    rules = replace(module, assertions=tuple(_of_rules(module)))
    read = rectangular_groups(rules, rests_on=rests.append, crossing=True)
    if read is rules:
        return rule_instances(module)
    return rule_instances(read, stated=_by_origin(module), rests=rests)


def _by_origin(module: Module) -> dict[Origin, list[Term]]:
    """Return the terms that each instance of a rule asserts."""
    by_origin: dict[Origin, list[Term]] = {}
    for assertion in _of_rules(module):
        if isinstance(assertion.term, Term):
            by_origin.setdefault(assertion.origin, []).append(assertion.term)
    return by_origin


def _of_rules(module: Module) -> Iterator[Assertion]:
    """Yield the assertions of rules, without those of givens."""
    return (assertion for assertion in module.assertions if assertion.origin.kind != "given")


def rule_instances(
    module: Module, first: int = 0, *, stated: Mapping[Origin, Sequence[Term]] | None = None, rests: Sequence[Origin] = ()
) -> tuple[RuleInstance, ...]:
    """Return the instances of the rules of a module, lowered `independently`, numbered from `first` in the order of the file.

    `stated`: what each instance states in the file, if the module has what follows from that and from those that it `rests` on.
    """
    read_with = tuple(Assertion(term, origin) for origin in rests for term in (stated or {}).get(origin, ()))
    instances: list[RuleInstance] = []
    for origin, terms in _by_origin(module).items():
        is_read = stated is not None and stated[origin] != terms
        written = tuple(Assertion(term, origin) for term in stated[origin]) if stated is not None and is_read else ()
        whole, local = _whole_and_local(terms)
        for is_whole, apart in ((False, local), (True, whole)):
            for part, variables in _parts(apart):
                is_argued = is_whole and _has_arguments(part)
                number, others = first + len(instances), read_with if is_read else ()
                instances.append(
                    RuleInstance(number, replace(origin), tuple(part), variables, is_whole, is_argued, written, others)
                )
    return tuple(instances)


def module_of(terms: TermFactory, instances: Sequence[RuleInstance], variables: Sequence[Variable]) -> Module:
    """Return a module of some instances as it is encoded: each instance is independent of all others."""
    assertions = tuple(assertion for instance in instances for assertion in instance.assertions)
    module = Module(terms, tuple(variables), assertions)
    return (
        passed_apart(module, lambda origin: origin.kind != FIXED) if any(instance.is_whole for instance in instances) else module
    )


def _whole_and_local(terms: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    """Return the conditions about how places hang together, and those that are not, or that the first state of fewer places."""
    whole: list[Term] = []
    local: list[Term] = []
    for term in dict.fromkeys(conjuncts(terms)):
        is_whole = any(term_below.op in WHOLE for term_below in topological_order([term]))
        (whole if is_whole else local).append(term)
        if term.op == "refined" and term.detail.joins:
            number = len(variables_of([term]))
            local += [conjunct for conjunct in conjuncts([term.args[0]]) if len(variables_of([conjunct])) < number]
    return whole, local


def variables_of(terms: Iterable[Term]) -> tuple[Variable, ...]:
    """Return the unknowns that terms are about, those that plain evaluation may read included."""
    variables: dict[Variable, None] = {}
    for term in topological_order([*terms]):
        if term.op == "unknown":
            variables[term.detail] = None
        elif term.op == "evaluated":
            for layer in layers_read(term.detail.node, term.detail.scope):
                variables.update(dict.fromkeys(Variable(layer, at) for at in range(len(layer.places))))
    return tuple(variables)


def _parts(terms: Sequence[Term]) -> Iterator[tuple[list[Term], tuple[Variable, ...]]]:
    """Yield the conditions that terms join, each with its places; one joins another that is about all of its places."""
    scopes = {term: variables_of([term]) for term in dict.fromkeys(conjuncts(terms))}
    largest_first = sorted(scopes, key=lambda term: -len(scopes[term]))
    parts: dict[Term, list[Term]] = {}
    about: dict[Variable, list[Term]] = {}
    inside: dict[Term, frozenset[Variable]] = {}
    for term in largest_first:
        scope = scopes[term]
        first = about.get(scope[0], []) if scope else []
        larger = next((other for other in first if inside[other].issuperset(scope)), None)
        if larger is not None:
            parts[larger].append(term)
            continue
        parts[term], inside[term] = [term], frozenset(scope)
        for variable in scope:
            about.setdefault(variable, []).append(term)
    for term, scope in scopes.items():
        if term in parts:
            yield sorted(parts[term], key=when_made), scope
