"""Flag what a plain rulebook leaves open, without any rule files.

TEXT is a rulebook as plain text; several are read together, so that revisions of one text are recognised. Every
report shows the readings it sees. CODES are codes (LX714), beginnings of codes (LX7) or names, with commas between
them. Reports are notes, not faults: the exit code is 1 only if a text cannot be read.
"""

from __future__ import annotations

from pathlib import Path

import click

from ludex.cli.formats import FORMATS
from ludex.cli.output import failed, write_text


@click.command(help=__doc__)
@click.argument("texts", metavar="TEXT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True,
              help="Text for people; or JSON, SARIF 2.1.0, JUnit XML, or the annotations of GitHub.")
@click.option("--all", "everything", is_flag=True, help="Show unsure reports too.")
@click.option("--select", metavar="CODES", multiple=True, help="Only these.")
@click.option("--ignore", metavar="CODES", multiple=True, help="All but these.")
def command(
    texts: tuple[Path, ...], form: str, everything: bool, select: tuple[str, ...], ignore: tuple[str, ...]
) -> None:
    from ludex.cli.formats import Results, Skipped, render
    from ludex.cli.selection import selection
    from ludex.dsl.diagnostics import Sink
    from ludex.validator.rulebook import audit_documents, read_file

    chosen = selection(select, ignore)
    sink = Sink()
    read = {text: read_file(text, sink) for text in texts}
    documents = [document for document in read.values() if document is not None]
    sink.extend(audit_documents(documents, everything=everything))
    results = Results(
        [finding for finding in sink.findings if chosen.takes(finding)],
        [str(text) for text, document in read.items() if document is not None],
        [Skipped(str(text), "it cannot be read", quiet=True) for text, document in read.items() if document is None],
        files=tuple((str(text), (str(text),)) for text, document in read.items() if document is not None),
        subject="text",
    )
    write_text(render(results, form))
    if len(documents) < len(read):
        failed()
