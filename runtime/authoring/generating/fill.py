"""Fill in clues that are written as `?`: with the value that a solution implies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader.genre_declarations import LACKING
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.values import BLANK, Value

from ...engines.engine_registry import AUTO
from ...judging.judge import Assignment
from ...solving.progress import Progress
from ..printed_items import is_only_looped
from .clue_search import ClueSearch
from .implied_clues import allowed_clues
from .printable import PrintableGroup, printable_groups
from .variable_clues import VariableGroup, with_clues, with_variable_clues

# Where a genre allows all integers, the numbers are tried up to the first of these, and further where none of them fits.
NUMBERS = (range(100), range(100, 1_000))


@dataclass(frozen=True, eq=False)
class FilledClue:
    """A clue that is written as `?`, and the values with which the solution breaks no rule: one if it is implied."""

    clue: Clue
    grid: str
    values: tuple[Value, ...]
    why_not: str = ""


def fill(
    spec: Spec,
    solution: Assignment,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> list[FilledClue]:
    """Return the values of all clues that are `?`, in the order of the groups. `solution`: the values of all layers.

    Raise `OutOfTime` or `GaveUp` if the search ends before that.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text('''
    ... gridwright: 1
    ... use: slitherlink
    ... grid: 1x2
    ... clues: {number: {r1c1: '?'}}
    ... ''')
    >>> drawn = {("", "side"): tuple(str(border) == "r0c1-r1c1" for border in spec.layers[0].places)}
    >>> [filled.values for filled in fill(spec, drawn)]
    [(1,)]
    """
    lacking = [group for group in printable_groups(spec) if any(clue.value == LACKING for clue in group.group)]
    search = _Fill(without_lacking(spec), solution, engine, seed, deadline, progress or Progress())
    return [filled for group in lacking for filled in search.group(group)]


def without_lacking(spec: Spec) -> Spec:
    """Return a spec without the clues that are `?`, which rules could not read."""

    def without_unknown(group: ClueGroup) -> ClueGroup:
        return replace(group, clues=tuple(clue for clue in group if clue.value != LACKING))

    return with_clues(spec, without_unknown)


class _Fill:
    def __init__(self, spec: Spec, solution: Assignment, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.spec = spec
        self.solution = solution
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress

    def group(self, group: PrintableGroup) -> Iterator[FilledClue]:
        """Yield the missing values of a group."""
        lacking = [clue for clue in group.group if clue.value == LACKING]
        if group.why_not:
            yield from (FilledClue(clue, group.grid.name, (), group.why_not) for clue in lacking)
            return
        is_looped = is_only_looped(self.spec, group.group.name)
        values = self._by_loop(group, lacking) if is_looped else self._by_search(group, lacking)
        yield from (FilledClue(clue, group.grid.name, values[id(clue)]) for clue in lacking)

    def _by_loop(self, group: PrintableGroup, lacking: Sequence[Clue]) -> Mapping[int, tuple[Value, ...]]:
        values_of_clue: dict[int, tuple[Value, ...]] = {}
        for values in (group.values,) if group.values else NUMBERS:
            places = {clue.place: tuple(values) for clue in lacking if not values_of_clue.get(id(clue))}
            if places:
                variable = VariableGroup(group.grid.name, group.group, places)
                allowed = allowed_clues(self.spec, variable, self.solution, self.deadline)
                values_of_clue |= {id(clue): allowed[clue.place] for clue in lacking if clue.place in allowed}
        return values_of_clue

    def _by_search(self, group: PrintableGroup, lacking: Sequence[Clue]) -> Mapping[int, tuple[Value, ...]]:
        """Ask a solver, with all that is known fixed, for each value of each clue."""
        printed = {id(clue.place): clue.value for clue in group.group if clue.value != LACKING}
        possible = group.values or tuple(NUMBERS[0])
        open_places = {id(clue.place) for clue in lacking}
        places = {place: (printed[id(place)],) if id(place) in printed else possible for place in group.places}
        variable = VariableGroup(group.grid.name, group.group, places)
        opened = with_variable_clues(self.spec, [variable])
        search = ClueSearch(opened, self.engine, self.seed, self.deadline, self.progress)
        layer = opened.grid(group.grid.name).layer(group.group.name)
        known = {
            Variable(old, at): value for old in self.spec.layers for at, value in enumerate(self.solution[old.grid, old.name])
        }
        known |= {
            Variable(layer, at): variable.choice(printed[id(place)]) if id(place) in printed else BLANK
            for at, place in enumerate(layer.places)
            if id(place) not in open_places
        }
        values: dict[int, tuple[Value, ...]] = {}
        for clue in lacking:
            at = Variable(layer, layer.index[clue.place])
            others = {Variable(layer, layer.index[other.place]) for other in lacking} - {at}
            values[id(clue)] = tuple(
                value
                for value in possible
                if (solution := search.solution({**known, at: variable.choice(value)})) is not None
                and all(solution[other] is not BLANK for other in others)
            )
        return values
