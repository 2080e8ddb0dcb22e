"""The pens that symbols are drawn with: for what is printed, what was found, what lies behind values, and in each colour."""

from __future__ import annotations

from gridwright.compiler.language.look import Look
from gridwright.compiler.records import dataclass

from .options import COLOUR, COLOURS

DARK = frozenset(name for name, colour in COLOURS.items() if colour.ink != COLOURS["grey"].ink)


@dataclass(frozen=True, slots=True)
class Pen:
    """The styles for surfaces of ink, for surfaces of paper with an outline of ink, and for lines; `ink` is for texts."""

    solid: str
    hollow: str
    line: str
    ink: str = "corner"


PRINTED = Pen("ink", "island", "mirror-given")  # of clues
GIVEN = Pen("post-given", "stone-white", "mirror-given")
FOUND = Pen("post", "found-white", "mirror", "found")
BEHIND = Pen("mark", "mark", "mark-line")  # behind a value


def pen_of_clue(look: Look, colour: str = "") -> Pen:
    """Return the pen for a clue; `colour` counts where the look has none."""
    return _coloured_pen(look.option(COLOUR, colour), "") or PRINTED


def pen_of_value(look: Look, *, given: bool) -> Pen:
    """Return the pen for a value of a layer."""
    return _coloured_pen(look.option(COLOUR), "" if given else "-found") or (GIVEN if given else FOUND)


def pen_behind(look: Look) -> Pen:
    """Return the pen for what lies behind values."""
    name = look.option(COLOUR)
    return Pen(f"tint-{name}", f"tint-{name}", f"line-{name}-thin") if name else BEHIND


def _coloured_pen(name: str, suffix: str) -> Pen | None:
    ink = "clue-on-dark" if name in DARK else "found" if suffix else "digit"
    return Pen(f"solid-{name}", f"filled-{name}{suffix}", f"stroke-{name}", ink) if name else None
