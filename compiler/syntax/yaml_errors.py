"""YAML's complaints, in the words of somebody who wrote an expression or a picture.

YAML mangles unquoted expressions in many ways; each has its message here, with what to do.
"""

from __future__ import annotations

import ast
import contextlib
import re

import yaml

from . import unclosed
from .diagnostics import Code, SpecError, error
from .foreign import loop_help, odd_space, statement
from .line_marks import error_of_joined_line, unmarked_item, unmarked_key
from .span import SourceText, Span

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
    cause = (
        odd_space(source, source.line_start(number), source.line_start(number) + len(line))
        or _deep_first_row(source, number)
        or _cut_by_comment(source, number)
        or _unclosed_bracket(source, index)
        or _without_dash(source, number, column)
        or _wrong_indentation(source, number, column)
    )
    if cause:
        return cause
    if keyless:
        return _keyless(source, number, column)
    if problem.problem and "mapping values are not allowed" in problem.problem:
        if number > 1 and not re.search(r":\s", line[: column - 1]):
            return error_of_joined_line(source, number)
        return _second_key(source, index)
    if "block sequence entries are not allowed" in (problem.problem or ""):
        item = line[column - 1 :].rstrip()
        indent = len(line) - len(line.lstrip(" ")) + 2
        return error(
            Code.SYNTAX,
            "a list with - cannot begin on the line of its key",
            source.span(index, index + len(item)),
            help=f"write `{item}` on a line of its own, indented by {_spaces(indent)}",
        )
    if "unknown escape" in (problem.problem or ""):
        return error(
            Code.MANGLED,
            'in a text in "...", YAML reads a backslash as the beginning of a special sign',
            source.span(index - 1, index + 1),
            help='write the expression without the " around it, and each backslash in it twice: \\\\',
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
            help=_beginning_help(line[value.end() :]),
        )
    words = (problem.problem or "not valid YAML").replace("did not find expected key", "expected a key here")
    where = f" {problem.context}" if problem.context else ""
    return error(Code.SYNTAX, f"{words}{where}", source.span(index, index + 1))


def _beginning_help(text: str) -> str:
    """Return advice on a text that begins with a sign that YAML uses itself."""
    if text.startswith("!"):
        return "write `not` instead of each `!`"
    return "write an absolute value as abs(...)" if re.match(r"\|[^|]+\|", text) else QUOTE


def _unclosed_bracket(source: SourceText, index: int) -> SpecError | None:
    """Return the error of a bracket or quote that was opened before the place where YAML gave up."""
    cause = unclosed.in_yaml(source)
    span = cause.diagnostics[0].span if cause else None
    return cause if span and span.start <= index else None


def _keyless(source: SourceText, number: int, column: int) -> SpecError:
    """Return the error of a line without a key where one is expected."""
    line = source.lines[number - 1]
    start = source.line_start(number) + column - 1
    unmarked = unmarked_key(line[column - 1 :].rstrip())
    help = unmarked.help if unmarked else "if it goes on with the text of the line above, indent it deeper than the key there"
    return error(Code.SYNTAX, "expected a key with a `:` here", source.span(start, start + len(line) - column + 1), help=help)


def _second_key(source: SourceText, index: int) -> SpecError:
    """Return the error of a second `: ` in a line."""
    number = source.position(index)[0]
    line = source.lines[number - 1]
    key = re.match(r"\s*(?:- +)*[^:]*: +", line)
    value = line[key.end() :] if key else ""
    unmatched = unclosed.in_expression(value)
    if key and unmatched and unmatched.sign in ("}", "]") and unmatched.opened is None:
        start, opening = source.line_start(number) + key.end(), {"}": "{", "]": "["}[unmatched.sign]
        first = value.split()[0]
        return error(
            Code.SYNTAX,
            f"a {opening} is missing: the {unmatched.sign} of this line closes nothing",
            source.span(start, start + len(first)),
            help=f"write {opening} before `{first}`",
        )
    return error(
        Code.MANGLED,
        "YAML reads this `:` as the end of a key, but the line already has a key",
        source.span(index, index + 1),
        help=loop_help(value)
        or _condition(value)
        or _own_line(value)
        or _without_braces(value)
        or "put the whole text in quotes, or write it in a block below the key (`key: |`)",
    )


def _condition(value: str) -> str:
    """Return how to write "if A: B" as an expression; empty if the value is something else."""
    written = statement(value) if re.match(r"\s*if\b", value, re.IGNORECASE) else None
    return written.help if written else ""


