"""Jobs on the connection of a page: one at a time, the newest wins, and each can be ended at once."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.runtime.authoring.board_edits import given_edits
from gridwright.runtime.authoring.editable_spec import editable
from gridwright.runtime.authoring.text_edits import apply_edits
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.studio import live, live_chain
from processes import within
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from studio_client import SMALL, connected, opened

pytestmark = pytest.mark.slow  # the server has processes that work

UNIQUE = SMALL.replace(". .", ". 2", 1)
NONE = SMALL.replace(". .", "2 2", 1)
# Latin squares with pigeons: hard for every engine.
HARD = """\
gridwright: 1
grid: 14x13
layers:
  x: {values: 1..13}
rules:
  - for: line in columns
    rule: distinct(x[line])
"""
ENDS = ("result", "error", "gave-up", "cancelled")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Open an empty folder."""
    with opened(tmp_path_factory.mktemp("folder")) as test_client:
        yield test_client


def answers(page: Any, id: int) -> list[dict[str, Any]]:
    """Return all messages up to the end of a job."""
    messages = []
    while True:
        message = page.receive_json()
        messages.append(message)
        if message.get("id") == id and message["type"] in ENDS:
            return messages


def asked(page: Any, cmd: str, text: str, id: int = 1, **options: Any) -> dict[str, Any]:
    """Send a command and return its end."""
    page.send_json({"id": id, "cmd": cmd, "rev": 10 + id, "text": text, "options": options})
    messages = answers(page, id)
    assert all(message["rev"] == 10 + id for message in messages)
    return messages[-1]


def test_verdicts(client: TestClient) -> None:
    """Live tells whether a puzzle is unique, what differs, what is possible, what would make it unique, who is to blame."""
    with connected(client) as page:
        page.send_json({"id": 1, "cmd": "live", "rev": 3, "text": SMALL, "options": None})
        messages = answers(page, 1)
        assert messages[0] == {"id": 1, "rev": 3, "type": "started"}
        partial = next(message for message in messages if message["type"] == "partial")
        assert partial["report"]["verdict"] == "several"
        report = messages[-1]["report"]
        assert report["verdict"] == "several"
        assert {place["place"] for place in report["differs"]} == {"r1c1", "r1c2", "r2c1", "r2c2"}
        assert report["candidates"] == {"number": {f"r{row}c{column}": [1, 2] for row in (1, 2) for column in (1, 2)}}
        assert len(report["would_be_unique"]) == 8
        assert report["number"] == 2
        unique = asked(page, "live", UNIQUE, 2)["report"]
        assert (unique["verdict"], unique["solutions"][0]["values"]) == (
            "unique",
            {"number": {"r1c1": 1, "r1c2": 2, "r2c1": 2, "r2c2": 1}},
        )
        none = asked(page, "live", NONE, 3)["report"]
        assert none["verdict"] == "none"
        given = [culprit for culprit in none["culprits"] if culprit["is_given"]]
        assert {NONE[culprit["start"] : culprit["end"]] for culprit in given} == {"2"}
        wrong = asked(page, "live", SMALL.replace("2x2", "2y2"), 4)
        assert wrong["type"] == "error"
        assert wrong["diagnostics"][0]["line"] == 3


def test_tabs(client: TestClient) -> None:
    """Each command of a tab has a report."""
    with connected(client) as page:
        assert len(asked(page, "solve", SMALL)["report"]["solutions"]) == 2
        assert asked(page, "candidates", UNIQUE, 2)["report"]["fixed"] == 4
        conflict = asked(page, "explain", NONE, 3)["report"]["conflict"]
        assert {tuple(member["cells"]) for member in conflict["members"] if member["is_given"]} == {("r1c1",), ("r1c2",)}
        assert len(conflict["corrections"]) == 2
        assert asked(page, "explain", SMALL, 4)["report"]["difference"]["closest"] is True
        full = UNIQUE.replace(". 2", "1 2")
        minimal = asked(page, "minimize", full, 5)["report"]
        assert (len(minimal["dropped"]), len(minimal["kept"])) == (1, 1)
        (edit,) = minimal["edits"]
        assert full[: edit["start"]] + edit["text"] + full[edit["end"] :] == minimal["text"]
        assert asked(page, "minimize", SMALL, 6)["report"]["verdict"] == "several"
        assert asked(page, "picture", UNIQUE, 7, kind="svg", solution=True)["report"]["svg"].startswith("<svg")
        assert asked(page, "picture", UNIQUE, 8, kind="png")["report"]["base64"].startswith("iVBOR")


@pytest.mark.timing
def test_newest_wins_and_cancel(client: TestClient) -> None:
    """A new command ends the one that runs, whatever it does; so does `cancel`, within 0.2 s."""
    with connected(client) as page:
        asked(page, "solve", SMALL)  # processes are there
        page.send_json({"id": 2, "cmd": "solve", "rev": 2, "text": HARD, "options": {}})
        time.sleep(0.5)
        began = time.perf_counter()
        page.send_json({"id": 3, "cmd": "solve", "rev": 3, "text": UNIQUE, "options": {}})
        ended = answers(page, 2)
        assert ended[-1] == {"id": 2, "rev": 2, "type": "cancelled"}
        assert time.perf_counter() - began < 0.2
        assert answers(page, 3)[-1]["report"]["verdict"] == "unique"
        page.send_json({"id": 4, "cmd": "live", "rev": 4, "text": HARD + "# more\n", "options": {}})
        time.sleep(0.3)
        began = time.perf_counter()
        page.send_json({"id": 3, "cmd": "cancel", "rev": 4})  # which has ended
        page.send_json({"id": 4, "cmd": "cancel"})
        assert answers(page, 4)[-1]["type"] == "cancelled"
        assert time.perf_counter() - began < 0.2
        assert asked(page, "solve", UNIQUE + "# again\n", 6)["report"]["verdict"] == "unique"


