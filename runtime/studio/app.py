"""Answer the requests of the page: its files, the specs of the folder, and what work in other processes finds out."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwright import __version__
from gridwright.compiler.records import dataclass, field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from ..editing.refused import Refused
from ..editing.work_answer import Answer
from ..editing.work_names import call
from ..editing.workers import Workers
from .gate import Access, Gate
from .live import Live
from .puzzle_folder import ChangedOnDisk, PuzzleFolder
from .request_fields import check_fields

if TYPE_CHECKING:
    from ..editing.work_process import Work

QUICK = 2  # processes for requests that are answered soon
LONGEST_GALLERY = 120.0  # seconds, once
PAGE = Path(str(files("gridwright.runtime.studio"))) / "page"
ASSET_KINDS = {".html", ".js", ".css", ".json", ".svg", ".png", ".ico", ".txt", ".woff2", ".map"}
MOST_ASSETS = 8_000_000  # bytes of one file of the page

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass
class Studio:
    """What the server works with. `file`: the spec that is shown first."""

    folder: PuzzleFolder
    file: str | None
    workers: Workers
    live: Live
    page: Path = PAGE
    _gallery: asyncio.Task[Answer] | None = field(default=None)

    async def state(self, request: Request) -> Response:
        """Send the files, genres, formats and tabs."""
        lists = await asyncio.to_thread(_lists)
        listing = await asyncio.to_thread(self.folder.listing)
        return JSONResponse(
            {
                "files": listing,
                "file": self.file,
                "read_only": self.folder.read_only,
                "folder": str(self.folder.root),
                "version": __version__,
                **lists,
            }
        )

    async def read(self, request: Request) -> Response:
        """Return the text of a spec."""
        spec_text = await asyncio.to_thread(self.folder.read, request.query_params.get("path", ""))
        self.live.watch(spec_text.path, spec_text.sha256)
        return JSONResponse({"path": spec_text.path, "text": spec_text.text, "sha256": spec_text.sha256})

    async def write(self, request: Request) -> Response:
        """Write a spec that is on disk as its writer has seen it."""
        given = await _body(request, path=str, text=str, sha256=(str, type(None)))
        try:
            written = await asyncio.to_thread(self.folder.write, given["path"], given["text"], given["sha256"])
        except ChangedOnDisk as conflict:
            now = conflict.now
            return JSONResponse({"path": now.path, "text": now.text, "sha256": now.sha256}, 409)
        await self.live.tell(given["path"], written)
        return JSONResponse({"sha256": written})

    async def gallery(self, request: Request) -> Response:
        """Return the pictures of all genres, drawn when they are first asked for."""
        if self._gallery is None or (self._gallery.done() and not self._gallery.result().json):
            work = self.workers.answer(call("studio.puzzle_texts", "gallery"), {}, LONGEST_GALLERY)
            self._gallery = asyncio.create_task(work)
        answer = await asyncio.shield(self._gallery)
        return _answer(answer, {})

    def endpoint_of(self, work: Work, **expected: Any) -> Endpoint:
        """Return an endpoint that leaves a request to a piece of work, once its fields are of the expected kinds."""

        async def endpoint(request: Request) -> Response:
            given = await _body(request, **expected)
            folder = self.folder.folder_of(given.get("path"))
            return _answer(await self.workers.answer(work, given, folder=folder), given)

        return endpoint

    async def asset(self, request: Request) -> Response:
        """Return a file of the page."""
        return await asyncio.to_thread(self._asset, request.path_params.get("name", "index.html"))

    def _asset(self, name: str) -> Response:
        parts = name.split("/")
        path = self.page.joinpath(*parts)
        if any(not part or part.startswith(".") or "\\" in part or "\0" in part or ":" in part for part in parts):
            raise Refused(404, "there is no such file")
        if path.suffix not in ASSET_KINDS or not path.resolve().is_relative_to(self.page.resolve()) or not path.is_file():
            raise Refused(404, "there is no such file")
        kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(path.read_bytes(), media_type=kind)


def _lists() -> dict[str, Any]:
    """Return the lists that do not change while the server runs. Their modules are imported only now, after the page is shown."""
    from .lists import lists  # noqa: PLC0415

    return lists()


async def _body(request: Request, **expected: Any) -> dict[str, Any]:
    """Return the fields of a request. Raise `Refused` if one is missing, of another kind, or no text that a file can hold.

    A kind of several with `None` in it may be missing.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "send JSON")
    try:
        fields = json.loads(await request.body(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Refused(400, "this is no JSON") from None
    return check_fields(fields, expected)


def _refuse_constant(text: str) -> None:
    raise ValueError(text)


def _answer(answer: Answer, given: Mapping[str, Any]) -> Response:
    """Return the answer of a process, with the revision of the text that it is about."""
    rev = {"rev": given["rev"]} if "rev" in given else {}
    if answer.json:
        answer_json = f'{{"rev": {json.dumps(given["rev"])}, {answer.json[1:]}' if rev else answer.json
        return Response(answer_json, answer.status, media_type="application/json")
    if answer.mistake:
        return JSONResponse(rev | {"error": f"an error in this program: {answer.mistake}"}, 500)
    if answer.is_cancelled:
        return JSONResponse(rev | {"error": "cancelled"}, 503)
    return JSONResponse(rev | {"gave_up": answer.gave_up, "during": answer.during, "error": f"gave up: {answer.gave_up}"}, 503)


async def _refuse(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refused)
    return JSONResponse({"error": problem.message}, problem.status)


async def _report_missing(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 404
    return JSONResponse({"error": "there is nothing here"}, status)


async def _report_failure(request: Request, problem: Exception) -> Response:
    return JSONResponse({"error": f"an error in this program: {type(problem).__name__}"}, 500)


def studio_app(
    folder: PuzzleFolder,
    *,
    access: Access,
    port: int,
    file: str | None = None,
    memory: int | None = None,
    timeout: float | None = None,
    page: Path = PAGE,
) -> ASGIApp:
    """Return the server as an ASGI application, which listens at `port` and lets in whoever has the key of `access`."""
    workers = Workers(QUICK, folder.root, memory=memory, timeout=timeout)
    live = Live(folder, memory=memory, timeout=timeout)
    studio = Studio(folder, file, workers, live, page)
    text = {"text": str, "path": (str, type(None))}
    revised = text | {"rev": (int, type(None))}
    optional, number = (str, type(None)), (int, float, type(None))
    work = studio.endpoint_of

    def post(path: str, module: str, name: str, /, **fields: Any) -> Route:
        return Route(f"/api/{path}", work(call(module, name), **fields), methods=["POST"])

    routes = [
        Route("/", studio.asset),
        Route("/assets/{name:path}", studio.asset),
        Route("/api/state", studio.state),
        Route("/api/file", studio.read),
        Route("/api/file", studio.write, methods=["PUT"]),
        Route("/api/gallery", studio.gallery),
        post("board", "studio.board_model", "board", **revised, known=(dict, type(None))),
        post("new", "studio.puzzle_texts", "new", genre=str, height=number, width=number),
        post("import", "studio.puzzle_texts", "import_puzzle", link=str, genre=optional),
        post("export", "studio.puzzle_texts", "export_puzzle", **text, to=str, lossy=(bool, type(None))),
        post("edit", "studio.editing", "edit", **revised, op=dict),
        post("complete", "editing.completion", "complete", **text, offset=int),
        post("hover", "editing.completion", "hover", **text, offset=int),
        post("check-grid", "studio.play", "check_grid", **text, values=dict, by_rules=(bool, type(None))),
        WebSocketRoute("/api/live", live.serve),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        starting = asyncio.create_task(_start(workers, live))
        try:
            yield
        finally:
            starting.cancel()
            await asyncio.to_thread(functools.partial(_close, workers, live))

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={Refused: _refuse, HTTPException: _report_missing, Exception: _report_failure},
    )
    return Gate(app, access, port)


async def _start(workers: Workers, live: Live) -> None:
    """Warm up the processes beside the first requests."""
    await asyncio.to_thread(workers.start)
    await live.look()


def _close(workers: Workers, live: Live) -> None:
    workers.close()
    live.close()
