"""Take the value of a clue apart: the direction in it, the colour in it, and the text that is left."""

from __future__ import annotations

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Direction
from gridwright.compiler.language.look import Look
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from .style_rules import BLACK, WHITE, StyleRules
from .text_metrics import text_of

UNKNOWN = "?"  # the text of a clue whose number is not known; a glyph may leave it out


@dataclass(frozen=True, slots=True)
class ClueValue:
    """The parts of a clue: `colour` is black, white, grey or empty; `members` are the texts of all other parts.

    `true` has no text: where it stands, something is marked.
    """

    direction: Direction | None
    colour: str
    members: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the remaining members as one text."""
        return " ".join(self.members)


def parts_of(value: Value) -> ClueValue:
    """Return the parts of a value.

    >>> parts_of(["black", 5])
    ClueValue(direction=None, colour='black', members=('5',))
    """
    members = list(value) if isinstance(value, (list, tuple)) else [value]
    direction = next((member for member in members if isinstance(member, Direction)), None)
    colour = next((named for member in members if (named := _colour(member))), "")
    rest = [member for member in members if member is not direction and member is not True and not _colour(member)]
    return ClueValue(direction, colour, tuple(map(text_of, rest)))


def text_in(clue: Clue, look: Look, styling: StyleRules) -> str:
    """Return the text that stands on a symbol: nothing if the symbol itself is what the value means."""
    if look.template:
        return styling.text(clue)
    return parts_of(clue.value).text


def _colour(value: Value) -> str:
    if not isinstance(value, str):
        return ""
    return "black" if value in BLACK else "white" if value in WHITE else "grey" if value == "grey" else ""
