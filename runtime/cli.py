"""The command line. Each command is a file in `commands/`, found by folder scan and imported only when it is called.

Results go to standard output, everything else to standard error. Exit status: 0 as claimed; 1 the puzzle is not as claimed; 2 the
spec or the call is wrong; 3 gave up; 70 a mistake of this program; 130 interrupted. For several specs the highest.
"""

from __future__ import annotations

import ast
import gc
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from . import commands

OK, NOT_AS_CLAIMED, WRONG, GAVE_UP, OUR_MISTAKE, INTERRUPTED = 0, 1, 2, 3, 70, 130

GARBAGE = 50_000  # so many new objects before garbage is looked for


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
    """Grid puzzles written as YAML: solved, judged by separate code, and proved unique."""


def main() -> None:
    """Run the command line and exit with its status.

    Compiling makes millions of small objects, nearly all of which stay: to look for garbage among them is a seventh of the time.
    """
    gc.set_threshold(GARBAGE)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit status. No exception gets past here."""
    try:
        status: int = app(args=list(arguments), prog_name="gridwright", standalone_mode=False) or OK
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as problem:
        problem.show()
        return WRONG
    except (KeyboardInterrupt, click.Abort):
        print("gridwright: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever reads our output has stopped; nothing more can be said
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as problem:  # a traceback never reaches a user
        return _our_mistake(problem, "--verbose" in arguments)
    return status


def _our_mistake(problem: Exception, verbose: bool) -> int:
    what = f"{type(problem).__name__}: {problem}"
    print(f"gridwright: a mistake of this program, not of your spec: {what}", file=sys.stderr)
    print("  please report it with the spec and the command; --verbose prints where it happened", file=sys.stderr)
    if verbose:
        sys.excepthook(type(problem), problem, problem.__traceback__)
    return OUR_MISTAKE
