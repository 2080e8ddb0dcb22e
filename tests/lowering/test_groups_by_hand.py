"""Sentences about all groups beside forms that an expert writes by hand: the same solutions, and how many clauses each takes.

By hand, each group has one head, whose place all of its cells know. Every other cell has one way to a neighbour that is one step
nearer to the head, and carries the total of all that leads to it along this way.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_choice import chooser
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.solving.solve import solve

TREE = """
  way: {{over: steps, values: bool, hidden: true}}
  carried: {{over: steps, values: 0..{most}, hidden: true}}
  total: {{values: 0..{most}, hidden: true}}
  level: {{values: 0..{farthest}, hidden: true}}
  head_row: {{values: 0..{last_row}, hidden: true}}
  head_column: {{values: 0..{last_column}, hidden: true}}
define:
  steps: "[(a, b) for a in cells for b in neighbors(a)]"
  row_of(c): "[i for i in 0..{last_row} if c in rows[i]][0]"
  column_of(c): "[i for i in 0..{last_column} if c in columns[i]][0]"
  head(c): shaded[c] and head_row[c] == row_of(c) and head_column[c] == column_of(c)
rules:
  - for: c in cells
    rule: count(way[(c, d)] for d in neighbors(c)) == (1 if shaded[c] and not head(c) else 0)
  - for: a, b in steps
    rule: not way[(a, b)] or (shaded[b] and level[a] == level[b] + 1)
  - for: a, b in steps
    rule: carried[(a, b)] == (total[a] if way[(a, b)] else 0)
  - for: a, b in links
    rule: not (shaded[a] and shaded[b]) or (head_row[a] == head_row[b] and head_column[a] == head_column[b])
  - for: c in cells
    rule: level[c] == 0 if not shaded[c] or head(c) else level[c] > 0
  - for: c in cells
    rule: |
      total[c] == {own} + sum(carried[(d, c)] for d in neighbors(c)) if shaded[c]
      else head_row[c] == 0 and head_column[c] == 0 and total[c] == 0
"""
SHADED = "layers:\n  shaded: {values: bool}\n"


def _by_hand(rows: int, columns: int, most: int, own: str) -> str:
    """Return layers and rules that give each group a head, and each head the total of its group."""
    farthest = min(most, rows * columns) - 1
    return TREE.format(most=most, farthest=farthest, last_row=rows - 1, last_column=columns - 1, own=own)


def _sums(rows: int, columns: int, total: int, largest: int) -> tuple[Spec, Spec]:
    """Return "each group adds up to the total" as a sentence and by hand."""
    layers = f"{SHADED}  number: {{values: 1..{largest}}}"
    sentence = f"{layers}\nrules:\n  - all(sum(number[g]) == {total} for g in groups(shaded))\n"
    by_hand = f"{layers}{_by_hand(rows, columns, total, 'number[c]')}  - all(not head(c) or total[c] == {total} for c in cells)\n"
    return _spec(rows, columns, sentence), _spec(rows, columns, by_hand)


def _products(rows: int, columns: int, product: int) -> tuple[Spec, Spec]:
    """Return "the number of groups times the size of the largest is the product" as a sentence and by hand."""
    most = min(product, rows * columns)
    sentence = f"{SHADED}rules:\n  - len(groups(shaded)) * max(len(g) for g in groups(shaded)) == {product}\n"
    by_hand = f"""{SHADED.rstrip()}{_by_hand(rows, columns, most, "1")}\
  - |
      any(count(head(c) for c in cells) == k
          and all(total[c] <= {product} // k for c in cells) and any(total[c] == {product} // k for c in cells)
          for k in 1..{most} if divides(k, {product}))
"""
    return _spec(rows, columns, sentence), _spec(rows, columns, by_hand)


def _spec(rows: int, columns: int, text: str) -> Spec:
    return load_text(f"gridwright: 1\ngrid: {rows}x{columns}\n{text}", "form.yaml")


def _clauses_and_sums(spec: Spec) -> tuple[int, int]:
    puzzle = compile_spec(spec, choose=chooser(AUTO))
    assert not puzzle.fallback_instances
    return sum(1 for part in puzzle.parts for _ in part.clauses()), sum(1 for part in puzzle.parts for _ in part.sums())


@pytest.mark.slow
@pytest.mark.parametrize(("forms", "numbers"), [(_sums, (2, 3, 3, 2)), (_products, (2, 3, 4))], ids=["sum", "product"])
def test_a_form_by_hand_has_the_solutions_of_its_sentence(
    forms: Callable[..., tuple[Spec, Spec]], numbers: tuple[int, ...]
) -> None:
    """Count the solutions of both on a tiny board."""
    sentence, by_hand = (solve(form, limit=10_000) for form in forms(*numbers))
    assert sentence.complete
    assert by_hand.complete
    assert sentence.count == by_hand.count > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("forms", "numbers", "times_the_clauses", "times_the_sums"),
    [(_sums, (11, 12, 10, 9), 5, 1), (_products, (11, 12, 60), 1, 8)],
    ids=["sum", "product"],
)
def test_a_sentence_takes_few_times_the_clauses_of_its_form_by_hand(
    forms: Callable[..., tuple[Spec, Spec]], numbers: tuple[int, ...], times_the_clauses: int, times_the_sums: int
) -> None:
    """Compare what the chosen engine gets; four times are wanted. It adds up the sums itself, so a clause and a sum differ."""
    (clauses, sums), (clauses_by_hand, sums_by_hand) = (_clauses_and_sums(form) for form in forms(*numbers))
    assert clauses <= times_the_clauses * clauses_by_hand
    assert sums <= times_the_sums * sums_by_hand
