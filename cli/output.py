"""How commands write: text that respects a terminal, or one JSON document.

Text from rule files may hold anything, so nothing here reads markup in it, and lines are never wrapped
when the output goes into a pipe. rich is imported when the first line is written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ludex.ir.record import changeable

if TYPE_CHECKING:
    from rich.console import Console


#: The option of every command that other programs read.
format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Text for people, or one JSON document.",
)


class Fault(click.ClickException):
    """Wrong use, told in one line: exit code 2. `kind` tells other programs what it is about."""

    exit_code = 2

    def __init__(self, message: str, kind: str = "usage") -> None:
        super().__init__(message)
        self.kind = kind


def failed() -> NoReturn:
    """End the command with the code for findings or a failed check; what was wrong has been said."""
    raise click.exceptions.Exit(1)


def console() -> Console:
    """The standard output, for text; colours only on a terminal, and not with NO_COLOR."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would end the process here

    wide = None if sys.stdout.isatty() else 200
    return Output(markup=False, emoji=False, highlight=False, soft_wrap=True, width=wide)


def write_text(text: str) -> None:
    """Text that was made elsewhere, as it is; the document, where one is wanted."""
    documents.written = True
    click.echo(text)


def plain(value: Any) -> Any:
    """`value` as JSON can hold it: tuples and sets become lists (sets in order), records become mappings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [plain(inner) for inner in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(inner) for inner in value), key=str)
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return str(value)


def json_text(document: Any) -> str:
    """A document as JSON; with characters beyond ASCII only where the standard output can take them."""
    readable = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return json.dumps(plain(document), ensure_ascii=not readable, indent=2)


def error(kind: str, message: str, **more: Any) -> dict[str, Any]:
    """What stands under `error` in the document of a command that did not do what it was asked for."""
    return {"kind": kind, "message": message, **more}


@changeable
class Documents:
    """Whether the command that runs is to write a document, and has."""

    wanted: bool = False
    written: bool = False


documents = Documents()


def expect(arguments: Sequence[str]) -> None:
    """Note from the arguments, which may not even be right, whether a JSON document is wanted."""
    options = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    documents.wanted = "--format=json" in options or ("--format", "json") in pairwise(options)
    documents.written = False


def write_error(kind: str, message: str) -> None:
    """The document of a command that came to nothing, where one is wanted and none is there yet."""
    if documents.wanted and not documents.written:
        write_json({"version": 1, "error": error(kind, message)})


def write_json(document: Any) -> None:
    """The one JSON document of a command."""
    documents.written = True
    click.echo(json_text(document))
