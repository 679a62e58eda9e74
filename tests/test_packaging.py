"""That `pyproject.toml` lists every package and every file that a package reads at run time."""

from __future__ import annotations

import fnmatch
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludex

ROOT = Path(__file__).resolve().parent.parent

with (ROOT / "pyproject.toml").open("rb") as file:
    PROJECT: dict[str, Any] = tomllib.load(file)
SETUPTOOLS = PROJECT["tool"]["setuptools"]


def test_packages_are_listed() -> None:
    found = set()
    for name, folder in SETUPTOOLS["package-dir"].items():
        for path in (ROOT / folder).rglob("__init__.py"):
            found.add(".".join([name, *path.parent.relative_to(ROOT / folder).parts]))
    assert sorted(SETUPTOOLS["packages"]) == sorted(found)


@pytest.mark.parametrize("package", sorted(SETUPTOOLS["package-dir"]))
def test_data_files_are_listed(package: str) -> None:
    folder = ROOT / SETUPTOOLS["package-dir"][package]
    patterns = SETUPTOOLS["package-data"].get(package, [])
    data = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    ]
    # `**/` stands for any number of folders, none included.
    patterns = [pattern.replace("**/", "*") for pattern in patterns]
    listed = {name for pattern in patterns for name in fnmatch.filter(data, pattern)}
    assert set(data) <= listed


def test_the_version_is_the_same_everywhere() -> None:
    version = PROJECT["project"]["version"]
    assert ludex.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_license_and_command_are_declared() -> None:
    assert PROJECT["project"]["license"] == "Apache-2.0"
    assert PROJECT["project"]["scripts"] == {"ludex": "ludex.cli.main:main"}
    extras = set(PROJECT["project"]["optional-dependencies"])
    assert extras == {"native", "rl", "ray", "reports", "tournament", "all", "dev"}
