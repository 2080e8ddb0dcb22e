"""Watch specs: check what was saved at once, then verify it; stop what a new save makes pointless."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from ...execution.options import Options
from .poll_files import Event, FilePoller
from .screen import Screen, ScreenLines
from .stages import VERIFY, StageRunner
from .state import State


def watch(paths: Sequence[str], options: Options, out: ScreenLines | Screen) -> int:
    """Watch files and folders until Ctrl-C, which raises `KeyboardInterrupt`."""
    files = FilePoller(paths)
    state = State({path for path in paths if not Path(path).is_dir()})
    runner = StageRunner(options)
    began = time.monotonic()
    at_start = True
    try:
        with out:
            while True:
                events = files.poll()
                if events:
                    _stop(runner, events)
                    for removed in state.take(events, at_start=at_start):
                        out.on_removed(removed)
                at_start = False
                if runner.current is None and (stage := state.next_stage()) is not None:
                    runner.start(stage)
                    began = time.monotonic()
                    if stage.stage == VERIFY:
                        runner.stand_by()
                out.draw(state, runner.current, time.monotonic() - began)
                finished = runner.wait(files.pause)
                if finished is not None:
                    state.on_finished(*finished)
                    out.on_finished(*finished)
    finally:
        runner.close()


def _stop(runner: StageRunner, events: Sequence[Event]) -> None:
    """Stop what is running if a save makes it pointless, or if something was saved that has to come first.

    What is stopped without being saved anew runs again later.
    """
    if runner.current is not None and any(not event.gone or event.path == runner.current.path for event in events):
        runner.stop()
