"""Run the scenarios of rule sets.

PATH is a folder of rule files, a folder that holds such folders, a file of scenarios, or the name of a
bundled game. A last part tells how much of the rules and of the rulebook's passages the scenarios have
touched. Exit code 1 if one fails, or if there was none to run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ludex.cli.heat import coverage_lines, write_page
from ludex.cli.output import console, error, failed, format_option, plain, write_json

MARKS = {"passed": ("passed", "green"), "failed": ("FAILED", "bold red"), "skipped": ("skipped", "yellow"),
         "error": ("ERROR", "bold red")}


@click.command(help=__doc__)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-k", "word", metavar="WORD", help="Only scenarios in whose name this occurs.")
@format_option
@click.option("-v", "--verbose", is_flag=True,
              help="Name the scenarios that passed, too, and what is not covered, line by line.")
@click.option("--html", "page", metavar="FILE", help="Write the rulebook as a page that shows how often each passage "
              "was played, and the rules with their counts.")
def command(paths: tuple[str, ...], word: str | None, form: str, verbose: bool, page: str | None) -> None:
    import ludex
    from ludex.cli import loading
    from ludex.cli.rule_sets import places_in

    places = [place for path in paths for place in places_in(path)]
    try:
        report = ludex.scenario.run(places, word=word, lines=verbose or page is not None)
    except ludex.RuleErrors as broken:
        loading.tell_broken(broken, paths, form == "json")
    document = plain({"summary": report.summary, "scenarios": report.scenarios, "coverage": report.coverage,
                      "findings": [finding.to_json() for finding in report.findings]})
    if page is not None:
        write_page(page, report.looked, f"{len(report.scenarios)} scenarios were played.")
    nothing = "no scenario was found, so nothing was tested"
    if form == "json":
        write_json(document if document["scenarios"] else {**document, "error": error("nothing", nothing)})
    else:
        show(document, verbose)
    if not document["scenarios"]:
        click.echo(f"Error: {nothing}", err=True)
        failed()
    if document["summary"]["failed"] or document["summary"]["error"]:
        failed()


def show(document: Mapping[str, Any], verbose: bool) -> None:
    """The report in lines: what did not pass, how much was covered, the sum."""
    from rich.text import Text

    out = console()
    for scenario in document["scenarios"]:
        if scenario["status"] == "passed" and not verbose:
            continue
        mark = MARKS[scenario["status"]]
        reading = f" ({scenario['reading']})" if scenario["reading"] else ""
        out.print(Text.assemble(mark, f" {scenario['game']}: {scenario['name']}{reading}"))
        for failure in scenario["failures"]:
            out.print(f"  {failure['file']}:{failure['line']}: {failure['message']}")
    for line in coverage_lines(document["coverage"], verbose):
        out.print(line)
    summary = document["summary"]
    out.print(", ".join(f"{summary[status]} {status}" for status in MARKS if status in summary), style="bold")
