"""The records of a valid spec: what was read, checked and named, before any of it means anything to a solver.

The judge and the compiler both start from here. Places, areas and clues are objects of `geometry`; rules, definitions and the
answer are expressions with their places in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ..geometry.area import AreaKind
from ..geometry.board import Board
from ..geometry.clue import ClueGroup
from ..geometry.places import Border, Cell, Corner, Link
from ..limits import USUAL, Limits
from ..records import dataclass, field
from ..syntax.span import Span
from ..syntax.syntax_tree import Expression, Loop
from ..syntax.yaml_nodes import Mapping as SourceMapping
from ..values import BLANK, Number, Value
from .look import Look
from .number_sets import NumberSet
from .pictured import Pictured
from .scope import Scope


@dataclass(frozen=True, eq=False)
class Layer:
    """One kind of unknown: a value from `values`, or blank where `blank` says so, at each place.

    `over` is the word or expression that was written: `cells`, `links`, `rows`, `1..9`; `grid` makes a single unknown.
    """

    name: str
    grid: str
    over: str
    places: tuple[Value, ...]
    index: Mapping[Value, int]
    values: Sequence[Value]
    blank: bool
    hidden: bool
    says: str
    span: Span

    kind: ClassVar[str] = "a layer"

    @property
    def single(self) -> bool:
        """Check whether it is one unknown and not a field of them."""
        return self.over == "grid"

    @property
    def is_unbounded(self) -> bool:
        """Check whether its values are all integers or all rational numbers."""
        return type(self.values) is NumberSet

    def place_name(self, position: int) -> str:
        """Return the name of a place: `r1c2`, or `r1c1-r1c7` for a pair of cells; for two links or corners, all four cells."""
        place = self.places[position]
        if isinstance(place, tuple) and all(isinstance(part, (Cell, Link, Border, Corner)) for part in place):
            return "-".join(map(str, place))
        return str(place)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Given:
    """A printed value of a layer at one of its places, and where it is written."""

    layer: Layer
    position: int
    value: Value
    span: Span


@dataclass(frozen=True, eq=False)
class Define:
    """A named expression, or with parameters a function."""

    name: str
    parameters: tuple[str, ...]
    body: Expression
    span: Span

    kind: ClassVar[str] = "a definition"


@dataclass(frozen=True, eq=False)
class Let:
    """A name for a value inside a rule."""

    name: str
    value: Expression


@dataclass(frozen=True, eq=False)
class Rule:
    """A constraint: `expression` must hold for every binding of the loops for which the conditions hold.

    `context` is what stands around the expression, from the outside in: loops, names, conditions. `compares_answers`: it was made
    from an answer, in which all values are fixed; what has to be fixed before solving is then left to plain evaluation.
    """

    context: tuple[Loop | Let | Expression, ...]
    expression: Expression
    says: str
    name: str
    span: Span
    compares_answers: bool = False


@dataclass(frozen=True, eq=False)
class Grid:
    """One board with everything that carries a name on it.

    `constants`: the values of the definitions that were used while the layers were read.
    """

    board: Board
    layers: tuple[Layer, ...]
    givens: tuple[Given, ...]
    kinds: tuple[AreaKind, ...]
    clue_groups: tuple[ClueGroup, ...]
    names: Mapping[str, Value]
    words: Mapping[str, Value]
    constants: Mapping[Define, Value]

    kind: ClassVar[str] = "a grid"

    @property
    def name(self) -> str:
        """Return the grid's name; empty if there is only one grid."""
        return self.board.name

    @property
    def scope(self) -> Scope:
        """Return the scope of the grid's rules."""
        return Scope(self.names, self.words, self.board, {})

    def layer(self, name: str) -> Layer:
        """Return the layer of that name."""
        return next(layer for layer in self.layers if layer.name == name)

    def __str__(self) -> str:
        return self.name or "grid"


@dataclass(frozen=True, eq=False)
class Grids:
    """All grids of a spec, in the order written; indexed by name."""

    grids: tuple[Grid, ...]

    kind: ClassVar[str] = "all grids"

    def __len__(self) -> int:
        return len(self.grids)

    def __iter__(self) -> Iterator[Grid]:
        return iter(self.grids)

    def __getitem__(self, index: Any) -> Any:
        return self.grids[index]

    def __str__(self) -> str:
        return "grids"


def has_several_grids(scope: Scope) -> bool:
    """Check whether the spec of a scope has several grids, so that a place belongs to one of them."""
    grids = scope.names.get("grids")
    return isinstance(grids, Grids) and len(grids.grids) > 1


@dataclass(frozen=True, eq=False)
class Objective:
    """A number for each solution, or blank, to be maximized, or minimized if `maximize` is false."""

    expression: Expression
    maximize: bool

    def is_better(self, value: Value, than: Value) -> bool:
        """Check whether one objective value is better than another. Blank is worst."""
        if value is BLANK or than is BLANK:
            return value is not BLANK and than is BLANK
        return bool(value > than if self.maximize else value < than)


@dataclass(frozen=True, eq=False)
class Expected:
    """The results that the author expects.

    `solutions` is a number, or None for `any`; `difficulty` the least and the largest rating.
    """

    answer: Value | None = None
    objective: Number | None = None
    solutions: int | None = 1
    difficulty: tuple[Number, Number] | None = None
    solution: Mapping[tuple[str, str], tuple[Value, ...]] | None = None
    span: Span | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Spec(Pictured):
    """A whole valid spec.

    `answers` are by name; a single answer has the name ''. `answer_scope` is the objective's too. `display` says by name how
    something is drawn. `files` are the texts of the libraries that it takes from its own folder, by name. `limits` are
    those of all work on it.
    """

    path: str
    title: str
    text: str
    document: SourceMapping
    grids: Grids
    rules: tuple[Rule, ...]
    together: tuple[Rule, ...]
    objective: Objective | None
    answers: Mapping[str, Expression]
    expected: Expected
    display: Mapping[str, Look]
    answer_scope: Scope
    common_scope: Scope
    limits: Limits = USUAL
    files: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Spec {self.path}: {self.title!r}>"  # a notebook keeps it beside the picture; all fields are a megabyte

    @property
    def source(self) -> str:
        """Return the text of the spec as it was read."""
        return self.document.span.source.text

    def grid(self, name: str) -> Grid:
        """Return the grid of that name."""
        return next(grid for grid in self.grids if grid.name == name)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """Return all layers of all grids."""
        return tuple(layer for grid in self.grids for layer in grid.layers)
