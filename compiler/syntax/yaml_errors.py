"""YAML's complaints, in the words of somebody who wrote an expression or a picture.

YAML mangles unquoted expressions in many ways; each has its message here, with what to do.
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Sequence

import yaml

from .diagnostics import Code, SpecError, error
from .span import SourceText

QUOTE = 'put the whole expression in quotes ("..."), or write it in a block below the key (`key: |`)'

FAR = 300  # characters in which a list in brackets is looked for

# What a scalar may not begin with unless it is quoted, and what YAML takes it for.
_BEGINNINGS = {
    "[": "a list",
    "{": "a mapping",
    "'": "a quoted text",
    '"': "a quoted text",
    "*": "an alias",
    "&": "an anchor",
    "!": "a tag",
    ">": "a folded block",
    "|": "a literal block",
    "@": "a reserved sign",
    "`": "a reserved sign",
    "%": "a directive",
    "?": "a complex key",
}
_VALUE = re.compile(r"\s*(?:- +)*(?:[^\s'\"\[\]{}][^'\"\[\]{}]*?: +)?(?=(\S))")


def syntax_error(source: SourceText, problem: yaml.MarkedYAMLError) -> SpecError:
    """Return PyYAML's error in the words of somebody who wrote an expression or a picture."""
    keyless = "could not find expected ':'" in (problem.problem or "")
    at_start = keyless or "end of stream" in (problem.problem or "")
    mark = (problem.context_mark if at_start else None) or problem.problem_mark or problem.context_mark
    index = min(mark.index, len(source.text)) if mark else 0
    number, column = source.position(index)
    line = source.lines[number - 1]
    blanks = re.match(r"\s*", line)
    if "\t" in (blanks.group() if blanks else "") or source.text[index : index + 1] == "\t":
        tab = index + line.find("\t") - (column - 1)
        return error(
            Code.TAB, "this line is indented with a tab; YAML needs spaces", source.span(tab, tab + 1), help="indent with spaces"
        )
    picture = _right_aligned(source, number) or _cut_by_comment(source, number)
    if picture:
        return picture
    if keyless:
        return error(Code.SYNTAX, "expected a key with a `:` here", source.span(index, index + len(line) - column + 1))
    if problem.problem and "mapping values are not allowed" in problem.problem:
        if number > 1 and not re.search(r":\s", line[: column - 1]):
            return joined(source, number)
        return error(
            Code.MANGLED,
            "YAML reads this `:` as the end of a key, but the line already has a key",
            source.span(index, index + 1),
            help="put the whole text in quotes, or write it in a block below the key (`key: |`)",
        )
    if not line[: column - 1].strip() and column - 1 not in _beginnings(source.lines[: number - 1]):
        return error(
            Code.SYNTAX,
            f"this line begins in column {column}, but no line above does",
            source.span(index, index + len(line.rstrip()) - column + 1),
            help="indent it like the line that it belongs with",
        )
    inside = _bracket_inside(source, problem, index)
    if inside:
        return inside
    value = _VALUE.match(line)
    if value and value.group(1) in _BEGINNINGS and value.end() <= column - 1:
        start = index - (column - 1) + value.end()
        return error(
            Code.MANGLED,
            f"YAML reads a text that begins with {value.group(1)} as {_BEGINNINGS[value.group(1)]}",
            source.span(start, start + 1),
            help=QUOTE,
        )
    words = (problem.problem or "not valid YAML").replace("did not find expected key", "expected a key here")
    where = f" {problem.context}" if problem.context else ""
    return error(Code.SYNTAX, f"{words}{where}", source.span(index, index + 1))


def joined(source: SourceText, number: int) -> SpecError:
    """Return the error of a line that YAML joins with the line above, though it is meant as a line of its own."""
    line = source.lines[number - 1]
    start = source.line_start(number) + len(line) - len(line.lstrip())
    return error(
        Code.MANGLED,
        "YAML joins this line to the text of the line above, because it is indented deeper",
        source.span(start, source.line_start(number) + len(line.rstrip())),
        help="indent both lines alike; or if this line belongs to the one above, end that one with a `:`",
    )


def _beginnings(lines: Sequence[str]) -> set[int]:
    """Return the columns where lines begin: those of each `- ` at their start, and of the text behind it."""
    found = set()
    for line in lines:
        start = re.match(r" *(?:- +)*", line)
        assert start is not None
        found |= {start.end(), *(dash.start() for dash in re.finditer("-", start.group()))}
    return found


def _bracket_inside(source: SourceText, problem: yaml.MarkedYAMLError, index: int) -> SpecError | None:
    """Return the error of a bracket of an expression inside YAML's own braces or brackets; None if it is something else."""
    sign = source.text[index : index + 1]
    if problem.context_mark is None or sign not in ("[", "{") or "expected ',' or" not in (problem.problem or ""):
        return None
    around = source.text[problem.context_mark.index :]
    opened = around[0]
    if opened == "[" and not _is_list(around[:FAR]):
        return None
    return error(
        Code.MANGLED,
        f"inside {opened} {'}' if opened == '{' else ']'}, YAML reads this {sign} as the start of {_BEGINNINGS[sign]}",
        source.span(index, index + 1),
        help=f"put the text in quotes, or write {_BEGINNINGS[opened]} over several lines, without the {opened}",
    )


def _is_list(text: str) -> bool:
    """Check whether a text begins with a list of expressions, not with an expression that begins with a list.

    >>> _is_list("[x[0] == 1, x[1] == 2]}"), _is_list("[x[c] for c in cells] == [1, 2]")
    (True, False)
    """
    for end in [found.end() for found in re.finditer("]", text)][::-1]:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            return isinstance(ast.parse(text[:end], mode="eval").body, ast.List)
    return False


def _cut_by_comment(source: SourceText, number: int) -> SpecError | None:
    """Return the error of an expression that a comment cut in the line before `number`; None if it is something else."""
    before = source.lines[number - 2] if number > 1 else ""
    comment = re.search(r"(?<=\s)#.*", before)
    if comment is None or not unbalanced(before[: comment.start()]):
        return None
    start = source.line_start(number - 1)
    return error(
        Code.MANGLED,
        f"YAML ignores `{comment.group()}`: a # after a space begins a comment, so the expression ends there",
        source.span(start + comment.start(), start + comment.end()),
        help="put the text in quotes; to keep a comment, write the expression in a block (`key: |`)",
    )


def unbalanced(text: str) -> bool:
    """Check whether a bracket outside quotes is not closed or was never opened."""
    depth = 0
    for character in re.sub(r"'[^']*'|\"[^\"]*\"", "", text):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return True
    return depth > 0


def _right_aligned(source: SourceText, number: int) -> SpecError | None:
    """Return the error of a block whose first row is indented deeper than line `number`; None if it is something else."""
    indent = len(source.lines[number - 1]) - len(source.lines[number - 1].lstrip(" "))
    for above in range(number - 1, 0, -1):
        line = source.lines[above - 1]
        if re.search(r"[|>][-+0-9]*\s*(#.*)?$", line):
            header = len(line) - len(line.lstrip(" "))
            first = source.lines[above]
            if header < indent < len(first) - len(first.lstrip(" ")):
                start = source.line_start(number) + indent
                return error(
                    Code.MANGLED,
                    "this row of a block is indented less than its first row, so YAML ends the block before it",
                    source.span(start, start + 1),
                    help="begin all rows of a picture in the same column",
                )
            return None
        if line.strip() and len(line) - len(line.lstrip(" ")) < indent:
            return None
    return None
