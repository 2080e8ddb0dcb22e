"""The command line. Each command is a file in `commands/`, found by folder scan and imported only when it is called.

Results go to standard output, everything else to standard error. Exit status: 0 as claimed; 1 the puzzle is not as claimed; 2 the
spec or the call is wrong; 3 gave up; 70 a mistake of this program; 130 interrupted; 141 whoever reads
the output has stopped. For several specs the highest.
"""

from __future__ import annotations

import _thread
import ast
import contextlib
import errno
import importlib
import os
import pkgutil
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import click

from .. import commands
from ..exit_status import CLOSED_PIPE, INTERRUPTED, OK, OUR_MISTAKE, WRONG

NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)  # of what is printed; files say so themselves
LATER = 0.01  # seconds


class Commands(click.Group):
    """The commands of the folder. Their help is read off the files' docstrings, so that `--help` imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(_files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in _files():
            return None
        found: click.Command = importlib.import_module(f"{commands.__name__}.{_files()[cmd_name]}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _summary(name)) for name in self.list_commands(ctx)])


def _files() -> dict[str, str]:
    """The name of each command's file; a command that is called like a word of Python has an underscore there."""
    return {module.name.rstrip("_"): module.name for module in pkgutil.iter_modules(commands.__path__)}


def _summary(name: str) -> str:
    source = Path(commands.__path__[0], f"{_files()[name]}.py").read_text("utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].replace("\n", " ")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="gridwright", prog_name="gridwright")
def app() -> None:
    """Solve grid puzzles written as YAML, check each solution with separate code, and prove it unique."""


def main() -> None:
    """Run the command line and exit with its status."""
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (for as long as we run)
    sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere  # of which either may have been closed before
    sys.unraisablehook = _again
    status = run(sys.argv[1:])
    _forget_output()
    sys.exit(status)


def _again(found: sys.UnraisableHookArgs) -> None:
    """An interrupt in what tidies up after an object, where Python cannot hand it on, is made a moment later."""
    if isinstance(found.exc_value, KeyboardInterrupt):
        threading.Timer(LATER, _thread.interrupt_main).start()
    elif not isinstance(found.exc_value, MemoryError):  # which comes again as well, if there is still too little
        sys.__unraisablehook__(found)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit status. No exception gets past here."""
    try:
        status: int = app(args=list(arguments), prog_name="gridwright", standalone_mode=False) or OK
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as problem:
        with contextlib.suppress(OSError):
            problem.show()
        return WRONG
    except (KeyboardInterrupt, click.Abort):
        _say("gridwright: interrupted")
        return INTERRUPTED
    except (
        BrokenPipeError,
        SystemExit,
    ):  # whoever reads our output has stopped, which click makes an exit of; nothing is claimed
        _forget_output()
        return CLOSED_PIPE
    except OSError as problem:
        if problem.errno not in NO_ROOM:
            return _our_mistake(problem, "--verbose" in arguments)
        _forget_output()
        _say(f"gridwright: the output cannot be written: {problem.strerror}")
        return WRONG
    except Exception as problem:  # a traceback never reaches a user
        return _our_mistake(problem, "--verbose" in arguments)
    return status


def _forget_output() -> None:
    """What cannot be printed is not tried again at the very end, where Python has an exit status of its own for it."""
    for stream in (sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def _say(text: str) -> None:
    """Say something on standard error, if anybody can be reached there."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr)


def _our_mistake(problem: Exception, verbose: bool) -> int:
    _say(f"gridwright: an error in this program, not in your spec: {type(problem).__name__}: {problem}")
    _say("  please report it with the spec and the command; --verbose prints where it happened")
    if verbose:
        sys.excepthook(type(problem), problem, problem.__traceback__)
    return OUR_MISTAKE
