"""Compiles C once and keeps the result: in the user's cache, named by a hash of all that it was made from.

The compiler is the system's `cc`, else the one of the package `ziglang`. A library is written under another name and
then put in its place, so that two processes that compile the same text do not see each other's halves.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RUNTIME = Path(__file__).resolve().parent / "runtime"
#: What goes from game to game in registers is not worth putting into vectors; sets are where they are by hand.
FLAGS = ("-std=gnu11", "-O2", "-march=native", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-fvisibility=hidden",
         "-w")
#: Texts of more statements are compiled with less effort, so that no bundled game takes longer than some seconds.
LONG, EFFORT = 10_000, {"-O2": "-O1"}
#: For a build that looks for what C leaves undefined; slow, and for tests.
CHECKED = ("-std=gnu11", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-w")
#: Seconds after which a compiler is given up.
PATIENCE = 600


class NoCompiler(Exception):
    """There is nothing to compile C with, or it has failed."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A command that compiles C, and what tells it from others."""

    command: tuple[str, ...]
    identity: str


def compiler() -> Compiler:
    """What compiles C here."""
    for name in filter(None, (os.environ.get("CC"), "cc", "gcc", "clang")):
        path = shutil.which(name)
        if path is not None:
            return Compiler((path,), _of_file(Path(path).resolve()))
    found = importlib.util.find_spec("ziglang")
    if found is not None and found.origin is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"), _of_file(Path(found.origin)))
    raise NoCompiler("no C compiler was found: install one that is called `cc` (gcc or clang), or the package "
                     "`ziglang` with `pip install 'ludex[native]'`; the engine `python` plays the same games without")


def _of_file(path: Path) -> str:
    stat = path.stat()
    return f"{path} {stat.st_size} {stat.st_mtime_ns}"


@cache
def _processor() -> str:
    """What tells this processor from others, as code is made for it alone."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    told = sorted({line for line in lines if line.startswith(("flags", "Features", "model name"))})
    return "\n".join([platform.machine(), platform.processor(), *told])


def folder() -> Path:
    """Where libraries are kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "ludex" / "native"


def library(text: str, flags: tuple[str, ...] = FLAGS) -> Path:
    """The compiled library of a C text: the one that is kept, or a new one."""
    with_ = compiler()
    if text.count(";\n") > LONG:
        flags = tuple(EFFORT.get(flag, flag) for flag in flags)
    parts = [text, *(path.read_text(encoding="utf-8") for path in sorted(RUNTIME.glob("*.h"))), with_.identity,
             " ".join(flags), _processor()]
    name = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    kept = folder() / f"{name}.so"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent, prefix="building-") as place:
            compile_into(text, Path(place) / "game.so", with_, flags)
            (Path(place) / "game.c").replace(kept.with_suffix(".c"))
            (Path(place) / "game.so").replace(kept)
    return kept


def compile_into(text: str, to: Path, with_: Compiler, flags: tuple[str, ...]) -> None:
    """Compile a text; it is left beside the library."""
    source = to.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    command = [*with_.command, *flags, "-shared", "-fPIC", f"-I{RUNTIME}", str(source), "-o", str(to)]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NoCompiler(f"the C compiler `{with_.command[0]}` cannot be run: {problem}") from None
    if done.returncode != 0:
        told = "\n".join(done.stderr.strip().splitlines()[-20:])
        raise NoCompiler(f"the C compiler `{' '.join(with_.command)}` has failed:\n{told}")
