"""Coverage-guided fuzzing with atheris (libFuzzer for Python): `python tests/fuzz/run.py --inputs 100000 [--target NAME]`.

The inputs are shared out among the targets, each of which runs in a process of its own. What goes wrong is kept in `--found`,
once for each place where it goes wrong, and the fuzzing goes on; the exit status is 1 if there was anything. When the mistake is
mended, the input goes to `corpus/TARGET/` under a name that says what was wrong, or as a spec into `mistakes.md`. Needs
`pip install atheris`, which has wheels for Linux; the tests replay seeds and corpus without it.

What atheris looks into is many times slower than usual. So an input that takes long is tried again in a process without atheris,
as `python tests/fuzz/run.py --target NAME --replay FILE` does it, and is slow only if it takes long there too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
HANG = 600  # seconds after which libFuzzer ends the process; by the clock on the wall, and a computer may be busy


def main() -> int:
    """Fuzz, and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000, help="how many, over all targets")
    parser.add_argument("--target", action="append", help="only this one; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="a folder for inputs that go wrong")
    parser.add_argument("--kept", type=Path, help="a folder for inputs that reach new places, to go on from")
    parser.add_argument("--replay", type=Path, help="no fuzzing: give this input to the target, and say how long it takes")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.replay:
        return replay(arguments.target, arguments.replay)
    arguments.found.mkdir(parents=True, exist_ok=True)
    if arguments.child:
        fuzz(arguments.child, arguments)
    names = arguments.target or names_of_targets()
    total = 0
    for name in names:
        total += in_a_process(name, arguments.inputs // len(names), arguments)
    files = sorted(path for path in arguments.found.iterdir() if path.suffix != ".txt")
    print(f"{total:,} inputs; {len(files)} found wrong" + "".join(f"\n  {path}" for path in files))
    return 1 if files else 0


def names_of_targets() -> list[str]:
    """All targets, read in a process of their own, so that they are not imported before atheris looks."""
    code = f"import sys; sys.path.insert(0, {str(HERE)!r}); import targets; print(*targets.TARGETS)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def replay(names: Sequence[str], path: Path) -> int:
    """Give an input to targets, without atheris; 1 where one of them takes too long. What else goes wrong is raised."""
    import targets

    for name in names or targets.TARGETS:
        began = time.process_time()
        targets.TARGETS[name](path.read_bytes())
        took = time.process_time() - began
        print(f"{name}: {took:.1f} s")
        if took > targets.SLOW:
            return 1
    return 0


def in_a_process(name: str, inputs: int, arguments: argparse.Namespace) -> int:
    """Fuzz one target; how many inputs there were."""
    began = time.monotonic()
    command = [sys.executable, __file__, "--child", name, "--inputs", str(inputs), "--seed", str(arguments.seed)]
    command += ["--found", str(arguments.found), *(["--kept", str(arguments.kept)] if arguments.kept else [])]
    done, tail = 0, []
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="gridwright-fuzz-", dir=memory if memory.is_dir() else None) as folder:
        environment = {**os.environ, "TMPDIR": folder}
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace", env=environment)
        assert process.stderr is not None
        for line in process.stderr:
            tail = [*tail[-20:], line]
            number = re.match(r"#(\d+)", line) or re.match(r"Done (\d+) runs", line)
            done = max(done, int(number[1])) if number else done
        if process.wait() != 0:
            print("".join(tail))
            (arguments.found / f"{name}-ended-{process.returncode}").write_text("".join(tail), "utf-8")
    print(f"{name}: {done:,} inputs in {time.monotonic() - began:.0f} s", flush=True)
    return done


def fuzz(name: str, arguments: argparse.Namespace) -> None:
    """Fuzz one target in this process, which then ends."""
    import atheris

    with atheris.instrument_imports(include=["gridwright"]):
        import targets
    with tempfile.TemporaryDirectory(prefix="gridwright-seeds-") as folder:
        for number, data in enumerate(targets.seeds(name)):
            Path(folder, str(number)).write_bytes(data)
        words = Path(folder) / "words.dict"
        words.write_text("".join(f'"{word}"\n' for word in vocabulary()), "utf-8")
        kept = [str(arguments.kept / name)] if arguments.kept else []
        for path in kept:
            Path(path).mkdir(parents=True, exist_ok=True)
        options = [
            f"-runs={arguments.inputs}",
            f"-seed={arguments.seed}",
            f"-timeout={HANG}",
            "-rss_limit_mb=4096",
            "-max_len=4096",
        ]
        options += [f"-dict={words}", f"-artifact_prefix={arguments.found}/{name}-", f"-report_slow_units={HANG}"]
        atheris.Setup([sys.argv[0], *options, *kept, folder], watched(name, targets.TARGETS[name], targets.SLOW, arguments.found))
        atheris.Fuzz()


def watched(name: str, target: Callable[[bytes], None], slow: float, folder: Path) -> Callable[[bytes], None]:
    """A target whose mistakes are kept in files, one for each place, and do not end the fuzzing."""

    def run(data: bytes) -> None:
        began = time.process_time()
        what = ""
        try:
            target(data)
        except Exception as problem:
            frames = traceback.extract_tb(problem.__traceback__)
            inside = [frame for frame in frames if "/tests/fuzz/" not in frame.filename] or list(frames)
            what = f"{type(problem).__name__}-{Path(inside[-1].filename).stem}-{inside[-1].lineno}"
            text = traceback.format_exc()
        if not what and time.process_time() - began > slow:
            what, text = is_slow(name, data)
        if what and not (folder / f"{name}-{what}").exists():
            (folder / f"{name}-{what}.txt").write_text(text, "utf-8")
            (folder / f"{name}-{what}").write_bytes(data)

    return run


def is_slow(name: str, data: bytes) -> tuple[str, str]:
    """What is to be said of an input that takes long where it is fuzzed: nothing if it does not take long as it is replayed."""
    with tempfile.NamedTemporaryFile(prefix="slow-") as file:
        file.write(data)
        file.flush()
        command = [sys.executable, __file__, "--target", name, "--replay", file.name]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=HANG / 4, check=False)
        except subprocess.TimeoutExpired:
            return f"hang-{hashlib.sha256(data).hexdigest()[:8]}", f"more than {HANG / 4:g} s"
    return (f"slow-{hashlib.sha256(data).hexdigest()[:8]}", ended.stdout + ended.stderr) if ended.returncode else ("", "")


def vocabulary() -> list[str]:
    """Words of the language that no change of single bytes would ever make."""
    from gridwright.compiler.language.function_registry import all_functions
    from gridwright.compiler.syntax.schema_file import schema

    keys = set(re.findall(r'"([a-z_]{3,20})":', json.dumps(schema())))
    signs = [
        "..",
        "**",
        "//",
        "==",
        "!=",
        "<=",
        " for ",
        " in ",
        " if ",
        " else ",
        "lambda s, x: ",
        "r1c1",
        "r1c1-r1c2",
        "|\\x0a  ",
    ]
    return sorted({*all_functions(), *keys, *(f"{name}(" for name in all_functions())}) + signs


if __name__ == "__main__":
    sys.exit(main())
