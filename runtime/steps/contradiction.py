"""Tell a large contradiction as steps: from what is printed to a rule, or a place, that has no room left."""

from __future__ import annotations

from gridwright.compiler.compile import lower
from gridwright.compiler.encode.log_encoding import is_wide
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, fields
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ..engines.engine_registry import AUTO
from ..explaining.conflict import Conflict
from ..explaining.explain import Explanation
from ..solving.effort import EffortDeadline
from ..solving.progress import Progress
from .backward import Backward
from .group_solver import Workshop
from .knowledge import Knowledge
from .pairs import Pairs
from .propagation import Looked, Propagation, Solvers, take_all
from .rule_instance import rule_instances
from .step import Step

LONGEST = 40  # steps that are told
EFFORT = 20_000  # units of work: half a second. Long arguments of many rules, which no one reads, took a quarter of a minute


@dataclass(frozen=True, eq=False, repr=False)
class ExplanationWithSteps(Explanation):
    """An explanation with `steps`, which lead from the printed board to the conflict. Empty if the conflict is small."""

    steps: tuple[Step, ...] = ()


def with_steps(
    spec: Spec,
    explanation: Explanation,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> Explanation:
    """Add the steps that end in the conflict of an explanation. One without a conflict, or interrupted, stays as it is."""
    if explanation.conflict is None or explanation.interrupted:
        return explanation
    steps = contradiction_steps(spec, explanation.conflict, engine=engine, seed=seed, deadline=deadline, progress=progress)
    return ExplanationWithSteps(**{field.name: getattr(explanation, field.name) for field in fields(explanation)}, steps=steps)


def steps_of(explanation: Explanation) -> tuple[Step, ...]:
    """Return the steps that end in the conflict of an explanation; none if it has none."""
    return explanation.steps if isinstance(explanation, ExplanationWithSteps) else ()


def contradiction_steps(
    spec: Spec,
    conflict: Conflict,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> tuple[Step, ...]:
    """Return the steps of one rule or two from the givens of a large conflict to a contradiction.

    Empty if the conflict is small, if such steps do not show it, if they are too many, if finding them takes much work, or if the
    deadline ends the search.

    >>> from gridwright.compiler.loader import load_text
    >>> from gridwright.runtime.explaining.conflict import find_conflict
    >>> rules = [f"x[r1c{at}] < x[r1c{at + 1}]" for at in range(1, 6)]
    >>> spec = load_text(f"gridwright: 1\\ngrid: 1x6\\nlayers: {{x: {{values: 1..6}}}}\\nrules: {rules + ['x[r1c6] < 6']}\\n")
    >>> steps = contradiction_steps(spec, find_conflict(spec))
    >>> steps[-1].conclusions, {step.cost for step in steps}
    ((), {1})
    """
    if not conflict.is_large:
        return ()
    try:
        steps = _steps(spec, conflict, engine, seed, EffortDeadline(deadline, EFFORT), progress or Progress())
    except (GaveUp, OutOfTime, MemoryError):
        return ()
    return steps if len(steps) <= LONGEST else ()


def _steps(spec: Spec, conflict: Conflict, engine: str, seed: int, deadline: Deadline, progress: Progress) -> tuple[Step, ...]:
    module = lower(spec, deadline, independently=True)
    values = {variable: _values(module, variable) for variable in module.variables}
    values = {variable: some for variable, some in values.items() if some}
    members = {_key(member.origin) for member in conflict.members}
    instances = [
        instance
        for instance in rule_instances(module)
        if _key(instance.origin) in members and all(variable in values for variable in instance.variables)
    ]
    solvers = Solvers(Workshop(module.terms, values, engine, seed, deadline, deadline, progress))
    knowledge = Knowledge.nothing(values)
    printed = knowledge.begin(None)
    for grid in spec.grids:
        for given in grid.givens:
            variable = Variable(given.layer, given.position)
            if variable in values and knowledge.is_open(variable) and (given.span, "") in members:
                knowledge.settle(printed, variable, knowledge.number_of(variable, given.value))
    propagation, pairs, looked = Propagation(solvers, instances, {}), Pairs(solvers, instances), Looked()
    while (contradicted := propagation.run(knowledge, looked, in_trial=True)) is None:
        excluded = pairs.round(knowledge)
        if not excluded:
            return ()
        take_all(knowledge, excluded)
    backward = Backward(solvers, knowledge)
    end = backward.contradiction(contradicted)
    return (*backward.steps(), end)


def _values(module: Module, variable: Variable) -> tuple[Value, ...]:
    """Return the values of a place; none if there are very many."""
    unknown = module.terms.unknown(variable)
    return () if unknown.domain.endless or is_wide(unknown) else tuple(unknown.domain)


def _key(origin: Origin) -> tuple[Span, str]:
    """Return a key of a member's origin that is the same in every compile."""
    return origin.span, "" if origin.kind == "given" else origin.where
