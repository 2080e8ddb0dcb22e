"""Paths: every step is proved again from just what it cites; how a path begins and ends."""

from __future__ import annotations

import pytest
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.judging.judge import PartialAssignment
from gridwright.runtime.output.text.print_steps import step_lines
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.steps import find_path as paths
from gridwright.runtime.steps import trials
from gridwright.runtime.steps.difficulty import difficulty_of
from gridwright.runtime.steps.fact import Fact
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import End, Path
from gridwright.runtime.steps.step import Kind
from proved_steps import assert_proved

GENRES = {name: each for name, each in libraries().items() if each.family}
LATIN = """
gridwright: 1
grid: 3x3
layers: {number: {values: 1..3}}
givens: {number: {r1c1: 1, r2c2: 3}}
rules:
  - for: line in lines
    rule: distinct(number[line])
    says: Every number occurs once in each row and column.
"""
"""A puzzle that one rule at a time solves."""

CHAIN = """
gridwright: 1
grid: 1x6
layers: {s: {values: bool}}
rules:
  - not s[r1c1] or s[r1c2]
  - not s[r1c2] or s[r1c3]
  - not s[r1c3] or s[r1c4]
  - not s[r1c4] or s[r1c5]
  - not s[r1c5] or s[r1c6]
  - not s[r1c6] or not s[r1c1]
"""
"""Six rules that together exclude one value, and no five of them do."""

SMALL = {
    "sums": """
gridwright: 1
grid: 2x3
layers: {x: {values: 0..4}}
rules:
  - x[r1c1] + x[r1c2] + x[r1c3] == 11
  - x[r2c1] + x[r1c1] == 7
  - x[r2c2] > x[r1c2] or x[r1c2] == 4
  - x[r2c3] == 1 and x[r1c1] < x[r1c3]
  - x[r2c2] == 2
""",
    "a pair": """
gridwright: 1
grid: 1x2
layers: {x: {values: 0..2}}
rules: ['x[r1c1] + x[r1c2] == 2', 'x[r1c1] != 0 or x[r1c2] != 2', 'x[r1c1] != 2 or x[r1c2] != 0']
""",
    "connected": """
gridwright: 1
grid: 3x3
layers: {s: {values: bool}}
givens: {s: {r1c1: true, r3c3: true, r1c3: false, r2c1: false, r2c3: false}}
rules: [connected(s), 'count(s) == 5']
""",
    "the best": """
gridwright: 1
grid: 1x3
layers: {x: {values: 0..3}}
rules: [distinct(x), 'x[r1c1] < x[r1c2]', 'x[r1c2] < x[r1c3]']
maximize: sum(x)
""",
    "hidden": """
gridwright: 1
grid: 1x3
layers: {x: {values: 0..1}, h: {values: 0..1, hidden: true}}
rules: ['sum(x) == sum(h) + 2', 'h[r1c1] == 1']
""",
    "wide": """
gridwright: 1
grid: 1x2
layers: {x: {values: 1..2}, t: {over: grid, values: 0..500}}
rules: ['t == 100 * x[r1c1] + x[r1c2]', 't > 201']
""",
    "evaluated": """
gridwright: 1
grid: 1x3
layers: {x: {values: 1..3}}
rules: ['join(x) == "321"']
""",
}
"""Puzzles with one solution, each of another kind."""


def is_solved(spec: Spec, path: Path) -> None:
    """Check that a path leads to the solution, and that each of its steps is proved."""
    assert path.end is End.SOLVED, path.reason
    assert path.left == 0
    assert path.outcome.unique
    grid = path.outcome.solutions[0].grid
    assert all(grid[key] == values for key, values in path.known.items())
    assert path.difficulty == difficulty_of(path.steps, path.search)
    assert (path.search > 0) == bool(path.steps)
    if spec.objective is None:
        assert_proved(spec, path)


@pytest.mark.parametrize("name", SMALL)
def test_small(name: str) -> None:
    """Small puzzles of all kinds have whole paths."""
    spec = load_text(SMALL[name])
    is_solved(spec, find_path(spec))


@pytest.mark.cases(quick=1, ci=12)
@pytest.mark.parametrize("genre", GENRES)
def test_genres(genre: str) -> None:
    """The first example of a genre has a whole path, or one that says why not; each step of it is proved."""
    spec = next(iter(examples_of(genre, GENRES[genre].document))).spec()
    path = find_path(spec, deadline=Deadline(3))
    if path.end is End.GAVE_UP:
        assert path.reason
        assert_proved(spec, path)
    else:
        is_solved(spec, path)


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["sudoku", "slitherlink", "nurikabe", "killer"])
def test_whole_paths(genre: str) -> None:
    """The first examples of these genres are solved to the end."""
    spec = next(iter(examples_of(genre, GENRES[genre].document))).spec()
    is_solved(spec, find_path(spec))


