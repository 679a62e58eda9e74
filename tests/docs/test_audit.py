"""The page about auditing rulebooks: its example comes out as it is shown, and its code runs."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from packages import ROOT
from pages import agrees, blocks, commands, typed

PAGE = "docs/audit.md"


def test_the_example_is_what_the_command_prints(place: Path) -> None:
    [text] = [block for block in blocks(PAGE, "text") if block.path is not None]
    text.write(place)
    typed_in = [command for block in blocks(PAGE, "console") for command in commands(block)]
    assert len(typed_in) >= 1
    for command in typed_in:
        printed = typed(command)
        assert agrees(printed, command.printed), f"$ {command.line}\n{printed}"


def test_the_python_example_runs() -> None:
    [first, *_] = blocks(PAGE, "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(first.text, PAGE, "exec"), {})
    assert "vague-quantity" in printed.getvalue()


def test_the_detector_that_is_shown_is_one_of_ours() -> None:
    [shown] = [block for block in blocks(PAGE, "python") if "class " in block.text]
    module = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "validator" / "wording").glob("*.py"))
    for line in shown.text.splitlines():
        assert line.strip() in module, line


def test_every_group_is_a_module() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    table = text[text.index("| group |") :].split("\n\n")[0]
    named = {name.strip() for row in table.splitlines()[2:] for name in row.split("|")[1].split(",")}
    modules = {path.stem for path in (ROOT / "validator" / "wording").glob("*.py")} - {"__init__", "base", "slot"}
    assert named == modules


@pytest.mark.parametrize("words", ["recall, of the entries findable by text", "precision: reports that point to an entry"])
def test_the_figures_are_filled_in(words: str) -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if words in line)
    assert "%" in row
