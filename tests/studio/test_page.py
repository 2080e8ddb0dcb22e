"""The page of the studio in a browser, against a stand-in for its server. Needs Playwright and Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mock_server import ADDRESS, PAGE, SUDOKU, Mock
from playwright.sync_api import Browser, Page, Route, expect
from real_server import PATIENCE

pytestmark = pytest.mark.slow
AXE = Path(__file__).parent / "axe.min.js"


@pytest.fixture
def mock() -> Mock:
    """The server of a test."""
    return Mock()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages that must say nothing on the console."""
    contexts = []

    def open_page(mock: Mock, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": 1400, "height": 860}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        messages: list[str] = []
        page.on("console", lambda message: messages.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: messages.append(str(problem)))
        page.said = messages  # type: ignore[attr-defined]
        mock.serve(page)
        page.goto(ADDRESS)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page], mock: Mock) -> Iterator[Page]:
    """The page with the stand-in behind it."""
    page = new_page(mock)
    yield page
    assert [message for message in page.said if not re.search("4(09|29)|503", message)] == []  # type: ignore[attr-defined]


def text(page: Page) -> str:
    """Return the text in the editor."""
    lines: list[str] = page.evaluate(
        "async () => { const { EditorView } = await import('/assets/vendor/codemirror.js');"
        " return EditorView.findFromDOM(document.querySelector('.cm-editor')).state.doc.toString().split('\\n') }"
    )
    return "\n".join(lines)


