"""Groups as what is reached: random sentences about sizes, sums of sizes and members against brute force, with all engines."""

from __future__ import annotations

import random

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.encode.problem import LazyJoined
from gridwright.compiler.ir.group_sizes import limits_of
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.bound_group_sizes import bound_group_sizes
from gridwright.compiler.passes.lower_to_reachability import lower_to_reachability
from gridwright.compiler.passes.multicut import multicut
from gridwright.runtime.engines.engine_registry import ENGINES, has_reachability, make_engine
from gridwright.runtime.engines.TEMPLATE import TemplateEngine
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import Session
from gridwright.runtime.solving.solve import solve
from instances import values_of
from ways import THOROUGH

NETWORKS = {  # the size of the board; its layers, with few enough grids; the group of a cell; a number in a cell
    "2x4": ("mark: {values: bool}", "group({a}, mark)", "(0 + mark[{a}])"),
    "4x2": ("mark: {values: bool}", "group({a}, same=mark)", "(0 + mark[{a}])"),
    "2x3": ("mark: {values: 0..2}", "group({a}, same=mark)", "mark[{a}]"),
    "3x2": ("mark: {values: 0..2}", "group({a}, mark != 1)", "mark[{a}]"),
    "1x5": ("mark: {values: 1..3}", "group({a}, same=mark, by=touching)", "mark[{a}]"),
    "2x2": ("mark: {values: bool}\n  wall: {over: links, values: bool}", "group({a}, mark, by=not wall)", "(0 + mark[{a}])"),
    "1x4": ("wall: {over: links, values: bool}\n  mark: {values: bool}", "group({a}, cells, by=not wall)", "(0 + mark[{a}])"),
}
SENTENCES = [
    "len({a}) == 2",
    "len({a}) + len({b}) == 3",
    "len({a}) + len({b}) <= 2",
    "2 * len({a}) + {n} <= 4",
    "len({a}) - len({b}) == 1",
    "len({a}) != len({b})",
    "len({a}) < len({b}) or {n} == 1",
    "len({a}) == {n} + 1",
    "len({a}) == {n}",
    "len({a}) >= {n} + 1",
    "all(len(group_of(c)) == number_of(c) + 1 for c in cells[:3])",
    "sum(len(group_of(c)) for c in neighbors(r1c1)) == 3",
    "sum(len(group_of(c)) for c in neighbors(cells[-1])) < 3",
    "{y} not in {a} or min(1, 3) < len({a}) and len({a}) < max(1, 3)",
    "{y} not in {a} or 1 < len({b}) and len({a}) < 3",
    "{y} in {a} and len({b}) <= 2 or {n} == 1",
    "{x} in {b} and len({a}) < 4 or cells[-1] not in {a} or len({b}) == 3",
    "({y} in {a}) != ({x} in {b})",
    "({y} in {a}) != (cells[1] in {b})",
    "not (cells[-1] in {a}) or len({b}) <= 2",
    "len({a}) == 1 or {y} in {a}",
    "{n} == 1 or len({a}) == 0",
    "sum(len(g) for g in {g} if {x} in g or {y} in g) == 3",
    "sum(len(g) for g in {g} if any(c in g for c in neighbors(r1c1))) <= 2",
    "sum(len(g) for g in {g} if {x} in g and {y} not in g) - {n} == 1",
    "sum(len(g) for g in {g} if len(g) > 1 and {x} not in g) == 2",
    "sum(2 * len(g) - count(number_of(c) == 1 for c in g) for g in {g} if {x} in g) < 4",
    "sum(sum(number_of(c) for c in g) for g in {g} if {n} == 1 or {y} in g) == 2",
    "sum(len(g) if {x} in g else 2 * count(number_of(c) == 1 for c in g) for g in {g}) == 3",
]


