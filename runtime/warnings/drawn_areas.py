"""Kinds of areas as the puzzle's own file writes them; for the warnings about them."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.call_binding import call
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.semantics import Semantics
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar

from .names_used import parts_of


@dataclass(frozen=True, slots=True)
class DrawnKind:
    """A kind of areas with its board, whether it is a picture with a label for each area, and the word of its display."""

    kind: AreaKind
    board: Board
    is_picture: bool
    display: str


def drawn_kinds(spec: Spec) -> Iterator[DrawnKind]:
    """Yield the kinds of areas that the puzzle itself writes, those of several boards once."""
    seen = set()
    nodes = [node for part in parts_of(spec) if isinstance(areas := part.get("areas"), Mapping) for _, node in areas.items]
    for grid in spec.grids:
        for kind in grid.kinds:
            node = next((node for node in nodes if kind.spans and node.span.holds(kind.spans[0])), None)
            if node is not None and kind.spans[0] not in seen:
                seen.add(kind.spans[0])
                look = spec.display.get(kind.name)
                yield DrawnKind(kind, grid.board, isinstance(node, Scalar), look.word if look else "")


def is_connected(board: Board, area: Area) -> bool:
    """Check whether the cells of an area are connected, as the function `connected` of the language does."""
    return call(all_functions()["connected"], [area], board, Semantics()) is True
