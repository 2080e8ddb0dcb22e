"""Use the studio at random, and check after each burst of actions that nothing is lost and nothing breaks.

    python tests/studio/robot.py 20000 --seed 7

The robot works in a browser, on the page with its own server. It knows what the text must be after each of its edits, and counts
the solutions itself. Actions of a burst do not wait for each other. After each block of actions a line is printed; the next block
begins with the next seed, on the same page, so `--seed` also continues a run that somebody ended.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import itertools
import random
import re
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [path for path in (str(HERE), str(HERE.parent / "support")) if path not in sys.path]

from chromium import FLAGS, chromium  # noqa: E402 (this file is a command as well as a module)
from mock_server import GIVENS, SUDOKU, rows, solutions  # noqa: E402
from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from processes import processes_below  # noqa: E402
from real_server import PATIENCE, TEXT, opened, served  # noqa: E402

FILE = "little.yaml"
CAGES = "areas:\n  cages:\n    a: r1c1 r1c2\n    b: r4c4 r4c3\n\n"  # within rows: they exclude no solution
START = SUDOKU.replace("digit", "number").replace("4x4\n\n", f"4x4\nuse: killer\n\n{CAGES}")
DRAWN = re.compile(r"(?m)^  cages:\n(?:    .*\n)+")
WORDS = ("# a", "# note: 5", "#", "", "# é ☂ 𝄞")
WRONG = ("x: [", "rules: 1", "\t- {", "'")
BLOCK = 1_000  # actions from one seed
GAPS = (0, 0, 100, 300)  # milliseconds between strokes
MANY = 5  # cages
STEPS = 80  # of undo, which the editor keeps at least
CELLS = """async (text) => {
  const { api } = await import('/assets/api.js');
  return (await api.board(text, 0)).board.cells;
}"""


@dataclass
class Memory:
    """What the page and the server hold: nodes and listeners, bytes of objects, processes, and their kilobytes."""

    nodes: int
    heap: int
    processes: int
    server: int

    def grown(self, later: Memory) -> str:
        """Return what has grown by more than what differs from time to time; empty if nothing has."""
        limits = {"nodes": self.nodes * 1.5 + 2_000, "heap": self.heap * 1.5 + 10_000_000}
        limits |= {"processes": self.processes + 2, "server": self.server * 1.3 + 100_000}
        return ", ".join(
            f"{name}: {getattr(self, name)}, later {getattr(later, name)}"
            for name, most in limits.items()
            if getattr(later, name) > most
        )


@dataclass
class Robot:
    """Someone with fast hands. `text` is what the editor must hold, `seen` all that it has held since the file was opened."""

    page: Page
    folder: Path
    process: int
    chance: random.Random
    text: str = START
    disk: str = START
    seen: set[str] = field(default_factory=lambda: {START})
    done: int = 0  # actions
    steps: int = 0  # of undo that there may be
    cells: list[dict[str, Any]] = field(default_factory=list)
    bursts: deque[str] = field(default_factory=lambda: deque(maxlen=8))

    def run(self, actions: int) -> str:
        """Do so many actions. Return what has grown that should not. Raise `AssertionError` at the first thing that is wrong."""
        self.act(actions // 4)
        early = self.memory()
        self.act(actions - self.done)
        return early.grown(self.memory())

    def act(self, actions: int) -> None:
        """Do so many actions, in bursts."""
        bursts: list[tuple[int, Callable[[], None]]] = [
            (30, self.put_values),
            (12, self.fill_cells),
            (10, self.draw_cages),
            (10, self.undo_and_redo),
            (12, self.type_words),
            (5, self.type_mistake),
            (8, self.look_around),
            (6, self.play),
            (6, self.ask_tab),
            (5, self.verify_and_stop),
            (4, self.save),
            (4, self.change_outside),
            (2, self.reload),
        ]
        self.cells = self.page.evaluate(CELLS, self.text)
        self.settle()
        end = self.done + actions
        while self.done < end:
            burst = self.chance.choices([act for _, act in bursts], [weight for weight, _ in bursts])[0]
            self.bursts.append(burst.__name__)
            burst()
            self.settle()

    def settle(self) -> None:
        """Wait until the text and the verdict are what they must be."""
        self.page.wait_for_selector("#board:not([aria-busy])")
        end = time.monotonic() + PATIENCE / 1000
        while (now := self.page.evaluate(TEXT)) != self.text:
            assert time.monotonic() < end, self.wrong("the text is not what it must be", now)
            self.page.wait_for_timeout(20)
        self.seen.add(self.text)
        assert self.page.locator(".notice.error").all_inner_texts() == []
        if self.chance.random() < 0.3:
            self.check_verdict()

    def check_verdict(self) -> None:
        """Compare the verdict and the board with the text."""
        if not self.page.locator("#live").is_checked():
            self.press_button("#live")
        grid = rows(self.text)
        assert grid is not None
        count = len(list(solutions(grid)))
        state = ("none", "unique")[count] if count < 2 else "several"
        chip = self.page.locator("#verdict")
        end = time.monotonic() + PATIENCE / 1000
        while (now := chip.get_attribute("data-state")) != state:
            assert time.monotonic() < end, f"after {', '.join(self.bursts)}: the verdict is {now}, not {state}"
            if now in ("stopped", "valid"):
                self.press_button("#verify")
            self.page.wait_for_timeout(50)
        shown = self.page.locator(".paper-place .given text")
        expect(shown).to_have_text([sign for line in grid for sign in line if sign != "."], timeout=PATIENCE)

    def memory(self) -> Memory:
        """Measure what page and server hold."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        counters = session.send("Memory.getDOMCounters")
        heap = session.send("Runtime.getHeapUsage")["usedSize"]
        session.detach()
        processes = [self.process, *processes_below(self.process)]
        kilobytes = 0
        for process in processes:
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
                kilobytes += int(re.findall(r"(?m)^Pss:\s+(\d+)", status)[0])
        return Memory(counters["nodes"] + counters["jsEventListeners"], heap, len(processes), kilobytes)

    def wrong(self, message: str, now: str) -> str:
        """Describe a text that is wrong."""
        notices = self.page.locator(".notice").all_inner_texts()
        lines = difflib.unified_diff(self.text.splitlines(), now.splitlines(), "expected", "found", lineterm="", n=1)
        return "\n".join((*notices, f"action {self.done}, after {', '.join(self.bursts)}: {message}", *lines))

    # what it does

    def key(self, *names: str) -> None:
        """Press keys."""
        for name in names:
            self.page.keyboard.press(name)
            self.done += 1

    def press_button(self, selector: str) -> None:
        """Click something by the page's own means, whatever is above it."""
        self.page.locator(selector).first.evaluate("(node) => node.click()")
        self.done += 1

    def mode(self, name: str) -> None:
        """Choose what the board edits."""
        self.press_button(f"input[name=mode][value={name}]")

    def click(self, row: int, column: int) -> None:
        """Click a cell, once more if the page has moved it away from under the pointer."""
        for _ in range(10):
            self.aim(row, column)
            if self.page.locator("#status-cell").inner_text().startswith(f"row {row + 1}, column {column + 1}:"):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(self.wrong(f"a click does not reach row {row + 1}, column {column + 1}", self.text))

    def aim(self, row: int, column: int) -> None:
        """Click where a cell is."""
        self.page.mouse.click(*self.where(row, column))
        self.done += 1

    def where(self, row: int, column: int) -> tuple[float, float]:
        """Return where on the window the middle of a cell is."""
        cell = self.cells[row * 4 + column]
        x, y = self.page.locator(".overlay").evaluate(
            """(node, [x, y]) => {
              node.scrollIntoView({ block: 'center' });
              const to = new DOMPoint(x, y).matrixTransform(node.getScreenCTM());
              return [to.x, to.y];
            }""",
            [cell["x"] + cell["w"] / 2, cell["y"] + cell["h"] / 2],
        )
        return x, y

    def put_values(self) -> None:
        """Put and erase givens, faster than the server answers."""
        self.mode("givens")
        row, column = self.chance.randrange(4), self.chance.randrange(4)
        self.click(row, column)
        for _ in range(self.chance.randint(1, 10)):
            sign = self.chance.choice("1234.")
            self.key({".": self.chance.choice(("Delete", "Backspace"))}.get(sign, sign))
            self.put(row, column, sign)
            name, down, right = self.chance.choice([("Up", -1, 0), ("Down", 1, 0), ("Left", 0, -1), ("Right", 0, 1)])
            if self.chance.random() < 0.7:
                self.key(f"Arrow{name}")
                row, column = min(max(row + down, 0), 3), min(max(column + right, 0), 3)

    def fill_cells(self) -> None:
        """Drag over cells of a row and type a value, several times in a moment: each time it fills them in one step."""
        self.mode("givens")
        for _ in range(self.chance.randint(1, 4)):
            row, first, last = self.stroke()
            sign = self.chance.choice("1234")
            self.key(sign)
            before, steps = self.text, self.steps
            for column in range(min(first, last), max(first, last) + 1):
                self.put(row, column, sign)
            self.steps = steps + (self.text != before)
            self.page.wait_for_timeout(self.chance.choice(GAPS))

    def stroke(self) -> tuple[int, int, int]:
        """Drag over cells of a row; return the row, and the columns where the stroke begins and ends."""
        row, (first, last) = self.chance.randrange(4), self.chance.sample(range(4), 2)
        ends = [self.where(row, first), self.where(row, last)]
        self.page.mouse.move(*ends[0])
        self.page.mouse.down()
        self.page.mouse.move(*ends[1], steps=self.chance.choice((1, 5)))
        self.page.mouse.up()
        self.done += 1
        return row, first, last

    def draw_cages(self) -> None:
        """Draw cages faster than the server names them: each gets a name of its own. Take the last away where there are many."""
        self.mode("lines")
        while len(cages := DRAWN.findall(self.text)[0].splitlines()[1:]) > MANY:
            row, column = (int(digit) - 1 for digit in re.findall(r"\d", cages[-1])[:2])
            if self.chance.random() < 0.5:
                self.page.mouse.click(*self.where(row, column), button="right")
                self.done += 1
            else:
                self.aim(row, column)
                self.key("Delete")
            self.write(self.text.replace(f"{cages[-1]}\n", "", 1))
        for _ in range(self.chance.randint(1, 4)):
            row, first, last = self.stroke()
            step = 1 if first < last else -1
            cells = " ".join(f"r{row + 1}c{column + 1}" for column in range(first, last + step, step))
            taken = re.findall(r"(?m)^    (\w):", DRAWN.findall(self.text)[0])
            name = next(letter for letter in ascii_lowercase if letter not in taken)
            self.write(DRAWN.sub(rf"\g<0>    {name}: {cells}\n", self.text))
            self.page.wait_for_timeout(self.chance.choice(GAPS))

    def write(self, text: str) -> None:
        """Know what the text is from now on, by one step of undo."""
        self.text = text
        self.seen.add(text)
        self.steps += 1

    def put(self, row: int, column: int, sign: str) -> None:
        """Know that a given is in the text from now on."""
        match = GIVENS.search(self.text)
        assert match is not None
        at = match.start(1) + row * 12 + 4 + column * 2
        now = self.text[:at] + sign + self.text[at + 1 :]
        self.steps += now != self.text
        self.text = now
        self.seen.add(self.text)

    def undo_and_redo(self) -> None:
        """Go back and forth in what was done: each text is one that was there, and the last comes back."""
        steps = min(self.chance.randint(1, 8), self.steps)
        self.mode("givens")
        self.page.locator(self.chance.choice((".stage", ".cm-content"))).focus()
        for _ in range(steps):
            self.key("Control+z")
        now = self.page.evaluate(TEXT)
        assert now in self.seen, self.wrong("undo came to a text that was never there", now)
        if self.chance.random() < 0.7 or rows(now) is None:
            for _ in range(steps):
                self.key("Control+y")
        else:
            self.text, self.steps = now, self.steps - steps

    def type_words(self) -> None:
        """Type comments at the end of the text."""
        self.page.locator(".cm-content").focus()
        self.key("Control+End")
        for words in self.chance.choices(WORDS, k=self.chance.randint(1, 3)):
            self.line(words)
            self.text += f"\n{words}"
            self.seen.add(self.text)

    def line(self, words: str) -> None:
        """Type a line below the last."""
        self.key("Enter")
        self.seen.add(f"{self.text}\n")
        self.page.keyboard.insert_text(words)
        self.done += 1
        self.steps += 1

    def type_mistake(self) -> None:
        """Type what is wrong, wait now and then until the page says so, and undo it."""
        self.page.locator(".cm-content").focus()
        self.key("Control+End")
        self.line(self.chance.choice(WRONG))
        if self.chance.random() < 0.5:
            expect(self.page.locator("#verdict")).to_have_attribute("data-state", "wrong", timeout=PATIENCE)
        for _ in range(3):
            self.key("Control+z")
            if len(self.page.evaluate(TEXT)) <= len(self.text):
                break
        self.text = self.page.evaluate(TEXT)
        assert self.text in self.seen, self.wrong("undo of a mistake came to a text that was never there", self.text)
        self.steps = max(0, self.steps - 3)

    def look_around(self) -> None:
        """Open tabs and dialogs, change theme, size and mode."""
        for _ in range(self.chance.randint(1, 8)):
            kind = self.chance.randrange(5)
            if kind == 0:
                tabs = self.page.locator("#tabs [role=tab]")
                tabs.nth(self.chance.randrange(tabs.count())).evaluate("(node) => node.click()")
            elif kind == 1:
                self.press_button(self.chance.choice(("#help", "#import", "#new", "#files")))
                self.page.wait_for_selector("dialog[open]")
                self.key("Escape")
                expect(self.page.locator("dialog")).to_have_count(0)
            elif kind == 2:
                self.press_button("#theme")
            elif kind == 3:
                self.mode(self.chance.choice(("givens", "clues", "regions", "lines", "solve")))
            else:
                self.page.set_viewport_size({"width": self.chance.choice((480, 900, 1400)), "height": 860})
            self.done += 1

    def play(self) -> None:
        """Enter values in solve mode, which never reach the text."""
        self.mode("solve")
        self.click(self.chance.randrange(4), self.chance.randrange(4))
        for _ in range(self.chance.randint(1, 10)):
            self.key(
                self.chance.choice(("1", "2", "3", "4", "Delete", "Space", "Control+z", "ArrowLeft", "ArrowDown", "ArrowUp"))
            )
        if self.chance.random() < 0.5:
            self.press_button(".tools button")

    def ask_tab(self) -> None:
        """Start what a tab does; wait for its end, or change the text meanwhile."""
        name = self.chance.choice(("candidates", "explain", "minimize", "picture", "share"))
        self.press_button(f"#tab-{name}")
        self.press_button(f"#panel-{name} .primary")
        if self.chance.random() < 0.5:
            self.put_values()

    def verify_and_stop(self) -> None:
        """Start and stop the search, with live and without."""
        for _ in range(self.chance.randint(1, 5)):
            self.press_button(self.chance.choice(("#verify", "#stop", "#live")))

    def save(self) -> None:
        """Save, and compare the file."""
        self.key("Control+s")
        expect(self.page.locator("#status-file")).to_have_text("Saved", timeout=PATIENCE)
        self.disk = (self.folder / FILE).read_text("utf-8")
        assert self.disk == self.text

    def change_outside(self) -> None:
        """Change the file as another program does; if something is not saved, choose one of the versions."""
        other = re.sub(r"(?m)^title: .*$", f"title: Number {self.chance.randrange(10_000)}", self.disk)
        if other == self.disk:
            return
        dirty = self.text != self.disk
        (self.folder / FILE).write_text(other, "utf-8")
        self.disk = other
        self.done += 1
        self.steps += 1
        if not dirty:
            self.text = other
            return
        keeps = self.chance.random() < 0.5
        label = "Keep mine" if keeps else "Take the one on disk"
        self.page.locator("[data-notice=conflict] button", has_text=label).click()
        self.text = self.text if keeps else other

    def reload(self) -> None:
        """Load the page again: what was not saved is there."""
        self.page.wait_for_timeout(400)  # which a draft waits
        self.page.reload()
        self.page.wait_for_selector("html[data-ready]")
        self.page.wait_for_selector(".paper-place svg")  # nobody clicks on a board that is not there yet
        self.done += 1
        self.seen = {self.text}
        self.steps = 0


def main() -> None:
    """Run the robot from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("actions", type=int, nargs="?", default=20_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first block")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as run:
        (Path(name) / FILE).write_text(START, "utf-8")
        browser = run.chromium.launch(executable_path=chromium(), args=FLAGS)
        with served(Path(name) / FILE) as server, opened(browser, server.link) as page:
            robot = Robot(page, Path(name), server.process, random.Random())
            early: Memory | None = None
            for seed in itertools.count(given.seed):
                robot.chance = random.Random(seed)
                robot.act(min(BLOCK, given.actions - robot.done))
                memory = robot.memory()
                early = early or memory
                seconds = time.monotonic() - began
                print(f"seed {seed}: {robot.done} actions in {seconds:.0f} s; {memory}", flush=True)
                if robot.done >= given.actions:
                    print(f"grown: {early.grown(memory) or 'nothing'}")
                    break
        browser.close()


if __name__ == "__main__":
    main()
