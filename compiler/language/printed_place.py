"""Where in the puzzle's own file the reason lies, if a rule of a library has none: a clue, an area, or the board."""

from __future__ import annotations

from ..geometry.area import Area
from ..geometry.clue import Clue
from ..library import PLACE
from ..records import dataclass, replace
from ..syntax.diagnostics import Diagnostic, Note, SpecError
from ..syntax.span import Span
from ..syntax.yaml_nodes import Mapping
from .scope import Scope
from .spec import Spec


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A clue, an area or a board in the puzzle's file: its span, its words for a message, and advice."""

    span: Span
    words: str
    help: str


def is_in_library(spec: Spec, span: Span) -> bool:
    """Check whether a place is not in the puzzle's own file."""
    return span.source is not spec.document.span.source


def printed_place(spec: Spec, rule: Span, grid: str, scope: Scope) -> PrintedPlace | None:
    """Return the printed place that an instance of a library's rule is about; None if the rule stands in the puzzle's own file.

    It is the clue or the area that a loop of the rule is at, the innermost first, and otherwise the board.
    """
    if not is_in_library(spec, rule):
        return None
    own = spec.document.span.source
    areas = {id(area): span for board in spec.grids for kind in board.kinds for area, span in zip(kind, kind.spans, strict=False)}
    for value in reversed([*scope.local.values()]):
        if isinstance(value, Clue) and value.span.source is own:
            return PrintedPlace(value.span, "this clue", "correct the clue, or the cells that it counts")
        if isinstance(value, Area) and id(value) in areas and areas[id(value)].source is own:
            return PrintedPlace(areas[id(value)], "this area", "correct the cells of the area")
    return PrintedPlace(_board(spec, grid), "this board", "correct the size of the board, or use another library")


def _board(spec: Spec, name: str) -> Span:
    grids = spec.document.get("grids")
    if isinstance(grids, Mapping) and grids.get(name) is not None:
        return grids.key(name).span
    node = spec.document.get("grid")
    assert node is not None
    size = node.get("size") if isinstance(node, Mapping) else None
    return spec.document.key("grid").span if isinstance(node, Mapping) and size is None else (size or node).span


def move_error(spec: Spec, problem: SpecError, grid: str, scope: Scope) -> SpecError:
    """Return an error that was met in a rule of a library of the language as one at what the puzzle prints.

    Libraries of the language are right: it is the puzzle that they do not go with. Those of a user's own may be wrong.
    """

    def move(diagnostic: Diagnostic) -> Diagnostic:
        if diagnostic.span is None or not diagnostic.span.source.path.startswith(f"{PLACE}/"):
            return diagnostic
        where = printed_place(spec, diagnostic.span, grid, scope)
        if where is None:
            return diagnostic
        notes = (Note(f"it is met here, in a library, for {where.words}", diagnostic.span), *diagnostic.notes)
        return replace(diagnostic, span=where.span, notes=notes, help=diagnostic.help or where.help)

    return SpecError(map(move, problem.diagnostics))
