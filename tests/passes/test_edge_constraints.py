"""What is asserted of walls is true of every group of every grid, said of the members of the group."""

from __future__ import annotations

import pytest
from brute import assignments
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.walk import junction_members
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.multicut import faithful_edges
from gridwright.compiler.passes.placements.edge_constraints import of_edges
from instances import values_of

OWN = -1
BOARDS = ["2x3", "{size: 3x2, holes: [r3c2]}"]
RULES = {
    "strips": "all(wall[a, c] or wall[b, c] for c in cells for a, b in combinations(neighbors(c), 2) if a.row != b.row)",
    "no cross": "all(count(wall[b.link] for b in k.borders) < 4 for k in corners if len(k.cells) == 4)",
    "arms": "all(count(not wall[l] for l in c.links) in 1..2 for c in cells)",
    "one wall": "count(wall[r1c2.links]) == 1",
    "open": "not wall[r1c1, r1c2]",
    "equal": "wall[r1c1, r1c2] == wall[r2c1, r2c2]",
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", RULES)
def test_every_group_satisfies_what_is_said_of_it(name: str, board: str) -> None:
    """A sentence that a group of a grid broke, while all rules hold, would lose solutions."""
    if name == "equal" and "holes" in board:
        pytest.skip("no such links")
    text = f"gridwright: 1\ngrid: {board}\nlayers: {{wall: {{over: links, values: bool}}}}\nrules:\n"
    rules = ["all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)", RULES[name]]
    spec = load_text(text + "".join(f"  - rule: |\n      {rule}\n" for rule in rules), "rule.yaml")
    module = lower(spec)
    [(network, faithful)] = faithful_edges(module).items()
    asserted = [part for assertion in module.assertions for part in junction_members(module.terms, assertion.term, "and")]
    bodies = list(of_edges(module.terms, network, faithful.edges, asserted, {}, OWN))
    assert bodies
    size = network.detail.graph.vertices
    members = [module.terms.member(OWN, at) for at in range(size)]
    said_no = False
    for grid in assignments(spec):
        values = values_of(module, grid)
        is_solution = all(
            values[term] is True for term in (assertion.term for assertion in module.assertions) if isinstance(term, Term)
        )
        for source in range(size):
            group = values[network].steps(source)
            given = {member: at in group for at, member in enumerate(members)}
            holds = all(evaluate(body, given) for body in bodies)
            assert holds or not is_solution, (grid, source)
            said_no |= not holds
    assert said_no or name == "no cross"  # on so small a board no group goes around a corner
    assert not any(of_edges(module.terms, network, [], asserted, {}, OWN))
