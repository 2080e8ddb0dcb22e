"""Text -> expressions: a strict subset of Python's, read with `ast` and turned into nodes of our own.

Nothing here looks at what a name means and nothing is ever evaluated by Python. What is not in the subset is refused by name.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from fractions import Fraction
from keyword import iskeyword

from ..values import exact
from . import foreign
from .diagnostics import Code, Note, SpecError, error
from .span import Span
from .syntax_tree import (
    Attribute,
    Binary,
    Call,
    Comparison,
    Comprehension,
    Conditional,
    Constant,
    Display,
    Expression,
    Junction,
    Lambda,
    Loop,
    Name,
    Not,
    OnGrid,
    Pattern,
    Slice,
    Subscript,
    Unary,
)
from .unclosed import CLOSING, in_expression
from .yaml_nodes import Scalar

MAX_LENGTH = 10_000
MAX_DEPTH = 100
RANGE_OF_CELLS = re.compile(r"r[0-9]{1,4}c[0-9]{1,4}:r[0-9]{1,4}c[0-9]{1,4}")


def parse(scalar: Scalar) -> Expression:
    """Return the expression written in a scalar of the file; raise `SpecError` with its place if it is not one.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> node = parse(read_text("rule: 1 <= x < n + 1").get("rule"))
    >>> node.operators, node.operands[2].operator
    (('<=', '<'), '+')
    """
    return _Converter(scalar, "(", "\n)").convert()


def parse_loops(scalar: Scalar) -> tuple[Loop, ...]:
    """Return the loops in the `for:` of a rule, which is what follows `for` inside a comprehension.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> [loop.pattern.name for loop in parse_loops(read_text("for: r in rows for c in r").get("for"))]
    ['r', 'c']
    """
    mend = foreign.loop_mend(scalar.text)
    try:
        node = _Converter(scalar, "(0 for ", "\n)").convert()
    except SpecError as problem:
        raise (_no_loops(scalar, mend) if mend else problem) from None
    if not isinstance(node, Comprehension):
        raise error(Code.BAD_EXPRESSION, "`for` needs `name in values`", scalar.span)
    if mend and any(isinstance(loop.values, Junction) for loop in node.loops):  # `and` gives no list
        raise _no_loops(scalar, mend)
    return node.loops


def _no_loops(scalar: Scalar, mend: foreign.Foreign) -> SpecError:
    place = scalar.part(mend.at, mend.at + len(mend.sign))
    return error(Code.BAD_EXPRESSION, "the loops of `for` are written `name in list`", place, help=mend.help)


_BINARY = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitOr: "..",
}
_COMPARE = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}

# What people try, and what to write instead.
_REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.NamedExpr: ("an assignment (`:=`)", "use `let:` in the rule, or `define:`"),
    ast.JoinedStr: ("an f-string", "use join(...)"),
    ast.Dict: ("a mapping in braces", "put it under `data:` and use its name"),
    ast.Set: ("a set in braces", "write a list: [a, b]"),
    ast.SetComp: ("a set comprehension", "write a list comprehension: [x for ...]"),
    ast.DictComp: ("a dict comprehension", "write a list of pairs: [(a, b) for ...]"),
    ast.Starred: ("unpacking with `*`", ""),
    ast.Await: ("`await`", ""),
    ast.Yield: ("`yield`", ""),
    ast.YieldFrom: ("`yield`", ""),
    ast.Is: ("`is`", "use =="),
    ast.IsNot: ("`is not`", "use !="),
    ast.MatMult: ("the operator `@`", ""),
    ast.BitAnd: ("the operator `&`", "use `and`"),
    ast.BitXor: ("the operator `^`", "write a power as **"),
    ast.Invert: ("the operator `~`", "use `not`"),
    ast.LShift: ("the operator `<<`", ""),
    ast.RShift: ("the operator `>>`", ""),
}


class _Converter:
    """Turns one scalar into nodes. `before` and `after` are wrapped around the text so that line breaks are just blanks."""

    def __init__(self, scalar: Scalar, before: str, after: str) -> None:
        self.scalar = scalar
        self.before = before
        self.after = after
        self.text = _with_ranges(scalar, self._refuse_at)
        self.lines = self.text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.first = scalar.verbatim_start if self.text.isascii() else None

    def convert(self) -> Expression:
        if not self.text.strip():
            raise error(Code.BAD_EXPRESSION, "an expression is missing here", self.scalar.span)
        if len(self.text) > MAX_LENGTH:
            raise error(
                Code.TOO_MUCH,
                f"the expression has {len(self.text):,} characters; the limit is {MAX_LENGTH:,}",
                self.scalar.part(0, 1),
                help="put parts of it under `define:`",
            )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python's hints about its own language are not ours
                tree = ast.parse(self.before + self.text + self.after, mode="eval")
        except SyntaxError as problem:
            raise self._syntax_error(problem) from None
        except (MemoryError, RecursionError):
            raise error(Code.TOO_DEEP, f"the expression is nested deeper than {MAX_DEPTH}", self.scalar.part(0, 1)) from None
        except ValueError:  # a null byte, a lone surrogate, a number of thousands of digits
            raise error(
                Code.BAD_EXPRESSION, "the expression contains a character that is not allowed", self.scalar.span
            ) from None
        return self._node(tree.body, 0)

    # places

    def _offset(self, line: int, column: int) -> int:
        """Return the offset in the text of a line (from 1) and a column in UTF-8 bytes, as `ast` counts."""
        if line == 1:
            column -= len(self.before)
        if line > len(self.lines):
            return len(self.text)
        content = self.lines[line - 1]
        if not content.isascii():
            column = len(content.encode()[: max(column, 0)].decode(errors="ignore"))
        return self.starts[line - 1] + min(max(column, 0), len(content))

    def _span(self, node: ast.expr | ast.keyword | ast.arg) -> Span:
        if self.first is not None and node.end_lineno == 1:  # as nearly always
            start, end = node.col_offset - len(self.before), (node.end_col_offset or 0) - len(self.before)
            if 0 <= start < end <= len(self.text):
                return Span(self.scalar.span.source, self.first + start, self.first + end)
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return self.scalar.part(start, end)

    # errors

    def _refuse(self, node: ast.expr, what: str, help: str = "") -> SpecError:
        return error(Code.BAD_EXPRESSION, f"{what} is not part of the expression language", self._span(node), help=help)

    def _refuse_at(self, offset: int, length: int, what: str, help: str) -> SpecError:
        place = self.scalar.part(offset, offset + length)
        return error(Code.BAD_EXPRESSION, f"{what} is not part of the expression language", place, help=help)

    def _range_of_cells(self, offset: int) -> str:
        """Return the range of cells that is written at an offset; empty if there is none."""
        return next((cells[0] for cells in RANGE_OF_CELLS.finditer(self.text) if cells.start() <= offset <= cells.end()), "")

    def _syntax_error(self, problem: SyntaxError) -> SpecError:
        message = str(problem.msg)
        line, column = problem.lineno or 1, (problem.offset or 1) - 1
        if line == 1:
            column -= len(self.before)
        at_end = line > len(self.lines)
        offset = len(self.text.rstrip()) if at_end else self.starts[line - 1] + max(column, 0)
        offset = min(offset, max(len(self.text.rstrip()) - 1, 0))
        help = ""
        comment = self.scalar.comment
        if comment:
            help = f"YAML took `{comment.text}` as a comment; if it belongs to the expression, put the expression in quotes"
        elif cause := self._unmatched_bracket() or self._odd_space() or self._foreign(offset, message):
            return cause
        elif "nested parentheses" in message:
            return error(Code.TOO_DEEP, f"the expression is nested deeper than {MAX_DEPTH}", self.scalar.part(offset, offset + 1))
        elif cells := self._range_of_cells(offset):
            message = "a range of cells is no expression"
            help = f"name it below `areas`, as in `part: [{cells}]`, and write part[0] here"
        elif ";" in self.text[offset : offset + 1]:
            message, help = "a `;` stands here", "remove it; each rule is an item of its own"
        elif at_end or (message == "invalid syntax" and offset >= len(self.text.rstrip()) - 1):
            message = "it is incomplete or wrong here"
        elif "integer string conversion" in message:
            message = "a number with thousands of digits"
        elif message == "invalid syntax":
            message, help = "something is wrong here, or just before", "see the section Expressions of the language's page"
        message = message.replace(" Perhaps you forgot a comma?", "").rstrip(".")
        return error(Code.BAD_EXPRESSION, f"not an expression: {message}", self.scalar.part(offset, offset + 1), help=help)

    def _unmatched_bracket(self) -> SpecError | None:
        """Return the error of a bracket or quote that has no other half; None if there is none."""
        unmatched = in_expression(self.text)
        if unmatched is None:
            return None
        sign, notes = unmatched.sign, []
        if unmatched.opened is not None:
            opened = self.text[unmatched.opened]
            message, help = f"this {sign} cannot close the {opened} that is open", f"write {CLOSING[opened]} here, or before it"
            notes = [Note(f"the {opened} is here", self.scalar.part(unmatched.opened, unmatched.opened + 1))]
        elif sign in CLOSING:
            message, help = f"this {sign} is never closed", f"write {CLOSING[sign]} where it ends"
        elif sign in CLOSING.values():
            message, help = f"this {sign} closes nothing", "remove it, or write what it closes before it"
        else:
            message, help = f"the quote {sign} is opened here and never closed", f"write a {sign} where the text ends"
            if self.text[unmatched.at + 1 : unmatched.at + 3] == f"\\{sign}":
                help = f"a backslash in a text is written twice: {sign}\\\\{sign}"
        place = self.scalar.part(unmatched.at, unmatched.at + 1)
        return error(Code.BAD_EXPRESSION, f"not an expression: {message}", place, notes=notes, help=help)

    def _odd_space(self) -> SpecError | None:
        """Return the error of a sign that looks like a space; None if there is none."""
        at = foreign.first_odd_space(self.text)
        if at is None:
            return None
        message, help = foreign.odd_space_words(self.text[at])
        return error(Code.BAD_EXPRESSION, f"not an expression: {message}", self.scalar.part(at, at + 1), help=help)

    def _foreign(self, offset: int, message: str) -> SpecError | None:
        """Return the error of something that other languages write; None if there is nothing of the kind."""
        compares = "Maybe you meant '=='" in message or "perhaps you meant" in message
        signs = foreign.foreign_signs(self.text)
        sign = next((candidate for candidate in signs if candidate.sign != "=" or compares or candidate.at == offset), None)
        if sign is None:
            sign = foreign.statement(self.text)
        if sign is None and "expected 'else'" in message and (lone := foreign.without_else(self.text)):
            place = self.scalar.part(lone.at, lone.at + len(lone.sign))
            return error(Code.BAD_EXPRESSION, "not an expression: this `if` has no `else`", place, help=lone.help)
        if sign is None and (beside := foreign.side_by_side(self.text)):
            place = self.scalar.part(beside.at, beside.at + len(beside.sign))
            return error(
                Code.BAD_EXPRESSION, f"not an expression: {beside.help.split(', as in ')[0]}", place, help=_example(beside)
            )
        return self._refuse_at(sign.at, len(sign.sign), f"`{sign.sign}`", sign.help) if sign else None

    # nodes

    def _node(self, node: ast.expr, depth: int) -> Expression:
        if depth > MAX_DEPTH:
            raise error(Code.TOO_DEEP, f"the expression is nested deeper than {MAX_DEPTH}", self._span(node))
        method: Callable[[ast.expr, int], Expression] | None = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            what, help = _REFUSED.get(type(node), (f"this ({type(node).__name__})", ""))
            help = f"write a list: [{self._span(node).text[1:-1].strip()}]" if isinstance(node, ast.Set) else help
            raise self._refuse(node, what, help)
        return method(node, depth + 1)

    def _Constant(self, node: ast.Constant, depth: int) -> Expression:
        value = node.value
        if isinstance(value, (bool, int, str)):
            return Constant(value, self._span(node))
        if value is None:
            raise self._refuse(node, "`None`", "write `blank` for nothing")
        if isinstance(value, float):
            return Constant(self._decimal(node), self._span(node))
        raise self._refuse(node, f"`{self._span(node).text}`")

    def _decimal(self, node: ast.Constant) -> int | Fraction:
        """Return a number with a decimal point, exactly as its digits say; no float has a part in it."""
        written = self._span(node).text.replace("_", "")
        if re.fullmatch(r"[0-9]{1,500}\.[0-9]{1,500}", written):
            return exact(Fraction(written))
        if "e" in written.lower():
            raise self._refuse(node, "a number with an exponent", "write the power itself, as in 5 * 10 ** 3")
        if "." in (written[:1], written[-1:]):
            whole, _, part = written.partition(".")
            help = f"write {whole or 0}.{part or 0}; a range has two dots, as in 1..9"
            raise self._refuse(node, "a decimal point without digits on both sides", help)
        raise self._refuse(node, "a number with so many digits", "at most 500 may stand on each side of the decimal point")

    def _Name(self, node: ast.Name, depth: int) -> Expression:
        return Name(self._outside_name(node.id), self._span(node))

    def _outside_name(self, name: str) -> str:
        """Return the name that other files use for a name of this file."""
        return self.scalar.span.source.called.get(name, name)

    def _Attribute(self, node: ast.Attribute, depth: int) -> Expression:
        of, name = self._attribute(node, depth)
        return Attribute(of, name, self._span(node))

    def _attribute(self, node: ast.Attribute, depth: int) -> tuple[Expression, str]:
        if node.attr.startswith("_"):
            raise self._refuse(node, f"the attribute `{node.attr}`")
        return self._node(node.value, depth), node.attr

    def _Subscript(self, node: ast.Subscript, depth: int) -> Expression:
        return Subscript(self._node(node.value, depth), self._node(node.slice, depth), self._span(node))

    def _Slice(self, node: ast.Slice, depth: int) -> Expression:
        parts = [self._node(part, depth) if part else None for part in (node.lower, node.upper, node.step)]
        return Slice(parts[0], parts[1], parts[2], self._span(node))

    def _Tuple(self, node: ast.Tuple, depth: int) -> Expression:
        return Display(tuple(self._node(item, depth) for item in node.elts), False, self._span(node))

    def _List(self, node: ast.List, depth: int) -> Expression:
        return Display(tuple(self._node(item, depth) for item in node.elts), True, self._span(node))

    def _UnaryOp(self, node: ast.UnaryOp, depth: int) -> Expression:
        if isinstance(node.op, ast.Not):
            return Not(self._node(node.operand, depth), self._span(node))
        if type(node.op) in _REFUSED:
            raise self._refuse(node, *_REFUSED[type(node.op)])
        return Unary("-" if isinstance(node.op, ast.USub) else "+", self._node(node.operand, depth), self._span(node))

    def _BinOp(self, node: ast.BinOp, depth: int) -> Expression:
        if type(node.op) not in _BINARY:
            raise self._refuse(node, *_REFUSED[type(node.op)])
        left, right = self._node(node.left, depth), self._node(node.right, depth)
        sign = _BINARY[type(node.op)]
        if sign == ".." and self._is_step(node):
            if not isinstance(left, Binary) or left.operator != "..":
                help = "write the range before it, as in 0..3 step 1/2"
                raise error(Code.BAD_EXPRESSION, "`step` has to follow a range", self._span(node), help=help)
            sign = "step"
        return Binary(sign, left, right, self._span(node))

    def _is_step(self, node: ast.BinOp) -> bool:
        """Check whether `step`, which `ast` reads as the operator of a range, stands between two operands."""
        end = self._offset(node.left.end_lineno or 0, node.left.end_col_offset or 0)
        start = self._offset(node.right.lineno, node.right.col_offset)
        return "step" in self.scalar.text[end:start]

    def _BoolOp(self, node: ast.BoolOp, depth: int) -> Expression:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        return Junction(operator, tuple(self._node(value, depth) for value in node.values), self._span(node))

    def _Compare(self, node: ast.Compare, depth: int) -> Expression:
        for operator in node.ops:
            if type(operator) in _REFUSED:
                raise self._refuse(node, *_REFUSED[type(operator)])
        operands = tuple(self._node(operand, depth) for operand in (node.left, *node.comparators))
        return Comparison(tuple(_COMPARE[type(operator)] for operator in node.ops), operands, self._span(node))

    def _IfExp(self, node: ast.IfExp, depth: int) -> Expression:
        parts = [self._node(part, depth) for part in (node.test, node.body, node.orelse)]
        return Conditional(parts[0], parts[1], parts[2], self._span(node))

    def _ListComp(self, node: ast.ListComp, depth: int) -> Expression:
        return Comprehension(self._node(node.elt, depth), self._loops(node, depth), True, self._span(node))

    def _GeneratorExp(self, node: ast.GeneratorExp, depth: int) -> Expression:
        return Comprehension(self._node(node.elt, depth), self._loops(node, depth), False, self._span(node))

    def _loops(self, node: ast.ListComp | ast.GeneratorExp, depth: int) -> tuple[Loop, ...]:
        loops = []
        for loop in node.generators:
            if loop.is_async:
                raise self._refuse(node, "`async`")
            conditions = tuple(self._node(condition, depth) for condition in loop.ifs)
            pattern = self._pattern(loop.target)
            loops.append(Loop(pattern, self._node(loop.iter, depth), conditions, self._span(loop.target)))
        return tuple(loops)

    def _pattern(self, target: ast.expr) -> Pattern:
        if isinstance(target, ast.Name):
            return Pattern(self._outside_name(target.id))
        if isinstance(target, (ast.Tuple, ast.List)) and target.elts:
            return Pattern(None, tuple(self._pattern(part) for part in target.elts))
        raise self._refuse(target, "this target of a `for`", "write a name, or names with commas")

    def _Lambda(self, node: ast.Lambda, depth: int) -> Expression:
        arguments = node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults or arguments.posonlyargs:
            raise self._refuse(node, "a lambda with anything but plain names for its parameters")
        parameters = tuple(self._outside_name(argument.arg) for argument in arguments.args)
        return Lambda(parameters, self._node(node.body, depth), self._span(node))

    def _Call(self, node: ast.Call, depth: int) -> Expression:
        if not isinstance(node.func, (ast.Name, ast.Attribute)):
            raise self._refuse(node, "a call of anything but a function's name")
        keywords = []
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self._refuse(keyword.value, "unpacking with `**`")
            keywords.append((keyword.arg, self._node(keyword.value, depth)))
        arguments = tuple(self._node(argument, depth) for argument in node.args)
        if isinstance(node.func, ast.Name):
            return Call(self._outside_name(node.func.id), arguments, tuple(keywords), self._span(node.func), self._span(node))
        of, name = self._attribute(node.func, depth)
        end = self._offset(node.func.end_lineno or 0, node.func.end_col_offset or 0)
        name_span = self.scalar.part(end - len(name), end)
        return OnGrid(of, Call(name, arguments, tuple(keywords), name_span, self._span(node)), self._span(node))


_STRING_OR_RANGE = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|#[^\n]*|\.\.\.|\.\.|\|\|?|(?<=\s)step(?=\s+[\w(\[-])")


def _with_ranges(scalar: Scalar, refuse: Callable[[int, int, str, str], SpecError]) -> str:
    """Return the text with `..` outside strings replaced by ` |`, which `ast` can read, and so `step`: of the same length."""

    def replace(match: re.Match[str]) -> str:
        written = match.group()
        if written == "|":
            raise refuse(
                match.start(), 1, "the operator `|`", "use `or`; write a range as 1..9, and an absolute value as abs(...)"
            )
        if written == "||":
            raise refuse(match.start(), 2, "`||`", "write `or`")
        if written == "...":
            raise refuse(match.start(), 3, "`...`", "write a range with two dots, as in 1..9")
        if written == "step":
            return "  | " if _ends_with_operand(scalar.text[: match.start()].rstrip()) else written
        return " |" if written == ".." else written

    return _STRING_OR_RANGE.sub(replace, scalar.text)


def _ends_with_operand(before: str) -> bool:
    """Check whether a text ends with an operand: after one, `step` is no name, which follows an operator or a keyword."""
    word = re.search(r"\w+$", before)
    return not iskeyword(word.group()) if word else before.endswith((")", "]"))


def subtraction_for_range(node: Expression) -> str:
    """Return advice on `1-4` where a list has to stand; empty if the expression is not a subtraction of two whole numbers.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> subtraction_for_range(parse(read_text("values: 1-4").get("values")))
    'a range is written 1..4; `1-4` is a subtraction'
    """
    if not isinstance(node, Binary) or node.operator != "-":
        return ""
    ends = [node.left, node.right]
    if not all(isinstance(end, Constant) and isinstance(end.value, int) for end in ends):
        return ""
    return f"a range is written {node.left.span.text}..{node.right.span.text}; `{node.span.text}` is a subtraction"


def _example(beside: foreign.Foreign) -> str:
    """Return advice on two values that stand side by side."""
    _, has_example, example = beside.help.partition(", as in ")
    return (
        f"write {example}"
        if has_example
        else "write an operator such as == between them; a function has its arguments in parentheses: f(x)"
    )
