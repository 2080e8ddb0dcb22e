"""Groups laid as placements: the same grids satisfy a module before and after, and solving finds what brute force finds."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Any

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.operation import possible_result
from gridwright.compiler.ir.rebuild import Replacement
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.ir.value_sets import Possible
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.passes.encode_group_placements import (
    WORK,
    PlacedGroups,
    _KnownTerms,
    _PlacementEncoder,
    encode_group_placements,
)
from gridwright.compiler.passes.placements import possible_groups
from gridwright.compiler.passes.placements.group_constraints import group_sentences
from gridwright.compiler.values import Value
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve
from instances import values_of
from ways import THOROUGH

ROOT = Path(__file__).parents[2]
WALLS = {
    "layers": "  wall: {over: links, values: bool}\n",
    "groups": ["cells, by=not wall"],
    "boards": ["grid: 2x3\n", "grid: 3x2\n", "grid: 1x6\n", "grid: {size: 2x4, holes: [r1c2, r2c4]}\n"],
}
MASKS = {
    "layers": "  shaded: {values: bool}\n  mark: {values: bool}\n",
    "groups": ["shaded", "not shaded", "shaded, by=touching", "shaded, same=mark"],
    "boards": ["grid: 2x2\n", "grid: {size: 3x2, holes: [r2c2]}\n", "grid: 1x4\n"],
}
VALUES = {
    "layers": "  number: {values: 1..3}\n",
    "groups": ["same=number", "number != 2, same=number", "number != 3"],
    "boards": ["grid: 2x3\n", "grid: 1x5\n", "grid: {size: 3x2, holes: [r3c1]}\n"],
}
WORLDS = {"walls": WALLS, "masks": MASKS, "values": VALUES}

OF_EACH = [
    "all(len(g) == 2 for g in groups({}))",
    "all(len(g) in (1, 3) for g in groups({}))",
    "all(2 <= len(g) <= 3 for g in groups({}))",
    "all(is_rectangle(g) for g in groups({}))",
    "all(symmetric(g) for g in groups({}))",
    "all(same_shape(g, '##') or same_shape(g, '##/#-') for g in groups({}))",
    "all(count(c in (r1c1, r2c1, r1c3) for c in g) == 1 for g in groups({}))",
    "all(len(g) < 4 for g in groups({}) if r1c1 in g)",
    "not any(len(g) == 1 for g in groups({}))",
    "all(len(around(g)) > 1 for g in groups({}))",
]
OF_PLACES = [
    "all(len(group(c, {})) == 2 for c in cells)",
    "all(c not in group(r1c1, {}) for c in neighbors(r1c1))",
    "len(group(r1c1, {})) == 2 or len(groups({})) == 2",
    "all(len(group(c, {})) != len(group(r1c1, {})) or c in group(r1c1, {}) for c in cells)",
    "len(groups({})) == 3",
    "not same_shape(group(r1c1, {}), group(r1c2, {}))",
    "same_shape(group(r1c2, {}), group(r1c1, {}), rotate=false)",
    "same_shape(group(r1c1, {}), '##/#-', reflect=false)",
]
BETWEEN = "all(wall[a, b] == (b not in group(a, {})) for a, b in links)"
CONTENTS = {
    "walls": [
        BETWEEN,
        "count(wall) > 2",
        f"all(count(not wall[l] for l in c.links) in 1..2 for c in cells) and {BETWEEN}",
        f"all(count(wall[c.links]) == 1 for c in cells if len(c.links) == 2) and {BETWEEN}",
    ],
    "masks": ["all(count(mark[c] for c in g) == 1 for g in groups({}))", "all(any(mark[g]) for g in groups({}))"],
    "values": [
        "all(len(group(c, {})) == number[c] for c in cells)",
        "all(sum(number[g]) < 5 for g in groups({}))",
        "number[r1c1] == 2",
    ],
}


def spec_of(board: str, layers: str, rules: list[str]) -> Spec:
    """A spec with these rules."""
    text = f"gridwright: 1\nuse: [is_rectangle]\n{board}layers:\n{layers}rules:\n"
    return load_text(text + "".join(f"  - rule: |\n      {rule}\n" for rule in rules), "rule.yaml")


def drawn(seed: int) -> Spec:
    """A random spec whose rules leave few groups, most of the time."""
    chance = random.Random(seed)
    name = chance.choice(list(WORLDS))
    world = WORLDS[name]
    groups = chance.choice(world["groups"])
    board = chance.choice(world["boards"])
    pool = [*OF_EACH, *OF_PLACES, *CONTENTS[name]]
    if "2x" not in board:
        pool = [rule for rule in pool if "r2c1" not in rule]
    if "3" not in board and "1x" not in board:
        pool = [rule for rule in pool if "r1c3" not in rule]
    rules = [chance.choice(OF_EACH[:5]), *chance.sample(pool, chance.randint(1, 2))]
    rules = [rule.format(*[groups] * 3) for rule in dict.fromkeys(rules)]
    if "r1c2" in board:
        rules = [rule.replace("r1c2", "r1c3") for rule in rules]
    return spec_of(board, str(world["layers"]), rules)


def holds(module: Module, values: dict[Term, Value]) -> bool:
    """Whether all assertions hold on a grid whose values of terms, evaluated for another module, are known."""
    return all(
        evaluate(assertion.term, values, values) if isinstance(assertion.term, Term) else assertion.term
        for assertion in module.assertions
    )


@pytest.mark.cases(ci=19)
@pytest.mark.parametrize("seed", range(64 * THOROUGH))
def test_laid_says_the_same(seed: int) -> None:
    """On every grid all assertions hold before the pass exactly if they do after it."""
    spec = drawn(seed)
    module = lower(spec)
    after = verify(encode_group_placements(module, always=True))
    for grid in assignments(spec):
        values = values_of(module, grid)
        assert holds(module, values) == holds(after, values), (grid, [rule.expression.span.text for rule in spec.rules])


SIDES = [
    "not wall[a, b] or not {same}",
    "wall[a, b] or {same}",
    "{same} == (a.row == b.row)",
    "not {same} or a.row + a.column > 3",
]
TURNED = ["", ", rotate=false", ", reflect=false", ", rotate=false, reflect=false"]


@pytest.mark.cases(ci=12)
@pytest.mark.parametrize("turned", TURNED)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("size", ["== 2", "in (1, 3)", "in (2, 4)", "< 4"])
@pytest.mark.parametrize("board", WALLS["boards"])
def test_shapes_on_both_sides_of_an_edge(board: str, size: str, side: str, turned: str) -> None:
    """Groups of neighbours are compared by the sets that they may be; those that hold both are one group."""
    rules = [f"all(len(g) {size} for g in groups({{0}}))", BETWEEN]
    same = f"same_shape(group(a, {{0}}), group(b, {{0}}){turned})"
    rules.append(f"all({side.format(same=same)} for a, b in links)")
    spec = spec_of(board, str(WALLS["layers"]), [rule.format(WALLS["groups"][0]) for rule in rules])
    module = lower(spec)
    assert "same_shape" in module.operations
    after = verify(encode_group_placements(module, always=True))
    assert after.operations.isdisjoint({"same_shape", "network"})
    satisfied = 0
    for grid in assignments(spec):
        values = values_of(module, grid)
        assert holds(module, values) == holds(after, values), grid
        satisfied += holds(after, values)
    assert len([*solutions(spec)]) == satisfied == solve(spec, limit=1_000).count


WITHIN = {
    "walls": ("grid: 2x3\n", "cells, by=not wall", "within=cells, by=not wall"),
    "masks": ("grid: {size: 3x2, holes: [r2c2]}\n", "shaded", "within=shaded"),
}
FAR = [
    "distance(r1c1, r1c2, {within}) > {steps}",
    "distance(r1c1, r3c1, {within}) == {steps}",
    "distance(r3c1, r1c1, {within}) != {steps}",
    "distance(r1c2, r1c1, {within}) <= {steps} or len(group(r1c1, {groups})) == 3",
    "not (distance(r1c1, r1c2, {within}) < {steps}) and len(group(r1c1, {groups})) == 5",
]


@pytest.mark.parametrize("seed", range(20))
def test_terms_are_the_same_that_are_simplified_once_for_several_sets(seed: int) -> None:
    """Known values may be those of any term, and what was simplified for other values is not returned for these."""
    rng = random.Random(seed)
    spec = spec_of("grid: 2x3\n", "  number: {values: 1..3}\n  mark: {values: bool}\n", [])
    module = lower(spec)
    unknowns = [module.terms.unknown(variable) for variable in module.variables]
    number = [unknown for unknown in unknowns if not unknown.domain.is_truth]
    mark = [unknown for unknown in unknowns if unknown.domain.is_truth]
    terms = module.terms
    pairs = [rng.sample(number, 2) for _ in range(6)]
    joined = [terms.conjunction([terms.same(a, b), rng.choice(mark)]) for a, b in pairs]
    parts = [terms.disjunction([terms.negation(truth), terms.same(*rng.sample(joined, 2))]) for truth in joined]
    known = _KnownTerms(terms, {mark[0]: True, number[0]: 2})
    facts = Replacement(terms, {mark[0]: True, number[0]: 2})
    inner = [term for term in topological_order([part for part in parts if isinstance(part, Term)]) if term.op != "constant"]
    for _ in range(200):
        values = {term: rng.choice([*term.domain]) for term in rng.sample(inner, 3)}
        for part in parts:
            by_facts = part if part in values else facts.of(part)
            assert known.of(part, values) is Replacement(terms, values).of(by_facts)


@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("name", WITHIN)
def test_a_distance_is_more_than_being_in_one_group(name: str, far: str, steps: int) -> None:
    """Within how many steps two places are joined is not said by the set that holds both."""
    board, groups, within = WITHIN[name]
    rule = far.format(groups=groups, within=within, steps=steps)
    rule = rule.replace("r3c1", "r2c3") if name == "walls" else rule
    layers = str(WORLDS[name]["layers"]).replace("  mark: {values: bool}\n", "")
    for rules in ([rule], [rule, f"all(len(g) in (1, 3, 5, 6) for g in groups({groups}))"]):
        spec = spec_of(board, layers, rules)
        before = lower(spec)
        after = verify(encode_group_placements(before, always=True))
        for grid in assignments(spec):
            values = values_of(before, grid)
            assert holds(before, values) == holds(after, values), grid


INDUCED = {
    "between": (5, "cells, by=not wall", ["all(wall[a, b] == (b not in group(a, {})) for a, b in links)"]),
    "the other way around": (5, "cells, by=wall", ["all(wall[a, b] == (b in group(a, {})) for a, b in links)"]),
    "one is known": (
        4,
        "cells, by=not wall",
        ["all(wall[a, b] == (b not in group(a, {})) for a, b in links)", "wall[r1c1, r2c1]"],
    ),
    "only inside": (5, "cells, by=not wall", ["all(not wall[a, b] or b not in group(a, {}) for a, b in links)"]),
    "without groups": (0, "mark, by=not wall", ["all(wall[a, b] == (b not in group(a, {})) for a, b in links)"]),
    "more is said": (0, "cells, by=not wall", ["all(b not in group(a, {}) or not (wall[a, b] or mark[a]) for a, b in links)"]),
    "less is said": (0, "cells, by=not wall", ["all(b not in group(a, {}) or not wall[a, b] or mark[a] for a, b in links)"]),
}


@pytest.mark.parametrize("name", INDUCED)
def test_edges_that_are_open_exactly_in_a_group_need_no_sentence(name: str) -> None:
    """Each set opens and closes them. If another thing is said as well, or a place may be in no group, it is a sentence."""
    count, groups, rules = INDUCED[name]
    board, layers = "grid: {size: 2x3, holes: [r1c3]}\n", "  wall: {over: links, values: bool}\n"
    if "mark" in f"{groups}{rules}":
        layers += "  mark: {values: bool}\n"
    spec = spec_of(board, layers, [rule.format(groups) for rule in (*rules, "all(len(g) in (1, 4) for g in groups({}))")])
    module = lower(spec)
    [network] = {term for term in module.reachable_terms() if term.op == "network"}
    sentences = group_sentences(module, network, USUAL, NO_DEADLINE)
    assert len(sentences.induced) == count
    after = verify(encode_group_placements(module, always=True))
    assert after is not module
    for grid in assignments(spec):
        values = values_of(module, grid)
        assert holds(module, values) == holds(after, values), grid


def test_most_are_laid() -> None:
    """The random specs are about what they should be about."""
    laid: list[PlacedGroups] = []
    for seed in range(40):
        encode_group_placements(lower(drawn(seed)), note=laid.append, always=True)
    assert len(laid) > 25


SOLVED = {
    "trominoes": ("grid: 2x3\n", "walls", ["all(len(g) == 3 for g in groups(cells, by=not wall))"]),
    "dominoes between walls": (
        "grid: 2x3\n",
        "walls",
        [
            "all(len(g) == 2 for g in groups(cells, by=not wall))",
            "all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)",
        ],
    ),
    "rectangles": (
        "grid: 3x2\n",
        "walls",
        [
            "all(is_rectangle(g) for g in groups(cells, by=not wall))",
            "all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)",
            "all(len(g) in (1, 4) for g in groups(cells, by=not wall))",
        ],
    ),
    "fillomino": ("grid: 2x3\n", "values", ["all(len(group(c, same=number)) == number[c] for c in cells)"]),
    "one of these in each": (
        "grid: 2x3\n",
        "walls",
        [
            "all(is_rectangle(g) for g in groups(cells, by=not wall))",
            "all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)",
            "all(count(c in (r1c1, r2c3) for c in g) == 1 for g in groups(cells, by=not wall))",
            "len(group(r1c1, cells, by=not wall)) == 4",
        ],
    ),
    "symmetric": (
        "grid: 2x3\n",
        "values",
        [
            "all(len(group(c, same=number)) == number[c] for c in cells)",
            "all(len(g) < 3 or same_shape(g, '###') for g in groups(same=number))",
        ],
    ),
    "no solution": ("grid: 1x5\n", "walls", ["all(len(g) == 2 for g in groups(cells, by=not wall))"]),
}


@functools.cache
def solved(name: str) -> tuple[Spec, set[object]]:
    """A spec and its solutions."""
    board, world, rules = SOLVED[name]
    spec = spec_of(board, str(WORLDS[world]["layers"]), rules)
    return spec, set(solutions(spec))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("lazy", [True, False])
@pytest.mark.parametrize("name", SOLVED)
def test_solutions_are_those_of_brute_force(name: str, lazy: bool, engine: str) -> None:
    """What is laid because that is fewer clauses is solved as before."""
    spec, expected = solved(name)
    outcome = solve(spec, limit=1_000, engine=engine, lazy=lazy)
    assert outcome.complete
    assert {visible(spec, solution.grid) for solution in outcome.solutions} == expected
    assert compile_spec(spec).laid or not expected


def test_where_it_is_laid() -> None:
    """It is chosen by counting, is told, and rests on no assertion that can be left out."""
    board, world, rules = SOLVED["symmetric"]
    spec = spec_of(board, str(WORLDS[world]["layers"]), rules)
    puzzle = compile_spec(spec)
    assert puzzle.laid[0].clauses <= puzzle.laid[0].otherwise or puzzle.laid[0].evaluated
    assert not puzzle.fallback_instances
    assert not compile_spec(spec, has_selector=lambda origin: True).laid
    assert not compile_spec(spec, passes=False).laid
    anything = spec_of("grid: 4x4\n", "  shaded: {values: bool}\n", ["all(r1c1 in g or r4c4 in g for g in groups(shaded))"])
    assert not compile_spec(anything).laid


@pytest.mark.parametrize("engine", ENGINES)
def test_an_objective_of_which_laying_leaves_one_value(engine: str) -> None:
    """If no set can be a group, every group has the size 0, and each solution is one of the best."""
    text = "gridwright: 1\ngrid: 1x4\nlayers: {shaded: {values: bool}}\nmaximize: len(group(r1c1, shaded))\nrules:\n"
    spec = load_text(text + "".join(f"  - all(len(g) == {size} for g in groups(shaded))\n" for size in (2, 3)))
    assert lower(spec).target
    assert encode_group_placements(lower(spec)).target is None
    outcome = solve(spec, engine=engine)
    assert [solution.grid["", "shaded"] for solution in outcome.solutions] == [(False,) * 4]
    assert outcome.complete
    assert outcome.objective is not None
    assert outcome.objective.optimal
    assert outcome.objective.value == 0


def test_a_search_that_cannot_end_soon_is_left() -> None:
    """Groups of any size with one clue each are not gone through, however many there are."""
    spec = load_text(
        "gridwright: 1\ngrid: 20x20\nlayers:\n  shaded: {values: bool}\nrules:\n"
        "  - all(count(c in (r1c1, r10c10, r20c20) for c in g) == 1 for g in groups(shaded))\n",
        "rule.yaml",
    )
    module = lower(spec)
    assert encode_group_placements(module) is module


def _search(text: str, work: int = WORK) -> possible_groups._Search:
    """Return the search for the groups of the only network of a spec."""
    module = lower(load_text(text, "rule.yaml"))
    (network,) = {term.args[0] for term in module.reachable_terms() if term.op in ("same_component", "size")}
    return possible_groups._Search(module.terms, network, group_sentences(module, network, USUAL, NO_DEADLINE), work)


def _begun(search: possible_groups._Search, most: int) -> int:
    assert search.begin(most)
    return search._large


def test_larger_groups_are_begun_where_nearly_too_many_are() -> None:
    """The ways to begin 16 vertices are counted if those to begin 8 are nearly too many, and only then."""
    text = "gridwright: 1\ngrid: 3x7\nlayers: {shaded: {values: bool}}\nrules:\n  - all(len(g) >= 2 for g in groups(shaded))\n"
    begun = _begun(_search(text), 1_000_000)
    assert begun > 100
    with pytest.raises(possible_groups.TooManyGroups):
        _search(text).begin(begun - 1)
    with pytest.raises(possible_groups.TooManyGroups):
        _search(text).begin(begun)
    assert _begun(_search(text), 2 * begun) == begun


def test_groups_are_not_all_begun_where_the_first_vertices_foretell_far_more() -> None:
    """On 10x10 cells a few of them begin hundreds of sets, so there are more than 6,000 without counting these."""
    rule = "rules:\n  - all(len(g) >= 2 for g in groups(shaded))\n"
    search = _search(f"gridwright: 1\ngrid: 10x10\nlayers: {{shaded: {{values: bool}}}}\n{rule}")
    with pytest.raises(possible_groups.TooManyGroups):
        search.begin(6_000)
    assert 6_000 * possible_groups.SOME < search._large < 2_000


def test_groups_are_all_begun_where_few_more_are_foretold() -> None:
    """On 4x5 cells 3,794 sets of 8 cells are begun. All are counted, also where they are a few more than there may be."""
    rule = "rules:\n  - all(len(g) == 10 for g in groups(shaded))\n"
    text = "gridwright: 1\ngrid: 4x5\nlayers: {shaded: {values: bool}}\n" + rule
    assert _begun(_search(text), 7_000) == _begun(_search(text), 4_000) == 3_794
    search = _search(text)
    with pytest.raises(possible_groups.TooManyGroups):
        search.begin(3_500)
    assert search._large == 3_501


def test_few_vertices_that_begin_most_groups_foretell_nothing() -> None:
    """Where the other cells begin no large group, those of the first rows are counted to the end."""
    small = "  - for: c in cells\n    if: c.row >= 3\n    rule: not shaded[c] or len(group(c, shaded)) == 1\n"
    text = f"gridwright: 1\ngrid: 8x6\nlayers: {{shaded: {{values: bool}}}}\nrules:\n{small}"
    begun = _begun(_search(text), 1_000_000)
    assert begun > 20
    assert _begun(_search(text), 2 * begun) == begun


def test_work_that_is_foretold_is_not_all_done() -> None:
    """If the sets of the first vertices take far more than their share of the work, the others are not begun."""
    text = "gridwright: 1\ngrid: 3x7\nlayers: {shaded: {values: bool}}\nrules:\n  - all(len(g) >= 2 for g in groups(shaded))\n"
    enough = _search(text)
    enough.begin(1_000_000)
    needed = WORK - enough._work
    assert _begun(_search(text, needed), 1_000_000)
    search = _search(text, needed // 10)
    with pytest.raises(possible_groups.TooManyGroups):
        search.begin(1_000_000)
    assert search._work > needed // 20


def test_sets_are_not_all_placed_where_the_first_foretell_too_many_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fillomino of 6x6 has over 2,000 sets, three times as many clauses as membership; some hundred of them show it."""
    numbers = ["..4...", ".53.2.", "....52", "33....", ".2.14.", "...3.."]
    text = "gridwright: 1\nuse: fillomino\ngrid: 6x6\ngivens:\n  number: |\n" + "".join(
        f"    {' '.join(row)}\n" for row in numbers
    )
    module = lower(load_text(text, str(ROOT / "a.yaml")))
    placed: list[object] = []
    place = _PlacementEncoder._placement
    monkeypatch.setattr(_PlacementEncoder, "_placement", lambda self, group: placed.append(group) or place(self, group))
    assert encode_group_placements(module) is module
    assert 10 < len(placed) < 400
    placed_early = len(placed)
    placed.clear()
    monkeypatch.setattr(possible_groups, "SOME", 1)
    assert encode_group_placements(module) is module
    assert len(placed) > 2 * placed_early


