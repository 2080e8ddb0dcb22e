"""The language server, driven as an editor drives it: a real `gridwright lsp`, by pytest-lsp.

Every feature is tried on three specs: one that is right, one with mistakes, and one of 5,000 lines.
"""

from __future__ import annotations

import asyncio
import functools
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("pygls")
pytest_lsp = pytest.importorskip("pytest_lsp")

from lsprotocol import types  # noqa: E402
from pygls.exceptions import JsonRpcException  # noqa: E402

pytestmark = pytest.mark.slow

# ruff: noqa: D102, D103
RIGHT = """\
gridwright: 1
title: "Ein Rätsel \U0001f600"
grid: 3x3
layers:
  number: {values: 1..3, says: a digit}
areas:
  rooms: |
    a a b
    a c b
    c c b
define:
  many(a): count(number[c] > 1 for c in a)
givens:
  number: {r1c1: 1, r1c2: 2, r2c1: 2}
rules:
  - all(distinct(number[row]) for row in rows)
  - for: column in columns
    rule: distinct(number[column])
    says: "\U0001f600 differ"
  - for: room in rooms
    rule: >
      many(room) >= 1 and
      sum(number[c] for c in room) > 1
  - "many(cells) > 0 and '\U0001f600' == '\U0001f600' and number[r1c1] == 1"
answer: number[r3c3]
"""

WRONG = """\
gridwright: 1
use: slitherlink
grid: 3x3
layer:
  mark: {values: bool}
clues:
  numbr: {r1c1: 3}
"""


def big(lines: int = 5_000) -> str:
    """A spec of so many lines: clues, givens, definitions, rules."""
    parts = ["gridwright: 1", "grid: 40x40", "layers:", "  number: {values: 1..9}", "clues:", "  dots:"]
    parts += [f"    r{row}c{column}: {row * column % 9 + 1}" for row in range(1, 41) for column in range(1, 41)]
    parts += ["givens:", "  number:"]
    parts += [f"    r{row}c{column}: {(row + column) % 9 + 1}" for row in range(1, 41) for column in range(1, 41, 2)]
    parts += ["define:", *(f"  part{k}(a): count(number[c] > {k % 9} for c in a) + {k}" for k in range(300)), "rules:"]
    while len(parts) < lines - 3:
        k = len(parts) % 300
        parts += ["  - for: row in rows", f"    rule: part{k}(row) >= {k}", f"    says: Line {len(parts)} of the spec."]
    return "\n".join([*parts, "  - count(number[c] for c in cells) > 0", ""])


class Editor:
    """An editor with one open file."""

    def __init__(self, client: pytest_lsp.LanguageClient, path: Path) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.text = ""
        self.version = 0

    def open(self, text: str) -> None:
        self.text = text
        item = types.TextDocumentItem(uri=self.uri, language_id="yaml", version=0, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, text: str) -> None:
        self.text = text
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def at(self, words: str, inside: int = 0) -> types.Position:
        """The position of some words, as editors count: in UTF-16."""
        offset = self.text.index(words) + inside
        line = self.text.count("\n", 0, offset)
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return types.Position(line, len(before.encode("utf-16-le")) // 2)

    def written(self, place: types.Range, text: str = "") -> str:
        """What stands in a range of one line."""
        line = (text or self.text).split("\n")[place.start.line].encode("utf-16-le")
        return line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")

    async def diagnostics(
        self, is_wanted: Callable[[list[types.Diagnostic]], bool], seconds: float = 30.0
    ) -> list[types.Diagnostic]:
        """Wait until the diagnostics are as wanted, and return them."""
        end = time.monotonic() + seconds
        while True:
            diagnostics = [*self.client.diagnostics.get(self.uri, ())]
            if self.uri in self.client.diagnostics and is_wanted(diagnostics):
                return diagnostics
            assert time.monotonic() < end, diagnostics
            await asyncio.sleep(0.01)

    def edited(self, edits: list[types.TextEdit]) -> str:
        lines = self.text.split("\n")
        for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
            line = lines[edit.range.start.line].encode("utf-16-le")
            new = (
                line[: 2 * edit.range.start.character] + edit.new_text.encode("utf-16-le") + line[2 * edit.range.end.character :]
            )
            lines[edit.range.start.line] = new.decode("utf-16-le")
        return "\n".join(lines)

    async def completions(self, words: str) -> list[str]:
        completions = await self.client.text_document_completion_async(
            types.CompletionParams(self.document, self.at(words, len(words)))
        )
        return [item.label for item in completions.items]

    async def hover(self, words: str, inside: int = 0) -> str:
        hover = await self.client.text_document_hover_async(types.HoverParams(self.document, self.at(words, inside)))
        return hover.contents.value if hover else ""

    async def definition(self, words: str, inside: int = 0) -> types.Location | None:
        return await self.client.text_document_definition_async(types.DefinitionParams(self.document, self.at(words, inside)))

    async def rename(self, words: str, new: str) -> str:
        edit = await self.client.text_document_rename_async(types.RenameParams(self.document, self.at(words), new))
        return self.edited(edit.changes[self.uri])

    async def symbols(self) -> list[types.DocumentSymbol]:
        return await self.client.text_document_document_symbol_async(types.DocumentSymbolParams(self.document))

    async def actions(self, place: types.Range) -> list[types.CodeAction]:
        context = types.CodeActionContext(diagnostics=[])
        return await self.client.text_document_code_action_async(types.CodeActionParams(self.document, place, context))

    async def colours(self) -> dict[str, str]:
        """The kind of each word that is coloured."""
        tokens = await self.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(self.document))
        provider = self.client.capabilities.semantic_tokens_provider
        kinds, line, column, words = provider.legend.token_types, 0, 0, {}
        for at in range(0, len(tokens.data), 5):
            down, right, length, kind, _ = tokens.data[at : at + 5]
            line, column = line + down, right + (column if down == 0 else 0)
            place = types.Range(types.Position(line, column), types.Position(line, column + length))
            words[self.written(place)] = kinds[kind]
        return words

    async def lenses(self) -> list[str]:
        lenses = await self.client.text_document_code_lens_async(types.CodeLensParams(self.document))
        return [lens.command.title for lens in lenses]

    async def verify(self) -> str:
        return await self.client.workspace_execute_command_async(types.ExecuteCommandParams("gridwright.verify", [self.uri]))