def _without_braces(value: str) -> str:
    """Return advice on several keys after one `:`; empty if the value does not look like `a: 1, b: 2`."""
    is_mapping = re.fullmatch(r"[\w-]+: [^,:]+(?:, *[\w-]+: [^,:]+)+", value.rstrip())
    return f"write braces around it: {{{value.rstrip()}}}" if is_mapping else ""


def _own_line(value: str) -> str:
    """Return advice on a second key in one line; empty if the text before its `:` is not a single word."""
    key = re.match(r"(\w+): +(?=[\[{|>]|$)", value)
    return (
        f"write `{key[1]}:` on the next line, indented by 2 spaces more; or, if this is a text, put it in quotes" if key else ""
    )


def _wrong_indentation(source: SourceText, number: int, column: int) -> SpecError | None:
    """Return the error of a line, or of a block's rows, that is indented otherwise than what is around it."""
    line = source.lines[number - 1]
    if line[: column - 1].strip():
        return None
    span = source.span(source.line_start(number) + column - 1, source.line_start(number) + len(line.rstrip()))
    above = source.lines[number - 2] if number > 1 else ""
    block = re.match(r"( *)(?:- +)*[^\s#].*:\s+[|>][-+0-9]*\s*(?:#.*)?$", above)
    if block and len(block.group(1)) >= column - 1 and not re.match(r"\s*[\w.-]+:", line):
        message = "the rows of a block must be indented deeper than the key above them"
        return error(Code.SYNTAX, message, span, help=f"indent these rows by {_spaces(len(block.group(1)) + 3 - column)} more")
    like = _nearest(source, number, column)
    if like is None:
        return None
    wanted, other = like
    way = "more" if wanted > column else "less"
    rest = ", and the lines that belong to it," if line.lstrip().startswith("- ") else ""
    return error(
        Code.SYNTAX,
        f"this line begins in column {column}, and the lines that it could belong with do not",
        span,
        help=f"indent it{rest} by {_spaces(abs(wanted - column))} {way}, like line {other}",
    )


def _spaces(number: int) -> str:
    return "one space" if number == 1 else f"{number} spaces"


def _nearest(source: SourceText, number: int, column: int) -> tuple[int, int] | None:
    """Return the column nearest to that of a line in which it could begin, and a line that does; None if it begins in one."""
    is_item = source.lines[number - 1].lstrip().startswith("- ")
    levels: dict[int, int] = {}  # column (from 1) -> the last line that begins there
    least = column + FAR
    for at in range(number - 1, 0, -1):
        line = source.lines[at - 1]
        start = re.match(r" *(?:- +)*", line)
        assert start is not None
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        columns = {start.end() + 1} if not is_item else set()
        columns |= {dash.start() + 1 for dash in re.finditer("-", start.group())} if is_item else set()
        outer = len(line) - len(line.lstrip(" ")) + 1
        if outer < least:  # what is indented deeper than a later line has ended
            for beginning in columns:
                levels.setdefault(beginning, at)
            least = outer
        if outer == 1:
            break
    if column in levels or not levels:
        return None
    return min(((level, at) for level, at in levels.items()), key=lambda pair: (abs(pair[0] - column), -pair[0]))


def _without_dash(source: SourceText, number: int, column: int) -> SpecError | None:
    """Return the error of a line that stands where the items of a list begin, but is none."""
    line = source.lines[number - 1]
    text = line.strip()
    if line[: column - 1].strip() or text.startswith("- "):
        return None
    for at in range(number - 1, 0, -1):
        above = source.lines[at - 1]
        indent = len(above) - len(above.lstrip(" "))
        if not above.strip() or indent > column - 1:
            continue
        if indent < column - 1 or not above.lstrip().startswith("- "):
            return None
        return unmarked_item(source, number)
    return None


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
    for end in [bracket.end() for bracket in re.finditer("]", text)][::-1]:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            return isinstance(ast.parse(text[:end], mode="eval").body, ast.List)
    return False


