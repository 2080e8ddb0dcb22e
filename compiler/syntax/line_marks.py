"""Lines whose `:` or `- ` is missing, or has no space behind it, so that YAML reads them as texts, or as parts of one."""

from __future__ import annotations

import re

from ..records import dataclass
from .diagnostics import Code, SpecError, error
from .schema_file import known_keys
from .span import SourceText


@dataclass(frozen=True, slots=True)
class Unmarked:
    """What is wrong with a key: from where to where in its line, in which words, and what to write."""

    start: int
    end: int
    message: str
    help: str


def unmarked_key(text: str) -> Unmarked | None:
    """Return the mistake in a text that looks like a key but is not one in YAML; None if it does not look like a key.

    >>> unmarked_key("left:[4, .]").help, unmarked_key("for line in lines").help, unmarked_key("rules").help
    ('write `left: [4, .]`, with a space after the `:`', 'write `for: line in lines`', 'write `rules:`')
    >>> unmarked_key("x in y"), unmarked_key("a: b")
    (None, None)
    """
    attached = re.match(r"([\w-]+):([^\s:].*)", text)
    if attached:
        help = f"write `{attached[1]}: {attached[2]}`, with a space after the `:`"
        return Unmarked(0, attached.end(1) + 1, "no space follows the `:` of this key", help)
    word = re.fullmatch(r"([\w-]+)(?: +(.*))?", text)
    if word and (not word[2] or word[1] in known_keys() or word[2][0] in "[{|>" or re.fullmatch(r"-?\d+|\.", word[2])):
        help = f"write `{word[1]}:{' ' if word[2] else ''}{word[2] or ''}`"
        return Unmarked(0, word.end(1), f"a `:` is missing after `{word[1]}`", help)
    return None


def unmarked_item(source: SourceText, number: int) -> SpecError:
    """Return the error of a line that stands where the items of a list begin, but is none."""
    line = source.lines[number - 1]
    text = line.strip()
    start = source.line_start(number) + len(line) - len(line.lstrip())
    attached = re.match(r"-(?=[^\s-])", text)
    what = "there is no space after this -" if attached else "this line has no `- ` before it, as the items of a list have"
    return error(
        Code.SYNTAX,
        what,
        source.span(start, start + (1 if attached else len(text))),
        help=f"write `- {text[1:] if attached else text}`",
    )


def error_of_joined_line(source: SourceText, number: int) -> SpecError:
    """Return the error of a line that YAML joins with the line above, though it is meant as a line of its own."""
    line = source.lines[number - 1]
    indent = len(line) - len(line.lstrip(" "))
    upper = next((at for at in range(number - 1, 0, -1) if source.lines[at - 1].strip()), number)
    above = source.lines[upper - 1].rstrip()
    dashes = re.match(r" *(?:- +)*", above)
    assert dashes is not None
    outer, text = len(above) - len(above.lstrip(" ")), above[dashes.end() :]
    if re.match(r"-\w", text) or (outer == indent and line.lstrip().startswith("- ") and "- " not in dashes.group()):
        return unmarked_item(source, upper)
    unmarked = unmarked_key(text) if outer < indent or re.match(r"[\w-]+:", text) else None
    start = source.line_start(upper) + dashes.end()
    if unmarked:
        span = source.span(start + unmarked.start, start + unmarked.end)
        return error(Code.SYNTAX, unmarked.message, span, help=unmarked.help)
    key, has_key = re.match(r"([\w-]+):(?:\s|$)", line.lstrip()), re.match(r"[\w-]+:(?:\s|$)", text)
    if "- " in dashes.group() and key and key[1] in known_keys() and not has_key:
        return error(
            Code.MANGLED,
            f"this item has no key before its text, but the line below it has the key `{key[1]}`",
            source.span(start, source.line_start(upper) + len(above)),
            help=f"if both lines belong to one rule, write `- rule: {text}`",
        )
    return error(
        Code.MANGLED,
        "YAML joins this line to the text of the line above" + ", because it is indented deeper" * (indent > outer),
        source.span(source.line_start(number) + indent, source.line_start(number) + len(line.rstrip())),
        help="indent both lines alike; or if "
        + ("both are one text, put it in quotes" if has_key else "this line belongs to the one above, end that one with a `:`"),
    )
