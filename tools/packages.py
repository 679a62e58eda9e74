"""Where the packages of Ludex lie, read from `pyproject.toml`.

The folders at the root are not named as they are imported (`dsl/` is `ludex.dsl`); the tools that make a
tree of links or check an installed copy ask here, so that the mapping is written once.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: What counts as part of a package beside Python: the data it reads at run time.
DATA = (".yaml", ".md", ".css", ".csv", ".lark", ".json", ".typed", ".h")


def folders() -> dict[str, Path]:
    """Package name -> folder, for the packages that `package-dir` maps; `ludex` itself first."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        mapping: dict[str, str] = tomllib.load(file)["tool"]["setuptools"]["package-dir"]
    return {name: ROOT / folder for name, folder in sorted(mapping.items())}


def files() -> dict[str, Path]:
    """Path in the installed tree (such as `ludex/dsl/types.py`) -> path here, for code and data."""
    found: dict[str, Path] = {}
    for name, folder in folders().items():
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.is_file() and path.suffix in (".py", *DATA) and "__pycache__" not in inside.parts:
                found["/".join([*name.split("."), *inside.parts])] = path
    return found