def spec_of(seed: int) -> Spec:
    """A spec with a few sentences about groups, and a given or none."""
    chance = random.Random(seed)
    size = chance.choice(list(NETWORKS))
    layers, group, number = NETWORKS[size]
    rules = []
    for sentence in chance.sample(SENTENCES, chance.randint(1, 3)):
        x, y = chance.sample(["r1c1", "cells[1]", "cells[2]", "cells[-1]"], 2)
        places = {
            "g": group.replace("group({a}, ", "groups("),
            "a": group.format(a=x),
            "b": group.format(a=y),
            "n": number.format(a=chance.choice([x, y])),
            "x": x,
            "y": y,
        }
        rules.append(f"  - rule: |\n      {sentence.format(**places)}\n")
    given = ""
    if chance.random() < 0.5:
        values = "false, true" if "mark: {values: bool}" in layers else "1, 2"
        given = f"givens:\n  mark: {{r1c2: {chance.choice(values.split(', '))}}}\n"
    defined = f"define:\n  group_of(c): {group.format(a='c')}\n  number_of(c): {number.format(a='c')}\n"
    return load_text(f"gridwright: 1\ngrid: {size}\nlayers:\n  {layers}\n{defined}{given}rules:\n{''.join(rules)}", "groups.yaml")


def holds(module: Module, values: dict[Term, object]) -> bool:
    """Whether all assertions of a module hold."""
    return all(values[assertion.term] if isinstance(assertion.term, Term) else assertion.term for assertion in module.assertions)


@pytest.mark.cases(ci=13)
@pytest.mark.parametrize("seed", range(48 * THOROUGH))
def test_groups_that_are_reached(seed: int) -> None:
    """All engines find the solutions that brute force finds, with rules, with levels, or all written out."""
    spec = spec_of(seed)
    module = lower(spec)
    rooms = multicut(module)
    passed = [verify(lower_to_reachability(rooms)), verify(bound_group_sizes(rooms))]
    for grid in assignments(spec):
        values = values_of(module, grid)  # all modules make their terms in one place
        assert [holds(passed_module, values) for passed_module in passed] == [holds(module, values)] * 2, grid
    wanted = solutions(spec)
    for engine in ENGINES:
        for lazy in (True, False):
            outcome = solve(spec, engine=engine, lazy=lazy, limit=len(wanted) + 1)
            assert {visible(spec, solution.grid) for solution in outcome.solutions} == wanted, (engine, lazy)
            assert outcome.complete
        cut_solutions = found_by_cuts(spec, engine)
        assert cut_solutions == wanted, engine


def found_by_cuts(spec: Spec, engine: str) -> set[object]:
    """The solutions of the problem that is made for an engine with rules, with another one, which gets cuts in their place."""
    puzzle = compile_spec(spec, native_reachability=True)
    cut_solutions: set[object] = {()}
    if puzzle.contradictions:
        return set()
    grids: list[dict[object, object]] = [{}]
    for part in puzzle.parts:
        session = Session(part, make_engine(engine, 0), NO_DEADLINE, Progress())
        solution_values = list(session.solutions(lambda variable: True))
        grids = [{**grid, **solution} for grid in grids for solution in solution_values]
    cut_solutions = set()
    for grid in grids:
        values = {
            (layer.grid, layer.name): tuple(
                next(value for variable, value in grid.items() if variable.layer is layer and variable.position == at)  # type: ignore[attr-defined]
                for at in range(len(layer.places))
            )
            for layer in spec.layers
        }
        cut_solutions.add(visible(spec, values))  # type: ignore[arg-type]
    return cut_solutions


KUROTTO = """
gridwright: 1
grid: 6x7
layers: {black: {values: bool}}
clues:
  circle: {r1c3: 3, r2c6: 5, r3c1: 2, r3c4: 6, r5c2: 4, r6c5: 0, r5c6: 3}
rules:
  - for: clue in circle
    rules:
      - not black[clue.cell]
      - sum(len(g) for g in groups(black) if any(c in g for c in neighbors(clue.cell))) == clue.value
expect: {solutions: any}
"""


def test_groups_that_a_condition_chooses_are_added_up_over_places() -> None:
    """What several groups have together bounds each of them, so their members are looked for near the cells that choose them."""
    spec = load_text(KUROTTO)
    module = lower(spec)
    limits = limits_of(module.assertions)
    network = next(term for term in module.reachable_terms() if term.op == "network")
    around = {"r2c4": 6, "r3c3": 6, "r3c5": 6, "r4c4": 6, "r1c2": 3, "r1c4": 3, "r2c3": 3}
    at = {cell.name: place for place, cell in enumerate(spec.grids[0].board.cells)}
    assert {name: limits.get((network, at[name])) for name in around} == around
    assert not any(term.op in ("size", "first") for term in module.reachable_terms())
    for reaching in (True, False):
        assert sum(1 for part in compile_spec(spec, native_reachability=reaching).parts for _ in part.clauses()) < 40_000
    for engine in ENGINES:
        assert solve(spec, engine=engine, limit=1).solutions


