"""The entry point of the command line, which imports all else: Ctrl-C meanwhile ends the process, without a traceback."""

from __future__ import annotations

import gc
import signal

from ..exit_status import GARBAGE


def main() -> None:
    """Run the command line and exit with its status.

    Importing and compiling make many small objects, nearly all of which stay: to look for garbage there is a tenth of the time.
    """
    gc.set_threshold(GARBAGE)
    handler = signal.getsignal(signal.SIGINT)
    is_usual = handler is signal.default_int_handler  # and not ignored, as in the background of a shell
    if is_usual:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .app import main as command  # noqa: PLC0415 (what may be interrupted)

    if is_usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        command()
    finally:
        if is_usual:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()  # otherwise Python looks for garbage at its very end, among everything: a fifth of a short run
