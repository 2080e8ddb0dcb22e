"""Rooms between walls: random sentences about them, however they are said, against brute force; what the pass leaves of them."""

from __future__ import annotations

import functools
import random

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.problem import LazyJoined, LazyMulticut
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.bound_group_sizes import bound_group_sizes, bound_group_sizes_apart
from gridwright.compiler.passes.multicut import multicut, multicut_apart
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve
from instances import values_of
from ways import THOROUGH

# Some ways to say that no wall stands inside a room; the first ones also say that open neighbours are in one, which is always so.
STATED = [
    "wall[a, b] == (b not in {room})",
    "wall[a, b] != (b in {room})",
    "(b in {room}) == (not wall[a, b])",
    "not wall[a, b] or b not in {room}",
    "not (b in {room} and wall[a, b])",
    "(not wall[a, b] or b not in {room}) and true",
]
NETWORKS = {  # layers beside the walls, the group of a cell, all groups; few enough grids
    "3x2": ("", "group({a}, cells, by=not wall)", "groups(cells, by=not wall)"),
    "2x3": ("", "group({a}, cells, by=not wall)", "groups(cells, by=not wall)"),
    "1x4": ("  mark: {values: bool}\n", "group({a}, mark, by=not wall)", "groups(mark, by=not wall)"),
    "2x2": ("  mark: {values: bool}\n", "group({a}, mark, by=not wall)", "groups(mark, by=not wall)"),
    "1x3": ("  mark: {values: 0..2}\n", "group({a}, by=not wall, same=mark)", "groups(by=not wall, same=mark)"),
}
FURTHER = [
    "all(is_rectangle(g) for g in {rooms})",
    "all(count(c in g for c in cells if c.row == 1) == 1 for g in {rooms})",
    "all(count(c in g for c in cells if c.column != 2) == 2 for g in {rooms})",
    "all(count(c in g for c in cells if c.column != 2) in (1, 2) for g in {rooms})",
    "all(count(count(wall[c.links]) == 1 for c in g) >= 1 for g in {rooms})",
    "all(count(count(wall[c.links]) < 2 for c in g) != 0 for g in {rooms})",
    "all(count(count(wall[c.links]) == 1 for c in g) == 1 for g in {rooms})",
    "all(count(count(wall[c.links]) > 1 for c in g) <= 1 for g in {rooms})",
    "all(len(g) == 2 for g in {rooms})",
    "len({room}) == 3",
    "len({rooms}) == 2",
    "(cells[-1] in {room}) != wall[0]",
    "all(len(g) > 1 for g in {rooms})",
    "cells[1] in {room}",
]


def spec_of(seed: int) -> Spec:
    """A spec whose rooms are between walls, said in some way, with further sentences about them."""
    chance = random.Random(seed)
    size = chance.choice(list(NETWORKS))
    layers, room, rooms = NETWORKS[size]
    sentence = chance.choice(STATED)
    stated = sentence.format(room=room.format(a="a"))
    rule = f"  - for: a, b in links\n    rule: |\n      {stated}\n"
    if chance.random() < 0.4:
        rule = f"  - rule: |\n      all({stated} for a, b in links)\n"
    if "mark" in room and chance.random() < 0.5:
        rule = f"  - for: a, b in links\n    if: a != r1c1\n    rule: |\n      {stated}\n"
    chosen = chance.sample(FURTHER, chance.randint(1, 2))
    further = [sentence.format(room=room.format(a=chance.choice(["r1c1", "cells[-1]"])), rooms=rooms) for sentence in chosen]
    rules = [rule, *(f"  - rule: |\n      {sentence}\n" for sentence in further)]
    chance.shuffle(rules)
    header = f"gridwright: 1\ngrid: {size}\nuse: [is_rectangle]\nlayers:\n  wall: {{over: links, values: bool}}\n{layers}"
    return load_text(f"{header}rules:\n{''.join(rules)}", "rooms.yaml")


def holds(module: Module, values: dict[Term, object]) -> bool:
    """Whether all assertions of a module hold."""
    return all(values[assertion.term] if isinstance(assertion.term, Term) else assertion.term for assertion in module.assertions)


