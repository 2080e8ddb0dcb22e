"""Talk with each open page: one job at a time in a process that can be ended, the newest wins; and tell what changes on disk."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from gridwright.compiler.records import dataclass, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..editing.refused import Refused
from ..editing.work_answer import Answer
from ..editing.work_names import call
from ..editing.workers import Workers, wait_for
from .gate import MOST_BYTES, PROTOCOL, Rate
from .puzzle_folder import PuzzleFolder
from .request_fields import check_fields
from .tab_names import call_tab, tab_names

if TYPE_CHECKING:
    from ..execution.jobs import JobResult

LIVE, CANCEL = "live", "cancel"
SECONDS_LIVE, SECONDS_ON_DEMAND = 10.0, 120.0
MOST_PAGES = 8  # open at the same time
MOST_AT_ONCE, PER_SECOND = 120, 60.0  # messages of a page
MOST_WATCHED = 100  # files
LOOK_EVERY = 0.7  # seconds, for changes on disk
MOST_KEPT, LARGEST_KEPT = 100, 500_000  # answers, and characters of one
TELL_EVERY = 0.1  # seconds between two messages about progress
PATIENCE = 30.0  # seconds for a page to take a message
FULL, REFUSED = 1013, 1008  # why a connection is closed


class Live:
    """All open pages, and the files that they show."""

    def __init__(self, folder: PuzzleFolder, *, memory: int | None = None, timeout: float | None = None) -> None:
        self.folder = folder
        self.memory = memory
        self.timeout = timeout
        self.kept: OrderedDict[str, str] = OrderedDict()  # answers, by what was asked
        self._pages: set[_OpenPage] = set()
        self._watched: OrderedDict[str, str | None] = OrderedDict()  # digests

    def watch(self, path: str, sha256: str | None) -> None:
        """Tell all pages from now on when a file is no longer the one with this digest.

        If it is watched already, what was known of it stays: other pages have not been told yet.
        """
        self._watched.setdefault(path, sha256)
        self._watched.move_to_end(path)
        while len(self._watched) > MOST_WATCHED:
            self._watched.popitem(last=False)

    async def look(self) -> None:
        """Look for changes on disk, on and on."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for path, known in list(self._watched.items()):
                now: str | None
                try:
                    now = await asyncio.to_thread(self.folder.digest_now, path)
                except (Refused, OSError):
                    now = None
                if now != known and self._watched.get(path) == known:
                    await self.tell(path, now)

    async def tell(self, path: str, sha256: str | None) -> None:
        """Tell all pages what a file is now; a page that knows it already does nothing."""
        self.watch(path, sha256)
        self._watched[path] = sha256
        for page in self._pages:  # none waits for another, which may sleep in the background
            page.begin(page.send({"type": "changed", "path": path, "sha256": sha256}))

    async def serve(self, socket: WebSocket) -> None:
        """Answer one page until it is closed."""
        await socket.accept(PROTOCOL)  # a browser closes a connection whose server chooses none of the protocols
        if len(self._pages) >= MOST_PAGES:
            await socket.close(FULL, "too many pages are open")
            return
        page = _OpenPage(self, socket)
        self._pages.add(page)
        try:
            await page.run()
        finally:
            self._pages.discard(page)
            await asyncio.to_thread(page.close)

    def close(self) -> None:
        """End all work."""
        for page in self._pages:
            page.close()

    def keep(self, key: str, answer: str) -> None:
        """Keep an answer for the next time when the same is asked."""
        if key and len(answer) <= LARGEST_KEPT:
            self.kept[key] = answer
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)


@dataclass(eq=False)
class _LiveJob:
    """What a page has asked for, and is being worked on."""

    id: Any
    rev: Any
    key: str
    future: Future[JobResult]
    told: float = 0.0
    is_over: bool = False

    def head(self, type: str) -> dict[str, Any]:
        return {"id": self.id, "rev": self.rev, "type": type}


