"""What is to be added or changed, compared with all that could be, by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

import pytest
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.generating.complete import complete
from gridwright.runtime.authoring.generating.hitting_set import smallest_hitting_set
from gridwright.runtime.authoring.generating.other_values import other_values
from gridwright.runtime.authoring.generating.printable import PrintableGroup
from gridwright.runtime.authoring.generating.printed_now import with_places
from gridwright.runtime.authoring.generating.wrong_clues import with_clue_values
from gridwright.runtime.explaining.explain import explain
from remembered import accepted

LATIN = """\
gridwright: 1
grid: 2x3
layers: {n: {values: 1..3}}
givens: {n: {PRINTED}}
rules:
  - for: line in lines
    rule: distinct(n[line])
"""
# A clue is the number of shaded cells at a cell and to its right.
AHEAD = """\
gridwright: 1
grid: 2x3
layers: {on: {values: bool}}
clues: {ahead: {PRINTED}}
generate: {clues: {ahead: {values: 0..3}}}
rules:
  - for: clue in ahead
    rule: count([on[clue.cell]]) + count(on[ray(clue.cell, right)]) == clue.value
"""
# Each clue counts itself and the other clues: what is added changes what all say.
TOGETHER = """\
gridwright: 1
grid: 1x4
layers: {on: {values: bool}}
clues: {n: {PRINTED}}
generate: {clues: {n: {values: 0..4}}}
rules:
  - for: clue in n
    rule: count(on) == clue.value
  - for: c in cells
    rule: on[c] or n[c] == blank
