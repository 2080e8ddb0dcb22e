"""Places in groups of their own: the pass against every grid there is, and the solutions that engines find."""

from __future__ import annotations

import random

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.module import verify
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes import separate_groups as separating
from gridwright.compiler.passes.separate_groups import separate_groups
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve
from instances import values_of
from test_multicut import holds

SHADED = "grid: 3x4\nlayers: {shaded: {values: bool}}\n"
LINES = "grid: 2x4\nlayers: {line: {over: links, values: bool}}\n"
NUMBERS = "grid: 2x3\nlayers: {number: {values: 0..2, blank: true}}\n"
FEW = 2_000  # solutions that each engine finds; boards with more of them are left to clasp
PLACES = "[r1c1, r1c3, r2c2, r2c1, r2c3]"

# header, the groups, the group of a cell
NETWORKS = {
    "mask": (SHADED, "groups(not shaded)", "group({}, not shaded)"),
    "links": (LINES, "groups(cells, by=line)", "group({}, cells, by=line)"),
    "equal": (NUMBERS, "groups(same=number)", "group({}, same=number)"),
}
SAID = [
    "all(count(c in {places} for c in g) == 1 for g in {groups})",
    "all(count(c in {places} for c in g) <= 1 for g in {groups})",
    "all(b not in {a} for a, b in combinations({places}, 2))",
    "all((b in {a}) == (a.column == b.column) for a, b in combinations({places}, 2))",
    "all((b in {a}) == (a.row + b.row > 1) for a, b in combinations({places}, 2))",
    "all(b not in {a} for a, b in combinations({places}, 2) if a != r1c1 or b != r2c2)",
]
FURTHER = ["true", "r1c2 in {a}", "len({a}) == 2", "len({groups}) == 5", "r2c2 in {a} or r2c1 not in {a}"]


def spec_of(kind: str, seed: int) -> Spec:
    """A spec that says of some places which are apart, and something else about a group."""
    chance = random.Random(seed)
    header, groups, group = NETWORKS[kind]
    sentence = SAID[seed % len(SAID)].format(places=PLACES, groups=groups, a=group.format("a"))
    further = chance.choice(FURTHER).format(groups=groups, a=group.format("r1c1"))
    rules = "".join(f"  - rule: |\n      {rule}\n" for rule in (sentence, further))
    return load_text(f"gridwright: 1\n{header}rules:\n{rules}", "rule.yaml")


@pytest.mark.slow
@pytest.mark.cases(ci=3)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", NETWORKS)
def test_every_grid(kind: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All assertions hold on a grid before the pass exactly if they do after it; engines find these grids."""
    monkeypatch.setattr(separating, "FEWEST", 2)
    spec = spec_of(kind, seed)
    module = lower(spec)
    after = verify(separate_groups(module))
    grids = list(assignments(spec))
    for grid in random.Random(seed).sample(grids, min(len(grids), 300)):
        assert holds(module, values_of(module, grid)) == holds(after, values_of(after, grid)), grid
    wanted = solutions(spec)
    for engine in ENGINES if len(wanted) <= FEW else ("clasp",):
        outcome = solve(spec, limit=len(wanted) + 1, engine=engine)
        assert {visible(spec, solution.grid) for solution in outcome.solutions} == wanted, engine
        assert outcome.complete


@pytest.mark.parametrize(("said", "further"), [(0, 0), (2, 0), (3, 2)])
def test_nothing_is_followed_place_by_place(said: int, further: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of all pairs is one term; only what belongs together is asked for, of one further vertex."""
    monkeypatch.setattr(separating, "FEWEST", 3)
    header, groups, group = NETWORKS["links"]
    rule = SAID[said].format(places=PLACES, groups=groups, a=group.format("a"))
    after = separate_groups(lower(load_text(f"gridwright: 1\n{header}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")))
    ops = [term.op for term in after.reachable_terms()]
    assert ops.count("separated") == 1
    assert ops.count("same_component") == further
    assert "first" not in ops
