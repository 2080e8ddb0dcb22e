"""Groups: growth against what it stands for, the pass that bounds them, and the lemmas of whole searches."""

from __future__ import annotations

import itertools
import random

import pytest
from brute import assignments
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir import reachability_layers
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.module import Module, verify
from gridwright.compiler.ir.network import Graph, Network, NetworkValue, SameComponent, Size
from gridwright.compiler.ir.reachability_layers import MOST_VALUES, ReachabilityLayers
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.functions import groups
from gridwright.compiler.lowering.groups import quantifier
from gridwright.compiler.passes.bound_group_sizes import bound_group_sizes
from gridwright.compiler.values import Value
from gridwright.runtime.engines.engine_registry import ENGINES
from instances import values_of
from watched_session import assert_search_sound
from ways import assert_agree

SHADED = "grid: 3x2\nlayers:\n  shaded: {values: bool}\n"
WALLS = "grid: 2x3\nlayers:\n  wall: {over: links, values: bool}\n"


def spec_of(header: str, *rules: str) -> Spec:
    """A spec with these rules."""
    return load_text(f"gridwright: 1\n{header}rules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules), "rule.yaml")


@pytest.mark.cases(ci=8)
@pytest.mark.parametrize("seed", range(20))
def test_growth_is_being_joined(seed: int) -> None:
    """Written out, "within so many steps" is what a search from the source finds, with conditions on edges and with values."""
    chance = random.Random(seed)
    spec = spec_of("grid: 1x12\nlayers:\n  shaded: {values: bool}\n", "true")
    terms = TermFactory()
    unknowns = [terms.unknown(Variable(spec.layers[0], at)) for at in range(12)]
    vertices, conditions, values = unknowns[:4], unknowns[4:8], unknowns[8:] if seed % 2 else None
    pairs = list(itertools.combinations(range(4), 2))
    edges = [(a, b, chance.choice([True, False, *conditions])) for a, b in pairs]
    network = terms.network(vertices, edges, values)
    growth = ReachabilityLayers(terms, network)
    for given in chance.sample(list(itertools.product([False, True], repeat=12)), 60):
        known: dict[Term, Value] = dict(zip(unknowns, given, strict=True))
        standing: NetworkValue = evaluate(network, known)
        for source, steps in itertools.product(range(4), (0, 1, 2, 3, None)):
            for target in range(4):
                joined = SameComponent(source, target, steps)
                grown = growth.same_component(joined)
                assert (evaluate(grown, known) if isinstance(grown, Term) else grown) == standing.holds(joined)
            within = sum(standing.holds(SameComponent(source, target, steps)) for target in range(4))
            assert within == standing.size(Size(source, steps))


def test_values_have_to_be_equal() -> None:
    """A network of values joins 1 with 1, and not with true."""
    line = Network(Graph(2, ((0, 1, -1),)), True)
    assert NetworkValue(line, [True, True, 1, 1]).steps(0) == {0: 0, 1: 1}
    assert NetworkValue(line, [True, True, 1, True]).steps(0) == {0: 0}
    assert NetworkValue(line, [False, True, 1, 1]).steps(0) == {}


BOUNDED = {
    "size and member": (SHADED, "len(group(r1c1, shaded)) == 3", "r3c1 in group(r1c1, shaded) or shaded[r2c2]"),
    "two sizes": (SHADED, "len(group(r1c1, shaded)) <= 3", "len(group(r1c1, shaded)) != 2", "len(group(r1c1, shaded)) < 5"),
    "owners": (
        SHADED,
        "len(group(r1c1, shaded)) == 2 and len(group(r3c2, shaded)) == 1",
        "all(count(c in g for c in (r1c1, r3c2)) == 1 for g in groups(shaded))",
    ),
    "each of a size": (SHADED, "all(len(g) == 2 for g in groups(shaded))", "len(groups(shaded)) == 2"),
    "if in a group": (SHADED, "not shaded[r2c1] or len(group(r2c1, shaded)) == 2", "r1c1 in group(r2c1, shaded)"),
    "equal values": (SHADED, "len(group(r2c1, same=shaded)) == 2", "len(group(r1c1, same=shaded)) > 1"),
    "rooms": (
        WALLS,
        "all(len(room) == 3 for room in groups(cells, by=not wall))",
        "all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)",
    ),
    "shapes": (
        WALLS,
        "all(len(room) <= 3 for room in groups(cells, by=not wall))",
        "all(not wall[a, b] or not same_shape(group(a, cells, by=not wall), group(b, cells, by=not wall)) for a, b in links)",
    ),
    "impossible": (SHADED, "len(group(r1c1, shaded)) == 7", "len(group(r1c1, shaded)) == 2"),
}


@pytest.mark.parametrize("case", BOUNDED.values(), ids=BOUNDED.keys())
def test_bounded_says_the_same(case: tuple[str, ...]) -> None:
    """On every grid all assertions hold before the pass exactly if they do after it, and the pass shortens something."""
    header, *rules = case
    spec = spec_of(header, *rules)
    module = lower(spec)
    after = verify(bound_group_sizes(module))
    for grid in assignments(spec):
        values = values_of(module, grid)
        assert _holds(module, values) == _holds(after, values), grid
    assert module.assertions != after.assertions or rules[0].endswith("== 7")


def test_what_lies_beyond_a_bounded_group_is_no_term() -> None:
    """A place that a group of a stated size cannot reach is false: what is said of the shape of the group gets smaller."""
    spec = spec_of("grid: 5x4\nlayers:\n  wall: {over: links, values: bool}\n", *NEIGHBOURS)
    alone, module = lower(spec, independently=True), lower(spec)  # without other rules, a shape may be anywhere on the board
    before, after, bounded = (
        sum(len(term.args) for term in module_used.reachable_terms() if term.op == "fits")
        for module_used in (alone, module, bound_group_sizes(alone))
    )
    assert max(after, bounded) < before / 3


NEIGHBOURS = (
    "all(len(g) == 2 for g in groups(cells, by=not wall))",
    "all(not wall[a, b] or not same_shape(group(a, cells, by=not wall), group(b, cells, by=not wall)) for a, b in links)",
)


def _holds(module: Module, values: dict[Term, Value]) -> bool:
    return all(values[assertion.term] if isinstance(assertion.term, Term) else assertion.term for assertion in module.assertions)


ASKED = [
    "len(groups(number == 1)) == 2",
    "(r2c2 in group(r1c1, number == 1)) == (number[r1c2] == 0)",
    "all(any(number[g] == 2) for g in groups(number != 1))",
    "len(group(r1c1, same=number)) == len(group(r2c2, same=number))",
]


@pytest.mark.parametrize("rule", ASKED)
@pytest.mark.parametrize("engine", ENGINES)
def test_lemmas_of_a_search(rule: str, engine: str) -> None:
    """Every lemma that a search is told refuses its candidate and no solution."""
    assert_search_sound("grid: 2x2\nlayers:\n  number: {values: 0..2}\n", rule, engine)


ALIKE = {
    "sizes": ("", "len(group(r1c1, same=number)) == len(group(r2c3, same=number))"),
    "one group": ("", "(r1c3 in group(r1c1, same=number)) == (number[r2c2] == 0)"),
    "a value is known": ("givens: {number: {r1c2: 1}}\n", "len(group(r2c2, same=number)) > number[r1c3]"),
}


@pytest.mark.parametrize("case", ALIKE.values(), ids=ALIKE.keys())
@pytest.mark.parametrize("engine", ENGINES)
def test_edges_instead_of_vertices_have_equal_values(case: tuple[str, ...], engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of equal values are the same if both ends of each edge are compared, and not each vertex with the source."""
    monkeypatch.setattr(reachability_layers, "MOST_VALUES", 1)
    givens, rule = case
    assert_search_sound(f"grid: 2x3\nlayers:\n  number: {{values: 0..2}}\n{givens}", rule, engine)


def test_many_values_are_compared_along_edges() -> None:
    """Sources that may have many values share what is said of edges; a known value is compared with each source."""
    for highest, number_of_tables in ((MOST_VALUES, 5 + 4 + 3 + 2), (MOST_VALUES + 1, 7)):
        header = f"grid: 2x3\nlayers:\n  number: {{values: 1..{highest}}}\n"
        module = lower(spec_of(header, "all(len(group(c, same=number)) <= 4 for c in (r1c1, r1c2, r1c3, r2c1))"))
        (network,) = {term.args[0] for term in module.reachable_terms() if term.op == "size"}
        layers = ReachabilityLayers(module.terms, network)
        conditions = [condition for source in range(4) for part in layers.follow(source) for condition in part.values()]
        assert len({each for each in conditions if isinstance(each, Term) and each.op == "same"}) == number_of_tables


def test_nothing_of_this_is_left_to_evaluation() -> None:
    """What the pages say is lowered is; what they say is left to the general lemma is that."""
    lowered = [
        "all(len(g) == 2 for g in groups(shaded))",
        "len(group(r1c1, same=shaded)) == 2",
        "distinct(len(g) for g in groups(shaded))",
        "all(all(len(g) <= len(h) for h in groups(shaded)) for g in groups(not shaded))",
        "group(r1c1, shaded)[-1] == r1c1",
        "all(len(rows(g)) < 3 and len(columns(g)) == 1 for g in groups(shaded))",
        "all(len(bounding_box(g)) == len(g) for g in groups(shaded))",
        "all(len(around(g)) > 1 for g in groups(shaded))",
        "all(len(around(g, corners=true)) in (2, 5) for g in groups(shaded))",
        "all(same_shape(g, '##') for g in groups(shaded))",
        "all(same_shape(g, group(r1c1, shaded), reflect=false) for g in groups(shaded))",
        "same_shape(shaded, not shaded, rotate=false)",
        "contains_shape(shaded, group(r3c2, not shaded))",
        "first(rows(shaded))[0].column == 1 or rows(shaded)[-1][0].row == 1",
    ]
    evaluated = [
        "len(groups(shaded)[0]) == 2",
        "group(r1c1, shaded)[1] == r1c2",
        "all(g == h or len(g) != len(h) for g in groups(shaded) for h in groups(shaded))",
        "len(group(r1c1, shaded, by=lambda c: [r1c1])) == 1",
        "rows(shaded)[1] == blank",
    ]
    for rule in (*lowered, *evaluated):
        assert bool(compile_spec(spec_of(SHADED, rule)).fallback_instances) == (rule in evaluated), rule


def test_a_network_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of many cells, between the same walls, are groups of one network: it is not made anew for each of them."""
    made: list[object] = []
    original = groups._new_network
    monkeypatch.setattr(groups, "_new_network", lambda *given: made.append(given) or original(*given))
    rule = "wall[a, b] == (b not in group(a, cells, by=not wall))"
    layers = "layers: {wall: {over: links, values: bool}}"
    lower(load_text(f"gridwright: 1\ngrid: 3x4\n{layers}\nrules:\n  - for: a, b in links\n    rule: {rule}\n"))
    assert len(made) == 1


THREE = "count(c in g for c in k.cells) != 3"
INNER = "k in [r1c1.corners[3], r3c2.corners[0]]"
CORNERS = {
    "from each cell": (2, f"all({THREE} for g in groups(shaded) for c in g for k in c.corners)"),
    "from some": (2, f"all({THREE} or k.cells[at] not in g for g in groups(shaded) for {INNER} for at in (0, 2))"),
    "from none as well": (2, f"all({THREE} or c not in g and c == r1c1 for g in groups(shaded) for {INNER} for c in k.cells)"),
    "of another place": (4, f"all({THREE} or c not in g for g in groups(shaded) for {INNER} for c in (r1c1, r3c1))"),
}


@pytest.mark.parametrize("name", CORNERS)
def test_a_rule_of_a_corner_at_its_cells_is_one_constraint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule stated at some cells of a corner, or at none of them, is the same constraint. The same grids are solutions."""
    count, rule = CORNERS[name]
    spec = spec_of(SHADED, rule)
    parts: list[object] = []
    all_are = quantifier._GroupQuantifier.all_are
    monkeypatch.setattr(quantifier._GroupQuantifier, "all_are", lambda self, part: parts.append(part) or all_are(self, part))
    lower(spec)
    assert len(parts) == count
    assert_agree(spec)


@pytest.mark.parametrize("rule", ["len(groups(cells, by=not wall)) == 2", "all(len(g) == 2 for g in groups(cells, by=not wall))"])
def test_two_borders_join_two_cells(rule: str) -> None:
    """On a board that is two cells wide and wraps around, one of the two borders between two cells is enough to join them."""
    assert_agree(spec_of("grid: {size: 2x2, wrap: rows}\nlayers:\n  wall: {over: borders, values: bool}\n", rule))
