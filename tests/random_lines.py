"""Random clues along a line, as Hypothesis strategies: folds, and what is made of runs, numbers and whole lines.

Every strategy begins with the shortest and plainest expression, so that a failure shrinks to one that can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

Texts = st.SearchStrategy[str]

COMPARE = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
SMALL = st.sampled_from(["0", "1", "2", "3"])
INDEX = st.sampled_from(["0", "1", "-1"])
AGGREGATE = st.sampled_from(["sum", "product", "min", "max", "len", "gcd", "lcm", "first", "last"])
OF_ONE = st.sampled_from(["digit_sum", "digit_product", "abs"])
KIND = st.sampled_from(["is_square", "is_cube", "is_prime", "is_fibonacci", "is_palindrome", "is_power"])
LINE = st.sampled_from(
    ["number", "number[::-1]", "number[rows[0]]", "number[columns[0]]", "number[1:]", "(number % 2)", "default(number, 1)"]
)


def of(*parts: str | Texts) -> Texts:
    """The parts one after the other."""
    return st.builds(lambda *found: "".join(found), *(st.just(part) if isinstance(part, str) else part for part in parts))


def one_of(plain: Sequence[str], *others: Texts) -> Texts:
    """One of some texts, or something longer."""
    return st.one_of(st.sampled_from(plain), *others)


# folds: small steps, over a line or two at once; the state is a number, a pair or a truth value


def _steps(values: Sequence[str], conditions: Sequence[str]) -> Texts:
    value, condition = st.sampled_from(values), st.sampled_from(conditions)
    choice = of(value, " if ", condition, " else ", value)
    return st.one_of(choice, value, of(value, " if ", condition, " else ", choice))


_COUNT = _steps(
    [
        "s",
        "s + 1",
        "0",
        "s + default(x, 0)",
        "max(s, default(x, s))",
        "(s * 2 + default(x, 1)) % 3",
        "default(x, s)",
        "x",
        "fail",
    ],
    ["x == 1", "x == blank", "s > 1", "x > s", "x != s", "x != blank and x > s"],
)
_PAIR = _steps(
    ["s", "(s[0] + 1, s[1])", "(0, max(s[0], s[1]))", "(s[1], s[0])", "(default(x, 0), s[1] + 1)", "(s[0], x)", "fail"],
    ["x == 1", "x == blank", "s[0] == s[1]", "x > s[0]", "s[1] == blank"],
)
_BOTH = _steps(
    ["s", "s + 1", "s + default(p[0], 0)", "abs(s - default(p[1], 1))", "p[0]", "fail"],
    ["p[0] == p[1]", "p[0] > p[1]", "p[1] == blank", "p[0] == s", "p[0] + p[1] > 2"],
)
_TRUTH = _steps(
    ["s", "x == 1", "not s", "s and x != 2", "s or x == blank", "x > 0", "fail"],
    ["x == 1", "s", "x == blank"],
)
_RESULT = st.sampled_from(["s[1]", "s[0]", "s[0] + s[1]", "default(s[1], 0) - 1", "max(s[0], s[1])"])


def folds(line: Texts) -> Texts:
    """Numbers found by folds."""
    return st.one_of(
        of("fold(", line, ", start=", SMALL, ", step=lambda s, x: ", _COUNT, ")"),
        of("fold(", line, ", start=(0, ", SMALL, "), step=lambda s, x: ", _PAIR, ", result=lambda s: ", _RESULT, ")"),
        of("fold(zip(", line, ", ", line, "), start=", SMALL, ", step=lambda s, p: ", _BOTH, ")"),
        of("fold(enumerate(", line, "), start=", SMALL, ", step=lambda s, p: ", _BOTH, ")"),
    )


def fold_truths(line: Texts) -> Texts:
    """Truth values found by folds."""
    return of("fold(", line, ", start=", st.sampled_from(["true", "false"]), ", step=lambda s, x: ", _TRUTH, ")")


# what is made of one run `r` and of one number `n`

_OF_RUN = one_of(
    ["len(r)", "sum(r)", "product(r)", "max(r)", "min(r)", "first(r)", "last(r)", "read(r)", "visible(r)", "gcd(r)", "lcm(r)"],
    of("r[", INDEX, "]"),
    of("nth(r, ", st.sampled_from(["1", "2"]), ")"),
    of(AGGREGATE, "(x for x in r if x ", COMPARE, " ", SMALL, ")"),
    of("count(x ", COMPARE, " ", SMALL, " for x in r)"),
    folds(st.just("r")),
)
_RUN_IS = one_of(
    ["len(r) == 2", "increasing(r)", "distinct(r)", "1 in r", "all(x > 0 for x in r)", "is_square(read(r))"],
    of(_OF_RUN, " ", COMPARE, " ", SMALL),
    of(KIND, "(", _OF_RUN, ")"),
    fold_truths(st.just("r")),
)
_OF_NUMBER = one_of(["n", "n + 1", "n * 2", "n % 3", "n // 2", "abs(n - 11)", "len(digits(n))"], of(OF_ONE, "(n)"))
_NUMBER_IS = one_of(
    ["n > 9", "n % 2 == 0", "divides(3, n)", "n in (1, 12)", "is_power(n, 2)", "n > 1 and n < 20", "not is_prime(n)"],
    of(KIND, "(n)"),
    of(_OF_NUMBER, " ", COMPARE, " ", SMALL),
)
_MASK = st.sampled_from(["", " == 1", " != blank", " > 0"])


def _members(value: Texts, condition: Texts, among: Texts, name: str, outside: Texts) -> Texts:
    """What a generator over runs or numbers makes of its members, as an argument."""
    return st.one_of(
        of(value, f" for {name} in ", among),
        of(value, f" for {name} in ", among, " if ", condition),
        of(value, f" for {name} in ", among, " if ", outside),
    )


def _streams(line: Texts, outside: Texts) -> tuple[Texts, Texts]:
    """Generators of numbers, and of truth values, over what is made along a line; `outside` are conditions from elsewhere."""
    runs, numbers = of("runs(", line, _MASK, ")"), of("numbers(", line, ")")
    plain = of("runs(", line, ")")
    values = st.one_of(
        numbers,
        _members(_OF_NUMBER, _NUMBER_IS, numbers, "n", outside),
        _members(_OF_RUN, _RUN_IS, plain, "r", outside),
        _members(st.just("len(r)"), st.just("len(r) != 2"), runs, "r", outside),
    )
    truths = st.one_of(_members(_NUMBER_IS, _NUMBER_IS, numbers, "n", outside), _members(_RUN_IS, _RUN_IS, plain, "r", outside))
    return values, truths


def line_numbers(outside: Texts, line: Texts = LINE) -> Texts:
    """Numbers, or blank, found along a line; `outside` are conditions on other cells."""
    values, truths = _streams(line, outside)
    return st.one_of(
        of(st.sampled_from(["product", "gcd", "lcm", "visible", "read"]), "(", line, ")"),
        of(AGGREGATE, "(", values, ")"),
        of("visible(", values, ")"),
        of("count(", truths, ")"),
        of("nth(", values.map(lambda text: f"({text})" if " for " in text else text), ", ", st.sampled_from(["1", "2"]), ")"),
        of("len(runs(", line, _MASK, "))"),
        of("numbers(", line, ")[", INDEX, "]"),
        of("runs(", line, ")[", INDEX, "][", INDEX, "]"),
        of(st.sampled_from(["sum", "len", "max", "product", "read"]), "(runs(", line, ")[", INDEX, "])"),
        of("read(", line, ", base=", st.sampled_from(["2", "3"]), ")"),
        folds(line),
        folds(of("runs(", line, ")[", INDEX, "]")),
    )


def line_truths(number: Texts, outside: Texts, line: Texts = LINE) -> Texts:
    """Truth values found along a line; `number` are numbers from elsewhere, and `outside` conditions."""
    values, truths = _streams(line, outside)
    return st.one_of(
        of("increasing(", line, ")"),
        of(st.sampled_from(["all", "any"]), "(", truths, ")"),
        of(st.sampled_from(["distinct", "increasing"]), "(", values, ")"),
        of("(", number, " in numbers(", line, "))"),
        of(st.one_of(KIND.map("{}(".format), st.sampled_from(["divides(2, ", "divides(3, "])), line_numbers(outside, line), ")"),
        of("(", line_numbers(outside, line), " in (", SMALL, st.sampled_from([", blank", ", 12", ", -1, 4"]), "))"),
        of("(gcd(numbers(", line, ")) == ", st.sampled_from(["1", "2", "3", "11"]), ")"),
        fold_truths(line),
    )
