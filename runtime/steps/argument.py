"""Arguments: why places that hang together, or that add up, leave no other value."""

from __future__ import annotations

from enum import Enum

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from .fact import Fact

Spot = tuple[str, Value]  # the name of a grid, and a place of its board


class ArgumentKind(Enum):
    """What would be wrong otherwise."""

    CUT_OFF = "cut off"
    SMALL_LOOP = "small loop"
    TOO_SMALL = "cannot grow"
    TOO_LARGE = "too large"
    JOINED = "joined"
    APART = "apart"
    TOO_LITTLE = "too little"
    TOO_MUCH = "too much"


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """What would be wrong if a step's conclusion were not true, shown by its premises alone.

    - `CUT_OFF`: the places `inside` could not be joined to others that belong to them; `around` keeps them apart.
    - `SMALL_LOOP`: the places `inside` would be a closed loop, and others would be left out.
    - `TOO_SMALL`: the group of the first place could only have the places `inside`, at most `number`; `around` ends it.
    - `TOO_LARGE`: the places `inside` would be in one group, at least `number`.
    - `JOINED`: the places `inside` would lead from the first to the last.
    - `APART`: the first place could only be joined to the places `inside`; `around` ends it.
    - `TOO_LITTLE`, `TOO_MUCH`: the places `inside` could only add up to `number` at most, or at least. If `counted` is a fact
      about one of them, the sum counts the places with the same value.

    `sure`: those of the places inside that are there for sure.
    """

    kind: ArgumentKind
    inside: tuple[Spot, ...]
    around: tuple[Spot, ...] = ()
    number: int | None = None
    sure: tuple[Spot, ...] = ()
    counted: Fact | None = None


def spot_of(variable: Variable) -> Spot:
    """Return where the place of a variable is."""
    return (variable.layer.grid, variable.layer.places[variable.position])
