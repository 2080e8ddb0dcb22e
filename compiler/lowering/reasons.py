"""Why an expression is not translated for the solver, and what to write instead: warnings and the page about it are made of these.

Each has an example, a rule on the board `BOARD`. `tests/lowering/test_reasons.py` holds that every example has its reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.term_store import TableTooLarge

BOARD = """\
gridwright: 1
grid: 4x4
layers:
  number: {values: 1..9}
  shaded: {values: [true, false]}
  where: {over: rows, values: cells}
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is opaque. `words` come after "is not translated for the solver here:", `instead` is the help.

    `example`: a rule that has it. `calls`: functions of which the expression is made, if it is one of these that can be written in
    another way: the warning is at the innermost call of one.
    """

    title: str
    words: str
    instead: str
    example: str
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
    "this function is only evaluated, when the grid is known",
    "say the same with comparisons, `count`, `sum`, `all`, `any` or `fold`",
    "sorted(number[rows[0]])[0] == 2",
)
UNKNOWN_PLACES = Reason(
    "Functions of places that are unknown",
    "this function needs places that are known before solving, and these depend on a layer",
    "go through all places, and say in the rule which of them count",
    "sum(number[c] for c in around(where)) == 9",
)
LAYER_IN_STEP = Reason(
    "A `fold` or `walk` whose functions read a layer, or whose start is unknown",
    "its start, or what its functions use beside their arguments, depends on a layer",
    "read values and not places, as in `fold(number[line], ...)`; two lines together are `zip(number[a], number[b])`",
    "fold(rows[0], start=0, step=lambda s, c: s + number[c]) == 20",
    ("fold", "walk"),
)
TOO_MANY_STATES = Reason(
    "Lines with too many states",
    "reading this line needs more states than the limit",
    "compare it with a fixed value, keep less in the state, or return `fail` as soon as the result cannot be right",
    "walk((0, 0), number, lambda s, n: (rows[s[1] % 4][(s[0] + n) % 4], s[1] + n), lambda s: s[1]) == 5",
    ("fold", "walk"),
)
RUNS = Reason(
    "Other uses of `runs` and `numbers`",
    "lists along a line can be counted, indexed by 0, 1, 2, ... or -1, and put into one aggregate, and nothing else",
    "compare the members with known values inside one aggregate, or read the line with a `fold`",
    "any(n == number[r2c1] for n in numbers(number[rows[0]]))",
)
GROUPS = Reason(
    "Other uses of `groups`",
    "all groups together can be counted, or gone through by one `for` of an aggregate, and nothing else",
    "write `for g in groups(...)`; for two groups at once, an `all` inside an `all`",
    "len(groups(shaded)[0]) == 2",
)
GROUP = Reason(
    "Other uses of one group",
    "of a group that has to be found, only members, size, layers on it, the first place (0) and the last (-1) are translated",
    "ask which places are in it, as in `c in g`, or count those that are, as in `count(shaded[g])`",
    "group(r1c1, shaded)[1] == r1c2",
)
GROUP_NETWORK = Reason(
    "Groups over what is no network",
    "places are joined here by something unknown, or by what leads from one place to another and not back",
    "let `by` lead both ways, from known places to known places, and give each place once",
    "len(group(r1c1, shaded, by=lambda c: [r1c1])) == 1",
)
GROUPS_TOO_LARGE = Reason(
    "Sentences about all groups that are too large",
    "what is said of each group compares two loops over groups, or comes to too many terms",
    "say it of fewer places, or in several rules",
    "all(g == h or len(g) != len(h) for g in groups(shaded) for h in groups(shaded))",
)
PARTIAL = Reason(
    "Lists whose members may be missing",
    "how long this list is depends on a layer",
    "use it in an aggregate, or take one member by its position",
    "leading(number[rows[0]])[1:] == [2, 3]",
)
SHAPES = Reason(
    "Shapes of two masks that are both unknown",
    "the shapes that are compared are both unknown",
    "compare each of them with a known shape",
    "same_shape(shaded, number > 5)",
)
PLACEMENTS = Reason(
    "Shapes with very many placements",
    "the shape can lie in too many ways",
    "use smaller areas, or a layer over placements",
    "",
)
TABLE = Reason(
    "Functions of values with too many combinations",
    "a table of it would have too many combinations of values",
    "give layers fewer values, or take the expression apart, so that each part depends on few values",
    "gcd(number[r1c1] * 1000 + number[r1c2] * number[r1c3], number[r2c1] * 777 + number[r2c2]) == 3",
)
LIST_VALUE = Reason(
    "Expressions whose value is a list, chosen by an unknown",
    "its value is a list that depends on a layer, and a table holds single values",
    "choose between single values, or write a condition for each case",
    "len([[1], [2, 3]][number[r1c1] - 1]) == 1",
)
INDEX = Reason(
    "An index that is unknown, into what is unknown",
    "what is indexed, or the index, has no known values to go through",
    "index a layer, a mapping or a list by a cell or a number with few values",
    "{}[sum(number) * sum(number)] == 1",
)
CELLS = Reason(
    "Arithmetic with cells that are unknown",
    "the cells depend on a layer, and only cells that are known before solving can be subtracted",
    "use `.row` and `.column` of the cells",
    "distance(where[rows[0]] - where[rows[1]], r1c1) == 1",
)
LIST_MEMBERS = Reason(
    "Lists as members",
    "members that are lists are only compared when the grid is known",
    "make one number of each list, as in `10 * a + b`",
    "distinct([(number[c], shaded[c]) for c in rows[0]])",
)
ANSWER = Reason("Answers", "an answer is only evaluated", "", "")
