"""The same in, the same out: `python tests/determinism.py [SPEC...]` runs every command on specs, three times, and compares.

Each time is a process with hashes of its own (`PYTHONHASHSEED`). What is compared is standard output and every file that is
written, byte by byte, except for the times in them. Without SPEC it is all specs in `specs/`. A command that takes longer than
`--timeout` on a spec is passed over, since what a search knows at its deadline is never the same.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import GAVE_UP, OUR_MISTAKE

HERE = Path(__file__).parent
ROOT = HERE.parent
HASHES = (1, 2, 3)

# Arguments for each kind of output; SPEC is a spec, OUT a new folder, in which the certificate is that of the command before.
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("solve", "SPEC"),
    ("solve", "--json", "--seed", "7", "SPEC"),
    ("solve", "--json", "--engine", "z3", "SPEC"),
    ("solve", "--json", "--engine", "cadical", "SPEC"),
    ("check", "--json", "SPEC"),
    ("verify", "--json", "SPEC", "--junit", "OUT/r.xml", "--sarif", "OUT/r.sarif"),
    ("verify", "--json", "--jobs", "2", "--cubes", "4", "SPEC"),
    ("verify", "--json", "SPEC", "--certificate", "OUT/certificate"),
    ("certify", "--seed", "3", "OUT/certificate"),
    ("explain", "--improve", "0", "SPEC"),
    ("explain", "--json", "--improve", "0", "SPEC"),
    ("steps", "SPEC"),
    ("steps", "--json", "SPEC"),
    ("generate", "--seed", "3", "--size", "3x3", "latin_square"),
    ("generate", "--seed", "3", "--size", "4x4", "slitherlink"),
    ("fill", "SPEC"),
    ("complete", "SPEC"),
    ("complete", "--json", "SPEC"),
    ("candidates", "SPEC"),
    ("candidates", "--json", "SPEC"),
    ("count", "--json", "--limit", "20", "SPEC"),
    ("compile", "--to", "ir", "SPEC"),
    ("compile", "--to", "dimacs", "SPEC"),
    ("compile", "--to", "smt2", "--eager", "SPEC"),
    ("minimize", "SPEC", "-o", "OUT/m.yaml"),
    ("minimize", "--json", "--jobs", "2", "--seed", "3", "SPEC"),
    ("render", "SPEC", "-o", "OUT/r.svg"),
    ("render", "--solution", "SPEC", "-o", "OUT/r.html"),
    ("export", "--lossy", "--to", "penpa", "SPEC"),
    ("export", "--json", "--lossy", "--to", "csv", "SPEC"),
)
TIMES = (
    (r'"seconds": ?\{[^}]*\}', '"seconds": {}'),
    (r'("(?:seconds|time)": ?)[0-9.e-]+', r"\g<1>0"),
    (r'(time|timestamp)="[^"]*"', r'\1=""'),
)


def without_times(text: str) -> str:
    """A text in which all times are the same."""
    for pattern, instead in TIMES:
        text = re.sub(pattern, instead, text)
    return text


def outputs(spec: str, commands: Sequence[Sequence[str]], timeout: float) -> dict[str, str]:
    """What commands print and write for a spec, run one after the other in this process."""
    outputs_of_commands = {}
    with tempfile.TemporaryDirectory(prefix="gridwright-determinism-") as place:
        folder = Path(place, "out")
        folder.mkdir()
        os.chdir(folder)
        for command in commands:
            before = {path for path in folder.rglob("*") if path.is_file()}
            arguments = [word.replace("SPEC", spec).replace("OUT", ".") for word in command]
            out, began = io.StringIO(), time.monotonic()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                status = run([*arguments, "--quiet", "--timeout", str(timeout)])
            written = sorted(path for path in folder.rglob("*") if path.is_file() and path not in before)
            texts = [out.getvalue(), *(f"{path.relative_to(folder)}\n{path.read_bytes().decode('latin-1')}" for path in written)]
            assert status != OUR_MISTAKE, f"{' '.join(command)}: {out.getvalue()}"
            in_time = time.monotonic() - began < timeout
            is_whole = status != GAVE_UP or in_time
            outputs_of_commands[" ".join(command)] = f"status {status}\n" + without_times("\n".join(texts)) if is_whole else ""
    return outputs_of_commands


def in_a_process(spec: str, hashes: int, commands: Sequence[Sequence[str]], timeout: float) -> dict[str, str]:
    """The same in another process, with hashes of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hashes), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    asked = json.dumps([spec, commands, timeout])
    command = [sys.executable, __file__, "--child"]
    ended = subprocess.run(command, input=asked, capture_output=True, text=True, env=environment, check=False)
    if ended.returncode:
        raise AssertionError(ended.stderr)
    texts: dict[str, str] = json.loads(ended.stdout)
    return texts


def differences(
    spec: str, commands: Sequence[Sequence[str]] = COMMANDS, *, hashes: Sequence[int] = HASHES, timeout: float = 60
) -> tuple[int, list[str]]:
    """How many commands were compared, and what is not the same: the command, and the first lines that differ."""
    runs = [in_a_process(spec, seed, commands, timeout) for seed in hashes]
    compared = [name for name in runs[0] if all(run[name] for run in runs)]
    wrong = []
    for name in compared:
        for other in runs[1:]:
            lines = difflib.unified_diff(runs[0][name].splitlines(), other[name].splitlines(), "one", "other", lineterm="", n=0)
            shown = [line[:200] for line in lines][:6]
            if shown:
                wrong.append(f"{spec}: {name}\n    " + "\n    ".join(shown))
                break
    return len(compared), wrong


def main() -> int:
    """Compare, and say what differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("specs", nargs="*")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a command on a spec")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(outputs(*json.load(sys.stdin))))
        return 0
    wrong, total = [], 0
    for path in arguments.specs or sorted(str(path) for path in (ROOT / "specs").rglob("*.yaml")):
        compared, differing = differences(str(Path(path).resolve()), timeout=arguments.timeout)
        print(f"{Path(path).stem}: {compared} of {len(COMMANDS)} commands compared, {len(differing)} differ", flush=True)
        print("".join(f"  {line}\n" for line in differing), end="", flush=True)
        wrong += differing
        total += compared
    print(f"{total} comparisons, {len(wrong)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
