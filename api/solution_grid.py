"""Finished grids as programs read them: layers by name, values by row and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import overload

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass, fields
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.svg import svg
from gridwright.runtime.output.reports.report import layer_as_json
from gridwright.runtime.solving.outcome import Outcome, Solution


class SolutionGrid(Mapping[tuple[str, str], tuple[Value, ...]]):
    """The values of all layers. `grid["number"]` is a layer; with several boards, `grid["left", "number"]` or `grid.layer(...)`.

    As a mapping it has the values of each layer in the order of its places, by the names of its board and itself.

    >>> import gridwright
    >>> spec = gridwright.load_text("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: ['x[r1c1] < x[r1c2]']\\n")
    >>> grid = gridwright.solve(spec).solutions[0].grid
    >>> grid["x"].to_list(), grid["x"][0, 1], grid["x"]["r1c2"], grid["", "x"]
    ([[1, 2]], 2, 2, (1, 2))
    """

    def __init__(self, spec: Spec, values: Assignment) -> None:
        self.spec = spec
        self.values_by_layer = values

    @overload
    def __getitem__(self, key: str) -> SolvedLayer: ...

    @overload
    def __getitem__(self, key: tuple[str, str]) -> tuple[Value, ...]: ...

    def __getitem__(self, key: str | tuple[str, str]) -> SolvedLayer | tuple[Value, ...]:
        """Return a layer by its name, or its values by the names of board and layer. Raise `KeyError` if there is none."""
        if isinstance(key, str):
            return self.layer(key)
        return self.values_by_layer[key]

    def layer(self, name: str, board: str | None = None) -> SolvedLayer:
        """Return a layer. `board`: its board, if several have a layer of that name. Raise `KeyError` if there is none."""
        layers = [layer for layer in self.spec.layers if layer.name == name and board in (None, layer.grid)]
        if len(layers) == 1:
            return SolvedLayer(self.spec, layers[0], self.values_by_layer[layers[0].grid, name])
        if layers:
            boards = ", ".join(layer.grid for layer in layers)
            example = f"grid.layer({name!r}, {layers[0].grid!r})"
            raise KeyError(f"several boards have a layer `{name}`: name one of {boards}, as in {example}")
        names = list(dict.fromkeys(layer.name for layer in self.spec.layers))
        raise KeyError(f"there is no layer `{name}`; {did_you_mean(name, names) or 'the layers are: ' + ', '.join(names)}")

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over the names of boards and layers."""
        return iter(self.values_by_layer)

    def __len__(self) -> int:
        """Return the number of layers."""
        return len(self.values_by_layer)

    def __eq__(self, other: object) -> bool:
        """Compare the values of all layers."""
        return dict(self.values_by_layer) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash of the values, so that grids can be members of a set."""
        return hash(tuple(self.values_by_layer.items()))

    def __str__(self) -> str:
        """Return the visible layers as text."""
        visible = [layer for layer in self.spec.layers if not layer.hidden]
        texts = [str(self.layer(layer.name, layer.grid)) for layer in visible]
        if len(visible) == 1:
            return texts[0]
        names = [f"{layer.grid} {layer.name}:".strip() for layer in visible]
        return "\n".join(f"{name}\n{text}" for name, text in zip(names, texts, strict=True))

    def __repr__(self) -> str:
        """Return a short text, because the values may be many."""
        return f"<SolutionGrid of {self.spec.path}: {', '.join(layer.name for layer in self.spec.layers)}>"

    def _repr_svg_(self) -> str:
        return svg(picture(self.spec, self.values_by_layer))


@dataclass(frozen=True, eq=False, repr=False)
class SolvedLayer:
    """A layer of a finished grid.

    A layer on all cells has rows: iterate over them, or write `layer[row, column]` with numbers from 0. `layer["r1c2"]` is the
    value of a place, as specs write it. Other layers, such as one on borders, have their values in the order of `places`.
    """

    spec: Spec
    layer: Layer
    values: tuple[Value, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Return the names of the places, in the order of `values`: `r1c1`, `r1c2`, ..."""
        return tuple(self.layer.place_name(position) for position in range(len(self.layer.places)))

    @property
    def has_rows(self) -> bool:
        """Check whether it lies on the cells of the board."""
        return not self.layer.single and bool(self.layer.places) and all(isinstance(place, Cell) for place in self.layer.places)

    @property
    def rows(self) -> tuple[tuple[Value, ...], ...]:
        """Return the rows of a layer on cells, `BLANK` where the board has a hole; for other layers one row with all values."""
        if not self.has_rows:
            return (self.values,)
        board = self.spec.grid(self.layer.grid).board
        by_cell = dict(zip(self.layer.places, self.values, strict=True))
        return tuple(
            tuple(by_cell.get(board.at(row, column), BLANK) for column in range(length))
            for row, length in enumerate(board.row_lengths)
        )

    def __getitem__(self, key: int | tuple[int, int] | str) -> Value | tuple[Value, ...]:
        """Return a row, a value by row and column from 0, or a value by the name of its place.

        Raise `IndexError` or `KeyError` if the board has no such place.
        """
        if isinstance(key, str):
            if key not in self.places:
                raise KeyError(f"the layer `{self.layer.name}` has no place `{key}`; its places are {self._extent}")
            return self.values[self.places.index(key)]
        items = self.rows if self.has_rows else self.values
        try:
            return items[key] if isinstance(key, int) else self.rows[key[0]][key[1]]
        except IndexError:
            raise IndexError(f"the layer `{self.layer.name}` has no place {key}; its places are {self._extent}") from None

    @property
    def _extent(self) -> str:
        if not self.places:
            return "none"
        if not self.has_rows:
            return f"{self.places[0]} to {self.places[-1]}"
        board = self.spec.grid(self.layer.grid).board
        return f"[0, 0] to [{board.height - 1}, {board.width - 1}], or {self.places[0]} to {self.places[-1]}"

    def __iter__(self) -> Iterator[Value | tuple[Value, ...]]:
        """Iterate over the rows, or over the values of a layer without rows."""
        return iter(self.rows if self.has_rows else self.values)

    def __len__(self) -> int:
        """Return the number of rows, or of values."""
        return len(self.rows if self.has_rows else self.values)

    def __eq__(self, other: object) -> bool:
        """Compare the values with those of another layer."""
        return self.values == other.values if isinstance(other, SolvedLayer) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash of the values."""
        return hash(self.values)

    def to_list(self) -> object:
        """Return a list of rows as `--json` has it: blank is None, fractions are texts; for a single place its value."""
        return layer_as_json(self.spec.grid(self.layer.grid), self.layer, self.values)

    def __str__(self) -> str:
        """Return a line for each row: `#` is true, `-` false, `.` blank."""
        texts = [[_sign(value) for value in row] for row in self.rows]
        width = max(len(text) for row in texts for text in row)
        return "\n".join(" ".join(text.rjust(width) for text in row) for row in texts)

    def __repr__(self) -> str:
        """Return a short text."""
        return f"<SolvedLayer {self.layer.name} of {self.spec.path}>"

    def _repr_svg_(self) -> str:
        return svg(picture(self.spec, {(self.layer.grid, self.layer.name): self.values}))


def _sign(value: Value) -> str:
    if isinstance(value, bool):
        return "#" if value else "-"
    return "." if value is BLANK else str(value)


@dataclass(frozen=True, eq=False)
class GridSolution(Solution):
    """A solution whose grid has its layers by name."""

    grid: SolutionGrid


@dataclass(frozen=True, eq=False)
class GridOutcome(Outcome):
    """An outcome whose solutions have grids with layers by name."""

    solutions: tuple[GridSolution, ...]


def with_grids(spec: Spec, outcome: Outcome) -> GridOutcome:
    """Return an outcome whose solutions have grids with layers by name."""
    known = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    solutions = tuple(
        GridSolution(SolutionGrid(spec, solution.grid), solution.answer, solution.worth) for solution in outcome.solutions
    )
    return GridOutcome(**{**known, "solutions": solutions, "spec": spec})
