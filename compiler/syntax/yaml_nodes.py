"""YAML text -> nodes that know where they stand.

PyYAML's parser gives events; the nodes are made here, from the events, so that nothing of YAML that the language does not use
(anchors, aliases, tags, YAML 1.1's `on` and `1:30`) ever exists, depth is bounded before anything recursive happens, and every
character of every scalar can be traced back to the file. Plain scalars are read by the YAML 1.2 core schema, and `.` is one
more way to write nothing. `4.5` is read exactly from its digits, and `9/2` is the same number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import yaml

from ..limits import USUAL, Limits
from ..records import dataclass
from ..values import exact
from .diagnostics import Code, Collector, SpecError, error
from .foreign import odd_space
from .line_marks import error_of_joined_line, unmarked_key
from .span import SourceText, Span
from .unclosed import in_yaml
from .yaml_errors import QUOTE, has_open_bracket, is_picture_row, joined_picture, row_lost_to_comment, syntax_error

SUFFIXES = (".yaml", ".yml")
Constant = str | int | Fraction | bool | None
_PARENTHESES = re.compile(r"\([^()]*\)")
# What stands before a text: the header of a block, or a quote. A picture that is a file of its own has neither.
_OPENING = re.compile(r"[|>][-+\d]*[ \t]*(?:#.*)?\n|['\"]")
# What stands in a file as it stands in a text, if not all of it does: in quotes its characters, in a block of lines its lines,
# otherwise its words.
_CHARACTER, _LINE, _WORD = re.compile(r"(?s)."), re.compile(r"\S.*\S|\S|\s"), re.compile(r"\S+|\s")


@dataclass(frozen=True, eq=False)
class Scalar:
    """A single value: `text` is as written, `value` is the text as the core schema of YAML resolves it."""

    text: str
    style: str  # "" plain, "'", '"', "|" or ">"
    span: Span

    @cached_property
    def value(self) -> Constant:
        """Return the text as a number, a truth value, nothing, or itself."""
        return resolve(self.text) if self.style == "" else self.text

    def part(self, start: int, end: int) -> Span:
        """Return the span of the characters `start` to `end` of `text`."""
        places = self._places
        if start >= len(places):
            return Span(self.span.source, self.span.end, self.span.end)
        last = places[min(max(end, start + 1), len(places)) - 1]
        return Span(self.span.source, places[start], last + 1)

    @property
    def verbatim_start(self) -> int | None:
        """Return where the text begins in the file if all of it stands there as it is; None if not."""
        return self._places.start if isinstance(self._places, range) else None

    @cached_property
    def _places(self) -> range | list[int]:
        raw = self.span.text
        quote = 1 if self.style in ("'", '"') else 0
        if raw[quote : len(raw) - quote] == self.text:  # as nearly always
            return range(self.span.start + quote, self.span.end - quote)
        # Every style keeps the visible characters of the text in their order, so walking both in step finds each one. Between
        # them only blanks, line ends, doubled quotes and backslashes differ.
        opening = _OPENING.match(raw) if self.style else None
        at = opening.end() if opening else 0
        places: list[int] = []
        for piece in (_CHARACTER if quote else _LINE if self.style == "|" else _WORD).findall(self.text):
            if piece.isspace():
                places.append(self.span.start + min(at, max(len(raw) - 1, 0)))
                if at < len(raw) and raw[at] == piece:
                    at += 1
                continue
            next_at = raw.find(piece, at)
            at = next_at if next_at >= 0 else min(at, max(len(raw) - len(piece), 0))
            places.extend(range(self.span.start + at, self.span.start + at + len(piece)))
            at += len(piece)
        return places

    @property
    def comment(self) -> Span | None:
        """Return the comment that follows a plain scalar on its line, which may be a part of it that YAML cut off."""
        if self.style != "":
            return None
        rest = _TRAILING_COMMENT.match(self.span.source.text, self.span.end)
        return self.span.source.span(rest.start(1), rest.end(1)) if rest else None


@dataclass(frozen=True, eq=False)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, eq=False)
class Mapping:
    """Keys (all scalars, all different) and their nodes, in the order written."""

    items: tuple[tuple[Scalar, Node], ...]
    span: Span

    @cached_property
    def _by_key(self) -> dict[str, Node]:
        return {key.text: node for key, node in self.items}

    def get(self, key: str) -> Node | None:
        """Return the node under the key; None if the key is absent or has no value."""
        node = self._by_key.get(key)
        return None if node is None or is_nothing(node) else node

    def key(self, name: str) -> Scalar:
        """Return the key itself, for its span."""
        return next(key for key, _ in self.items if key.text == name)


Node = Scalar | Sequence | Mapping


def is_nothing(node: Node) -> bool:
    """Check whether nothing stands at a place, or what means nothing."""
    return isinstance(node, Scalar) and node.value is None


_NOTHING = {"", ".", "~", "null", "Null", "NULL"}
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_FIRST_OF_NUMBERS = frozenset("+-0123456789")
_NUMBER = re.compile(r"[-+]?[0-9]{1,1000}")
_BASED = re.compile(r"0x[0-9a-fA-F]{1,1000}|0o[0-7]{1,1000}")
_FRACTION = re.compile(r"([-+]?[0-9]{1,500})/([0-9]{1,500})|[-+]?[0-9]{1,500}\.[0-9]{1,500}")
_TRAILING_COMMENT = re.compile(r"[ \t]+(#[^\n]*)")


def resolve(text: str) -> Constant:
    """Return the value of a plain scalar.

    >>> [resolve(text) for text in ("7", "-3", "010", "true", ".", "~", "on", "1:30", "1e3", "0x1F")]
    [7, -3, 10, True, None, None, 'on', '1:30', '1e3', 31]
    >>> [str(resolve(text)) for text in ("9/2", "4.5", "-0.25", "4/2", "4/0")]
    ['9/2', '9/2', '-1/4', '2', '4/0']
    """
    if text in _NOTHING:
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    if text[0] not in _FIRST_OF_NUMBERS:
        return text
    if _NUMBER.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    if (fraction := _FRACTION.fullmatch(text)) and not (fraction[2] and int(fraction[2]) == 0):
        return exact(Fraction(text))
    return text


def read_file(path: str | Path, limits: Limits = USUAL, look: Callable[[], None] = lambda: None) -> Mapping:
    """Return the document of a file; raise `SpecError` unless it is one mapping of bounded size and depth.

    `look` is called again and again.
    """
    text = text_of_file(path, limits)
    try:
        return read_text(text, str(path), limits, look)
    except SpecError:
        first = next((line for line in text.splitlines() if line.strip() and line[0] not in "#-%"), "")
        if Path(path).suffix.lower() in SUFFIXES or re.match(r"[\w-]+:", first):
            raise
        raise error(
            Code.MANGLED,
            f"{path} does not look like a spec: it is not YAML, and its first line has no key",
            help="a spec is a YAML file that begins with `gridwright: 1`; `gridwright import` reads puzzles of other programs",
        ) from None


def text_of_file(path: str | Path, limits: Limits = USUAL) -> str:
    """Return the text of a file; raise `SpecError` if it cannot be read or is too large.

    Not only specs are read in this way, but also grids for the judge and what is imported.
    """
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(limits.file_size + 1)
    except IsADirectoryError:
        raise error(Code.UNREADABLE, f"{name} is a folder, not a file") from None
    except FileNotFoundError:
        raise error(Code.UNREADABLE, f"there is no file {name}") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise error(Code.UNREADABLE, f"{name} cannot be read: {reason}") from None
    return decode(data, name, limits)


def read_bytes(data: bytes, name: str) -> Mapping:
    """Return the document in the bytes of a file called `name`."""
    return read_text(decode(data, name, USUAL), name)


def decode(data: bytes, name: str, limits: Limits) -> str:
    """Return the text in the bytes of a file called `name`; raise `SpecError` if it is too large or not UTF-8."""
    if len(data) > limits.file_size:
        raise error(
            Code.TOO_LARGE,
            f"{name} is larger than {limits.file_size:,} bytes",
            help=f"a puzzle is a few kilobytes; is this the right file? {limits.allows('file_size')}",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8", "replace")
        raise error(
            Code.NOT_UTF8,
            f"byte {problem.start} (0x{data[problem.start]:02x}) is not UTF-8",
            SourceText(name, before).span(len(before)),
            help="save the file as UTF-8",
        ) from None


def read_text(text: str, name: str = "<text>", limits: Limits = USUAL, look: Callable[[], None] = lambda: None) -> Mapping:
    """Return the document in a text; `look` is called again and again.

    >>> document = read_text("grid: 2x3\\nrules: [a, b]\\n")
    >>> document.get("grid").text
    '2x3'
    """
    source = SourceText(name, text)
    document = _compose(source, limits, look)
    if document is None:
        raise error(Code.EMPTY, f"{name} is empty", help="a spec begins with `gridwright: 1`")
    if not isinstance(document, Mapping):
        raise error(
            Code.WRONG_TYPE,
            "the file must consist of keys such as `layers:` and `rules:`",
            document.span,
            help="see the README",
        )
    return document


def read_list(text: str, name: str, limits: Limits = USUAL) -> Sequence | None:
    """Return the list in a text; None if the text is no list."""
    document = _compose(SourceText(name, text), limits, lambda: None)
    return document if isinstance(document, Sequence) else None


def _compose(source: SourceText, limits: Limits, look: Callable[[], None]) -> Node | None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    collector = Collector(look)
    try:
        events: Iterator[yaml.Event] = iter(loader(source.text).get_event, None)
        document = _Composer(source, events, collector, limits).document()
    except yaml.reader.ReaderError as problem:
        document = None
        position = min(max(problem.position, 0), len(source.text))
        character = problem.character if isinstance(problem.character, int) else ord(problem.character)
        collector.add(Code.SYNTAX, f"the character U+{character:04X} is not allowed in YAML", source.span(position))
    except yaml.MarkedYAMLError as problem:
        document = None
        if "nesting depth" in (problem.problem or "") and problem.problem_mark:  # libyaml 0.2.6 has a limit of its own: 1,000
            message, help = "nested deeper than YAML can be read", limits.allows("depth")
            collector.take(error(Code.TOO_DEEP, message, source.span(problem.problem_mark.index), help=help))
        else:
            collector.take_unless_caused(syntax_error(source, problem))
    collector.raise_any()
    return document


class _Composer:
    """Makes nodes from PyYAML's events, and refuses by name what the language does not use."""

    def __init__(self, source: SourceText, events: Iterator[yaml.Event], collector: Collector, limits: Limits) -> None:
        self.limits = limits
        self.source = source
        self.events = events
        self.collector = collector
        self.empty_blocks: list[Scalar] = []

    def document(self) -> Node | None:
        """Return the only document of the stream."""
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    raise error(
                        Code.SEVERAL_DOCUMENTS,
                        "the file contains a second YAML document",
                        self._span(event),
                        help="write one spec in one file; remove the `---`",
                    )
                root = self._node(next(self.events), 0, in_flow=False)
        for block in self.empty_blocks:  # only now: before a line that YAML cannot read, that line is the mistake
            self._refuse_empty_block(block)
        if isinstance(root, Scalar) and root.style == "" and root.text == "":
            return None
        return root

    def _span(self, event: yaml.Event) -> Span:
        return self._between(event, event)

    def _between(self, first: yaml.Event, last: yaml.Event) -> Span:
        start, end = first.start_mark, last.end_mark
        assert start is not None
        assert end is not None
        return Span(self.source, start.index, max(start.index, end.index))

    def _node(self, event: yaml.Event, depth: int, in_flow: bool) -> Node:
        self.collector.look()
        if depth > self.limits.depth:
            message, help = f"nested deeper than {self.limits.depth} levels", self.limits.allows("depth")
            raise error(Code.TOO_DEEP, message, self._span(event), help=help)
        self._refuse_extras(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, in_flow)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, depth)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth)
        raise AssertionError(f"an event of the kind {type(event).__name__}")

    def _refuse_extras(self, event: yaml.Event) -> None:
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is None and tag is None:
            return
        if isinstance(event, yaml.AliasEvent):
            what = f"`*{anchor}` is a YAML alias"
        elif anchor is not None:
            what = f"`&{anchor}` is a YAML anchor"
        else:
            what = f"`{tag}` is a YAML tag"
        raise error(
            Code.ANCHOR,
            f"{what}, which the language does not allow",
            self._span(event),
            help="write the value itself; put an expression that begins with *, & or ! in quotes",
        )

    def _scalar(self, event: yaml.ScalarEvent, in_flow: bool) -> Scalar:
        style = event.style if event.style in ("'", '"', "|", ">") else ""
        scalar = Scalar(event.value, style, self._span(event))
        if style in ("|", ">") and not scalar.text.strip():
            self.empty_blocks.append(scalar)
        has_header = re.match(r"[|>][-+]?[ \t]*(?:#|\n)", scalar.span.text) if style in ("|", ">") else None
        if has_header and (lost := row_lost_to_comment(self.source, scalar.span.line)):
            self.collector.take(lost)
        elif style != "|" and not in_flow and not scalar.text.strip("#.- \n"):
            joined_rows = joined_picture(self.source, scalar.span, scalar.text.strip())
            if joined_rows:
                self.collector.take(joined_rows)
                return scalar
        comment = scalar.comment
        is_picture = comment is not None and not scalar.text and is_picture_row(comment.text.strip())
        if comment and (is_picture or re.match(r"#[^\s#]", comment.text)) and not in_flow:
            self.collector.add(
                Code.MANGLED,
                f"YAML ignores `{comment.text}`: a # after a space begins a comment",
                comment,
                help="put the whole text in quotes; or, for a comment, put a space after the #",
            )
        return scalar

    def _refuse_empty_block(self, scalar: Scalar) -> None:
        """Report a block of text without text: mostly a sign, such as a comparison, that was to be printed as it stands."""
        sign = scalar.span.text[:1]
        self.collector.add(
            Code.MANGLED,
            f"YAML reads this `{sign}` as the start of a block of text, and no text follows",
            self.source.span(scalar.span.start, scalar.span.start + 1),
            help=f"if you mean the sign itself, quote it: '{sign}'; otherwise write the text below, indented deeper than the key",
        )

    def _check_cut(self, pieces: list[Scalar]) -> None:
        """Report the first plain scalar inside [ ] or { } that is visibly a piece of an expression."""
        for piece in pieces:
            if piece.style == "" and has_open_bracket(piece.text):
                message = f"YAML cut an expression into pieces at its commas; one piece is `{piece.text}`"
            elif piece.style == "" and re.search(r"\bfor\b.+\bin\b", _PARENTHESES.sub("", piece.text)):
                message = "YAML reads these brackets as a YAML list, but this should be an expression"
            else:
                continue
            self.collector.add(Code.MANGLED, message, piece.span, help=QUOTE)
            return

    def _check_keys(self, items: list[tuple[Scalar, Node]]) -> None:
        """Report the first key inside { } without a `:`: the rest of a text that has a comma, as in `{for: a, b in links}`."""
        for key, node in items[1:]:
            if key.style == "" and ":" not in self.source.text[key.span.end : node.span.end] and not has_open_bracket(key.text):
                message = f"YAML cut a text into pieces at its commas; one piece is `{key.text}`"
                help = "put the whole text in quotes; a key ends with a `:` and a space"
                unmarked = unmarked_key(key.text) if re.search(r"^[\w-]+:| -?\d+$", key.text) else None
                equals = re.fullmatch(r"([\w-]+) *= *(\S+)", key.text)
                if unmarked:
                    message, help = f"YAML reads `{key.text}` as a key without a value: {unmarked.message}", unmarked.help
                elif equals:
                    message = "a key ends with a `:`, not with a `=`"
                    help = f"write `{equals[1]}: {equals[2]}`, and so each of them"
                self.collector.add(Code.MANGLED, message, key.span, help=help)
                return

    def _unbalanced_key(self, key: Scalar) -> SpecError:
        """Return the error of a key that YAML ended inside brackets: an expression, or a key before its value in { }."""
        number, column = self.source.position(key.span.start)
        unmarked = unmarked_key(self.source.lines[number - 1][column - 1 :].rstrip())
        if unmarked:
            span = self.source.span(key.span.start + unmarked.start, key.span.start + unmarked.end)
            return error(Code.SYNTAX, unmarked.message, span, help=unmarked.help)
        return error(
            Code.MANGLED,
            "YAML reads the `: ` inside this expression as the end of a key",
            key.span,
            help='put the whole expression in quotes ("..."), or write it in a block (`|` on the line before it)',
        )

    def _sequence(self, start: yaml.SequenceStartEvent, depth: int) -> Sequence:
        items: list[Node] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                if start.flow_style:
                    self._check_cut([item for item in items if isinstance(item, Scalar)])
                return Sequence(tuple(items), self._between(start, event))
            item = self._node(event, depth + 1, in_flow=bool(start.flow_style))
            if isinstance(item, Scalar) and item.style == "" and (dash := re.search(r"\n *- ", item.span.text)):
                self.collector.take(error_of_joined_line(self.source, self.source.position(item.span.start + dash.end())[0]))
            items.append(item)
        raise AssertionError("a sequence without an end")

    def _lone_question_mark(self, start: yaml.MappingStartEvent) -> SpecError | None:
        """Return the error of a `?` that stands for a value in a list; None if the mapping begins otherwise.

        libyaml before 0.2.6 refuses `[4, ?]`; later versions read a mapping with an empty key.
        """
        assert start.start_mark is not None
        at = start.start_mark.index
        return in_yaml(self.source) if self.source.text[at : at + 1] == "?" else None

    def _mapping(self, start: yaml.MappingStartEvent, depth: int) -> Mapping:
        items: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                if start.flow_style:
                    self._check_cut([part for item in items for part in item if isinstance(part, Scalar)])
                    self._check_keys(items)
                return Mapping(tuple(items), self._between(start, event))
            key = self._node(event, depth + 1, in_flow=bool(start.flow_style))
            node = self._node(next(self.events), depth + 1, in_flow=bool(start.flow_style))
            if not isinstance(key, Scalar):
                raise error(Code.SYNTAX, "a key must be a single word or text", key.span)
            if not key.text and key.style == "" and (lost := self._lone_question_mark(start)):
                raise lost
            misleading = odd_space(self.source, key.span.start, key.span.end) if key.style == "" else None
            if misleading:
                self.collector.take(misleading)
            elif key.text in seen:
                again = bool(items) and key.text == items[0][0].text and not start.flow_style
                self.collector.add(
                    Code.DUPLICATE_KEY,
                    f"the key `{key.text}` appears twice; the first is in line {seen[key.text].span.line}",
                    key.span,
                    help="keep one of the two"
                    + f"; or, if the items of a list begin here and in line {seen[key.text].span.line}, write `- ` before each"
                    * again,
                )
                seen = {} if again else seen  # the keys that follow belong to the next item
            elif not start.flow_style and key.style == "" and has_open_bracket(key.text):
                self.collector.take(self._unbalanced_key(key))
            seen.setdefault(key.text, key)
            items.append((key, node))
        raise AssertionError("a mapping without an end")