def in_editor(test: Callable[[Editor], Awaitable[None]]) -> Callable[[Path], None]:
    """Run a test with a server and an editor."""

    async def run(folder: Path) -> None:
        client = pytest_lsp.make_test_lsp_client()
        await client.start_io(sys.executable, "-m", "gridwright", "lsp")
        try:
            begun = await client.initialize_session(
                types.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"))
            )
            client.capabilities = begun.capabilities
            await asyncio.wait_for(test(Editor(client, folder / "puzzle.yaml")), 120)
        finally:
            await client.shutdown_session()
            await client.stop()

    @functools.wraps(test)
    def wrapped(tmp_path: Path) -> None:
        asyncio.run(run(tmp_path))

    del wrapped.__wrapped__
    return wrapped


@in_editor
async def test_all_features_on_a_spec_that_is_right(editor: Editor) -> None:
    editor.open(RIGHT)
    assert not await editor.diagnostics(lambda diagnostics: not diagnostics)
    assert "number" in await editor.completions("sum(numb")
    assert "many" in await editor.completions('- "man')
    assert "a layer" in await editor.hover("number[c] for")
    assert "the list of the values of the layer number" in await editor.hover(
        "number[column]"
    ) or "3 places" in await editor.hover("number[column]")
    assert "distinct(" in await editor.hover("distinct(number[column")
    place = await editor.definition("many(room)")
    assert place.uri == editor.uri
    assert editor.written(place.range) == "many"
    renamed = await editor.rename("number[c] for", "digit")
    assert renamed == RIGHT.replace("number", "digit")
    with pytest.raises(JsonRpcException, match="name of the language"):
        await editor.rename("number[c] for", "cells")
    with pytest.raises(JsonRpcException, match="`room` is no layer"):
        await editor.rename("room in rooms", "c")
    names = {symbol.name: [inner.name for inner in symbol.children] for symbol in await editor.symbols()}
    assert names["layers"] == ["number"]
    assert "\U0001f600 differ" in names["rules"]
    colours = await editor.colours()
    assert {
        "number": "variable",
        "rooms": "type",
        "many": "macro",
        "distinct": "function",
        "room": "parameter",
    }.items() <= colours.items()
    assert await editor.lenses() == ["verify"]
    assert (await editor.verify()).startswith("unique, answer ")
    assert (await editor.lenses())[0].startswith("unique, answer ")
    editor.change(RIGHT.replace("r2c1: 2", "r2c1: 3"))
    await asyncio.sleep(0.5)
    assert await editor.lenses() == ["verify"]