@dataclass(eq=False)
class _OpenPage:
    """A connection to a page, with the processes that work for it."""

    live: Live
    socket: WebSocket
    rate: Rate = field(default_factory=lambda: Rate(MOST_AT_ONCE, PER_SECOND))
    job: _LiveJob | None = None
    is_open: bool = True

    def __post_init__(self) -> None:
        # Two, so that the next job need not wait until there is a new process instead of one that was ended.
        self.workers = Workers(2, self.live.folder.root, memory=self.live.memory, timeout=self.live.timeout)
        self.sending = asyncio.Lock()
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Do what the page asks for."""
        await asyncio.to_thread(self.workers.start)
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                message = await self.socket.receive_text()
                if not self.rate.allows():
                    await self.socket.close(REFUSED, "too many messages")
                    return
                await self._take(message)

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something beside what this page is waiting for."""
        task = asyncio.ensure_future(doing)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def close(self) -> None:
        self.is_open = False
        self.workers.close()

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message, if the page is still there."""
        await self._send_text(json.dumps(message))

    async def _send_text(self, text: str) -> None:
        async with self.sending:
            if not self.is_open:
                return
            try:
                await asyncio.wait_for(self.socket.send_text(text), PATIENCE)
            except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
                self.is_open = False

    async def _take(self, message: str) -> None:
        """Begin the work of a message, and stop the running work."""
        try:
            if len(message) > MOST_BYTES:
                raise Refused(413, "the message is too long")
            try:
                fields = json.loads(message)
            except (ValueError, RecursionError):
                raise Refused(400, "this is no JSON") from None
            head = check_fields(fields, {"id": (int, str), "cmd": str, "rev": (int, type(None))})
        except (Refused, KeyError) as problem:
            await self.send({"type": "error", "id": None, "rev": None, "diagnostics": [], "error": str(problem)})
            return
        if head["cmd"] == CANCEL:  # of a job by its id: a newer one goes on
            if self.job is not None and self.job.id == head["id"]:
                await self._cancel()
            return
        await self._cancel()
        try:
            given = check_fields(fields, {"text": str, "options": (dict, type(None)), "path": (str, type(None))})
            folder = self.live.folder.folder_of(given["path"])
            if head["cmd"] != LIVE and head["cmd"] not in tab_names():
                raise Refused(404, "there is no such command")
        except Refused as problem:
            await self.send({"type": "error", "id": head["id"], "rev": head["rev"], "diagnostics": [], "error": problem.message})
            return
        key = _key(head["cmd"], given, str(folder))
        kept = self.live.kept.get(key)
        if kept is not None:
            self.live.kept.move_to_end(key)
            await self._send_report({"id": head["id"], "rev": head["rev"], "type": "result"}, kept)
            return
        is_live = head["cmd"] == LIVE
        work = call("studio.live_chain", "chain") if is_live else call_tab(head["cmd"])
        loop = asyncio.get_running_loop()
        job: _LiveJob | None = None

        def tell(kind: str, known: dict[str, Any]) -> None:  # in another thread
            loop.call_soon_threadsafe(tell_page, kind, known["json"])

        def tell_page(kind: str, known: str) -> None:
            if job is not None:
                self.begin(self._tell(job, kind, known))

        seconds = SECONDS_LIVE if is_live else SECONDS_ON_DEMAND
        future = self.workers.submit(work, given, seconds, folder=folder, on_progress=tell)
        job = self.job = _LiveJob(head["id"], head["rev"], key, future)
        await self.send(job.head("started"))
        self.begin(self._finish(job))

    async def _cancel(self) -> None:
        """End the job that is running, at once."""
        job, self.job = self.job, None
        if job is None or job.is_over:
            return
        job.is_over = True
        self.workers.stop(job.future)
        await self.send(job.head("cancelled"))

    async def _tell(self, job: _LiveJob, kind: str, known: str) -> None:
        """Send the page the progress of a job, now and then, or its result."""
        if job.is_over:
            return
        if kind == "partial":
            await self._send_report(job.head("partial"), known)
        elif time.monotonic() - job.told > TELL_EVERY:
            job.told = time.monotonic()
            await self.send(job.head("progress") | json.loads(known))

    async def _finish(self, job: _LiveJob) -> None:
        """Tell the page how a job ended."""
        try:
            answer = await wait_for(job.future)
        except asyncio.CancelledError:
            answer = Answer(is_cancelled=True)
        if job.is_over:
            return
        job.is_over = True
        if answer.json and answer.status == 200:
            self.live.keep(job.key, answer.json)
            await self._send_report(job.head("result"), answer.json)
        elif answer.json:
            await self.send(job.head("error") | {"diagnostics": []} | json.loads(answer.json))
        elif answer.gave_up:
            await self.send(job.head("gave-up") | {"reason": answer.gave_up, "during": answer.during})
        elif answer.is_cancelled:
            await self.send(job.head("cancelled"))
        else:
            message = f"an error in this program: {answer.mistake}"
            await self.send(job.head("error") | {"diagnostics": [], "error": message})

    async def _send_report(self, head: dict[str, Any], report: str) -> None:
        """Send a report, which a process has written as JSON; one that has only diagnostics is an error."""
        if report.startswith('{"diagnostics": '):
            await self._send_text(f"{json.dumps(head | {'type': 'error'})[:-1]}, {report[1:]}")
        else:
            await self._send_text(f'{json.dumps(head)[:-1]}, "report": {report}}}')


def _key(cmd: str, given: dict[str, Any], folder: str) -> str:
    """Return the key of an answer; empty if it may depend on other files."""
    text = given["text"]
    if ".yaml" in text:
        return ""
    whole = json.dumps([cmd, text, given["options"], folder], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()
