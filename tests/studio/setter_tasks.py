"""Tasks that somebody does who has only the page: each file in `tasks` is one, and both a test and a page of the documentation.

The first line of the file's docstring is the title, and the rest says what it is about. Each step is a function with the mark
`@step()`. Its docstring is what the reader is told: the first line says what to do, the rest what is seen then. Its body does it
in a browser and expects to see that. `{NAME}` in a docstring is the constant NAME of the file, so that what the reader is told to
paste or type is what the test pastes or types. `ORDER` is the task's place in the list. `FILES` are the specs that are in the
folder at the start.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from at_page import AtPage

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "tasks"
INDEX = ROOT / "docs" / "studio.md"
PAGES = ROOT / "docs" / "studio"
PICTURES = PAGES / "pictures"
BEGIN, END = "<!-- begin tasks -->\n", "<!-- end tasks -->\n"

Act = Callable[["AtPage"], None]


@dataclass(frozen=True)
class Step:
    """What to do, and what is seen then. `picture` describes the picture that is taken at the end; empty: none is."""

    name: str
    words: str
    picture: str
    act: Act


@dataclass(frozen=True)
class Task:
    """Steps in order, in a folder with some specs."""

    name: str
    order: int
    title: str
    about: str
    files: Mapping[str, str]
    steps: tuple[Step, ...]

    def picture_of(self, step: Step) -> str:
        """Return the name of the picture after a step."""
        return f"{self.name.replace('_', '-')}-{step.name.replace('_', '-')}.png"

    @property
    def page(self) -> Path:
        """Return where the page of the task is."""
        return PAGES / f"{self.name.replace('_', '-')}.md"


def step(*, picture: str = "") -> Callable[[Act], Step]:
    """Mark a function as a step of the task in its file."""
    return lambda act: Step(act.__name__, inspect.cleandoc(act.__doc__ or ""), picture, act)


@cache
def tasks() -> tuple[Task, ...]:
    """Return all tasks."""
    return tuple(sorted(map(_task, FOLDER.glob("*.py")), key=lambda task: task.order))


def _task(path: Path) -> Task:
    spec = importlib.util.spec_from_file_location(f"task_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    title, _, about = inspect.cleandoc(module.__doc__ or "").partition("\n\n")
    steps = tuple(
        Step(setter_step.name, _filled(setter_step.words, module), setter_step.picture, setter_step.act)
        for setter_step in vars(module).values()
        if isinstance(setter_step, Step)
    )
    return Task(path.stem, module.ORDER, title, _filled(about, module), getattr(module, "FILES", {}), steps)


def _filled(words: str, module: ModuleType) -> str:
    """Return words with the constants of a file in them."""
    return re.sub(r"\{([A-Z_]+)\}", lambda match: str(getattr(module, match[1])), words)


def page_text(task: Task) -> str:
    """Return the page of a task."""
    source = f"tests/studio/tasks/{task.name}.py"
    parts = [f"# {task.title}", task.about]
    for number, setter_step in enumerate(task.steps, 1):
        done, _, seen = setter_step.words.partition("\n\n")
        words = f"**{number}.** {done}"
        parts += [words, *([seen] if seen else [])]
        if setter_step.picture:
            parts.append(f"![{setter_step.picture}](pictures/{task.picture_of(setter_step)})")
    shown = f"A browser does these steps in the tests, and takes the pictures: `{source}`. [All tasks](../studio.md#tasks)"
    return "\n\n".join([*parts, shown]) + "\n"


def index_text() -> str:
    """Return the list of tasks in the page on the studio."""
    lines = (f"- [{task.title}](studio/{task.page.name}): {_first_sentence(task.about)}\n" for task in tasks())
    return BEGIN + "\n" + "".join(lines) + "\n" + END


def _first_sentence(text: str) -> str:
    flat = " ".join(text.split())
    sentence = re.split(r"(?<=[.!?]) ", flat, maxsplit=1)[0]
    return sentence[0].lower() + sentence[1:] if not sentence.startswith(("I ", "`")) else sentence
