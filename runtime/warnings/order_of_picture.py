"""Lines that are drawn as a picture with labels, which has no order."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import Diagnostic

from .drawn_areas import drawn_kinds
from .warning_kind import WarningKind

# Ways of drawing that follow the order of the cells: of the first ones it matters where they begin.
DIRECTED, OTHERS = ("thermo", "arrow"), ("line", "between")


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    for drawn in drawn_kinds(spec):
        kind = drawn.kind
        is_directed = drawn.is_picture and (drawn.display in DIRECTED or _increases(spec, kind.name))
        is_line = is_directed or (drawn.is_picture and drawn.display in OTHERS)
        for area, span in zip(kind, kind.spans, strict=True) if is_line else ():
            if len(area) > 1 and (is_directed or not _is_along(drawn.board, area)):
                cells = " ".join(cell.name for cell in area)
                shown = cells if len(area) <= 12 else " ".join(cell.name for cell in area[:12]) + " ..."
                message = f"a picture does not say in which order a line passes its cells; `{area.name}` is read as {shown}"
                help = f"list the cells in the order of the line: `{kind.name}: {{{area.name}: {shown}}}`"
                yield Diagnostic(ORDER_OF_PICTURE, message, span, help=help)


def _increases(spec: Spec, kind: str) -> bool:
    """Check whether a rule says that a layer increases along each area of a kind, as in `increasing(number[t])`."""
    for rule in spec.rules:
        nodes = [*e.walk(rule.expression)]
        loops = [part for part in rule.context if isinstance(part, e.Loop)]
        loops += [loop for node in nodes if isinstance(node, e.Comprehension) for loop in node.loops]
        names = {name for loop in loops if _is_name(loop.values, {kind}) for name in loop.pattern.names()}
        read = [node.arguments[0] for node in nodes if isinstance(node, e.Call) and node.name == "increasing" and node.arguments]
        if any(isinstance(expression, e.Subscript) and _is_name(expression.index, names) for expression in read):
            return True
    return False


def _is_name(node: e.Expression, names: set[str]) -> bool:
    return isinstance(node, e.Name) and node.name in names


def _is_along(board: Board, area: Area) -> bool:
    """Check whether the cells can only be passed in this order or backwards: each touches those before and after it alone."""
    at = {cell: number for number, cell in enumerate(area)}
    beside = (
        (at[cell], {at[other] for other in (*board.touching(cell), *board.neighbors(cell)) if other in at}) for cell in area
    )
    return all(neighbour == {number - 1, number + 1} & {*at.values()} for number, neighbour in beside)


ORDER_OF_PICTURE = WarningKind(
    label="order-of-picture",
    words="A picture with labels draws lines, such as thermometers; their cells are taken in reading order.",
    example="""\
gridwright: 1
use: [sudoku, thermo]
grid: 4x4
areas:
  thermos: |
    . a a a
    . . . .
    . . . .
    . . . .
""",
    find=_find,
)
