"""Do the work of a request in a process of its own.

A piece of work is a function from a request to an answer, both plain objects. It gets its `Asked`: the deadline, where libraries
of the folder are looked for, and a function that tells what is known so far. The answer goes back as JSON.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import load_text, read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..execution.jobs import Job, JobResult
from ..execution.options import Options
from ..execution.runner import Runner
from ..exit_status import GAVE_UP, INTERRUPTED, OK
from ..solving.endings import during_of, reason_of
from ..solving.progress import Progress
from ..solving.solve import solve
from .diagnostics_json import diagnostics_json
from .refused import Refused
from .work_answer import MESSAGE, Answer, Tell

Json = dict[str, Any]
FILE = "puzzle.yaml"  # the name that a text has in messages
OPTIONS = Options(json=False, timeout=None, seed=0, engine="auto", quiet=True, verbose=False)


@dataclass(frozen=True)
class Asked:
    """What work may have: the folder of the spec, the engine and its seed, a deadline, and a progress that is told."""

    folder: str
    options: Options
    deadline: Deadline
    on_progress: Tell

    def load(self, text: str, *, may_lack_values: bool = False) -> Spec:
        """Return the spec of a text. Raise `SpecError` with its errors. `may_lack_values`: any clue may be `?`."""
        document, places = read_text(text, FILE, USUAL), LibraryPlaces(Path(self.folder), ())
        return read_spec(document, FILE, places, USUAL, self.deadline, may_lack_values=may_lack_values)

    def progress(self) -> Progress:
        """Return a progress that reports each stage."""
        return Progress(on_enter=lambda progress: self.on_progress("progress", {"phase": progress.stage}))


Work = Callable[[Mapping[str, Any], Asked], Any]  # the answer is what JSON can hold


def new_runner(processes: int, *, memory: int | None) -> Runner:
    """Return processes that are warm: what work needs has been imported and has run once."""
    return Runner(processes, None if memory else Job(_warm_up, None, OPTIONS))


def new_job(work: Work, request: Mapping[str, Any], folder: str, seconds: float, memory: int | None) -> Job:
    """Return some work as a job."""
    return Job(functools.partial(_do, work), (dict(request), folder, seconds), OPTIONS, seconds, memory)


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


def _do(work: Work, request: tuple[Json, str, float], options: Options) -> tuple[int, Answer]:
    """Do some work. What is wrong with the text is an answer too."""
    given, folder, seconds = request

    def tell(kind: str, known: Json) -> None:
        if options.on_progress is not None:
            options.on_progress(f"{MESSAGE}{kind} {json.dumps(known)}")

    def do_work(limited: Options) -> Any:
        return work(given, Asked(folder, limited, limited.deadline(), tell))

    try:
        answer = replace(options, timeout=seconds).run_limited(do_work)
    except SpecError as problem:
        answer = {"diagnostics": diagnostics_json(problem.diagnostics, given.get("text", ""))}
    except (OutOfTime, GaveUp, MemoryError) as problem:
        return OK, Answer(gave_up=reason_of(problem), during=during_of(problem))
    except Refused as problem:
        return OK, Answer(json.dumps({"error": problem.message}), status=problem.status)
    except RecursionError:
        return OK, Answer(gave_up="it is nested too deeply")
    return OK, Answer(json.dumps(answer))
