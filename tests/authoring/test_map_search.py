"""Maps of areas: how they are drawn, and that a map judges grids as the whole spec does."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.generating.drawn_areas import drawn_areas
from gridwright.runtime.authoring.generating.judged_map import MapJudge, rules_about_areas
from gridwright.runtime.authoring.generating.puzzles import Settings, puzzles_of_genre
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve
from remembered import accepted

NAMES = {"star_battle": "regions", "lits": "rooms", "norinori": "rooms", "heyawake": "rooms"}


def text_of(genre: str, rows: list[str]) -> str:
    """Return a spec of a genre with a map."""
    return "\n".join(
        ["gridwright: 1", f"use: {genre}", "grid: 3x4", "areas:", f"  {NAMES[genre]}: |", *("    " + row for row in rows)]
    )


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("genre", NAMES)
def test_a_map_judges_as_the_spec_does(genre: str) -> None:
    """The solutions of one map are judged by others: the rules about areas alone say what the whole spec says, loaded anew."""
    source = random.Random(1)
    least = 4 if genre == "lits" else 1
    maps = [drawn_areas(3, 4, source, least, source.choice((2, 3))) for _ in range(12)]
    verdicts: Counter[bool] = Counter()
    for rows, others in zip(maps, reversed(maps), strict=True):
        spec, other = load_text(text_of(genre, rows)), load_text(text_of(genre, others))
        judged = MapJudge(spec, NO_DEADLINE).on([row.split() for row in others])
        for grid in islice(accepted(spec), 10):
            verdict = judged.accepts(grid)
            assert verdict == accepts(other, grid), (rows, others)
            verdicts[verdict] += 1
    assert genre == "star_battle" or len(verdicts) == 2


# Rules that read areas as what their loop goes through, as those of its cells, and in ways for which no verdict can be kept.
KEPT = {
    "areas": "for: room in rooms\n    rule: count(shaded[room]) >= 2",
    "areas and their names": "for: room in rooms\n    rule: count(shaded[room]) >= (2 if room.name == 'a' else 1)",
    "areas of the cells": "for: a, b in links\n    if: rooms[a] != rooms[b]\n    rule: not (shaded[a] and shaded[b])",
}
NOT_KEPT = {
    "areas of other cells": "for: c in cells\n    rule: not shaded[c] or any(rooms[d] != rooms[c] for d in neighbors(c))",
    "an area by number": "for: c in cells\n    rule: not shaded[c] or c in rooms[0]",
    "areas of another name": "for: c in cells\n    rule: not shaded[c] or any(len(rooms[c]) > 4 for c in neighbors(c))",
    "all areas": "for: room in rooms\n    rule: count(shaded[room]) < 2 or any(len(other) > 5 for other in rooms)",
}
OF_ONE_RULE = """\
gridwright: 1
grid: 3x4
areas:
  rooms: |
    a a b b
    a a b b
    c c c b
layers:
  shaded: {values: bool}
rules:
  - RULE
"""


@pytest.mark.parametrize("name", [*KEPT, *NOT_KEPT])
def test_verdicts_that_are_kept(name: str) -> None:
    """Cell by cell the areas change, and one judge says of each grid what the spec says, loaded anew for each map."""
    text = OF_ONE_RULE.replace("RULE", (KEPT | NOT_KEPT)[name])
    source = random.Random(2)
    judge = MapJudge(load_text(text), NO_DEADLINE)
    grids = [{("", "shaded"): tuple(source.random() < share for _ in range(12))} for share in (0.2, 0.2, 0.2, 0.5, 0.5, 0.8)]
    labels = [[*"aabb"], [*"aabb"], [*"cccb"]]
    verdicts: Counter[bool] = Counter()
    for _ in range(25):
        judged = judge.on(labels)
        spec = load_text(text.replace("a a b b\n    a a b b\n    c c c b", "\n    ".join(" ".join(row) for row in labels)))
        for grid in grids:
            verdict = judged.accepts(grid)
            assert verdict == accepts(spec, grid), labels
            verdicts[verdict] += 1
        row, column = source.randrange(3), source.randrange(4)
        if sum(line.count(labels[row][column]) for line in labels) > 1:
            labels[row][column] = source.choice("abc")
    assert len(verdicts) == 2
    assert bool(judge.verdicts(grids[0])) == (name in KEPT)


def test_names_of_areas() -> None:
    """Areas with the same cells and other names are other areas to a rule that reads their names."""
    judge = MapJudge(load_text(OF_ONE_RULE.replace("RULE", KEPT["areas and their names"])), NO_DEADLINE)
    grid = {("", "shaded"): (True, True, False, True, False, False, False, False, True, False, False, False)}
    assert judge.on([[*"aabb"], [*"aabb"], [*"cccb"]]).accepts(grid)
    assert not judge.on([[*"bbaa"], [*"bbaa"], [*"ccca"]]).accepts(grid)


def test_no_rule_about_areas() -> None:
    """Where no rule reads areas, each map accepts every grid that is asked about."""
    judge = MapJudge(load_text(OF_ONE_RULE.replace("RULE", "rule: connected(shaded)")), NO_DEADLINE)
    assert not judge.rules
    assert judge.on([[*"aabb"], [*"aabb"], [*"cccb"]]).accepts({("", "shaded"): (True,) * 12})


def test_rules_about_areas() -> None:
    """Rules read areas by name, also through definitions of another library; those about lines and touching cells do not."""
    says = {rule.says for rule in rules_about_areas(load_text(text_of("star_battle", ["a a b b"] * 3)))}
    assert says == {"Every region holds the given number of stars."}
    says = {rule.says for rule in rules_about_areas(load_text(text_of("heyawake", ["a a b b"] * 3)))}
    assert says == {"No straight line of white cells passes through three rooms or more."}


@pytest.mark.parametrize("least", [1, 4, 30])
def test_areas_have_the_least_number_of_cells(least: int) -> None:
    """Small areas become parts of others; if a whole board has too few cells, it is one area."""
    for seed in range(20):
        rows = drawn_areas(5, 6, random.Random(seed), least)
        sizes = Counter(label for row in rows for label in row.split())
        assert sum(sizes.values()) == 30
        assert min(sizes.values()) >= least


@pytest.mark.slow
@pytest.mark.parametrize("genre", ["star_battle", "lits"])
def test_maps_of_6x6(genre: str) -> None:
    """A genre that prints nothing but areas gets a map that leaves one solution, as another engine finds too."""
    puzzle = next(puzzles_of_genre(libraries()[genre], (6, 6), Settings(seed=1)))
    assert puzzle.size == 0
    assert solve(load_text(puzzle.text), engine="z3").unique
