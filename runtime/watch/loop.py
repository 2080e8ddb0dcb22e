"""The loop of `watch`: what was saved is checked at once, then verified; what a new save makes pointless is stopped."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from ..execution.options import Options
from .poll_files import Event, FilePoller
from .screen import Screen, ScreenLines
from .state import State
from .workers import VERIFY, Workers


def watch(wanted: Sequence[str], options: Options, out: ScreenLines | Screen) -> int:
    """Watch files and folders until Ctrl-C, which is a `KeyboardInterrupt` that goes on to the caller."""
    saves = FilePoller(wanted)
    state = State({path for path in wanted if not Path(path).is_dir()})
    workers = Workers(options)
    began = time.monotonic()
    at_start = True
    try:
        with out:
            while True:
                events = saves.look()
                if events:
                    _stop(workers, events)
                    for known in state.take(events, at_start=at_start):
                        out.gone(known)
                at_start = False
                if workers.is_free and (job := state.next_job()) is not None:
                    workers.begin(job)
                    began = time.monotonic()
                    if job.stage == VERIFY:
                        workers.stand_by()
                out.draw(state, workers.job, time.monotonic() - began)
                finished = workers.wait(saves.pause)
                if finished is not None:
                    state.finished(*finished)
                    out.finished(*finished)
    finally:
        workers.close()


def _stop(workers: Workers, events: Sequence[Event]) -> None:
    """Stop what is being done, if what was saved makes it pointless, or if something was saved that has to come first.

    What is stopped without being saved anew is done again later.
    """
    if workers.job is not None and any(not event.gone or event.path == workers.job.path for event in events):
        workers.stop()
