"""Types the commands that the tutorial and the README show, and writes what they print into the pages.

For after a change of what commands print. Files that a page shows are written first, each where it stands, in
a folder that is thrown away. An output that the page shortens (`...`) is not written anew; where it no longer
agrees, that is said.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from packages import ROOT
from pages import Block, agrees, blocks, commands, typed

PAGES = ("README.md", "docs/agents.md", "docs/audit.md", "docs/rulings.md", "docs/simulation.md", "docs/tutorial.md")


def retyped(block: Block, page: str) -> tuple[str, list[str]]:
    """The text of a console block as it comes out now, and what is wrong with it."""
    text, wrong = "", []
    for command in commands(block):
        printed = typed(command)
        if command.shortened:
            if not agrees(printed, command.printed):
                wrong.append(f"{page}:{block.line}: `{command.line}` prints something else; shorten it anew")
            printed = command.printed
        text += f"$ {command.line}\n{printed}"
    return text, wrong


def main() -> int:
    faults = []
    os.environ["NO_COLOR"] = "1"
    for page in PAGES:
        lines = (ROOT / page).read_text(encoding="utf-8").splitlines(keepends=True)
        with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
            shift = 0
            for block in blocks(page):
                if block.path is not None:
                    block.write(Path(place))
                if block.mark != "console":
                    continue
                text, wrong = retyped(block, page)
                faults += wrong
                old, new = block.text.splitlines(keepends=True), text.splitlines(keepends=True)
                start = block.line - 1 + shift
                assert lines[start:start + len(old)] == old
                lines[start:start + len(old)] = new
                shift += len(new) - len(old)
        text = "".join(lines)
        if text != (ROOT / page).read_text(encoding="utf-8"):
            (ROOT / page).write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {page}", file=sys.stderr)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
