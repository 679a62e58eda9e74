"""The command `ludex`: finds a command's file, runs it, and sees to it that nobody ever meets a traceback.

`ludex --help` must answer at once, so it lists the folder of commands and reads the first line of each
file; a command is imported when it is called, and what it needs when it runs. Exit codes are the same
everywhere: 0 clean, 1 findings or a failed check, 2 wrong use or an error of our own.
"""

from __future__ import annotations

import difflib
import gc
import importlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import click

from ludex.cli import output

FOLDER = Path(__file__).parent / "commands"


@cache
def commands() -> dict[str, Path]:
    """Name of a command -> its file."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.py")) if not path.stem.startswith("_")}


def first_line(path: Path) -> str:
    """The first line of a command's docstring, read without importing it."""
    with path.open(encoding="utf-8") as file:
        return file.readline().strip().removeprefix('"""').removesuffix('"""')


class ClosedOutput(Exception):
    """Whoever read our output has gone (`ludex play ... | head`)."""


class Commands(click.Group):
    """All commands, none of them imported before its name is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in commands():
            return None
        found: click.Command = importlib.import_module(f"ludex.cli.commands.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_line(path)) for name, path in commands().items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in commands():
            near = difflib.get_close_matches(args[0], commands(), n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"there is no command '{args[0]}'{hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # before click turns it into a code of its own
            raise ClosedOutput from None


def show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from ludex import __version__

        click.echo(f"ludex {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version,
              help="Show the version and exit.")
def root() -> None:
    """Board-game rules as a language: check them, play them, test them.

    GAME is the name of a bundled game or the path of a folder of rule files. `ludex explain` tells about
    a diagnostic or a word of the language.
    """


def main() -> NoReturn:
    """Run the command line of this process, and end it."""
    # Classes and trees are made by the hundred thousand and live to the end: looking through them for circles that
    # nobody uses any more, as often as Python does by itself, costs a sixth of a check and frees nothing.
    gc.set_threshold(500_000, 20, 100)
    # Who runs a machine ends programs so (as `timeout` does): like Ctrl-C, and nothing half made is left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    code = run(sys.argv[1:])
    # Nor is anything gained if all of that is taken apart piece by piece before the system takes the memory back.
    gc.freeze()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a character that cannot be read or shown is no error
            stream.reconfigure(errors="backslashreplace")
    output.expect(arguments)
    try:
        code = root.main(list(arguments), prog_name="ludex", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (ClosedOutput, BrokenPipeError):
        # The rest of the output has no reader; without this Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except (click.Abort, KeyboardInterrupt):
        return say("stopped", "stopped")
    except click.ClickException as fault:
        fault.show()
        output.write_error(getattr(fault, "kind", "usage"), fault.format_message())
        return 2
    except Exception as fault:
        return say(in_words(fault), "file" if isinstance(fault, OSError) else "internal")


def say(message: str, kind: str) -> int:
    """Report on the error stream what ended the run, and in the document if one is wanted; the exit code for it."""
    if os.environ.get("LUDEX_DEBUG") == "1" and sys.exc_info()[0] is not None:
        import traceback

        traceback.print_exc()
    click.echo(f"Error: {message}", err=True)
    output.write_error(kind, message)
    return 2


def in_words(fault: Exception) -> str:
    """One line about an exception that no command has foreseen."""
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.strerror}: {fault.filename}" if fault.filename else fault.strerror
    about = " ".join(str(fault).split())[:300]
    kind = type(fault).__name__
    return f"something went wrong inside Ludex ({kind}: {about}); LUDEX_DEBUG=1 shows where"

