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
    """The part of the page about one command. Nothing here asks click for text: it varies by version."""
    command = root.get_command(click.Context(root), name)
    assert command is not None
    options = [option for option in command.params if isinstance(option, click.Option)]
    arguments = [argument.metavar for argument in command.params if isinstance(argument, click.Argument)]
    usage = " ".join(["ludex", name, *(["[OPTIONS]"] if options else []), *map(str, arguments)])
    lines = [f"## ludex {name}", "", f"`{usage}`"]
    for part in (command.help or "").strip().split("\n\n"):
        lines += ["", paragraph(part)]
    if options:
        lines += ["", "| option | does |", "|---|---|"]
        lines += [f"| `{cell(spelling(option))}` | {cell(meaning(option))} |" for option in options]
    return lines


def spelling(option: click.Option) -> str:
    """How an option is written."""
    names = ", ".join(option.opts)
    if option.is_flag:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {'|'.join(option.type.choices)}"
    return f"{names} {option.metavar}"


def meaning(option: click.Option) -> str:
    """What an option does."""
    default = f" Default: {option.default}." if option.show_default else ""
    return f"{option.help}{default}"


def paragraph(text: str | None) -> str:
    return " ".join((text or "").split())


def cell(text: str) -> str:
    return text.replace("|", "\\|")
