"""Random specs: brute force by the judge, all engines, lazy and eager, and the clauses themselves all say the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from campaign import REGRESSIONS, Table, run
from differing import look
from grammar import functions_in
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.loader import load_text
from gridwright.runtime.solving.solve import solve
from random_specs import SMALL, Maker
from shrinking import shrunk
from time_limits import RecordProperty, left_out

SEEDS, EACH = 10, 20  # 200 specs; a campaign takes as many as are asked for: python tests/campaign.py 10000
IN_CI = 2  # seeds; among the specs of the others are some that take a minute


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[] if seed < IN_CI else pytest.mark.thorough) for seed in range(SEEDS)]
)
def test_random_specs(seed: int, record_property: RecordProperty) -> None:
    """Whatever the spec, all ways to solve it agree with brute force; and the specs are neither all impossible nor all open."""
    table = run(EACH, seed, Table(), first=seed * EACH, most=SMALL)
    assert not table.wrong, "\n".join(f"{text}\n{wrong}" for _, text, wrong in table.wrong)
    assert table.specs == EACH
    assert table.verdicts["unique"] >= EACH // 10
    assert table.verdicts["several"] >= EACH // 5
    assert sum(table.refused.values()) <= EACH // 2
    for reason, number in table.gave_up.items():
        left_out(record_property, reason, number)


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("*.yaml")), ids=lambda path: path.stem)
def test_regressions(path: Path) -> None:
    """What disagreed once agrees now."""
    looked = look(path.read_text("utf-8"))
    assert not looked.wrong
    assert looked.verdict in ("unique", "several", "no solution")


@pytest.mark.cases(ci=30)
@pytest.mark.slow
@pytest.mark.parametrize("function", all_functions())
def test_every_function_is_drawn(function: str) -> None:
    """The generator finds every function of the language, and calls it when it is its turn."""
    made = [Maker(random.Random(seed)).make(function).text() for seed in range(2)]
    assert all(function in functions_in(text) for text in made)


@pytest.mark.slow
def test_what_disagrees_is_made_small() -> None:
    """Shrinking leaves what is needed for the disagreement, as YAML that can be read."""
    text = Maker(random.Random(5)).make("gcd").text() + "  - rule: |\n      1 + 1 == 2 or gcd(6, 4) == sum([1, 1])\n"
    smaller = shrunk(
        text, lambda candidate: "gcd(" in candidate and not look(candidate).wrong and look(candidate).verdict[:7] != "refused"
    )
    assert yaml.safe_load(smaller)["rules"]
    assert len(smaller) < len(text) / 2


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_seeds(seed: int) -> None:
    """Different seeds find the same number of solutions."""
    spec = load_text("gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..2}}\nrules:\n  - distinct(x[:2])")
    assert len(solve(spec, limit=100, seed=seed).solutions) == 32
