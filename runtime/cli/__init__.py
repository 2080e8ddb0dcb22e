"""The entry point of the command line. While it imports everything else, Ctrl-C ends the process without a traceback."""

from __future__ import annotations

import gc
import signal

from ..exit_status import GARBAGE


def main() -> None:
    """Run the command line and exit with its status.

    Importing and compiling create many small objects, most of which stay, and garbage collection would take a tenth of the time.
    """
    gc.set_threshold(GARBAGE)
    handler = signal.getsignal(signal.SIGINT)
    is_default = handler is signal.default_int_handler  # it is ignored in the background of a shell
    if is_default:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .app import main as command  # noqa: PLC0415 (Ctrl-C may interrupt this import)

    if is_default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        command()
    finally:
        if is_default:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()  # otherwise Python collects garbage at exit, which takes a fifth of a short run
