"""Random specs with numbers without bounds, and their solutions by plain evaluation of every grid within a range."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import gridwright
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import Number, Value, exact

RANGE = 4  # the numbers lie from -RANGE to RANGE by a rule

Solution = tuple[Value, ...]

HEAD = """\
gridwright: 1
grid: 1x2
layers:
  cell: {{values: 1..3}}
  dark: {{over: grid, values: bool}}
  a: {{over: grid, values: {kind}}}
  b: {{over: grid, values: {kind}}}
rules:
  - -{range} <= a <= {range} and -{range} <= b <= {range}
"""


def spec_of(seed: int, kind: str) -> str:
    """Return the text of a random spec; of rationals, those that are no half are excluded."""
    draw = random.Random(f"{kind}/{seed}")
    rules = [rule(draw, kind) for _ in range(draw.randint(1, 3))]
    halves = ["(2 * a) // 1 == 2 * a", "(2 * b) // 1 == 2 * b"] if kind == "rationals" else []
    return HEAD.format(kind=kind, range=RANGE) + "".join(f"  - {sentence}\n" for sentence in [*halves, *rules])


def rule(draw: random.Random, kind: str, depth: int = 2) -> str:
    """Return a random truth."""
    if depth and draw.random() < 0.4:
        one, other = rule(draw, kind, depth - 1), rule(draw, kind, depth - 1)
        return draw.choice([f"({one}) or ({other})", f"({one}) and ({other})", f"not ({one})", f"({one}) == ({other})"])
    left, right = number(draw, kind), number(draw, kind)
    return draw.choice(
        [f"{left} {draw.choice(['==', '==', '==', '<', '<=', '>', '!='])} {right}", f"{left} in [{right}, 2, cell[r1c1]]"]
    )


def number(draw: random.Random, kind: str, depth: int = 2) -> str:
    """Return a random number."""
    if not depth or draw.random() < 0.3:
        return draw.choice(["a", "b", "a", "b", "cell[r1c1]", "cell[r1c2]", "1", "3", "-2", "sum(cell)", "count([dark])"])
    one, other = number(draw, kind, depth - 1), number(draw, kind, depth - 1)
    forms = [
        f"({one} + {other})",
        f"({one} - {other})",
        f"({one} * {other})",
        f"({draw.randint(2, 3)} * {one})",
        f"({one} ** 2)",
        f"({one} // {other})",
        f"({one} % {other})",
        f"({one} if dark else {other})",
    ]
    forms += [
        f"({one} / {other})",
        f"({draw.choice('ab')} / {draw.choice(['2', 'a', 'b', 'cell[r1c1]'])})",
        f"abs({one})",
        f"max({one}, {other})",
        f"min([{one}, {other}])",
        f"product([{one}, {other}])",
        f"floor({one} / {draw.randint(2, 3)})",
    ]
    return draw.choice(forms)


def values_of(kind: str) -> list[Number]:
    """Return the values that are looked at: integers, or halves."""
    return [exact(numerator, 2) for numerator in range(-2 * RANGE, 2 * RANGE + 1) if kind == "rationals" or numerator % 2 == 0]


def brute(spec: Spec, kind: str) -> Iterator[Solution]:
    """Yield the solutions among all grids."""
    for cells in itertools.product((1, 2, 3), repeat=2):
        for dark, a, b in itertools.product((False, True), values_of(kind), values_of(kind)):
            grid = {("", "cell"): cells, ("", "dark"): (dark,), ("", "a"): (a,), ("", "b"): (b,)}
            if gridwright.judge(spec, grid).accepted:
                yield (*cells, dark, a, b)


def solved(spec: Spec, limit: int = 10_000, engine: str = "auto") -> set[Solution]:
    """Return all solutions that a search finds; it has to end."""
    outcome = gridwright.solve(spec, limit=limit, engine=engine)
    assert outcome.complete, outcome.reason
    return {tuple(value for values in solution.grid.values() for value in values) for solution in outcome.solutions}


NUMBERS = {"a": exact(7, 3), "b": exact(-5, 4), "c": exact(11, 6)}
BOARD = 13


def board_of(kind: str, seed: int, givens: float, equations: int = 40) -> str:
    """Return a spec of 13 by 13 cells with three unknown fractions in equations; they, and the cells, can all be found.

    `kind`: `linear` and `products` are about the digits of a Latin square, `counts` about shaded cells.
    """
    draw = random.Random(f"{kind}/{seed}")
    lines = ["gridwright: 1", f"grid: {BOARD}x{BOARD}", "layers:"]
    lines += [f"  {name}: {{over: grid, values: rationals}}" for name in NUMBERS]
    if kind == "counts":
        cells: list[list[Value]] = [[draw.random() < 0.4 for _ in range(BOARD)] for _ in range(BOARD)]
        lines += ["  shaded: {values: bool}", "givens:", "  shaded: |"]
        rules = [_of_counts(draw, cells, at) for at in range(equations)]
    else:
        order = [draw.sample(range(BOARD), BOARD) for _ in range(2)]
        cells = [[(row + column) % BOARD + 1 for column in order[1]] for row in order[0]]
        lines += [f"  number: {{values: 1..{BOARD}}}", "givens:", "  number: |"]
        rules = ["for: line in rows + columns\n    rule: distinct(number[line])"]
        rules += ["rule: " + _of_digits(draw, cells, kind) for _ in range(equations)]
    sign = {True: "#", False: "-"}
    for row in cells:
        shown = (str(sign.get(value, value) if kind == "counts" else value) if draw.random() < givens else "." for value in row)
        lines.append("    " + " ".join(shown))
    return "\n".join([*lines, "rules:", *(f"  - {sentence}" for sentence in rules)]) + "\n"


def _of_digits(draw: random.Random, cells: list[list[Value]], kind: str) -> str:
    """Return an equation over three cells that is true."""
    at = [(draw.randrange(BOARD), draw.randrange(BOARD)) for _ in range(3)]
    first, second, third = (f"number[r{row + 1}c{column + 1}]" for row, column in at)
    x, y, z = (cells[row][column] for row, column in at)
    a, b, c = NUMBERS.values()
    if kind == "products":
        return f"a * {first} * {second} + b * {third} - c == {exact(a * x * y + b * z - c)}"
    return f"a * {first} + b * {second} - c * {third} == {exact(a * x + b * y - c * z)}"


def _of_counts(draw: random.Random, cells: list[list[Value]], number: int) -> str:
    """Return an equation over the numbers of shaded cells in a line or a square, and in a smaller square, that is true."""

    def square(size: int) -> list[tuple[int, int]]:
        top, left = draw.randrange(BOARD - size), draw.randrange(BOARD - size)
        return [(top + down, left + right) for down in range(size) for right in range(size)]

    lines = [[(at, column) for column in range(BOARD)] for at in range(BOARD)]
    lines += [[(column, at) for column in range(BOARD)] for at in range(BOARD)]
    areas = [lines[number] if number < len(lines) else square(4), square(3)]
    first, second = (f"count([{', '.join(f'shaded[r{row + 1}c{column + 1}]' for row, column in area)}])" for area in areas)
    x, y = (sum(cells[row][column] for row, column in area) for area in areas)
    a, b, c = NUMBERS.values()
    clue = draw.randint(1, 9)
    return f"a * {first} + b * {second} - {clue} * c == {exact(a * x + b * y - clue * c)}"