"""
PLACES = {LATIN: "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3", AHEAD: "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3", TOGETHER: "r1c1 r1c2 r1c3 r1c4"}
VALUES = {LATIN: (1, 2, 3), AHEAD: (0, 1, 2, 3), TOGETHER: (0, 1, 2, 3, 4)}
CASES = [
    (LATIN, {"r1c1": 1}),
    (LATIN, {"r1c1": 1, "r2c2": 2}),
    (LATIN, {"r1c1": 1, "r2c2": 1}),
    (LATIN, {"r1c1": 1, "r2c1": 1}),
    (AHEAD, {"r1c1": 0, "r2c1": 3}),
    (AHEAD, {"r1c1": 3, "r2c1": 0, "r2c2": 1}),
    (AHEAD, {"r1c2": 0, "r2c1": 3}),
    (AHEAD, {"r1c1": 3, "r2c2": 0}),
    (TOGETHER, {"r1c1": 0, "r1c3": 4}),
    (TOGETHER, {"r1c2": 2}),
]


def spec_of(text: str, printed: dict[str, int]) -> Spec:
    """Return a spec that prints this."""
    return load_text(text.replace("PRINTED", ", ".join(f"{place}: {value}" for place, value in printed.items())))


def is_unique(text: str, printed: dict[str, int]) -> bool:
    """Check by brute force whether there is exactly one solution."""
    return len(list(accepted(spec_of(text, printed)))) == 1


def added(text: str, printed: dict[str, int], count: int) -> Iterator[dict[str, int]]:
    """Yield all puzzles with so many additions."""
    free = [place for place in PLACES[text].split() if place not in printed]
    ways = [(place, value) for place in free for value in VALUES[text]]
    for some in combinations(ways, count):
        if len({place for place, _ in some}) == count:
            yield {**printed, **dict(some)}


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize(("text", "printed"), CASES)
def test_fewest_additions(text: str, printed: dict[str, int]) -> None:
    """What is added leaves one solution, and if it is the fewest, no smaller addition does."""
    spec = spec_of(text, printed)
    completion = complete(spec)
    if completion.additions:
        assert len(list(accepted(load_text(with_places(spec, completion.additions))))) == 1
    if completion.is_fewest:
        for count in range(len(completion.additions)):
            assert not any(is_unique(text, more) for more in added(text, printed, count))


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize(("text", "printed"), CASES)
def test_all_changes(text: str, printed: dict[str, int]) -> None:
    """Every single value with which there is one solution is found, and nothing else."""
    completion = complete(spec_of(text, printed))
    expected = {
        (place, value)
        for place in printed
        for value in VALUES[text]
        if value != printed[place] and is_unique(text, {**printed, place: value})
    }
    changes = {(change.where, change.value) for change in completion.changes}
    assert changes == (expected if not completion.outcome.unique else set())


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize("printed", [{"r1c1": 3, "r1c2": 0}, {"r1c1": 1, "r1c2": 2, "r1c3": 0}, {"r2c1": 0, "r2c3": 1}])
def test_values_of_a_wrong_clue(printed: dict[str, int]) -> None:
    """Where a clue alone contradicts the others, it can have exactly the values with which there is a solution."""
    spec = spec_of(AHEAD, printed)
    explanation = with_clue_values(spec, explain(spec))
    assert explanation.conflict is not None
    assert explanation.conflict.corrections is not None
    corrections = explanation.conflict.corrections.sufficient
    assert corrections
    at = {clue.span: str(clue.place) for clue in spec.grids[0].clue_groups[0]}
    possible = VALUES[AHEAD]
    for correction in corrections:
        place = at[correction.span]
        others = [value for value in possible if value != printed[place]]
        solvable = [value for value in others if list(accepted(spec_of(AHEAD, {**printed, place: value})))]
        assert sorted(correction.values) == solvable


def test_the_solution_that_is_asked_for_stays() -> None:
    """With a target, this is the only solution afterwards; where it breaks a clue, nothing is added."""
    text, printed = AHEAD, {"r1c1": 0, "r2c1": 2}
    spec = spec_of(text, printed)
    for target in accepted(spec):
        completion = complete(spec, target=target)
        assert completion.is_fewest
        assert list(accepted(load_text(with_places(spec, completion.additions)))) == [target]
    completion = complete(spec, target={("", "on"): (True,) * 6})
    assert completion.is_target_wrong
    assert not completion.additions


def test_fewest_is_no_claim_where_values_are_guessed() -> None:
    """A spec with clues of its own shows values by what it prints; another one could do, so nothing is claimed of all."""
    printed = {"r1c1": 2, "r2c1": 1}
    target = {("", "on"): (True, True, False, True, False, False)}
    listed = complete(spec_of(AHEAD, printed), target=target)
    assert len(listed.additions) > 1
    assert listed.is_fewest
    guessed = AHEAD.replace("generate: {clues: {ahead: {values: 0..3}}}\n", "")
    completion = complete(spec_of(guessed, printed), target=target)
    assert not completion.is_fewest
    assert completion.reason


def test_only_givens() -> None:
    """With `only`, nothing else is added or changed."""
    spec = load_text(
        "gridwright: 1\nuse: skyscrapers\ngrid: 3x3\ngivens: {number: {r1c1: 1}}\nclues: {seen: {left: [3, ., .]}}\n"
    )
    givens, clues = complete(spec, only="givens").additions, complete(spec, only="clues").additions
    assert givens
    assert all(addition.is_given for addition in givens)
    assert not any(addition.is_given for addition in clues)


@pytest.mark.slow
def test_rules_that_have_to_know_where_clues_are() -> None:
    """Nothing is added where rules have to know the places, and the result says why; a clue without a value can get one."""
    text = "gridwright: 1\nuse: light_up\ngrid: 3x4\nclues: {black: {r2c2: PRINTED}}\n"
    completion = complete(load_text(text.replace("PRINTED", "2")))
    assert not completion.additions
    assert "have to know" in completion.fixed["black"]
    spec = load_text(text.replace("PRINTED", "'?'"))
    completion = complete(spec)
    assert [addition.where for addition in completion.additions] == ["r2c2"]
    assert len(list(accepted(load_text(with_places(spec, completion.additions))))) == 1


@pytest.mark.parametrize("seed", range(20))
def test_smallest_hitting_set(seed: int) -> None:
    """A smallest set is found, compared with all sets."""
    source = random.Random(seed)
    sets = [{*source.sample(range(6), source.randrange(1, 4))} for _ in range(source.randrange(8))]
    chosen, is_proved = smallest_hitting_set(sets)
    assert is_proved
    assert chosen is not None
    assert all(members & {*chosen} for members in sets)
    smaller = [{*choice} for size in range(len(chosen)) for choice in combinations(range(6), size)]
    assert not any(all(members & choice for members in sets) for choice in smaller)


def test_no_hitting_set() -> None:
    """A set without members cannot be met, and the search for larger sets ends."""
    assert smallest_hitting_set([set(), {1}]) == (None, True)


@pytest.mark.parametrize(
    ("values", "printed", "tried"),
    [
        (tuple(range(1_000)), 500, range(480, 521)),
        ((1, 2, 3), 2, (1, 2, 3)),
        ((), 95, range(75, 100)),
        (tuple("ab" * 100), "a", ()),
    ],
)
def test_values_of_a_clue(values: tuple[Any, ...], printed: Any, tried: Sequence[Any]) -> None:
    """Of a clue that could be one of thousands, numbers near it are tried, so that nothing is compiled for all."""
    group = SimpleNamespace(group=[SimpleNamespace(value=printed, place="here")], values=values)
    ((clue, others),) = other_values(cast(PrintableGroup, group))
    assert (clue.place, list(others)) == ("here", list(tried))
