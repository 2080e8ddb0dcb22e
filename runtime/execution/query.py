"""What is asked of a spec: its solutions up to a limit, wherever they are looked for."""

from __future__ import annotations

from dataclasses import dataclass

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec

from ..solving.outcome import Outcome, Result, Statistics
from ..solving.progress import Progress
from .cache import engine_version, key_of
from .cubes.split import Cube
from .serialize import NotAnOutcome, Plain
from .wire_format import pack_case, pack_search, unpack_search


@dataclass(frozen=True, eq=False)
class Query:
    """What are the solutions of a spec, up to a limit? An engine is to say it, from a seed on, before a deadline."""

    spec: Spec
    limit: int
    engine: str
    seed: int
    deadline: Deadline
    progress: Progress

    @property
    def key(self) -> str:
        """The digest of all that the answer depends on, where it is decided in time."""
        engine = [self.engine, engine_version(self.engine)]
        return key_of("solutions", self.spec, limit=self.limit, engine=engine, seed=self.seed)

    def packed(self) -> Plain:
        """The question for another machine."""
        return pack_search(self.spec, limit=self.limit, engine=self.engine, seed=self.seed, deadline=self.deadline)

    def packed_case(self, part: int, cube: Cube) -> Plain:
        """The same of one case of a part."""
        return pack_case(self.spec, part, cube, limit=self.limit, engine=self.engine, seed=self.seed, deadline=self.deadline)

    def unpacked(self, answer: Plain | str) -> Outcome:
        """The outcome that has come back, judged, or that nothing has come of it. `SpecError`, where it is one of the spec."""
        failed = answer if isinstance(answer, str) else answer.get("failed")
        if failed is None and not isinstance(answer, str):
            try:
                return unpack_search(self.spec, answer, self.limit, self.deadline)
            except NotAnOutcome as problem:
                failed = f"the answer was refused: {problem}"
        return Outcome(Result.GAVE_UP, (), 0, False, str(failed), (), Statistics({}))