def entries(spec: Spec, **values: int) -> PartialAssignment:
    """Return a grid with these entries."""
    (layer,) = spec.layers
    names = [layer.place_name(at) for at in range(len(layer.places))]
    return {("", layer.name): tuple(values.get(name) for name in names)}


def test_from_a_grid() -> None:
    """A path begins with entries; they cost nothing."""
    spec = load_text(LATIN)
    path = find_path(spec, start=entries(spec, r1c2=2))
    assert path.end is End.SOLVED
    (layer,) = spec.layers
    assert_proved(spec, path, [Fact(Variable(layer, 1), 2)])
    assert not any(conclusion.variable.position == 1 for step in path.steps for conclusion in step.conclusions)


def test_from_a_wrong_grid() -> None:
    """Entries that no solution has are named, and left out."""
    spec = load_text(LATIN)
    path = find_path(spec, start=entries(spec, r1c2=2, r3c3=3))
    assert [(fact.variable.name, fact.value) for fact in path.wrong] == [("number[r3c3]", 3)]
    assert path.end is End.SOLVED


def test_entries_that_cannot_all_be_right() -> None:
    """If each entry is in some solution, and no solution has all, the path says so."""
    spec = load_text("gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..2}}\nrules: ['x[r1c1] == x[r1c2]']\n")
    path = find_path(spec, start=entries(spec, r1c1=1, r1c2=2))
    assert path.together
    assert not path.complete


def test_hint() -> None:
    """A hint has the steps to the first value, and no others."""
    spec = load_text(LATIN)
    path = find_path(spec, hint=True)
    values = [fact for step in path.steps for fact in step.conclusions if fact.holds]
    assert values
    assert all(step.conclusions for step in path.steps)
    assert len(path.steps) < len(find_path(spec).steps)
    assert_proved(spec, path)


def test_hint_before_the_solution_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the solutions take long to find, a hint does without them if one rule shows a value; otherwise it waits."""
    spec = load_text(LATIN)
    monkeypatch.setattr("gridwright.runtime.steps.find_path.EFFORT_OF_HINT", 1)
    path = find_path(spec, hint=True)
    assert path.steps
    assert not path.outcome.solutions
    assert_proved(spec, path)
    monkeypatch.setattr("gridwright.runtime.steps.find_path.EFFORT_OF_HINT", 1_000)
    assert find_path(spec, hint=True).outcome.complete
    monkeypatch.setattr("gridwright.runtime.steps.find_path.EFFORT_OF_HINT", 1)
    assert find_path(load_text(CHAIN), hint=True).outcome.complete


def test_hint_of_a_finished_grid() -> None:
    """Where all places are filled, there is no step."""
    spec = load_text(LATIN)
    grid = find_path(spec).known
    path = find_path(spec, start=grid, hint=True)
    assert path.end is End.SOLVED
    assert not path.steps


def test_no_solution() -> None:
    """A puzzle without a solution has no path."""
    spec = load_text(LATIN.replace("r2c2: 3", "r1c2: 1"))
    path = find_path(spec)
    assert (path.end, path.steps) == (End.NO_SOLUTION, ())


def test_several_solutions() -> None:
    """A path ends where solutions differ, and it leads to all that they share."""
    spec = load_text(LATIN.replace("r2c2: 3", "r1c2: 2"))
    path = find_path(spec)
    assert path.end is End.SEVERAL
    assert path.outcome.count == 2
    assert path.known["", "number"] == (1, 2, 3, None, None, None, None, None, None)
    assert_proved(spec, path)


def test_max_cost() -> None:
    """A path takes no step that costs more than it may."""
    spec = load_text(SMALL["a pair"])
    path = find_path(spec, max_cost=1)
    assert path.end is End.STUCK
    assert "cost 1" in path.reason
    path = find_path(spec)
    assert path.difficulty.largest == 2


def test_timeout() -> None:
    """What was found before time ran out stands."""
    spec = load_text(LATIN)
    path = find_path(spec, deadline=Deadline(0))
    assert path.end is End.GAVE_UP
    assert path.reason


def test_same_values_with_every_engine() -> None:
    """What follows does not depend on the engine, nor does the largest cost; which of several premises a step cites may."""
    spec = load_text(LATIN)
    paths = [find_path(spec, engine=engine) for engine in ENGINES]
    assert len({path.difficulty.largest for path in paths}) == len({str(path.known) for path in paths}) == 1


def test_a_trial() -> None:
    """A chain of six rules, too many for a small set, is a trial with nested steps."""
    spec = load_text(CHAIN)
    path = find_path(spec)
    assert [step.kind for step in path.steps] == [Kind.TRIAL]
    assert path.steps[0].cost == 1 + len(path.steps[0].nested) > 6
    assert path.end is End.SEVERAL
    assert_proved(spec, path)


def test_exhaustion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where trials end too soon, a search shows the same, with just the rules that it takes."""
    monkeypatch.setattr(trials, "MOST_ROUNDS", 1)
    spec = load_text(CHAIN)
    path = find_path(spec)
    assert [(step.kind, step.cost, step.minimal) for step in path.steps] == [(Kind.EXHAUSTION, 6, True)]
    assert_proved(spec, path)


