"""What the tests of the front end share: reading a text, and running the example of a diagnostic.

An example is the text of one rule file. It is put as `example.yaml` beside a minimal game, from which the
sections that the example writes itself are left out, so that it needs to show only what it is about. An
example without any section is the whole rule set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.document import Node, read_document
from ludex.dsl.read import read_rule_set
from ludex.dsl.syntax import RuleSet

MINIMAL_GAME = {
    "ludex": "ludex: 1\n",
    "game": "game: tiny\n",
    "title": "title: Tiny\n",
    "players": "players: {least: 2, most: 4}\n",
    "rounds": "rounds: {phases: [play]}\n",
    "phases": "phases:\n  play:\n    do: nobody wins\n",
}

_SECTION = re.compile(r"^[\"']?(\w[\w ]*?)[\"']?:", re.MULTILINE)

Read = Callable[[str | bytes], tuple[Node | None, tuple[Finding, ...]]]
ReadSet = Callable[..., tuple[RuleSet | None, tuple[Finding, ...]]]


@pytest.fixture
def read() -> Read:
    """Read one document; gives its nodes and the findings."""

    def run(text: str | bytes) -> tuple[Node | None, tuple[Finding, ...]]:
        sink = Sink()
        data = text.encode("utf-8") if isinstance(text, str) else text
        return read_document(data, "rules/tiny/game.yaml", sink), sink.findings

    return run


@pytest.fixture
def read_set(tmp_path: Path) -> ReadSet:
    """Read a rule set of several files, given as texts by name without `.yaml`."""

    def run(**files: str) -> tuple[RuleSet | None, tuple[Finding, ...]]:
        folder = tmp_path / "tiny"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, text in files.items():
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8", newline="")
        sink = Sink()
        return read_rule_set(folder, sink), sink.findings

    return run


@pytest.fixture
def read_example(read_set: ReadSet) -> Callable[[str], tuple[RuleSet | None, tuple[Finding, ...]]]:
    """Read the example of a diagnostic, beside the minimal game."""

    def run(text: str) -> tuple[RuleSet | None, tuple[Finding, ...]]:
        written = set(_SECTION.findall(text))
        if not written:
            return read_set(example=text)
        rest = "".join(part for name, part in MINIMAL_GAME.items() if name not in written)
        return read_set(game=rest, example=text) if rest else read_set(example=text)

    return run
