"""What is shown while specs are watched: in a terminal one screen, updated in place; elsewhere a line for whatever happens."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from gridwright.compiler.syntax.diagnostics import as_json, printable, render
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from ..execution.options import Options
from ..execution.results import SpecResult
from ..exit_status import GAVE_UP, NOT_AS_CLAIMED, OK, WRONG
from ..output.text import print_text
from .state import SpecStatus, State
from .workers import CHECK, VERIFY, Job

STATUS = {OK: "ok", NOT_AS_CLAIMED: "not-as-claimed", WRONG: "invalid", GAVE_UP: "gave-up"}
SIGNS = {OK: ("✓", "green"), GAVE_UP: ("?", "yellow")}
WRONG_SIGN = ("✗", "bold red")
DONE = {CHECK: "checked", VERIFY: "verified"}
DOING = {CHECK: "checking", VERIFY: "verifying"}


class ScreenLines:
    """A line for each thing that happens, and what is to be said below it; or an object of `--json`."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._told: Job | None = None

    def __enter__(self) -> ScreenLines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def draw(self, state: State, job: Job | None, seconds: float) -> None:
        """Of a job that takes longer than a second it is said once that it is under way."""
        if job is None or seconds < 1:
            self._told = None
        elif job != self._told:
            self._told = job
            self.options.say(f"{job.path}: {DOING[job.stage]}")

    def gone(self, known: SpecStatus) -> None:
        """Say that a spec is no longer there."""
        self._say("gone", SpecResult(known.path, OK, "gone"))

    def finished(self, job: Job, case: SpecResult) -> None:
        """Say what came of a job."""
        self._say(job.stage, case)

    def _say(self, event: str, case: SpecResult) -> None:
        if self.options.json:
            self.options.report(report_of(event, case))
        else:
            print(f"{time.strftime('%H:%M:%S')} {case.spec}: {_said(event, case)}")
            for line in _messages(case):
                print(line)
        sys.stdout.flush()


class Screen:
    """One screen, updated in place. What was last on it stays behind when it is left."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False)
        self.live = Live(console=self.console, screen=True, auto_refresh=False, vertical_overflow="crop")
        self.last: Group = Group()
        self._drawn: object = None

    def __enter__(self) -> Screen:
        self.live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.live.__exit__(None, None, None)
        self.console.print(self.last)

    def gone(self, known: SpecStatus) -> None:
        """What is gone is no longer drawn."""

    def finished(self, job: Job, case: SpecResult) -> None:
        """What came of a job is drawn."""

    def draw(self, state: State, job: Job | None, seconds: float) -> None:
        """Draw what is known, and for how long a job is under way."""
        now = state.version, job, int(seconds), self.console.size
        if now == self._drawn:
            return
        self._drawn = now
        self.last = screen(state, job, seconds, self.console.width, self.console.height)
        self.live.update(self.last, refresh=True)


def report_of(event: str, case: SpecResult) -> dict[str, object]:
    """The object of `--json` for something that happened."""
    return {
        "event": event,
        "spec": case.spec,
        "status": STATUS.get(case.status, "mistake"),
        "verdict": case.verdict,
        "seconds": round(case.seconds, 4),
        "diagnostics": [as_json(diagnostic) for diagnostic in case.diagnostics],
    }


def screen(state: State, job: Job | None, seconds: float, width: int, height: int) -> Group:
    """The whole screen: the spec saved last with all that is said of it, then the others that are not right, in short."""
    known = state.specs.get(state.shown)
    lines = [Text("gridwright watch; Ctrl-C to stop", style="dim"), Text("")]
    if known is None:
        return Group(*lines, Text("there are no specs yet; save one here to check it"))
    lines += list(_whole(known, job, seconds))
    rest = list(_others(state, known, job))
    room = max(3, height - len(lines) - len(rest) - 2)
    said = [Text(line) for case in known.cases.values() for line in _messages(case)]
    if sum(_rows(line, width) for line in said) > room:
        more = len(said)
        while said and sum(_rows(line, width) for line in said) >= room:
            said.pop()
        said.append(Text(f"... {print_text.counted(more - len(said), 'more line')}", style="dim"))
    return Group(*lines, *([Text("")] if said else []), *said, *rest)


def _rows(line: Text, width: int) -> int:
    return max(1, -(-line.cell_len // width))


def _whole(known: SpecStatus, job: Job | None, seconds: float) -> Iterator[Text]:
    yield Text.assemble((known.path, "bold"), (f"  saved {known.saved}" if known.saved else "", "dim"))
    for stage in (CHECK, VERIFY):
        if stage in known.cases:
            case = known.cases[stage]
            sign, style = SIGNS.get(case.status, WRONG_SIGN)
            yield Text.assemble("  ", (f"{sign} {stage:7}", style), _verdict(case), (f"  {case.seconds:.2f} s", "dim"))
        elif job == Job(stage, known.path):
            yield Text(f"  … {stage:7}" + (f"{seconds:.0f} s" if seconds >= 1 else ""), style="cyan")
        elif stage == known.next:
            yield Text(f"  … {stage:7}", style="dim")


def _others(state: State, shown: SpecStatus, job: Job | None) -> Iterator[Text]:
    others = [known for known in state.specs.values() if known is not shown]
    if not others:
        return
    wrong = [known for known in others if not known.is_right]
    open_ = [known for known in others if known.next]
    yield Text("")
    doing = f", {print_text.counted(len(open_), 'spec')} to check" if open_ else ""
    yield Text(
        f"{print_text.counted(len(others), 'other spec')}: {f'{len(wrong)} not ok' if wrong else 'nothing wrong'}{doing}",
        style="dim",
    )
    for known in wrong[:10]:
        case = next(case for case in known.cases.values() if case.status != OK)
        sign, style = SIGNS.get(case.status, WRONG_SIGN)
        yield Text.assemble("  ", (sign, style), f" {known.path}: {_verdict(case)}", overflow="ellipsis", no_wrap=True)
    if len(wrong) > 10:
        yield Text(f"  ... and {len(wrong) - 10} more", style="dim")


def _verdict(case: SpecResult) -> str:
    if case.status == WRONG:
        return print_text.counted(len(case.diagnostics), "error")
    return printable(f"{case.verdict}, answer {case.answer}" if case.answer and case.status == OK else case.verdict)


def _said(event: str, case: SpecResult) -> str:
    return f"{DONE[event]}: {_verdict(case)} ({case.seconds:.2f} s)" if event in DONE else case.verdict


def _messages(case: SpecResult) -> list[str]:
    """What is to be said of a case that is not right, with places and carets."""
    return [line for diagnostic in case.diagnostics for line in render(diagnostic).split("\n")]