def test_trials_of_a_hint_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many instances trials look at is said by the limit, also where trials with arguments begin after it."""
    monkeypatch.setattr(trials, "QUESTIONS_OF_HINT", 2)
    spec = load_text(CHAIN.replace("bool}}", "bool}, t: {values: bool}}") + "  - connected(t)\n")
    path = find_path(spec, hint=True, max_cost=4)
    assert path.reason == "no step of cost 4 or less was found (2 instances were looked at in trials)"


def test_small_sets() -> None:
    """A chain of three rules is found as a set of three."""
    spec = load_text(CHAIN.replace("  - not s[r1c2] or s[r1c3]", "  - not s[r1c2] or not s[r1c1]"))
    path = find_path(spec)
    assert path.steps[0].cost == 2
    spec = load_text(CHAIN.replace("  - not s[r1c3] or s[r1c4]", "  - not s[r1c3] or not s[r1c1]"))
    path = find_path(spec)
    assert (path.steps[0].kind, path.steps[0].cost) == (Kind.RULES, 3)
    assert_proved(spec, path)


def test_kinds() -> None:
    """A place with one value left is a step of its own, and costs 1."""
    spec = load_text(LATIN)
    kinds = {step.kind: step.cost for step in find_path(spec).steps}
    assert kinds[Kind.RULE] == 1


@pytest.mark.parametrize("givens", ["{r1c1: 1, r2c2: 3}", "{r1c1: 1, r1c2: 1}"], ids=["one solution", "none"])
def test_a_search_that_gave_up_is_no_claim(givens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the judge has accepted no solution, a path is not called solved, and no entries are called wrong."""
    monkeypatch.setattr(paths, "solve", lambda spec, **options: solve(spec, deadline=Deadline(0)))
    path = find_path(load_text(LATIN.replace("{r1c1: 1, r2c2: 3}", givens)))
    assert (path.end, path.together, path.reason) == (End.GAVE_UP, False, "out of time")


GRAPHS = {
    "cut off": """
gridwright: 1
grid: 1x3
layers: {s: {values: bool}}
givens: {s: {r1c1: true, r1c3: true}}
rules: [{rule: connected(s), says: All is connected.}]
""",
    "cannot grow": """
gridwright: 1
grid: 2x2
layers: {s: {values: bool}}
givens: {s: {r1c1: true}}
rules: ['len(group(r1c1, s)) == 3', 'not s[r2c2]']
""",
    "too large": """
gridwright: 1
grid: 2x2
layers: {s: {values: bool}}
givens: {s: {r1c1: true, r1c2: true}}
rules: ['len(group(r1c1, s)) == 2']
""",
    "too much": """
gridwright: 1
grid: 1x3
layers: {s: {values: bool}}
givens: {s: {r1c1: true}}
rules: ['count(s) == 1']
""",
    "too little": """
gridwright: 1
grid: 1x3
layers: {s: {values: bool}}
givens: {s: {r1c1: false}}
rules: ['count(s) == 2']
""",
}
"""Small puzzles, each with a step that is told by an argument of this kind."""


@pytest.mark.parametrize("kind", GRAPHS)
def test_arguments(kind: str) -> None:
    """A rule about how places hang together, or add up, is told by what would be wrong otherwise."""
    spec = load_text(GRAPHS[kind])
    path = find_path(spec)
    assert path.end is End.SOLVED
    assert_proved(spec, path)
    arguments = [argument for step in path.steps for argument in step.arguments]
    assert kind in {argument.kind.value for argument in arguments}, [(a.kind, a.inside) for a in arguments]


def test_a_place_in_no_group() -> None:
    """If a place would be in no group, the sentence says that, and not that a group cannot grow."""
    spec = load_text(GRAPHS["cannot grow"].replace("givens: {s: {r1c1: true}}\n", ""))
    path = find_path(spec)
    assert_proved(spec, path)
    lines = [line for step in path.steps for line in step_lines(spec, step)]
    assert any(line.startswith("r1c1 is s") and line.endswith("otherwise r1c1 would be in no group.") for line in lines), lines


@pytest.mark.parametrize("genre", ["nurikabe", "heyawake", "masyu", "slitherlink", "hashiwokakero"])
def test_no_rule_about_the_whole_board_is_anonymous(genre: str) -> None:
    """A step of one rule about how places hang together has an argument; if a search was needed, the step says so."""
    spec = next(iter(examples_of(genre, GENRES[genre].document))).spec()
    path = find_path(spec, deadline=Deadline(60))
    for step in path.steps:
        if any(instance.is_whole for instance in step.instances):
            assert step.arguments or step.kind is Kind.EXHAUSTION
    if genre == "slitherlink":
        kinds = {argument.kind.value for step in path.steps for argument in step.arguments}
        assert "small loop" in kinds