RINGS = """
gridwright: 1
grid: 3x6
layers: {shaded: {values: bool}}
rules:
  - shaded[r1c1] and not shaded[r1c3] and not shaded[r2c3] and not shaded[r3c3] and all(shaded[c] for c in cells if c.column > 3)
  - r1c6 in group(r1c1, shaded) or len(group(r1c1, shaded)) > 6
"""


def test_no_vertex_is_reached_because_of_itself() -> None:
    """A ring that is away from the source supports itself in clauses; in rules it does not, and no cut is needed."""
    outcome = solve(load_text(RINGS), engine="clasp")
    assert outcome.complete
    assert not outcome.solutions
    assert outcome.statistics.lemmas == {}
    assert has_reachability("clasp")
    assert not has_reachability("z3")


def test_levels_are_not_written_out() -> None:
    """A size between two numbers, for each of two cells, costs a number of clauses that does not grow with the numbers."""

    def clauses(high: int, *, native_reachability: bool) -> int:
        text = "gridwright: 1\ngrid: 7x8\nlayers: {shaded: {values: bool}}\nrules:\n  - r1c1 not in group(r4c4, shaded) or "
        spec = load_text(f"{text}3 < len(group(r4c4, shaded)) and len(group(r4c4, shaded)) < {high}\n")
        return sum(1 for part in compile_spec(spec, native_reachability=native_reachability).parts for _ in part.clauses())

    assert clauses(30, native_reachability=True) <= clauses(10, native_reachability=True) + 10
    assert 10 * clauses(30, native_reachability=True) < clauses(30, native_reachability=False)


def test_a_group_that_would_be_too_small_is_none() -> None:
    """Two cells with five steps between them are in no group of five, nor in one of more than seven and at most seven."""

    def used(rule: str) -> set[str]:
        text = f"gridwright: 1\ngrid: 4x5\nlayers: {{shaded: {{values: bool}}}}\nrules:\n  - {rule}\n"
        return {term.op for term in lower_to_reachability(lower(load_text(text))).reachable_terms()}

    group, member = "len(group(r1c1, shaded))", "r3c4 in group(r1c1, shaded)"
    assert "size" not in used(f"not ({member}) or {group} < 6")
    assert "size" in used(f"not ({member}) or {group} < 7")
    assert "size" not in used(f"not ({member}) or 7 < {group} and {group} < 8")
    assert "size" not in used(f"{member} and {group} < 6 or shaded[r4c5]")


def test_each_size_of_a_sum_is_bounded() -> None:
    """What four sizes add up to bounds each of them: nothing about their groups is left to refinement."""
    rule = "sum(len(group(c, shaded)) for c in neighbors(r4c4)) == 4"
    text = f"gridwright: 1\ngrid: 8x9\nlayers: {{shaded: {{values: bool}}}}\nrules:\n  - {rule}\n"
    (problem, *others) = compile_spec(load_text(text)).parts
    parts = [problem, *others]
    assert not any(isinstance(lazy, LazyJoined) for part in parts for lazy in part.lazy)
    (problem,) = [part for part in compile_spec(load_text(text), native_reachability=True).parts if part.lazy]
    families = [lazy for lazy in problem.lazy if isinstance(lazy, LazyJoined)]
    assert len(families) == 4
    assert max(len(lazy.reached) for lazy in families) <= 25  # within three steps


def test_an_engine_without_rules_gets_cuts() -> None:
    """The problem that is made for rules is as good for an engine that has none."""
    spec = load_text("gridwright: 1\ngrid: 2x3\nlayers: {shaded: {values: bool}}\nrules:\n  - len(group(r1c1, shaded)) == 3\n")
    (problem,) = compile_spec(spec, native_reachability=True).parts
    session = Session(problem, TemplateEngine(), NO_DEADLINE, Progress())
    assert len(list(session.solutions(lambda variable: True))) == len(solutions(spec))
