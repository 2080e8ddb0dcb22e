"""Go back from facts to what they rest on: the steps that a path needs, with the premises of each.

Only what a later step uses, or what stands in the solution, becomes a step. Of each batch, the facts that are needed get minimal
premises, which are needed in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gridwright.compiler.records import dataclass
from gridwright.compiler.values import typed_key

from ..solving.session import OutOfConflicts
from .arguing import ArguedInstance
from .argument import Argument
from .fact import Fact
from .group_solver import GroupSolver, Target
from .knowledge import Batch, Knowledge
from .propagation import Group, Single, Solvers
from .rule_instance import RuleInstance
from .step import Kind, Step

SLOW_QUESTIONS, SLOW_IN_ALL = 20, 150  # about premises, to several rules on how places hang together: for a step, and in all


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Why a place does not have a value: supposing it leads to a contradiction. `knowledge` holds what follows from it."""

    supposed: Fact
    knowledge: Knowledge
    start: int
    contradicted: Group | Single


@dataclass(frozen=True, slots=True, eq=False)
class Exhaustion:
    """Instances that imply something together, found by deletion: that a place does not have the value `refuted`.

    No argument of at most `short` instances was found.
    """

    instances: tuple[RuleInstance, ...]
    minimal: bool
    short: int
    refuted: Target

    @property
    def cost(self) -> int:
        """Return its cost: the number of instances, and more than the arguments that were looked for may have."""
        return max(self.short + 1, len(self.instances))


