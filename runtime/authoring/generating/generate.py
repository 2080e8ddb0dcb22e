"""Generate puzzles: sample a solution, print all clues that it allows, repair it until they leave no other, and take clues away.

The clues, or givens, are assumptions in one compiled problem (`clue_search.py`). Carving follows Simon Tatham's collection: all
clues, then remove one after the other while the solution stays the only one. Where even all clues leave several solutions, the
places in which these differ are drawn anew, and the rest is kept. A solution with fewer such places replaces the one before.
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
from gridwright.compiler.values import BLANK, Value, typed

from ...engines.engine_registry import AUTO
from ...interchange.puzzle import is_point
from ...interchange.puzzle_of_spec import layer_place as place_of
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts, PartSolution
from ..printed_items import is_only_looped, items_of, without
from ..symmetry import MOVES
from .clue_search import ClueSearch
from .implied_clues import allowed_clues
from .printable import PrintableGroup, printable_groups, printed_names
from .variable_clues import VariableGroup, with_grids, with_variable_clues

MOST_VALUES = 12  # of a clue: larger numbers make the problem large, and are rarely printed
SHARE_OF_FLIPS = 0.15  # of the places, that get a drawn value in a sample
CONFLICTS_PER_FLIP = 300
CONFLICTS_PER_TEST = 20_000  # for the question whether there is another solution; without an answer, a clue stays
DISTANCES = (2, 4, 6, 10)  # in half cells, from a place in doubt, within which other places may be drawn anew too
SHARE_KEPT = 0.4  # of those places
OTHERS = 6  # solutions that are compared with a sample, to see how far it is from being the only one
REPAIRS = 20  # attempts to repair one sample


class NothingPrintable(Exception):
    """An error: the genre has nothing that a generator could print, or this cannot be unknown; the message says why."""


@dataclass(frozen=True, eq=False)
class Wishes:
    """What the puzzles have to be like.

    `fewest` and `most`: how many clues and givens. `symmetry`: one of `MOVES`, or empty. `forbidden`: values that no clue
    has. `kept`: the names of places whose clue stays if one is possible there. `is_minimal`: no clue can be removed.
    """

    fewest: int = 0
    most: int | None = None
    symmetry: str = ""
    forbidden: frozenset[Value] = frozenset()
    kept: frozenset[str] = frozenset()
    is_minimal: bool = False


@dataclass(frozen=True, eq=False)
class Candidate:
    """A puzzle as the search has it: what is printed at each place, and the values of all layers of the spec."""

    clues: Mapping[tuple[str, str], Mapping[Value, Value]]
    givens: Mapping[tuple[str, str], Mapping[Value, Value]]
    solution: Mapping[tuple[str, str], tuple[Value, ...]]

    @property
    def size(self) -> int:
        """Return how many clues and givens there are."""
        return sum(map(len, self.clues.values())) + sum(map(len, self.givens.values()))


@dataclass(eq=False)
class Generator:
    """Generates puzzles of one spec. All of it depends on the seed alone.

    Its own clues and givens are replaced, and show what may be printed; if it has none, an example of its genre does. Raise
    `NothingPrintable` if that is nothing that can be unknown, `SpecError` if the spec is wrong.
    """

    spec: Spec
    wishes: Wishes = field(default_factory=Wishes)
    engine: str = AUTO
    seed: int = 0
    deadline: Deadline = NO_DEADLINE
    progress: Progress = field(default_factory=Progress)

    def __post_init__(self) -> None:
        names = printed_names(self.spec)
        items = items_of(self.spec)
        groups = [group for group in printable_groups(self.spec) if group.group.name in names]
        layers = [layer for layer in self.spec.layers if layer.name in names and not layer.is_unbounded]
        usable = [group for group in groups if group.places and group.values and not group.why_not]
        if not usable and not layers:
            raise NothingPrintable(_why_nothing(groups))
        self._random = random.Random(self.seed)
        self.spec = _without_givens(self.spec, layers)
        opened = self._open(usable, can_do_without=bool(layers))
        self._places = [Variable(layer, at) for layer in self.spec.layers for at in range(len(layer.places))]
        self._visible = [variable for variable in self._places if not variable.layer.hidden]
        clue_layers = [opened.grid(variable.grid).layer(variable.group.name) for variable in self._variables]
        self._clues = [Variable(layer, at) for layer in clue_layers for at in range(len(layer.places))]
        self._givens = [Variable(layer, at) for layer in layers for at in range(len(layer.places))]
        self._of_layer = dict(zip(clue_layers, self._variables, strict=True))
        replaced = {*(layer.name for layer in (*layers, *clue_layers))}
        self.text = without(self.spec.source, [item for item in items if item.name in replaced])

    def _open(self, groups: Sequence[PrintableGroup], *, can_do_without: bool) -> Spec:
        """Compile the spec with unknown clues, and return it. Groups that cannot be unknown stay as they are."""
        looped = {group.group.name: is_only_looped(self.spec, group.group.name) for group in groups}
        for some in (list(groups), [group for group in groups if looped[group.group.name]]):
            if not some and not can_do_without:
                continue
            self._variables = [_variable(group, self.wishes.forbidden) for group in some]
            self._is_looped = [looped[group.group.name] for group in some]
            opened = with_variable_clues(self.spec, self._variables)
            try:
                self._search = ClueSearch(opened, self.engine, self.seed + 1, self.deadline, self.progress)
            except SpecError as problem:
                why = problem.diagnostics[0].message
            else:
                return opened
        raise NothingPrintable(f"a rule has to know its clues before solving: {why}")

    def candidates(self) -> Iterator[Candidate | None]:
        """Yield one puzzle after the other, and None after each attempt that led to none; nothing if no board has a solution."""
        if self._search.is_impossible or self._search.solution({}) is None:
            return
        while True:
            self.deadline.check()
            try:
                yield self._attempt()
            except OutOfConflicts:
                yield None

    def _attempt(self) -> Candidate | None:
        solution = self._sample({})
        if solution is None:
            return None
        ambiguous = self._ambiguous(solution)
        for repair in range(REPAIRS):
            if not ambiguous[1]:
                return self._carved(*ambiguous[0])
            self.progress.note = f"{len(ambiguous[1])} places in doubt, repair {repair + 1}"
            changed = self._redrawn(ambiguous[0][0], ambiguous[1])
            if changed is not None:
                after = self._ambiguous(changed)
                if len(after[1]) <= len(ambiguous[1]):
                    ambiguous = after
        return None

    def _sample(self, fixed: dict[Variable, Value]) -> PartSolution | None:
        """Return a varied solution: places in a drawn order get drawn values, as long as there is a solution with them."""
        solution = self._search.solution(fixed)
        order = [variable for variable in self._visible if variable not in fixed]
        self._random.shuffle(order)
        for variable in order[: max(6, int(len(order) * SHARE_OF_FLIPS))] if solution else ():
            self.deadline.check()
            value = self._random.choice([*variable.layer.values, *[BLANK] * variable.layer.blank])
            assert solution is not None
            if typed(solution[variable]) != typed(value):
                try:
                    other = self._search.solution({**fixed, variable: value}, CONFLICTS_PER_FLIP)
                except OutOfConflicts:
                    continue
                if other is None:
                    continue
                solution = other
            fixed = {**fixed, variable: value}
        return solution

    def _redrawn(self, solution: PartSolution, in_doubt: Sequence[Variable]) -> PartSolution | None:
        """Return a solution that differs at a place in doubt, and is the same at most places that are not."""
        place = self._random.choice(in_doubt)
        near = self._near(place)
        doubtful = set(in_doubt)
        kept = {
            variable: solution[variable]
            for variable in self._visible
            if variable not in doubtful and (variable not in near or self._random.random() < SHARE_KEPT)
        }
        try:
            other = self._search.solution_without(kept, place, solution[place], CONFLICTS_PER_FLIP)
        except OutOfConflicts:
            return None
        if other is None:
            return None
        return other

    def _near(self, place: Variable) -> set[Variable]:
        """Return the places around a place; all, if it is not a place of the board."""
        centre = _position(place)
        distance = self._random.choice(DISTANCES)
        positions = ((variable, _position(variable)) for variable in self._visible)
        return {
            variable
            for variable, at in positions
            if centre is None or at is None or max(abs(at[0] - centre[0]), abs(at[1] - centre[1])) <= distance
        }

    def _ambiguous(self, solution: PartSolution) -> tuple[tuple[PartSolution, dict[Variable, Value]], list[Variable]]:
        """Return a solution with everything that it allows to print, and the places where another solution differs from it."""
        printed = self._all_printed(solution)
        self._search.exclude(solution, self._visible)
        in_doubt: dict[Variable, None] = {}
        others = 0
        while others < OTHERS and (other := self._search.other(printed, CONFLICTS_PER_TEST)) is not None:
            others += 1
            different = [place for place in self._visible if place in other and typed(other[place]) != typed(solution[place])]
            in_doubt |= dict.fromkeys(different)
            self._search.exclude_too(other, self._visible)
        if others:
            self._search.exclude(solution, self._visible)
        return (solution, printed), list(in_doubt)

    def _all_printed(self, solution: PartSolution) -> dict[Variable, Value]:
        """Return a value for each place of what may be printed: clues wherever they are possible."""
        printed = {variable: solution[variable] for variable in self._givens if solution[variable] is not BLANK}
        known = {variable: solution[variable] for variable in self._places}
        grid = self._assignment(solution)
        for variable, is_looped in zip(self._variables, self._is_looped, strict=True):
            if not is_looped:
                continue
            allowed = allowed_clues(self.spec, variable, grid, self.deadline)
            for clue in self._clues_of(variable):
                values = allowed[clue.layer.places[clue.position]]
                printed[clue] = variable.choice(self._random.choice(values)) if values else BLANK
        read = [clue for clue in self._clues if clue not in printed]
        self._random.shuffle(read)
        known |= {clue: value for clue, value in printed.items() if clue in self._clues}
        current = solution
        for clue in read:
            if current[clue] is BLANK:
                current = self._search.solution_without(known, clue, BLANK) or current
            known[clue] = printed[clue] = current[clue]
        return self._in_orbits(printed)

    def _clues_of(self, variable: VariableGroup) -> Iterator[Variable]:
        return (clue for clue in self._clues if self._of_layer[clue.layer] is variable)

    def _in_orbits(self, printed: dict[Variable, Value]) -> dict[Variable, Value]:
        """Return what is printed, without the clues that have no counterpart, if the pattern is to be symmetric."""
        for orbit in self._orbits():
            if any(printed.get(variable, BLANK) is BLANK for variable in orbit):
                printed = self._without(printed, orbit)
        return printed

    @property
    def _of_clues(self) -> frozenset[Variable]:
        return frozenset(self._clues)

    def _orbits(self) -> list[tuple[Variable, ...]]:
        """Return the places that are printed together, or not at all."""
        if not self.wishes.symmetry:
            return [(variable,) for variable in (*self._clues, *self._givens)]
        orbits: list[tuple[Variable, ...]] = []
        done: set[Variable] = set()
        for variable in (*self._clues, *self._givens):
            if variable not in done:
                orbit = _orbit(variable, MOVES[self.wishes.symmetry], self.spec)
                done |= {*orbit}
                orbits.append(orbit)
        return orbits

    def _carved(self, solution: PartSolution, printed: dict[Variable, Value]) -> Candidate | None:
        """Return the puzzle after removing what can go, in a drawn order; None if too much is left."""
        orbits = [orbit for orbit in self._orbits() if not any(printed.get(variable, BLANK) is BLANK for variable in orbit)]
        orbits = [orbit for orbit in orbits if not any(self._name(variable) in self.wishes.kept for variable in orbit)]
        self._random.shuffle(orbits)
        known = {variable: solution[variable] for variable in self._places}
        count = sum(value is not BLANK for value in printed.values())
        while True:
            left: list[tuple[Variable, ...]] = []
            for at, orbit in enumerate(orbits):
                self.progress.note = f"{count} clues, {len(orbits) - at} left to try"
                fewer = self._without(printed, orbit)
                if count - len(orbit) >= self.wishes.fewest and self._is_puzzle(known, fewer):
                    printed, count = fewer, count - len(orbit)
                else:
                    left.append(orbit)
            if len(left) == len(orbits) or not self.wishes.is_minimal:
                break
            orbits = left
        if self.wishes.most is not None and count > self.wishes.most:
            return None
        return self._candidate(solution, printed)

    def _without(self, printed: dict[Variable, Value], orbit: Sequence[Variable]) -> dict[Variable, Value]:
        clues = self._of_clues
        fewer = {variable: value for variable, value in printed.items() if variable not in orbit}
        return fewer | dict.fromkeys((variable for variable in orbit if variable in clues), BLANK)

    def _is_puzzle(self, known: Mapping[Variable, Value], printed: Mapping[Variable, Value]) -> bool:
        """Check whether the solution fits what is printed, and no other does; False if that takes too long."""
        try:
            if not all(self._is_looped) and self._search.solution({**known, **printed}, CONFLICTS_PER_TEST) is None:
                return False
            return self._search.other(printed, CONFLICTS_PER_TEST) is None
        except OutOfConflicts:
            return False

    def _name(self, variable: Variable) -> str:
        return variable.layer.place_name(variable.position)

    def _assignment(self, solution: PartSolution) -> dict[tuple[str, str], tuple[Value, ...]]:
        return {
            (layer.grid, layer.name): tuple(solution[Variable(layer, at)] for at in range(len(layer.places)))
            for layer in self.spec.layers
        }

    def _candidate(self, solution: PartSolution, printed: Mapping[Variable, Value]) -> Candidate:
        clues: dict[tuple[str, str], dict[Value, Value]] = {}
        givens: dict[tuple[str, str], dict[Value, Value]] = {}
        of_clues = self._of_clues
        for variable, value in printed.items():
            layer, place = variable.layer, variable.layer.places[variable.position]
            if value is not BLANK and variable in of_clues:
                clues.setdefault((layer.grid, layer.name), {})[place] = self._of_layer[layer].printed(value)
            elif value is not BLANK:
                givens.setdefault((layer.grid, layer.name), {})[place] = value
        return Candidate(clues, givens, self._assignment(solution))


@functools.cache
def _position(variable: Variable) -> tuple[int, int] | None:
    place = place_of(variable.layer.places[variable.position])
    return place if is_point(place) else None


def _without_givens(spec: Spec, layers: Sequence[Layer]) -> Spec:
    """Return a spec without the givens of some layers. What else its grids have is the same."""
    grids = [replace(grid, givens=tuple(given for given in grid.givens if given.layer not in layers)) for grid in spec.grids]
    return with_grids(spec, grids)


def _variable(group: PrintableGroup, forbidden: frozenset[Value]) -> VariableGroup:
    banned = {*map(repr, forbidden)}
    values = tuple(value for value in group.values if repr(value) not in banned)[:MOST_VALUES]
    return VariableGroup(group.grid.name, group.group, dict.fromkeys(group.places, values))


def _why_nothing(groups: Sequence[PrintableGroup]) -> str:
    reasons = [f"the clues `{group.group.name}`: {group.why_not or 'their values are not listed'}" for group in groups]
    return "; ".join(reasons) or "it prints neither clues nor givens, and areas cannot be generated"


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
