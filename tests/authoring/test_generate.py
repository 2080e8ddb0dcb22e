"""Generated puzzles: each is unique by brute force or by another engine, and as it was wished."""

from __future__ import annotations

import random
from itertools import islice, pairwise
from typing import Any

import pytest
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import replace
from gridwright.compiler.values import BLANK
from gridwright.runtime.authoring.generating import verified_puzzle
from gridwright.runtime.authoring.generating.clue_problem import ClueProblem
from gridwright.runtime.authoring.generating.example_areas import areas_like_example
from gridwright.runtime.authoring.generating.generate import Generator, NothingPrintable, Wishes
from gridwright.runtime.authoring.generating.puzzles import (
    ANY_RATING,
    Settings,
    board_of_genre,
    puzzles_of_genre,
    puzzles_of_spec,
)
from gridwright.runtime.authoring.generating.variable_clues import VariableGroup
from gridwright.runtime.authoring.generating.verified_puzzle import VerifiedPuzzle, verify_puzzle
from gridwright.runtime.authoring.printed_items import items_of, without
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import End, Path
from remembered import accepted

LATIN = """\
gridwright: 1
grid: 2x3
layers: {n: {values: 1..3}}
givens: {n: {r1c1: 1}}
rules:
  - for: line in lines
    rule: distinct(n[line])
"""
# A genre that nobody has heard of: a clue is the number of shaded cells at a cell and to its right.
INVENTED = """\
gridwright: 1
grid: 2x3
layers: {on: {values: bool}}
clues: {ahead: {r1c1: 0, r1c2: 3}}
rules:
  - for: clue in ahead
    rule: count([on[clue.cell]]) + count(on[ray(clue.cell, right)]) == clue.value
"""


ANY = Wishes()
ATTEMPTS = 60


def first(spec: Spec, wishes: Wishes = ANY, seed: int = 0) -> VerifiedPuzzle:
    """Return the first puzzle, verified."""
    generator = Generator(spec, wishes, seed=seed)
    candidate = next(candidate_puzzle for candidate_puzzle in islice(generator.candidates(), ATTEMPTS) if candidate_puzzle)
    puzzle = verify_puzzle(spec, generator.text, candidate, NO_DEADLINE)
    assert puzzle is not None
    return puzzle


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("text", [LATIN, INVENTED])
def test_minimal_by_brute_force(text: str, seed: int) -> None:
    """The puzzle has one solution, the one that is written, and without any one clue or given it has more."""
    loaded = load_text(first(load_text(text), Wishes(is_minimal=True), seed).text)
    assert list(accepted(loaded)) == [loaded.expected.solution]
    items = items_of(loaded)
    assert items
    for item in items:
        assert len(list(islice(accepted(load_text(without(loaded.source, [item]))), 2))) == 2, str(item)


def test_the_same_seed_gives_the_same_puzzle() -> None:
    """Same in, same out; another seed gives another puzzle."""
    spec = load_text(LATIN)
    assert first(spec, seed=3).text == first(spec, seed=3).text
    assert len({first(spec, seed=seed).text for seed in range(5)}) > 1


def test_symmetry_and_kept_places() -> None:
    """Each clue has its image, and what is kept stays."""
    spec = load_text(LATIN.replace("2x3", "4x4").replace("1..3", "1..4"))
    loaded = load_text(first(spec, Wishes(symmetry="rotate180", kept=frozenset({"r1c2"}))).text)
    places = {given.layer.place_name(given.position) for given in loaded.grids[0].givens}
    assert "r1c2" in places
    assert {f"r{5 - int(place[1])}c{5 - int(place[3])}" for place in places} == places


def test_number_of_clues_and_forbidden_values() -> None:
    """There are as many clues as are wanted, and none has a forbidden value."""
    spec = load_text("gridwright: 1\nuse: slitherlink\ngrid: 4x5\n")
    puzzle = first(spec, Wishes(fewest=12, forbidden=frozenset({0})))
    clues = load_text(puzzle.text).grids[0].clue_groups[0]
    assert puzzle.size == len(clues) >= 12
    assert not any(clue.value == 0 for clue in clues)


def test_clues_that_rules_read() -> None:
    """Where rules read all clues together, as in nurikabe, what is printed fits the solution too."""
    puzzle = first(load_text("gridwright: 1\nuse: nurikabe\ngrid: 3x4\n"))
    assert solve(load_text(puzzle.text), engine="z3").unique


