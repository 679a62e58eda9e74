"""The example game with an example put into it: lines of an effect, sections beside its own, or a whole rule set.

A line `--- NAME` in an example begins another file. Passages after `--- source.md` stand below those of the example
game; only an example that has some is held against its source.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import ludex
from ludex.dsl.check import Checker, Scope
from ludex.dsl.collect import Collector
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.names import Symbols
from ludex.dsl.nodes import Scalar
from ludex.dsl.read import read_rule_set
from ludex.dsl.source import Source, Span
from ludex.dsl.syntax import RuleSet, keys_of
from ludex.dsl.typed import Local
from ludex.dsl.types import Element
from ludex.validator import CHECKS
from ludex.validator.source import lock
from ludex.validator.source.book import read_book

FOLDER = Path(__file__).resolve().parent / "example_game"
PLACE = "      # the example\n"
#: Line and column at which the lines of an example begin in the file.
FIRST_LINE = (FOLDER / "game.yaml").read_text(encoding="utf-8").split(PLACE)[0].count("\n") + 1
INDENT = len(PLACE) - len(PLACE.lstrip())

_KEYS = keys_of(RuleSet)


def sections(example: str) -> set[str]:
    """The sections that an example writes; none if it is lines of an effect."""
    names = re.findall(r"^(\w[\w ]*):(?= |$)", example, re.MULTILINE)
    return {name for name in names if name in _KEYS}


def with_lines(lines: str) -> str:
    """The file of the example game with lines in its phase."""
    text = (FOLDER / "game.yaml").read_text(encoding="utf-8")
    inside = "".join(f"{' ' * INDENT}{line}\n" if line else "\n" for line in lines.splitlines())
    return text.replace(PLACE, inside)


def without(text: str, names: set[str]) -> str:
    """A file without some of its sections."""
    for name in names:
        text = re.sub(rf"^{re.escape(name)}:.*\n(?: .*\n|\n)*", "", text, flags=re.MULTILINE)
    return text


def write_example(folder: Path, example: str) -> Path:
    """Write a rule set with an example in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copyfile(FOLDER / "source.md", folder / "source.md")
    example, *others = re.split(r"^--- (?=\S+$)", example, flags=re.MULTILINE)
    for other in others:
        name, _, text = other.partition("\n")
        if name == "source.md":
            text = f"{(FOLDER / name).read_text(encoding='utf-8')}\n{text}"
        elif name == "source.lock":
            text = lock.written(read_book(Source("", (FOLDER / "source.md").read_text(encoding="utf-8")))) + text
        elif name.startswith("source."):
            text = f"{(FOLDER / 'source.md').read_text(encoding='utf-8')}\n{text}"
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    written = sections(example)
    if "game" in written:
        (folder / "game.yaml").write_text(example, encoding="utf-8")
    elif written:
        single = {name for name in written if _KEYS[name][1].shape != "map"}
        (folder / "game.yaml").write_text(without(with_lines(""), single), encoding="utf-8")
        (folder / "example.yaml").write_text(example, encoding="utf-8")
    else:
        (folder / "game.yaml").write_text(with_lines(example), encoding="utf-8")
    return folder


def of_texts(found: Iterable[Finding]) -> list[Finding]:
    """The findings about texts, without those about the game as a whole: an example shows one thing, and is no game."""
    codes = {rule.code for check in CHECKS for rule in check.rules}
    return [finding for finding in found if finding.code not in codes]


def play(game: ludex.Game, players: int, seed: int, most: int = 300) -> ludex.Match:
    """A game at random, to its end or for some decisions."""
    match = game.start(players=players, seed=seed)
    pick = random.Random(seed)
    for _ in range(most):
        if match.decision is None:
            break
        match.apply(pick.choice(match.decision.options))
    return match


# -- without files


@cache
def symbols_of(folder: Path) -> Symbols:
    """The names of a rule set."""
    sink = Sink()
    rules = read_rule_set(folder, sink)
    assert rules is not None
    found = Collector(rules, sink).collect()
    assert not sink.errors
    return found


def scalar(text: str) -> Scalar:
    """A text as if it stood alone in a file."""
    return Scalar(text, Span(Source("text", text), 0, len(text)))


def check_lines(text: str, folder: Path = FOLDER) -> tuple[Finding, ...]:
    """The findings of lines of an effect in which somebody acts."""
    sink = Sink()
    checker = Checker(symbols_of(folder), sink)
    checker.define = lambda symbol: checker.function_types.__setitem__(symbol, None)
    place = scalar(text)
    checker.effect_text(place, Scope({}, Local("you", place.span, "", Element("player"))))
    return sink.findings
