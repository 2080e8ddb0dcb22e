"""The options that stand behind the word of a glyph: colours, thickness, directions.

A colour is never the only sign: a line of each colour has a pattern of its own, the dashes of a light stroke along its middle.
"""

from __future__ import annotations

from collections.abc import Mapping

from gridwright.compiler.language.look import Option
from gridwright.compiler.records import dataclass

from .text_metrics import ARROWS


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as `line` below numbers, `solid` for symbols, `tint` to fill cells, `ink` for texts on that.

    `core`: the dashes along the middle of a line.
    """

    line: str
    solid: str
    tint: str
    core: str = ""
    ink: str = "#111111"


COLOURS: Mapping[str, Colour] = {
    "grey": Colour("#bcbcbc", "#777777", "#d6d6d6"),
    "purple": Colour("#c7a0dd", "#7b3fa0", "#e9dbf2", "0.1 6"),
    "green": Colour("#98cd8b", "#2c7a30", "#daeed5", "8 6"),
    "blue": Colour("#9ac2ea", "#2b5fa8", "#d8e6f6", "2.5 5"),
    "pink": Colour("#f2abc9", "#b2307c", "#fadfeb", "10 4 0.1 4"),
    "orange": Colour("#f2bb80", "#b05800", "#fbe4ca", "14 5"),
    "teal": Colour("#8acdc5", "#006d67", "#d1eeea", "0.1 11"),
    "yellow": Colour("#e8d662", "#8f7400", "#fbf2c0", "5 9"),
    "red": Colour("#e99b9b", "#b3261e", "#f6d8d6", "3 3"),
    "brown": Colour("#c6a88c", "#6d4526", "#eaded2", "14 4 3 4"),
    "black": Colour("#8a8a8a", "#111111", "#2b2b2b", "1 4", "#ffffff"),
    "white": Colour("#f0f0f0", "#a8a8a8", "#ffffff"),
}

COLOUR = Option("colour", tuple(COLOURS))
WEIGHT = Option("thickness", ("thin", "thick"))
DIRECTION = Option("direction", tuple(ARROWS))
PILL = Option("number of cells in the pill", ("0", "1", "2", "3", "4"))
SLOPE = Option("slope", ("rising", "falling"))
