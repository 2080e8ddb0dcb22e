"""Encodings that small boards would never reach: binary numbers, ladders, tables that are too large. The results are the same."""

from __future__ import annotations

import os

import pytest
from encoding_variants import VARIANTS
from function_rules import RULES, spec_of
from ways import assert_agree

# Every other rule in one of the variants; all in all of them with GRIDWRIGHT_ALL_VARIANTS=1.
EVERY = 1 if os.environ.get("GRIDWRIGHT_ALL_VARIANTS") else 8
MISSED = "number[read(default(number, 0))] == blank"  # whose blank had no literal once; always in binary
PAIRS = [
    (board, rule, variant)
    for first, (board, rule) in enumerate(RULES)
    for second, variant in enumerate(VARIANTS)
    if (first + 2 * second) % EVERY == 0 or (variant == "numbers in binary" and rule.startswith(MISSED))
]


@pytest.mark.cases(ci=78)
@pytest.mark.parametrize(("board", "rule", "variant"), PAIRS, ids=[f"{rule}-{variant}" for _, rule, variant in PAIRS])
def test_variant(board: str, rule: str, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge and the engine agree, and every clause is sound and complete."""
    for module, name, value in VARIANTS[variant]:
        monkeypatch.setattr(module, name, value)
    assert_agree(spec_of(board, rule), ways=[("cadical", False)])
