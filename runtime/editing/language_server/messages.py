"""Diagnostics and outlines in the words of the protocol."""

from __future__ import annotations

from lsprotocol import types

from ..mending import Mending, mendings
from ..outline import OutlineEntry
from ..work_process import Json
from .open_text import OpenText
from .positions import Positions

SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
SYMBOLS = {
    "key": types.SymbolKind.Namespace,
    "rule": types.SymbolKind.Event,
    "layers": types.SymbolKind.Variable,
    "areas": types.SymbolKind.Class,
    "clues": types.SymbolKind.Property,
    "data": types.SymbolKind.Constant,
    "define": types.SymbolKind.Function,
}


def lsp_diagnostic(diagnostic: Json, text: OpenText) -> types.Diagnostic:
    """Return a diagnostic of the protocol, with its notes as related places. Without a place here it stands in the first line."""
    related = [
        types.DiagnosticRelatedInformation(location=_location(note, text), message=note["message"])
        for note in ([diagnostic] if diagnostic.get("file") else []) + diagnostic["notes"]
        if note["line"] is not None
    ]
    without_place = [note["message"] for note in diagnostic["notes"] if note["line"] is None]
    message = "\n".join([diagnostic["message"], *without_place, *([diagnostic["help"]] if diagnostic["help"] else [])])
    return types.Diagnostic(
        range=_range(diagnostic, text),
        message=message,
        severity=SEVERITIES.get(diagnostic["severity"], types.DiagnosticSeverity.Information),
        code=diagnostic["code"],
        source="gridwright",
        related_information=related,
    )


def _range(diagnostic: Json, text: OpenText) -> types.Range:
    if diagnostic["start"] is None:
        used = (
            text.edited.text.find(diagnostic["file"].rpartition("/")[2].removesuffix(".yaml")) if diagnostic.get("file") else -1
        )
        return text.positions.line(text.edited.text.count("\n", 0, used) + 1 if used >= 0 else 1)
    start, end = text.offsets.inside(diagnostic["start"]), text.offsets.inside(diagnostic["end"])
    return text.positions.range(start, max(start, end))


def _location(note: Json, text: OpenText) -> types.Location:
    if note.get("file"):
        place = types.Position(note["line"] - 1, max(0, note["column"] - 1))
        return types.Location(text.uri_of(note["file"]), types.Range(place, place))
    return types.Location(text.uri, _range(note, text))


def mendings_of(diagnostic: Json, text: OpenText) -> list[Mending]:
    """Return the edits that the help of a diagnostic asks for."""
    if diagnostic["start"] is None:
        return []
    start, end = text.offsets.inside(diagnostic["start"]), text.offsets.inside(diagnostic["end"])
    return mendings(text.edited.text, start, end, diagnostic["message"], diagnostic["help"])


def symbol(entry: OutlineEntry, positions: Positions) -> types.DocumentSymbol:
    """Return an entry of the outline as a symbol."""
    own = entry.own if entry.whole[0] <= entry.own[0] and entry.own[1] <= entry.whole[1] else entry.whole
    return types.DocumentSymbol(
        name=entry.name or "?",
        kind=SYMBOLS.get(entry.kind, types.SymbolKind.Key),
        range=positions.range(*entry.whole),
        selection_range=positions.range(*own),
        children=[symbol(inner, positions) for inner in entry.inside],
    )
