"""Encodings that small boards would never reach: binary numbers, ladders, tables that are too large. The results are the same."""

from __future__ import annotations

import os

import pytest
from function_rules import RULES, spec_of
from gridwright.compiler.encode import encoder, log_encoding, order_encoding
from gridwright.compiler.encode.operations import distinct
from gridwright.compiler.ir import term_factory
from ways import agree

VARIANTS = {
    "numbers in binary": [(term_factory, "WIDE", 1), (log_encoding, "WIDE", 1)],
    "ladders and sums for at most one": [(order_encoding, "PAIRWISE", 1), (distinct, "PAIRWISE", 1)],
    "no tables": [(term_factory, "MAP_LIMIT", 1)],
    "no deep recursion": [(encoder, "DEPTH", 2)],
}


# Every rule in one of the variants; in all of them with GRIDWRIGHT_ALL_VARIANTS=1.
EVERY = 1 if os.environ.get("GRIDWRIGHT_ALL_VARIANTS") else 4
PAIRS = [
    (board, rule, variant)
    for first, (board, rule) in enumerate(RULES)
    for second, variant in enumerate(VARIANTS)
    if (first + second) % EVERY == 0
]


@pytest.mark.parametrize(("board", "rule", "variant"), PAIRS, ids=[f"{rule}-{variant}" for _, rule, variant in PAIRS])
def test_variant(board: str, rule: str, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge and the engine agree, and every clause is sound and complete."""
    for module, name, value in VARIANTS[variant]:
        monkeypatch.setattr(module, name, value)
    agree(spec_of(board, rule), ways=[("cadical", False)])
