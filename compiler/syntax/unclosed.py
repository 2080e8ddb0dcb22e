"""Brackets and quotes that do not go together: in YAML's own lists and mappings, and in expressions.

YAML, and Python, notice a bracket that nothing closes only far behind it. Here the file is gone through from the front, so that
the place is where it was opened. Nothing is read here; a text in which all goes together gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..records import dataclass
from .diagnostics import Code, Note, SpecError, error
from .span import SourceText

CLOSING = {"[": "]", "{": "}", "(": ")"}

# What stands before the value of a line: dashes, and a key.
_HEAD = re.compile(r"( *)((?:- +)*)((?:\"[^\"\n]*\"|'[^'\n]*'|[^\s'\"\[\]{}#|>][^'\"\[\]{}\n]*?):(?= |$) *)?")
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(#.*)?$")
_NEW_ITEM = re.compile(r"(?:- |[^\s'\"\[\]{},]+ *:(?: |$))(?!.*,\s*$)")  # a line in a list over several lines ends with a comma
_ENDS = re.compile(r"\s*(?:[,\]}:]|#|$)")
# What begins after a comma that is missing: a key, a quote, a bracket, a number, `.`
_BEGINS = re.compile(r"[ \t]+([\w.-]+ *:(?=\s)|['\"\[{]|-?\d+(?=\s*[,\]}])|\.(?=\s*[,\]}]))")
# Signs that begin no value, where they stand alone.
_MARK = re.compile(r"[?*&!|>%@`](?=\s*[,\]}\s])")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_TWO = re.compile(r"\s*([^\s()=<>+*/%]+)\s+([\w.:-]+)\s*")


def in_yaml(source: SourceText) -> SpecError | None:
    """Return the error of the first bracket or quote of YAML that is not closed, or closed too early; None if there is none."""
    number = 0
    while number < len(source.lines):
        line = source.lines[number]
        number += 1
        head = _HEAD.match(line)
        assert head is not None
        value = line[head.end() :]
        if not value.strip() or value[0] == "#":
            continue
        indent = head.end(2) if head.group(3) else len(line) - len(line.lstrip(" "))
        if value[0] in "[{'\"":
            scan = _Scan(source, source.line_start(number) + head.end(), indent)
            problem = scan.problem()
            if problem:
                return problem
            number = max(number, source.position(scan.at)[0])
        elif head.group(3) or _BLOCK.fullmatch(value):  # a block, or a text that goes on in deeper lines
            while number < len(source.lines) and (not source.lines[number].strip() or _indent(source.lines[number]) > indent):
                number += 1
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


class _Scan:
    """Goes through one value that begins with a bracket or a quote, below a key that begins in column `indent` (from 0)."""

    def __init__(self, source: SourceText, start: int, indent: int) -> None:
        self.source = source
        self.text = source.text
        self.at = start
        self.indent = indent
        self.is_start = True  # whether a value may begin here
        self.open: list[int] = []
        self.value_of: list[int | None] = []  # for each open bracket, where the value after the last key begins

    def _is_over(self, end_of_line: int) -> bool:
        """Check whether the line behind a line's end is clearly a new key or item, whatever is open."""
        line = self.source.lines[self.source.position(end_of_line)[0]] if end_of_line + 1 < len(self.text) else ""
        return bool(line.strip()) and _indent(line) <= self.indent and bool(_NEW_ITEM.match(line.lstrip(" ")))

    def problem(self) -> SpecError | None:
        """Return the error of the value, if it has one of those that are looked for here; `at` is then behind the value."""
        while self.at < len(self.text):
            if self.text[self.at] == "\n" and self._is_over(self.at):
                break
            problem = self._token()
            if problem or not self.open:
                return problem
        return self._error(self.open[-1]) if self.open else None

    def _token(self) -> SpecError | None:
        """Go past a bracket, a quoted text, a comment or any other sign."""
        sign = self.text[self.at]
        if sign in "'\"" and self.is_start:
            self.is_start = False
            return self._skip_quotes()
        if sign in "]}":
            return self._close(sign)
        if self.is_start and (sign == "," or _MARK.match(self.text, self.at)):
            return self._no_value(sign)
        problem = None
        is_key = sign == ":" and self.text[self.at + 1 : self.at + 2] in (" ", "\n", "")
        if sign in "[{":
            self.open.append(self.at)
            self.value_of.append(None)
        elif sign == ",":
            self.value_of[-1] = None
        elif is_key:
            problem = self._key()
            self.value_of[-1] = self.at + 1
        if sign == "#" and self.text[self.at - 1].isspace():
            self.at = (self.text.find("\n", self.at) + 1 or len(self.text)) - 1
        elif not sign.isspace():
            self.is_start = sign in "[{," or is_key
        self.at += 1
        return problem

    def _close(self, sign: str) -> SpecError | None:
        """Go past a bracket that closes."""
        if CLOSING[self.text[self.open[-1]]] != sign:
            return self._wrong_closing()
        self.open.pop()
        self.value_of.pop()
        self.at += 1
        self.is_start = False
        return self._comma(self.at) if self.open and _BEGINS.match(self.text, self.at) else None

    def _skip_quotes(self) -> SpecError | None:
        """Go past a quoted text."""
        start = self.at
        quote = self.text[start]
        closed = _QUOTED.match(self.text, start)
        if closed is None or any(self._is_over(start + line.start()) for line in re.finditer("\n", closed.group())):
            end = self.text.find("\n", start)
            return error(
                Code.SYNTAX,
                f"the quote {quote} is opened here and never closed",
                self.source.span(start, end if end > 0 else len(self.text)),
                help=f"write a {quote} where the text ends; or, if no text begins here, remove this one",
            )
        self.at = closed.end()
        if _ENDS.match(self.text, self.at):
            return None
        if self.text[self.at].isspace():
            return self._comma(self.at) if self.open and _BEGINS.match(self.text, self.at) else None
        if not re.match(r"\w", self.text[self.at]) or quote not in self.text[self.at :].split("\n", 1)[0]:
            return None
        return error(
            Code.SYNTAX,
            f"the quoted text {closed.group()} ends before `{self.text[self.at]}`, but it goes on",
            self.source.span(start, self.at),
            help=f"close the text with a {quote} where it should end; a {quote} that belongs to the text is written "
            + ("twice" if quote == "'" else 'as \\"'),
        )

    def _key(self) -> SpecError | None:
        """Return the error of a second key behind a value, where a comma is missing."""
        start = self.value_of[-1]
        if start is None or self.text[self.open[-1]] != "{":
            return None
        two = _TWO.fullmatch(self.text, start, self.at)
        if two:
            return self._comma(two.end(1))
        return error(
            Code.MANGLED,
            "YAML reads this `:` as the end of a key, but the value before it has not ended",
            self.source.span(self.at, self.at + 1),
            help="put the whole value in quotes; or, if a new key begins here, write a comma before it",
        )

    def _comma(self, at: int) -> SpecError:
        """Return the error of a comma that is missing at an offset."""
        following = re.compile(r"\s*([^\s,\[\]{}]+|.)").match(self.text, at)
        assert following is not None
        before = re.search(r"[^\s,]*\Z", self.text[self.open[-1] + 1 : at])
        assert before is not None
        shown = f"`{before.group()}` and " if before.group() else ""
        if before.group().endswith(";"):
            span = self.source.span(at - 1, at)
            return error(Code.SYNTAX, "a comma belongs here, not a semicolon", span, help="write , instead of each ;")
        return error(
            Code.SYNTAX,
            f"a comma is missing between {shown}`{following.group(1)}`",
            self.source.span(following.start(1), following.end(1)),
            help=f"write a comma between them: `{before.group()}, {following.group(1)}`"
            if shown
            else f"write a comma before `{following.group(1)}`",
        )

    def _no_value(self, sign: str) -> SpecError:
        """Return the error of a comma behind a comma or a bracket, or of a sign that YAML reads as a mark of its own."""
        what, help = f"YAML cannot read a value that begins with {sign}", f"if you mean the sign itself, quote it: '{sign}'; "
        if sign == ",":
            what, help = "nothing stands before this comma", ""
        span = self.source.span(self.at, self.at + 1)
        return error(Code.MANGLED, what, span, help=f"{help}write `.` where there is no value")

    def _wrong_closing(self) -> SpecError:
        opened = self.text[self.open[-1]]
        return error(
            Code.SYNTAX,
            f"this {self.text[self.at]} cannot close the {opened} that is open",
            self.source.span(self.at, self.at + 1),
            notes=[Note(f"the {opened} is here", self.source.span(self.open[-1], self.open[-1] + 1))],
            help=f"write {CLOSING[opened]} here",
        )

    def _error(self, opened: int) -> SpecError:
        sign = self.text[opened]
        end = max(opened, len(self.text[: self.at].rstrip()) - 1)
        first, last = self.source.position(opened)[0], self.source.position(end)[0]
        where = "at the end of this line" if first == last else f"where it ends, in line {last} at the latest"
        return error(
            Code.SYNTAX,
            f"this {sign} is never closed",
            self.source.span(opened, opened + 1),
            help=f"write {CLOSING[sign]} {where}",
        )


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A bracket or quote of an expression that has no other half: its offset, and that of the bracket that it does not match."""

    sign: str
    at: int
    opened: int | None = None


_TOKENS = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*|[\[\](){}'\"]")


def in_expression(text: str) -> Unmatched | None:
    """Return the first bracket or quote of an expression without its partner; None if each has one.

    >>> in_expression("f(x[1)"), in_expression("all(x == 'red)"), in_expression("f(a[')'])")
    (Unmatched(sign=')', at=5, opened=3), Unmatched(sign="'", at=9, opened=None), None)
    """
    opened: list[int] = []
    for token in _signs(text):
        sign = token.group()
        if sign in CLOSING:
            opened.append(token.start())
        elif sign in CLOSING.values():
            if not opened:
                return Unmatched(sign, token.start())
            if CLOSING[text[opened[-1]]] != sign:
                return Unmatched(sign, token.start(), opened[-1])
            opened.pop()
        else:
            return Unmatched(sign, token.start())
    return Unmatched(text[opened[-1]], opened[-1]) if opened else None


def _signs(text: str) -> Iterator[re.Match[str]]:
    """Yield brackets, and quotes that are not closed."""
    return (token for token in _TOKENS.finditer(text) if len(token.group()) == 1 and token.group() != "#")
