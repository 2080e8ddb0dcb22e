"""Make the texts of puzzles: new ones of a genre, links that are pasted, and links to share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gridwright.compiler.library import LibraryFile, libraries
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.visible_text import visible

from ..authoring.empty_board import empty_board
from ..authoring.import_puzzle import LINK, read_text, spec_text
from ..authoring.spec_heading import heading
from ..editing.diagnostics_json import diagnostics_json
from ..editing.refused import Refused
from ..editing.work_process import Asked, Json
from ..interchange.format import all_formats
from ..interchange.puzzle_of_spec import puzzle_of_spec
from ..output.pictures.picture import picture
from ..output.pictures.svg import svg
from ..output.text.genre_text import example_of, genres, text_of
from .request_fields import LARGEST_SIDE

WIDEST = 240.0  # pixels of a picture of the gallery
MOST_LOSSES = 50


def new(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the text of an empty board of a genre, or without a size its first example."""
    genre = libraries().get(request["genre"])
    if genre is None or not genre.family:
        raise Refused(404, "there is no genre of that name")
    height, width = request.get("height"), request.get("width")
    title = text_of(genre, "title")
    head = heading(title, f"started from {title}")
    if height is None or width is None:
        return {"text": head + "\n" + _example(genre)}
    if not all(type(side) is int and 1 <= side <= LARGEST_SIDE for side in (height, width)):
        raise Refused(400, f"a new board has 1 to {LARGEST_SIDE} rows and columns, in whole numbers")
    return {"text": head + empty_board(genre, height, width, "")}


def _example(genre: LibraryFile) -> str:
    example = example_of(genre)
    text = example.text if example else f"use: {genre.name}\n"
    return re.sub(r"(?m)^(?:gridwright|title|source|author):.*\n(?: .*\n)*", "", text)


def gallery(request: Mapping[str, Any], asked: Asked) -> list[Json]:
    """Return each genre with a picture of its first example."""
    gallery_entries: list[Json] = []
    for genre in genres():
        example = example_of(genre)
        drawn = ""
        if example is not None:
            scene = picture(example.spec(), titled=False)
            drawn = svg(scene, scale=min(1.0, WIDEST / scene.width))
        gallery_entries.append(
            {
                "name": genre.name,
                "title": text_of(genre, "title"),
                "family": genre.family,
                "text": text_of(genre, "text"),
                "svg": drawn,
            }
        )
    return gallery_entries


def import_puzzle(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the text of the puzzle of a link, or of a text in another format; `more`: how many others were in it."""
    source = SourceText(LINK, request["link"].strip())
    try:
        imported_puzzles = read_text(source, None, request.get("genre", ""))
        text = spec_text(imported_puzzles[0])
    except SpecError as problem:
        return {"diagnostics": diagnostics_json(problem.diagnostics, source.text)}
    kept = imported_puzzles[0].puzzle
    return {
        "text": text,
        "warnings": [visible(warning) for warning in (kept.warnings if kept else ())],
        "more": len(imported_puzzles) - 1,
    }


def export_puzzle(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return a puzzle in another format. What the format cannot hold is a diagnostic, or if it may be `lossy`, a warning."""
    format = all_formats().get(request["to"])
    if format is None or format.write is None:
        raise Refused(404, "there is no such format to write")
    written = format.write(puzzle_of_spec(asked.load(request["text"]), {}))
    warnings = [f"{format.name} cannot hold {visible(loss.message)}" for loss in written.losses[:MOST_LOSSES]]
    if warnings and request.get("lossy") is not True:
        return {"diagnostics": [_loss(message) for message in warnings]}
    return {"text": written.text.removesuffix("\n"), "warnings": warnings}


def _loss(message: str) -> Json:
    place = {"start": None, "end": None, "line": None, "column": None}
    return {"severity": "error", "code": "format", "message": message, "help": "it can be left out", **place, "notes": []}
