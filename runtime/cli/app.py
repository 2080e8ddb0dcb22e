"""The command line. Each command is a file in `commands/`, found by folder scan and imported only when you call it.

Results go to standard output, everything else to standard error. Exit status: 0 as claimed; 1 the puzzle is not as claimed; 2 the
spec or the call is wrong; 3 gave up; 70 a bug of this program; 130 interrupted; 141 the reader of the output has closed the pipe.
For several specs it is the highest of theirs.
"""

from __future__ import annotations

import _thread
import ast
import contextlib
import errno
import importlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import click
from gridwright import __version__
from gridwright.compiler.plugins import names
from gridwright.compiler.syntax.suggestions import did_you_mean

from .. import commands
from ..exit_status import CLOSED_PIPE, INTERRUPTED, OK, OUR_MISTAKE, WRONG
from ..output.safe_output import safe_outputs

WRITE_ERRORS = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)  # of standard output; for other files see `NotWritten`
INTERRUPT_DELAY = 0.01  # seconds


class Commands(click.Group):
    """The group of all commands in the folder. `--help` reads their docstrings without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(_files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        if cmd_name not in _files():
            return None
        command: click.Command = importlib.import_module(f"{commands.__name__}.{_files()[cmd_name]}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; raise `UsageError` with the closest names if there is none of that name."""
        name = args[0]
        if name not in _files() and not name.startswith("-"):
            help = did_you_mean(name, self.list_commands(ctx)) or "`gridwright --help` lists all commands"
            raise click.UsageError(f"there is no command `{name}`; {help}", ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands into the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _summary(name)) for name in self.list_commands(ctx)])


def _files() -> dict[str, str]:
    """Return the module of each command; if the name is a keyword of Python, the module has an underscore at its end."""
    return {name.rstrip("_"): name for name in names(commands.__name__)}


def _summary(name: str) -> str:
    source = Path(commands.__path__[0], f"{_files()[name]}.py").read_text("utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].replace("\n", " ")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, is_set: _print_versions(context) if is_set else None,
    help="Show the versions of Gridwright, Python and the engines, and exit.",
)
def app() -> None:
    """Solve grid puzzles written as YAML, check each solution with separate code, and prove it unique."""


def _print_versions(context: click.Context) -> None:
    from ..engines.engine_versions import engine_versions  # noqa: PLC0415 (for this option alone)

    click.echo(f"gridwright, version {__version__}\nPython {sys.version.partition(' ')[0]}")
    for engine, package, version in engine_versions():
        click.echo(f"{engine}: {package} {version}" if version else f"{engine}: {package} is not installed")
    context.exit()


def main() -> None:
    """Run the command line and exit with its status."""
    devnull = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open until the process ends)
    sys.stdout, sys.stderr = sys.stdout or devnull, sys.stderr or devnull  # either may be closed
    sys.unraisablehook = _raise_again
    status = run(sys.argv[1:])
    _discard_output()
    sys.exit(status)


def _raise_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Raise an interrupt again a moment later if it came in a finalizer, where Python cannot pass it on."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        threading.Timer(INTERRUPT_DELAY, _thread.interrupt_main).start()
    elif not isinstance(unraisable.exc_value, MemoryError):  # it is raised again anyway if memory is still short
        sys.__unraisablehook__(unraisable)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit status. No exception leaves this function."""
    with safe_outputs():
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    try:
        status: int = app(args=list(arguments), prog_name="gridwright", standalone_mode=False) or OK
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as problem:
        with contextlib.suppress(OSError):
            in_words(problem).show()
        return WRONG
    except (KeyboardInterrupt, click.Abort):
        _say("gridwright: interrupted")
        return INTERRUPTED
    except SystemExit as stop:
        if COMPLETION in os.environ:  # click ends so after it has printed what a shell asked for
            return OK if stop.code == 0 else WRONG
        _discard_output()  # the reader has closed the pipe, which click turns into an exit
        return CLOSED_PIPE
    except BrokenPipeError:
        _discard_output()
        return CLOSED_PIPE
    except OSError as problem:
        if problem.errno not in WRITE_ERRORS:
            return _internal_error(problem, "--verbose" in arguments)
        _discard_output()
        _say(f"gridwright: the output cannot be written: {problem.strerror}")
        return WRONG
    except Exception as problem:  # a traceback never reaches a user
        return _internal_error(problem, "--verbose" in arguments)
    return status


COMPLETION = "_GRIDWRIGHT_COMPLETE"  # what a shell sets when it asks for completion

# What stands for the value of an option in its help: in words, and an example.
_UNITS = {"SECONDS": ("a number of seconds", 60), "MB": ("a number of megabytes", 2_000), "N": ("a whole number", 4)}


def in_words(problem: click.ClickException) -> click.ClickException:
    """Return the mistake of a call, with numbers that an option does not take in the words of somebody who is no programmer."""
    kind = problem.param.type if isinstance(problem, click.BadParameter) and problem.param is not None else None
    if not isinstance(problem, click.BadParameter) or not isinstance(kind, (click.IntRange, click.FloatRange)):
        return problem
    option = problem.param.opts[0] if problem.param is not None else ""
    metavar = str(problem.param.metavar) if isinstance(problem.param, click.Option) else ""
    wanted, example = _UNITS.get(metavar, ("a number", 4))
    least, most = (f"{end:,.10g}" if isinstance(end, float) else f"{end:,}" for end in (kind.min or 0, kind.max or 0))
    extent = f" from {least} to {most}" if kind.max is not None else f" of at least {least}" if kind.min is not None else ""
    written = problem.message.split(" is not ")[0].strip("'")
    words = f"{option} needs {wanted}{extent}, such as `{option} {example}`, but got `{written}`"
    return click.UsageError(words, ctx=problem.ctx)


def _discard_output() -> None:
    """Discard output that cannot be printed, so that Python does not try it again at exit with an exit status of its own."""
    for stream in (sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def _say(text: str) -> None:
    """Print a line on standard error, if it is open."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr)


def _internal_error(problem: Exception, verbose: bool) -> int:
    _say(f"gridwright: an error in this program, not in your spec: {type(problem).__name__}: {problem}")
    _say("  please report it with the spec and the command; --verbose prints where it happened")
    if verbose:
        sys.excepthook(type(problem), problem, problem.__traceback__)
    return OUR_MISTAKE
