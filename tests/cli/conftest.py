"""Two ways to run a command: in this process, quickly, and as a process of its own, as a shell does."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ludex.cli.main import run as run_command


@dataclass(frozen=True)
class Done:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document that stands on the output."""
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("play", "pig", stdin="1\\n")` in this process."""

    def run_here(*arguments: str | Path, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = run_command([str(argument) for argument in arguments])
        written = capsys.readouterr()
        return Done(code, written.out, written.err)

    return run_here


@pytest.fixture
def shell() -> Run:
    """The same in a process of its own, with more environment where wanted."""

    def run_apart(*arguments: str | Path, stdin: str = "", **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "ludex", *map(str, arguments)],
            input=stdin, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run_apart


@pytest.fixture
def own_game(run: Run, tmp_path: Path) -> Path:
    """A game of the user's own, as `ludex new` makes it."""
    folder = tmp_path / "my_game"
    assert run("new", folder).code == 0
    return folder
