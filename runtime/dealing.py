"""Where work is done: several specs, or the cases of one, on processes of this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from . import batch
from .cli import OK
from .packed import answered
from .portable import Plain
from .running import Options
from .sharing import Answers, Elsewhere, Sharing

CASES = 32  # into so many a hard spec is cut where nobody says into how many


def shared(options: Options, specs: int, jobs: int, cubes: int | None) -> tuple[Options, int]:
    """Options and number of jobs for so many specs: either several are done at the same time, or each is shared out."""
    if cubes is None and (specs != 1 or jobs == 1):
        return options, jobs
    return replace(options, sharing=Sharing(cubes or CASES, on_processes(options, jobs), cubes is not None)), 1


def on_processes(options: Options, jobs: int) -> Elsewhere:
    """Answers questions on processes of this machine."""
    plain = replace(options, quiet=True, json=False, word=None, listener=None, cache=None)

    def answers(questions: Sequence[Plain]) -> Answers:
        with contextlib.closing(batch.run(_task, questions, plain, jobs)) as finished:
            for index, done in finished:
                yield index, done.failed or done.result

    return answers


def _task(question: Plain, options: Options) -> tuple[int, Plain]:
    return OK, answered(question)
