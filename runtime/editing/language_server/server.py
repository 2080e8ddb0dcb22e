"""Speak with an editor: texts as it has them come in, and what is known of them goes out.

What may take long runs in processes that are warm and can be ended: two or three for checks, of which the newest wins, one for
searches and one for what a request waits for. Reading a text is bounded by the limits of a file, and runs in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from ...authoring.editable_spec import NoEdit
from ..colours import KINDS, coloured_words
from ..completion import completions, meaning_of_word, word_at
from ..definitions import definition, meaning_of_name
from ..edited_text import EditedText
from ..outline import outline
from ..renaming import renamable
from ..work_answer import Answer
from ..work_names import call
from ..workers import Workers, wait_for
from .messages import lsp_diagnostic, mendings_of, symbol
from .open_text import OpenText, others_beside, place_of
from .positions import Positions

NAME = "gridwright"
VERIFY = "gridwright.verify"
PAUSE = 0.03  # seconds without a key before a check begins
SECONDS_TO_CHECK, SECONDS_TO_HELP, SECONDS_TO_RENAME, SECONDS_TO_VERIFY = 15.0, 5.0, 20.0, 60.0
LARGEST = 1_000_000  # characters of a text that is looked at, as of a file
CHECKERS = 3
TRIES = 5  # of a check that ends because that of another text was ended
MOST_KEPT = 200  # open texts
KINDS_OF_OPTIONS = {
    "key": types.CompletionItemKind.Property,
    "word": types.CompletionItemKind.Keyword,
    "layers": types.CompletionItemKind.Variable,
    "areas": types.CompletionItemKind.Class,
    "clues": types.CompletionItemKind.Field,
    "define": types.CompletionItemKind.Function,
}


class SpecServer(LanguageServer):
    """The server, with the texts that are open and the processes that work for it."""

    def __init__(self, version: str, *, timeout: float | None = None, memory: int | None = None) -> None:
        super().__init__(NAME, version, types.TextDocumentSyncKind.Full)
        self.timeout = timeout
        self.texts: dict[str, OpenText] = {}
        here = Path.cwd()
        self.checkers = Workers(CHECKERS, here, memory=memory)
        self.answerer = Workers(1, here, memory=memory)
        self.searcher = Workers(1, here, memory=memory)
        self._tasks: set[asyncio.Task[Any]] = set()

    # texts

    def open_text(self, uri: str) -> OpenText | None:
        """Return an open text as it is now; None if it is not open, or too long."""
        return self.texts.get(uri)

    def take(self, uri: str, version: int | None, text: str) -> None:
        """Note a new version of a text, and check it, and those that may use it as a library."""
        before = self.texts.get(uri)
        if before is not None and before.checking is not None:
            before.checking.cancel()
        if len(text) > LARGEST or (before is None and len(self.texts) >= MOST_KEPT):
            self.texts.pop(uri, None)
            self._publish(uri, version, [])
            return
        self._renew(uri, version, text)
        _, name = place_of(uri)
        for other, open_text in list(self.texts.items()):
            if other != uri and name in open_text.edited.text:
                if open_text.checking is not None:
                    open_text.checking.cancel()
                self._renew(other, open_text.version, open_text.edited.text)

    def _renew(self, uri: str, version: int | None, text: str) -> None:
        folder, name = place_of(uri)
        texts = {other: beside.edited.text for other, beside in self.texts.items()}
        edited = EditedText(text, name, folder, others_beside(uri, texts))
        before = self.texts.get(uri)
        diagnostics = before.found if before is not None and before.edited.text == text else []
        new = self.texts[uri] = OpenText(uri, version, edited, self.workspace.position_encoding, found=diagnostics)
        new.checking = asyncio.ensure_future(self._check(new))

    def forget(self, uri: str) -> None:
        """Forget a text that was closed."""
        text = self.texts.pop(uri, None)
        if text is not None and text.checking is not None:
            text.checking.cancel()
        self._publish(uri, None, [])

    # checks

    async def _check(self, text: OpenText) -> None:
        """Check a text a moment after the last key; what an older check is doing is ended."""
        await asyncio.sleep(PAUSE)
        loop = asyncio.get_running_loop()

        def tell(kind: str, known: dict[str, Any]) -> None:  # in another thread
            if kind == "partial":
                loop.call_soon_threadsafe(self._show, text, known["json"])

        await asyncio.to_thread(self.checkers.start)
        work = call("editing.check_text", "check_text")
        answer = Answer(is_cancelled=True)
        for _ in range(TRIES):
            if not answer.is_cancelled or self.texts.get(text.uri) is not text:
                break
            future = self.checkers.submit(work, text.request(), SECONDS_TO_CHECK, folder=_folder(text), on_progress=tell)
            try:
                answer = await wait_for(future)
            except asyncio.CancelledError:
                await _shield(asyncio.to_thread(self.checkers.stop, future))
                raise
        if answer.json:
            self._show(text, answer.json)
        elif answer.gave_up or answer.mistake:
            message = f"{text.edited.name} is not checked to the end: {answer.gave_up or answer.mistake}"
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, message))

    def _show(self, text: OpenText, report: str) -> None:
        """Show what a check found, unless the text is another one by now."""
        if self.texts.get(text.uri) is text:
            text.found = json.loads(report).get("diagnostics", [])
            self._publish(text.uri, text.version, [lsp_diagnostic(diagnostic, text) for diagnostic in text.found])

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=diagnostics))

    # other work

    async def ask(self, name: str, function: str, text: OpenText, seconds: float, **more: Any) -> dict[str, Any]:
        """Let a process do some work about a text; an empty answer if it takes too long."""
        answer = await self.answerer.answer(
            call(f"editing.{name}", function), text.request() | more, seconds, folder=_folder(text)
        )
        return json.loads(answer.json) if answer.json else {}

    async def verify(self, text: OpenText) -> None:
        """Search for the solutions of a text, and show the result above it."""
        if text.is_verifying:
            return
        text.is_verifying = True
        await self._refresh_lenses()
        seconds = self.timeout or SECONDS_TO_VERIFY
        work = call("editing.verify_text", "verify_text")
        answer = await self.searcher.answer(work, text.request(), seconds, folder=_folder(text))
        text.is_verifying = False
        text.verified = _verdict(answer)
        await self._refresh_lenses()

    async def _refresh_lenses(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            task = asyncio.ensure_future(self.workspace_code_lens_refresh_async(None))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """End all processes."""
        for workers in (self.checkers, self.answerer, self.searcher):
            workers.close()


async def _shield(doing: Any) -> None:
    with contextlib.suppress(Exception):
        await asyncio.shield(doing)


def _folder(text: OpenText) -> Path | None:
    return Path(text.edited.folder) if text.edited.folder else None


def _verdict(answer: Answer) -> str:
    if answer.json:
        verdict: str = json.loads(answer.json).get("found", "the text has mistakes")
        return verdict
    return f"gave up: {answer.gave_up}" if answer.gave_up else answer.mistake or "interrupted"


def language_server(version: str, *, timeout: float | None = None, memory: int | None = None) -> SpecServer:
    """Return a server with all that it can do."""
    server = SpecServer(version, timeout=timeout, memory=memory)
    _follow_texts(server)
    _add_reading(server)
    _add_changing(server)
    _add_colours_and_lenses(server)
    return server


def _follow_texts(server: SpecServer) -> None:
    @server.feature(types.INITIALIZED)
    async def begin(params: types.InitializedParams) -> None:
        await asyncio.to_thread(server.checkers.start)
        await asyncio.to_thread(server.answerer.start)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def on_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.take(document.uri, document.version, document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def on_change(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.take(uri, params.text_document.version, server.workspace.get_text_document(uri).source)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def on_close(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    async def shut_down(params: None) -> None:
        await asyncio.to_thread(server.close)


def _add_reading(server: SpecServer) -> None:
    """Add completion, help, definitions and the outline."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", "(", ",", "[", "{"]))
    async def complete(params: types.CompletionParams) -> types.CompletionList | None:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return None
        at = text.positions.offset(params.position)
        start, options = await asyncio.to_thread(completions, text.edited.text, at)
        place = text.positions.range(start, at)
        items = [
            types.CompletionItem(
                label=option["label"],
                detail=option["detail"],
                documentation=option["info"],
                kind=KINDS_OF_OPTIONS.get(option["detail"].partition(" ")[0], types.CompletionItemKind.Value),
                text_edit=types.TextEdit(place, option["label"]),
            )
            for option in options
        ]
        return types.CompletionList(is_incomplete=True, items=items)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return None
        at = text.positions.offset(params.position)
        start, end = word_at(text.edited.text, at)
        word = text.edited.text[start:end]
        named = await asyncio.to_thread(meaning_of_name, text.edited, word) if word else ""
        known = named or await asyncio.to_thread(meaning_of_word, text.edited.text, start, end)
        here = (await server.ask("meaning_here", "meaning_here", text, SECONDS_TO_HELP, at=at)).get("text", "")
        parts = [part for part in (here, known) if part]
        if not parts:
            return None
        content = types.MarkupContent(types.MarkupKind.PlainText, "\n\n".join(parts))
        return types.Hover(content, text.positions.range(start, end))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def define(params: types.DefinitionParams) -> types.Location | None:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return None
        place = await asyncio.to_thread(definition, text.edited, text.positions.offset(params.position))
        if place is None:
            return None
        uri = text.uri if place.file is None else from_fs_path(str(place.file))
        positions = text.positions if place.file is None else Positions(place.text, text.encoding)
        return types.Location(uri or text.uri, positions.range(place.start, place.end))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return []
        return [symbol(entry, text.positions) for entry in await asyncio.to_thread(outline, text.edited)]


