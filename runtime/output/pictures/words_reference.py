"""Describe the words of `display` for the documentation: a table for each kind of things, made of the glyphs themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.language.look import IN_CELLS, THINGS, Glyph, Option
from gridwright.compiler.loader.display import GLYPHS, NONE, glyph_of
from gridwright.compiler.plugins import names

EVERY_SYMBOL = "every [symbol](#symbols)"


def words_as_markdown() -> str:
    """Return all words of `display` as tables in Markdown: for each kind of things, then the symbols and the options."""
    glyphs = {word: glyph for word in names(GLYPHS) if (glyph := glyph_of(word))}
    return "\n".join([*_things(glyphs), *_symbols(glyphs), *_options(glyphs)])


def _things(glyphs: Mapping[str, Glyph]) -> Iterator[str]:
    yield "| for | word | draws | options |"
    yield "|---|---|---|---|"
    for thing in THINGS:
        rows = []
        with_symbols = None
        for word, glyph in glyphs.items():
            part = glyph.parts.get(thing)
            if part is None or word == NONE:
                continue
            if glyph.symbol:
                with_symbols = with_symbols or (part.says.replace(glyph.symbol, "the symbol").split(",")[0], part.options)
                continue
            rows.append((f"`{word}`", part.says, part.options))
        if with_symbols:
            rows.append((EVERY_SYMBOL, *with_symbols))
        for at, (word, says, options) in enumerate(rows):
            yield f"| {thing if at == 0 else ''} | {word} | {says} | {', '.join(option.name for option in options)} |"
    yield ""


def _symbols(glyphs: Mapping[str, Glyph]) -> Iterator[str]:
    yield "### Symbols"
    yield ""
    yield "| word | draws | in a terminal |"
    yield "|---|---|---|"
    for word, glyph in glyphs.items():
        if glyph.symbol:
            holds = ", with the value on it" if "with the value on it" in glyph.parts[IN_CELLS].says else ""
            yield f"| `{word}` | {glyph.symbol}{holds} | {glyph.sign} |"
    yield ""


def _options(glyphs: Mapping[str, Glyph]) -> Iterator[str]:
    parts = [part for glyph in glyphs.values() for part in glyph.parts.values()]
    options: dict[str, Option] = {option.name: option for part in parts for option in part.options}
    yield "### Options"
    yield ""
    yield "| option | words |"
    yield "|---|---|"
    for name, option in sorted(options.items()):
        yield f"| {name} | {' '.join(f'`{word}`' for word in option.words)} |"
    yield ""
