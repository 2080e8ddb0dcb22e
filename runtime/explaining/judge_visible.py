"""Judge a grid in which layers are missing: the hidden ones, and visible ones that its file does not have.

Rules that read no missing layer, and those that are false whatever it holds, are evaluated plainly. Only the others are compiled,
with the values of the grid instead of unknowns, and the missing layers are searched; the whole grid is then judged. If there are
no values of the missing layers, as few rules as explain it are named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.compile import lower, problems_of
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.values import Value

from ..engines.engine_choice import engine_for
from ..judging.judge import Assignment, Report, Violation, is_allowed, judge, violations
from ..judging.partial_judge import PartialJudge, PartialReport, with_givens
from ..judging.rule_cells import cells_of_rule
from ..solving.endings import reason_of
from ..solving.progress import Progress
from ..solving.session import Session
from .conflict import irreducible_conflict
from .members import ConflictMember

PLAIN = "plain evaluation of every rule"
SEARCH = "a search for the hidden layers"


@dataclass(frozen=True, slots=True)
class HiddenLayerVerdict:
    """What the judge says, and what that rests on.

    `undecided`: why it is not known whether the hidden layers have values; what is violated is violated all the same.
    """

    report: Report
    rests_on: str
    undecided: str = ""


def judge_visible(
    spec: Spec, visible: Assignment, *, engine: str, seed: int, deadline: Deadline, progress: Progress | None = None
) -> HiddenLayerVerdict:
    """Judge the layers of a finished grid that it has; `OutOfTime`, `GaveUp` where the others are not found and nothing else is
    violated.
    """
    progress = progress or Progress()
    missing = missing_layers(spec, visible)
    if not missing:
        by_open_values = PartialJudge(spec, visible, deadline)
        broken = violations(spec, visible, deadline, by_open_values.breaking, progress.enter)
        return HiddenLayerVerdict(Report(tuple(broken)), PLAIN)
    plain = PartialJudge(spec, with_givens(spec, visible), deadline, on_progress=progress.enter).judge(by_cases=False)
    known = [layer for layer in spec.layers if layer not in missing]
    if not all(is_allowed(layer, value) for layer in known for value in visible[layer.grid, layer.name]):
        return HiddenLayerVerdict(Report(plain.violations), PLAIN)
    try:
        return _search_hidden_layers(_HiddenSearch(spec, visible, plain, engine, seed, deadline, progress), plain)
    except (OutOfTime, GaveUp) as problem:
        if not plain.violations:
            raise
        return HiddenLayerVerdict(Report(plain.violations), PLAIN, reason_of(problem))


def missing_layers(spec: Spec, grid: Assignment) -> list[Layer]:
    """Return the layers that have to be searched: the hidden ones, and those that a grid does not have."""
    return [layer for layer in spec.layers if layer.hidden or (layer.grid, layer.name) not in grid]


def _search_hidden_layers(search: _HiddenSearch, plain: PartialReport) -> HiddenLayerVerdict:
    assignment = search.find()
    if assignment is None:
        broken = search.explanation()
        rests_on = f"{PLAIN} that reads no {search.kind} layer, and {search.words}" if plain.violations else search.words
        return HiddenLayerVerdict(Report((*plain.violations, broken)), rests_on)
    if plain.violations:
        return HiddenLayerVerdict(Report(plain.violations), PLAIN)
    rests_on = f"{search.words}, and {PLAIN}" if plain.open_rules else PLAIN
    return HiddenLayerVerdict(judge(search.spec, assignment, search.deadline, search.progress.enter), rests_on)


class _HiddenSearch:
    """A search for values of the missing layers, for those rules that plain evaluation left open."""

    def __init__(
        self,
        spec: Spec,
        visible: Assignment,
        plain: PartialReport,
        engine: str,
        seed: int,
        deadline: Deadline,
        progress: Progress,
    ) -> None:
        self.spec = spec
        self.visible = visible
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self._reported = {(violation.span, violation.grid, violation.bindings) for violation in plain.violations}
        open_rules = {rule for rule, _ in plain.open_rules}
        self._open_part = replace(
            spec,
            rules=tuple(rule for rule in spec.rules if rule in open_rules),
            together=tuple(rule for rule in spec.together if rule in open_rules),
            objective=None,
            answers={},
        )
        self._missing = missing_layers(spec, visible)
        self._fixed: Mapping[Layer, Sequence[Value]] = {
            layer: visible[layer.grid, layer.name] for layer in spec.layers if layer not in self._missing
        }
        self.kind = "hidden" if all(layer.hidden for layer in self._missing) else "missing"
        self.words = f"a search for the {self.kind} layers"

    def find(self) -> Assignment | None:
        """Return the whole grid with values of the hidden layers that meet the open rules; None if there are none."""
        module = self._module(independently=False)
        if any(assertion.term is False for assertion in module.assertions):
            return None
        values: dict[Variable, Value] = {}
        problems = problems_of(module, self.spec.limits, deadline=self.deadline, on_progress=self.progress.enter)
        self.progress.enter("solving")
        for problem in problems:
            solution = Session(problem, engine_for(problem, self.engine, self.seed), self.deadline, self.progress).next_solution()
            if solution is None:
                return None
            values.update(solution)
        assignment = dict(self.visible)
        for layer in self._missing:
            assignment[layer.grid, layer.name] = tuple(values[Variable(layer, at)] for at in range(len(layer.places)))
        return assignment

    def _module(self, *, independently: bool) -> Module:
        """Return the module of the open rules, without those instances that are known to be violated."""
        module = lower(
            self._open_part, self.deadline, independently=independently, fixed=self._fixed, on_progress=self.progress.enter
        )
        kept = tuple(
            assertion
            for assertion in module.assertions
            if assertion.term is not False
            or (assertion.origin.span, assertion.origin.grid, assertion.origin.bindings) not in self._reported
        )
        return replace(module, assertions=kept)

    def explanation(self) -> Violation:
        """Return that the hidden layers have no values, because of as few rules as explain it."""
        module = self._module(independently=True)
        conflict = irreducible_conflict(
            module, self.spec.limits, engine=self.engine, seed=self.seed, deadline=self.deadline, progress=self.progress
        )
        names = ", ".join(dict.fromkeys(f"`{layer.name}`" for layer in self._missing))
        message = f"no values of the {self.kind} layer{'s' * (',' in names)} {names} go with this grid"
        if conflict is None or not conflict.members:
            unknown = "which rules contradict each other is not known, because the search for them ended early"
            return Violation(f"{message}; {unknown}", self._missing[0].span)
        because = tuple(_as_violation(member) for member in conflict.members)
        rules = len({violation.span for violation in because})
        several = f"{rules} rules contradict each other" if rules > 1 else "one rule cannot be met"
        several += f", in {len(because):,} cases" if len(because) > rules else ""
        unproved = "" if conflict.irreducible else f" (fewer may be enough: {conflict.reason})"
        about = tuple(item for violation in because for item in violation.about)
        return Violation(f"{message}: {several}{unproved}", because[0].span, about=about, because=because)


def _as_violation(member: ConflictMember) -> Violation:
    origin = member.origin
    return Violation(member.says, origin.span, origin.grid, origin.bindings, cells_of_rule(origin.scope))
