"""Check rule sets for mistakes, and for what their rulebook leaves open.

PATH is a folder of rule files, a file in one, a folder that holds such folders, or the name of a bundled
game. Such folders are those with a `game.yaml`; they are looked for 4 levels deep, not behind links and not in
hidden folders. Scenarios are read, and not run. Exit code 1 if there is an error; with --strict also if there is
a warning.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.output import Fault, failed, format_option

if TYPE_CHECKING:
    import ludex

#: The kinds of files that belong to a rule set.
RULE_FILES = (".yaml", ".yml", ".md", ".csv")

NOTHING_CHECKED = "LX910"


@click.command(help=__doc__)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@format_option
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--select", metavar="CODES", multiple=True, help="Only these codes, groups (LX2) or names.")
@click.option("--ignore", metavar="CODES", multiple=True, help="All but these codes, groups or names.")
def command(
    paths: tuple[str, ...], form: str, strict: bool, select: tuple[str, ...], ignore: tuple[str, ...]
) -> None:
    import ludex
    from ludex.cli import findings

    wanted, unwanted = codes("--select", select), codes("--ignore", ignore)
    rule_sets, skipped = sort_out(paths)
    found: list[ludex.Finding] = []
    checked = []
    for rule_set in rule_sets:
        told = ludex.check(rule_set)
        found += told
        if not any(unread(finding, rule_set) for finding in told):
            checked.append(str(rule_set))
    found = [
        finding
        for finding in found
        if (not wanted or any(matches(finding, word) for word in wanted))
        and not any(matches(finding, word) for word in unwanted)
    ]
    findings.show(found, checked, skipped, as_json=form == "json")
    if not checked:
        click.echo("Error: nothing was checked", err=True)
        failed()
    gate = ("error", "warning") if strict else ("error",)
    if any(finding.severity in gate for finding in found):
        failed()


def unread(finding: ludex.Finding, rule_set: str | Path) -> bool:
    """Whether a finding says that rules could not be read at all; what belongs to them is another matter."""
    from ludex import rules

    place, file = Path(rules.catalogue().get(str(rule_set), rule_set)), Path(finding.file)
    beside = file.parent == place and file.suffix in (".yaml", ".yml")
    return finding.code == NOTHING_CHECKED and (file == place or beside)


def codes(option: str, texts: Iterable[str]) -> list[str]:
    """The codes, groups and names of a repeated option; each must exist."""
    import ludex

    words = [word for text in texts for word in re.split(r"[,\s]+", text) if word]
    for word in words:
        group = re.fullmatch(r"LX\d{0,2}", word)
        if not group and (not re.fullmatch(r"LX\d{3}|[a-z]+(-[a-z]+)+", word) or ludex.explain(word) is None):
            raise Fault(f"{option}: no diagnostic is called '{word}'")
    return words


def matches(finding: ludex.Finding, word: str) -> bool:
    return word == finding.name or finding.code.startswith(word)


def sort_out(paths: Iterable[str]) -> tuple[list[str | Path], list[dict[str, str]]]:
    """The rule sets that the arguments name, each once, in their order; and what is none, with the reason."""
    from ludex.cli.loading import locate
    from ludex.cli.searching import rule_sets_in

    found: dict[str | Path, None] = {}
    skipped: list[dict[str, str]] = []
    for text in paths:
        place = locate(text)
        if isinstance(place, str):
            found[place] = None
        elif place.is_dir():
            inside, left_out = rule_sets_in(place)
            found.update(dict.fromkeys(inside))
            if left_out is not None:
                skipped.append({"path": text, "reason": left_out})
        elif (home := home_of(place)) is not None:
            found[home] = None
        else:
            skipped.append({"path": text, "reason": "it is not a rule file"})
    return list(found), skipped


def home_of(file: Path) -> Path | None:
    """The rule set that a file belongs to: a folder, or the file alone; None if it is no rule file."""
    from ludex.cli.searching import MAIN

    above = file.parent
    for folder in (above, above.parent if above.name else above / ".."):
        if os.path.lexists(folder / MAIN) and file.suffix in RULE_FILES:
            return folder
    return file if file.suffix in (".yaml", ".yml") else None
