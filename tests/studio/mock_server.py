"""A stand-in for the studio's server inside the browser's test: it knows one kind of puzzle, and does what a test tells it to.

What only a stand-in can do is here: an answer that comes late, a file that changes under one's hands, a picture with a script.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, WebSocketRoute

PAGE = Path(__file__).parents[2] / "runtime" / "studio" / "page"
Json = dict[str, Any]
ADDRESS = "http://127.0.0.1:9"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'"
CELL, MARGIN = 40, 16
SUDOKU = """\
gridwright: 1
title: Little sudoku
grid: 4x4

layers:
  digit:
    values: 1..4

givens:
  digit: |
    1 . . .
    . . 3 .
    . 4 . .
    . . . 2

# Mine; keep this.
rules:
  - for: line in lines
    rule: distinct(digit[line])
  - for: box in boxes(2, 2)
    rule: distinct(digit[box])
"""
GIVENS = re.compile(r"(?m)^  (?:digit|number): \|\n((?:    .*\n)+)")
UNKNOWN_LINE = r"^(?!gridwright|title|grid|use|areas|layers|givens|rules|#|\s|$).*"


def digest(text: str) -> str:
    """Return what tells versions of a file apart."""
    return hashlib.sha256(text.encode()).hexdigest()


def rows(text: str) -> list[list[str]] | None:
    """Return the givens of a text, or nothing if it has none that are right."""
    match = GIVENS.search(text)
    lines = [line.split() for line in match[1].splitlines()] if match else []
    right = len(lines) == 4 and all(len(line) == 4 and set(line) <= set("1234.") for line in lines)
    return lines if right and not re.search(UNKNOWN_LINE, text, re.MULTILINE) else None


def solutions(grid: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield every filled grid of four rows, by trying."""
    for filled in itertools.product(list(itertools.permutations("1234")), repeat=2):
        if not _fits(filled, grid[:2]) or not _boxes(filled):
            continue
        for rest in itertools.product(list(itertools.permutations("1234")), repeat=2):
            whole = (*filled, *rest)
            if _fits(rest, grid[2:]) and _boxes(rest) and all(len(set(column)) == 4 for column in zip(*whole, strict=True)):
                yield tuple("".join(line) for line in whole)


def _fits(filled: tuple[tuple[str, ...], ...], grid: list[list[str]]) -> bool:
    return all(g in (".", f) for line, given in zip(filled, grid, strict=True) for f, g in zip(line, given, strict=True))


def _boxes(pair: tuple[tuple[str, ...], ...]) -> bool:
    return all(len({*pair[0][at : at + 2], *pair[1][at : at + 2]}) == 4 for at in (0, 2))


