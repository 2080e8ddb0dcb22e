"""A shell completes commands, options, genres, functions and names of files."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from command_line import COMMAND

pytestmark = pytest.mark.slow  # each case starts a process


def completed(typed: str, shell: str = "bash") -> str:
    """Return what is printed for a shell that completes the last word of a line."""
    words = typed.split(" ")
    asked = {"COMP_WORDS": typed.strip(), "COMP_CWORD": str(len(words) - 1), "_GRIDWRIGHT_COMPLETE": f"{shell}_complete"}
    result = subprocess.run(COMMAND, env=os.environ | asked, capture_output=True, text=True, timeout=60, check=True)
    assert result.stderr == ""
    return result.stdout


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("gridwright sol", "plain,solve"),
        ("gridwright solve --engine cad", "plain,cadical"),
        ("gridwright solve --eng", "plain,--engine"),
        ("gridwright genres slitherl", "plain,slitherlink"),
        ("gridwright generate slitherl", "plain,slitherlink"),
        ("gridwright functions connec", "plain,connected"),
        ("gridwright solve puzz", "file,puzz"),
        ("gridwright generate puzzles/mine", "file,puzzles/mine"),
        ("gridwright verify a.yaml --certificate out", "file,out"),
        ("gridwright judge a.yaml gri", "file,gri"),
    ],
)
def test_what_a_shell_gets(typed: str, expected: str) -> None:
    """Names of Gridwright are listed; for a file the shell looks itself."""
    assert expected in completed(typed).splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell: str) -> None:
    """The script is printed as it is, and shells that are here can read it."""
    script = subprocess.run(
        COMMAND,
        env=os.environ | {"_GRIDWRIGHT_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert f"_GRIDWRIGHT_COMPLETE={shell}_complete" in script.stdout
    assert script.stderr == ""
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script.stdout, text=True, timeout=60, check=True)
