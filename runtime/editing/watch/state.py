"""Keep what is known of each spec since its last save, and choose what to do next."""

from __future__ import annotations

import time
from collections.abc import Iterator

from gridwright.compiler.records import dataclass, field

from ...execution.results import SpecResult
from ...exit_status import GAVE_UP, OK
from .poll_files import Event
from .stages import CHECK, VERIFY, SpecStage


@dataclass(slots=True)
class SpecStatus:
    """A spec: when it was saved, and the results since then."""

    path: str
    saved: str
    wants_verify: bool
    results: dict[str, SpecResult] = field(default_factory=dict)

    @property
    def next(self) -> str:
        """Return the next stage, empty if there is none. A spec that fails the check is not verified."""
        if CHECK not in self.results:
            return CHECK
        may_be_right = self.results[CHECK].status in (OK, GAVE_UP)
        return VERIFY if self.wants_verify and may_be_right and VERIFY not in self.results else ""

    @property
    def is_right(self) -> bool:
        """Check whether nothing is wrong, as far as is known."""
        return all(result.status == OK for result in self.results.values())


class State:
    """All specs. Those that were saved come first, the last save at once; in a folder, others are only checked."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.specs: dict[str, SpecStatus] = {}
        self.shown = ""  # the spec that is shown in full: the last one saved, or else the first that is not right
        self.version = 0  # how often anything has changed

    def take(self, events: list[Event], *, at_start: bool) -> list[SpecStatus]:
        """Record saved files, or all files at the start; return the specs that are gone."""
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

    def next_stage(self) -> SpecStage | None:
        """Return the next stage to run, of the last saved file first."""
        ahead = self.specs.get(self.shown)
        order = [ahead] if ahead else []
        return next((SpecStage(known.next, known.path) for known in (*order, *self._rest()) if known.next), None)

    def _rest(self) -> Iterator[SpecStatus]:
        """Yield checks before verifications."""
        yield from sorted(self.specs.values(), key=lambda known: known.next == VERIFY)

    def on_finished(self, stage: SpecStage, result: SpecResult) -> None:
        """Note the result of a stage."""
        self.version += 1
        known = self.specs[stage.path]
        known.results[stage.stage] = result
        shown = self.specs[self.shown]
        if not known.is_right and shown.is_right and not shown.next:
            self.shown = known.path