@dataclass
class Mock:
    """The server: its files, and what it was asked for."""

    files: dict[str, str] = field(default_factory=lambda: {"little.yaml": SUDOKU})
    read_only: bool = False
    title: str = "Little sudoku"
    extra_svg: str = ""
    slow: bool = False  # jobs end only when they are cancelled
    jobs: list[dict[str, Any]] = field(default_factory=list)
    cancelled: list[Any] = field(default_factory=list)
    saved: list[dict[str, Any]] = field(default_factory=list)
    grids: list[Any] = field(default_factory=list)
    socket: WebSocketRoute | None = None

    def serve(self, page: Page) -> None:
        """Answer everything that a page asks for."""
        page.route(f"{ADDRESS}/**", self.answer)
        page.route_web_socket(re.compile(r".*/api/live$"), self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """Talk with the page."""
        self.socket = socket
        socket.on_message(lambda message: self.job(socket, json.loads(message)))

    def job(self, socket: WebSocketRoute, asked: dict[str, Any]) -> None:
        """Do a job at once, or never."""
        head = {"id": asked["id"], "rev": asked.get("rev")}
        if asked["cmd"] == "cancel":
            self.cancelled.append(asked["id"])
            socket.send(json.dumps(head | {"type": "cancelled"}))
            return
        self.jobs.append(asked)
        socket.send(json.dumps(head | {"type": "started"}))
        if rows(asked["text"]) is None:
            socket.send(json.dumps(head | {"type": "error", "diagnostics": self.board(asked["text"])["diagnostics"]}))
        elif not self.slow:
            socket.send(json.dumps(head | {"type": "result", "report": self.report(asked)}))

    def report(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return what is known of the puzzle."""
        grid = rows(asked["text"])
        assert grid is not None
        grids = list(solutions(grid))
        cells = [(r, c) for r in range(4) for c in range(4)]
        values = {f"r{r + 1}c{c + 1}": sorted({int(solution[r][c]) for solution in grids}) for r, c in cells}
        report: dict[str, Any] = {"candidates": {"digit": values} if grids else None, "status": "complete"}
        report |= {"verdict": ["none", "unique"][len(grids)] if len(grids) < 2 else "several", "seconds": 0.12}
        report["solutions"] = [{"svg": self.svg([list(row) for row in one]), "text": "\n".join(one)} for one in grids[:2]]
        if len(grids) > 1:
            report["differs"] = [
                {"layer": "digit", "place": f"r{r + 1}c{c + 1}"} for r, c in cells if grids[0][r][c] != grids[1][r][c]
            ]
            once = [(r, c, v) for r, c in cells for v in "1234" if sum(solution[r][c] == v for solution in grids) == 1]
            only = [{"layer": "digit", "place": f"r{r + 1}c{c + 1}", "value": int(v)} for r, c, v in once]
            report["would_be_unique"] = [given | {"edit": {"kind": "given", **given}} for given in only]
        if asked["cmd"] == "explain":
            says = "A row holds <b>each</b> digit once."
            member = {"message": says, "is_given": True, "is_printed": True, "clues": [], "cells": ["r1c1"], "start": 0, "end": 4}
            report["conflict"] = {"members": [member], "smallest": True, "irreducible": True, "corrections": [member]}
            report["steps"] = [{"lines": ["r1c1 is <b>1</b>."], "premises": ["r1c1"], "conclusions": ["r1c2"]}]
        return report

    def svg(self, grid: list[list[str]]) -> str:
        """Return a plain picture."""
        size = 2 * MARGIN + 4 * CELL
        lines = "".join(
            f'<path d="M{MARGIN} {MARGIN + at * CELL}h{4 * CELL}M{MARGIN + at * CELL} {MARGIN}v{4 * CELL}" stroke="#333"/>'
            for at in range(5)
        )
        texts = "".join(
            f'<text x="{MARGIN + (c + 0.5) * CELL}" y="{MARGIN + (r + 0.7) * CELL}" font-size="23" text-anchor="middle">{sign}'
            "</text>"
            for r, line in enumerate(grid)
            for c, sign in enumerate(line)
            if sign != "."
        )
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
        return f"{head}<title>t</title>{lines}{texts}{self.extra_svg}</svg>"

    def board(self, text: str) -> dict[str, Any]:
        """Return what is wrong with a text, or its board."""
        grid = rows(text)
        if grid is None:
            bad = re.search(rf"{UNKNOWN_LINE}|^  digit: .*", text, re.MULTILINE)
            assert bad is not None
            place = {"start": bad.start(), "end": bad.end(), "line": text.count("\n", 0, bad.start()) + 1, "column": 1}
            diagnostic = {
                "severity": "error",
                "code": "key",
                "message": f"unknown key {bad[0]!r}",
                "help": "known keys are `grid`, …",
                "notes": [],
            }
            return {"status": "invalid", "diagnostics": [diagnostic | place], "board": None}
        cells = [(r, c) for r in range(4) for c in range(4)]
        named = [
            {"name": f"r{r + 1}c{c + 1}", "x": MARGIN + c * CELL, "y": MARGIN + r * CELL, "w": CELL, "h": CELL} for r, c in cells
        ]
        givens = [
            {"layer": "digit", "place": f"r{r + 1}c{c + 1}", "value": int(grid[r][c])} for r, c in cells if grid[r][c] != "."
        ]
        layer = {"name": "digit", "over": "cells", "values": [1, 2, 3, 4], "givens": True}
        board = {
            "svg": self.svg(grid),
            "title": self.title,
            "cells": named,
            "links": [],
            "borders": [],
            "corners": [],
            "outside": [],
        }
        board |= {"layers": [layer], "clues": [], "areas": [], "printed": {"givens": givens, "clues": [], "areas": []}}
        return {"status": "valid", "diagnostics": [], "board": board}

    def edit(self, text: str, op: dict[str, Any]) -> dict[str, Any]:
        """Return the edit that puts a given."""
        match, place = GIVENS.search(text), re.fullmatch(r"r(\d)c(\d)", op.get("place", ""))
        if op["kind"] != "given" or not match or not place:
            return {"error": "only givens, <b>here</b>"}
        at = match.start(1) + (int(place[1]) - 1) * 12 + 4 + (int(place[2]) - 1) * 2
        return {"edits": [{"start": at, "end": at + 1, "text": "." if op["value"] is None else str(op["value"])}]}

    def answer(self, route: Route) -> None:
        """Answer one request."""
        url = urlsplit(route.request.url)
        given = json.loads(route.request.post_data or "{}")
        if url.path == "/" or url.path.startswith("/assets/"):
            path = PAGE / (url.path.removeprefix("/assets/") if url.path != "/" else "index.html")
            headers = {"content-security-policy": POLICY}
            route.fulfill(body=path.read_bytes(), content_type=KINDS[path.suffix], headers=headers)
            return
        name = url.path.removeprefix("/api/").replace("-", "_")
        if name == "file":
            self.file(route, given, parse_qs(url.query).get("path", [""])[0])
            return
        body = getattr(self, f"api_{name}")(given)
        route.fulfill(json=body if isinstance(body, list) else {"rev": given.get("rev")} | body)

    def api_state(self, given: Json) -> Json:
        """Tell what there is."""
        files = [{"path": path, "title": self.title} for path in self.files]
        tabs = sorted(path.stem for path in (PAGE / "tabs").glob("*.js"))
        genres = [
            {"name": "sudoku", "title": "Sudoku", "family": "Numbers"},
            {"name": "masyu", "title": "Masyu", "family": "Loops"},
        ]
        state = {"files": files, "file": next(iter(self.files), None), "read_only": self.read_only, "tabs": tabs}
        return state | {"genres": genres, "formats": ["puzz.link"], "version": "0"}

    def api_board(self, given: Json) -> Json:
        """Check a text. All parts of its board are new."""
        board = self.board(given["text"])
        return board | {"digests": dict.fromkeys(board["board"] or (), "")}

    def api_edit(self, given: Json) -> Json:
        """Edit a text."""
        return self.edit(given["text"], given["op"])

    def api_import(self, given: Json) -> Json:
        """Read one link."""
        if "puzz.link/p?sudoku" in given["link"]:
            return {"text": SUDOKU.replace("1 . . .", ". . . ."), "warnings": [], "more": 0}
        return {"diagnostics": [{"severity": "error", "message": "no <i>link</i>", "help": ""}]}

    def api_export(self, given: Json) -> Json:
        """Make a link."""
        return {"text": "https://puzz.link/p?sudoku/4/4/x", "warnings": []}

    def api_check_grid(self, given: Json) -> Json:
        """Find a mistake."""
        if given.get("by_rules"):
            return {"correct": True, "complete": False, "mistakes": []}
        self.grids.append(given["values"])
        return {"correct": False, "complete": False, "mistakes": [{"message": "twice in a row", "cells": ["r1c2"]}]}

    def api_gallery(self, given: Json) -> list[Json]:
        """Return a picture."""
        return [{"name": "sudoku", "title": "Sudoku", "family": "Numbers", "text": "", "svg": self.svg(rows(SUDOKU) or [])}]

    def api_new(self, given: Json) -> Json:
        """Return a text."""
        return {"text": SUDOKU}

    def api_complete(self, given: Json) -> Json:
        """Offer a key."""
        return {"from": given["offset"] - 1, "options": [{"label": "rules", "detail": "key", "info": "What must hold <b>x</b>."}]}

    def api_hover(self, given: Json) -> Json:
        """Say what is at the beginning."""
        return {"start": 0, "end": 10, "text": "The version <b>x</b>."}

    def file(self, route: Route, given: dict[str, Any], path: str) -> None:
        """Read or write a file."""
        if route.request.method == "PUT":
            now = self.files.get(given["path"])
            if now is not None and digest(now) != given["sha256"]:
                route.fulfill(status=409, json={"path": given["path"], "text": now, "sha256": digest(now)})
                return
            self.saved.append(given)
            self.files[given["path"]] = given["text"]
            route.fulfill(json={"sha256": digest(given["text"])})
        elif path in self.files:
            route.fulfill(json={"path": path, "text": self.files[path], "sha256": digest(self.files[path])})
        else:
            route.fulfill(status=404, json={"error": "there is no such file"})

    def change(self, path: str, text: str) -> None:
        """Change a file as another program does, and tell the page."""
        self.files[path] = text
        assert self.socket is not None
        self.socket.send(json.dumps({"type": "changed", "path": path, "sha256": digest(text)}))
