"""The pens that symbols are drawn with: for what is printed, what was found, what lies behind values, and in each colour."""

from __future__ import annotations

from dataclasses import dataclass

from gridwright.compiler.language.look import Look

from .options import COLOUR, COLOURS

DARK = frozenset(name for name, colour in COLOURS.items() if colour.ink != COLOURS["grey"].ink)


@dataclass(frozen=True, slots=True)
class Pen:
    """The styles for surfaces of ink, for surfaces of paper with an outline of ink, and for lines; `ink` is for texts."""

    solid: str
    hollow: str
    line: str
    ink: str = "corner"


PRINTED = Pen("post-given", "island", "mirror-given")
FOUND = Pen("post", "found-white", "mirror", "found")
BEHIND = Pen("mark", "mark", "mark-line")  # behind a value


def pen_for(look: Look, *, given: bool = True, behind: bool = False, colour: str = "") -> Pen:
    """Return the pen for a look; `colour` counts where the look has none."""
    name = look.option(COLOUR, colour)
    if behind:
        return Pen(f"tint-{name}", f"tint-{name}", f"line-{name}-thin") if name else BEHIND
    if name:
        ink = "clue-on-dark" if name in DARK else "corner" if given else "found"
        return Pen(f"solid-{name}", f"filled-{name}" + ("" if given else "-found"), f"stroke-{name}", ink)
    return PRINTED if given else FOUND
