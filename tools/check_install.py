"""Checks the package as users get it: nothing is missing from it, and its types hold.

The sources are copied to a clean place and installed from there, as a regular install, into
`build/installed`; mypy then runs strictly over that copy. It must say that it looked at every file: a
check of the working tree can silently look at one file, or at none.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packages import ROOT, files, folders

INSTALLED = ROOT / "build" / "installed"

#: There have been more files than this since the beginning; fewer means that the list above went wrong.
LEAST_FILES = 80


def install() -> None:
    """A regular install of this tree into `INSTALLED`, and of nothing else."""
    shutil.rmtree(INSTALLED, ignore_errors=True)
    with tempfile.TemporaryDirectory() as place:
        clean = Path(place) / "source"
        clean.mkdir()
        ignored = shutil.ignore_patterns("__pycache__")
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, clean / name)
        for folder in folders().values():
            shutil.copytree(folder, clean / folder.relative_to(ROOT), ignore=ignored)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--no-deps", "--target", str(INSTALLED), str(clean)], check=True)


def missing() -> list[str]:
    """Files of this tree that the install left out."""
    return [name for name in files() if not (INSTALLED / name).is_file()]


def check_types() -> int:
    """Run mypy over the installed copy and over the tools; returns how many files of Ludex it checked."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    command += ["--cache-dir", str(ROOT / "build" / "mypy")]
    tools = sorted(str(path) for path in (ROOT / "tools").glob("*.py"))
    # Run where no folder of this tree can be taken for a package.
    environment = {**os.environ, "MYPYPATH": str(INSTALLED)}
    said = []
    for what in (["-p", "ludex"], tools):
        done = subprocess.run(
            [*command, *what], cwd=ROOT / "build", env=environment, stdout=subprocess.PIPE, text=True
        )
        print(done.stdout, end="")
        if done.returncode:
            raise SystemExit(1)
        said.append(done.stdout)
    count = re.search(r"no issues found in (\d+) source file", said[0])
    return int(count[1]) if count else 0


def main() -> None:
    install()
    if left_out := missing():
        raise SystemExit("the install leaves out:\n  " + "\n  ".join(left_out))
    code = {name for name in files() if name.endswith(".py")}
    # mypy also counts the folders that hold data alone, each as a package without a file.
    every = {name[:at] for name in files() for at, mark in enumerate(name) if mark == "/"}
    bare = every - {name.rpartition("/")[0] for name in code}
    wanted = len(code) + len(bare)
    checked = check_types()
    if checked != wanted or checked < LEAST_FILES:
        raise SystemExit(f"mypy looked at {checked} files; there are {wanted}, never under {LEAST_FILES}")
    print(f"nothing is missing from the install; types hold in all {checked} files of it")


if __name__ == "__main__":
    main()