@in_editor
async def test_all_features_on_a_spec_with_mistakes(editor: Editor) -> None:
    editor.open(WRONG)
    (first,) = await editor.diagnostics(bool)
    assert editor.written(first.range) == "layer"
    (action,) = [code_action for code_action in await editor.actions(first.range) if "layers" in code_action.title]
    editor.change(editor.edited(action.edit.changes[editor.uri]))
    diagnostics = await editor.diagnostics(lambda diagnostics: any("numbr" in diagnostic.message for diagnostic in diagnostics))
    (action,) = await editor.actions(next(diagnostic.range for diagnostic in diagnostics if "numbr" in diagnostic.message))
    editor.change(editor.edited(action.edit.changes[editor.uri]))
    await editor.diagnostics(lambda diagnostics: not any("numbr" in diagnostic.message for diagnostic in diagnostics))
    editor.change("gridwright: 1\nuse: slitherlink\ngrid: 3x3\nclues:\n  n")
    assert await editor.completions("clues:\n  n") == ["number"]
    editor.change("gridwright: 1\nuse: slitherlin\ngrid: 3x3\n")
    assert "slitherlink" in await editor.completions("slitherlin")
    editor.change('gridwright: 1\nuse: slitherlink\ngrid: 3x3\nrules:\n  - "count(number[')
    assert "loop" in await editor.hover("slitherlink")
    assert [symbol.name for symbol in await editor.symbols()] == ["gridwright", "use", "grid", "rules"]
    with pytest.raises(JsonRpcException, match="mend the text"):
        await editor.rename("number[", "digit")
    assert await editor.colours() == {}
    assert (await editor.verify()).startswith("mend the text first")


@in_editor
async def test_all_features_on_a_spec_of_5000_lines(editor: Editor) -> None:
    text = big()
    assert text.count("\n") == 5_000
    editor.open(text)
    await editor.diagnostics(lambda diagnostics: True)
    editor.change(text.replace("count(number[c] for c in cells)", "count(nmber[c] for c in cells)"))
    (wrong,) = await editor.diagnostics(lambda diagnostics: bool(diagnostics) and "nmber" in diagnostics[0].message)
    (action,) = await editor.actions(wrong.range)
    assert editor.edited(action.edit.changes[editor.uri]) == text
    editor.change(text)
    await editor.diagnostics(lambda diagnostics: not diagnostics)
    match = re.search(r"rule: (part\d+)\(row\)", text)
    assert match
    part, use = match[1], f"{match[1]}(row)"
    assert part in await editor.completions(f"rule: {part}")
    assert f"{part}: a definition" in await editor.hover(use)
    place = await editor.definition(use)
    assert editor.written(place.range) == part
    assert await editor.rename(use, "piece") == text.replace(f"{part}(", "piece(")
    assert [symbol.name for symbol in await editor.symbols()][-1] == "rules"
    assert (await editor.colours())[part] == "macro"
    assert await editor.lenses() == ["verify"]


@pytest.mark.timing
@in_editor
async def test_diagnostics_come_at_once(editor: Editor) -> None:
    """Of 5,000 lines, within a second of the last key; 0.3 s are wanted, and a fast machine reaches them."""
    text = big()
    editor.open(text)
    await editor.diagnostics(lambda diagnostics: True)
    await asyncio.sleep(3)
    seconds = []
    for turn in range(5):
        wrong = f"nmber{turn}"
        for letters in range(1, len(wrong) + 1):
            editor.change(text.replace("count(number[c] for c in cells)", f"count({wrong[:letters]}[c] for c in cells)"))
            began = time.monotonic()
            await asyncio.sleep(0.1)
        await editor.diagnostics(lambda diagnostics, wrong=wrong: bool(diagnostics) and f"`{wrong}`" in diagnostics[0].message)
        seconds.append(time.monotonic() - began)
    print("seconds from the last key", [f"{delay:.2f}" for delay in seconds])
    assert sorted(seconds)[2] < 1, seconds


@in_editor
async def test_libraries_count_as_they_are_open(editor: Editor) -> None:
    """The text of a library in the editor counts, not the one on disk, and a change of it is seen where it is used."""
    folder = Path(editor.uri.removeprefix("file://")).parent
    (folder / "mine.yaml").write_text("define:\n  old(a): a\n", "utf-8")
    library = Editor(editor.client, folder / "mine.yaml")
    library.open("define:\n  new(a): a > 0\n")
    editor.open("gridwright: 1\nuse: mine.yaml\ngrid: 2x2\nlayers: {x: {values: 1..2}}\nrules:\n  - new(x[r1c1])\n")
    await editor.diagnostics(
        lambda diagnostics: not any(diagnostic.severity == types.DiagnosticSeverity.Error for diagnostic in diagnostics)
    )
    place = await editor.definition("new(")
    assert place.uri == library.uri
    assert library.written(place.range) == "new"
    library.change("define:\n  newer(a): a > 0\n")
    (wrong,) = await editor.diagnostics(lambda diagnostics: bool(diagnostics) and "new" in diagnostics[0].message)
    assert editor.written(wrong.range) == "new"
