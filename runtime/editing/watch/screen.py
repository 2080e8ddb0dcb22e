"""Show what happens while specs are watched: in a terminal one screen, updated in place; elsewhere a line for each event."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from gridwright.compiler.syntax.diagnostics import as_json, render
from gridwright.compiler.syntax.visible_text import printable
from rich.console import Group
from rich.live import Live
from rich.text import Text

from ...execution.options import Options
from ...execution.results import SpecResult
from ...exit_status import GAVE_UP, NOT_AS_CLAIMED, OK, WRONG
from ...output.safe_console import SafeConsole
from ...output.text import print_text
from .stages import CHECK, VERIFY, SpecStage
from .state import SpecStatus, State

STATUS = {OK: "ok", NOT_AS_CLAIMED: "not-as-claimed", WRONG: "invalid", GAVE_UP: "gave-up"}
SIGNS = {OK: ("✓", "green"), GAVE_UP: ("?", "yellow")}
WRONG_SIGN = ("✗", "bold red")
DONE = {CHECK: "checked", VERIFY: "verified"}
DOING = {CHECK: "checking", VERIFY: "verifying"}


class ScreenLines:
    """A line for each event, with diagnostics below it; or an object of `--json`."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._shown: SpecStage | None = None

    def __enter__(self) -> ScreenLines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def draw(self, state: State, running: SpecStage | None, seconds: float) -> None:
        """Print once that a stage is running, if it takes longer than a second."""
        if running is None or seconds < 1:
            self._shown = None
        elif running != self._shown:
            self._shown = running
            self.options.say(f"{running.path}: {DOING[running.stage]}")

    def on_removed(self, known: SpecStatus) -> None:
        """Print that a spec is no longer there."""
        self._print("gone", SpecResult(known.path, OK, "gone"))

    def on_finished(self, stage: SpecStage, result: SpecResult) -> None:
        """Print the result of a stage."""
        self._print(stage.stage, result)

    def _print(self, event: str, result: SpecResult) -> None:
        if self.options.json:
            self.options.report(report_of(event, result))
        else:
            print(f"{time.strftime('%H:%M:%S')} {result.spec}: {_summary(event, result)}")
            for line in _messages(result):
                print(line)
        sys.stdout.flush()


class Screen:
    """One screen, updated in place. Its last contents are printed when it is left."""

    def __init__(self) -> None:
        self.console = SafeConsole()
        self.live = Live(console=self.console, screen=True, auto_refresh=False, vertical_overflow="crop")
        self.last: Group = Group()
        self._drawn: object = None

    def __enter__(self) -> Screen:
        self.live.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.live.__exit__(None, None, None)
        self.console.print(self.last)

    def on_removed(self, known: SpecStatus) -> None:
        """Do nothing: what is gone is no longer drawn."""

    def on_finished(self, stage: SpecStage, result: SpecResult) -> None:
        """Do nothing: results are drawn."""

    def draw(self, state: State, running: SpecStage | None, seconds: float) -> None:
        """Draw what is known, and for how long a stage has been running."""
        now = state.version, running, int(seconds), self.console.size
        if now == self._drawn:
            return
        self._drawn = now
        self.last = screen(state, running, seconds, self.console.width, self.console.height)
        self.live.update(self.last, refresh=True)


def report_of(event: str, result: SpecResult) -> dict[str, object]:
    """Return the object of `--json` for an event."""
    return {
        "event": event,
        "spec": result.spec,
        "status": STATUS.get(result.status, "mistake"),
        "verdict": result.verdict,
        "seconds": round(result.seconds, 4),
        "diagnostics": [as_json(diagnostic) for diagnostic in result.diagnostics if diagnostic.code.severity != "warning"],
        "warnings": [as_json(diagnostic) for diagnostic in result.diagnostics if diagnostic.code.severity == "warning"],
    }


def screen(state: State, running: SpecStage | None, seconds: float, width: int, height: int) -> Group:
    """Return the whole screen: the spec saved last with all its diagnostics, then the others that are not right, in short."""
    known = state.specs.get(state.shown)
    lines = [Text("gridwright watch; Ctrl-C to stop", style="dim"), Text("")]
    if known is None:
        return Group(*lines, Text("there are no specs yet; save one here to check it"))
    lines += list(_whole(known, running, seconds))
    rest = list(_others(state, known, running))
    room = max(3, height - len(lines) - len(rest) - 2)
    lines_below = [Text(line) for result in known.results.values() for line in _messages(result)]
    if sum(_rows(line, width) for line in lines_below) > room:
        more = len(lines_below)
        while lines_below and sum(_rows(line, width) for line in lines_below) >= room:
            lines_below.pop()
        lines_below.append(Text(f"... {print_text.number_of(more - len(lines_below), 'more line')}", style="dim"))
    return Group(*lines, *([Text("")] if lines_below else []), *lines_below, *rest)


def _rows(line: Text, width: int) -> int:
    return max(1, -(-line.cell_len // width))


def _whole(known: SpecStatus, running: SpecStage | None, seconds: float) -> Iterator[Text]:
    yield Text.assemble((known.path, "bold"), (f"  saved {known.saved}" if known.saved else "", "dim"))
    for stage in (CHECK, VERIFY):
        if stage in known.results:
            result = known.results[stage]
            sign, style = SIGNS.get(result.status, WRONG_SIGN)
            yield Text.assemble("  ", (f"{sign} {stage:7}", style), _verdict(result), (f"  {result.seconds:.2f} s", "dim"))
        elif running == SpecStage(stage, known.path):
            yield Text(f"  … {stage:7}" + (f"{seconds:.0f} s" if seconds >= 1 else ""), style="cyan")
        elif stage == known.next:
            yield Text(f"  … {stage:7}", style="dim")


def _others(state: State, shown: SpecStatus, running: SpecStage | None) -> Iterator[Text]:
    others = [known for known in state.specs.values() if known is not shown]
    if not others:
        return
    wrong = [known for known in others if not known.is_right]
    open_ = [known for known in others if known.next]
    yield Text("")
    doing = f", {print_text.number_of(len(open_), 'spec')} to check" if open_ else ""
    yield Text(
        f"{print_text.number_of(len(others), 'other spec')}: {f'{len(wrong)} not ok' if wrong else 'nothing wrong'}{doing}",
        style="dim",
    )
    for known in wrong[:10]:
        result = next(result for result in known.results.values() if result.status != OK)
        sign, style = SIGNS.get(result.status, WRONG_SIGN)
        yield Text.assemble("  ", (sign, style), f" {known.path}: {_verdict(result)}", overflow="ellipsis", no_wrap=True)
    if len(wrong) > 10:
        yield Text(f"  ... and {len(wrong) - 10} more", style="dim")


def _verdict(result: SpecResult) -> str:
    if result.status == WRONG:
        return print_text.number_of(len(result.diagnostics), "error")
    return printable(f"{result.verdict}, answer {result.answer}" if result.answer and result.status == OK else result.verdict)


def _summary(event: str, result: SpecResult) -> str:
    return f"{DONE[event]}: {_verdict(result)} ({result.seconds:.2f} s)" if event in DONE else result.verdict


def _messages(result: SpecResult) -> list[str]:
    """Return the diagnostics of a spec with places and carets, and what to run next."""
    lines = [line for diagnostic in result.diagnostics for line in render(diagnostic).split("\n")]
    return [*lines, f"run: {result.next_step}"] if result.next_step else lines
