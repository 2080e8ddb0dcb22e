"""Numbers without bounds: derived bounds, Z3's arithmetic beside clauses, and what refuses them."""

from __future__ import annotations

from fractions import Fraction

import gridwright
import pytest
import unbounded_specs
from gridwright.compiler import compile as compiling
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.term_store import NO_BOUNDS
from gridwright.compiler.lowering.derived_bounds import derived_bounds
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.execution.check_spec import _needs
from gridwright.runtime.solving.outcome import Result

HEAD = "gridwright: 1\ngrid: 1x4\nlayers:\n"


def spec_of(layers: str, *rules: str) -> gridwright.Spec:
    """A spec of one row of four cells."""
    return gridwright.load_text(HEAD + layers + "rules:\n" + "".join(f"  - {rule}\n" for rule in rules), "x.yaml")


INTEGERS = "  x: {over: grid, values: integers}\n  y: {over: grid, values: integers}\n"
RATIONALS = INTEGERS.replace("integers", "rationals")


@pytest.mark.parametrize(
    ("rules", "x", "y"),
    [
        (["x*x + y*y == 325"], (-18, 18), (-18, 18)),
        (["x + y == 10", "x >= 0", "y >= 0"], (0, 10), (0, 10)),
        (["x * y == 12"], (-12, 12), (-12, 12)),
        (["3*x >= 7", "2*x < 9", "y == x // 2"], (3, 4), (1, 2)),
        (["x in [3, 8] or x == -1", "abs(y) <= 5"], (-1, 8), (-5, 5)),
        (["x**3 == 100 - y", "0 <= y <= 99"], (1, 4), (36, 99)),
        (["x*x - 2*x == 35", "y == 2*x"], (-7, 7), (-14, 14)),
    ],
)
def test_derived_bounds(rules: list[str], x: tuple[int, int], y: tuple[int, int]) -> None:
    """The bounds that follow from the rules; every engine then searches these values."""
    spec = spec_of(INTEGERS, *rules)
    bounds = {variable.layer.name: values for variable, values in derived_bounds(compiling._lower(spec)).always.items()}
    assert bounds == {"x": range(x[0], x[1] + 1), "y": range(y[0], y[1] + 1)}
    assert not any(term.domain.endless for term in lower(spec).reachable_terms())


def test_contradiction_is_of_several_rules() -> None:
    """A rule that is false within derived bounds is not called false by itself, and none is called always true."""
    spec = spec_of(INTEGERS, "x > 5", "x * x < 9", "y == x")
    outcome = gridwright.solve(spec)
    assert outcome.result is Result.NO_SOLUTION
    assert all("together with the others" in contradiction.message for contradiction in outcome.contradictions)


@pytest.mark.parametrize("engine", ["clasp", "cadical"])
def test_other_engines_refuse(engine: str) -> None:
    """What only Z3 can search is refused by the name of the number."""
    outcome = gridwright.solve(spec_of(INTEGERS, "3*x == 5*y + 1"), engine=engine)
    assert outcome.result is Result.GAVE_UP
    assert "`x`" in outcome.reason and "--engine z3" in outcome.reason


def test_unique_rationals() -> None:
    """The only solution is a fraction, and proved to be the only one."""
    outcome = gridwright.solve(spec_of(RATIONALS, "3*x + 2*y == 1", "x - y == 1/2"))
    assert outcome.unique
    assert outcome.solutions[0].grid == {("", "x"): (Fraction(2, 5),), ("", "y"): (Fraction(-1, 10),)}


def test_integers_beyond_all_lists() -> None:
    """A Diophantine equation whose numbers are too far for any list."""
    outcome = gridwright.solve(spec_of(INTEGERS, "7919*x == 104729*y + 1", "x > 10**12", "x <= 10**12 + 104729"))
    assert outcome.unique
    (x,), (y,) = outcome.solutions[0].grid.values()
    assert 7919 * x == 104729 * y + 1


def test_irrational_is_no_solution() -> None:
    """A root that is not rational leads to giving up, not to a solution."""
    assert gridwright.solve(spec_of(RATIONALS, "x*x == 2", "y == x")).result is Result.GAVE_UP
    assert gridwright.solve(spec_of(RATIONALS, "x*x == 9/4", "y == 1/x", "y > 0")).unique


def test_rules_without_lowering_are_refused() -> None:
    """A rule that Z3 cannot calculate names the number, unless bounds follow."""
    with pytest.raises(SpecError, match="`x` may be any of all integers"):
        lower(spec_of(INTEGERS, "is_prime(x)", "y == 1"))
    assert gridwright.solve(spec_of(INTEGERS, "is_prime(x)", "23 < x < 30", "y == 1")).unique


