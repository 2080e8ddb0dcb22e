"""Start the server of the studio on this machine, and open the page."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path

import click
import uvicorn
from gridwright.compiler.syntax.yaml_nodes import SUFFIXES

from ..execution.process import start_forkserver
from .app import studio_app
from .gate import MOST_BYTES, Access
from .http_connection import HttpConnection
from .puzzle_folder import PuzzleFolder

HOST = "127.0.0.1"
USED = "gridwright studio: a browser has opened the link, which is good once. For another browser:"
BACKLOG = 64
# What the processes of the studio import once, all of them together, while the server starts.
PRELOADED = (
    "gridwright.runtime.execution.preload",
    "gridwright.runtime.engines.clasp",
    *(f"gridwright.runtime.studio.{name}" for name in ("board_model", "editing", "live_chain", "completion")),
)


class StudioServer(uvicorn.Server):
    """A server that says where it is once it listens."""

    link = ""
    with_browser = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        print(self.link, flush=True)
        click.echo("gridwright studio: open this link; Ctrl-C ends it. Nothing leaves this machine.", err=True)
        if self.with_browser:
            threading.Thread(target=webbrowser.open, args=(self.link,), daemon=True).start()


def serve(
    place: str, *, port: int, with_browser: bool, read_only: bool, timeout: float | None = None, memory: int | None = None
) -> None:
    """Serve a file or a folder until Ctrl-C. Raise `click.UsageError` if there is none, or the port is taken."""
    folder, file = _open(place, read_only=read_only)
    start_forkserver(PRELOADED)
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(BACKLOG)
    except OSError as problem:
        listening.close()
        raise click.UsageError(f"port {port} cannot be used: {problem.strerror}; choose another one, or none") from None
    port = listening.getsockname()[1]
    access = Access(on_new=lambda token: click.echo(f"{USED} {_link(port, token)}", err=True))
    app = studio_app(folder, access=access, port=port, file=file, memory=memory, timeout=timeout)
    config = uvicorn.Config(
        app,
        log_level="critical",  # a task that ends with the server is no error
        access_log=False,
        server_header=False,
        http=HttpConnection,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=64_000,
        limit_concurrency=100,
    )
    server = StudioServer(config)
    server.link, server.with_browser = _link(port, access.token), with_browser
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        click.echo("gridwright studio: ended", err=True)
    finally:
        listening.close()


def _link(port: int, token: str) -> str:
    """Return a link that lets a browser in. What is behind the `#` is not sent to a server."""
    return f"http://{HOST}:{port}/#t={token}"


def _open(place: str, *, read_only: bool) -> tuple[PuzzleFolder, str | None]:
    """Return the folder of specs that a file or folder means, and the name of the file."""
    path = Path(place)
    if path.is_dir():
        return PuzzleFolder(path, read_only=read_only), None
    if not path.is_file() or path.suffix not in SUFFIXES:
        raise click.UsageError(f"there is no folder {place}, and no .yaml or .yml file of that name")
    whole = path.resolve()
    folder = PuzzleFolder(path.parent, read_only=read_only)
    if whole.parent != folder.root:  # a link
        folder = PuzzleFolder(whole.parent, read_only=read_only)
        return folder, whole.name
    return folder, path.name
