"""Write scenes as SVG: texts stay texts, all input is escaped, and the same scene always gives the same characters."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from gridwright.compiler.syntax.visible_text import visible

from .scene import Disc, Item, Label, Point, Scene, Stroke, Surface
from .styles import FONTS, PAPER, STYLES

_HALF_CAPITAL = 0.36  # half the height of capitals and digits, as a factor of the text size


def svg(scene: Scene, *, scale: float = 1.0) -> str:
    """Return a whole SVG document; `scale` is the width of a unit of the scene in pixels.

    >>> from .scene import Label
    >>> lines = svg(Scene(40, 40, (Label("given", (20, 20), "<7>", 20),), "A & B")).splitlines()
    >>> lines[1], lines[4]
    ('<title>A &amp; B</title>', '<text x="20" y="27.2" font-size="20">&lt;7&gt;</text>')
    """
    width, height = number(scene.width), number(scene.height)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "puzzle",
        "viewBox": f"0 0 {width} {height}",
        "width": number(scene.width * scale),
        "height": number(scene.height * scale),
        "role": "img",
        "aria-label": scene.title,
        "font-family": FONTS,
        "text-anchor": "middle",
    }
    lines = [f"<svg{_attributes(attributes)}>", f"<title>{text(scene.title)}</title>"]
    if scene.description:
        lines.append(f"<desc>{text(scene.description)}</desc>")
    lines.append(f'<rect class="paper" width="{width}" height="{height}" fill="{PAPER}"/>')
    for style, items in itertools.groupby(scene.items, key=lambda item: item.style):
        lines += [f"<g{_attributes({'class': style, **STYLES[style]})}>", *_elements(items), "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def text(characters: str) -> str:
    """Escape a foreign text for use between tags. Characters that XML cannot hold are shown too.

    >>> text("<script>\\x00")
    '&lt;script&gt;\\\\u0000'
    """
    return escape(visible(characters))


def quote(characters: str) -> str:
    """Return a foreign text as the value of an attribute, with quotes around it."""
    return quoteattr(visible(characters))


def number(value: float) -> str:
    """Format a length with at most two decimals, without trailing zeros.

    >>> number(20.0), number(23.0940107), number(-0.001)
    ('20', '23.09', '0')
    """
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f" {name}={quote(value)}" for name, value in attributes.items())


def _elements(items: Iterable[Item]) -> Iterator[str]:
    """Yield one element for each item, except that strokes of one style become one path."""
    strokes: list[str] = []
    for item in items:
        if isinstance(item, Stroke):
            strokes.append(_path(item.points) + ("Z" if item.closed else ""))
        elif isinstance(item, Surface):
            loops = "".join(_path(loop) + "Z" for loop in (item.points, *item.gaps))
            rule = ' fill-rule="evenodd"' if item.gaps else ""
            yield f'<path d="{loops}"{rule}/>'
        elif isinstance(item, Disc):
            yield f'<circle cx="{number(item.centre[0])}" cy="{number(item.centre[1])}" r="{number(item.radius)}"/>'
        else:
            yield _label(item)
    if strokes:
        yield f'<path d="{"".join(strokes)}"/>'


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _label(label: Label) -> str:
    x, y = number(label.at[0]), number(label.at[1] + _HALF_CAPITAL * label.size)
    anchor = "" if label.anchor == "middle" else f' text-anchor="{label.anchor}"'
    return f'<text x="{x}" y="{y}" font-size="{number(label.size)}"{anchor}>{text(label.text)}</text>'