def _cut_by_comment(source: SourceText, number: int) -> SpecError | None:
    """Return the error of an expression that a comment cut in the line before `number`; None if it is something else."""
    before = source.lines[number - 2] if number > 1 else ""
    comment = re.search(r"(?<=\s)#.*", before)
    if comment is None or not has_open_bracket(before[: comment.start()]):
        return None
    start = source.line_start(number - 1)
    return error(
        Code.MANGLED,
        f"YAML ignores `{comment.group()}`: a # after a space begins a comment, so the expression ends there",
        source.span(start + comment.start(), start + comment.end()),
        help="put the text in quotes; to keep a comment, write the expression in a block (`key: |`)",
    )


def has_open_bracket(text: str) -> bool:
    """Check whether a bracket outside quotes is not closed or was never opened."""
    if _BRACKET.search(text) is None:
        return False
    depth = 0
    for character in re.sub(r"'[^']*'|\"[^\"]*\"", "", text):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return True
    return depth > 0


def _deep_first_row(source: SourceText, number: int) -> SpecError | None:
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
                    help="begin all rows of a picture in the same column; or, if the rows of a board of hexagons are centred, "
                    f"write `|{_least_indent(source, above, header) - header}` in line {above}, instead of `|`",
                )
            return None
        if line.strip() and len(line) - len(line.lstrip(" ")) < indent:
            return None
    return None


def row_lost_to_comment(source: SourceText, header: int) -> SpecError | None:
    """Return the error of a block of text that ends at a line which begins with `#`; None if that may be a comment.

    YAML takes such a line for a comment if it is indented less than the first line of the block, as in the picture of a shape
    whose first row begins with blanks. One that is not indented deeper than the key is meant. `header`: the line of the key.
    """
    lines = source.lines
    rest = re.match(r" *(?:- +)*", lines[header - 1])
    assert rest is not None
    is_item = lines[header - 1][rest.end() :][:1] in ("|", ">")
    key = rest.group().rfind("-") if is_item else rest.end()
    block = 0
    for number, line in enumerate(lines[header:], header + 1):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        block = block or indent
        if indent >= block:
            continue
        if line[indent] != "#" or indent <= key:
            return None
        start = source.line_start(number) + indent
        return error(
            Code.MANGLED,
            "YAML takes this row of a block for a comment, because it is indented less than the first row",
            source.span(start, start + len(line.strip())),
            help="begin all rows of a picture in the same column, with `-` where a shape has no cell; or, to keep the "
            f"blanks, write `|{_least_indent(source, header, key) - key}` in line {header}, instead of `|`; if it is a comment, "
            "begin it in the column of the key",
        )
    return None


_ROW = re.compile(r"[#.\-](?: ?[#.\-])*")  # of the picture of a shape
_BRACKET = re.compile(r"[\[\](){}]")


def is_picture_row(text: str) -> bool:
    """Check whether a text can be a row of the picture of a shape: its signs are all apart, or none.

    >>> [is_picture_row(text) for text in ("##", "# -", "# ---", "# a comment")]
    [True, True, False, False]
    """
    return _ROW.fullmatch(text) is not None and (" " not in text or max(map(len, text.split(" "))) == 1)


def joined_picture(source: SourceText, span: Span, text: str) -> SpecError | None:
    """Return the error of a picture of a shape if YAML joins its rows or drops all but the first; None otherwise.

    `text`: what YAML reads of it, of these signs and blanks only; nothing where all rows begin with `#`.
    """
    if "\n" in span.text.strip() and "\n" not in text and "#" in text:
        return error(
            Code.MANGLED,
            "YAML joins the rows of this picture into one",
            span,
            help="write `|` after the key, and the rows below it; or in one line, with `/` between the rows",
        )
    lines = source.lines
    number = source.position(span.end)[0]
    key = len(lines[number - 1]) - len(re.sub(r"^ *(?:- +)*", "", lines[number - 1]))
    following = lines[number] if number < len(lines) else ""
    indent = len(following) - len(following.lstrip(" "))
    row = following.strip()
    if indent > key and row[:1] == "#" and _ROW.fullmatch(row):
        return error(
            Code.MANGLED,
            "YAML takes this row of a picture for a comment",
            source.span(source.line_start(number + 1) + indent, source.line_start(number + 1) + indent + len(row)),
            help="write `|` after the key, and all rows below it, each beginning in the same column",
        )
    return None


def _least_indent(source: SourceText, header: int, indent: int) -> int:
    """Return by how many spaces the rows of a block are indented at least: the lines behind its header that are deeper."""
    indents = []
    for line in source.lines[header:]:
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        indents += [len(line) - len(line.lstrip(" "))] if line.strip() else []
    return min(indents)
