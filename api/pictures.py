"""Draw puzzles."""

from __future__ import annotations

from typing import Literal, overload

from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.png import png
from gridwright.runtime.output.pictures.svg import svg

from .arguments import SpecSource, number, spec_of, word
from .judging import GridSource, partial_values

LEAST_SCALE = 0.05


@overload
def render(
    spec: SpecSource,
    grid: GridSource | None = None,
    *,
    format: Literal["svg"] = "svg",
    title: bool = True,
    scale: float = 1.0,
) -> str: ...


@overload
def render(
    spec: SpecSource,
    grid: GridSource | None = None,
    *,
    format: Literal["png"],
    title: bool = True,
    scale: float = 1.0,
) -> bytes: ...


def render(
    spec: SpecSource, grid: GridSource | None = None, *, format: str = "svg", title: bool = True, scale: float = 1.0
) -> str | bytes:
    """Draw a puzzle as it is printed, with the values of `grid` if there is one: SVG as a text, PNG as bytes.

    `spec` and `grid`: as for `judge`; places of the grid may be open. `format`: `svg` or `png`. `scale`: 1 draws cells 40 pixels
    wide. Raise `SpecError` if the spec or the grid is wrong.

    >>> render("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\n", [[1, None]]).count("<text")
    1
    """
    loaded = spec_of(spec)
    wanted = word(format, "format", ("svg", "png"))
    zoom = number(scale, "scale", least=LEAST_SCALE)
    scene = picture(loaded, {} if grid is None else partial_values(loaded, grid), titled=bool(title))
    return svg(scene, scale=zoom) if wanted == "svg" else png(scene, scale=zoom)
