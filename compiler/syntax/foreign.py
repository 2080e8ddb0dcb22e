"""What people write because other languages, spreadsheets or mathematics do, and what to write instead.

One table of signs, one of words, and the names of cells. The parser looks here, and whoever finds a name that nothing has.
"""

# ruff: noqa: RUF001 (signs that are mistaken for others are what is looked for)

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from ..records import dataclass
from .diagnostics import Code, SpecError, error
from .span import SourceText
from .unclosed import in_expression

# A sign, and what to write in its place.
SIGNS = {
    "&&": "and",
    "||": "or",
    "!": "not",
    "=": "==",
    "===": "==",
    "!==": "!=",
    "=<": "<=",
    "<>": "!=",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "*",
    "·": "*",
    "÷": "//",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "…": "..",
    "“": "'",
    "”": "'",
    "„": "'",
    "‘": "'",
    "’": "'",
    "AND": "and",
    "OR": "or",
    "NOT": "not",
    "mod": "%",
    "equals": "==",
    "div": "//",
}
_IMPLIES = ("=>", "==>", "->", "-->", "⇒", "→", "implies")
_EQUIVALENT = ("<=>", "<==>", "<->", "⇔", "↔", "iff")
_EXCLUSIVE = ("xor", "XOR", "⊕")
_PHRASES = {
    "between": "write the bounds on both sides, as in 1 <= x <= 3, or `x in 1..3`",
    "contains": "write the member first: `x in ...`",
}


def _pattern(sign: str) -> str:
    """Return a pattern for a sign or word, which is no part of one of ours."""
    apart = {"!": "!(?!=)", "=": "(?<![=!<>])=(?!=)"}
    return apart.get(sign) or (rf"\b{sign}\b" if sign.isalpha() and sign.isascii() else re.escape(sign))


@functools.cache
def _sign() -> re.Pattern[str]:
    """Return the pattern of all of them, the longest first; most specs have none, and compiling it takes a millisecond."""
    signs = sorted([*SIGNS, *_IMPLIES, *_EQUIVALENT, *_EXCLUSIVE, *_PHRASES], key=len, reverse=True)
    return re.compile("|".join(map(_pattern, signs)))


_TEXT = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")

# The name in this language -> what others call it.
_FUNCTIONS = {
    "distinct": "all_different alldifferent alldiff all_diff all_distinct alldistinct different unique is_unique no_repeats",
    "all": "forall for_all every foreach each And",
    "any": "exists exist some Or",
    "count": "countif count_if number_of how_many num",
    "len": "length size card cardinality",
    "product": "prod mul multiply",
    "sum": "total add plus Add",
    "abs": "absolute diff difference",
    "neighbors": "neighbours adjacent adj neighbor neighbour",
    "join": "concat concatenate str",
    "is_prime": "prime isprime isPrime",
}
_NAMES = {
    "blank": "null nil none empty nothing Blank BLANK NULL Null undefined",
    "true": "yes TRUE on",
    "false": "no FALSE off",
    "cells": "grid_cells all_cells squares",
    "bool": "boolean Boolean BOOL",
    "links": "edges adjacent_pairs neighbours_pairs",
    "columns": "cols",
}
_EXPRESSIONS = {
    "even": "x % 2 == 0",
    "is_even": "x % 2 == 0",
    "odd": "x % 2 == 1",
    "is_odd": "x % 2 == 1",
    "pow": "x ** 2",
    "mod": "x % 2",
    "implies": "b if a else true",
    "Implies": "b if a else true",
    "If": "b if a else c",
    "xor": "(a) != (b)",
    "Xor": "(a) != (b)",
}
_OURS = {word: name for table in (_FUNCTIONS, _NAMES) for name, words in table.items() for word in words.split()}

