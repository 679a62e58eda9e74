"""Which rule sets the paths of a command line stand for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ludex.cli.formats import Skipped
from ludex.cli.loading import locate
from ludex.cli.searching import MAIN, rule_sets_in

#: The kinds of files that belong to a rule set.
RULE_FILES = (".yaml", ".yml", ".md", ".csv")


def sort_out(paths: Iterable[str]) -> tuple[list[str | Path], list[Skipped]]:
    """The rule sets that the arguments name, each once, in their order; and what is none, with the reason."""
    found: dict[str | Path, None] = {}
    skipped: list[Skipped] = []
    for text in paths:
        place = locate(text)
        if isinstance(place, str):
            found[place] = None
        elif place.is_dir():
            inside, left_out = rule_sets_in(place)
            found.update(dict.fromkeys(inside))
            if left_out is not None:
                skipped.append(Skipped(text, left_out))
        elif (home := home_of(place)) is not None:
            found[home] = None
        else:
            skipped.append(Skipped(text, "it is not a rule file"))
    return list(found), skipped


def places_in(path: str) -> list[str | Path]:
    """What one argument stands for where single files are meant as they are."""
    place = locate(path)
    return [place] if isinstance(place, str) or not place.is_dir() else [*rule_sets_in(place)[0]]


def home_of(file: Path) -> Path | None:
    """The rule set that a file belongs to: a folder, or the file alone; None if it is no rule file."""
    above = file.parent
    for folder in (above, above.parent if above.name else above / ".."):
        if os.path.lexists(folder / MAIN) and file.suffix in RULE_FILES:
            return folder
    return file if file.suffix in (".yaml", ".yml") else None
