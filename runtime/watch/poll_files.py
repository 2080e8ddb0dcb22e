"""Which specs were saved since one last looked.

Files are looked at again and again, in place of asking the system to tell of changes. That works alike on network folders, on
folders shared with a container or a virtual machine, where such news does not arrive, and with every editor, whether it writes in
place, renames a new file over the old one, or deletes first. For the few files that specs are, it costs next to nothing. What is
half done is waited for: a file has to be the same for a moment, and for longer where it is empty or gone, as it is between two
steps of an editor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gridwright.compiler.loader.libraries import all_files_used

from ..execution.spec_files import yaml_files

PAUSE = 0.1  # seconds between two looks
SETTLED = 0.03  # seconds for which a file has to be the same
SETTLED_EMPTY = 0.4  # the same where it is empty or gone
SHARE = 0.05  # of the time at most is spent on looking: where that takes long, it is done more rarely

# What tells one state of a file from another: none where there is no file.
State = tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Event:
    """A spec was saved, or is gone."""

    path: str
    gone: bool = False


@dataclass(slots=True)
class _Known:
    """What is known of a spec: the states that were told last, those seen last and since when, and the libraries that it uses."""

    told: tuple[State, ...] | None
    seen: tuple[State, ...]
    since: float
    libraries: tuple[str, ...]

    @property
    def patience(self) -> float:
        """For how long it has to stay as it is: longer where what has changed is empty or gone."""
        told = self.told or (None,) * len(self.seen)
        changed = [state for state, before in zip(self.seen, told, strict=True) if state != before]
        return SETTLED if all(state is not None and state[2] > 0 for state in changed) else SETTLED_EMPTY


class FilePoller:
    """Watches files and folders. A spec is also saved when a library of its folder is that it uses.

    `clock` gives seconds.
    """

    def __init__(self, wanted: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.wanted = wanted
        self.clock = clock
        self.pause = PAUSE
        self._known: dict[str, _Known] = {}
        self._has_looked = False

    def look(self) -> list[Event]:
        """What has happened since the last look; at first, all that is there."""
        began = self.clock()
        events = list(self._events(began))
        self._has_looked = True
        for library in self._libraries():
            self._known.pop(library, None)
        events = [event for event in events if event.path in self._known or event.gone]
        waiting = any(known.seen != known.told for known in self._known.values())
        self.pause = max(SETTLED if waiting else PAUSE, (self.clock() - began) / SHARE)
        return events

    def _events(self, now: float) -> Iterator[Event]:
        for path in self._paths():
            known = self._known.get(path)
            states = _states(path, known.libraries if known else ())
            if known is None:
                if states[0] is None:
                    continue
                known = self._known[path] = _Known(None, states, now if self._has_looked else float("-inf"), ())
            if states != known.seen:
                known.seen, known.since = states, now
            if known.seen == known.told or now - known.since < known.patience:
                continue
            if known.seen[0] is None:
                del self._known[path]
                yield Event(path, gone=True)
                continue
            known.libraries = tuple(str(Path(path).with_name(name)) for name in all_files_used(path))
            known.told = known.seen = _states(path, known.libraries)
            yield Event(path)

    def _paths(self) -> list[str]:
        """The specs that there are, and those that there were; of a folder without the libraries that they use."""
        found: list[str] = []
        for wanted in self.wanted:
            if Path(wanted).is_dir():
                found += yaml_files(wanted)
            else:
                found.append(wanted)
        libraries = self._libraries()
        return [path for path in dict.fromkeys([*found, *self._known]) if path not in libraries]

    def _libraries(self) -> set[str]:
        """What is looked at because a spec uses it, and is no spec itself unless it was asked for."""
        return {library for known in self._known.values() for library in known.libraries} - set(self.wanted)


def _states(path: str, libraries: Iterable[str]) -> tuple[State, ...]:
    return tuple(map(_state, (path, *libraries)))


def _state(path: str) -> State:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
