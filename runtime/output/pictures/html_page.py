"""Write HTML pages with pictures inside, without scripts and without external resources."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.records import dataclass

from .svg import quote, text

STYLE = """\
:root { color-scheme: light dark; --ink: #111; --paper: #fff; --around: #f3f4f6; --soft: #555; }
body { margin: 0 auto; padding: 1rem 1.5rem 3rem; max-width: 100rem; color: var(--ink); background: var(--around);
  font: 1rem/1.45 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.6rem; } h2 { margin: 2rem 0 .8rem; font-size: 1.25rem; } h3 { margin: 0 0 .2rem; font-size: 1.05rem; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1.2rem;
  align-items: start; }
article { padding: 1rem; border-radius: .4rem; background: var(--paper); break-inside: avoid; overflow-wrap: anywhere; }
article.alone { display: inline-block; max-width: 100%; box-sizing: border-box; }
svg.puzzle { display: block; max-width: 100%; height: auto; margin: .4rem auto; }
p { margin: .3rem 0; max-width: 44rem; } .source { color: var(--soft); font-size: .9rem; } summary { cursor: pointer; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #26282c; --around: #17181a; --soft: #aaa; } }
/* Pictures stay black on white: rules speak of black and white circles. */
@media screen and (prefers-color-scheme: dark) { svg.puzzle { border-radius: .3rem; filter: brightness(.9); } }
@media print { body { padding: 0; max-width: none; color: #000; background: none; } article { padding: 0; background: none; }
  .puzzles { display: block; } article { margin-bottom: 1.5rem; } details:not([open]) { display: none; } }
"""
# Nothing on the page may run or be fetched, whatever a title contains.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle on a page. Its pictures are SVG documents; `rules`: lines below it; `link` is a page about it, or empty."""

    name: str
    title: str
    picture: str
    solution: str = ""
    rules: str = ""
    source: str = ""
    link: str = ""
    section: str = ""


def page(title: str, entries: Sequence[Entry]) -> str:
    """Return a page with all entries, in sections if there are several."""
    sections = list(dict.fromkeys(entry.section for entry in entries))
    parts = []
    alone = len(entries) == 1
    for section in sections:
        members = [entry for entry in entries if entry.section == section]
        heading = f"<h2>{text(section)}</h2>\n" if len(sections) > 1 and section else ""
        articles = "".join(_article(entry, alone) for entry in members)
        parts.append(articles if alone else f'{heading}<div class="puzzles">\n{articles}</div>\n')
    heading = "" if alone else f"<h1>{text(title)}</h1>\n"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{heading}{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def _article(entry: Entry, alone: bool) -> str:
    head = "h1" if alone else "h3"
    attributes = f' class="alone" id={quote(entry.name)}' if alone else f" id={quote(entry.name)}"
    parts = [f"<{head}>{text(entry.title)}</{head}>\n"]
    if entry.source:
        source = (
            f'<a href={quote(entry.link)} rel="noopener noreferrer">{text(entry.source)}</a>'
            if entry.link
            else text(entry.source)
        )
        parts.append(f'<p class="source">{source}</p>\n')
    parts.append(entry.picture)
    parts += [f"<p>{text(line)}</p>\n" for line in entry.rules.splitlines()]
    if entry.solution:
        parts.append(f"<details><summary>Solution</summary>\n{entry.solution}</details>\n")
    return f"<article{attributes}>\n{''.join(parts)}</article>\n"
