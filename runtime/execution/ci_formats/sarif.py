"""Write SARIF 2.1.0: every message at its place in a spec, so that a code host shows it on that line.

Rules are the codes of diagnostics. Files are named relative to the root of the repository in which the command runs; columns
count characters. A spec on which the program gave up is a warning. A mistake of the program is no result but a notification about
the tool, and so is a spec that Ctrl-C left unfinished.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from gridwright import __version__
from gridwright.compiler.syntax.diagnostics import CodeDescription, Diagnostic
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.visible_text import printable

from ...exit_status import INTERRUPTED
from ...solving.findings import Ending
from ..results import SpecResult
from .report_format import Format

Json = dict[str, object]

VERSION = "2.1.0"
ROOT = "%SRCROOT%"


def _text(command: str, cases: Sequence[SpecResult]) -> str:
    entries = [(case, diagnostic) for case in cases for diagnostic in case.diagnostics]
    results = [(case, diagnostic) for case, diagnostic in entries if diagnostic.code is not Ending.MISTAKE]
    mistakes = [(case, diagnostic) for case, diagnostic in entries if diagnostic.code is Ending.MISTAKE]
    unfinished = [case for case in cases if case.status == INTERRUPTED]
    codes = sorted({diagnostic.code for _, diagnostic in results}, key=lambda code: code.label)
    root = _root()
    driver: Json = {
        "name": "Gridwright",
        "version": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run: Json = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"gridwright {command}/"},
        "invocations": [
            {
                "executionSuccessful": not mistakes and not unfinished,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": _words(diagnostic)}, "locations": [_location(case, None, root)]}
                    for case, diagnostic in mistakes
                ]
                + [
                    {"level": "warning", "message": {"text": printable(case.verdict)}, "locations": [_location(case, None, root)]}
                    for case in unfinished
                ],
            }
        ],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(case, diagnostic, codes, root) for case, diagnostic in results],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": VERSION, "runs": [run]}, indent=2) + "\n"


def _rule(code: CodeDescription) -> Json:
    return {
        "id": code.label,
        "shortDescription": {"text": code.words},
        "defaultConfiguration": {"level": _level(code)},
    }


def _level(code: CodeDescription) -> str:
    return "warning" if code is Ending.GAVE_UP else code.severity


def _result(case: SpecResult, diagnostic: Diagnostic, codes: Sequence[CodeDescription], root: Path) -> Json:
    result: Json = {
        "ruleId": diagnostic.code.label,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _level(diagnostic.code),
        "message": {"text": _words(diagnostic)},
        "locations": [_location(case, diagnostic.span, root)],
    }
    notes = [note for note in diagnostic.notes if note.span]
    if notes:
        result["relatedLocations"] = [
            {"id": at, "message": {"text": printable(note.message)}} | _location(case, note.span, root)
            for at, note in enumerate(notes)
        ]
    return result


def _words(diagnostic: Diagnostic) -> str:
    """Return the message, with the notes that have no place of their own, and what to do."""
    lines = [diagnostic.message, *(note.message for note in diagnostic.notes if not note.span)]
    return "\n".join(printable(line) for line in [*lines, *([f"help: {diagnostic.help}"] if diagnostic.help else [])])


def _location(case: SpecResult, span: Span | None, root: Path) -> Json:
    """Return a place; for a whole file its first line, because code hosts show nothing without a line."""
    path = span.source.path if span else case.spec
    return {"physicalLocation": {"artifactLocation": _artifact(path, root), "region": _region(span)}}


def _region(span: Span | None) -> Json:
    if span is None:
        return {"startLine": 1}
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _artifact(path: str, root: Path) -> Json:
    named = Path(os.path.normpath(Path(path).absolute()))
    for whole in (named, named.resolve()):  # of a link that stands in the repository, the link is meant
        if whole.is_relative_to(root):
            return {"uri": quote(whole.relative_to(root).as_posix()), "uriBaseId": ROOT}
    return {"uri": named.as_uri()}


def _root() -> Path:
    """Return the root folder of the repository, or else the current folder."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def _is_one(text: str) -> bool:
    try:
        log = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(log, dict) and log.get("version") == VERSION and "runs" in log


SARIF = Format("sarif", "Write a SARIF report; code hosts show its messages on the lines of specs.", _text, _is_one)
