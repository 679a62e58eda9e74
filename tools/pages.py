"""The pages of the documentation as programs read them: their blocks of code, the files and commands in these.

A block whose first line is a comment with a path, such as `# duel/game.yaml`, is a file. A block marked `console`
holds commands after `$ ` and what they print; a line `...` stands for any number of lines.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from click.testing import CliRunner
from markdown_it import MarkdownIt
from markdown_it.token import Token
from packages import ROOT

from ludex.cli.main import root

_FILE = re.compile(r"(?:# |<!-- )(?P<path>[\w./-]+\.\w+)(?: -->)?\n")
_ELLIPSIS = "...\n"


@dataclass(frozen=True)
class Block:
    """A block of code: what it is marked as, its text, the heading it stands under, its first line in the page."""

    mark: str
    text: str
    heading: str
    line: int

    @property
    def path(self) -> str | None:
        """The file that the block is, if it is one."""
        found = _FILE.match(self.text)
        return None if found is None else found["path"]

    def write(self, place: Path) -> Path:
        """Write the file that the block is."""
        found = _FILE.match(self.text)
        assert found is not None, f"line {self.line}: this block names no file"
        file = place / found["path"]
        file.parent.mkdir(parents=True, exist_ok=True)
        # The line with the name is a comment; what matters is that lines keep their numbers.
        kept = self.text if file.suffix in (".yaml", ".txt") else self.text[found.end():]
        file.write_text(kept, encoding="utf-8")
        return file


def blocks(page: str, mark: str | None = None) -> list[Block]:
    """The blocks of a page, all or those of a mark, in order."""
    found = []
    heading = ""
    for before, token in pairwise(_tokens(page)):
        if before.type == "heading_open":
            heading = token.content
        if token.type == "fence" and mark in (None, token.info.strip()):
            assert token.map is not None
            found.append(Block(token.info.strip(), token.content, heading, token.map[0] + 2))
    return found


def headings(page: str) -> list[str]:
    """The headings of a page, in order."""
    return [token.content for before, token in pairwise(_tokens(page)) if before.type == "heading_open"]


@cache
def _tokens(page: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse((ROOT / page).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Command:
    """A command line of a console block, and what the page says it prints."""

    line: str
    printed: str

    @property
    def shortened(self) -> bool:
        """Whether the page leaves out a part."""
        return _ELLIPSIS in self.printed


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert parts[0] == "", f"line {block.line}: a console block begins with a command"
    for line, printed in zip(parts[1::2], parts[2::2], strict=True):
        yield Command(line, printed)


def typed(command: Command) -> str:
    """What a command prints, run here; its input may come from a file (`< FILE`)."""
    words = shlex.split(command.line)
    given = None
    if "<" in words:
        at = words.index("<")
        given = Path(words[at + 1]).read_text(encoding="utf-8")
        del words[at:at + 2]
    assert words[0] == "ludex", command.line
    done = CliRunner().invoke(root, words[1:], input=given, prog_name="ludex")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return "\n".join(line.rstrip() for line in done.output.splitlines()) + "\n"


def agrees(printed: str, told: str) -> bool:
    """Whether what is printed is what a page tells; `...` on a line of its own stands for any lines."""
    pieces = re.split(rf"^{re.escape(_ELLIPSIS)}", told, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*".join(map(re.escape, pieces))
    return re.fullmatch(pattern, printed) is not None
