"""Bounds of numbers that follow from the rules, for each colour of a cell: and searches without them."""

from __future__ import annotations

import random

import gridwright
import pytest
from gridwright.compiler import compile as compiling
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.term_store import NO_BOUNDS
from gridwright.compiler.lowering.derived_bounds import derived_bounds

COLOURS = ("red", "blue", "green")
HEAD = """\
gridwright: 1
grid:
  hex: {rows}
layers:
  colour: {{values: [red, blue, green]}}
  value: {{values: integers}}
rules:
"""
CHAIN = """\
  - for: c in cells
    if: colour[c] == red
    rule: value[c] == 1 + count(colour[n] == red for n in neighbors(c))
  - for: c in cells
    if: colour[c] == blue
    rule: value[c] == {blue}
  - for: c in cells
    if: colour[c] == green
    rule: value[c] == {green}
maximize: sum(value)
"""
SUMS = ("sum(value[n] for n in neighbors(c) if colour[n] == red)", "sum(value[n] for n in neighbors(c) if colour[n] == blue)")
RED_LEAST = "default(min(value[n] for n in neighbors(c) if colour[n] == red), 0)"
EXTREMES = (
    "default(max(value[n] for n in neighbors(c) if colour[n] == red), 0)",
    "default(max(value[n] for n in neighbors(c) if colour[n] == blue), 0) - " + RED_LEAST,
)
PRODUCTS = (SUMS[0], "count(colour[n] == red for n in neighbors(c)) * " + SUMS[1])


MULTIPLIED = ("product(value[n] for n in neighbors(c) if colour[n] == red)", SUMS[1])


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(
    ("blue", "green"), [SUMS, EXTREMES, PRODUCTS, MULTIPLIED], ids=["sums", "extremes", "products", "multiplied"]
)
def test_nineteen_hexagons(blue: str, green: str) -> None:
    """Each value follows from those of the neighbours by colour; bounds are found, and nothing is left without them."""
    spec = gridwright.load_text(HEAD.format(rows="[3, 4, 5, 4, 3]") + CHAIN.format(blue=blue, green=green), "x.yaml")
    module = lower(spec)
    assert not any(term.domain.endless or term.op == "evaluated" for term in module.reachable_terms())
    assert module.target is not None
    assert module.target.term is not None


def test_bounds_of_each_colour() -> None:
    """What is known for one colour is less than what is known for all."""
    spec = gridwright.load_text(HEAD.format(rows="[1, 2]") + CHAIN.format(blue=SUMS[0], green=SUMS[1]), "x.yaml")
    bounds = derived_bounds(compiling._lower(spec))
    assert {*map(str, bounds.always.values())} == {"range(0, 13)"}  # two blue neighbours of at most 2 * 3
    of_first = {str(value): values for (number, unknown, value), values in bounds.under.items() if number.position == 0}
    assert of_first == {"red": range(1, 4), "blue": range(0, 7)}


def test_circles_have_no_bounds() -> None:
    """Where two colours depend on each other nothing follows, and the objective is refused; what to write is said."""
    circle = CHAIN.format(blue="1 + sum(value[n] for n in neighbors(c) if colour[n] == green)", green=SUMS[1])
    with pytest.raises(gridwright.SpecError, match="the rules give the objective no bounds") as caught:
        lower(gridwright.load_text(HEAD.format(rows="[2, 3, 2]") + circle, "x.yaml"))
    message = str(caught.value)
    assert "its value depends on `value[r1c1]`, and no rule leaves that 1,000,000,000 values or fewer" in message
    assert "write a range for it, as in `values: 0..100`, or a rule that bounds it, as in `0 <= value[c] <= 100`" in str(
        caught.value
    )


def test_products_that_are_too_large() -> None:
    """Where the rules leave bounds, and only a rule cannot be compiled with so many values, the widest number is named."""
    chain = CHAIN.format(blue=SUMS[0], green="product(value[n] for n in neighbors(c) if colour[n] == blue)")
    with pytest.raises(gridwright.SpecError, match="numbers that may be too large for one of their rules") as caught:
        lower(gridwright.load_text(HEAD.format(rows="[2, 3, 2]") + chain, "x.yaml"))
    assert "its value depends on `value[r2c2]`, for which the rules leave 0 to" in str(caught.value)


@pytest.mark.slow
def test_sums_by_cases_are_compared_case_by_case() -> None:
    """A value for each colour in one sentence takes about as much as a sentence for each colour."""
    values = {"red": "count(colour[n] == blue for n in neighbors(c))", "blue": SUMS[0], "green": SUMS[1]}
    apart = "".join(f"  - for: c in cells\n    if: colour[c] == {x}\n    rule: value[c] == {y}\n" for x, y in values.items())
    inside = f"{values['red']} if colour[c] == red else {values['blue']} if colour[c] == blue else {values['green']}"
    together = f"  - for: c in cells\n    rule: value[c] == ({inside})\n"

    def clauses(rules: str) -> int:
        spec = gridwright.load_text(HEAD.format(rows="[3, 4, 5, 4, 3]") + rules + "maximize: sum(value)\n", "x.yaml")
        return sum(1 for part in compiling.compile_spec(spec).parts for _ in part.clauses())

    assert clauses(together) <= 1.5 * clauses(apart)


