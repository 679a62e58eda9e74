"""Check rule sets for mistakes, and for what their rulebook leaves open.

PATH is a folder of rule files, a file in one, a folder that holds such folders, or the name of a bundled
game. Such folders are those with a `game.yaml`; they are looked for 4 levels deep, not behind links and not in
hidden folders. Scenarios are read, and run only with --play. CODES are codes (LX414), beginnings of codes (LX4) or
names, with commas between them. Exit code 1 if there is an error, also if nothing was there to check; with --strict
also if there is a warning. Exit code 2 if a check itself broke down.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludex.cli.formats import FORMATS
from ludex.cli.output import Fault, failed, write_text

if TYPE_CHECKING:
    import ludex
    from ludex.cli.formats import Results

#: What settles a finding for good, by the name of what does.
SETTLED = ("ruling", "assumption")
INTERNAL, CHECK_SKIPPED, NOTHING_CHECKED = "LX908", "LX909", "LX910"


@click.command(help=__doc__)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True,
              help="Text for people; or JSON, SARIF 2.1.0, JUnit XML, or the annotations of GitHub.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--select", metavar="CODES", multiple=True, help="Only these.")
@click.option("--ignore", metavar="CODES", multiple=True, help="All but these.")
@click.option("--settled", is_flag=True, help="Tell also what rulings and assumptions settle: where the source "
              "contradicts itself, and what a component that is not at hand would decide.")
@click.option("--baseline", metavar="FILE", help="Leave out what FILE lists, and tell what it lists in vain.")
@click.option("--write-baseline", "new_baseline", metavar="FILE",
              help="Write all findings but errors to FILE, and count them as known.")
@click.option("--play", "games", type=click.IntRange(min=0), default=0, metavar="N",
              help="Run the scenarios, explore the positions, and play N games at random for each number of players.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="The first seed of these games.")
@click.option("--coverage", "touched", is_flag=True, help="Say what these games have not touched, line by line.")
@click.option("--html", "page", metavar="FILE", help="Write the rulebook as a page that shows how often these games "
              "played each passage.")
@click.option("--witness", metavar="DIR", help="Write the games that findings rest on, for `ludex replay`.")
def command(
    paths: tuple[str, ...], form: str, strict: bool, select: tuple[str, ...], ignore: tuple[str, ...],
    baseline: str | None, new_baseline: str | None, games: int, seed: int,
    witness: str | None, touched: bool, page: str | None, settled: bool,
) -> None:
    from ludex.cli.formats import render

    results = look(paths, select, ignore, baseline, new_baseline, strict, games, seed, settled)
    write_text(render(results, form))
    if touched or page is not None:
        show_coverage(paths, games, seed, touched, page, form == "text")
    if witness is not None:
        write_witnesses(results.findings, witness)
    if results.broken:
        raise click.exceptions.Exit(2)
    if not results.checked or any(results.fails(finding) for finding in results.findings):
        failed()


def look(
    paths: tuple[str, ...], select: tuple[str, ...], ignore: tuple[str, ...], baseline: str | None,
    new_baseline: str | None, strict: bool, games: int, seed: int, settled: bool = False,
) -> Results:
    """Check everything that the arguments name, and sort what was found."""
    import ludex
    from ludex.cli.formats import Results, Skipped
    from ludex.cli.rule_sets import sort_out
    from ludex.cli.selection import selection
    from ludex.dsl.gather import nothing_checked
    from ludex.validator.checks import WHY_SKIPPED

    chosen = selection(select, ignore)
    rule_sets, skipped = sort_out(paths)
    reports = {str(rule_set): ludex.examine(rule_set, games=games, seed=seed) for rule_set in rule_sets}
    found = once(finding for report in reports.values() for finding in report.findings)
    checked = [name for name, report in reports.items()
               if not any(unread(finding, report.path) for finding in report.findings)]
    if not reports:
        found += [nothing_checked(Path(entry.path), entry.reason) for entry in skipped]
    silenced = [entry for report in reports.values() for entry in report.silenced]
    if settled:
        found += [entry.finding for entry in silenced if entry.by in SETTLED]
        silenced = [entry for entry in silenced if entry.by not in SETTLED]
    found, known = known_before(found, list(reports.values()), baseline, new_baseline)
    outcomes = [(name, outcome) for name, report in reports.items() if name in checked for outcome in report.outcomes]
    shown = [finding for finding in found if chosen.takes(finding)]
    quiet = [WHY_SKIPPED["play"]]
    if not any(finding.code == CHECK_SKIPPED and finding not in shown for finding in found):
        quiet.append(WHY_SKIPPED["source"])  # a finding tells it, or no rule cites anything
    skipped += [Skipped(name, outcome.reason, outcome.check, outcome.reason in quiet)
                for name, outcome in outcomes if outcome.status == "skipped"]
    return Results(
        shown, checked, skipped, [*silenced, *known],
        files=tuple((name, reports[name].files) for name in checked),
        checks=[{"path": name, "check": outcome.check, "status": outcome.status, "findings": outcome.findings}
                for name, outcome in outcomes],
        gate=("error", "warning") if strict else ("error",),
        broken=any(finding.code == INTERNAL for finding in found),
    )


def once(findings: Iterable[ludex.Finding]) -> list[ludex.Finding]:
    """The findings, each once: what is wrong with a rule set is found again in every one that extends it."""
    told: dict[object, ludex.Finding] = {}
    for each in findings:
        place = each.file, each.line, each.column, each.end_line, each.end_column
        told.setdefault((each.code, each.message, *place), each)
    return list(told.values())


def unread(finding: ludex.Finding, place: Path) -> bool:
    """Whether a finding says that rules could not be read at all; what belongs to them is another matter."""
    file = Path(finding.file)
    beside = file.parent == place and file.suffix in (".yaml", ".yml")
    return finding.code == NOTHING_CHECKED and (file == place or beside)


def show_coverage(paths: tuple[str, ...], games: int, seed: int, told: bool, page: str | None, plain: bool) -> None:
    """What games at random touch of each rule set: as lines (beside a document: on the standard error), as a page."""
    import ludex
    from ludex import line_coverage
    from ludex.cli.heat import coverage_lines, write_page
    from ludex.cli.rule_sets import places_in
    from ludex.coverage import summed
    from ludex.validator.play.table import Plan

    if not games:
        raise Fault("--coverage and --html are about games: say how many with --play")
    looked = []
    for place in (place for path in paths for place in places_in(path)):
        try:
            looked.append(line_coverage.of_play(ludex.load(place), Plan(games=games, seed=seed)))
        except ludex.RuleErrors:
            continue  # its findings have been told
    if told:
        covered = summed([coverage for _, coverage in looked])
        for line in coverage_lines(covered | line_coverage.summed(lines for lines, _ in looked), True):
            click.echo(line, err=not plain)
    if page is not None:
        write_page(page, looked, f"{games} games at random were played for each number of players.")


def write_witnesses(found: Iterable[ludex.Finding], folder: str) -> None:
    """Write the games that findings carry, and say where each lies."""
    from ludex import check_by_play

    try:
        for finding, file in check_by_play.write_witnesses(found, Path(folder)):
            click.echo(f"{finding.code} at {finding.file}:{finding.line}: `ludex replay {shlex.quote(str(file))}`",
                       err=True)
    except OSError as fault:
        raise Fault(f"--witness: '{folder}' cannot be written: {fault.strerror or fault}") from None


def known_before(
    found: list[ludex.Finding], reports: list[ludex.Report], baseline: str | None, new_baseline: str | None
) -> tuple[list[ludex.Finding], list[ludex.Silenced]]:
    """What of the findings is new, with those about the baseline itself; and what a baseline lists."""
    if baseline is None and new_baseline is None:
        return found, []
    from ludex.dsl.diagnostics import Sink
    from ludex.validator.baseline import read_baseline, write_baseline
    from ludex.validator.suppress import Silenced

    own, everything = Sink(), found
    known: list[ludex.Finding] = []
    if baseline is not None:
        listed = read_baseline(existing(baseline), own)
        if listed is not None:
            found, known = listed.split(found)
            own.extend(listed.stale(known, lambda code, file: looked_at(reports, code, file)))
    if new_baseline is not None:
        target = writable(new_baseline)
        count = write_baseline(target, everything)
        click.echo(f"{count} finding{'s' * (count != 1)} written to {new_baseline}", err=True)
        found = [finding for finding in everything if finding.severity == "error"]
        known = [finding for finding in everything if finding.severity != "error"]
        return found, [Silenced(finding, f"it is listed in {new_baseline}", "baseline") for finding in known]
    return ([*found, *own.findings],
            [Silenced(finding, f"it is listed in {baseline}", "baseline") for finding in known])


def looked_at(reports: list[ludex.Report], code: str, file: str) -> bool:
    """Whether somebody has looked for a code in a file: its rule set was checked, and no check of it left out."""
    homes = {os.path.abspath(report.path): report for report in reports}  # noqa: PTH100 - links stay as written
    place = Path(file).absolute()
    home = next((homes[str(above)] for above in (place, *place.parents) if str(above) in homes), None)
    return home is not None and code not in home.unseen


def existing(file: str) -> Path:
    """The path of a baseline that is to be read."""
    path = Path(file)
    if path.is_file():
        return path
    raise Fault(f"--baseline: there is no file '{file}'; --write-baseline writes one")


def writable(file: str) -> Path:
    """The path that a baseline may be written to: nothing is there, or another baseline."""
    from ludex.dsl.diagnostics import Sink
    from ludex.validator.baseline import read_baseline

    path = Path(file)
    if not path.parent.is_dir():
        raise Fault(f"--write-baseline: there is no folder '{path.parent}'")
    if path.exists() and (not path.is_file() or read_baseline(path, Sink()) is None):
        raise Fault(f"--write-baseline: '{file}' exists and is not a baseline, so it stays as it is")
    return path
