"""The page about machine code: its programs run and print what they should."""

from __future__ import annotations

import pytest
from pages import blocks

PAGE = "docs/native.md"


def test_no_block_is_left_out() -> None:
    assert {block.mark for block in blocks(PAGE)} == {"python"}


def test_the_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks(PAGE, "python"):
        exec(block.text, names)  # the page is ours
    assert "four in a row" in capsys.readouterr().out
    assert len(names["played"]) == 1000  # type: ignore[arg-type]
