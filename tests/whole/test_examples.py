"""The worked examples that puzzles came with: their small boards under the rules of the spec, word for word.

Publishers print a small puzzle with its solution where a clue needs explaining. Here it is put into the spec of the month's
puzzle instead of its board, clues and givens; the rules, the libraries and the answer stay as they are.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.expectations import differences, undecided_claims
from gridwright.runtime.solving.solve import solve

SPECS = Path(__file__).parents[2] / "specs" / "jane-street"


@dataclass(frozen=True)
class Example:
    """A small board: what stands instead of the spec's blocks, the numbers of its solution, and its answer."""

    spec: str
    size: int
    solution: str
    answer: int
    clues: str = ""
    areas: str = ""
    givens: str = ""


# From the statements at janestreet.com/puzzles, as the facts that the specs were written from have them.
EXAMPLES = [
    Example(
        spec="2017-11-block-party",
        size=5,
        areas="""\
            regions: |
              a a b b c
              a d b c c
              d d b e f
              g h h h f
              i i h j j
        """,
        givens="""\
            number: |
              . . . . .
              . . . . .
              . . . . .
              . . . . .
              . . . . .
        """,
        solution="""\
            3 2 4 3 2
            1 3 2 1 3
            1 2 1 1 2
            1 1 2 3 1
            1 2 4 2 1
        """,
        answer=260,
    ),
    Example(
        spec="2018-02-hooks-3",
        size=4,
        clues="""\
            seen:
              left: [., 8, ., 16]
              right: [12, ., 3, .]
              top: [16, ., 6, .]
              bottom: [., 4, ., 12]
        """,
        solution="""\
            4 . 3 .
            4 2 2 3
            . 1 . 3
            . 4 . 4
        """,
        answer=4,
    ),
    Example(
        spec="2019-11-hooks-6",
        size=4,
        clues="""\
            red:
              right: [4, ., ., .]
              top: [., ., ., 4]
            black:
              left: [., 42, ., .]
              right: [., 123, ., 43]
              top: [., 2, ., .]
              bottom: [., ., 321, .]
        """,
        solution="""\
            4 . . 4
            3 . 1 4
            3 2 2 .
            . . 3 4
        """,
        answer=6,
    ),
    Example(
        spec="2021-02-hooks-7",
        size=5,
        areas="""\
            regions: |
              a b b b b
              a a c d b
              e e c d b
              e e c d b
              e e c d d
        """,
        givens="""\
            number: |
              . . . 3 .
              . . . . .
              . . . . 4
              . . . . .
              . . . . 5
        """,
        solution="""\
            5 . . 3 .
            5 1 2 3 .
            . 2 . 3 4
            5 4 4 . 4
            . . 5 . 5
        """,
        answer=16,
    ),
]


def replaced(text: str, key: str, value: str) -> str:
    """The text of a spec with something else under one of its keys."""
    block = textwrap.indent(textwrap.dedent(value), "  ")
    text_replaced, count = re.subn(rf"(?ms)^{key}:\n.*?(?=^\S)", f"{key}:\n{block}\n", text)
    assert count == 1, f"no `{key}` to replace by the example"
    return text_replaced


def small(example: Example) -> Spec:
    """The spec of the puzzle with the example instead of its own board; what it claims is the example's solution."""
    text = (SPECS / f"{example.spec}.yaml").read_text("utf-8").partition("\nexpect:")[0]
    rules = text.partition("\nrules:")[2]
    text = text.replace("grid: 9x9", f"grid: {example.size}x{example.size}").replace("1..9", f"1..{example.size}")
    for key in ("clues", "areas", "givens"):
        if value := getattr(example, key):
            text = replaced(text, key, value)
    assert text.partition("\nrules:")[2] == rules.replace("1..9", f"1..{example.size}"), "the rules are not the spec's own"
    claimed = textwrap.indent(textwrap.dedent(example.solution), " " * 6)
    return load_text(f"{text}\nexpect:\n  answer: {example.answer}\n  solution:\n    number: |\n{claimed}", example.spec)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.spec)
def test_example(example: Example, engine: str) -> None:
    """The example has the printed solution, no other one, and the printed answer."""
    spec = small(example)
    outcome = solve(spec, limit=3, engine=engine)
    assert outcome.unique
    assert not differences(spec, outcome)
    assert not undecided_claims(spec, outcome)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.spec)
def test_judge_rejects_mutations(example: Example) -> None:
    """Plain evaluation accepts the solution, and with any single value changed it does not."""
    spec = small(example)
    grid = solve(spec, limit=1).solutions[0].grid
    numbers = grid["", "number"]
    assert accepts(spec, grid)
    for position, value in enumerate(numbers):
        others = [other for other in (*range(1, example.size + 1), BLANK) if other != value]
        changed = [(*numbers[:position], other, *numbers[position + 1 :]) for other in others]
        assert not any(accepts(spec, {**grid, ("", "number"): other}) for other in changed)
