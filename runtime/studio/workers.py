"""Do the work of requests in other processes, so that the server answers at once whatever is being worked on.

A piece of work is a function from a request to an answer, both plain objects. It gets its `Asked`: the deadline, where libraries
of the folder are looked for, and a function that tells what is known so far. The answer comes back as JSON, made in the process.
"""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import load_text, read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..execution.jobs import Job, JobResult
from ..execution.options import Options
from ..execution.runner import Runner
from ..exit_status import GAVE_UP, INTERRUPTED, OK
from ..solving.progress import Progress
from ..solving.session import during_of, reason_of
from ..solving.solve import solve
from .diagnostics_json import diagnostics_json
from .gate import Refused

Json = dict[str, Any]
Tell = Callable[[str, Json], None]  # takes `progress` or `partial`, and what is known
SECONDS = 10.0  # for a request that nobody waits for any longer
MESSAGE = "\x00"  # before what work tells; progress that a command prints has none
FILE = "puzzle.yaml"  # the name that a text has in messages


@dataclass(frozen=True)
class Asked:
    """What work may have: the folder of the spec, the engine and its seed, a deadline, and a progress that is told."""

    folder: str
    options: Options
    deadline: Deadline
    tell: Tell

    def load(self, text: str) -> Spec:
        """Return the spec of a text. Raise `SpecError` with all its errors."""
        document = read_text(text, FILE, USUAL)
        return read_spec(document, FILE, LibraryPlaces(Path(self.folder), ()), USUAL, self.deadline)

    def progress(self) -> Progress:
        """Return a progress of which each stage is told."""
        return Progress(on_enter=lambda progress: self.tell("progress", {"phase": progress.stage}))


Work = Callable[[Mapping[str, Any], Asked], Any]  # the answer is what JSON can hold


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request as JSON, or else why there is none: `gave_up` says what was too much, `mistake` that we failed."""

    json: str = ""
    status: int = 200
    gave_up: str = ""
    during: str = ""
    mistake: str = ""
    is_cancelled: bool = False


class Workers:
    """Processes that are warm: what work needs has been imported and has run once.

    `memory`: megabytes that a process may have; None for what is usual.
    """

    def __init__(self, processes: int, folder: Path, *, memory: int | None = None, timeout: float | None = None) -> None:
        self.options = Options(json=False, timeout=None, seed=0, engine="auto", quiet=True, verbose=False)
        self.folder = folder
        self.memory = memory
        self.timeout = timeout
        self.runner = Runner(processes, None if memory else Job(_warm_up, None, self.options))

    def start(self) -> None:
        """Start all processes, in the background."""
        for _ in range(self.runner.processes):
            self.runner.start_process()

    def submit(
        self,
        work: Work,
        request: Mapping[str, Any],
        seconds: float = SECONDS,
        *,
        folder: Path | None = None,
        tell: Tell | None = None,
    ) -> Future[JobResult]:
        """Begin some work. `tell` is called in another thread."""
        seconds = min(seconds, self.timeout or seconds)

        def on_event(process: int, text: str | None) -> None:
            if tell is not None and text is not None and text.startswith(MESSAGE):
                kind, _, told = text[1:].partition(" ")
                tell(kind, {"json": told})

        task = functools.partial(_done, work)
        job = Job(task, (dict(request), str(folder or self.folder), seconds), self.options, seconds, self.memory)
        return self.runner.submit(job, on_event)

    async def answer(
        self, work: Work, request: Mapping[str, Any], seconds: float = SECONDS, *, folder: Path | None = None
    ) -> Answer:
        """Do some work and return its answer, without blocking the server meanwhile."""
        return answer_of(await asyncio.wrap_future(self.submit(work, request, seconds, folder=folder)))

    def stop(self, future: Future[JobResult]) -> None:
        """End some work, at once, and all other work of these processes with it."""
        if not future.cancel():
            self.runner.stop_jobs()

    def close(self) -> None:
        """End all processes."""
        self.runner.close()


def answer_of(result: JobResult) -> Answer:
    """Return the answer that a process gave, or why it gave none."""
    if isinstance(result.result, Answer):
        return result.result
    if result.status == GAVE_UP:
        return Answer(gave_up=result.failed.removeprefix("gave up: "))
    if result.status == INTERRUPTED:
        return Answer(is_cancelled=True)
    return Answer(mistake=result.failed or result.usage)


# in the process


def _warm_up(nothing: None, options: Options) -> tuple[int, None]:
    from ..execution.preload import SMALL  # noqa: PLC0415 (which is compiled when it is imported)

    solve(load_text(SMALL), engine=options.engine)
    return OK, None


def _done(work: Work, request: tuple[Json, str, float], options: Options) -> tuple[int, Answer]:
    """Do some work. What is wrong with the text is an answer too."""
    given, folder, seconds = request

    def tell(kind: str, known: Json) -> None:
        if options.on_progress is not None:
            options.on_progress(f"{MESSAGE}{kind} {json.dumps(known)}")

    def worked(limited: Options) -> Any:
        return work(given, Asked(folder, limited, limited.deadline(), tell))

    try:
        found = replace(options, timeout=seconds).run_limited(worked)
    except SpecError as problem:
        found = {"diagnostics": diagnostics_json(problem.diagnostics, given.get("text", ""))}
    except (OutOfTime, GaveUp, MemoryError) as problem:
        return OK, Answer(gave_up=reason_of(problem), during=during_of(problem))
    except Refused as problem:
        return OK, Answer(json.dumps({"error": problem.message}), status=problem.status)
    except RecursionError:
        return OK, Answer(gave_up="it is nested too deeply")
    return OK, Answer(json.dumps(found))
