"""Work whose questions are answered elsewhere: it is begun here, put aside while it waits, and goes on when the answer is there.

What it prints is caught and handed over with the result, as from a process.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from ..exit_status import OK, OUR_MISTAKE
from .cubes.cube_scheduler import Elsewhere
from .jobs import Asking
from .options import Options
from .pool import Done
from .query import Query
from .serialize import Plain

Finished = Generator[tuple[int, Done], None, None]  # the index of an item, with what came of it


def answered_elsewhere(
    work: Callable[[Any, Options], Asking[Any]], items: Sequence[Any], options: Options, elsewhere: Elsewhere
) -> Finished:
    """Do some work for each item, whose question, if it has one, is answered elsewhere."""
    begun: list[_PendingJob] = []  # by the index of the question
    done: list[tuple[int, Done]] = []

    def questions() -> Iterator[Plain]:
        for index, item in enumerate(items):
            one = _PendingJob(index, work(item, options))
            question = one.go_on(lambda one=one: next(one.asking))  # type: ignore[misc]
            if question is None:
                done.append((index, one.done()))
            else:
                begun.append(one)
                yield question.packed()

    with contextlib.closing(elsewhere(questions())) as answers:
        for number, answer in answers:
            begun[number].answer(answer)
            done.append((begun[number].index, begun[number].done()))
            while done:
                yield done.pop(0)
    for one in begun:
        if one.question is not None:
            one.answer("no answer")
            done.append((one.index, one.done()))
    yield from done


@dataclass
class _PendingJob:
    """Work on one item."""

    index: int
    asking: Asking[Any]
    question: Query | None = None
    result: Any = None
    failed: str = ""
    out: io.StringIO = field(default_factory=io.StringIO)
    err: io.StringIO = field(default_factory=io.StringIO)

    def go_on(self, step: Callable[[], Query]) -> Query | None:
        """Take a step, up to the next question; none where the work is done."""
        try:
            with contextlib.redirect_stdout(self.out), contextlib.redirect_stderr(self.err):
                self.question = step()
        except StopIteration as stop:
            self.question, self.result = None, stop.value
        except click.ClickException:
            raise
        except Exception as problem:  # the others go on
            self.question, self.failed = None, f"an error in this program: {type(problem).__name__}: {problem}"
        return self.question

    def answer(self, answer: Plain | str) -> None:
        """Go on with the answer to the question."""
        assert self.question is not None
        try:
            outcome = self.question.unpacked(answer)
        except Exception as problem:  # which is for the work to tell
            found = problem
            self.go_on(lambda: self.asking.throw(found))
        else:
            self.go_on(lambda: self.asking.send(outcome))
        assert self.question is None, "this work asked a second question"

    def done(self) -> Done:
        """What came of the item."""
        status = OUR_MISTAKE if self.failed else getattr(self.result, "status", OK)
        return Done(status, self.result, self.out.getvalue(), self.err.getvalue(), self.failed)