def test_its_own_clues_do_not_bind() -> None:
    """What the spec prints shows what may be printed, and no puzzle has to fit it: here no grid would."""
    text = (
        INVENTED.replace("ahead: {", "total: {left: [0, 50]}\n  ahead: {").replace("clues: {", "clues:\n  ").replace("3}}", "3}")
    )
    rule = "  - for: clue in total\n    rule: sum(1 for c in clue.line if on[c]) == clue.value\n"
    loaded = load_text(first(load_text(text + rule)).text)
    assert list(accepted(loaded)) == [loaded.expected.solution]


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("name", ["light_up", "hashiwokakero", "ichimaga"])
def test_rules_that_have_to_know_where_clues_are(name: str) -> None:
    """Places of clues are drawn, symmetric and with those that are kept; their values are unknown."""
    wishes = Wishes(symmetry="rotate180", kept=frozenset({"r1c2"}))
    puzzle = next(puzzles_of_genre(libraries()[name], (4, 5), Settings(wishes=wishes, seed=2)))
    loaded = load_text(puzzle.text)
    assert solve(loaded, engine="z3").unique
    places = {str(clue.place) for clue in loaded.grids[0].clue_groups[0]}
    assert "r1c2" in places
    assert {f"r{5 - int(place[1])}c{6 - int(place[3])}" for place in places} == places


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("name", ["tapa", "nonogram", "coral"])
def test_clues_that_are_lists(name: str) -> None:
    """Clues that are lengths of runs are found among all lists of lengths that fit, on the sides on which the genre prints."""
    puzzle = next(puzzles_of_genre(libraries()[name], (3, 4), Settings(seed=1)))
    loaded = load_text(puzzle.text)
    assert list(accepted(loaded)) == [loaded.expected.solution]
    assert not {clue.side for clue in loaded.grids[0].clue_groups[0]} & {"right", "bottom"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["difference", "little_killer"])
def test_clues_that_could_be_any_number(name: str) -> None:
    """A variant of sudoku prints clues of its own, whose numbers follow from the solution; a picture of nothing is left out."""
    puzzle = next(puzzles_of_genre(libraries()[name], (4, 4), Settings(seed=1)))
    loaded = load_text(puzzle.text)
    assert any(group.name == name and group.clues for group in loaded.grids[0].clue_groups)
    assert bool(loaded.grids[0].givens) == ("givens" in puzzle.text)
    assert solve(loaded, engine="z3").unique


@pytest.mark.parametrize(("name", "size"), [pytest.param("kenken", (5, 5), marks=pytest.mark.slow), ("killer", (4, 4))])
def test_cages(name: str, size: tuple[int, int]) -> None:
    """A genre whose examples have cages gets a map of cages, though it need not have any, and clues on them."""
    puzzle = next(puzzles_of_genre(libraries()[name], size, Settings(seed=1)))
    loaded = load_text(puzzle.text)
    cages = next(kind for kind in loaded.grids[0].kinds if kind.name == "cages")
    assert sum(map(len, cages.areas)) == size[0] * size[1]
    assert any(group.clues for group in loaded.grids[0].clue_groups)
    assert solve(loaded, engine="z3").unique


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("seed", range(6))
def test_thermometers(seed: int) -> None:
    """Lines are drawn as the first example has them: as many, as long, from cell to touching cell; they do not cross."""
    puzzle = next(puzzles_of_genre(libraries()["thermo"], (6, 6), Settings(seed=seed)))
    board = load_text(puzzle.text).grids[0]
    (thermos,) = (kind for kind in board.kinds if kind.name == "thermos")
    paths = [[(cell.row, cell.column) for cell in area] for area in thermos.areas]
    assert list(map(len, paths)) == [3, 3, 3, 3]
    assert len({cell for path in paths for cell in path}) == 12
    steps = [step for path in paths for step in pairwise(path)]
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in steps)
    assert len({(a + c, b + d) for (a, b), (c, d) in steps}) == len(steps)


def test_arrows_that_begin_in_pills() -> None:
    """Paths begin in areas of another kind, and go on outside, if those of the example do; the cells of a pill are in order."""
    for seed in range(8):
        apart = areas_like_example(libraries()["pill_arrow"], (6, 6), random.Random(seed)).apart
        assert apart is not None
        in_pills = [cell for pill in apart["pills"] for cell in pill]
        arrows = apart["pill_arrows"]
        assert {arrow[0] for arrow in arrows} == {*in_pills}
        assert not {*in_pills} & {cell for arrow in arrows for cell in arrow[1:]}
        assert in_pills == sorted(in_pills)
    assert next(puzzles_of_genre(libraries()["pill_arrow"], (6, 6), Settings(seed=1)))


def test_dominoes_that_fill_the_board() -> None:
    """Pieces of one size leave few cells over."""
    areas = [areas_like_example(libraries()["magnets"], (6, 6), random.Random(seed)).apart["dominoes"] for seed in range(8)]
    assert all(len({cell for domino in dominoes for cell in domino}) == 2 * len(dominoes) for dominoes in areas)
    assert sorted(map(len, areas))[4] == 18


def test_parameters_of_an_example() -> None:
    """A fleet that fits the board is that of the example nearest in size."""
    board = board_of_genre(libraries()["battleship"], (4, 4))
    assert '{fleet: "[2, 1]"}' in board.source
    assert "use: nonogram\n" in board_of_genre(libraries()["nonogram"], (4, 5)).source


