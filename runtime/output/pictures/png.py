"""Convert SVG to PNG with resvg, a wheel without system libraries."""

from __future__ import annotations

import functools

from .scene import Label, Scene
from .svg import svg

MAX_PIXELS = 64_000_000  # about 250 MB while it is drawn
DEFAULT_SCALE = 2.0
MAX_DEFAULT_SIDE = 4096  # pixels; without a given scale, a larger picture is scaled down to this


class NoPng(Exception):
    """An error: this machine cannot draw the picture as PNG, or not in this size."""


def png(scene: Scene, *, scale: float | None = None) -> bytes:
    """Return a PNG with `scale` pixels to a unit of the scene: by default 2, or fewer if the picture would be very large.

    Raise `NoPng` if resvg is missing, if there is no font, or if the picture has more than 64 million pixels.
    """
    zoom = scale if scale is not None else min(DEFAULT_SCALE, MAX_DEFAULT_SIDE / max(scene.width, scene.height))
    wide, high = round(scene.width * zoom), round(scene.height * zoom)
    if wide * high > MAX_PIXELS:
        raise NoPng(f"a picture of {wide:,} by {high:,} pixels is too large; use a smaller --scale")
    if any(isinstance(item, Label) for item in scene.items) and not _has_fonts():
        raise NoPng("this machine has no fonts for the texts of a PNG; install one (Debian: fonts-dejavu-core), or write SVG")
    return _draw(svg(scene), zoom)


def _draw(document: str, zoom: float) -> bytes:
    try:
        import resvg_py  # noqa: PLC0415 (only who asks for PNG waits for it)
    except ImportError:
        raise NoPng("PNG needs resvg: pip install resvg-py") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, zoom=zoom))


@functools.cache
def _has_fonts() -> bool:
    """Check whether a letter leaves anything on paper: without a font the renderer drops texts silently."""
    return _draw(svg(Scene(20, 20, (Label("given", (10, 10), "8", 20),))), 1) != _draw(svg(Scene(20, 20, ())), 1)