@pytest.mark.parametrize("sizes", [(8, 16), (2, 3), (1, 5), (5, 9)])
@pytest.mark.parametrize("some", [1, 0.001])
def test_sets_that_are_grown_on_are_those_that_are_grown_at_once(
    sizes: tuple[int, int], some: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each connected set for which the rules hold is found once, however often sets are put by, and if it begins anew."""
    rule = "len(g) in (1, 4, 6, 9, 10) and (r1c1 in g or not (r3c2 in g and r2c4 in g))"
    text = f"gridwright: 1\ngrid: 3x4\nlayers: {{shaded: {{values: bool}}}}\nrules:\n  - all({rule} for g in groups(shaded))\n"
    monkeypatch.setattr(possible_groups, "BEGUN", ())
    at_once = [group.vertices for group in _search(text).groups(5_000)]
    assert len({*at_once}) == len(at_once) > 100
    for name, value in (("BEGUN", sizes), ("NEARLY", 0), ("SOME", some), ("FAR", 1_000_000)):
        monkeypatch.setattr(possible_groups, name, value)
    assert [group.vertices for group in _search(text).groups(5_000)] == at_once


def test_sizes_are_asked_of_vertices_that_something_is_said_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beginning the search takes no time that grows with the square of the cells."""
    asked = 0
    fitting = possible_groups._Search._largest_fitting

    def counting(*args: Any) -> int:
        nonlocal asked
        asked += 1
        return fitting(*args)

    monkeypatch.setattr(possible_groups._Search, "_largest_fitting", counting)
    _search(
        "gridwright: 1\ngrid: 10x10\nlayers: {shaded: {values: bool}}\n"
        "rules:\n  - len(group(r1c1, shaded)) == 3\n  - len(group(r9c9, shaded)) == 4\n"
    )
    assert 3 <= asked <= 40


@pytest.mark.parametrize(("size", "largest"), [("in (2, 5)", 5), ("% 4 == 3", 11), ("!= 12", 11), ("in (1, 6, 13)", 6)])
def test_the_largest_size_is_found_by_halves(size: str, largest: int) -> None:
    """What is said of the size of every group, and of one cell, bounds the groups of the other cells, and of this one."""
    text = "gridwright: 1\ngrid: 3x4\nlayers: {shaded: {values: bool}}\nrules:\n"
    every = _search(f"{text}  - all(len(g) {size} for g in groups(shaded))\n")
    assert every._most == [largest] * 12
    one = _search(f"{text}  - shaded[r1c1]\n  - len(group(r1c1, shaded)) {size}\n  - all(len(g) < 12 for g in groups(shaded))\n")
    assert one._most == [min(largest, 11)] + [11] * 11


def _tried(monkeypatch: pytest.MonkeyPatch, name: str) -> tuple[int, int]:
    """Return how often an operation is evaluated, and a sentence looked up for a set, while groups are tried."""
    bounds, left = 0, 0
    possible_result, left_of = possible_groups.possible_result, possible_groups._Body.residue

    def counting(*args: Any) -> Any:
        nonlocal bounds
        bounds += 1
        return possible_result(*args)

    def counting_left(*args: Any) -> Any:
        nonlocal left
        left += 1
        return left_of(*args)

    monkeypatch.setattr(possible_groups, "possible_result", counting)
    monkeypatch.setattr(possible_groups._Body, "residue", counting_left)
    encode_group_placements(lower(load(str(ROOT / "benchmarks/rooms" / name))))
    return bounds, left


def test_only_what_a_vertex_changes_is_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long sentence, such as "the group is symmetric", a vertex more changes a few operations, not all of a million."""
    bounds, _ = _tried(monkeypatch, "symmarea-6x6.yaml")
    assert 1_000 < bounds < 200_000


@pytest.mark.slow
def test_only_sentences_about_a_set_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence about a few places says nothing of sets elsewhere: it is not looked up for these."""
    _, left = _tried(monkeypatch, "fillomino-20x20.yaml")
    assert 1_000 < left < 100_000


@pytest.mark.parametrize("seed", range(30))
def test_what_a_sentence_can_be_is_the_same_at_once_and_step_by_step(seed: int) -> None:
    """A body is asked of many sets one after the other: each answer is that of computing everything anew."""
    rng = random.Random(seed)
    terms = TermFactory()
    members = [terms.member(0, at) for at in range(4)]
    size = terms.members(0, 4)
    known: list[Term] = [*members]
    while len(known) < 12:
        made = rng.choice([terms.conjunction, terms.disjunction])(
            [terms.negation(value_term) if rng.random() < 0.3 else value_term for value_term in rng.sample(known, 2)]
        )
        known += [made] if isinstance(made, Term) else []
    body = terms.conjunction([known[-1], terms.within(terms.linear([(1, size), (-1, known[-2])], 0), 1, 3)])
    assert isinstance(body, Term)
    order = topological_order([body])
    below = {term: at for at, term in enumerate(members) if term in order}
    bounds = possible_groups._Bounds(order, below, [size])
    for _ in range(60):
        truths = [rng.choice([None, True, False]) for _ in members]
        low = rng.randint(1, 4)
        sizes = low, rng.randint(low, 4)
        possible: dict[Term, Possible] = {term: possible_groups._POSSIBLE[truths[at]] for term, at in below.items()}
        possible[size] = frozenset(range(sizes[0], sizes[1] + 1))
        for term in order:
            if term not in possible:
                possible[term] = possible_result(term, [possible[arg] for arg in term.args])
        assert bounds.of(truths, sizes) == possible[body]
