"""Find out which specs were saved, by polling.

Files are polled, instead of requesting notifications from the system. That works alike on network folders, on folders shared
with a container or a virtual machine, where no notifications arrive, and with every editor, whether it writes in place, renames a
new file over the old one, or deletes first. For a few specs it costs next to nothing. A file counts as saved when it has been the
same for a moment, and for longer if it is empty or gone, as it is between two steps of an editor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from gridwright.compiler.loader.libraries import all_library_files
from gridwright.compiler.records import dataclass

from ...execution.spec_files import yaml_files

PAUSE = 0.1  # seconds between two polls
SETTLED = 0.03  # seconds for which a file has to be the same
SETTLED_EMPTY = 0.4  # the same if it is empty or gone
SHARE = 0.05  # of the time at most is spent on polling: if that takes long, it is done more rarely

# What tells one state of a file from another: None if there is no file.
State = tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Event:
    """A spec was saved, or is gone."""

    path: str
    gone: bool = False


@dataclass(slots=True)
class _Known:
    """The states of a spec and its libraries that were reported last, those seen last and since when, and the libraries."""

    reported: tuple[State, ...] | None
    seen: tuple[State, ...]
    since: float
    libraries: tuple[str, ...]

    @property
    def needed_seconds(self) -> float:
        """Return for how long it has to stay as it is: longer if what has changed is empty or gone."""
        reported = self.reported or (None,) * len(self.seen)
        changed = [state for state, before in zip(self.seen, reported, strict=True) if state != before]
        return SETTLED if all(state is not None and state[2] > 0 for state in changed) else SETTLED_EMPTY


class FilePoller:
    """Polls files and folders. A spec counts as saved too when a library of its folder is saved that it uses.

    `clock` gives seconds.
    """

    def __init__(self, paths: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.paths = paths
        self.clock = clock
        self.pause = PAUSE
        self._known: dict[str, _Known] = {}
        self._has_polled = False

    def poll(self) -> list[Event]:
        """Return the events since the last poll; at first, an event for every file."""
        began = self.clock()
        events = list(self._events(began))
        self._has_polled = True
        for library in self._libraries():
            self._known.pop(library, None)
        events = [event for event in events if event.path in self._known or event.gone]
        is_waiting = any(known.seen != known.reported for known in self._known.values())
        self.pause = max(SETTLED if is_waiting else PAUSE, (self.clock() - began) / SHARE)
        return events

    def _events(self, now: float) -> Iterator[Event]:
        for path in self._paths():
            known = self._known.get(path)
            states = _states(path, known.libraries if known else ())
            if known is None:
                if states[0] is None:
                    continue
                known = self._known[path] = _Known(None, states, now if self._has_polled else float("-inf"), ())
            if states != known.seen:
                known.seen, known.since = states, now
            if known.seen == known.reported or now - known.since < known.needed_seconds:
                continue
            if known.seen[0] is None:
                del self._known[path]
                yield Event(path, gone=True)
                continue
            known.libraries = tuple(str(Path(path).with_name(name)) for name in all_library_files(path))
            known.reported = known.seen = _states(path, known.libraries)
            yield Event(path)

    def _paths(self) -> list[str]:
        """Return the specs that there are, and those that there were; of a folder without the libraries that they use."""
        paths: list[str] = []
        for path in self.paths:
            if Path(path).is_dir():
                paths += yaml_files(path)
            else:
                paths.append(path)
        libraries = self._libraries()
        return [path for path in dict.fromkeys([*paths, *self._known]) if path not in libraries]

    def _libraries(self) -> set[str]:
        """Return the files that are watched because a spec uses them, and are no specs unless given as arguments."""
        return {library for known in self._known.values() for library in known.libraries} - set(self.paths)


def _states(path: str, libraries: Iterable[str]) -> tuple[State, ...]:
    return tuple(map(_state, (path, *libraries)))


def _state(path: str) -> State:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
