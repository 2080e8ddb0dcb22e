"""Measure the studio in a browser: the start, the verdict after the last key, the delay of typing.

    python benchmarks/studio.py [SPEC ...] [--chromium PATH]

For each spec (all of `specs/` if none is named) the server and the page start anew, then the page gets 30 keys, one every 60 ms,
at the end of the text, while the puzzle is being solved. Printed are, in seconds from the start of the command: when the page can
be used, when the board is there, and when the verdict is; in seconds from the last key: the verdict after it; and in milliseconds
the delay from a key to the frame that shows it, in the median and at most. Run it on a machine that does nothing else.

    python benchmarks/studio.py --echo [GENRE ...] [--chromium PATH]

On one page, the empty board of 9x9 of each genre (all if none is named) is opened, as New makes it, and in each mode that has a
palette values are put with real clicks while the puzzle is being solved. Printed is the delay in milliseconds from a click to the
frame after it, in the median and at most. That the value is in that frame is tested by `tests/studio/test_page_drafts.py`.
Without a GENRE, verdicts follow: clues of a sudoku, a killer and a slitherlink of 10x10 are erased, and the seconds from the key
to the verdict on the new text are printed. On a machine that does nothing else all of it ends within six minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gridwright.compiler.library import libraries
from gridwright.runtime.authoring.empty_board import empty_board
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
KEYS, PAUSE = 30, 60  # and milliseconds between them
KNOWN = "#verdict:not([data-state=waiting], [data-state=checking])"
# Resolves when a selector finds something, to the time in milliseconds. Playwright's own waiting looks twice a second only.
SHOWN = """(selector) => new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(selector)) return;
    watcher.disconnect();
    resolve(Date.now());
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})"""
MEASURE = """() => {
  window.delays = [];
  addEventListener('keydown', (event) => {
    const pressed = event.timeStamp;
    window.pressed = Date.now();
    requestAnimationFrame(() => {
      const shown = new MessageChannel();
      shown.port1.onmessage = () => window.delays.push(performance.now() - pressed);
      shown.port2.postMessage(0);
    });
  }, true);
}"""


ECHO = """() => {
  window.echoes = [];
  addEventListener('click', (event) => {
    if (!event.target.closest('.palette .value')) return;
    const pressed = event.timeStamp;
    requestAnimationFrame(() => {
      const shown = new MessageChannel();
      shown.port1.onmessage = () => window.echoes.push(performance.now() - pressed);
      shown.port2.postMessage(0);
    });
  }, true);
}"""
WRITE = """async (text) => {
  const { EditorView } = await import('/assets/vendor/codemirror.js');
  const view = EditorView.findFromDOM(document.querySelector('.cm-editor'));
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}"""
# Where the first places with a clue or given are on the window, and in which mode they are edited.
PRINTED = """async (text) => {
  const { api } = await import('/assets/api.js');
  const { board } = await api.board(text, 0);
  const { a, d, e, f } = document.querySelector('.overlay').getScreenCTM();
  const areas = (board.printed.areas ?? []).map(({ label, cells }) => [label, cells[0]]);
  const at = (name) => board.cells.find((cell) => cell.name === (new Map(areas).get(name) ?? name));
  const mode = board.printed.clues.length ? 'clues' : 'givens';
  const cells = board.printed[mode].map(({ place }) => at(place)).filter(Boolean);
  return [mode, cells.map(({ x, y, w, h }) => [a * (x + w / 2) + e, d * (y + h / 2) + f])];
}"""
PUT, PAUSE_OF_PUT = 3, 30  # values in a mode, and milliseconds between them
SIDE = 9
ERASED = 5  # clues
CLASSICS = ROOT / "specs" / "classics"
PUZZLES = (CLASSICS / "sudoku.yaml", CLASSICS / "killer-sudoku.yaml", ROOT / "benchmarks" / "slitherlink-10x10.yaml")


@contextlib.contextmanager
def studio(spec: Path) -> Iterator[str]:
    """Start the server on a spec; return its link."""
    call = [sys.executable, "-m", "gridwright", "studio", str(spec), "--no-browser"]
    server = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait(20)


def echoed(page: Page, genre: str) -> list[float]:
    """Put values on an empty board of a genre; return the delays."""
    text = "gridwright: 1\n" + empty_board(libraries()[genre], SIDE, SIDE, "")
    revision = page.locator("#verdict").get_attribute("data-rev")
    page.evaluate(WRITE, text)
    page.evaluate(SHOWN, f"#verdict:not([data-state=waiting], [data-rev='{revision}'])")
    page.evaluate("window.echoes = []")
    for mode in ("givens", "clues", "solve"):
        page.locator(f"label:has(> input[name=mode][value={mode}])").click(timeout=3000)
        values = page.locator(".palette .value")
        for number in range(min(PUT, PUT * values.count())):
            page.locator(".stage").focus()
            page.keyboard.press("ArrowRight" if number % 4 else "ArrowDown")
            values.nth(number % values.count()).click(force=True)
            page.wait_for_timeout(PAUSE_OF_PUT)
    page.wait_for_timeout(PAUSE)
    delays: list[float] = page.evaluate("window.echoes")
    return delays


def print_echoes(browser: Any, genres: list[str]) -> None:
    """Print a line for each genre, and one for all."""
    print(f"{'genre':30} {'values':>6} {'median ms':>9} {'most ms':>7}")
    every: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "echo.yaml"
        spec.write_text("gridwright: 1\nuse: sudoku\ngrid: 4x4\n", "utf-8")
        page = browser.new_page(viewport={"width": 1400, "height": 860})
        with studio(spec) as link:
            page.goto(link)
            page.evaluate(SHOWN, KNOWN)
            page.evaluate(ECHO)
            for genre in genres or [name for name, library in libraries().items() if library.family]:
                delays = echoed(page, genre)
                every += delays
                if delays:
                    print(f"{genre:30} {len(delays):6} {statistics.median(delays):9.1f} {max(delays):7.1f}", flush=True)
            page.goto("about:blank")
        page.close()
    print(f"{'all':30} {len(every):6} {statistics.median(every):9.1f} {max(every):7.1f}")


def print_verdicts(browser: Any) -> None:
    """Print a line for each puzzle."""
    print(f"{'puzzle':30} {'erased':>6} {'median s':>9} {'most s':>7}")
    for spec in PUZZLES:
        page = browser.new_page(viewport={"width": 1400, "height": 860})
        with studio(spec) as link:
            page.goto(link)
            page.evaluate(SHOWN, KNOWN)
            page.evaluate(MEASURE)
            mode, places = page.evaluate(PRINTED, spec.read_text("utf-8"))
            page.locator(f"label:has(> input[name=mode][value={mode}])").click(timeout=3000)
            seconds: list[float] = []
            for x, y in places[:ERASED]:
                page.mouse.click(x, y)
                page.wait_for_timeout(1_000)  # candidates of the text before are known
                revision = page.locator("#verdict").get_attribute("data-rev")
                page.keyboard.press("Delete")
                known = page.evaluate(SHOWN, f"{KNOWN}:not([data-rev='{revision}'])")
                seconds.append((known - page.evaluate("window.pressed")) / 1000)
            page.goto("about:blank")
        page.close()
        print(f"{spec.stem:30} {len(seconds):6} {statistics.median(seconds):9.2f} {max(seconds):7.2f}", flush=True)


def measure(page: Page, spec: Path) -> dict[str, float | str]:
    """Start the studio on a spec and type into it."""
    began = time.time()
    row: dict[str, float | str] = {}
    with studio(spec) as link:
        page.goto(link)
        for what, selector in (("page", "html[data-ready]"), ("board", ".paper-place svg"), ("verdict", KNOWN)):
            row[what] = page.evaluate(SHOWN, selector) / 1000 - began
        row |= typed(page)
        page.goto("about:blank")
    return row


def typed(page: Page) -> dict[str, float | str]:
    """Type into the editor and wait for the verdict on the new text."""
    page.wait_for_timeout(1_000)
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n# ")
    page.wait_for_timeout(600)  # it is being solved now
    page.evaluate(MEASURE)
    for number in range(KEYS):
        page.keyboard.press("x")
        if number == KEYS // 2:
            page.wait_for_timeout(500)
        page.wait_for_timeout(PAUSE)
    page.evaluate(SHOWN, KNOWN)
    page.wait_for_timeout(1_000)
    page.keyboard.press("y")
    after = (page.evaluate(SHOWN, KNOWN) - page.evaluate("window.pressed")) / 1000
    delays: list[float] = page.evaluate("window.delays")
    state = page.locator("#verdict").get_attribute("data-state") or ""
    return {"after key": after, "median": statistics.median(delays), "most": max(delays), "state": state}


def main() -> None:
    """Print a line for each spec."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--echo", action="store_true", help="values put on boards of genres, and verdicts")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    if given.echo:
        unknown = [str(name) for name in given.specs if str(name) not in libraries()]
        if unknown:
            parser.error(f"no genre of this name: {', '.join(unknown)}")
        with sync_playwright() as run:
            browser: Any = run.chromium.launch(executable_path=given.chromium, args=FLAGS)
            print_echoes(browser, [str(name) for name in given.specs])
            if not given.specs:
                print_verdicts(browser)
            browser.close()
        return
    specs = given.specs or sorted((ROOT / "specs").rglob("*.yaml"))
    print(f"{'spec':40} {'page s':>7} {'board s':>7} {'verdict s':>9} {'after key s':>11} {'median ms':>9} {'most ms':>7}  state")
    with sync_playwright() as run:
        browser = run.chromium.launch(executable_path=given.chromium, args=FLAGS)
        for spec in specs:
            page = browser.new_page(viewport={"width": 1400, "height": 860})
            row = measure(page, spec)
            page.close()
            print(
                f"{spec.stem:40} {row['page']:7.2f} {row['board']:7.2f} {row['verdict']:9.2f} {row['after key']:11.2f}"
                f" {row['median']:9.0f} {row['most']:7.0f}  {row['state']}",
                flush=True,
            )
        browser.close()


if __name__ == "__main__":
    main()