def random_rules(chance: random.Random) -> str:
    """A rule for each colour: a function of the neighbours whose colours come before it, so that every value is known."""

    def of(colours: tuple[str, ...]) -> str:
        colour = chance.choice(colours)
        members = f"value[n] for n in neighbors(c) if colour[n] == {colour}"
        return chance.choice(
            [
                f"sum({members})",
                f"default({chance.choice(['max', 'min'])}({members}), {chance.randint(-1, 2)})",
                f"{chance.randint(2, 3)} * sum({members})",
                f"sum(value[n] * value[n] for n in neighbors(c) if colour[n] == {colour})",
                f"sum(abs(value[n] - 1) for n in neighbors(c) if colour[n] == {colour})",
                f"count(colour[n] != {colour} for n in neighbors(c)) - sum({members})",
                f"(sum({members}) if colour[r1c1] == {colour} else {chance.randint(0, 3)})",
                f"sum({members}) // 2",
                f"product({members})",
                f"product(value[n] - 1 for n in neighbors(c) if colour[n] == {colour})",
            ]
        )

    first = chance.choice(["1", "2", "count(colour[n] == blue for n in neighbors(c))", "len(neighbors(c))"])
    values = {"red": first, "blue": of(("red",)), "green": f"{of(('red', 'blue'))} + {of(('red', 'blue'))}"}
    if chance.random() < 0.5:
        return "".join(
            f"  - for: c in cells\n    if: colour[c] == {name}\n    rule: value[c] == {value}\n" for name, value in values.items()
        )
    by_colour = f"({values['red']}) if colour[c] == red else ({values['blue']}) if colour[c] == blue else ({values['green']})"
    return f"  - for: c in cells\n    rule: value[c] == ({by_colour})\n"


def compared(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare random rules with what is known: each colouring has one solution, with bounds and without."""
    chance = random.Random(seed)
    text = HEAD.format(rows=chance.choice(["[2]", "[1, 2]", "[1, 2]", "[1, 2, 1]"])) + random_rules(chance)
    spec = gridwright.load_text(text, "random.yaml")
    totals = solved(spec)
    assert len(totals) == len(COLOURS) ** len(spec.layers[0].places), text
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "derived_bounds", lambda module, most: NO_BOUNDS)
        assert solved(spec) == totals, text
    best = gridwright.solve(gridwright.load_text(text + "maximize: sum(value)\n", "random.yaml"), limit=100)
    assert best.complete, best.reason
    assert {sum(solution.grid["", "value"]) for solution in best.solutions} == {max(totals.values())}, text


def solved(spec: gridwright.Spec) -> dict[tuple[object, ...], int]:
    """The colours of all solutions that a search finds, with the totals; it has to end. The judge accepts each of them."""
    outcome = gridwright.solve(spec, limit=1_000)
    assert outcome.complete, outcome.reason
    totals = {solution.grid["", "colour"]: sum(solution.grid["", "value"]) for solution in outcome.solutions}
    assert len(totals) == len(outcome.solutions)
    return totals


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 1_000, 50))
def test_many_random_neighbours(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand random rules."""
    for seed in range(start, start + 50):
        compared(seed, monkeypatch)


@pytest.mark.slow
def test_random_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few random rules."""
    for seed in range(6):
        compared(seed, monkeypatch)


@pytest.mark.parametrize(
    "rule",
    [
        "value[c] == 1 + sum(value[n] for n in neighbors(c) if colour[n] < colour[c])",
        "value[c] == sum(value[n] for n in neighbors(c) if colour[n] == colour[c] - 1) + (1 if colour[c] == 1 else 0)",
        "value[c] == 1 + default(max(value[n] for n in neighbors(c) if colour[n] < colour[c]), 0)",
        "value[c] == (2 if colour[c] == 1 else sum(value[n] for n in neighbors(c) if colour[n] == 1) ** 2)",
    ],
)
def test_colours_that_are_compared(rule: str) -> None:
    """A condition may compare two colours: a value follows from those of smaller colours, and each colouring has one solution."""
    text = HEAD.format(rows="[1, 2]").replace("[red, blue, green]", "1..3") + f"  - for: c in cells\n    rule: {rule}\n"
    spec = gridwright.load_text(text, "x.yaml")
    assert not any(term.domain.endless for term in lower(spec).reachable_terms())
    assert len(solved(spec)) == 27


def test_explaining_needs_no_bounds() -> None:
    """Where rules are lowered apart, no bounds are derived, and the objective is left out."""
    spec = gridwright.load_text(HEAD.format(rows="[1, 2]") + CHAIN.format(blue=SUMS[0], green=SUMS[1]), "x.yaml")
    assert lower(spec, independently=True).target is None