def write(page: Page, words: str) -> None:
    """Type at the end of the text."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(words)


def click_cell(page: Page, row: int, column: int, **options: Any) -> None:
    """Click a cell of the board of the stand-in."""
    box = page.locator(".overlay").bounding_box()
    assert box is not None
    unit = box["width"] / 192
    page.mouse.click(box["x"] + (16 + 40 * (column - 0.5)) * unit, box["y"] + (16 + 40 * (row - 0.5)) * unit, **options)


def verdict(page: Page, state: str) -> None:
    """Wait until the chip says so."""
    expect(page.locator("#verdict")).to_have_attribute("data-state", state)


def test_loads(page: Page, mock: Mock, shoot: Any) -> None:
    """The page shows file, board, tabs, and that the puzzle has several solutions or one."""
    verdict(page, "unique")
    assert text(page) == SUDOKU
    assert page.locator("#tabs [role=tab]").all_inner_texts()[0] == "Problems"
    assert page.locator("#tabs [role=tab]").count() == len(list((PAGE / "tabs").glob("*.js")))
    assert page.locator(".paper-place svg text").count() == 4
    shoot(page, "loaded")


def test_weight() -> None:
    """What a browser loads is less than 900 KB."""
    files = [path for path in PAGE.rglob("*") if path.is_file() and "build" not in path.parts and path.suffix != ".txt"]
    assert sum(path.stat().st_size for path in files) < 900_000


def test_texts() -> None:
    """Every text that the page names is in the file of texts."""
    texts = json.loads((PAGE / "texts.json").read_text("utf-8"))
    files = [*PAGE.glob("*.js"), *PAGE.glob("tabs/*.js")]
    code = "\n".join(path.read_text("utf-8") for path in files)
    named = set(re.findall(r'\bt\("([^"]+)"', code))
    named |= {f"{key}.{n}" for key in re.findall(r'\bplural\("([^"]+)"', code) for n in ("one", "many")}
    named |= set(re.findall(r'data-(?:text|label|title)="([^"]+)"', (PAGE / "index.html").read_text("utf-8")))
    for call in re.findall(r"\bt\(([^()`]*\?[^()`]*)[,)]", code):
        named |= {key for key in re.findall(r'"([a-z.-]+)"', call) if "." in key}
    named |= {f"splitter.{pane}" for pane in ("editor-pane", "board-pane")}
    modes = ("givens", "clues", "regions", "lines", "solve")
    named |= {f"{part}.{mode}" for part in ("mode", "pick", "hint", "place") for mode in modes}
    named |= {f"hint.{mode}.none" for mode in modes} | {f"mode.{mode}.title" for mode in modes}
    named |= {f"tab.{path.stem}" for path in PAGE.glob("tabs/*.js")}
    for state in ("waiting", "checking", "valid", "unique", "several", "none", "gave-up", "wrong", "empty", "stopped"):
        named |= {f"verdict.{state}", f"verdict.{state}.title"}
    for tab in ("candidates", "explain", "minimize", "picture"):
        named |= {f"{tab}.go", f"{tab}.about", f"job.{tab}"}
    assert sorted(named - texts.keys()) == []


def test_mistake(page: Page, shoot: Any) -> None:
    """A mistake marks the gutter, the chip and the tab, and goes when it is mended."""
    verdict(page, "unique")
    write(page, "rulez: 1")
    verdict(page, "wrong")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(page.locator("#panel-problems")).to_contain_text("unknown key")
    expect(page.locator(".stale")).to_be_visible()
    shoot(page, "mistake")
    for mode in ("solve", "givens"):  # the note that the board is old hides no tool
        page.locator(f"label:has(> input[name=mode][value={mode}])").click()
        expect(page.locator(f"input[name=mode][value={mode}]")).to_be_checked()
    page.locator(".cm-content").click()
    for _ in range(8):
        page.keyboard.press("Control+End")
        page.keyboard.press("Backspace")
    verdict(page, "unique")
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)


def test_board_edits_text(page: Page, shoot: Any) -> None:
    """A click and a digit change one sign of the text; one undo, in editor or board, takes it back."""
    verdict(page, "unique")
    click_cell(page, 2, 2)
    page.keyboard.press("3")
    verdict(page, "none")
    assert text(page) == SUDOKU.replace(". . 3 .", ". 3 3 .")
    page.keyboard.press("Delete")
    verdict(page, "unique")
    assert text(page) == SUDOKU
    page.keyboard.press("Control+z")
    verdict(page, "none")
    page.locator("#undo").click()
    verdict(page, "unique")
    assert text(page) == SUDOKU
    page.keyboard.press("Control+z")  # nothing is left to undo: the file itself stays
    assert text(page) == SUDOKU


def test_busy_server(page: Page, mock: Mock) -> None:
    """An edit is asked for again, and is not lost, if the server takes no more requests, or has had no time for it."""
    verdict(page, "unique")
    refused: list[str] = []

    def answer(route: Route) -> None:
        if len(refused) < 2:
            refused.append(route.request.url)
            status, error = (429, "too many requests") if len(refused) == 1 else (503, "gave up: out of time")
            route.fulfill(status=status, json={"error": error})
        else:
            mock.answer(route)

    page.route(f"{ADDRESS}/api/edit", answer)
    click_cell(page, 2, 2)
    page.keyboard.press("3")
    verdict(page, "none")
    assert text(page) == SUDOKU.replace(". . 3 .", ". 3 3 .")
    assert len(refused) == 2


def test_several(page: Page, shoot: Any) -> None:
    """Without a given there are several solutions: differences, candidates and what would make it unique are on the board."""
    verdict(page, "unique")
    click_cell(page, 1, 1)
    page.keyboard.press("Backspace")
    verdict(page, "several")
    assert page.locator(".mark.differs").count() == 0  # quiet, until they are asked for
    page.locator(".legend .differs input").check()
    assert page.locator(".mark.differs").count() > 1
    assert page.locator(".candidates .open").count() > 1
    assert page.locator(".candidates .frame").count() >= 1
    page.locator("#tab-solutions").click()
    expect(page.locator("#panel-solutions")).to_contain_text("Solution 1 of 2")
    shoot(page, "several")


def test_never_stale(page: Page, mock: Mock) -> None:
    """From the first key on, the chip no longer says what was true of the text before; a late answer changes nothing."""
    verdict(page, "unique")
    mock.slow = True
    seen = page.evaluate(
        """async () => {
        const chip = document.getElementById("verdict");
        const { EditorView } = await import("/assets/vendor/codemirror.js");
        const view = EditorView.findFromDOM(document.querySelector(".cm-editor"));
        view.dispatch({ changes: { from: view.state.doc.length, insert: "# x\\n" } });
        return chip.dataset.state;
        }"""
    )
    assert seen == "waiting"
    verdict(page, "checking")
    expect(page.locator("#stop")).to_be_enabled()
    late = mock.jobs[-1]
    write(page, "# y")
    verdict(page, "checking")
    assert mock.socket is not None
    mock.socket.send(json.dumps({"id": late["id"], "rev": late["rev"], "type": "result", "report": {"verdict": "none"}}))
    page.wait_for_timeout(100)
    verdict(page, "checking")


def test_stop(page: Page, mock: Mock) -> None:
    """Stop ends the job, and the chip says so; Verify starts again."""
    verdict(page, "unique")
    mock.slow = True
    page.locator("#verify").click()
    verdict(page, "checking")
    page.locator("#stop").click()
    verdict(page, "unique")  # live has said so of the same text
    write(page, "# x")
    verdict(page, "checking")
    page.locator("#stop").click()
    verdict(page, "stopped")
    assert mock.cancelled[-1] == mock.jobs[-1]["id"]
    mock.slow = False
    page.locator("#verify").click()
    verdict(page, "unique")


def test_live_off(page: Page, mock: Mock) -> None:
    """Without live a change is checked, and not solved."""
    verdict(page, "unique")
    page.locator("#live").uncheck()
    count = len(mock.jobs)
    write(page, "# x")
    verdict(page, "valid")
    page.wait_for_timeout(400)
    assert len(mock.jobs) == count


def test_import(page: Page, shoot: Any) -> None:
    """A link is read into the editor; what is no link is a message, and the text stays."""
    verdict(page, "unique")
    page.locator("#import").click()
    page.locator("#import-link").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("dialog .messages")).to_contain_text("no <i>link</i>")
    assert text(page) == SUDOKU
    page.locator("#import-link").fill("https://puzz.link/p?sudoku/4/4/x")
    shoot(page, "import")
    page.keyboard.press("Enter")
    verdict(page, "several")
    assert "1 . . ." not in text(page)
    expect(page.locator("#file-name")).to_have_text("imported.yaml")


def test_share_comes_back(page: Page) -> None:
    """The fragment of a file, pasted into Import, is the file."""
    verdict(page, "unique")
    page.locator("#tab-share").click()
    page.locator("#panel-share button", has_text="Whole file").click()
    fragment = page.locator("#panel-share textarea").input_value()
    page.locator("#import").click()
    page.locator("#import-link").fill(fragment)
    page.keyboard.press("Enter")
    expect(page.locator("#file-name")).to_have_text("imported.yaml")
    assert text(page) == SUDOKU


def test_hostile(new_page: Callable[..., Page], mock: Mock) -> None:
    """Titles, sentences and pictures are shown as text, and run nothing."""
    mock.title = "<img src=x onerror=\"document.title='x'\"><script>hacked = 1</script>"
    mock.extra_svg = (
        '<script>hacked = 1</script><g onclick="hacked = 1" id="verdict"><image href="https://example.org/x.png"/></g>'
        '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:1"/></foreignObject>'
        '<a href="javascript:hacked=1"><text>t</text></a><rect style="background:url(https://example.org/x)" fill="url(https://example.org/y)"/>'
    )
    asked: list[str] = []
    page = new_page(mock)
    page.on("request", lambda request: asked.append(request.url))
    verdict(page, "unique")
    page.locator("#files").click()
    expect(page.locator("dialog .title").first).to_have_text(mock.title)
    page.keyboard.press("Escape")
    page.locator("#tab-explain").click()
    page.locator("#panel-explain .primary").click()
    expect(page.locator("#panel-explain")).to_contain_text("<b>each</b>")
    expect(page.locator("#panel-explain .steps")).to_have_text("r1c1 is <b>1</b>.")
    kept = page.locator("svg").evaluate_all("all => all.map((each) => each.outerHTML).join()")
    assert not re.search(r"script|onclick|foreignObject|iframe|example\.org|javascript", kept)
    assert page.evaluate("document.querySelectorAll('#verdict').length") == 1
    assert page.evaluate("typeof hacked") == "undefined"
    assert not [address for address in asked if not address.startswith(ADDRESS)]


def test_change_on_disk(page: Page, mock: Mock, shoot: Any) -> None:
    """A change from outside is taken in where nothing was typed; otherwise both versions stay until one is chosen."""
    verdict(page, "unique")
    other = SUDOKU.replace("# Mine", "# Theirs")
    mock.change("little.yaml", other)
    expect(page.locator("[data-notice=taken]")).to_be_visible()
    assert text(page) == other
    write(page, "# typed")
    third = SUDOKU.replace("# Mine", "# Third")
    mock.change("little.yaml", third)
    expect(page.locator("[data-notice=conflict]")).to_be_visible()
    assert text(page) == other + "# typed"
    page.locator("[data-notice=conflict] button", has_text="Compare").click()
    expect(page.locator(".versions pre").nth(1)).to_contain_text("# Third")
    shoot(page, "conflict")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+s")  # saving does not overwrite either
    expect(page.locator("[data-notice=conflict]")).to_be_visible()
    page.wait_for_timeout(200)
    assert mock.files["little.yaml"] == third and mock.saved == []
    page.locator("[data-notice=conflict] button", has_text="Keep mine").click()
    page.keyboard.press("Control+s")
    expect(page.locator("#status-file")).to_have_text("Saved")
    assert mock.files["little.yaml"] == other + "# typed"


def test_save_of_what_has_changed_on_disk(page: Page, mock: Mock) -> None:
    """If nothing was typed, Save loads the text that another program has written, even if the page does not know of it yet."""
    verdict(page, "unique")
    other = SUDOKU.replace("# Mine", "# Theirs")
    mock.files["little.yaml"] = other
    page.keyboard.press("Control+s")
    expect(page.locator("[data-notice=taken]")).to_be_visible()
    expect(page.locator("[data-notice=conflict]")).to_have_count(0)
    assert text(page) == other
    assert mock.saved == []


def test_save(page: Page, mock: Mock) -> None:
    """What is saved is the text; a draft that is not saved is there again after a reload."""
    verdict(page, "unique")
    write(page, "# one")
    expect(page.locator("#status-file")).to_have_text("Not saved")
    page.wait_for_timeout(400)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert text(page) == SUDOKU + "# one"
    expect(page.locator("[data-notice=draft]")).to_be_visible()
    page.locator("#save").click()
    expect(page.locator("#status-file")).to_have_text("Saved")
    assert mock.files["little.yaml"] == SUDOKU + "# one"


def test_solve_mode(page: Page, mock: Mock, shoot: Any) -> None:
    """What is played stays out of the file, is undone by itself, and is checked."""
    verdict(page, "unique")
    page.locator("input[name=mode][value=solve]").check(force=True)
    click_cell(page, 1, 2)
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("2")
    page.keyboard.press("4")
    click_cell(page, 1, 1)
    page.keyboard.press("4")  # a given stays
    expect(page.locator(".overlay text.solve")).to_have_text("3")
    expect(page.locator(".overlay text.pencil")).to_have_text("24")
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator("#board-hint")).to_contain_text("twice in a row")
    assert page.locator(".mark.mistake").count() == 1
    shoot(page, "solve")
    assert mock.grids == [{"digit": {"r1c2": 3}}]
    assert text(page) == SUDOKU
    page.locator(".stage").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".overlay text.pencil")).to_have_text("2")
    assert text(page) == SUDOKU


def test_keyboard_alone(page: Page) -> None:
    """From the first control on, Tab reaches everything, the editor lets go, and the board is played without a mouse."""
    verdict(page, "unique")
    reached = set()
    page.evaluate("document.body.focus()")
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.name || ''")
        )
    wanted = {"files", "new", "import", "verify", "live", "theme", "help", "stage", "tab-problems"}
    assert wanted <= reached, sorted(reached)
    assert any("cm-content" in control for control in reached)
    page.locator(".stage").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#status-cell")).to_contain_text("row 2, column 2")
    page.keyboard.press("3")
    verdict(page, "none")


def test_completion_and_hover(page: Page, shoot: Any) -> None:
    """Typing offers keys, with what they mean as text."""
    verdict(page, "unique")
    write(page, "r")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("rules")
    page.wait_for_timeout(150)  # the editor takes no key before one can have read the list
    page.keyboard.press("Enter")
    assert text(page).endswith("rules")
    page.locator(".cm-line").first.hover(position={"x": 20, "y": 8})
    expect(page.locator(".cm-tooltip-hover")).to_contain_text("The version <b>x</b>.")


def test_read_only(new_page: Callable[..., Page], mock: Mock) -> None:
    """Nothing can be changed, everything looked at."""
    mock.read_only = True
    page = new_page(mock)
    verdict(page, "unique")
    click_cell(page, 2, 2)
    page.keyboard.press("3")
    write(page, "x")
    assert text(page) == SUDOKU
    expect(page.locator("#save")).to_be_disabled()


def test_new(page: Page, shoot: Any) -> None:
    """A genre with a picture, a size, go."""
    verdict(page, "unique")
    page.locator("#new").click()
    expect(page.locator(".card svg")).to_have_count(1)
    page.locator(".card", has_text="Sudoku").click()
    shoot(page, "new")
    page.locator("dialog button", has_text="Create").click()
    expect(page.locator("#file-name")).to_have_text("sudoku.yaml")


def test_widths(page: Page, shoot: Any) -> None:
    """The lines between the panes are moved by pointer and keys, not too far, kept for the next time, and put back."""
    verdict(page, "unique")

    def widths() -> list[float]:
        widths: list[float] = page.locator("main > .pane").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().width)"
        )
        return widths

    def about(wanted: list[float]) -> bool:
        return all(abs(one - other) < 2 for one, other in zip(widths(), wanted, strict=True))

    start = widths()
    line = page.get_by_role("separator", name="Width of the editor")
    box = line.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 100
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 80, y, steps=5)
    shoot(page, "widths")
    page.mouse.up()
    page.mouse.move(x, y)
    assert about([start[0] - 80, start[1] + 80, start[2]])
    line.press("ArrowRight")
    assert about([start[0] - 56, start[1] + 56, start[2]])
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert about([start[0] - 56, start[1] + 56, start[2]])
    for _ in range(40):
        line.press("ArrowLeft")
    assert about([200, start[0] + start[1] - 200, start[2]])
    line.press("Enter")
    assert about(start)


@pytest.mark.cases(ci=3)  # each width and each scheme
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 900, 480])
def test_accessible(new_page: Callable[..., Page], mock: Mock, scheme: str, width: int, shoot: Any) -> None:
    """The checker axe finds nothing serious, in any width, light or dark, with dialogs open."""
    page = new_page(mock, color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    verdict(page, "unique")
    page.evaluate(AXE.read_text("utf-8"))
    shoot(page, f"{scheme}-{width}")
    click_cell(page, 1, 1)
    page.keyboard.press("Backspace")
    verdict(page, "several")
    for opened in (None, "#tab-solutions", "#tab-share", "#help", "#new", "#import", "#files"):
        if opened:
            page.locator(opened).click()
        violations = page.evaluate(
            "async () => (await axe.run(document)).violations.filter(v => ['serious', 'critical'].includes(v.impact))"
        )
        shown = [
            (violation["id"], [node["html"][:160] + node["failureSummary"][:300] for node in violation["nodes"][:3]])
            for violation in violations
        ]
        assert shown == [], opened
        if opened and not opened.startswith("#tab"):
            page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
