"""SVG -> PNG, by resvg: a wheel without system libraries, an extra of the package."""

from __future__ import annotations

import functools

from .scene import Label, Scene
from .svg import svg

MOST_PIXELS = 64_000_000  # about 250 MB while it is drawn
USUAL_SCALE = 2.0
USUAL_SIDE = 4096  # pixels, to which a large picture is drawn smaller unless a scale is asked for


class NoPng(Exception):
    """A picture that cannot be drawn as PNG on this machine, or not in this size."""


def png(scene: Scene, *, scale: float | None = None) -> bytes:
    """A PNG with `scale` pixels to a unit of the scene: 2, or less where the picture would be very large, unless it is said.

    `NoPng` is raised where the extra is not installed, where there is no font, and for pictures of more than 64 million pixels.
    """
    chosen = scale if scale is not None else min(USUAL_SCALE, USUAL_SIDE / max(scene.width, scene.height))
    wide, high = round(scene.width * chosen), round(scene.height * chosen)
    if wide * high > MOST_PIXELS:
        raise NoPng(f"a picture of {wide:,} by {high:,} pixels is too large; use a smaller --scale")
    if any(isinstance(item, Label) for item in scene.items) and not _has_fonts():
        raise NoPng("this machine has no fonts for the texts of a PNG; install one (Debian: fonts-dejavu-core), or write SVG")
    return _drawn(svg(scene), chosen)


def _drawn(document: str, zoom: float) -> bytes:
    try:
        import resvg_py  # noqa: PLC0415 (an extra: only who asks for PNG needs it)
    except ImportError:
        raise NoPng("PNG needs resvg: pip install resvg-py, or in a clone of the repository pip install '.[pictures]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, zoom=zoom))


@functools.cache
def _has_fonts() -> bool:
    """Whether a letter leaves anything on paper: texts without a font are left out without a word."""
    return _drawn(svg(Scene(20, 20, (Label("given", (10, 10), "8", 20),))), 1) != _drawn(svg(Scene(20, 20, ())), 1)