@pytest.mark.parametrize("kind", ["integers", "rationals"])
@pytest.mark.parametrize(
    ("rule", "x"), [("7/2 / x == 7/6", 3), ("(-7/3) // x == -2 and 1 < x < 2.1", 2), ("(5/2) % x == 1/2", 2)]
)
def test_a_known_fraction_is_divided(kind: str, rule: str, x: int) -> None:
    """A fraction may be divided by a number without bounds, as a whole number may."""
    y = "y == x * x - 5 and x > 1 and x // 1 == x"
    outcome = gridwright.solve(spec_of(INTEGERS.replace("integers", kind), rule, y))
    assert outcome.unique
    assert outcome.solutions[0].grid["", "x"] == (x,)


@pytest.mark.parametrize("rule", ["x / cell[r1c1] == blank", "sum([x, cell[r1c1]]) == x", "x + cell[r1c1] <= x"])
def test_what_numbers_leave_of_cells(rule: str) -> None:
    """A comparison of cells alone, which a number without bounds has left, is stated too, though it is a part of its own."""
    layers = "  cell: {values: 0..2}\n  x: {over: grid, values: integers}\n"
    spec = spec_of(layers, rule, "cell[r1c1] == cell[r1c2]", "cell[r1c3] + cell[r1c4] == 4", "x * x * x > 3 and x // 1 < 3")
    for engine in ("auto", "z3"):
        outcome = gridwright.solve(spec, engine=engine)
        assert outcome.unique
        assert outcome.solutions[0].grid["", "cell"] == (0, 0, 2, 2)
    assert gridwright.solve(spec_of(layers, rule, "x * x * x > 3"), engine="clasp").result is Result.GAVE_UP


HUGE = " * ".join(["10 ** 1200"] * 4)


def test_numbers_beyond_what_the_language_allows() -> None:
    """A factor that is too large is refused, a number that is too large is no solution: the search gives up."""
    with pytest.raises(SpecError, match="cannot be searched"):
        gridwright.solve(spec_of(RATIONALS, f"x * {HUGE} == 1", "y == 0"))
    outcome = gridwright.solve(spec_of(INTEGERS, "x == 10 ** 1200", "y == 10 ** 1200 * x"))
    assert outcome.result is Result.GAVE_UP
    assert "larger than the language allows" in (outcome.reason or "")
    row = "  x: {values: integers}\n"  # beyond 4,300 digits, which Python does not read
    outcome = gridwright.solve(spec_of(row, "x[0] == 10 ** 1200", "all(x[a] * 10 ** 1200 == x[b] for a, b in links)"))
    assert outcome.result is Result.GAVE_UP
    assert not outcome.solutions


@pytest.mark.parametrize("kind", ["integers", "rationals"])
def test_as_an_index(kind: str) -> None:
    """A number without bounds is a position of a list or of a layer; the other numbers stand for no member."""
    layers = f"  cell: {{values: 1..9}}\n  x: {{over: grid, values: {kind}}}\n"
    spec = spec_of(layers, "all(cell[c] == 2 * c.column + 1 for c in cells)", "cell[x] + (10, 20, 30)[x] == 35")
    outcome = gridwright.solve(spec)
    assert outcome.unique
    assert outcome.solutions[0].grid["", "x"] == (2,)
    spec = spec_of(layers, "all(cell[c] == 1 for c in cells)", "cell[x] == blank", "-2 < x < 5", "2 * x == floor(2 * x)")
    values = [solution.grid["", "x"] for solution in gridwright.solve(spec, limit=99).solutions]
    halves = [Fraction(-3, 2), Fraction(-1, 2), Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(7, 2), Fraction(9, 2)]
    assert {number for (number,) in values} == {-1, 4, *(halves if kind == "rationals" else [])}
    assert len(values) == len(set(values))


@pytest.mark.parametrize("kind", ["integers", "rationals"])
@pytest.mark.parametrize("rule", ["x", "not x", "x and y > 3", "count([x]) == 1", "any([x, y])", "x if y > 3 else y"])
def test_no_truth(rule: str, kind: str) -> None:
    """A number where a truth value is needed is a mistake of the spec, also if it has no bounds."""
    with pytest.raises(SpecError, match=r"truth value|true or false"):
        gridwright.solve(spec_of(INTEGERS.replace("integers", kind), rule))


def test_objective_needs_bounds() -> None:
    """An objective that is a number without bounds is refused; one with derived bounds is optimised."""
    text = HEAD + INTEGERS + "maximize: x\nrules:\n  - x == 2*y\n"
    with pytest.raises(SpecError, match="no bounds"):
        gridwright.solve(gridwright.load_text(text, "x.yaml"))
    outcome = gridwright.solve(gridwright.load_text(text + "  - 0 <= x <= 9\n", "x.yaml"))
    assert outcome.unique and outcome.objective and outcome.objective.value == 8


