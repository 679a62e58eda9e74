"""Run the scenarios of rule sets.

PATH is a folder of rule files, a folder that holds such folders, a file of scenarios, or the name of a
bundled game. A last part tells how much of the rules and of the rulebook's passages the scenarios have
touched. Exit code 1 if one fails, or if there was none to run; with --strict also if one proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ludex.cli.heat import coverage_lines, write_page
from ludex.cli.output import console, error, failed, plain, write_json, write_text

if TYPE_CHECKING:
    from ludex.dsl.diagnostics import Finding

MARKS = {"passed": ("passed", "green"), "failed": ("FAILED", "bold red"), "skipped": ("skipped", "yellow"),
         "error": ("ERROR", "bold red")}


@click.command(help=__doc__)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-k", "word", metavar="WORD", help="Only scenarios in whose name this occurs.")
@click.option("--format", "form", type=click.Choice(["text", "json", "junit"]), default="text", show_default=True,
              help="Text for people, one JSON document, or JUnit XML.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("-v", "--verbose", is_flag=True,
              help="Name the scenarios that passed, too, and what is not covered, line by line.")
@click.option("--html", "page", metavar="FILE", help="Write the rulebook as a page that shows how often each passage "
              "was played, and the rules with their counts.")
def command(paths: tuple[str, ...], word: str | None, form: str, strict: bool, verbose: bool, page: str | None) -> None:
    import ludex
    from ludex.cli import loading
    from ludex.cli.formats import Results, junit_scenarios, render
    from ludex.cli.rule_sets import places_in

    places = [place for path in paths for place in places_in(path)]
    try:
        report = ludex.scenario.run(places, word=word, lines=verbose or page is not None)
    except ludex.RuleErrors as broken:
        if form == "junit":
            write_text(render(Results(broken.findings, paths), form))
            failed()
        loading.tell_broken(broken, paths, form == "json")
    document = plain({"summary": report.summary, "scenarios": report.scenarios, "coverage": report.coverage,
                      "findings": [finding.to_json() for finding in report.findings]})
    if page is not None:
        write_page(page, report.looked, f"{len(report.scenarios)} scenarios were played.")
    nothing = "no scenario was found, so nothing was tested"
    if form == "json":
        write_json(document if document["scenarios"] else {**document, "error": error("nothing", nothing)})
    elif form == "junit":
        write_text(junit_scenarios.render(report, ("error", "warning") if strict else ("error",)))
    else:
        show(document, verbose, [finding for finding in report.findings if finding.severity == "warning"])
    if not document["scenarios"]:
        click.echo(f"Error: {nothing}", err=True)
        failed()
    if document["summary"]["failed"] or document["summary"]["error"]:
        failed()
    if strict and any(finding.severity == "warning" for finding in report.findings):
        failed()


def show(document: Mapping[str, Any], verbose: bool, warnings: Sequence[Finding]) -> None:
    """The report in lines: what did not pass, what is to be warned of, how much was covered, the sum."""
    from rich.text import Text

    from ludex.dsl.render import render_findings

    out = console()
    for scenario in document["scenarios"]:
        if scenario["status"] == "passed" and not verbose:
            continue
        mark = MARKS[scenario["status"]]
        reading = f" ({scenario['reading']})" if scenario["reading"] else ""
        out.print(Text.assemble(mark, f" {scenario['game']}: {scenario['name']}{reading}"))
        for failure in scenario["failures"]:
            out.print(f"  {failure['file']}:{failure['line']}: {failure['message']}")
    if warnings:
        out.print(render_findings(warnings))
    for line in coverage_lines(document["coverage"], verbose):
        out.print(line)
    summary = document["summary"]
    out.print(", ".join(f"{summary[status]} {status}" for status in MARKS if status in summary), style="bold")
