"""Write the text, and mend its mistakes

You write a puzzle by hand, and have mistyped a key and a name. The page shows where, says what it knows, and offers words
while you type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 60
SPEC = """\
gridwright: 1
titel: Little sudoku
grid: 4x4

layers:
  digit:
    values: 1..4

givens:
  digit: |
    1 . . .
    . . 3 .
    . 4 . .
    . . . 2

rules:
  - for: line in lines
    rule: distinkt(digit[line])
  - for: box in boxes(2, 2)
    rule: distinct(digit[box])
"""
FILES = {"mine.yaml": SPEC}


@step(picture="A mistake: marked in the text, and listed under Problems with what to do.")
def open_it(at: AtPage) -> None:
    """Open your file, `mine.yaml` here.

    The sign says **mistakes in the file**. The mistake is underlined, with a dot beside its line. **Problems** says what is
    wrong, and what may be meant instead.
    """
    at.page.locator("dialog .files button", has_text="mine.yaml").click()
    at.verdict("mistakes in the file")
    at.count(".cm-lint-marker-error", 1)
    at.sees("titel", inside="#panel-problems")


@step()
def go_to_it(at: AtPage) -> None:
    """Click the message about `titel`, and type `title` in its place.

    A click on a message marks its place in the text. What you type replaces it. Now the rules are read, and there is another
    mistake.
    """
    at.page.locator("#panel-problems .problem", has_text="titel").click()
    at.write("title")
    at.sees("distinkt", inside="#panel-problems")
    assert "\ntitle: Little sudoku\n" in at.text()


@step(picture="Words that fit are offered while you type, with what they mean.")
def complete(at: AtPage) -> None:
    """Click the message about `distinkt`. Type `dis` and press Ctrl-Space, if the list does not open by itself.

    The functions of the language that fit are offered, with what they mean. Enter takes the one that is marked.
    """
    at.page.locator("#panel-problems .problem", has_text="distinkt").click()
    at.write("dis")
    at.press("Control+Space")
    at.page.locator(".cm-tooltip-autocomplete li", has_text="distinct").first.wait_for()
    at.count(".cm-completionInfo", 1)


@step()
def take_it(at: AtPage) -> None:
    """Choose `distinct` in the list.

    The file has no mistakes any more, and the sign says **unique**.
    """
    at.page.locator(".cm-tooltip-autocomplete li", has_text="distinct").first.click()
    at.verdict("unique")
    at.sees("The file has no mistakes.")
    assert at.text() == SPEC.replace("titel", "title").replace("distinkt", "distinct")


@step(picture="A word under the pointer is explained.")
def ask_what_it_means(at: AtPage) -> None:
    """Let the pointer rest on a word, `boxes` here.

    A key, a function or a genre is explained.
    """
    at.rest_on("boxes")
    at.page.locator(".cm-tooltip .told").wait_for()


@step()
def save(at: AtPage) -> None:
    """Press Ctrl-S to save.

    Undo still leads back, step by step.
    """
    at.press("Control+s")
    at.has("#status-file", "Saved")
    assert at.file("mine.yaml") == at.text()
