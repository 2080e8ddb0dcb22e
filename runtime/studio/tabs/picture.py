"""Picture: the puzzle as it is printed, or solved, as SVG, PNG or PDF."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from gridwright.compiler.language.spec import Spec

from ...editing.refused import Refused
from ...editing.work_process import Asked, Json
from ...output.pictures.page_entry import entry_of
from ...output.pictures.pdf import DEFAULT_SCALE, PAPERS, NoPdf, pdf
from ...output.pictures.picture import picture
from ...output.pictures.png import NoPng, png
from ...output.pictures.svg import svg
from ...solving.solve import solve
from ..tab import Tab

KINDS = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def _draw(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return a picture; `options`: `kind` (svg, png, pdf), `solution`, `title`, `paper`."""
    options = request.get("options") or {}
    kind = options.get("kind", "svg")
    if kind not in KINDS:
        raise Refused(400, "a picture is svg, png or pdf")
    spec = asked.load(request["text"])
    solution = None
    if options.get("solution") is True:
        outcome = solve(spec, limit=1, engine=asked.options.engine, deadline=asked.deadline, progress=asked.progress())
        if not outcome.solutions:
            return {"kind": kind, "problem": outcome.reason or "there is no solution"}
        solution = outcome.solutions[0].grid
    scene = picture(spec, solution or {}, titled=options.get("title") is not False)
    text = svg(scene)
    picture_json: Json = {"kind": kind, "type": KINDS[kind], "svg": text}
    try:
        if kind == "png":
            picture_json["base64"] = base64.b64encode(png(scene)).decode()
        elif kind == "pdf":
            paper = options.get("paper", "a4")
            if paper not in PAPERS:
                raise Refused(400, f"a paper is one of {', '.join(PAPERS)}")
            picture_json["base64"] = base64.b64encode(_page(spec, solution, paper)).decode()
    except (NoPng, NoPdf) as problem:
        return {"kind": kind, "problem": str(problem)}
    return picture_json


def _page(spec: Spec, solution: Any, paper: str) -> bytes:
    plain = svg(picture(spec, titled=False), scale=DEFAULT_SCALE)
    solved = svg(picture(spec, solution, titled=False), scale=DEFAULT_SCALE) if solution else ""
    return pdf(spec.title or "Puzzle", [entry_of(spec, "puzzle", plain, solved, "")], paper=paper)


TAB = Tab(_draw)