class Backward:
    """The way back through the batches of some knowledge."""

    def __init__(self, solvers: Solvers, knowledge: Knowledge) -> None:
        self.solvers = solvers
        self.knowledge = knowledge
        self._needed: dict[int, dict[tuple[object, ...], Fact]] = {}
        self._slow_questions = SLOW_IN_ALL  # that are left

    def need(self, facts: Sequence[Fact]) -> None:
        """Note that facts are needed."""
        for fact in facts:
            self._needed.setdefault(self.knowledge.batch_of(fact), {})[fact.key] = fact

    def steps(self, start: int = 0) -> list[Step]:
        """Return the steps that lead to what is needed from the batches before number `start`, the first step first."""
        steps: list[Step] = []
        for batch in reversed(self.knowledge.batches[start:]):
            needed = self._needed.get(batch.number)
            if needed and batch.source is not None:
                self.solvers.shop.deadline.check()
                steps += reversed([*self._of_batch(batch, dict(needed))])
        return steps[::-1]

    def before(self, start: int) -> tuple[Fact, ...]:
        """Return the needed facts of the batches before number `start`."""
        return tuple(fact for number in sorted(self._needed) if number < start for fact in self._needed[number].values())

    def _arguments(self, instances: Group, premises: Sequence[Fact], refuted: Sequence[Fact]) -> tuple[Argument, ...]:
        """Return the arguments of a single instance against the opposite; none if it has none."""
        if len(instances) != 1 or (instances[0].is_whole and not instances[0].is_argued):
            return ()
        return self.solvers.argued_instance(instances[0]).arguments(self.knowledge, premises, refuted)

    def contradiction(self, contradicted: Group | Single) -> Step:
        """Return the step in which all that is known contradicts a group or leaves a place without a value."""
        knowledge = self.knowledge
        number = len(knowledge.batches)
        is_minimal = True
        if isinstance(contradicted, Single):
            premises = knowledge.facts_before(number, [contradicted.variable])
            instances: tuple[RuleInstance, ...] = ()
        else:
            solver = self.solvers.of(contradicted)
            premises, is_minimal = solver.premises(knowledge, knowledge.facts_before(number, solver.places), [])
            instances = contradicted
        self.need(premises)
        kind, cost = (Kind.RULE if instances else Kind.SINGLE), max(1, len(instances))
        arguments = self._arguments(instances, premises, [])
        return Step(kind, tuple(premises), instances, (), cost, minimal=is_minimal, arguments=arguments)

    def _of_batch(self, batch: Batch, needed: dict[tuple[object, ...], Fact]) -> list[Step]:
        steps: list[Step] = []
        shown: set[tuple[object, ...]] = set()
        while needed:
            fact = next(iter(sorted(needed.values(), key=lambda needed_fact: not needed_fact.holds)))
            step = self._step(batch, fact, shown)
            self.need(step.premises)
            for conclusion in step.conclusions:
                needed.pop(conclusion.key, None)
                shown.add(conclusion.key)
            steps.append(step)
        return steps

    def _step(self, batch: Batch, fact: Fact, shown: Collection[tuple[object, ...]]) -> Step:
        """Return the step that shows a fact of a batch, with all others that it shows and that are not `shown` yet."""
        knowledge, source = self.knowledge, batch.source
        if isinstance(source, Single):
            premises = knowledge.facts_before(batch.number, [source.variable])
            return Step(Kind.SINGLE, tuple(premises), (), (fact,), 1, batch.open_steps)
        if isinstance(source, Trial):
            return self._trial(source, batch, fact)
        instances = source.instances if isinstance(source, Exhaustion) else source
        assert isinstance(instances, tuple)
        solver = self.solvers.solver(instances) if isinstance(source, Exhaustion) else self.solvers.of(instances)
        facts = knowledge.facts_before(batch.since, solver.places)
        try:
            premises, is_minimal = self._premises(solver, facts, fact)
        except OutOfConflicts:  # another solver, with all instances, has shown it
            premises, is_minimal = facts, False
        not_shown = [other for other in batch.facts if other.key != fact.key and other.key not in shown]
        others = solver.implied_facts(knowledge, premises, not_shown)
        kind = Kind.RULE if len(instances) == 1 else Kind.RULES
        if isinstance(source, Exhaustion):
            return Step(
                Kind.EXHAUSTION,
                tuple(premises),
                instances,
                (fact, *others),
                source.cost,
                batch.open_steps,
                minimal=source.minimal and is_minimal and _is_refutation(knowledge, fact, source.refuted),
                short=source.short,
            )
        arguments = self._arguments(instances, premises, [fact.denied])
        return Step(
            kind,
            tuple(premises),
            instances,
            (fact, *others),
            len(instances),
            batch.open_steps,
            minimal=is_minimal,
            arguments=arguments,
        )

    def _premises(self, solver: GroupSolver | ArguedInstance, facts: Sequence[Fact], fact: Fact) -> tuple[list[Fact], bool]:
        """Return the facts that show a fact, and whether it is known that each is needed."""
        if not isinstance(solver, GroupSolver) or not solver.is_slow:
            return solver.premises(self.knowledge, facts, [fact.denied])
        before = solver.asked
        premises = solver.premises(self.knowledge, facts, [fact.denied], min(SLOW_QUESTIONS, self._slow_questions))
        self._slow_questions = max(0, self._slow_questions - (solver.asked - before))
        return premises

    def _trial(self, trial: Trial, batch: Batch, fact: Fact) -> Step:
        nested, premises = nested_steps(self.solvers, trial)
        return Step(
            Kind.TRIAL, premises, (), (fact,), 1 + len(nested), batch.open_steps, supposed=trial.supposed, nested=tuple(nested)
        )


def nested_steps(solvers: Solvers, trial: Trial) -> tuple[list[Step], tuple[Fact, ...]]:
    """Return the steps from what is supposed to the contradiction, and the facts from before that they use."""
    backward = Backward(solvers, trial.knowledge)
    end = backward.contradiction(trial.contradicted)
    nested = [*backward.steps(trial.start + 1), end]
    return nested, backward.before(trial.start)


def _is_refutation(knowledge: Knowledge, fact: Fact, refuted: Target) -> bool:
    """Check whether a fact says that a place does not have the value that was refuted, or that it has the only other one."""
    variable, at = refuted
    if fact.variable != variable:
        return False
    values = knowledge.values[variable]
    has_value = typed_key(fact.value) == typed_key(values[at])
    return len(values) == 2 and not has_value if fact.holds else has_value
