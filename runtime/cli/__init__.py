"""The entry point of the command line. Ctrl-C ends it with status 130 also while it imports everything else, and at its end."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # what `signal` wraps, without enumerations, which take long to import
import gc
import os

from ..exit_status import GARBAGE, INTERRUPTED

TYPE_CHECKING = False  # little is imported before `main` takes Ctrl-C, which would end in a traceback
if TYPE_CHECKING:
    from typing import NoReturn

MESSAGE = b"gridwright: interrupted\n"


def main() -> None:
    """Run the command line and exit with its status.

    Importing and compiling create many small objects, most of which stay, and garbage collection would take a tenth of the time.
    """
    handler = signal.getsignal(signal.SIGINT)
    is_default = handler is signal.default_int_handler  # it is ignored in the background of a shell
    if is_default:
        signal.signal(signal.SIGINT, _end)
    gc.set_threshold(GARBAGE)
    from .app import main as command  # noqa: PLC0415 (Ctrl-C may interrupt this import)

    try:
        if is_default:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command()
    except KeyboardInterrupt:  # before the command takes it, or after it has ended
        _end()
    finally:
        if is_default:
            signal.signal(signal.SIGINT, _end)
        gc.freeze()  # otherwise Python collects garbage at exit, which takes a fifth of a short run


def _end(*_: object) -> NoReturn:
    """End the process at once: an exception would print a traceback, and the usual action of the signal gives another status."""
    try:
        os.write(2, MESSAGE)
    finally:  # whatever becomes of the message
        os._exit(INTERRUPTED)
