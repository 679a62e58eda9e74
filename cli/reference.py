"""The page of the manual about the command line, made from the commands themselves."""

from __future__ import annotations

import click

from ludex.cli.main import commands, first_line, root

EXIT_CODES = """
Exit codes are the same for every command: 0 clean, 1 findings or a failed check, 2 wrong use or an error of
Ludex itself.
"""


def commands_page() -> str:
    """`docs/reference/commands.md`."""
    lines = ["# Commands", "", "<!-- made by tools/generate.py: change the commands, not this page -->", ""]
    lines += [paragraph(root.help), "", paragraph(EXIT_CODES), "", "| command | does |", "|---|---|"]
    for name, path in commands().items():
        lines.append(f"| [`ludex {name}`](#ludex-{name}) | {first_line(path)} |")
    for name in commands():
        lines += ["", *section(name)]
    return "\n".join(lines) + "\n"


def section(name: str) -> list[str]:
    """The part of the page about one command."""
    command = root.get_command(click.Context(root), name)
    assert command is not None
    context = click.Context(command, info_name=f"ludex {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f"## ludex {name}", "", f"`ludex {name} {usage}`", ""]
    lines += [paragraph(part) + "\n" for part in (command.help or "").strip().split("\n\n")]
    lines[-1] = lines[-1].rstrip("\n")
    options = [record for option in command.params if (record := option.get_help_record(context)) is not None]
    if options:
        lines += ["", "| option | does |", "|---|---|"]
        lines += [f"| `{cell(spelling)}` | {cell(does)} |" for spelling, does in options]
    return lines


def paragraph(text: str | None) -> str:
    return " ".join((text or "").split())


def cell(text: str) -> str:
    return text.replace("|", "\\|")