_ODD_SPACES = {
    "\u00a0": "a non-breaking space",
    "\u202f": "a narrow non-breaking space",
    "\u2007": "a figure space",
    "\u3000": "an ideographic space",
    "\u200b": "a zero-width space",
}
_ODD_SPACE = re.compile(f"[{''.join(_ODD_SPACES)}]")
# Where YAML needs an ordinary one: in the indentation, behind the `:` of a key, behind a dash. In a text any space is good.
_MISLEADING_SPACE = re.compile(f"(?:(?<=[:-])|(?<=^)|(?<=^ )|(?<=^  )|(?<=^   )|(?<=^    )){_ODD_SPACE.pattern}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A sign or word of another language in an expression: where it stands, and what to do."""

    sign: str
    at: int
    help: str


def foreign_signs(text: str) -> Iterator[Foreign]:
    """Yield the signs of other languages in an expression.

    >>> [(each.sign, each.help) for each in foreign_signs("a && b = 'x = y'")]
    [('&&', 'write `and`'), ('=', 'to compare, write ==')]
    >>> next(foreign_signs("x => y")).help
    'for "if x then y" write `y if x else true`; for "at least" write >='
    """
    for match in _sign().finditer(_without_texts(text)):
        left, right = (part.strip() for part in (text[: match.start()], text[match.end() :]))
        yield Foreign(match.group(), match.start(), _help(match.group(), left, right))


def _help(sign: str, left: str, right: str) -> str:
    if sign in _IMPLIES:
        help = f'for "if {left} then {right}" write `{implication(left, right)}`'
        return f'{help}; for "at least" write >=' if sign == "=>" else help
    if sign in _EQUIVALENT:
        return f"to say that both are true or both are false, write `{_comparison_text(left, '==', right)}`"
    if sign in _EXCLUSIVE:
        return f"to say that exactly one of two is true, write `{_comparison_text(left, '!=', right)}`"
    if sign in _PHRASES:
        return _PHRASES[sign]
    if sign == "=":
        return "to compare, write =="
    ours = SIGNS[sign]
    return f"write straight quotes ({ours})" if ours == "'" else f"write `{ours}`"


def _comparison_text(left: str, sign: str, right: str) -> str:
    """Return two truth values compared; without their texts where it is not plain how far they reach."""
    reach = any(re.search(r"\b(?:if|else|and|or|for)\b", side) or in_expression(side) for side in (left, right))
    left, right = (side if side[:1] == "(" and side[-1:] == ")" else _in_parentheses(side) for side in (left, right))
    return f"(...) {sign} (...)" if reach else f"{left} {sign} {right}"


def implication(condition: str, then: str) -> str:
    """Return "if A then B" as an expression.

    >>> implication("a == 1", "b"), implication("a", "not b")
    ('b if a == 1 else true', '(not b) if a else true')
    """
    return f"{_in_parentheses(then)} if {_in_parentheses(condition) if ' if ' in condition else condition} else true"


def _in_parentheses(text: str) -> str:
    return f"({text})" if " " in text else text


def statement(text: str) -> Foreign | None:
    """Return advice on a statement, or a range in words, that stands in an expression; None if the text is neither.

    >>> statement("if x then y")
    Foreign(sign='if', at=0, help='write `y if x else true`')
    """
    then = re.fullmatch(r"(\s*)if\b(.+?)(?:\bthen\b|,|:)(.+?)(?:\belse\b(.+))?", text, re.DOTALL | re.IGNORECASE)
    if then:
        condition, result, otherwise = (part.strip() if part else "" for part in then.groups()[1:])
        whole = f"({result}) if {condition} else ({otherwise})" if otherwise else implication(condition, result)
        return Foreign("if", len(then[1]), f"write `{whole}`")
    help = loop_help(text)
    if help:
        return Foreign("for", len(text) - len(text.lstrip()), help)
    between = re.search(r"(-?\w+) (to) (-?\w+)", text)
    return Foreign("to", between.start(2), f"write a range as {between[1]}..{between[3]}") if between else None


def without_else(text: str) -> Foreign | None:
    """Return the `if` of an expression that has no `else`; None if there is none that stands alone.

    >>> without_else("not b if a").help
    'write `(not b) if a else true`'
    """
    match = re.fullmatch(r"(.+?)\bif\b(.+)", text, re.DOTALL)
    if match is None or re.search(r"\bfor\b", text):
        return None
    if in_expression(match[1]):
        return Foreign("if", match.start(2) - 2, "to go through a list, write `for ... in ...`; otherwise add `else ...`")
    return Foreign("if", match.start(2) - 2, f"write `{implication(match[2].strip(), match[1].strip())}`")


_SIDE_BY_SIDE = re.compile(
    r"(?:(?<![\w.])(\d+)(?=[A-Za-z_])|([\w\])]+)\s+)(?!(?:and|or|not|in|is|if|else|for|lambda)\b)(?=(\w+))"
)
_KEYWORDS = re.compile(r"(?:.*\W)?(?:and|or|not|in|is|if|else|for|lambda)", re.DOTALL)


def side_by_side(text: str) -> Foreign | None:
    """Return the second of two values that stand side by side without an operator; None if there are none.

    >>> side_by_side("2x > 1").help, side_by_side("x > 1 and y z == 2").help
    ('an operator is missing between `2` and `x`, as in `2 * x`', 'an operator, or a bracket, is missing between `y` and `z`')
    """
    bare = _without_texts(text)
    for match in _SIDE_BY_SIDE.finditer(bare):
        first, second = match[1] or match[2], match[3]
        if _KEYWORDS.fullmatch(first):
            continue
        if first in ("row", "rows", "column", "columns", "col") and re.fullmatch("[1-9][0-9]{0,3}", second):
            name = "rows" if first.startswith("row") else "columns"
            where = f"as in `{name}[{int(second) - 1}]`: positions count from 0"
            return Foreign(second, match.start(3), f"a bracket is missing between `{first}` and `{second}`, {where}")
        what = "an operator" if first.isdigit() else "an operator, or a bracket,"
        example = f", as in `{first} * {second}`" if first.isdigit() else ""
        return Foreign(second, match.start(3), f"{what} is missing between `{first}` and `{second}`{example}")
    return None


def loop_mend(text: str) -> Foreign | None:
    """Return advice on the loops of a rule, written after `for:`; None if no known mistake is in them.

    >>> loop_mend("box in boxes(2, 2), c in box").help
    'each loop has its `for`: write `box in boxes(2, 2) for c in box`'
    """
    second = re.search(
        r"(?:^|\bfor\b)[\w\s,()]*?\bin\b(?:(?!\b(?:for|if)\b).)*?(\s*,|\s+and\b)\s*((?:\w+\s*,\s*)*\w+)\s+in\b", text, re.DOTALL
    )
    if second and in_expression(text[: second.start(1)]) is None:
        whole = f"{text[: second.start(1)]} for {text[second.start(2) :]}".strip()
        return Foreign(second[1].strip(), second.end(1) - len(second[1].strip()), f"each loop has its `for`: write `{whole}`")
    match = re.match(r"\s*(each|every|all)\s+\w+\s+in\b", text)
    if match:
        return Foreign(match[1], match.start(1), f"write `{text[match.end(1) :].strip()}`")
    equals = re.match(r"\s*\w+\s*(=(?!=)|\bof\b|\bfrom\b|∈)", text)
    if equals:
        whole = f"{text[: equals.start(1)].strip()} in {text[equals.end(1) :].strip()}"
        return Foreign(equals[1], equals.start(1), f"write `{whole}`")
    if not re.search(r"\bin\b", text):
        return Foreign(text.strip(), len(text) - len(text.lstrip()), f"write a name for each member: `x in {text.strip()}`")
    return None


def loop_help(text: str) -> str:
    """Return advice on a loop that is written as a statement; empty if the text is not one."""
    loop = re.fullmatch(r"(?:for(?: each| every| all)?) (.+?) ?[:,] ?(.+)", " ".join(text.split()))
    return f"write `all({loop[2].strip()} for {loop[1]})`" if loop else ""


def odd_space(source: SourceText, start: int, end: int) -> SpecError | None:
    """Return the error of a sign in a part of a file that looks like a space, where YAML needs one; None if there is none."""
    match = _MISLEADING_SPACE.search(source.text, start, end)
    if match is None:
        return None
    message, help = odd_space_words(match.group())
    return error(Code.MANGLED, message, source.span(match.start(), match.end()), help=help)


def odd_space_words(sign: str) -> tuple[str, str]:
    """Return two sentences about a character that looks like a space: the mistake, and the advice."""
    message = f"this is {_ODD_SPACES[sign]} (U+{ord(sign):04X}), not an ordinary space"
    return message, "delete it and type a space; such signs come from web pages and word processors"


def first_odd_space(text: str) -> int | None:
    """Return where the first sign in an expression stands that looks like a space; None if there is none."""
    match = _ODD_SPACE.search(_without_texts(text))
    return match.start() if match else None


def _without_texts(text: str) -> str:
    """Return an expression with the letters of its texts replaced, so that only signs of the language are found."""
    return _TEXT.sub(lambda match: match.group()[0] + "_" * (len(match.group()) - 2) + match.group()[0], text)


def hint(name: str) -> str:
    """Return advice on an unknown name that other programs use, or that names a cell in another notation; or empty.

    >>> hint("all_different"), hint("R1C2"), hint("B3"), hint("number")
    ('write `distinct`', 'write the cell as r1c2', 'cells are named by row and column: for row 3, column 2 write r3c2', '')
    """
    if name in _OURS or name in _EXPRESSIONS:
        return f"write `{_OURS.get(name) or _EXPRESSIONS[name]}`"
    return cell_hint(name)


def number_in(text: str) -> int | None:
    """Return the number that a text is, in digits of any script; None if it is none, or too long to be meant as one.

    >>> number_in("-3"), number_in(" 12 "), number_in("one"), number_in("9" * 5000)
    (-3, 12, None, None)
    """
    match = re.fullmatch(r"-?\d{1,18}", text.strip())
    return int(match.group()) if match else None


def cell_hint(name: str) -> str:
    """Return advice on the name of a cell in another notation; empty for other names."""
    capital = re.fullmatch(r"[Rr](\d{1,4})[CcKk](\d{1,4})", name)
    if capital and "0" in capital.groups():
        return "names of cells count rows and columns from 1: the first cell is r1c1"
    if capital:
        own = f"r{int(capital[1])}c{int(capital[2])}"
        return f"write the cell as {own}" if own != name else "the board has no such cell"
    if re.fullmatch(r"[Rrc]\d{1,4}", name):
        return "the name of a cell is one word of row and column, as in r2c3"
    letter = re.fullmatch(r"([A-Ta-t])([1-9]\d?)", name)
    if letter:
        row, column = int(letter[2]), ord(letter[1].lower()) - ord("a") + 1
        return f"cells are named by row and column: for row {row}, column {column} write r{row}c{column}"
    comma = re.fullmatch(r"\(?\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\)?", name)
    return f"cells are named by row and column, from 1: write r{comma[1]}c{comma[2]}" if comma else ""
