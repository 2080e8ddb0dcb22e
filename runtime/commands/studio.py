"""Set puzzles in the browser: the text, the board, and on every change whether the puzzle is unique.

The server is for this machine only and sends nothing anywhere; it ends with Ctrl-C. It opens FILE at once; in a FOLDER, you
choose a file on the page. The printed link works once, for one browser; then the command prints a new one. Whoever opens a link
can change these files.
"""

from __future__ import annotations

import click

from ..exit_status import OK


@click.command("studio", help=__doc__)
@click.argument("place", metavar="[FILE|FOLDER]", default=".", type=click.Path())
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="The port; without it, one that is free.")
@click.option("--no-browser", is_flag=True, help="Only print the link.")
@click.option("--read-only", is_flag=True, help="Change no file.")
@click.option("--timeout", type=click.FloatRange(0.1), metavar="SECONDS", help="Give up on any work after this many seconds.")
@click.option("--memory", type=click.IntRange(300), metavar="MB", help="Give up on work that needs more than this.")
def command(place: str, port: int, no_browser: bool, read_only: bool, timeout: float | None, memory: int | None) -> int:
    """Serve the studio."""
    try:
        from ..studio.serve import serve  # noqa: PLC0415 (an extra: only who calls this needs it)
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in ("starlette", "uvicorn", "websockets", "anyio"):
            raise
        raise click.UsageError(
            f"the studio needs {problem.name}: pip install 'gridwright[studio]', or in a clone of the repository "
            "pip install '.[studio]'"
        ) from None
    serve(place, port=port, with_browser=not no_browser, read_only=read_only, timeout=timeout, memory=memory)
    return OK
