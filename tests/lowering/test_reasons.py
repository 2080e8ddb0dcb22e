"""What is left to the general lemma says why: each place of the code that leaves something has an example that is true."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import ROOT
from gridwright.compiler.compile import lower
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.functions import distance as lowered_distance
from gridwright.compiler.lowering.groups import quantifier
from gridwright.compiler.lowering.not_lowered import NotLowered
from gridwright.compiler.lowering.reasons import BOARD, NotTabulated, Reason, all_reasons
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.runtime.output.text.reference import general_lemma_page
from gridwright.runtime.warnings.warning_kind import warnings

ROOM = ROOT / "compiler" / "lowering"
EXAMPLES = [(reason, example) for reason in all_reasons() for example in reason.examples]

# Functions with a place that no rule comes to today: it is there for kinds of values that no function gives.
NOT_BY_A_RULE = {"_streamed_contains", "aggregate_groups", "_decide", "item", "tabulate", "to_literal_term"}
NOT_BY_A_RULE |= {"_endless", "_without_bounds", "_power_of_unknown"}  # of numbers without bounds, which are refused then

Place = tuple[str, int]


def spec_with(rule: str) -> str:
    """A spec on the board of the examples."""
    return f"{BOARD}rules:\n  - {json.dumps(rule)}\n"


def told(rule: str) -> list[Diagnostic]:
    """The warnings that a rule has something that is left to the general lemma."""
    spec = load_text(spec_with(rule), "example.yaml")
    return [warning for warning in warnings(spec, lower(spec)) if warning.code.label == "general-lemma"]


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that only large boards come to, so that small ones do."""
    monkeypatch.setattr(quantifier, "MOST_TERMS", 500)
    monkeypatch.setattr(lowered_distance, "MAX_CASES", 10)


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize(("reason", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_example(reason: Reason, example: str) -> None:
    """Each is warned of once, for its reason, with what to write instead, and at a part of the rule."""
    (warning,) = told(example)
    assert warning.notes[-1].message == reason.words
    assert warning.help == reason.instead
    assert warning.span
    assert warning.span.text in example


def _places() -> Iterator[tuple[str, str, ast.Call]]:
    """Each place that makes an opaque value, but for answers, which are not solved for: its file and its function."""
    for path in sorted(ROOM.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            for node in ast.walk(function):
                made = isinstance(node, ast.Call) and _names(node.func) & {"NotLowered", "NotTabulated"}
                if made and not _names(node.args[0]) & {"ANSWER"}:
                    yield path.relative_to(ROOM).as_posix(), function.name, node


def _names(node: ast.expr) -> set[str]:
    return {node.id} if isinstance(node, ast.Name) else set()


@pytest.mark.usefixtures("small_limits")
def test_every_place_has_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left to plain evaluation in silence: an example comes to each place that makes an opaque value."""
    reached: set[Place] = set()

    def noting(made: type) -> None:
        before = made.__init__

        def init(self: object, *arguments: object, **keywords: object) -> None:
            caller = sys._getframe(1)
            reached.add((str(Path(caller.f_code.co_filename).resolve()), caller.f_lineno))
            before(self, *arguments, **keywords)

        monkeypatch.setattr(made, "__init__", init)

    noting(NotLowered)
    noting(NotTabulated)
    for example in (*(example for _, example in EXAMPLES), *SPELLED_OUT):
        lower(load_text(spec_with(example)))
    missing = {
        f"{path}:{call.lineno}"
        for path, function, call in _places()
        if (str((ROOM / path).resolve()), call.lineno) not in reached and function not in NOT_BY_A_RULE
    }
    assert not missing


# Rules that come to such a place, and are then stated for each run that a line may have, or refined by what the last places may
# be, so that nobody is warned.
SPELLED_OUT = [
    "all(m != n for m, n in combinations(numbers(line), 2))",
    "all(m != n for m in numbers(line) for n in numbers(number[rows[1]]) for k in numbers(line))",
    "all(m != n for m, n in combinations(numbers(line), 2) if m > 9)",
    "any(digits(n)[1:] == [1] for n in numbers(line))",
    "any(n == number[r2c1] for n in numbers(line) if digits(n)[1:] == [1])",
    "any(len(a) == 4 and len(b) == 4 for a in runs(line) for b in runs(number[rows[1]]) if digits(read(a))[1:] == [1, 2, 3])",
    "any(digits(n)[1:] == [1] if n > 9 else false for n in numbers(line))",
    "all(n % m != 1 for m in numbers(line) for n in numbers(number[rows[1]]))",
    "gcd(read(line), read(number[rows[1]])) == 6",
    "divides(read(number[[r1c1, r1c2]]), read(number))",
]
FINE = [
    *SPELLED_OUT,
    "sum(number[c] for c in [[r1c1, r1c2], [r2c1, r2c2]][number[r1c1] % 2]) == 9",
    "number[cell(number[r1c1] % 4, number[r1c2] % 4)] == 2",
    "distance(home[rows[0]], home[rows[1]]) == 2",
    "same_shape(shaded, '##')",
    "same_shape(shaded, number > 5)",
    "contains_shape(group(r1c1, shaded), number > 5)",
    "max(score) == 7",
    "score[r1c1] / score[r1c2] == score[r1c3] / score[r1c4]",
    "len(groups(shaded)) == 2",
    "all(len(g) == 2 for g in groups(shaded)) and len(groups(number > 5)) == 1",
    "count(len(r) > 1 for r in runs(line)) == 1",
    "fold(zip(number[rows[0]], number[rows[1]]), start=0, step=lambda s, x: (s + x[0] * x[1]) % 5) == 1",
    "sum(digits(product(number[[r1c1, r1c2]]))) == 7",
    "home[rows[0]] - r1c1 == (r1c2, r1c1)",
]


@pytest.mark.parametrize("rule", FINE)
def test_what_is_lowered_is_not_warned_of(rule: str) -> None:
    """What the page recommends, and what is near the examples."""
    assert not told(rule)


def test_groups_are_not_blamed_for_another_part() -> None:
    """The innermost expression is named, also where all groups stand before it, and are fine there."""
    (warning,) = told("len(groups(shaded)) == 2 and sorted(line)[0] == 2")
    assert warning.span
    assert warning.span.text == "sorted"


def test_an_objective_is_warned_of() -> None:
    """An objective that is only evaluated is compared between whole grids: that is no secret either."""
    spec = load_text(f"{BOARD}rules: [distinct(line)]\nmaximize: sorted(line)[0]\n")
    (warning,) = (warning for warning in warnings(spec, lower(spec)) if warning.code.label == "general-lemma")
    assert warning.span
    assert (warning.span.text, warning.notes[0].span is not None) == ("sorted", True)


def test_the_page_is_made_of_the_reasons() -> None:
    """The page of the general lemma is what the command prints."""
    assert (ROOT / "docs" / "expert-general-lemma.md").read_text("utf-8") == general_lemma_page()
