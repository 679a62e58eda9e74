"""The page about simulations: its commands print what it shows, its conditions and its code are as it says."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from packages import ROOT
from pages import Command, agrees, blocks, commands, typed
from steps_game import cache_apart

import ludex
from ludex import simulation
from ludex.detail.closely import closely
from ludex.simulate.expect import expectation

PAGE = "docs/simulation.md"


@pytest.fixture(autouse=True, scope="module")
def own_cache() -> Iterator[None]:
    with cache_apart():
        yield


def test_commands_print_what_is_shown(place: Path) -> None:
    typed_in = [command for block in blocks(PAGE, "console") for command in commands(block)]
    assert len(typed_in) >= 2
    for command in typed_in:
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


def test_the_python_examples_print_what_is_shown(place: Path) -> None:
    """One of them reads what a command above has written, and the game that is looked at is of its last row."""
    lines = [command for block in blocks(PAGE, "console") for command in commands(block)]
    typed(next(command for command in lines if "--out three.parquet" in command.line))
    examples, shown = blocks(PAGE, "python"), blocks(PAGE, "text")
    for example, text in zip(examples, shown, strict=True):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.text, PAGE, "exec"), {})
        assert printed.getvalue() == text.text
    [again] = [command for command in lines if command.line.startswith("ludex play")]
    document = json.loads(typed(Command(f"{again.line} --format json", "")))
    assert shown[0].text.splitlines()[-1] == (
        f"{document['seed']} {len(document['decisions'])} {document['result']['winners']}")


def test_conditions_and_figures_are_there() -> None:
    found = simulation.simulate(simulation.setting(ludex.load("kuhn_poker"), seed=1), 100).figures()
    [conditions] = blocks(PAGE, "expect")
    for line in conditions.text.splitlines():
        expectation(line, found)
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    rows = text[text.index("| figure |"):].split("\n\n")[0].splitlines()[2:]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])} - {'ended_by["NAME"]'}
    parts = {"min", "lower", "median", "upper", "max"}
    told = named | {f"{front}.{part}" for front in ("length", "P1.score") for part in parts}
    assert told == {name for name in found if not name.startswith(("P2.", "ended_by["))}


def tables(head: str) -> list[set[str]]:
    """What the first columns name of the tables of the page that begin so."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    found = [part.split("\n\n")[0].splitlines()[1:] for part in text.split(f"\n| {head} | is |\n")[1:]]
    return [{name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])} for rows in found]


def test_columns_are_those_of_the_files(place: Path) -> None:
    import pyarrow.parquet
    from click.testing import CliRunner

    from ludex.cli.main import root

    done = CliRunner().invoke(root, ["simulate", "nim", "-n", "5", "--out", "x.parquet", "--decisions", "y.parquet"])
    assert done.exit_code == 0
    assert tables("column") == [set(pyarrow.parquet.read_schema(name).names) for name in ("x.parquet", "y.parquet")]


def test_what_is_looked_at_is_what_is_told() -> None:
    [named] = tables("key")
    assert named - {"forced", "choosers", "settled"} == set(closely(simulation.setting(ludex.load("nim"), seed=1), 2).to_json())
