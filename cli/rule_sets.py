"""Which rule sets the paths of a command line stand for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ludex.cli.formats import Skipped
from ludex.cli.loading import locate

#: The file that makes a folder a rule set, and the kinds of files that belong to one.
MAIN = "game.yaml"
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
            found.update(dict.fromkeys(rule_sets_in(place)))
        elif (home := home_of(place)) is not None:
            found[home] = None
        else:
            skipped.append(Skipped(text, "it is not a rule file"))
    return list(found), skipped


def rule_sets_in(folder: Path) -> list[Path]:
    """The folder itself if it is a rule set, else those in it, else the folder again, though empty."""
    if (folder / MAIN).is_file():
        return [folder]
    inside = [path.parent for path in sorted(folder.rglob(MAIN))]
    return [place for place in inside if not is_hidden(place.relative_to(folder))] or [folder]


def places_in(path: str) -> list[str | Path]:
    """What one argument stands for where single files are meant as they are."""
    place = locate(path)
    return [place] if isinstance(place, str) or not place.is_dir() else [*rule_sets_in(place)]


def is_hidden(place: Path) -> bool:
    """Whether a path leads through a folder that is not shown."""
    return any(part.startswith(".") for part in place.parts)


def home_of(file: Path) -> Path | None:
    """The rule set that a file belongs to: a folder, or the file alone; None if it is no rule file."""
    above = file.parent
    for folder in (above, above.parent if above.name else above / ".."):
        if (folder / MAIN).is_file() and file.suffix in RULE_FILES:
            return folder
    return file if file.suffix in (".yaml", ".yml") else None
