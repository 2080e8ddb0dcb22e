"""Generate puzzles: sample a solution, print all clues that it allows, repair it until they leave no other, and take clues away.

The clues, or givens, are assumptions in one compiled problem (`clue_search.py`). Carving follows Simon Tatham's collection: all
clues, then remove one after the other while the solution stays the only one. Where even all clues leave several solutions, the
places in which these differ are drawn anew, and the rest is kept. A solution with fewer such places replaces the one before.

Tried and dropped, as Nurikabe of 10x10 took longer (eight seeds): to start from a newly drawn solution after bounded repairs
(Luby, Sinclair and Zuckerman 1993), and to keep clues that are far from the places in doubt.

Clues that could be any number, such as sums, have one value each for a sampled solution. These are compiled with each sample.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass, field, replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, Value, describe, typed_key

from ...engines.engine_registry import AUTO
from ...interchange.puzzle import is_point
from ...interchange.puzzle_of_spec import layer_place
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts, PartSolution
from ..printed_items import is_only_looped, items_of, without
from ..symmetry import MOVES, SQUARE
from .clue_problem import ClueProblem, GeneratedPuzzle
from .implied_clues import allowed_clues
from .printable import NUMBERS, PrintableGroup, printable_groups, printed_names
from .variable_clues import VariableGroup, with_clues, with_grids

Printed = dict[Variable, Value]
FixedValues = Mapping[tuple[str, str, str], Value]

MOST_VALUES = 12  # of a clue: larger numbers make the problem large, and are rarely printed
SHARE_OF_FLIPS = 0.15  # of the places: they get a random value in a sample
CONFLICTS_PER_FLIP = 300
CONFLICTS_PER_START = 300  # of a search for a first solution, until drawn values are tried
STARTS = 30
SHARES_OF_START = (0.2, 0.4, 0.6)  # of the places, which get drawn values for a first solution
CONFLICTS_PER_TEST = 20_000  # for the question whether there is another solution; without an answer, a clue stays
DISTANCES = (2, 4, 6, 10)  # in half cells, from a place in doubt, within which other places may be drawn anew too
SHARE_KEPT = 0.4  # of those places
OTHERS = 6  # solutions that are compared with a sample, to see how far it is from being the only one
REPAIRS = 20  # attempts in a row that leave as many places of a sample in doubt


class NothingPrintable(Exception):
    """An error: the genre has nothing that a generator could print, or this cannot be unknown; the message says why."""


class PlacesNeeded(NothingPrintable):
    """An error: rules have to know before solving where clues are, or which."""


@dataclass(frozen=True, eq=False)
class Wishes:
    """What the puzzles have to be like.

    `fewest` and `most`: how many clues and givens. `symmetry`: one of `MOVES`, or empty. `forbidden`: values that no clue or
    given has. `kept`: the names of places whose clue stays if one is possible there. `is_minimal`: no clue can be removed.
    `solution`: values of the solution by grid, layer and place, as far as they are fixed.
    """

    fewest: int = 0
    most: int | None = None
    symmetry: str = ""
    forbidden: frozenset[Value] = frozenset()
    kept: frozenset[str] = frozenset()
    is_minimal: bool = False
    solution: FixedValues = field(default_factory=dict)


@dataclass(eq=False)
class Misses:
    """What the puzzles were like that did not fit the wishes. `bare`: solutions of the rules that fit none of the clues."""

    ratings: list[float | None] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    bare: int = 0

    def words(self) -> str:
        """Return why puzzles did not fit the wishes; empty if every attempt failed for other reasons.

        >>> Misses([1.25, None, 0.5], [7]).words()
        '2 puzzles got a rating of 0.5 to 1.25, 1 puzzle could not be rated, 1 puzzle had 7 clues and givens'
        """
        known = [rating for rating in self.ratings if rating is not None]
        unknown = len(self.ratings) - len(known)
        parts = [f"{_puzzles(len(known))} got a rating of {_range(known)}"] if known else []
        parts += [f"{_puzzles(unknown)} could not be rated"] if unknown else []
        parts += [f"{_puzzles(len(self.sizes))} had {_range(self.sizes)} clues and givens"] if self.sizes else []
        parts += [f"none of the clues fits {self.bare} of the solutions that were tried"] if self.bare else []
        return ", ".join(parts)


def _puzzles(count: int) -> str:
    return "1 puzzle" if count == 1 else f"{count} puzzles"


def _range(numbers: Sequence[float]) -> str:
    low, high = (f"{round(end, 2):g}" for end in (min(numbers), max(numbers)))
    return low if low == high else f"{low} to {high}"


@dataclass(frozen=True, eq=False)
class Sample:
    """A solution with everything that it allows to print.

    `in_doubt`: the places in which other solutions of what is printed differ; none if there is no other.
    """

    problem: ClueProblem
    solution: PartSolution
    printed: Printed
    in_doubt: Sequence[Variable]


@dataclass(eq=False)
class Generator:
    """Generates puzzles of one spec. All of it depends on the seed alone. `has_places`: its clues stay where they are, with any
    values.

    Its own clues and givens are replaced, and show what may be printed; if it has none, an example of its genre does. Raise
    `NothingPrintable` if that is nothing that can be unknown, `SpecError` if the spec is wrong.
    """

    spec: Spec
    wishes: Wishes = field(default_factory=Wishes)
    engine: str = AUTO
    seed: int = 0
    deadline: Deadline = NO_DEADLINE
    progress: Progress = field(default_factory=Progress)
    has_places: bool = False
    misses: Misses = field(default_factory=Misses)

    def __post_init__(self) -> None:
        names = printed_names(self.spec)
        items = items_of(self.spec)
        groups = [_everywhere(group) for group in printable_groups(self.spec) if group.group.name in names and group.places]
        self._layers = [layer for layer in self.spec.layers if layer.name in names and not layer.is_unbounded]
        if self.has_places:  # clues that can only be there, without a value, are known
            groups = [_in_place(group) for group in groups if group.values != (True,)]
        possible = [group for group in groups if not group.why_not]
        can_be_implied = [] if self.has_places else possible
        self._implied = [group for group in can_be_implied if self._has_many_values(group) and self._is_looped(group)]
        listed = [group for group in possible if group.values and group not in self._implied]
        if not listed and not self._layers and not self._implied:
            raise NothingPrintable(_why_nothing(groups))
        self._random = random.Random(self.seed)
        self.spec = clear_spec(self.spec, self._layers, self._implied)
        self._problem = self._open(listed)
        self._last: PartSolution | None = None
        replaced = {variable.group.name for variable in self._problem.variables} | {group.group.name for group in self._implied}
        replaced |= {layer.name for layer in self._layers}
        self._fixed = {
            variable: self.wishes.solution[key]
            for variable in self._problem.places
            if (key := (variable.layer.grid, variable.layer.name, _name(variable))) in self.wishes.solution
        }
        self._refuse_wishes(groups)
        self.text = without(self.spec.source, [item for item in items if item.name in replaced])

    def _refuse_wishes(self, groups: Sequence[PrintableGroup]) -> None:
        """Raise `NothingPrintable` if no puzzle fits the wishes."""
        refuse_symmetry(self.spec, self.wishes.symmetry)
        places = {_name(variable) for variable in (*self._problem.clues, *self._problem.givens)}
        for group in self._implied:
            places |= {str(place) for place in group.places}
        for name in sorted(self.wishes.kept - places):
            raise NothingPrintable(f"nothing can be printed at {name}, which is to be kept")
        most = len(self._problem.clues) + len(self._problem.givens) + sum(len(group.places) for group in self._implied)
        if self.wishes.fewest > most:
            raise NothingPrintable(f"there are places for {most} clues, and {self.wishes.fewest} are wanted")
        listed = {repr(value) for group in groups for value in group.values or NUMBERS}
        listed |= {repr(value) for layer in self._layers for value in layer.values}
        for value in sorted(self.wishes.forbidden, key=repr):
            if repr(value) not in listed:
                raise NothingPrintable(f"no clue or given could be {describe(value)}, which is forbidden")

    def _is_forbidden(self, value: Value) -> bool:
        return typed_key(value) in map(typed_key, self.wishes.forbidden)

    def _is_looped(self, group: PrintableGroup) -> bool:
        return is_only_looped(self.spec, group.group.name)

    @staticmethod
    def _has_many_values(group: PrintableGroup) -> bool:
        return not group.values or len(group.values) > MOST_VALUES

    def _open(self, groups: Sequence[PrintableGroup]) -> ClueProblem:
        """Return the problem with unknown clues. Groups that cannot be unknown stay as they are."""
        why = ""
        for some in (groups, [group for group in groups if self._is_looped(group)]):
            if some or self._layers or self._implied:
                try:
                    return self._compile([_variable(group, self.wishes.forbidden) for group in some])
                except SpecError as problem:
                    why = problem.diagnostics[0].message
        raise PlacesNeeded(f"a rule has to know its clues before solving: {why}")

    def _compile(self, variables: Sequence[VariableGroup]) -> ClueProblem:
        return ClueProblem(self.spec, variables, self._layers, self.engine, self.seed + 1, self.deadline, self.progress)

    def candidates(self) -> Iterator[GeneratedPuzzle | None]:
        """Yield one puzzle after the other, and None after each attempt that led to none; nothing if no board has a solution."""
        self._last = self._first()
        if self._last is None:
            has_map = any(kind.areas for grid in self.spec.grids for kind in grid.kinds)
            if not has_map and not self.has_places:
                wished = " and the values that are given for the solution" if self._fixed else ""
                raise NothingPrintable(f"the rules have no solution on this board with the clues that are tried{wished}")
            return
        while True:
            self.deadline.check()
            try:
                repaired = self._repair()
            except OutOfConflicts:
                repaired = None
            yield self._carve(repaired) if repaired else None

    def _repair(self) -> Sample | None:
        """Return a sample that has no other solution, if repairs lead to one. Raise `OutOfConflicts`."""
        solution = self._sample()
        if solution is None:
            return None
        sample = self._sample_of(solution)
        repair = failures = 0
        while failures < REPAIRS:
            if not sample.in_doubt:
                return sample
            self.progress.note = f"{len(sample.in_doubt)} places in doubt, repair {repair + 1}"
            are_clues_moved = sample.problem.can_move and repair % 2 == 0
            changed = sample.solution if are_clues_moved else self._redrawn(sample)
            if changed is not None:
                after = self._sample_of(changed, sample.in_doubt, are_clues_moved=are_clues_moved)
                failures = 0 if len(after.in_doubt) < len(sample.in_doubt) else failures + 1
                if len(after.in_doubt) <= len(sample.in_doubt):
                    sample = after
            else:
                failures += 1
            repair += 1
        return None

    def _with_all_clues(self, solution: PartSolution) -> ClueProblem:
        """Return the problem with all clues. Each that could be any number has the value that the solution implies."""
        variables = list(self._problem.variables)
        grid = self._problem.assignment(solution)
        for group in self._implied:
            every = VariableGroup(group.grid.name, group.group, dict.fromkeys(group.places, group.values or tuple(NUMBERS)))
            allowed = allowed_clues(self.spec, every, grid, self.deadline)
            fitting = {place: [value for value in values if not self._is_forbidden(value)] for place, values in allowed.items()}
            values = {place: (self._random.choice(values),) for place, values in fitting.items() if values}
            if values:
                variables.append(VariableGroup(group.grid.name, group.group, values))
        return self._compile(variables)

    def _first(self) -> PartSolution | None:
        """Return a solution to start from; None if there is none.

        Where any solution takes long to find, drawn values at some places often make it shorter.
        """
        fixed: Printed = {**self._fixed}
        for attempt in range(STARTS):
            self.deadline.check()
            try:
                solution = self._problem.search.solution(fixed, CONFLICTS_PER_START)
                if solution is not None or not attempt:
                    return solution
            except OutOfConflicts:
                pass
            fixed = self._start()
        return self._problem.search.solution(self._fixed)

    def _start(self) -> Printed:
        """Return drawn values for some places, in which one value of each layer is more frequent than others."""
        places = [place for place in (*self._problem.visible, *self._problem.required) if place not in self._fixed]
        often = {layer: self._random.choice(_values_of(layer)) for layer in dict.fromkeys(place.layer for place in places)}
        drawn = self._random.sample(places, round(len(places) * self._random.choice(SHARES_OF_START)))
        frequency = self._random.random()
        values = {
            place: often[place.layer] if self._random.random() < frequency else self._random.choice(_values_of(place.layer))
            for place in drawn
        }
        return values | self._fixed

    def _sample(self) -> PartSolution | None:
        """Return a varied solution: places in a drawn order get drawn values, as long as there is a solution with them.

        It starts from the last sample, because the first solution of a board may take longer than all that follow. Once a value
        takes too long, all that is far from its place and those that follow stays as it is.
        """
        solution = self._last
        fixed: Printed = {**self._fixed}
        order = [*self._problem.visible]
        self._random.shuffle(order)
        order = order[: max(6, int(len(order) * SHARE_OF_FLIPS))]
        full = [*self._problem.required]
        self._random.shuffle(full)
        is_hard = False
        for variable in [*order, *full] if solution else ():
            self.deadline.check()
            if variable in self._fixed:
                continue
            value = self._random.choice(_values_of(variable.layer))
            assert solution is not None
            if typed_key(solution[variable]) != typed_key(value):
                other, is_hard = self._changed({**fixed, variable: value}, variable, solution, is_hard=is_hard)
                if other is None:
                    continue
                solution = other
            fixed = {**fixed, variable: value}
        self._last = solution
        return solution

    def _changed(
        self, fixed: Printed, place: Variable, solution: PartSolution, *, is_hard: bool
    ) -> tuple[PartSolution | None, bool]:
        """Return a solution with fixed values, if one is found, and whether it was hard to find.

        If it is, what is far from a place stays as it is in another solution.
        """
        for is_far_kept in (True,) if is_hard else (False, True):
            far = self._far(place, solution) if is_far_kept else {}
            try:
                return self._problem.search.solution({**far, **fixed}, CONFLICTS_PER_FLIP), is_hard
            except OutOfConflicts:
                is_hard = True
        return None, is_hard

    def _far(self, place: Variable, solution: PartSolution) -> Printed:
        """Return the values of a solution at places that are not near a place."""
        near = self._near(place)
        return {other: solution[other] for other in (*self._problem.visible, *self._problem.required) if other not in near}

    def _redrawn(self, sample: Sample) -> PartSolution | None:
        """Return a solution that differs at a place in doubt, and is the same at most places that are not."""
        free = [place for place in sample.in_doubt if place not in self._fixed]
        if not free:
            return None
        solution, place = sample.solution, self._random.choice(free)
        near = self._near(place)
        doubtful = set(sample.in_doubt)
        kept = {
            variable: solution[variable]
            for variable in (*self._problem.visible, *self._problem.required)
            if variable in self._fixed
            or (variable not in doubtful and (variable not in near or self._random.random() < SHARE_KEPT))
        }
        try:
            return self._problem.search.solution_without(kept, place, solution[place], CONFLICTS_PER_FLIP)
        except OutOfConflicts:
            return None

    def _near(self, place: Variable) -> set[Variable]:
        """Return the places around a place; all, if it is not a place of the board."""
        centre = _position(place)
        distance = self._random.choice(DISTANCES)
        positions = ((variable, _position(variable)) for variable in (*self._problem.visible, *self._problem.required))
        return {
            variable
            for variable, at in positions
            if centre is None or at is None or max(abs(at[0] - centre[0]), abs(at[1] - centre[1])) <= distance
        }

    def _sample_of(self, solution: PartSolution, before: Sequence[Variable] = (), *, are_clues_moved: bool = False) -> Sample:
        """Return everything that a solution allows to print, with its problem, and the places where other solutions differ.

        `before`: the places in doubt before a repair; if there are more now, it is no good, and not all need be known.
        """
        most = len(before) or len(solution)
        problem = self._with_all_clues(solution) if self._implied else self._problem
        printed = problem.printable_values(solution, self._random, before if are_clues_moved else ())
        forbidden = [given for given in problem.givens if given in printed and self._is_forbidden(printed[given])]
        printed = problem.without(printed, forbidden)
        for orbit in self._orbits(problem):
            if any(printed.get(variable, BLANK) is BLANK for variable in orbit):
                printed = problem.without(printed, orbit)
        self.misses.bare += all(value is BLANK for value in printed.values())
        problem.search.exclude(solution, problem.visible)
        in_doubt: dict[Variable, None] = {}
        others = 0
        while (
            others < OTHERS and len(in_doubt) <= most and (other := problem.search.other(printed, CONFLICTS_PER_TEST)) is not None
        ):
            others += 1
            different = [
                place for place in problem.visible if place in other and typed_key(other[place]) != typed_key(solution[place])
            ]
            in_doubt |= dict.fromkeys(different)
            problem.search.exclude_too(other, problem.visible)
        if others:
            problem.search.exclude(solution, problem.visible)
        return Sample(problem, solution, printed, list(in_doubt))

    def _orbits(self, problem: ClueProblem) -> list[tuple[Variable, ...]]:
        """Return the places that are printed together, or not at all."""
        places = (*problem.clues, *problem.givens)
        if not self.wishes.symmetry:
            return [(variable,) for variable in places]
        orbits: list[tuple[Variable, ...]] = []
        done: set[Variable] = set()
        for variable in places:
            if variable not in done:
                orbit = _orbit(variable, MOVES[self.wishes.symmetry], self.spec)
                done |= {*orbit}
                orbits.append(orbit)
        return orbits

    def _carve(self, sample: Sample) -> GeneratedPuzzle | None:
        """Return the puzzle after removing what can go, givens first; None if too much is left. The order is drawn."""
        problem, solution, printed = sample.problem, sample.solution, sample.printed
        required = frozenset(problem.required)
        orbits = [orbit for orbit in self._orbits(problem) if not any(printed.get(place, BLANK) is BLANK for place in orbit)]
        orbits = [orbit for orbit in orbits if not any(_name(place) in self.wishes.kept or place in required for place in orbit)]
        self._random.shuffle(orbits)
        orbits.sort(key=lambda orbit: not problem.is_given(orbit[0]))  # clues are what a genre is about
        known = {variable: solution[variable] for variable in problem.places}
        count = sum(value is not BLANK for value in printed.values())
        while True:
            left: list[tuple[Variable, ...]] = []
            for at, orbit in enumerate(orbits):
                self.progress.note = f"{count} clues, {len(orbits) - at} left to try"
                fewer = problem.without(printed, orbit)
                if count - len(orbit) >= self.wishes.fewest and _is_puzzle(problem, known, fewer):
                    printed, count = fewer, count - len(orbit)
                else:
                    left.append(orbit)
            if len(left) == len(orbits) or not self.wishes.is_minimal:
                break
            orbits = left
        if count < self.wishes.fewest or (self.wishes.most is not None and count > self.wishes.most):
            self.misses.sizes.append(count)
            return None
        return problem.candidate(solution, printed)


def _is_puzzle(problem: ClueProblem, known: Mapping[Variable, Value], printed: Printed) -> bool:
    """Check whether the solution fits what is printed, and no other does; False if that takes too long."""
    try:
        if not problem.is_independent and problem.search.solution({**known, **printed}, CONFLICTS_PER_TEST) is None:
            return False
        return problem.search.other(printed, CONFLICTS_PER_TEST) is None
    except OutOfConflicts:
        return False


def _values_of(layer: Layer) -> list[Value]:
    return [*layer.values, *[BLANK] * layer.blank]


def _name(variable: Variable) -> str:
    return variable.layer.place_name(variable.position)


@functools.cache
def _position(variable: Variable) -> tuple[int, int] | None:
    place = layer_place(variable.layer.places[variable.position])
    return place if is_point(place) else None


def refuse_symmetry(spec: Spec, symmetry: str) -> None:
    """Raise `NothingPrintable` if a board cannot have a symmetry."""
    for grid in spec.grids:
        lengths = grid.board.row_lengths
        if symmetry in SQUARE and {*lengths} != {len(lengths)}:
            raise NothingPrintable(f"a board that is not square cannot have the symmetry {symmetry}")


def clear_spec(spec: Spec, layers: Sequence[Layer], groups: Sequence[PrintableGroup]) -> Spec:
    """Return a spec without the givens of some layers and the clues of some groups."""
    names = {group.group.name for group in groups}
    grids = [replace(grid, givens=tuple(given for given in grid.givens if given.layer not in layers)) for grid in spec.grids]
    return with_clues(with_grids(spec, grids), lambda group: replace(group, clues=()) if group.name in names else group)


def _everywhere(group: PrintableGroup) -> PrintableGroup:
    """Return a group that is printed at each place with values: if it could have any, as many as a row or column has cells."""
    size = max(group.grid.board.height, group.grid.board.width)
    is_any = group.is_full and not group.values and not group.why_not
    return replace(group, values=tuple(range(1, size + 1))) if is_any else group


def _in_place(group: PrintableGroup) -> PrintableGroup:
    """Return a group that is printed where it is now, and nowhere else."""
    return replace(group, places=tuple(clue.place for clue in group.group), is_full=True)


def _variable(group: PrintableGroup, forbidden: frozenset[Value]) -> VariableGroup:
    banned = {*map(repr, forbidden)}
    values = tuple(value for value in group.values if repr(value) not in banned)[:MOST_VALUES]
    return VariableGroup(group.grid.name, group.group, dict.fromkeys(group.places, values), required=group.is_full)


def _why_nothing(groups: Sequence[PrintableGroup]) -> str:
    reasons = [f"the clues `{group.group.name}`: {group.why_not or 'their values are not listed'}" for group in groups]
    return "; ".join(reasons) or (
        "it prints neither clues nor givens; print some that show which values there are, or name the clues under `generate`"
    )


def _orbit(variable: Variable, move: Callable[[int, int, Sequence[int]], tuple[int, int]], spec: Spec) -> tuple[Variable, ...]:
    """Return a place with its images under a symmetry, itself first."""
    layer: Layer = variable.layer
    place = layer.places[variable.position]
    if not isinstance(place, Cell):
        return (variable,)
    board = spec.grid(layer.grid).board
    orbit = [variable]
    while True:
        row, column = move(place.row, place.column, board.row_lengths)
        place = board.at(row, column)
        image = layer.index.get(place) if place is not None else None
        if image is None or image == variable.position:
            return tuple(orbit)
        orbit.append(Variable(layer, image))