def test_time_is_limited(tmp_path: Path) -> None:
    """A job that takes too long gives up, and the next one runs."""
    with opened(tmp_path, timeout=1.0) as client, connected(client) as page:
        with within(10):
            ended = asked(page, "minimize", HARD)
        assert ended["type"] in ("gave-up", "result")
        assert asked(page, "solve", UNIQUE, 2)["report"]["verdict"] == "unique"


def test_memory_is_limited(tmp_path: Path) -> None:
    """A job that needs too much memory gives up, and the server lives."""
    with opened(tmp_path, memory=300) as client, connected(client) as page:
        large = (
            "gridwright: 1\ngrid: 100x100\nlayers: {x: {values: 1..200}}\nrules:\n  - for: r in rows\n    rule: distinct(x[r])\n"
        )
        ended = asked(page, "solve", large)
        assert ended["type"] == "gave-up" or ended["report"]["verdict"] == "gave-up"
        assert "memory" in (ended.get("reason") or ended["report"]["reason"])
        assert asked(page, "solve", UNIQUE, 2)["report"]["verdict"] == "unique"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        "null",
        json.dumps({"id": 1}),
        json.dumps({"id": {}, "cmd": "solve", "rev": 1, "text": ""}),
        json.dumps({"id": 1, "cmd": "../gate", "rev": 1, "text": ""}),
        json.dumps({"id": 1, "cmd": "__init__", "rev": 1, "text": ""}),
        json.dumps({"id": 1, "cmd": "solve", "rev": 1, "text": 5}),
        json.dumps({"id": 1, "cmd": "solve", "rev": 1, "text": "", "options": []}),
        json.dumps({"id": 1, "cmd": "solve", "rev": 1, "text": "", "path": "../a.yaml"}),
        json.dumps({"id": 1, "cmd": "solve", "rev": 1, "text": "\ud800"}),
        json.dumps({"id": 1, "cmd": "picture", "rev": 1, "text": UNIQUE, "options": {"kind": "exe"}}),
        json.dumps({"id": 1, "cmd": "picture", "rev": 1, "text": UNIQUE, "options": {"kind": ["svg"]}}),
        json.dumps({"id": 1, "cmd": "minimize", "rev": 1, "text": UNIQUE, "options": {"seed": "x"}}),
        json.dumps({"id": 1, "cmd": "minimize", "rev": 1, "text": UNIQUE, "options": {"symmetry": ["x"]}}),
    ],
    ids=range(17),
)
def test_hostile_messages(client: TestClient, message: str) -> None:
    """Whatever comes is answered by an error, and the connection lives."""
    with connected(client) as page:
        page.send_text(message)
        while (answer := page.receive_json())["type"] in ("started", "progress"):
            pass
        assert answer["type"] == "error"
        assert asked(page, "solve", UNIQUE, 2)["report"]["verdict"] == "unique"


def test_rate(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that sends more than anybody types is cut off; the clock stands still, however slow the machine is."""
    monkeypatch.setattr(live, "Rate", functools.partial(live.Rate, now=lambda: 0.0))
    with connected(client) as page, pytest.raises(WebSocketDisconnect):
        for at in range(live.MOST_AT_ONCE + 1):
            page.send_json({"id": at, "cmd": "cancel", "rev": 1})
        while True:
            page.receive_json()


def test_number_of_pages(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many pages have processes at the same time."""
    monkeypatch.setattr(live, "MOST_PAGES", 1)
    with connected(client), connected(client) as second, pytest.raises(WebSocketDisconnect):
        second.receive_json()


def test_what_would_make_it_unique() -> None:
    """The values that are named make the puzzle unique, and no other does; the solutions are counted."""
    text = SMALL.replace("grid: 2x2", "grid: 4x4").replace("1..2", "1..4")
    text = text.replace("    . .\n    . .\n", "    1 2 3 4\n    3 4 1 2\n    . . . .\n    . . . .\n")
    spec = load_text(text)
    unique = {
        (place, value)
        for place in (f"r{row}c{column}" for row in (3, 4) for column in (1, 2, 3, 4))
        for value in (1, 2, 3, 4)
        if solve(load_text(apply_edits(text, given_edits(editable(read_text(text)), "number", place, value))), limit=2).unique
    }
    asked = Asked("/", OPTIONS, Deadline(60), lambda kind, known: None)
    whole = live_chain.would_be_unique(spec, asked)
    assert whole["would_be_unique_complete"] is True
    assert live_chain.number_of_solutions(spec, asked) == {"number": solve(spec, limit=1_000).count}
    assert {(place["place"], place["value"]) for place in whole["would_be_unique"]} == unique
