"""Flag what a plain rulebook leaves open, without any rule files.

TEXT is a rulebook as plain text; several are read together, so that revisions of one text are recognised. Every
report shows the readings it sees. They are notes, not faults: the exit code is 1 only if a text cannot be read."""

from __future__ import annotations

from pathlib import Path

import click

from ludex.cli.output import failed, format_option


@click.command(help=__doc__)
@click.argument("texts", metavar="TEXT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option
@click.option("--all", "everything", is_flag=True, help="Show unsure reports too.")
def command(texts: tuple[Path, ...], form: str, everything: bool) -> None:
    from ludex.cli import findings
    from ludex.dsl.diagnostics import Sink
    from ludex.validator.rulebook import audit_documents, read_file

    sink = Sink()
    read = {text: read_file(text, sink) for text in texts}
    documents = [document for document in read.values() if document is not None]
    sink.extend(audit_documents(documents, everything=everything))
    checked = [str(text) for text, document in read.items() if document is not None]
    skipped = [
        {"path": str(text), "reason": "there is no text in it"} for text, document in read.items() if document is None
    ]
    findings.show(sink.findings, checked, skipped, as_json=form == "json", what="text")
    if skipped:
        failed()
