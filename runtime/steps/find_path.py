"""Find a path from what is printed to the solution, the cheapest step first.

The search knows the solution, and uses it only to choose what to look for: whatever a step concludes is implied by what it cites,
and nothing else. Where there are several solutions, the targets are what all of them share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.compile import lower
from gridwright.compiler.encode.log_encoding import is_wide
from gridwright.compiler.ir.module import Assertion, Module, Origin
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value, typed_key

from ..engines.engine import Status
from ..engines.engine_registry import AUTO
from ..judging.judge import PartialAssignment
from ..solving.effort import OUT_OF_EFFORT, EffortDeadline
from ..solving.endings import ENDINGS, reason_of
from ..solving.outcome import Outcome, Result
from ..solving.progress import Progress
from ..solving.solve import solve
from .backward import Backward, Exhaustion, Trial
from .fact import Fact
from .glance import Glance
from .group_solver import Model, Target, Workshop
from .knowledge import Knowledge, bits
from .pairs import Pairs
from .passes import search_of
from .path import End, Path
from .propagation import Looked, Propagation, Solvers, take, take_all, take_singles
from .rule_instance import RuleInstance, read_instances, rule_instances
from .small_sets import LARGEST, SmallSets
from .step import Step
from .trials import Trials, targets_of

SOLUTIONS = 10  # that are counted, if there are several
OTHER = "another value"  # stands for all values but one, of a place with very many
NO_MORE = "from here nothing more follows"
NO_LIMIT = 1_000_000  # of a cost
ENDED_FROM_OUTSIDE = (Status.INTERRUPTED.value, Status.OUT_OF_MEMORY.value)
LEAST_TRIAL = 3  # what a trial costs at least: with one step less, one rule alone would have shown the same
TOO_MANY_VALUES = "what follows from here needs places that have too many values to tell one by one"
FOR_SOLVING, FOR_SEARCHING = 0.5, 0.6  # of the time that is left; the rest is for going back, so that a partial path can be told
EFFORT_OF_HINT = 20_000  # units of work for the solutions, half a second, before a hint is looked for without them
FOR_GOING_BACK = 0.5  # seconds, after Ctrl-C


def find_path(
    spec: Spec,
    *,
    start: PartialAssignment | None = None,
    hint: bool = False,
    max_cost: int | None = None,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
    outcome: Outcome | None = None,
) -> Path:
    """Return the path of a puzzle from what is printed, or from the entries of a grid that is partly filled (`start`).

    `hint`: only to the first value. `max_cost`: no step costs more. A search that ends early returns the steps so far, with a
    reason; so does one that finds several solutions, or none. `outcome`: the solutions, if they are known already. Raise
    `SpecError` where the spec is wrong.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text('''
    ... gridwright: 1
    ... grid: 2x2
    ... layers: {number: {values: 1..2}}
    ... givens: {number: {r1c1: 1}}
    ... rules:
    ...   - for: line in lines
    ...     rule: distinct(number[line])
    ... ''')
    >>> path = find_path(spec)
    >>> path.end.value, [(step.conclusions[0].variable.name, step.conclusions[0].value, step.cost) for step in path.steps]
    ('solved', [('number[r1c2]', 2, 1), ('number[r2c1]', 2, 1), ('number[r2c2]', 1, 1)])
    """
    progress = progress or Progress()

    def of(outcome: Outcome, most: int | None) -> Path:
        return _path_of(_PathSearch(spec, outcome, engine, seed, deadline, progress, most, hint=hint), start)

    if outcome is not None:
        return of(outcome, max_cost)
    solved = replace(spec, answers={}) if hint else spec  # a hint does not wait for answers that nobody reads
    share = _share(deadline, FOR_SOLVING)
    options: dict[str, Any] = {"limit": SOLUTIONS, "engine": engine, "seed": seed, "progress": progress}
    if hint and start is None:  # without entries, which may be wrong, it can do without the solutions
        outcome = solve(solved, deadline=EffortDeadline(share, EFFORT_OF_HINT), **options)
        if outcome.reason != OUT_OF_EFFORT:
            return of(outcome, max_cost)
        path = of(outcome, 1)
        if path.steps or path.reason in ENDED_FROM_OUTSIDE:
            return path
    return of(solve(solved, deadline=share, **options), max_cost)


def _path_of(search: _PathSearch, start: PartialAssignment | None) -> Path:
    """Return the path that a search finds."""
    outcome, progress = search.outcome, search.progress
    if outcome.reason in ENDED_FROM_OUTSIDE:
        search.reason = outcome.reason
        return search.path(End.GAVE_UP, ())
    if outcome.result is Result.NO_SOLUTION:
        search.reason = "there is no solution"
        return search.path(End.NO_SOLUTION, ())
    try:
        end = search.run(start)
    except ENDINGS as problem:
        end, search.reason = End.GAVE_UP, reason_of(problem, progress)
    finally:
        progress.note = ""
    try:
        return search.path(end, search.steps(end))
    except ENDINGS as problem:
        search.reason = search.reason or reason_of(problem, progress)
        return search.path(End.GAVE_UP, ())


def _share(deadline: Deadline, share: float) -> Deadline:
    """Return the deadline of a part of the work, which gets a share of the time."""
    left = deadline.seconds_left()
    return deadline if left is None else deadline.sooner(left * share)


def steps(spec: Spec, **options: Any) -> Iterator[Step]:
    """Yield the steps of a puzzle; `options` are those of `find_path`, which also says how the path ends."""
    yield from find_path(spec, **options).steps


class _PathSearch:
    """A search for the path of a puzzle."""

    def __init__(
        self,
        spec: Spec,
        outcome: Outcome,
        engine: str,
        seed: int,
        deadline: Deadline,
        progress: Progress,
        max_cost: int | None,
        *,
        hint: bool,
    ) -> None:
        self.spec = spec
        self.outcome = outcome
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self.max_cost = max_cost
        self.hint = hint
        self.reason = ""
        self.wrong: tuple[Fact, ...] = ()
        self.together = False
        self.is_partly_read = False  # some rules are about places that have too many values
        self.instances: tuple[RuleInstance, ...] = ()
        self.start: Knowledge | None = None  # what is printed or entered
        self.knowledge: Knowledge | None = None
        self.solvers: Solvers | None = None
        self.visible = [Variable(layer, at) for layer in spec.layers if not layer.hidden for at in range(len(layer.places))]

    def run(self, start: PartialAssignment | None) -> End:
        """Search to the end, and return how it ends; raise one of `ENDINGS` where a limit ends it."""
        self.progress.enter("steps")
        module = lower(self.spec, self.deadline, independently=True)
        instances = read_instances(module)
        instances = (*instances, *self._objective(module, len(instances)))
        values = {variable: self._values(module, variable) for variable in module.variables}
        values = {variable: domain for variable, domain in values.items() if domain}
        read = tuple(instance for instance in instances if all(variable in values for variable in instance.variables))
        self.is_partly_read = len(read) < len(instances)
        instances = self.instances = read
        deadline = _share(self.deadline, FOR_SEARCHING)
        models = self._solution_models(values)
        shop = Workshop(module.terms, values, self.engine, self.seed, deadline, self.deadline, self.progress, models, self.hint)
        self.solvers = Solvers(shop)
        knowledge = self.knowledge = Knowledge.nothing(values)
        self._take_givens(knowledge)
        self._enter(start, knowledge)
        self.start = knowledge.copy()
        propagation = Propagation(self.solvers, instances, self._visible_values(knowledge, models))
        looked = Looked()
        pairs, small, trials = Pairs(self.solvers, instances), SmallSets(shop, instances), Trials(self.solvers, propagation)
        impossible: list[Target] | None = None
        while True:
            self._tell(knowledge)
            contradicted = propagation.run(knowledge, looked, after=self._is_enough)
            self._tell(knowledge)
            if contradicted is not None:
                return self._end_of_contradiction(start)
            if not any(knowledge.is_open(variable) for variable in self.visible if variable in values):
                if not self.outcome.solutions:  # the judge has accepted none, so these values are no claim
                    raise GaveUp(self.outcome.reason)
                return End.SOLVED
            if self._is_enough(knowledge):
                return End.STUCK
            if impossible is None:
                impossible = self._impossible(small, knowledge)
                if impossible is None:
                    return self._end_of_contradiction(start)
            targets = targets_of(knowledge, impossible)
            if not targets and self.outcome.count > 1:
                self.reason = NO_MORE
                return End.SEVERAL
            if not targets:
                raise GaveUp(self.outcome.reason or TOO_MANY_VALUES)
            if not self._costlier(knowledge, looked, targets, pairs, small, trials):
                ended = pairs.ended or small.ended or trials.ended
                self.reason = f"no step of cost {self.max_cost} or less was found" + (f" ({ended})" if ended else "")
                return End.STUCK

    def _end_of_contradiction(self, start: PartialAssignment | None) -> End:
        """Return how a path ends whose entries contradict the rules; without entries, it is the search that gave up."""
        if start is None:
            raise GaveUp(self.outcome.reason)
        self.together = True
        return End.STUCK

    def _costlier(
        self, knowledge: Knowledge, looked: Looked, targets: list[Target], pairs: Pairs, small: SmallSets, trials: Trials
    ) -> bool:
        """Take the cheapest step of more than one instance; return whether there is one."""
        most = self.max_cost
        if most is not None and most < 2:
            return False
        costlier = pairs.round(knowledge, only_first=self.hint)
        if costlier:
            take_all(knowledge, costlier)
            return True
        by_deletion = small.by_deletion(small.local, knowledge, targets, LARGEST)
        least = len(by_deletion.instances) if by_deletion else NO_LIMIT
        is_short = least <= LARGEST  # otherwise a trial is preferred, which can be followed step by step, even if it costs more
        below = min(least if is_short else NO_LIMIT, NO_LIMIT if most is None else most + 1)
        trial = trials.shortest(knowledge, looked, targets, below - 1) if below > LEAST_TRIAL else None
        sizes = range(2, min(trial[0] if trial else below, LARGEST + 1))
        instances = small.smallest(knowledge, targets, sizes) if not self.hint else None  # where a hint does with the first set
        if instances is not None:
            return self._take_group(knowledge, instances, instances)
        if trial is not None:
            supposed = trial[1].supposed
            self._take_refutation(
                knowledge, trial[1], (supposed.variable, knowledge.number_of(supposed.variable, supposed.value))
            )
            return True
        if not is_short and trials.left <= 0:  # a hint, for which the value of one place is enough
            targets = [target for target in targets if target[0] == targets[0][0]]
            by_deletion = small.by_deletion(small.local, knowledge, targets, LARGEST)
        by_deletion = by_deletion or small.by_deletion(small.whole, knowledge, targets, LARGEST)
        by_deletion = by_deletion or small.by_deletion(small.whole, knowledge, targets, LARGEST, is_limited=False)
        if by_deletion is None:
            raise GaveUp(TOO_MANY_VALUES if self.is_partly_read else "the engine could not refute a value")
        if most is not None and (least if is_short else by_deletion.cost) > most:
            return False
        if self.hint and not is_short:  # a value is enough, and all that many rules imply would take as long as the rest
            self._take_refutation(knowledge, by_deletion, by_deletion.refuted)
            return True
        return self._take_group(knowledge, by_deletion.instances if is_short else by_deletion, by_deletion.instances)

    def _take_refutation(self, knowledge: Knowledge, source: Trial | Exhaustion, refuted: Target) -> None:
        """Add that a place does not have a value: of two values, that it has the other one."""
        batch = knowledge.begin(source)
        variable, at = refuted
        if len(knowledge.values[variable]) == 2:
            knowledge.settle(batch, variable, 1 - at)
        else:
            knowledge.exclude(batch, variable, 1 << at)
        take_singles(knowledge)

    def _take_group(self, knowledge: Knowledge, source: object, instances: tuple[RuleInstance, ...]) -> bool:
        """Take all that some instances imply together; return whether that is anything."""
        assert self.solvers is not None
        implied = self.solvers.solver(instances).implications(knowledge)
        before = {variable: knowledge.possible[variable] for variable in implied.removed}
        batch = take(knowledge, source, implied, before, len(knowledge.batches), 1)
        if batch is None and isinstance(source, Exhaustion):  # too many conflicts for this solver; that of all has shown it
            self._take_refutation(knowledge, source, source.refuted)
            return True
        take_singles(knowledge)
        if batch is None:
            raise GaveUp("the engine could not show again what it had refuted")
        return True

    def _values(self, module: Module, variable: Variable) -> tuple[Value, ...]:
        """Return the values of a place; of one with very many, that of the solution, and one that stands for all others."""
        unknown = module.terms.unknown(variable)
        if not unknown.domain.endless and not is_wide(unknown):
            return tuple(unknown.domain)
        if self._is_unique and not variable.layer.hidden:
            return (self._solution_value(variable), OTHER)
        return ()

    @property
    def _is_unique(self) -> bool:
        return bool(self.outcome.unique)

    def _solution_value(self, variable: Variable) -> Value:
        return self.outcome.solutions[0].grid[variable.layer.grid, variable.layer.name][variable.position]

    def _take_givens(self, knowledge: Knowledge) -> None:
        """Add the givens."""
        printed = knowledge.begin(None)
        for grid in self.spec.grids:
            for given in grid.givens:
                variable = Variable(given.layer, given.position)
                if variable in knowledge.values and knowledge.is_open(variable):
                    knowledge.settle(printed, variable, knowledge.number_of(variable, given.value))

    def _enter(self, start: PartialAssignment | None, knowledge: Knowledge) -> None:
        """Add the entries of a grid, without those that no solution has."""
        wrong: list[Fact] = []
        entered = knowledge.begin(None)
        for variable in self.visible if start is not None else ():
            assert start is not None
            value = start.get((variable.layer.grid, variable.layer.name), ())[variable.position]
            if value is None:
                continue
            fact = Fact(variable, value)
            if self._is_wrong(fact):
                wrong.append(fact)
            elif knowledge.is_open(variable) and variable in knowledge.values:
                knowledge.settle(entered, variable, knowledge.number_of(variable, value))
        self.wrong = tuple(wrong)

    def _is_wrong(self, fact: Fact) -> bool:
        """Check whether no solution has a value, as far as all are known."""
        if not self.outcome.complete:
            return False
        key = (fact.variable.layer.grid, fact.variable.layer.name)
        values = (solution.grid[key][fact.variable.position] for solution in self.outcome.solutions)
        return all(typed_key(value) != typed_key(fact.value) for value in values)

    def _impossible(self, small: SmallSets, knowledge: Knowledge) -> list[Target] | None:
        """Return the values that places of visible layers have in no solution; None if the entries have none together."""
        visible = [variable for variable in self.visible if variable in knowledge.values]
        if self._is_unique:
            own = {variable: knowledge.number_of(variable, self._solution_value(variable)) for variable in visible}
            return [(variable, at) for variable in visible for at in bits(knowledge.possible[variable]) if at != own[variable]]
        whole = small.whole  # made only here: with one solution, a hint may never need it
        implied = whole.implications(knowledge, [*whole.selectors.values()])
        if implied.contradicts:
            return None
        return [(variable, at) for variable in visible for at in bits(implied.removed.get(variable, 0))]

    def _solution_models(self, values: Mapping[Variable, Sequence[Value]]) -> tuple[Model, ...]:
        """Return the values that places have in each solution, as bits, hidden layers included as far as they are known."""
        models: list[Model] = []
        for solution in self.outcome.solutions:
            model = {}
            for variable, of_place in values.items():
                in_layer = solution.grid.get((variable.layer.grid, variable.layer.name))
                if in_layer is not None:
                    own = typed_key(in_layer[variable.position])
                    number = next((at for at, value in enumerate(of_place) if typed_key(value) == own), None)
                    if number is not None:
                        model[variable] = 1 << number
            models.append(model)
        return tuple(models)

    def _visible_values(self, knowledge: Knowledge, models: Sequence[Model]) -> dict[Variable, int]:
        """Return the values that places of visible layers have in the solutions that go with what is known."""
        read = [variable for variable in self.visible if variable in knowledge.values]
        shown = dict.fromkeys(read, 0)
        for model in models:
            if all(model.get(variable, 0) & knowledge.possible[variable] for variable in read):
                shown = {variable: mask | model[variable] for variable, mask in shown.items()}
        return shown

    def _objective(self, module: Module, first: int) -> Sequence[RuleInstance]:
        """Return the instance that the objective is as good as the best solutions."""
        best, target = self.outcome.objective, module.target
        if best is None or self.spec.objective is None or target is None or not best.optimal:
            return ()
        if target.term is None:
            raise GaveUp("only plain evaluation finds the value of the objective, so no step can follow from it")
        span: Span = self.spec.objective.expression.span
        says = f"The best value of the objective is {best.value}."
        grid = self.spec.grids[0]
        origin = Origin("rule", span, says, grid.name, grid.scope)
        term = target.as_good(module.terms, target.term_value(best.value))
        if not isinstance(term, Term):
            return ()
        return rule_instances(replace(module, assertions=(Assertion(term, origin),), target=None), first)

    def _is_enough(self, knowledge: Knowledge) -> bool:
        """Check whether a hint has its value."""
        return self.hint and any(fact.holds and self._is_new(fact) for batch in knowledge.batches[2:] for fact in batch.facts)

    def _is_new(self, fact: Fact) -> bool:
        return not fact.variable.layer.hidden

    def _tell(self, knowledge: Knowledge) -> None:
        known = sum(not knowledge.is_open(variable) for variable in self.visible if variable in knowledge.values)
        self.progress.note = f"{known} of {len(self.visible)} places known"

    def steps(self, end: End) -> tuple[Step, ...]:
        """Return the steps to what is known now; raise one of `ENDINGS` where a limit ends that too."""
        if self.knowledge is None or self.solvers is None:
            return ()
        self.solvers.extend(self._deadline_of_rest())
        backward = Backward(self.solvers, self.knowledge)
        backward.need(self._needed_facts(self.knowledge, end))
        return tuple(backward.steps())

    def path(self, end: End, path_steps: tuple[Step, ...]) -> Path:
        """Return the path with these steps."""
        known: dict[tuple[str, str], list[Value]] = {
            (layer.grid, layer.name): [None] * len(layer.places) for layer in self.spec.layers if not layer.hidden
        }
        knowledge = self.knowledge
        for variable in self.visible if knowledge is not None else ():
            assert knowledge is not None
            if variable in knowledge.values and not knowledge.is_open(variable):
                known[variable.layer.grid, variable.layer.name][variable.position] = knowledge.value_of(variable).value
        left = sum(value is None for values in known.values() for value in values)
        values = {key: tuple(values) for key, values in known.items()}
        measured = self._search(path_steps)
        return Path(end, path_steps, values, left, self.outcome, self.reason, self.wrong, self.together, *measured)

    def _search(self, path_steps: tuple[Step, ...]) -> tuple[float, str]:
        """Return how long it takes to find what some steps show, and why this is an estimate; empty if it is none."""
        if self.start is None or self.hint or not path_steps:
            return 0.0, ""
        deadline = self._deadline_of_rest()
        return search_of(path_steps, self.start, self._glances(deadline), deadline)

    def _glances(self, deadline: Deadline) -> Iterator[Glance]:
        """Yield for each rule instance the values that can be excluded at a glance."""
        assert self.solvers is not None
        for instance in self.instances:
            if not instance.is_whole:
                deadline.check()
                solver = self.solvers.solver((instance,))
                if solver.is_plain:
                    yield Glance(solver.session.problem, solver.literals)

    def _deadline_of_rest(self) -> Deadline:
        """Return the deadline of what is left to do after the search: all time that is left, but not much after Ctrl-C."""
        is_interrupted = self.reason == Status.INTERRUPTED.value
        return self.deadline.sooner(FOR_GOING_BACK) if is_interrupted else self.deadline

    def _needed_facts(self, knowledge: Knowledge, end: End) -> list[Fact]:
        """Return the facts that a path has to lead to: the values of visible places; for a hint only the first one."""
        if self.hint:
            facts = (fact for batch in knowledge.batches[2:] for fact in batch.facts if fact.holds and self._is_new(fact))
            first = next(facts, None)
            return [first] if first is not None else []
        values = [
            knowledge.value_of(variable)
            for variable in self.visible
            if variable in knowledge.values and not knowledge.is_open(variable)
        ]
        if end is End.SOLVED:
            return values
        excluded = [
            Fact(variable, knowledge.values[variable][at], holds=False)
            for (variable, at), _ in knowledge.excluded.items()
            if not variable.layer.hidden and knowledge.is_open(variable)
        ]
        return [*values, *excluded]
