"""Leave work to other processes, so that the server answers at once whatever is being worked on.

What the processes need is imported here only when they are started, in the background: the page is there before.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .work_answer import MESSAGE, Answer, Tell

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ..execution.jobs import JobResult
    from ..execution.runner import Runner
    from .work_process import Work

SECONDS = 10.0  # for a request that nobody waits for any longer


class Workers:
    """Processes that work. `memory`: megabytes that one may have, None for what is usual. `timeout`: the most seconds for it."""

    def __init__(self, processes: int, folder: Path, *, memory: int | None = None, timeout: float | None = None) -> None:
        self.processes = processes
        self.folder = folder
        self.memory = memory
        self.timeout = timeout
        self._runner: Runner | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def start(self) -> None:
        """Start all processes, unless it is over already; this takes a moment."""
        for _ in range(self.processes):
            runner = self._start()
            with self._lock:
                if not self._is_closed:
                    runner.start_process()

    def _start(self) -> Runner:
        from .work_process import new_runner  # noqa: PLC0415 (as above)

        with self._lock:
            if self._runner is None:
                self._runner = new_runner(self.processes, memory=self.memory)
            return self._runner

    def submit(
        self,
        work: Work,
        request: Mapping[str, Any],
        seconds: float = SECONDS,
        *,
        folder: Path | None = None,
        on_progress: Tell | None = None,
    ) -> Future[JobResult]:
        """Begin some work. `on_progress` is called in another thread."""
        from .work_process import new_job  # noqa: PLC0415 (as above)

        def on_event(process: int, text: str | None) -> None:
            if on_progress is not None and text is not None and text.startswith(MESSAGE):
                kind, _, content = text[1:].partition(" ")
                on_progress(kind, {"json": content})

        job = new_job(work, request, str(folder or self.folder), min(seconds, self.timeout or seconds), self.memory)
        runner = self._start()
        with self._lock:  # which no thread closes meanwhile
            return runner.submit(job, on_event)

    async def answer(
        self, work: Work, request: Mapping[str, Any], seconds: float = SECONDS, *, folder: Path | None = None
    ) -> Answer:
        """Do some work and return its answer, without blocking the server meanwhile."""
        await asyncio.to_thread(self._start)
        return await wait_for(self.submit(work, request, seconds, folder=folder))

    def stop(self, future: Future[JobResult]) -> None:
        """End some work, at once, and all other work of these processes with it."""
        if not future.cancel():
            self._start().stop_jobs()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._is_closed = True
            if self._runner is not None:
                self._runner.close()


async def wait_for(future: Future[JobResult]) -> Answer:
    """Wait for the answer of some work."""
    from .work_process import answer_of  # noqa: PLC0415 (as above)

    return answer_of(await asyncio.wrap_future(future))
