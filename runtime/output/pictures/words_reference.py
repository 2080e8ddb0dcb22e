"""Describe the words of `display` for the documentation: a table for each kind of things, made of the ways themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.language.look import IN_CELLS, THINGS, Option, Way
from gridwright.compiler.loader.display import NONE, WAYS, way_of
from gridwright.compiler.plugins import names

EVERY_SYMBOL = "every [symbol](#symbols)"


def words_as_markdown() -> str:
    """Return all words of `display` as tables in Markdown: for each kind of things, then the symbols and the options."""
    ways = {word: way for word in names(WAYS) if (way := way_of(word))}
    return "\n".join([*_things(ways), *_symbols(ways), *_options(ways)])


def _things(ways: Mapping[str, Way]) -> Iterator[str]:
    yield "| for | word | draws | options |"
    yield "|---|---|---|---|"
    for thing in THINGS:
        rows = []
        with_symbols = None
        for word, way in ways.items():
            part = way.parts.get(thing)
            if part is None or word == NONE:
                continue
            if way.symbol:
                with_symbols = with_symbols or (part.says.replace(way.symbol, "the symbol").split(",")[0], part.options)
                continue
            rows.append((f"`{word}`", part.says, part.options))
        if with_symbols:
            rows.append((EVERY_SYMBOL, *with_symbols))
        for at, (word, says, options) in enumerate(rows):
            yield f"| {thing if at == 0 else ''} | {word} | {says} | {', '.join(option.name for option in options)} |"
    yield ""


def _symbols(ways: Mapping[str, Way]) -> Iterator[str]:
    yield "### Symbols"
    yield ""
    yield "| word | draws | in a terminal |"
    yield "|---|---|---|"
    for word, way in ways.items():
        if way.symbol:
            holds = ", with the value on it" if "with the value on it" in way.parts[IN_CELLS].says else ""
            yield f"| `{word}` | {way.symbol}{holds} | {way.sign} |"
    yield ""


def _options(ways: Mapping[str, Way]) -> Iterator[str]:
    parts = [part for way in ways.values() for part in way.parts.values()]
    options: dict[str, Option] = {option.name: option for part in parts for option in part.options}
    yield "### Options"
    yield ""
    yield "| option | words |"
    yield "|---|---|"
    for name, option in sorted(options.items()):
        yield f"| {name} | {' '.join(f'`{word}`' for word in option.words)} |"
    yield ""
