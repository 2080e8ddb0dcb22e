"""Find layers whose values are too few: with a wider range under `values` the puzzle has a solution.

Every contradiction needs that range then, but no rule or given is to blame for it, so no conflict can name it. The claim rests on
a solution of the spec with the other range, which the judge has accepted.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator

from gridwright.compiler.compile import lower
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar, read_text
from gridwright.compiler.values import describe

from ..engines.engine import Status
from ..engines.engine_registry import AUTO
from ..solving.effort import EffortDeadline, Improving, spend
from ..solving.progress import Progress
from ..solving.solve import solve
from .conflict import Conflict, contradicts

EFFORT = 40_000  # units of work for all searches, compiling included; some two seconds
EFFORT_FOR_RANGE = 20_000  # of them for one range at most
MAX_LAYERS = 4  # each takes up to a dozen searches
MAX_PLACES = 10_000  # values of all places of a layer; with more, each search would take long to compile


@dataclass(frozen=True, eq=False)
class WiderValues:
    """A layer, where its values are written, these values, and wider ones with which there is a solution."""

    layer: Layer
    span: Span
    values: range
    wider: range

    @property
    def shown(self) -> tuple[str, str]:
        """Return both ranges as they are written in a spec."""
        return describe(self.values), describe(self.wider)


def wider_values(
    spec: Spec,
    *,
    conflict: Conflict | None = None,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline,
    progress: Progress | None = None,
) -> tuple[WiderValues, ...]:
    """Return the layers of a spec without solutions for which a wider range, each by itself, gives one. `conflict`: what is known
    to contradict.

    Those found until the deadline; raise `KeyboardInterrupt` after Ctrl-C.
    """
    search = _WiderSearch(spec, conflict, engine, seed, deadline, Improving(effort=EFFORT).begins(deadline))
    layers: list[WiderValues] = []
    if progress:
        progress.enter("widening")
    with contextlib.suppress(GaveUp, OutOfTime, MemoryError):
        for layer, written, values in itertools.islice(_ranges(spec, deadline), MAX_LAYERS):
            wider = search.wider(written, values)
            if wider is not None:
                layers.append(WiderValues(layer, written.span, values, wider))
    return tuple(layers)


def _ranges(spec: Spec, deadline: Deadline) -> Iterator[tuple[Layer, Scalar, range]]:
    """Yield the layers whose values are a range of numbers in the spec's own file, with the node of that range.

    A layer with exactly as many values as it has places that must all be different is left out: there a wider range makes every
    puzzle easier, and is never what was meant.
    """
    ranges: list[tuple[Layer, Scalar, range]] = []
    for layer in spec.layers:
        written = _written_node(spec, layer)
        values = layer.values
        if written and isinstance(values, range) and values.step == 1 and len(values) * len(layer.places) <= MAX_PLACES:
            ranges.append((layer, written, values))
    if not ranges:
        return  # without lowering the spec
    full = {(layer.grid, layer.name) for layer in _layers_with_full_groups(spec, deadline)}
    seen: set[int] = set()
    for layer, written, values in ranges:
        if (layer.grid, layer.name) not in full and written.span.start not in seen:
            seen.add(written.span.start)  # several grids may have it from the whole spec
            yield layer, written, values


def _layers_with_full_groups(spec: Spec, deadline: Deadline) -> Iterator[Layer]:
    for term in lower(spec, deadline).reachable_terms():
        variables = [arg.detail for arg in term.args if arg.op == "unknown"]
        if term.op == "distinct" and variables and isinstance(variables[0], Variable):
            layer = variables[0].layer
            if len(variables) == len(layer.values):
                yield layer


def _written_node(spec: Spec, layer: Layer) -> Scalar | None:
    """Return the node of a layer's values, if they are written in the spec's own file."""
    layers = spec.document.get("layers")
    node = layers.get(layer.name) if isinstance(layers, Mapping) else None
    values = node.get("values") if isinstance(node, Mapping) else None
    return values if isinstance(values, Scalar) else None


class _WiderSearch:
    """Tries ranges, each in the spec's own text. `work`: a deadline that counts the work of all searches."""

    def __init__(self, spec: Spec, conflict: Conflict | None, engine: str, seed: int, deadline: Deadline, work: Deadline) -> None:
        self.spec = spec
        self.members = {_written_at(member.origin) for member in conflict.members} if conflict else set()
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.work = work

    def wider(self, written: Scalar, values: range) -> range | None:
        """Return a range with which there is a solution, or None: one more value at an end, or else as many as are needed."""
        low, high, size = values[0], values[-1], len(values)
        if self._still_contradict(written, range(low - 1, high + size + 1)):
            return None
        for more in (range(low, high + 2), range(low - 1, high + 1)):
            if self._has_solution(written, more):
                return more
        if not self._has_solution(written, range(low, high + size + 1)):
            return None
        few, enough = 1, size  # how many more values are not known to be enough, and are
        while enough - few > 1:
            middle = (few + enough) // 2
            if self._has_solution(written, range(low, high + middle + 1)):
                enough = middle
            else:
                few = middle
        return range(low, high + enough + 1)

    def _still_contradict(self, written: Scalar, values: range) -> bool:
        """Check whether members of the conflict contradict with other values too. As they are few, that is soon known, and as a
        rule they do: then no range between the two gives a solution.
        """

        def contradict(spec: Spec, deadline: Deadline) -> bool:
            module = lower(spec, deadline, independently=True)
            lines = {line for _, line, *_ in self.members}
            kept = [
                assertion
                for assertion in module.assertions
                if assertion.origin.span.line in lines and _written_at(assertion.origin) in self.members
            ]
            return contradicts(
                replace(module, assertions=tuple(kept), target=None), spec.limits, self.engine, self.seed, deadline
            )

        return bool(self.members) and self._try(written, values, contradict)

    def _has_solution(self, written: Scalar, values: range) -> bool:
        """Check whether a solution is found with other values."""

        def has_solution(spec: Spec, deadline: Deadline) -> bool:
            outcome = solve(spec, limit=1, engine=self.engine, seed=self.seed, deadline=deadline)
            if outcome.reason.startswith(Status.INTERRUPTED.value):
                raise KeyboardInterrupt
            return bool(outcome.solutions)

        return self._try(written, values, has_solution)

    def _try(self, written: Scalar, values: range, test: Callable[[Spec, Deadline], bool]) -> bool:
        """Return the result of a test of the spec with other values; False if that spec is wrong, or takes too much work."""
        spec = self.spec
        text = f"{spec.source[: written.span.start]}{values[0]}..{values[-1]}{spec.source[written.span.end :]}"
        deadline = EffortDeadline(self.work, EFFORT_FOR_RANGE)
        try:
            changed = read_spec(read_text(text, spec.path, spec.limits), spec.path, LibraryPlaces(texts=spec.files), spec.limits)
            is_so = test(changed, deadline)
        except (SpecError, GaveUp):
            is_so = False
        spend(self.work, EFFORT_FOR_RANGE - deadline.effort)
        self.work.check()
        return is_so


def _written_at(origin: Origin) -> tuple[str, int, int, str, tuple[tuple[str, str], ...]]:
    """Return where a rule's instance or a given is written; it has the same place with other values, unless on the same line."""
    return origin.span.source.path, origin.span.line, origin.span.column, origin.grid, origin.bindings
