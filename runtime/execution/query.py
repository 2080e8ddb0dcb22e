"""Describe a search of a spec: its solutions up to a limit, wherever they are searched for."""

from __future__ import annotations

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass

from ..engines.engine_registry import AUTO, ENGINES
from ..solving.outcome import Outcome, Result, Statistics
from ..solving.progress import Progress
from .cache import engine_version, key_of
from .cubes.split import Cube
from .serialize import NotAnOutcome, Plain
from .wire_format import pack_cube, pack_search, unpack_search


@dataclass(frozen=True, eq=False)
class Query:
    """A search for the solutions of a spec, up to a limit, with an engine and its seed, before a deadline."""

    spec: Spec
    limit: int
    engine: str
    seed: int
    deadline: Deadline
    progress: Progress
    patience: float | None = None  # seconds for the search where an engine that is better for it is not installed

    @property
    def key(self) -> str:
        """Return the digest of all that the outcome depends on, if it is decided in time."""
        names = ENGINES if self.engine == AUTO else [self.engine]  # `auto` chooses by what is installed
        engine = [self.engine, {name: engine_version(name) for name in names}]
        return key_of("solutions", self.spec, limit=self.limit, engine=engine, seed=self.seed)

    def packed(self) -> Plain:
        """Pack the query for another process."""
        return pack_search(
            self.spec, limit=self.limit, engine=self.engine, seed=self.seed, deadline=self.deadline, patience=self.patience
        )

    def packed_cube(self, part: int, cube: Cube) -> Plain:
        """Pack the same for one cube of a part."""
        return pack_cube(self.spec, part, cube, limit=self.limit, engine=self.engine, seed=self.seed, deadline=self.deadline)

    def unpacked(self, answer: Plain | str) -> Outcome:
        """Return the outcome that came back, judged, or one that gave up; raise `SpecError` if the spec has errors."""
        failed = answer if isinstance(answer, str) else answer.get("failed")
        if failed is None and not isinstance(answer, str):
            try:
                return unpack_search(self.spec, answer, self.limit, self.deadline)
            except NotAnOutcome as problem:
                failed = f"the answer was refused: {problem}"
        return Outcome(Result.GAVE_UP, (), 0, False, str(failed), (), Statistics({}))
