"""Why an expression is not translated for the solver, and what to write instead, for warnings and for the page about it.

`tests/lowering/test_reasons.py` holds that every place that leaves something to plain evaluation has an example here.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..ir.term_store import TableTooLarge
from ..records import dataclass

BOARD = """\
gridwright: 1
grid: 4x4
layers:
  number: {values: 1..9}
  shaded: {values: bool}
  score: {values: 1..200, blank: true}
  home: {over: rows, values: cells}
  guest: {over: rows, values: cells, blank: true}
  ticket: {over: 1..40, values: 1..9}
limits: {states: 300}
define:
  line: number[rows[0]]
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is opaque: `words` say it, `instead` is the help, and each of the `examples`, rules on `BOARD`, has it.

    `calls`: functions that the expression is made of, if it is the innermost call of one that can be written in another way.
    """

    title: str
    words: str
    instead: str
    examples: tuple[str, ...]
    calls: tuple[str, ...] = ()


class NotTabulated(TableTooLarge):
    """No table can hold a function, and what is known of why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__()
        self.reason = reason


def reason_of(problem: TableTooLarge, otherwise: Reason) -> Reason:
    """Return why no table can hold a function."""
    return problem.reason if isinstance(problem, NotTabulated) else otherwise


NO_LOWERING = Reason(
    "Functions that are only evaluated",
    "this function is evaluated only when the whole grid is known",
    "write it with comparisons, `count`, `sum`, `all`, `any` or `fold`",
    ("sorted(line)[0] == 2", "join(line) == '1234'"),
)
UNKNOWN_PLACES = Reason(
    "Functions of places that are unknown",
    "this function needs places that are known before solving, but these places depend on a layer",
    "loop over all places, with a condition for those that count",
    ("len(around([home[rows[0]], r1c1])) == 2",),
)
LAYER_IN_STEP = Reason(
    "A `fold` or `walk` whose functions read a layer, or whose start is unknown",
    "its start depends on a layer, or its functions read a layer that is no argument",
    "read values instead of places, as in `fold(number[line], ...)`, or `zip(number[a], number[b])` for two lines",
    (
        "fold(rows[0], start=0, step=lambda s, c: s + number[c]) == 20",
        "fold(line, start=number[r2c1], step=lambda s, n: (s + n) % 3) == 1",
        "walk((home[rows[0]], 0), number, lambda s, n: (step(s[0], right), n), lambda s: s[1]) == 5",
    ),
    ("fold", "walk"),
)
TOO_MANY_STATES = Reason(
    "Lines with too many states",
    "reading this line needs more states than the limit",
    "compare it with a fixed value, keep less in the state, or return `fail` as soon as the result cannot be right",
    ("sum(product(r) for r in runs(ticket)) == number[r2c1]",),
    ("fold", "walk"),
)
RUNS = Reason(
    "Unsupported uses of `runs` and `numbers`",
    "you can count, slice and aggregate what is found along a line, index it by 0, 1, 2, ... or -1, and pair it by `zip`, "
    "`enumerate`, `combinations` or several loops, but nothing else",
    "use an aggregate over the runs, or read the line with a `fold`",
    (
        "runs(line)[0] == [1, 2]",
        "len(runs(line)[-2]) == 1",
        "runs(line) == [[1], [2]]",
        "fold(numbers(line), start=0, step=lambda s, n: s + n % 2) == 1",
        "all(a + b != c for a, b, c in zip(numbers(line), numbers(line)[1:], numbers(line)[2:]))",
    ),
)
GROUPS = Reason(
    "Unsupported uses of `groups`",
    "you can only count all groups, or loop over them with one `for` in an aggregate",
    "write `for g in groups(...)`; for two groups at once, an `all` inside an `all`",
    (
        "len(groups(shaded)[0]) == 2",
        "distinct(groups(shaded))",
        "all(len(g) != len(h) for g in groups(shaded) for h in groups(number > 5))",
    ),
)
GROUP = Reason(
    "Unsupported uses of one group",
    "of an unknown group, only members, size, layers on it, the first place (0) and the last place (-1) are translated",
    "ask whether a place is in it, as in `c in g`, or count its places, as in `count(shaded[g])`",
    (
        "group(r1c1, shaded)[1] == r1c2",
        "len(group(r1c1, shaded)[1:]) == 2",
        "any(g == group(r1c1, shaded) for g in groups(shaded))",
    ),
)
GROUP_NETWORK = Reason(
    "Groups over unknown or one-way connections",
    "something unknown connects places here, or a connection leads only one way",
    "let `by` connect known places in both directions, and ask for the group of a known place",
    (
        "len(group(r1c1, shaded, by=lambda c: [r1c1])) == 1",
        "len(groups(shaded, by=lambda c: [r1c1])) == 1",
        "connected(shaded, by=lambda c: [r1c1])",
        "len(group(home[rows[0]], shaded)) == 2",
        "distance(r1c1, r2c2, within=shaded, by=lambda c: [r1c1]) == 3",
        "acyclic(shaded, by=lambda c: [home[rows[0]]])",
    ),
)
GROUPS_TOO_LARGE = Reason(
    "Rules about all groups that are too large",
    "a condition on each group needs too many terms here",
    "state it for fewer places, or in several rules",
    ("max(sum(number[g]) for g in groups(shaded)) == 9",),
)
PARTIAL = Reason(
    "Lists whose length is unknown",
    "the length of this list depends on a layer",
    "use it in an aggregate, or take one member by its position",
    ("leading(line)[1:] == [2, 3]",),
)
TABLE = Reason(
    "Functions of values with too many combinations",
    "a table of it would have too many combinations of values",
    "give layers fewer values, or go through the values of one part: `any(a == k and k * b == c for k in 1..9)` is `a * b == c` "
    "where a is one of the numbers from 1 to 9",
    (
        "digit_sum(9000 * score[r1c1] + score[r1c2]) == 20",
        "floor(score[r1c1] / score[r1c2]) == 2",
        "score[r1c1] / score[r1c2] + score[r1c3] / score[r1c4] == score[r2c1] / score[r2c2] + score[r2c3] / score[r2c4]",
        "product([9000000 * number[r1c1] + number[r1c2], number[r1c3]]) == 4",
        "fold(zip(score[rows[0]], score[rows[1]]), start=0, step=lambda s, x: (s + x[0] * x[1]) % 5) == 1",
        "score[home[rows[0]], home[rows[1]], home[rows[2]], home[rows[3]]] == 1",
        "distance(home[rows[0]], home[rows[1]], within=shaded) == 3",
        "distance(home[rows[0]], home[rows[1]], within=group(r1c1, shaded)) == 3",
    ),
)
LIST_VALUE = Reason(
    "Lists that an unknown chooses",
    "its value is a list that depends on a layer, and such lists must all have the same length",
    "choose between single values, or write a condition for each case",
    (
        "len([[1], [2, 3]][number[r1c1] % 2]) == 1",
        "len([1] if shaded[r1c1] else [1, 2]) == 1",
        "sum(number[rows[number[r1c1] % 4]]) == 9",
        "len(prime_factors(number[r1c1])) == 2",
        "digits(product(number[[r1c1, r1c2]])) == [number[r2c1]]",
        "first(digits(n) for n in numbers(number[[r1c1, r1c2]])) == [1]",
        "count(shaded[c] for c in neighbors(home[rows[0]])) == 2",
    ),
)
INDEX = Reason(
    "Indices that contain an unknown list, or have very many values",
    "the index contains a list that depends on a layer, or has very many values",
    "index a layer or a list by a cell, a number or a word, or by a pair of these",
    ("score[r1c1, [number[r1c1]]] == 1", "(1..500)[100 * number[r1c1] + number[r1c2]] == 7"),
)
CELLS = Reason(
    "Places between cells that may be blank",
    "one of the two cells depends on a layer and may be blank",
    "use a layer of cells without blank, or write `[a, b]` instead of `[a - b]`",
    ("guest[rows[0]] - r1c1 == (r1c2, r1c1)",),
)
LIST_MEMBERS = Reason(
    "Lists as members",
    "members that are lists are only compared when the whole grid is known",
    "make one number of each list, as in `10 * a + b`",
    (
        "distinct([(number[c], [shaded[c]]) for c in rows[0]])",
        "first([(number[c], shaded[c]) for c in rows[0]])[0] == 1",
        "len(leading([(number[c], shaded[c]) for c in rows[0]])) == 1",
        "min(rows, key=lambda row: sum(number[row])) == rows[1]",
    ),
)
ASSIGNMENTS = Reason(
    "Assignments of many rows",
    "so many rows and columns have too many assignments to list them",
    "use at most 5 rows and columns (4 for products), or write rules about the chosen numbers",
    ("max_assignment([number[row] for k in 1..2 for row in rows]) == 30",),
    ("max_assignment", "min_assignment"),
)
ANSWER = Reason("Answers", "an answer is only evaluated", "", ())


def all_reasons() -> Iterator[Reason]:
    """Yield all reasons that a rule may have."""
    return (value for value in globals().values() if isinstance(value, Reason) and value.examples)
