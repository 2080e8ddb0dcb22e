"""The styles of a picture, in drawing order: later ones lie on top.

You can tell everything apart in black and white: by weight, dashes, fill, and the grey that a colour prints.
"""

from __future__ import annotations

from collections.abc import Mapping

from .options import COLOURS, WEIGHT

INK = "#111111"
FOUND = "#2b6699"  # prints as a middle grey
ALARM = "#c4161c"
PAPER = "#ffffff"


def _line(colour: str, width: float, *, dashes: str = "", cap: str = "round") -> Mapping[str, str]:
    attributes = {
        "fill": "none",
        "stroke": colour,
        "stroke-width": f"{width:g}",
        "stroke-linecap": cap,
        "stroke-linejoin": "round",
    }
    return {**attributes, "stroke-dasharray": dashes} if dashes else attributes


def _surface(fill: str, outline: str = "", width: float = 1.5) -> Mapping[str, str]:
    attributes = {"fill": fill}
    return {**attributes, "stroke": outline, "stroke-width": f"{width:g}", "stroke-linejoin": "round"} if outline else attributes


def _text(fill: str, *, bold: bool = False, halo: bool = False) -> Mapping[str, str]:
    attributes = {"fill": fill, "font-weight": "bold"} if bold else {"fill": fill}
    if halo:  # a rim of paper, so that lines below do not touch the text
        attributes |= {"stroke": PAPER, "stroke-width": "3", "stroke-linejoin": "round", "paint-order": "stroke"}
    return attributes


def _of_lines() -> Mapping[str, Mapping[str, str]]:
    """Return the styles of lines through cells, in each colour and thickness, with the dashes along their middle."""
    widths = {"": 9.0, **{f"-{weight}": width for weight, width in zip(WEIGHT.words, (5.0, 14.0), strict=True)}}
    lines = {f"line-{name}{weight}": _line(colour.line, widths[weight]) for name, colour in COLOURS.items() for weight in widths}
    cores = {f"core-{name}": _line(PAPER, 1.8, dashes=colour.core) for name, colour in COLOURS.items() if colour.core}
    return {**lines, **cores}


STYLES: Mapping[str, Mapping[str, str]] = {
    "paper": _surface(PAPER),
    "hole": _surface("#2b2b2b", "#8c8c8c", 0.8),
    "open": _surface("#fff4d6"),  # cells that two solutions, or candidates, leave open
    "culprit": _surface("#fbdcdc"),
    "tint": _surface("#e3e3e3"),
    **{f"tint-{name}": _surface(colour.tint) for name, colour in COLOURS.items()},
    "mark": _surface("#d9d9d9"),
    "shade": _surface("#c3cdd6"),
    "shade-given": _surface("#9aa0a6"),
    "piece": _surface("#e4ecf3", FOUND, 2),
    "stone-white": _surface(PAPER, INK, 1.6),
    "stone-black": _surface(INK, INK, 1.6),
    "arm": _line("#9db4c7", 8),
    "arm-given": _line("#8a8a8a", 8),
    **_of_lines(),
    "bulb": _surface("#c4c4c4"),
    "tube": _line("#c4c4c4", 11),
    "shaft": _line("#8c8c8c", 2.6),
    **{f"end-{name}": _surface(colour.line) for name, colour in COLOURS.items()},
    "pill-rim": _line("#8c8c8c", 33),
    "pill": _line(PAPER, 28),
    "ring": _surface(PAPER, "#8c8c8c", 2.6),
    "mark-line": _line("#9a9a9a", 2),
    "thin": _line("#8c8c8c", 0.8, cap="butt"),
    "faint": _line("#d4d4d4", 0.8, cap="butt"),
    "diagonal": _line("#a8a8a8", 1, cap="butt"),
    "point": _surface("#4a4a4a"),
    "cage": _line(INK, 1.1, dashes="3.2 2.4", cap="butt"),
    "seam": _line(INK, 1.8, dashes="6 5", cap="butt"),
    "thick": _line(INK, 2.8),
    "area": _line(FOUND, 2.6),
    "wall": _line(FOUND, 3.4),
    "wall-given": _line(INK, 3.4),
    "curve": _line(FOUND, 4.2),
    "curve-given": _line(INK, 4.2),
    "bridge": _line(FOUND, 2.4, cap="butt"),
    "bridge-given": _line(INK, 2.4, cap="butt"),
    "mirror": _line(FOUND, 3),
    "mirror-given": _line(INK, 3.4),
    "found-white": _surface(PAPER, FOUND, 1.8),
    "found-black": _surface(FOUND, FOUND, 1.8),
    "spot": _line(FOUND, 3),
    "spot-given": _line(INK, 3),
    "post": _surface(FOUND),
    "post-given": _surface(INK),
    "cut": _line("#777777", 1.3),
    "cut-given": _line(INK, 1.6),
    "island": _surface(PAPER, INK, 1.5),
    **{f"filled-{name}": _surface(colour.tint, INK) for name, colour in COLOURS.items()},
    **{f"filled-{name}-found": _surface(colour.tint, FOUND, 1.8) for name, colour in COLOURS.items()},
    "ink": _surface(INK),
    **{f"solid-{name}": _surface(colour.solid) for name, colour in COLOURS.items()},
    "solid-white": _surface(PAPER, INK, 1),
    **{f"stroke-{name}": _line(colour.solid, 2.6) for name, colour in COLOURS.items()},
    "differing": _line("#b35c00", 2.4),
    "differing-letter": _text("#b35c00", bold=True, halo=True),
    "premise": _line("#1f5fa8", 1.8, dashes="3 2", cap="butt"),
    "conflict": _line(ALARM, 2.4, dashes="5 2.5", cap="butt"),
    "plate": _surface(PAPER),
    "dot-white": _surface(PAPER, INK, 1.3),
    "dot-black": _surface(INK, INK, 1.3),
    **{f"dot-{name}": _surface(colour.tint, INK, 1.3) for name, colour in COLOURS.items() if name not in ("white", "black")},
    "sign": _line(INK, 1.8),
    "bar": _line(INK, 4.5, cap="butt"),
    **{f"bar-{name}": _line(colour.solid, 4.5, cap="butt") for name, colour in COLOURS.items()},
    "pointer": _line(INK, 1.5),
    "pointer-on-dark": _line(PAPER, 1.5),
    "candidate": _text("#5a5a5a"),
    "letter": _text(FOUND),
    "letter-given": _text(INK, bold=True),
    "found": _text(FOUND),
    "given": _text(INK, bold=True),
    "clue": _text(INK, halo=True),
    "clue-on-dark": _text(PAPER),
    "digit": _text(INK),
    "digit-on-dark": _text(PAPER),
    "corner": _text(INK, halo=True),
    "outside": _text(INK),
    "outside-other": {**_text(INK), "font-style": "italic"},
    "name": _text("#444444"),
    "title": _text(INK, bold=True),
    "conflict-badge": _surface(ALARM, PAPER, 1),
    "conflict-sign": _text(PAPER, bold=True),
}

ORDER = {style: at for at, style in enumerate(STYLES)}
FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
