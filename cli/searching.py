"""Finds the rule sets below a folder, without walking a whole disk for them.

A folder is a rule set if it holds `game.yaml`. Links and hidden folders are not followed, nor is anything inside a rule
set; how deep and how far the search goes has a bound, and whoever asked is told when it was reached.
"""

from __future__ import annotations

import os
from pathlib import Path

#: The file that makes a folder a rule set.
MAIN = "game.yaml"
#: How many levels below the folder are looked at, and how many folders in all.
DEPTH, FOLDERS = 4, 2_000


def rule_sets_in(folder: Path) -> tuple[list[Path], str | None]:
    """The folder itself if it is a rule set, else those below it, else the folder again, though empty; and what was
    left out of the search, if anything."""
    found: list[Path] = []
    level, seen, deeper, unreadable = [folder], 0, 0, 0
    for depth in range(DEPTH + 1):
        below: list[Path] = []
        for place in level:
            if seen == FOLDERS:
                return sorted(found) or [folder], f"only the first {FOLDERS:,} folders in it were searched"
            seen += 1
            try:
                is_rule_set, inside = _look(place)
            except OSError:
                unreadable += place != folder
                continue
            if is_rule_set:
                found.append(place)
            else:
                below += inside
        if depth == DEPTH:
            deeper = len(below)
        level = below
    left_out = []
    if deeper:
        left_out.append(f"nothing more than {DEPTH} levels below it was searched")
    if unreadable:
        left_out.append(f"{unreadable} folder{'s' * (unreadable != 1)} in it cannot be read")
    return sorted(found) or [folder], "; ".join(left_out) or None


def _look(folder: Path) -> tuple[bool, list[Path]]:
    """Whether a folder is a rule set, and the folders in it. Raises OSError."""
    inside = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name == MAIN:
                return True, []
            if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                inside.append(folder / entry.name)
    return False, sorted(inside)
