"""Encodings that small boards would never reach: binary numbers, ladders, tables that are too large. The results are the same."""

from __future__ import annotations

import pytest
from brute import assignments
from gridwright.compiler.encode import encoder, wide
from gridwright.compiler.encode.kinds import distinct
from gridwright.compiler.ir import term
from instances import faults, sample
from test_functions import RULES, case
from ways import disagreements

VARIANTS = {
    "numbers in binary": [(term, "WIDE", 1), (wide, "WIDE", 1)],
    "ladders and sums for at most one": [(encoder, "PAIRWISE", 1), (distinct, "PAIRWISE", 1)],
    "no tables": [(term, "MAP_LIMIT", 1)],
    "no deep recursion": [(encoder, "DEPTH", 2)],
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
@pytest.mark.parametrize("rule", RULES)
def test_variant(rule: str, variant: list[tuple[object, str, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Brute force and the engine agree, and every clause is sound and complete."""
    for module, name, value in variant:
        monkeypatch.setattr(module, name, value)
    spec, expected = case(rule)
    assert not disagreements(spec, expected, "cadical", lazy=False, tried=15)
    assert not list(faults(spec, sample(list(assignments(spec)), 60), lazy=False))