def _add_changing(server: SpecServer) -> None:
    """Add renaming, and the mendings of messages that ask whether something else was meant."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.Range | None:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return None
        at = text.positions.offset(params.position)
        try:
            await asyncio.to_thread(renamable, text.edited, at)
        except NoEdit as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        return text.positions.range(*word_at(text.edited.text, at))

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return None
        at = text.positions.offset(params.position)
        answer = await server.ask("renaming", "rename", text, SECONDS_TO_RENAME, at=at, new=params.new_name)
        if "edits" not in answer:
            raise JsonRpcInvalidParams(answer.get("error", "it took too long to find out whether this is right"))
        if server.texts.get(text.uri) is not text:
            raise JsonRpcInvalidParams("the text has changed meanwhile")
        edits = [types.TextEdit(text.positions.range(start, end), new) for start, end, new in answer["edits"]]
        return types.WorkspaceEdit(changes={text.uri: edits})

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        text = server.open_text(params.text_document.uri)
        fixes: list[types.CodeAction] = []
        for diagnostic in text.found if text is not None else ():
            assert text is not None
            shown = lsp_diagnostic(diagnostic, text)
            if shown.range.end < params.range.start or params.range.end < shown.range.start:
                continue
            mends = mendings_of(diagnostic, text)
            for mend in mends:
                edit = types.TextEdit(text.positions.range(mend.start, mend.end), mend.text)
                fixes.append(
                    types.CodeAction(
                        title=f"Write {mend.text!r}",
                        kind=types.CodeActionKind.QuickFix,
                        diagnostics=[shown],
                        is_preferred=len(mends) == 1,
                        edit=types.WorkspaceEdit(changes={text.uri: [edit]}),
                    )
                )
        return fixes


def _add_colours_and_lenses(server: SpecServer) -> None:
    """Add the colours of words inside rules, and *verify* above a puzzle."""
    legend = types.SemanticTokensLegend(token_types=[*KINDS], token_modifiers=[])

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def colours(params: types.SemanticTokensParams) -> types.SemanticTokens:
        text = server.open_text(params.text_document.uri)
        if text is None:
            return types.SemanticTokens(data=[])
        data: list[int] = []
        line = column = 0
        for word in await asyncio.to_thread(coloured_words, text.edited):
            place = text.positions.range(word.start, word.end)
            start = place.start
            data += [start.line - line, start.character - (column if start.line == line else 0)]
            data += [place.end.character - start.character, KINDS.index(word.kind), 0]
            line, column = start.line, start.character
        return types.SemanticTokens(data=data)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        text = server.open_text(params.text_document.uri)
        document = None if text is None else await asyncio.to_thread(lambda: text.edited.document)
        if text is None or document is None or not (document.get("grid") or document.get("grids")):
            return []
        title = "verifying ..." if text.is_verifying else text.verified or "verify"
        again = f"{title} (verify again)" if text.verified and not text.is_verifying else title
        command = types.Command(title=again, command=VERIFY, arguments=[text.uri])
        return [types.CodeLens(types.Range(types.Position(0, 0), types.Position(0, 0)), command)]

    @server.command(VERIFY)
    async def verify(uri: str) -> str:
        text = server.open_text(uri)
        if text is None:
            return "the text is not open"
        await server.verify(text)
        return text.verified
