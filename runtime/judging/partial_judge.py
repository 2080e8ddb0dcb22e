"""Judge a grid with open places for what it breaks already, whatever will stand there.

A rule's instance is broken if it is false for all values of the open places. That is decided by evaluation with open values, and
where this leaves it open, by cases: one open place after the other gets each of its values, as far as a number of steps allows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline, Enter, enter_nothing
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.rule_instances import Instance, instances
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Layer, Rule, Spec
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import Value

from .judge import STAGE, PartialAssignment, PlaceValue, Violation, rules_of, violation_of, wrong_values
from .open_values import Open, Undetermined, of_layer
from .partial_semantics import PartialInterpreter, PartialSemantics

OPEN_PLACES = 12  # of an instance that is decided by cases; with more, there nearly always is a way to fill them
STEPS_OF_CASES = 50_000  # for deciding one instance by cases
STEPS_OF_ALL_CASES = 2_000_000  # for all of them
STEPS_OF_VALUES = 200_000  # for finding the values that break rules: half a second; ten times as many name hardly fewer

Key = tuple[str, str]
Place = tuple[Layer, int]


@dataclass(frozen=True, eq=False)
class PartialReport:
    """What a grid with open places breaks. `open_rules`: rules with an instance that is neither broken nor met, by grid."""

    violations: tuple[Violation, ...]
    open_rules: tuple[tuple[Rule, str], ...]


class _Reader:
    """Reads a grid with open places, and notes which places were read: those with a value, and those without.

    `chosen`: values for some open places. `kept`: the places that are not open; None for all that have a value.
    """

    def __init__(self, grid: PartialAssignment, chosen: Mapping[Place, Value], kept: Collection[Place] | None) -> None:
        self.grid = grid
        self.chosen = chosen
        self.kept = kept
        self.known: dict[Place, Value] = {}
        self.open: dict[Place, Value] = {}

    def __call__(self, layer: Layer, position: int) -> Value:
        place = (layer, position)
        if place in self.chosen:
            return self.chosen[place]
        value = self.grid[layer.grid, layer.name][position] if self.kept is None or place in self.kept else None
        if value is None:
            value = self.open[place] = of_layer(layer)
        else:
            self.known[place] = value
        return value


@dataclass(eq=False)
class PartialJudge:
    """Evaluates rules on one grid with open places. `on_progress` is called with the stage and each rule."""

    spec: Spec
    grid: PartialAssignment
    deadline: Deadline = NO_DEADLINE
    left_for_cases: int = STEPS_OF_ALL_CASES
    left_for_values: int = STEPS_OF_VALUES
    on_progress: Enter = enter_nothing
    cache: InterpreterCache = field(init=False)

    def __post_init__(self) -> None:
        self.cache = InterpreterCache.of(self.spec)

    def judge(self, *, by_cases: bool = True) -> PartialReport:
        """Return the violations of the grid: values first, then givens, then rules in the order of the file."""
        violations = [*wrong_values(self.spec, self.grid)]
        open_rules: dict[tuple[Rule, str], None] = {}
        for rule, scope, name in rules_of(self.spec):
            self.on_progress(STAGE, rule.span)
            try:
                for instance, holds in self._instances(rule, scope):
                    if holds is False or (holds is None and by_cases and self._by_cases(instance)):
                        violations.append(violation_of(instance, name, self.breaking(instance)))
                    elif holds is None:
                        open_rules[rule, name] = None
            except Undetermined:  # it loops over values of open places, which the compiler refuses
                open_rules[rule, name] = None
        self.on_progress(STAGE)
        return PartialReport(tuple(violations), tuple(open_rules))

    def applies(self, rule: Rule, scope: Scope) -> bool:
        """Check whether a rule says anything of this puzzle: with some values of the open places it has an instance."""
        interpreter, _ = self._interpreter(rule, {}, None, self.cache.on_another_grid())
        try:
            return next(instances(rule, scope, interpreter), None) is not None
        except (Undetermined, SpecError):  # it depends on values, or is a mistake for some
            return True

    def _instances(self, rule: Rule, scope: Scope) -> Iterator[tuple[Instance, bool | None]]:
        """Yield the instances of a rule, each with whether it holds; None if that depends on open places."""
        interpreter, reader = self._interpreter(rule, {}, None, self.cache.on_another_grid())  # its fields tell this reader
        for instance in instances(rule, scope, interpreter, all_conditions=True):  # what they read breaks the rule, too
            yield instance, self._truth(instance, interpreter, reader)

    def _interpreter(
        self, rule: Rule, chosen: Mapping[Place, Value], kept: Collection[Place] | None, cache: InterpreterCache
    ) -> tuple[PartialInterpreter, _Reader]:
        reader = _Reader(self.grid, chosen, kept)
        budget = Budget("this rule", rule.span, self.spec.limits, self.deadline)
        return PartialInterpreter(reader, budget=budget, values=PartialSemantics(budget), cache=cache), reader

    def _truth(self, instance: Instance, interpreter: PartialInterpreter, reader: _Reader) -> bool | None:
        """Return whether an instance holds; None if that depends on open places, or is a mistake for some of their values."""
        try:
            conditions = [interpreter.run_truth(condition, scope) for condition, scope in instance.conditions]
            if any(value is False for value in conditions):
                return True
            value = interpreter.run_truth(instance.rule.expression, instance.scope)
        except SpecError:
            if not reader.open:
                raise
            return None
        if value is True:
            return True
        return False if value is False and all(condition is True for condition in conditions) else None

    def _by_cases(self, instance: Instance) -> bool:
        """Check whether an instance is false for all values of the open places; False if it is not, or if that takes too long."""
        if not instance.scope.is_known():
            return False
        is_false, steps = self._is_false(instance, None, {}, min(STEPS_OF_CASES, self.left_for_cases))
        self.left_for_cases -= steps
        return is_false

    def _is_false(
        self, instance: Instance, kept: Collection[Place] | None, known: dict[Place, Value], steps: int
    ) -> tuple[bool, int]:
        """Check by cases, in a number of steps, whether an instance is false whatever stands in the open places: those without a
        value, and those that are not `kept`. Note in `known` the values that were read; return the steps that were needed too.
        """
        left = steps

        def is_false(chosen: Mapping[Place, Value]) -> bool:
            nonlocal left
            if left <= 0:
                return False
            interpreter, reader = self._interpreter(instance.rule, chosen, kept, self.cache.on_another_grid())
            try:
                holds = self._truth(instance, interpreter, reader)
            except SpecError:
                if not chosen and kept is None:
                    raise
                return False  # with other values than those of the grid it would be a mistake
            finally:
                left -= interpreter.budget.steps + 1
            known.update(reader.known)
            if holds is not None:
                return not holds
            place = next(iter(reader.open), None)
            value = reader.open[place] if place is not None else None
            if place is None or not isinstance(value, Open) or not isinstance(value.values, tuple):
                return False
            if len(chosen) + len(reader.open) > OPEN_PLACES:
                return False
            return all(is_false({**chosen, place: candidate}) for candidate in value.values)

        return is_false({}), steps - left

    def breaking(self, instance: Instance) -> tuple[PlaceValue, ...]:
        """Return values that break an instance that is false, whatever stands elsewhere: as few as are found in some steps."""
        known: dict[Place, Value] = {}
        self._is_false(instance, None, known, STEPS_OF_CASES)
        kept = dict.fromkeys(known)

        def drop(places: Sequence[Place]) -> None:
            """Open those of the places that are not needed: all at once, or those of each half."""
            if not places or self.left_for_values <= 0:
                return
            without = set(places)
            fewer = {place: None for place in kept if place not in without}
            is_false, needed = self._is_false(instance, fewer, {}, min(STEPS_OF_CASES, self.left_for_values))
            self.left_for_values -= needed + len(kept)
            if is_false:
                for place in places:
                    del kept[place]
            elif len(places) > 1:
                drop(places[: len(places) // 2])
                drop(places[len(places) // 2 :])

        if instance.scope.is_known():
            drop(list(known))
        return tuple(PlaceValue(*place, known[place]) for place in kept)


def judge_partly(
    spec: Spec, grid: PartialAssignment, deadline: Deadline = NO_DEADLINE, on_progress: Enter = enter_nothing
) -> PartialReport:
    """Judge a grid with open places, which have None; a given stands where it is printed."""
    return PartialJudge(spec, with_givens(spec, grid), deadline, on_progress=on_progress).judge()


def with_givens(spec: Spec, grid: PartialAssignment) -> PartialAssignment:
    """Return the grid with the givens in open places, and with layers that it lacks as open."""
    filled = {
        (layer.grid, layer.name): list(grid.get((layer.grid, layer.name), (None,) * len(layer.places))) for layer in spec.layers
    }
    for board in spec.grids:
        for given in board.givens:
            values = filled[board.name, given.layer.name]
            if values[given.position] is None:
                values[given.position] = given.value
    return {key: tuple(values) for key, values in filled.items()}
