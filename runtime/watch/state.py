"""What is known of each spec since it was saved last, and what is to be done next."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..execution.results import SpecResult
from ..exit_status import OK
from .poll_files import Event
from .workers import CHECK, VERIFY, Job


@dataclass(slots=True)
class SpecStatus:
    """A spec: when it was saved, and what came of it since."""

    path: str
    saved: str
    wants_verify: bool
    cases: dict[str, SpecResult] = field(default_factory=dict)

    @property
    def next(self) -> str:
        """The stage that comes next; empty where there is none. What is not right when it is checked is not verified."""
        if CHECK not in self.cases:
            return CHECK
        return VERIFY if self.wants_verify and self.cases[CHECK].status == OK and VERIFY not in self.cases else ""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong, as far as is known."""
        return all(case.status == OK for case in self.cases.values())


class State:
    """All specs. Those that were saved come first, the last of them at once; in a folder, others are only checked."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.specs: dict[str, SpecStatus] = {}
        self.shown = ""  # the spec that is shown whole: the last one saved, or else the first that is not right
        self.version = 0  # how often anything has changed

    def take(self, events: list[Event], *, at_start: bool) -> list[SpecStatus]:
        """Take note of what was saved, or is there at the start; the specs that are gone are given back."""
        self.version += 1
        gone = [self.specs.pop(event.path) for event in events if event.gone and event.path in self.specs]
        for event in events:
            if not event.gone:
                self.specs.pop(event.path, None)
                saved = "" if at_start else time.strftime("%H:%M:%S")
                self.specs[event.path] = SpecStatus(event.path, saved, not at_start or event.path in self.files)
                if not at_start or not self.shown:
                    self.shown = event.path
        if self.shown not in self.specs:
            self.shown = next(iter(self.specs), "")
        return gone

    def next_job(self) -> Job | None:
        """What is to be done next: the last save first."""
        ahead = self.specs.get(self.shown)
        order = [ahead] if ahead else []
        return next((Job(known.next, known.path) for known in (*order, *self._rest()) if known.next), None)

    def _rest(self) -> Iterator[SpecStatus]:
        """Checks before verifications."""
        yield from sorted(self.specs.values(), key=lambda known: known.next == VERIFY)

    def finished(self, job: Job, case: SpecResult) -> None:
        """Take note of what came of a job."""
        self.version += 1
        known = self.specs[job.path]
        known.cases[job.stage] = case
        shown = self.specs[self.shown]
        if not known.is_right and shown.is_right and not shown.next:
            self.shown = known.path
