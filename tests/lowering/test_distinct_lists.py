"""`distinct` of lists: random sentences before brute force, and which of two ways takes fewer clauses."""

from __future__ import annotations

import random

import pytest
from differing import look
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text

BOARDS = [
    "grid: 2x3\nlayers: {a: {values: 1..2}, b: {over: rows, values: 0..2, blank: true}}",
    "grid: 3x2\nlayers: {a: {values: 0..1, blank: true}, b: {over: rows, values: [red, blue]}}",
    "grid: 2x3\nlayers: {a: {values: bool}, b: {over: columns, values: 1..3}}",
    "grid: 3x2\nlayers: {a: {values: 1..3}, b: {over: grid, values: 0..4}}",
]
LISTS = [
    *(
        "(a[c], a[d]) for c, d in links",
        "(a[c], c.row) for c in cells",
        "a[line] for line in lines",
        "[a[c], a[r1c1]] for c in rows[0]",
    ),
    *(
        "(a[c], a[c] == a[d], d) for c, d in links",
        "(a[c], 1 if a[c] == a[d] else 2) for c, d in links",
        "(a[c],) for c in rows[1]",
    ),
    *("b if c.row == 0 else (a[c], a[r1c1]) for c in cells", "a[row][:2] for row in rows"),
]
SENTENCES = ["distinct({l})", "not distinct({l})", "distinct({l}) == distinct({l})", "distinct({l}) or a[r1c1] == a[r2c2]"]


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("seed", range(500))
def test_random_sentences(seed: int) -> None:
    """All engines agree with brute force about random sentences."""
    draw = random.Random(seed)
    for _ in range(5 if seed else 2):
        text = draw.choice(SENTENCES)
        while "{l}" in text:
            text = text.replace("{l}", draw.choice(LISTS), 1)
        looked = look(f"gridwright: 1\n{draw.choice(BOARDS)}\nrules:\n  - {text}\n")
        assert not looked.wrong, f"{text}\n{looked.wrong}"


@pytest.mark.parametrize(
    ("grid", "values", "as_numbers"), [("9x9", "1..9", True), ("2x3", "1..9", False), ("6x6", "1..60", False)]
)
def test_the_shorter_way(grid: str, values: str, as_numbers: bool) -> None:
    """Many pairs of few values become numbers; few pairs, or such of many values, are compared two by two."""
    text = f"gridwright: 1\ngrid: {grid}\nlayers: {{a: {{values: {values}}}, b: {{values: {values}}}}}\nrules:\n  - "
    puzzle = compile_spec(load_text(f"{text}distinct((a[c], b[c]) for c in cells)\n"))
    assert not puzzle.fallback_instances
    assert any(term.op == "distinct" for term in puzzle.module.reachable_terms()) == as_numbers
