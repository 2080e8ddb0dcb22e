"""A cache that interpreters over the same values share."""

from __future__ import annotations

from collections.abc import Sequence

from ..geometry.board import Board
from ..records import dataclass, field
from ..values import Field, Value
from .spec import Define, Layer, Spec
from .subexpression_cache import Key, SubexpressionCache


@dataclass(frozen=True, slots=True, eq=False)
class InterpreterCache:
    """The values of definitions that read no layer, which definitions do read one, and the fields of layers.

    `derived`: the fields of layers after `not`, by the field's identity; they live as long as the fields of layers do.
    `once`: the values of other expressions that read no layer; `board_values`: those of the names of geometry. `groups`: while
    compiling, the calls of definitions that came to the group of a place, each with its arguments.
    """

    constants: dict[tuple[Define, Board | None], Value] = field(default_factory=dict)
    varying: set[tuple[Define, Board | None]] = field(default_factory=set)
    fields: dict[Layer, Field] = field(default_factory=dict)
    derived: dict[int, Field] = field(default_factory=dict)
    once: SubexpressionCache = field(default_factory=SubexpressionCache)
    board_values: dict[tuple[Board, str], Value] = field(default_factory=dict)
    groups: dict[Key, tuple[Value, Sequence[Value]]] = field(default_factory=dict)

    @classmethod
    def of(cls, spec: Spec, once: SubexpressionCache | None = None) -> InterpreterCache:
        """Return a cache with the constants that were evaluated while a spec was read, and with what was found in `once`."""
        cache = cls(once=once or SubexpressionCache())
        cache.constants.update(((define, grid.board), value) for grid in spec.grids for define, value in grid.constants.items())
        return cache

    def forget_grid(self) -> None:
        """Forget the values of the layers, which are others now. What was prepared for these fields goes on with them."""
        self.derived.clear()
        for layer_field in self.fields.values():
            layer_field.forget()

    def on_another_grid(self) -> InterpreterCache:
        """Return a cache for other values of the layers. Both share all values that depend on no layer."""
        return InterpreterCache(self.constants, self.varying, {}, {}, self.once, self.board_values)