def test_a_size_that_the_genre_refuses() -> None:
    """The reason is what its rule says."""
    with pytest.raises(NothingPrintable, match="Windoku has no board of 6x6: the rule says: The boxes of a windoku are squares"):
        next(puzzles_of_genre(libraries()["windoku"], (6, 6), Settings()))
    assert board_of_genre(libraries()["pill_arrow"], (6, 6)).grids[0].board.height == 6  # though what is drawn does not fit


def test_steps_that_end_with_all_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle has no rating if its steps take long; if a limit of all work or Ctrl-C ends the search first, that is raised."""
    reason = "out of time"

    def ended(spec: Spec, **options: Any) -> Path:
        return replace(find_path(spec, **options), end=End.GAVE_UP, reason=reason)

    monkeypatch.setattr(verified_puzzle, "find_path", ended)
    latin, settings = libraries()["latin_square"], Settings(difficulty=ANY_RATING, seed=4)
    assert next(puzzles_of_genre(latin, (3, 3), settings)).rating is None
    short = replace(settings, deadline=Deadline(verified_puzzle.SECONDS_FOR_STEPS - 1))
    with pytest.raises(OutOfTime):
        next(puzzles_of_genre(latin, (3, 3), short))
    reason = "interrupted"
    with pytest.raises(KeyboardInterrupt):
        next(puzzles_of_genre(latin, (3, 3), settings))


@pytest.mark.slow
def test_what_misses_are_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles with other numbers of clues, other ratings, or no clue at all are counted, to be told."""
    monkeypatch.setattr("gridwright.runtime.authoring.generating.puzzles.ATTEMPTS", 8)
    latin = libraries()["latin_square"]
    few = Settings(wishes=Wishes(most=1))
    assert list(puzzles_of_genre(latin, (3, 3), few)) == []
    assert few.misses.words() == "8 puzzles had 2 to 3 clues and givens"
    rated = Settings(difficulty=(50.0, 60.0))
    assert list(puzzles_of_genre(latin, (2, 2), rated)) == []
    assert "8 puzzles got a rating of" in rated.misses.words()
    bare = Settings()
    wanted = INVENTED.replace("{r1c1: 0, r1c2: 3}", "{r1c1: 0}") + "generate: {clues: {ahead: {values: 7..9}}}\n"
    assert list(puzzles_of_spec(load_text(wanted), bare)) == []
    assert "none of the clues fits" in bare.misses.words()


def test_wishes_that_cannot_be() -> None:
    """Wishes for clues are refused where only areas are printed, and a symmetry that the board cannot have."""
    lits = libraries()["lits"]
    for wishes in (Wishes(fewest=3), Wishes(kept=frozenset({"r1c1"})), Wishes(forbidden=frozenset({1}))):
        with pytest.raises(NothingPrintable, match="nothing but areas"):
            next(puzzles_of_genre(lits, (4, 4), Settings(wishes=wishes)))
    for genre in (lits, libraries()["slitherlink"]):
        with pytest.raises(NothingPrintable, match="not square"):
            next(puzzles_of_genre(genre, (3, 4), Settings(wishes=Wishes(symmetry="rotate90"))))


def test_hidden_layers_that_cannot_be_written() -> None:
    """The diagonals of Slant, a hidden layer, are left out of what the spec expects."""
    puzzle = next(puzzles_of_genre(libraries()["slant"], (2, 3), Settings(seed=1)))
    loaded = load_text(puzzle.text)
    assert loaded.expected.solution is not None
    assert ("", "slash") in loaded.expected.solution
    assert solve(loaded, engine="z3").unique


@pytest.mark.parametrize(("name", "why"), [("japanese_sums", "lists of any length"), ("dominosa", "has to know its clues")])
def test_nothing_to_print(name: str, why: str) -> None:
    """Clues that could be any list, or that rules have to know, are refused with the reason."""
    with pytest.raises(NothingPrintable, match=why):
        next(puzzles_of_genre(libraries()[name], (3, 3), Settings()))


def test_clues_that_depend_on_each_other_are_printed_wherever_possible() -> None:
    """Two of four cells may have a mark: two have one, and a place in doubt is one of them."""
    spec = load_text("""
gridwright: 1
grid: 1x4
layers: {shaded: {values: bool}}
clues: {mark: {r1c1: 1}}
rules:
  - count(mark[c] != blank for c in cells) <= 2
""")
    (group,) = spec.grids[0].clue_groups
    variable = VariableGroup("", group, dict.fromkeys(group.all_places(), (1,)))
    problem = ClueProblem(spec, [variable], (), "auto", 1, NO_DEADLINE, Progress())
    solution = problem.search.solution({})
    for place in problem.visible:
        printed = problem.printable_values(solution, random.Random(1), [place])
        marked = [clue.layer.places[clue.position] for clue, value in printed.items() if value is not BLANK]
        assert len(marked) == 2
        assert place.layer.places[place.position] in marked
    fewer = problem.printable_values({**solution, **dict.fromkeys(problem.clues, BLANK)}, random.Random(1))
    assert sum(value is not BLANK for value in fewer.values()) == 2
