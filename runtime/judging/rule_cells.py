"""Find the clues and places of a rule's instance, which a picture can mark on a board."""

from __future__ import annotations

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.scope import Scope


def clues_of(scope: Scope) -> tuple[Clue, ...]:
    """Return the clues of a rule's instance: those that its loops are bound to."""
    return tuple(value for value in scope.local.values() if isinstance(value, Clue))


def cells_of_rule(scope: Scope) -> tuple[object, ...]:
    """Return the clues of a rule's instance, or its places if it has none: what a picture marks."""
    places = (value for value in scope.local.values() if isinstance(value, (Cell, Link, Border, Corner, Area)))
    return clues_of(scope) or tuple(places)
