"""Measure the studio in a browser: the start, the verdict after the last key, the delay of typing.

    python benchmarks/studio.py [SPEC ...] [--chromium PATH]

For each spec (all of `specs/` if none is named) the server and the page start anew, then the page gets 30 keys, one every 60 ms,
at the end of the text, while the puzzle is being solved. Printed are, in seconds from the start of the command: when the page can
be used, when the board is there, and when the verdict is; in seconds from the last key: the verdict after it; and in milliseconds
the delay from a key to the frame that shows it, in the median and at most. Run it on a machine that does nothing else.

    python benchmarks/studio.py --echo [GENRE ...]

For each genre (all if none is named), its first example is opened, and in each mode that has a palette values are put with real
clicks while the puzzle is being solved. Printed is the delay in milliseconds from a click to the frame after it, in the median
and at most. That the value is in that frame is tested by `tests/studio/test_page_drafts.py`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from gridwright.compiler.library import libraries
from gridwright.runtime.output.text.genre_text import example_of
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
PUT = 12  # values in a mode


def echoed(page: Page, genre: str, folder: Path) -> list[float]:
    """Put values into the first example of a genre; return the delays."""
    example = example_of(libraries()[genre])
    assert example is not None
    spec = folder / f"{genre}.yaml"
    spec.write_text(example.text, "utf-8")
    call = [sys.executable, "-m", "gridwright", "studio", str(spec), "--no-browser"]
    server = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    try:
        page.goto(server.stdout.readline().strip())
        page.evaluate(SHOWN, "html[data-ready]")
        page.evaluate(SHOWN, KNOWN)
        page.evaluate(ECHO)
        for mode in ("givens", "clues", "solve"):
            page.locator(f"input[name=mode][value={mode}]").check(force=True)
            values = page.locator(".palette .value")
            if not values.count():
                continue
            for number in range(PUT):
                page.locator(".stage").focus()
                page.keyboard.press("ArrowRight" if number % 4 else "ArrowDown")
                values.nth(number % values.count()).click()
                page.wait_for_timeout(PAUSE)
        delays: list[float] = page.evaluate("window.echoes")
    finally:
        page.goto("about:blank")
        server.terminate()
        server.wait(20)
    return delays


def print_echoes(browser: Any, genres: list[str]) -> None:
    """Print a line for each genre, and one for all."""
    print(f"{'genre':30} {'values':>6} {'median ms':>9} {'most ms':>7}")
    every: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for genre in genres or [name for name, library in libraries().items() if library.family]:
            page = browser.new_page(viewport={"width": 1400, "height": 860})
            delays = echoed(page, genre, Path(folder))
            page.close()
            every += delays
            if delays:
                print(f"{genre:30} {len(delays):6} {statistics.median(delays):9.1f} {max(delays):7.1f}", flush=True)
    print(f"{'all':30} {len(every):6} {statistics.median(every):9.1f} {max(every):7.1f}")


def measure(page: Page, spec: Path) -> dict[str, float | str]:
    """Start the studio on a spec and type into it."""
    began = time.time()
    call = [sys.executable, "-m", "gridwright", "studio", str(spec), "--no-browser"]
    server = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    row: dict[str, float | str] = {}
    try:
        page.goto(server.stdout.readline().strip())
        for what, selector in (("page", "html[data-ready]"), ("board", ".paper-place svg"), ("verdict", KNOWN)):
            row[what] = page.evaluate(SHOWN, selector) / 1000 - began
        row |= typed(page)
    finally:
        page.goto("about:blank")
        server.terminate()
        server.wait(20)
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
    parser.add_argument("--echo", action="store_true", help="values put on boards of genres")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    if given.echo:
        with sync_playwright() as run:
            browser: Any = run.chromium.launch(executable_path=given.chromium, args=FLAGS)
            print_echoes(browser, [str(name) for name in given.specs])
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
