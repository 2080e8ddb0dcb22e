"""Answer an editor: diagnostics while you type, completion, help, definitions, renaming, colours, and *verify* above a puzzle.

Your editor starts this command and speaks with it over standard input and output, by the Language Server Protocol;
`docs/editors.md` has the lines for Neovim, Helix, Zed and VS Code. It reads the texts as they are in the editor, sends nothing
anywhere, and changes no file.
"""

from __future__ import annotations

import click

from ..exit_status import OK


@click.command("lsp", help=__doc__)
@click.option("--timeout", type=click.FloatRange(0.1), metavar="SECONDS", help="Give up on a *verify* after this many seconds.")
@click.option("--memory", type=click.IntRange(300), metavar="MB", help="Give up on work that needs more than this.")
def command(timeout: float | None, memory: int | None) -> int:
    """Serve an editor until it ends the connection."""
    try:
        from ..editing.language_server.server import language_server  # noqa: PLC0415 (an extra: only who calls this needs it)
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs", "attr"):
            raise
        raise click.UsageError(
            f"the language server needs {problem.name}: pip install 'gridwright[lsp]', or in a clone of the repository "
            "pip install '.[lsp]'"
        ) from None
    from gridwright import __version__  # noqa: PLC0415 (as above)

    server = language_server(__version__, timeout=timeout, memory=memory)
    try:
        # Not what replaces them for other commands, which makes text safe for people; the protocol has bytes.
        with open(0, "rb", closefd=False) as incoming, open(1, "wb", closefd=False) as outgoing:
            server.start_io(incoming, outgoing)
    finally:
        server.close()
    return OK
