"""Small sets of rules that imply a fact are found if and only if there are some, also when models are kept from earlier steps."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import OutOfConflicts
from gridwright.runtime.steps.group_solver import Workshop
from gridwright.runtime.steps.knowledge import Knowledge
from gridwright.runtime.steps.rule_instance import rule_instances
from gridwright.runtime.steps.small_sets import SmallSets

CELLS = 6
Clause = tuple[tuple[int, bool], ...]


def random_clauses(rng: random.Random) -> list[Clause]:
    """Return clauses that the grid without shaded cells satisfies: each has a cell that is not shaded."""
    clauses: dict[Clause, None] = {}
    while len(clauses) < 9:
        cells = sorted(rng.sample(range(CELLS), 2))
        clauses[tuple(zip(cells, rng.choice([(False, False), (False, True), (True, False)]), strict=True))] = None
    return list(clauses)


def least_set(clauses: list[Clause], known: dict[int, bool]) -> int | None:
    """Return how many of the clauses contradict what is known, at least; by trying all sets of at most four."""
    grids = [grid for grid in product([False, True], repeat=CELLS) if all(grid[at] == truth for at, truth in known.items())]
    broken = [{at for at, clause in enumerate(clauses) if all(grid[cell] != truth for cell, truth in clause)} for grid in grids]
    for size in range(5):
        if any(all(members & {*chosen} for members in broken) for chosen in combinations(range(len(clauses)), size)):
            return size
    return None


def search_of(clauses: list[Clause]) -> tuple[SmallSets, Knowledge]:
    """Return the search for small sets of some clauses, and what is known before anything is."""
    rules = [" or ".join(f"{'' if truth else 'not '}s[r1c{cell + 1}]" for cell, truth in clause) for clause in clauses]
    text = "\n".join(f"  - {rule}" for rule in rules)
    module = lower(
        load_text(f"gridwright: 1\ngrid: 1x{CELLS}\nlayers: {{s: {{values: bool}}}}\nrules:\n{text}\n"), independently=True
    )
    values = {variable: tuple(module.terms.unknown(variable).domain) for variable in module.variables}
    shop = Workshop(module.terms, values, AUTO, 0, NO_DEADLINE, NO_DEADLINE, Progress())
    return SmallSets(shop, rule_instances(module)), Knowledge.nothing(values)


@pytest.mark.parametrize("seed", range(12))
def test_found_if_there_are_some(seed: int) -> None:
    """For sets of three and of four, of clauses over six cells, as more and more cells become known."""
    rng = random.Random(seed)
    clauses = random_clauses(rng)
    small, knowledge = search_of(clauses)
    values = knowledge.values
    known: dict[int, bool] = {}
    sizes: set[int | None] = set()
    for cell in rng.sample(range(CELLS), 3):
        for variable in (variable for variable in values if variable.position not in known):
            for at, truth in enumerate(values[variable]):
                least = least_set(clauses, {**known, variable.position: bool(truth)})
                sizes.add(least)
                for size in (3, 4):
                    instances = small.smallest(knowledge, [(variable, at)], [size])
                    assert (instances is not None) == (least is not None and least <= size), (known, variable, truth, size)
                    assert instances is None or len(instances) <= size
        known[cell] = False
        variable = next(variable for variable in values if variable.position == cell)
        knowledge.settle(knowledge.begin(None), variable, knowledge.number_of(variable, False))
    assert not small.ended
    assert None in sizes and len(sizes) > 1


def test_a_question_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets that the engine could not decide do not count as looked at."""
    small, knowledge = search_of(random_clauses(random.Random(0)))

    def take_too_long(*_: object) -> bool:
        raise OutOfConflicts("too many conflicts")

    monkeypatch.setattr(small.local.session, "holds", take_too_long)
    target = (next(iter(knowledge.values)), 0)
    assert small.smallest(knowledge, [target], [3]) is None
    assert small.ended
