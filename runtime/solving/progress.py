"""What a run is doing: stages say it, and whoever shows progress listens."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Number, Value

if TYPE_CHECKING:
    from gridwright.compiler.encode.problem import Lazy


@dataclass(slots=True)
class LazyWork:
    """The work on one constraint that is refined: its lemmas, and the seconds that making them took."""

    lemmas: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Progress:
    """Where a run stands. The command line shows it; a library call may read it from another thread."""

    stage: str = ""
    rounds: int = 0
    lemmas: dict[str, int] = field(default_factory=dict)
    found: int = 0
    best: Value = None
    bound: Number | None = None
    note: str = ""
    advice: str = ""  # what would make the rest of the run faster, with the command to do it
    rule: Span | None = None  # that the stage is at
    during: str = ""  # what was being done when time or memory ran out
    on_enter: Callable[[Progress], None] | None = None  # called when a stage, or the work on a rule, begins
    seconds: dict[str, float] = field(default_factory=dict)
    work: dict[Lazy, LazyWork] = field(default_factory=dict)
    started: float = field(default_factory=time.perf_counter)
    _since: float = field(default_factory=time.perf_counter)

    def enter(self, stage: str, rule: Span | None = None) -> None:
        """Begin a new stage, or in one the work on a rule; the time since the last stage began is counted for that one."""
        if stage == self.stage and rule is self.rule:
            return
        if stage != self.stage:
            now = time.perf_counter()
            if self.stage:
                self.seconds[self.stage] = self.seconds.get(self.stage, 0.0) + now - self._since
            self.stage, self._since = stage, now
        self.rule = rule
        if self.on_enter is not None:
            self.on_enter(self)

    @property
    def doing(self) -> str:
        """Return the current activity, as in `encoding the rule puzzle.yaml:9:5`; empty if there is none."""
        return f"{self.stage} the rule {self.rule}" if self.rule else self.stage

    def count_lemmas(self, kind: str, count: int) -> None:
        """Count lemmas of a kind."""
        self.lemmas[kind] = self.lemmas.get(kind, 0) + count

    def count_refinement(self, lazy: Lazy, lemmas: int, since: float) -> None:
        """Count the lemmas that a constraint has got, and the seconds since `since`."""
        if lemmas:
            self.count_lemmas(lazy.kind, lemmas)
        work = self.work.setdefault(lazy, LazyWork())
        work.lemmas += lemmas
        work.seconds += time.perf_counter() - since

    def __str__(self) -> str:
        lemmas = sum(self.lemmas.values())
        parts = [self.doing]
        if self.rounds:
            parts.append(f"{self.rounds:,} round{'s' * (self.rounds != 1)}, {lemmas:,} constraint{'s' * (lemmas != 1)} added")
        if self.found:
            parts.append(f"{self.found} found")
        if self.best is not None:
            parts.append(f"best so far {self.best}" + (f", bound {self.bound}" if self.bound is not None else ""))
        if self.note:
            parts.append(self.note)
        return f"{', '.join(parts)} ({time.perf_counter() - self.started:.1f} s)"
