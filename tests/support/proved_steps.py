"""Steps proved again, each from just what it cites, in a fresh compile and with another engine than the one that found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.compile import FIXED, lower, passed_apart
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.ir.module import Assertion, Module, Origin
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import typed_key
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import Session
from gridwright.runtime.steps.fact import Fact
from gridwright.runtime.steps.path import Path
from gridwright.runtime.steps.rule_instance import RuleInstance, read_instances, rule_instances, variables_of
from gridwright.runtime.steps.step import Kind, Step
from gridwright.runtime.steps.term_bounds import TermBounds

DROPPED = 8  # premises of a step that are left out one by one


class Prover:
    """What a spec says, lowered anew."""

    def __init__(self, spec: Spec, *, is_read: bool) -> None:
        self.spec = spec
        self.module = lower(spec, independently=True)
        self.instances = (read_instances if is_read else rule_instances)(self.module)

    def contradict(self, instances: Iterable[RuleInstance], facts: Sequence[Fact], *, as_read: bool = False) -> bool:
        """Check whether facts and the same instances of the fresh compile contradict each other.

        They are taken in the words of the file, with all rules that they are read with, or `as_read`.
        """
        terms = self.module.terms
        own = [self.instances[instance.number] for instance in instances]
        stated = [
            instance.assertions if as_read or not instance.as_written else (*instance.as_written, *instance.read_with)
            for instance in own
        ]
        assertions = [*dict.fromkeys(assertion for some in stated for assertion in some)]
        variables = dict.fromkeys(variable for instance in own for variable in instance.variables)
        variables.update(dict.fromkeys(variables_of([a.term for a in assertions if isinstance(a.term, Term)])))
        for fact in facts:
            unknown = terms.unknown(fact.variable)
            term = terms.equals(unknown, fact.value)
            term = term if fact.holds else terms.negation(term)
            if term is False:
                return True
            if isinstance(term, Term):
                assertions.append(Assertion(term, _origin(self.spec, fact)))
            variables[fact.variable] = None
        module = Module(terms, tuple(variables), tuple(assertions))
        if any(instance.is_whole or instance.as_written for instance in own):
            module = passed_apart(module, lambda origin: origin.kind != FIXED)
        problem = encode(module)
        return Session(problem, make_engine("clasp", 0), NO_DEADLINE, Progress()).next_solution() is None


def _origin(spec: Spec, fact: Fact) -> Origin:
    grid = next(grid for grid in spec.grids if grid.name == fact.variable.layer.grid)
    return Origin("rule", fact.variable.layer.span, "", grid.name, grid.scope)


def assert_proved(spec: Spec, path: Path, start: Iterable[Fact] = ()) -> None:
    """Check that each step follows from what it cites, all of which is known by then, and from nothing less."""
    _assert_all(Prover(spec, is_read=True), spec, path.steps, start)


def assert_all_proved(spec: Spec, steps: Iterable[Step], start: Iterable[Fact] = ()) -> None:
    """Check the same of steps that are not a path, whose rules are not read with each other."""
    _assert_all(Prover(spec, is_read=False), spec, steps, start)


def _assert_all(prover: Prover, spec: Spec, steps: Iterable[Step], start: Iterable[Fact]) -> None:
    given = [Fact(Variable(each.layer, each.position), each.value) for grid in spec.grids for each in grid.givens]
    known = {fact.key for fact in (*given, *start)}
    for step in steps:
        _assert_step(prover, step, known)
        known |= {fact.key for fact in step.conclusions}


def _assert_step(prover: Prover, step: Step, known: set[tuple[object, ...]]) -> None:
    assert {fact.key for fact in step.premises} <= known
    assert known.isdisjoint(fact.key for fact in step.conclusions)  # no step shows again what an earlier one has shown
    premises = list(step.premises)
    if step.kind is Kind.TRIAL:
        assert step.supposed is not None
        inside = known | {step.supposed.key}
        for nested in step.nested:
            _assert_step(prover, nested, inside)
            inside |= {fact.key for fact in nested.conclusions}
        assert not step.nested[-1].conclusions
        assert step.cost == 1 + len(step.nested)
        assert prover.contradict(
            {conclusion.number: conclusion for conclusion in _all(step)}.values(), [*premises, step.supposed]
        )
        return
    assert step.cost == max(1 if step.kind is not Kind.EXHAUSTION else step.short + 1, len(step.instances))
    if not step.conclusions:
        assert prover.contradict(step.instances, premises)
    for fact in step.conclusions:
        assert prover.contradict(step.instances, [*premises, fact.denied])
    refuted = [step.conclusions[0].denied] if step.conclusions else []
    if step.minimal:
        for instance in step.instances:
            others = [other for other in step.instances if other is not instance]
            assert not prover.contradict(others, [*premises, *refuted], as_read=True)
    if step.kind is Kind.RULE and step.instances[0].is_argued:
        _assert_argued(prover, step, [*premises, *refuted], len(premises))
        return
    for at in range(min(len(premises), DROPPED) if step.minimal else 0):
        assert not prover.contradict(step.instances, [*premises[:at], *premises[at + 1 :], *refuted], as_read=True)


def _assert_argued(prover: Prover, step: Step, facts: Sequence[Fact], premises: int) -> None:
    """Check that the bounds of its terms show what a rule about how places hang together shows, from no less than it cites."""
    (instance,) = step.instances
    argued = ArgumentProver(prover.module, instance)
    assert argued.fails(facts)
    for at in range(premises):
        assert not argued.fails([*facts[:at], *facts[at + 1 :]])


class ArgumentProver:
    """The bounds of one instance, made anew from its terms."""

    def __init__(self, module: Module, instance: RuleInstance) -> None:
        self.values = {variable: tuple(module.terms.unknown(variable).domain) for variable in instance.variables}
        self.bounds = TermBounds(instance.terms, self.values)

    def fails(self, facts: Sequence[Fact]) -> bool:
        """Check whether the instance can only be false under facts."""
        left = {variable: set(map(typed_key, values)) for variable, values in self.values.items()}
        for fact in facts:
            if fact.variable in left:
                own = {typed_key(fact.value)}
                left[fact.variable] = left[fact.variable] & own if fact.holds else left[fact.variable] - own
        possible = {
            variable: sum(1 << at for at, value in enumerate(self.values[variable]) if typed_key(value) in left[variable])
            for variable in self.values
        }
        if not all(possible.values()):
            return True
        return self.bounds.false_root(self.bounds.state(possible)) is not None


def _all(step: Step) -> Iterator[RuleInstance]:
    yield from step.instances
    for nested in step.nested:
        yield from _all(nested)