@pytest.mark.parametrize(
    ("rule", "x", "y"),
    [
        ("y == x * cell[r1c1]", 2, 3),
        ("x / 2 + cell[r1c1] == y and x == 3", 3, 3),
        ("x == 2 * cell[r1c1] and y in [cell[r1c2], x, cell[r1c1]] and y >= 2", 3, 3),
        ("x - cell[r1c1] < 0 and y - x == cell[r1c2] + cell[r1c2]", 1, 2),
    ],
)
@pytest.mark.parametrize("kind", ["integers", "rationals"])
def test_beside_fractions(kind: str, rule: str, x: int, y: int) -> None:
    """Fractions that cells hold are added to numbers without bounds, multiplied with them, and bound them."""
    cell = "  cell: {values: [1/2, 3/2]}\ngivens:\n  cell: {r1c1: 3/2, r1c2: 1/2, r1c3: 1/2, r1c4: 1/2}\n"
    spec = spec_of(INTEGERS.replace("integers", kind, 1) + cell, "1 <= x <= 3 and 1 <= y <= 3 and floor(x) == x", rule)
    outcome = gridwright.solve(spec)
    assert outcome.unique and (outcome.solutions[0].grid["", "x"], outcome.solutions[0].grid["", "y"]) == ((x,), (y,))


@pytest.mark.parametrize("rule", ["floor(x / 2) == 3", "ceil(x / 2) == 4 and ceil(-y) == -7", "floor(x) == 7 and y == 1/2"])
def test_rounded(rule: str) -> None:
    """`floor` and `ceil` are calculated with numbers without bounds."""
    spec = spec_of(RATIONALS, rule, "x == 7", "y in [7, 1/2]")
    assert gridwright.solve(spec).result is not Result.NO_SOLUTION


def test_false_rule_beside_what_needs_bounds() -> None:
    """A rule that is always false is told, though another one could not be searched."""
    spec = spec_of(f"{INTEGERS}  cell: {{values: 1..3}}\n", "is_prime(x)", "cell[r1c1] > 3")
    assert gridwright.solve(spec).result is Result.NO_SOLUTION


def test_board_and_numbers() -> None:
    """Cells, an unknown factor and an unknown shift: the clues are multiples of the digits."""
    spec = gridwright.load_text(
        "gridwright: 1\ngrid: 2x3\nlayers:\n  digit: {values: 1..6}\n  k: {over: grid, values: rationals}\n"
        "  s: {over: grid, values: rationals}\ngivens:\n  digit: {r1c1: 1, r2c3: 6}\nrules:\n  - distinct(digit)\n"
        "  - k * digit[r1c1] + s == 5/2\n  - k * digit[r1c2] + s == 19/6\n  - k * digit[r2c3] + s == 35/6\n"
        "  - k * digit[r1c3] * digit[r2c1] + s == 19/2 - 1/3 + 1\n  - digit[r1c3] < digit[r2c1]\n",
        "x.yaml",
    )
    outcome = gridwright.solve(spec)
    assert [solution.grid["", "k"] for solution in outcome.solutions] == [(Fraction(2, 3),)] * len(outcome.solutions)


def test_check_says_why() -> None:
    """`check` names the number and a rule."""
    assert "no rule bounds `x`" in _needs(lower(spec_of(INTEGERS, "3*x == 5*y + 1")))
    assert not _needs(lower(spec_of(INTEGERS, "x*x + y*y == 25")))


def compared(seed: int, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare a random spec with all grids: with derived bounds, and by Z3."""
    spec = gridwright.load_text(unbounded_specs.spec_of(seed, kind), "x.yaml")
    wanted = set(unbounded_specs.brute(spec, kind))
    assert unbounded_specs.solved(spec) == wanted
    monkeypatch.setattr(compiling, "derived_bounds", lambda module, most: NO_BOUNDS)
    assert unbounded_specs.solved(spec) == wanted


@pytest.mark.slow
@pytest.mark.cases(ci=1)
@pytest.mark.parametrize(("kind", "seed"), [*(("integers", seed) for seed in (5, 15, 32, 36)), ("rationals", 2)])
def test_random(kind: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random specs have exactly the solutions that plain evaluation finds."""
    compared(seed, kind, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "givens"), [("linear", 0.3), ("products", 0.3), ("counts", 0.7)])
def test_forty_equations(kind: str, givens: float) -> None:
    """Three unknown fractions in 40 equations over 13 by 13 cells are found, and proved to be the only ones."""
    outcome = gridwright.solve(gridwright.load_text(unbounded_specs.board_of(kind, 1, givens), "x.yaml"), timeout=60)
    assert outcome.unique
    assert {name: outcome.solutions[0].grid["", name] for name in "abc"} == {
        name: (value,) for name, value in unbounded_specs.NUMBERS.items()
    }