@pytest.mark.cases(quick=1, ci=8)
@pytest.mark.parametrize("seed", range(24 * THOROUGH))
def test_rooms_between_walls(seed: int) -> None:
    """All engines, lazily and eagerly, find the solutions that brute force finds; the pass changes no grid's verdict."""
    spec = spec_of(seed)
    module = lower(spec)
    after = verify(multicut(module))
    bounded = verify(bound_group_sizes(after))
    assert any(term.op == "multicut" for term in after.reachable_terms()) or not any(
        term.op == "same_component" for term in module.reachable_terms()
    )
    for grid in assignments(spec):
        values = values_of(module, grid)  # all modules make their terms in one place
        assert holds(module, values) == holds(after, values) == holds(bounded, values), grid
    wanted = solutions(spec)
    for engine in ENGINES:
        for lazy in (True, False):
            outcome = solve(spec, limit=len(wanted) + 1, engine=engine, lazy=lazy)
            assert {visible(spec, solution.grid) for solution in outcome.solutions} == wanted, (engine, lazy)
            assert outcome.complete


@pytest.mark.cases(ci=4)
@pytest.mark.parametrize("seed", range(12 * THOROUGH))
def test_apart(seed: int) -> None:
    """Where assertions can be left out, each one alone still says what its rule says; so do those that stay together."""
    spec = spec_of(seed)
    module = lower(spec, independently=True)
    chance = random.Random(seed)
    chosen = {assertion.origin for assertion in module.assertions if chance.random() < 0.7}
    first = multicut_apart(module, chosen.__contains__)
    for after in (first, bound_group_sizes_apart(first, chosen.__contains__)):
        for grid in assignments(spec):
            values = values_of(module, grid)
            assert holds(module, values) == holds(after, values)
            for origin in chosen if after is first else ():
                before, now = (
                    Module(module.terms, (), tuple(assertion for assertion in some.assertions if assertion.origin is origin))
                    for some in (module, after)
                )
                assert holds(before, values) == holds(now, values), origin


RING = """gridwright: 1
grid: 3x3
use: [is_rectangle]
layers:
  wall: {over: links, values: bool}
define:
  room(c): group(c, cells, by=not wall)
rules:
  - for: a, b in links
    rule: wall[a, b] == (b not in room(a))
"""


@functools.cache
def walled_in() -> tuple[Spec, set[object]]:
    """The spec of rooms around a place walled in, and its solutions; the judge meets first what excludes most grids."""
    spec = load_text(RING.replace("rules:\n", "rules:\n  - rule: count(wall[r2c2.links]) == 4\n"))
    return spec, set(solutions(spec))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_longer_cycles_are_refined(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Around a place walled in, no cycle may have one wall: the short cycles do not say so, and lemmas do."""
    monkeypatch.setattr(
        "gridwright.compiler.compile.encode_group_placements", lambda module, *_: module
    )  # few groups are left, and laid
    spec, wanted = walled_in()
    outcome = solve(spec, limit=len(wanted) + 1, engine=engine)
    assert {visible(spec, solution.grid) for solution in outcome.solutions} == wanted
    assert outcome.complete
    assert set(outcome.statistics.lemmas) == {"multicut"}


def test_conditions_on_corners_are_local() -> None:
    """That every room is a rectangle is left to no refinement of what is joined: the pass says it of walls around corners."""
    spec = load_text(f"{RING}  - rule: all(is_rectangle(g) for g in groups(cells, by=not wall))\n")
    problem = encode(verify(multicut(lower(spec))))
    assert [type(lazy) for lazy in problem.lazy] == [LazyMulticut]
    assert not any(meaning.op == "same_component" for meaning in problem.meanings)


def test_one_of_many_is_equal_where_it_is_open() -> None:
    """That each group holds exactly one of unknown places takes no literals of pairs of places that are joined."""
    text = RING + "  - rule: all(count(count(wall[c.links]) == 2 for c in g) == 1 for g in groups(cells, by=not wall))\n"
    (problem,) = compile_spec(load_text(text)).parts
    assert not any(meaning.op == "same_component" for meaning in problem.meanings)
    assert sum(isinstance(lazy, LazyJoined) for lazy in problem.lazy) == 9
