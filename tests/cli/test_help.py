"""The help: complete, taken from the commands themselves, and there at once."""

from __future__ import annotations

import importlib
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from ludex.cli.main import commands, first_line

NAMES = sorted(commands())


def test_the_commands_of_the_manual_exist() -> None:
    assert {"games", "check", "explain", "play", "replay", "test", "show", "new"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_one_file(name: str) -> None:
    module = importlib.import_module(f"ludex.cli.commands.{name}")
    assert isinstance(module.command, click.Command)
    assert module.command.help == module.__doc__
    assert module.__doc__.startswith(first_line(commands()[name]) + "\n")
    assert first_line(commands()[name]).endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_option_says_what_it_does(name: str) -> None:
    command = importlib.import_module(f"ludex.cli.commands.{name}").command
    for option in command.params:
        assert isinstance(option, click.Argument) or option.help, option.name


def test_help_lists_every_command(run) -> None:
    done = run("--help")
    assert done.code == 0
    for name in NAMES:
        assert f"\n  {name} " in done.out
    assert run("play", "--help").code == 0


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from ludex.cli.main import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "click" in loaded
    assert not loaded & {"jsonschema", "lark", "rich", "yaml", "ludex.dsl", "ludex.interpreter"}
    assert not [name for name in loaded if name.startswith("ludex.cli.commands.")]


def test_help_is_there_at_once() -> None:
    def seconds(*command: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - began

    bare = min(seconds("-c", "pass") for _ in range(3))
    assert min(seconds("-m", "ludex", "--help") for _ in range(5)) - bare < 0.25


def test_unknown_command(run) -> None:
    done = run("paly")
    assert done.code == 2
    assert "did you mean 'play'" in done.err


def test_version(run) -> None:
    done = run("--version")
    assert done.code == 0
    assert done.out.startswith("ludex ")


def test_reference_page_names_every_option() -> None:
    from ludex.cli.reference import commands_page

    page = commands_page()
    for name in NAMES:
        assert f"## ludex {name}\n" in page
        for option in importlib.import_module(f"ludex.cli.commands.{name}").command.params:
            if isinstance(option, click.Option):
                assert option.opts[0] in page
    assert Path(__file__).name not in page
