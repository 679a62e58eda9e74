"""Compiles C once and keeps the result: in the user's cache, named by a hash of all that it was made from.

A game that was compiled before is found without writing its C again: a file beside the library, named by the program
and by the sources of this package, says which library it is and what its numbers mean.

The compiler is the system's `cc`, else the one of the package `ziglang`. A library is written under another name and
then put in its place, so that two processes that compile the same text do not see each other's halves.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from ludex import ir
from ludex.native.about import About

if TYPE_CHECKING:
    from ludex.native.emit import Emitted

RUNTIME = Path(__file__).resolve().parent / "runtime"
#: What goes from game to game in registers is not worth putting into vectors; sets are where they are by hand.
FLAGS = ("-std=gnu11", "-O2", "-march=native", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-fvisibility=hidden",
         "-w")
#: gcc looks beyond jumps for what was computed before, which takes more than half of its time for long texts and gains
#: nothing.
OF_GCC = ("-fno-cse-follow-jumps",)
#: Texts of more statements are compiled with less effort, so that no bundled game takes longer than some seconds; they
#: play as fast.
LONG, EFFORT = 3_000, {"-O2": "-O1"}
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
    try:
        wanted = shlex.split(os.environ.get("CC", ""))
    except ValueError as why:
        raise NoCompiler(f"`CC` is no command: {str(why).lower()}") from None
    for name, *more in filter(None, (wanted, ["cc"], ["gcc"], ["clang"])):
        path = shutil.which(name)
        if path is not None:
            return Compiler((path, *more), " ".join([_of_file(Path(path).resolve()), *more]))
    found = importlib.util.find_spec("ziglang")
    if found is not None and found.origin is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"), f"ziglang {metadata.version('ziglang')}")
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


@cache
def _own_sources() -> str:
    """What tells this way to write C from others: the sources of this package, and of what it reads programs with."""
    here = Path(__file__).resolve().parent
    told = hashlib.blake2b(digest_size=20)
    for path in sorted([*here.rglob("*.py"), *RUNTIME.glob("*.h"), *Path(ir.__file__).resolve().parent.glob("*.py")]):
        told.update(path.name.encode() + b"\0" + path.read_bytes())
    return told.hexdigest()


def compiled(key: str, emit: Callable[[], Emitted]) -> tuple[Path, About]:
    """The library of a program, and what its numbers mean; `emit` writes its C if it is not kept."""
    parts = [key, _own_sources(), compiler().identity, " ".join([*OF_GCC, *FLAGS]), _processor()]
    index = folder() / f"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.json"
    try:
        head, _, about = index.read_text(encoding="utf-8").partition("\n")
        name, *digests = head.split()
        found = folder() / name
        code = found.read_bytes()
        if [_digest(code), _digest(about.encode())] == digests:
            return found, About.read(about)
    except (OSError, ValueError):  # it is not there, or is not what was written
        pass
    emitted = emit()
    found = library(emitted.text)
    with tempfile.NamedTemporaryFile("w", dir=found.parent, prefix="index-", encoding="utf-8", delete=False) as made:
        about = emitted.about.text()
        made.write(f"{found.name} {_digest(found.read_bytes())} {_digest(about.encode())}\n{about}")
    Path(made.name).replace(index)
    return found, emitted.about


def _digest(kept: bytes) -> str:
    return hashlib.sha256(kept).hexdigest()


def library(text: str, flags: tuple[str, ...] | None = None) -> Path:
    """The compiled library of a C text, in a file whose name says what it was made of."""
    with_ = compiler()
    flags = FLAGS if flags is None else flags
    if text.count(";\n") > LONG:
        flags = tuple(EFFORT.get(flag, flag) for flag in flags)
    parts = [text, *(path.read_text(encoding="utf-8") for path in sorted(RUNTIME.glob("*.h"))), with_.identity,
             " ".join(flags), _processor()]
    name = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    kept = folder() / f"{name}.so"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix="building-") as place:
        compile_into(text, Path(place) / "game.so", with_, flags)
        (Path(place) / "game.c").replace(kept.with_suffix(".c"))
        (Path(place) / "game.so").replace(kept)
    return kept


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NoCompiler(f"the C compiler `{command[0]}` cannot be run: {problem}") from None


def compile_into(text: str, to: Path, with_: Compiler, flags: tuple[str, ...]) -> None:
    """Compile a text; it is left beside the library."""
    source = to.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    gcc = "Free Software Foundation" in _run([*with_.command, "--version"]).stdout
    flags = (*(OF_GCC if gcc else ()), *flags, "-shared", "-fPIC", f"-I{RUNTIME}")
    done = _run([*with_.command, *flags, str(source), "-o", str(to)])
    if done.returncode != 0:
        told = "\n".join(done.stderr.strip().splitlines()[-20:]) or f"it said nothing, and ended with {done.returncode}"
        raise NoCompiler(f"the C compiler `{' '.join(with_.command)}` has failed:\n{told}")
