"""Texts that nobody would write: cut, mixed up, glued, nested, long, random. Always findings or a meaning."""

from __future__ import annotations

import dataclasses
import random
import re
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from example_runs import FOLDER, check_lines, of_texts, play, symbols_of, write_example
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_lines import SOUP, Lines

import ludex
from ludex import rules
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.game import analyse
from ludex.dsl.lexer import Lexicon, Piece
from ludex.dsl.nodes import Scalar
from ludex.dsl.parse import EffectSyntax, Parser
from ludex.dsl.read import read_rule_set
from ludex.dsl.source import Source, Span
from ludex.dsl.syntax import RuleSet, Section, keys_of
from ludex.ir.verify import verify
from ludex.match import RuleFault

GAMES = {**rules.catalogue(), "example_game": FOLDER}
each_game = pytest.mark.parametrize("name", sorted(GAMES))
#: Longer than a line ever takes, and shorter than anybody waits.
SECONDS = 20

#: What no message may hold: names of tokens and rules of the grammar, types and objects of Python.
UNSPEAKABLE = re.compile(
    r"SIGN_|\b[A-Z]+_[A-Z_]+\b|\bw\d_|LPAR|RPAR|\$END|Token\(|Tree\(|<class|<function|object at|Traceback"
    r"|NoneType|\bNone\b|Element\(|Number\(|Elements\(|Error\b|lambda")


def sane(found: tuple[Finding, ...], text: str) -> None:
    """Findings speak to people, and of places in the text."""
    for finding in found:
        for words in (finding.message, finding.help or "", *(label.text for label in finding.labels)):
            assert not UNSPEAKABLE.search(words), words
            assert "\n" not in words
        assert finding.message
        assert finding.span.source.text == text
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        assert (finding.line, finding.column) <= (finding.end_line, finding.end_column)


def look(text: str, folder: Path = FOLDER) -> tuple[Finding, ...]:
    """Check lines; they take no longer than they may, and are told of as they should."""
    start = time.process_time()
    found = check_lines(text, folder)
    assert time.process_time() - start < SECONDS
    sane(found, text)
    return found


# -- lines of the bundled games, spoilt


def effects(node: object) -> Iterator[Scalar]:
    """All effects of a rule set."""
    if isinstance(node, Section):
        for field_name, about, _ in keys_of(type(node)).values():
            value = getattr(node, field_name)
            if about.shape == "effect" and value is not None:
                yield value
            else:
                yield from effects(value)
    elif isinstance(node, dict | tuple):
        for part in node.values() if isinstance(node, dict) else node:
            yield from effects(part)


@cache
def read(name: str) -> RuleSet:
    """A bundled rule set as read."""
    found = read_rule_set(GAMES[name], Sink())
    assert found is not None
    return found


@cache
def lines_of(name: str) -> tuple[tuple[Scalar, int, str, tuple[Piece, ...]], ...]:
    """Every line of the effects of a game: its effect, where it begins in it, its text, its tokens."""
    lexicon: Lexicon = symbols_of(GAMES[name]).lexicon
    found = []
    for effect in effects(read(name)):
        for match in re.finditer(r"[^\n]+", effect.text):
            text = match.group().rstrip()
            body = text.lstrip()
            if body and not body.startswith("#"):
                bare = body.split("  #")[0].removesuffix(":")
                found.append((effect, match.start() + len(text) - len(body), bare, tuple(lexicon.pieces(bare))))
    return tuple(found)


def with_text(node: Any, old: Scalar, new: str) -> Any:
    """A rule set with another text in place of one."""
    if node is old:
        return Scalar(new, Span(Source("spoilt.yaml", new), 0, len(new)))
    if isinstance(node, Section):
        changed = {f.name: with_text(getattr(node, f.name), old, new) for f in dataclasses.fields(node)}
        return dataclasses.replace(node, **changed)
    if isinstance(node, dict):
        return {key: with_text(value, old, new) for key, value in node.items()}
    return tuple(with_text(part, old, new) for part in node) if isinstance(node, tuple) else node


def findings_with(name: str, effect: Scalar, start: int, old: str, new: str) -> tuple[Finding, ...]:
    """The findings of a game in which one line of an effect is another."""
    text = effect.text[:start] + new + effect.text[start + len(old):]
    sink = Sink()
    before = time.process_time()
    analyse(with_text(read(name), effect, text), sink)
    assert time.process_time() - before < SECONDS
    here = tuple(finding for finding in sink.findings if finding.file == "spoilt.yaml")
    sane(here, text)
    return sink.findings


def test_the_games_have_lines() -> None:
    assert len(lines_of("carving_up_china")) > 80
    assert all(len(lines_of(name)) > 1 for name in GAMES)


@each_game
def test_a_cut_line_is_reported_at_its_end_or_means_something(name: str) -> None:
    lexicon = symbols_of(GAMES[name]).lexicon
    told = 0
    for _, _, line, pieces in lines_of(name):
        for piece in pieces[:-1]:
            cut = line[:piece.end]
            sink = Sink()
            place = Scalar(cut, Span(Source("cut", cut), 0, len(cut)))
            Parser(lexicon, sink).effect(place)
            sane(sink.findings, cut)
            assert len(sink.findings) <= 1
            for finding in sink.findings:
                assert finding.code == EffectSyntax.code
                assert finding.end_column == len(cut) + 1, (cut, finding.message)
                told += 1
    assert told > 3


def spoilt(pieces: tuple[Piece, ...], line: str) -> Iterator[str]:
    """A line with a token left out, said twice, or changed with its neighbour."""
    words = [line[piece.start:piece.end] for piece in pieces]
    for at in range(len(words)):
        yield " ".join((*words[:at], *words[at + 1:]))
        yield " ".join((*words[:at], words[at], *words[at:]))
        if at:
            yield " ".join((*words[:at - 1], words[at], words[at - 1], *words[at + 1:]))


@each_game
def test_a_spoilt_line_has_findings_or_means_something(name: str) -> None:
    count = 0
    for effect, start, line, pieces in lines_of(name):
        for text in spoilt(pieces, line):
            count += 1
            # In the whole game each costs some time; of the long one, some are looked at, and few of them so.
            few, some = (5, 1) if len(lines_of(name)) < 40 else (31, 3)
            if count % few == 0:
                findings_with(name, effect, start, line, text)
            elif count % some == 0:
                look(text, GAMES[name])


@each_game
def test_glued_words_are_findings(name: str) -> None:
    count = 0
    for effect, start, line, pieces in lines_of(name):
        for left, right in zip(pieces, pieces[1:], strict=False):
            if not (line[left.end - 1].isalnum() and line[right.start].isalnum()):
                continue
            count += 1
            if count % (2 if len(lines_of(name)) < 40 else 17):
                continue
            glued = line[:left.end] + line[right.start:]
            assert findings_with(name, effect, start, line, glued), glued
    assert count > 3


# -- soup


@given(st.lists(st.sampled_from((*SOUP, "\n", "\n    ", ":\n    ", ":\n        ")), max_size=25))
@settings(max_examples=300, deadline=None)
def test_soup_of_tokens(tokens: list[str]) -> None:
    look(" ".join(tokens))


@given(st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_soup_of_characters(text: str) -> None:
    look(text)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_lines_with_spoilt_characters(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from([line for _, _, line, _ in lines_of("carving_up_china")]))
    at = data.draw(st.integers(0, len(line)))
    text = data.draw(st.text(alphabet="abz 09'\"()#:-_.,<>=\t\n\u00e9\u2019", max_size=3))
    look(line[:at] + text + line[at + data.draw(st.integers(0, 3)):], GAMES["carving_up_china"])


@pytest.mark.parametrize("block", range(6))
def test_lines_that_the_grammar_allows_are_findings_or_play(block: int, tmp_path: Path) -> None:
    """What is free of findings becomes a program in good order, and plays; only the rules' own faults stop it."""
    played = 0
    for seed in range(block * 100, block * 100 + 100):
        text = Lines(random.Random(seed), 1 + seed % 3).effect(3)
        turn = "for each member from starter:\n    draw 2 from deck to hand\n"
        turn += "".join(f"    {line}\n" for line in text.splitlines())
        if any(finding.severity == "error" for finding in look(turn)):
            continue
        try:
            game = ludex.load(write_example(tmp_path / "game", turn))
        except ludex.RuleErrors as wrong:
            sane(wrong.findings, (tmp_path / "game" / "game.yaml").read_text(encoding="utf-8"))
            continue
        verify(game.program(2))
        verify(game.program(3))
        played += 1
        try:
            play(game, 2, seed, 40)
        except RuleFault as fault:
            assert Path(fault.file).name == "game.yaml"
            assert not UNSPEAKABLE.search(str(fault).split(" (rule")[0])
    assert played > 5


def mutations(pick: random.Random, text: str) -> str:
    """A file with a few changes: lines left out, doubled, moved, indented; words of the language put in."""
    lines = text.split("\n")
    for _ in range(pick.randint(1, 4)):
        at = pick.randrange(len(lines))
        line = lines[at]
        match pick.randrange(7):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, line)
            case 2:
                lines.insert(pick.randrange(len(lines)), line)
            case 3:
                lines[at] = " " * pick.randint(0, 9) + line.lstrip()
            case 4:
                where = pick.randint(0, len(line))
                lines[at] = f"{line[:where]} {pick.choice(SOUP)} {line[where:]}"
            case 5:
                where = pick.randint(0, len(line))
                lines[at] = line[:where] + pick.choice("\"'{}[]:#,&*|>-%@`\t\u00e9\u2028") + line[where:]
            case 6:
                words = line.split(" ")
                pick.shuffle(words)
                lines[at] = " ".join(words)
        lines = lines or [""]
    return "\n".join(lines)


@each_game
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_mutated_files_never_raise(name: str, seed: int) -> None:
    pick = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / name
        folder.mkdir()
        files = sorted(GAMES[name].glob("*.yaml"))
        spoil = pick.choice(files)
        for file in files:
            text = file.read_text(encoding="utf-8")
            changed = mutations(pick, text) if file == spoil else text
            (folder / file.name).write_text(changed, encoding="utf-8", newline="")
        found = ludex.check(folder)
        for finding in found:
            assert not UNSPEAKABLE.search(finding.message), finding.message
        if not any(finding.severity == "error" for finding in found):
            game = ludex.load(folder)
            verify(game.program(game.players[0]))


# -- too much of everything

DEEP = {
    "parentheses": ("set pot to " + "(" * 1000 + "1" + ")" * 1000, "this is longer than 1000 words"),
    "some parentheses": ("set pot to " + "(" * 100 + "1" + ")" * 100, "parentheses are nested more than 40 deep"),
    "parentheses not closed": ("set pot to " + "(" * 40, "the line stops too early"),
    "blocks": ("".join(f"{'    ' * n}if open:\n" for n in range(1000)) + "    " * 1000 + "add 1 to pot",
               "blocks are nested more than 40 deep"),
    "blocks that cannot be read": ("".join(f"{' ' * n}iff open:\n" for n in range(1000)),
                                   "blocks are nested more than 40 deep"),
    "indented lines": ("".join(f"{' ' * n}add 1 to pot\n" for n in range(1000)),
                       "blocks are nested more than 40 deep"),
    "not": ("set open to " + "not " * 900 + "open", "this is nested too deeply"),
    "minus": ("set pot to " + "- " * 900 + "3", "this is nested too deeply"),
    "count": ("set pot to " + "count of " * 300 + "hand", "this is nested too deeply"),
    "owners": ("set pot to starter" + "'s favourite" * 300, "this is nested too deeply"),
    "a long sum": ("set pot to " + " + ".join(["pot"] * 400), "this is nested too deeply"),
    "a line of 100,000 characters": ("set pot to " + "pot + " * 16665 + "1", "this is longer than 1000 words"),
    "a word of 100,000 characters": ("add 1 to " + "x" * 100_000, "nothing is called"),
    "100,000 characters in quotes that stay open": ('say "' + "x" * 100_000, '`"` means nothing here'),
    "cases": ("if open:\n    add 1 to pot\n" + "otherwise if open:\n    add 1 to pot\n" * 400,
              "more than 60 cases follow one another"),
}


@pytest.mark.parametrize("name", DEEP)
def test_too_much_is_a_finding(name: str) -> None:
    text, message = DEEP[name]
    found = look(text)
    assert any(message in finding.message for finding in found)
    assert len(found) <= 45


ALLOWED = {
    "parentheses": "set pot to " + "(" * 40 + "1" + ")" * 40,
    "blocks": "".join(f"{'    ' * n}if not open:\n" for n in range(40)) + "    " * 40 + "add 1 to pot",
    "loops": "".join(f"{'    ' * n}for each x{n} in just starter:\n" for n in range(40)) + "    " * 40 + "add 1 to pot",
    "conditions": "if " + " and ".join(["not open"] * 95) + ":\n    add 1 to pot",
    "a sum": "set pot to " + " + ".join(["1"] * 95),
    "cases": "if open:\n    add 1 to pot\n" + "otherwise if open:\n    add 1 to pot\n" * 58
             + "otherwise:\n    add 1 to pot",
    "both": "".join(f"{'    ' * n}if not open:\n" for n in range(40)) + "    " * 40
            + "set pot to " + "(if pot > 6 then 1 else " * 39 + "2" + ")" * 39,
    "many lines": "add 1 to pot\nsubtract 1 from pot\n" * 1000,
    "100,000 characters in quotes": 'say "' + "x" * 100_000 + '"',
    "100,000 spaces": "add 1 to" + " " * 100_000 + "pot",
    "100,000 characters of a comment": "add 1 to pot " + "# " * 50_000,
}


@pytest.mark.parametrize("name", ALLOWED)
def test_as_much_as_is_allowed_plays(name: str, tmp_path: Path) -> None:
    text = ALLOWED[name]
    assert [finding.message for finding in look(text)] == []
    game = ludex.load(write_example(tmp_path / "game", text))
    verify(game.program(2))
    assert play(game, 2, 1).result is not None


def chain(count: int, last: str, link: str) -> str:
    """Values, each defined by the one before it."""
    entries = [f"  v0: {{is: {last}}}", *(f"  v{n}: {{is: {link.format(n - 1)}}}" for n in range(1, count))]
    return "values:\n" + "\n".join(reversed(entries)) + "\n"


def test_values_upon_values(tmp_path: Path) -> None:
    few = write_example(tmp_path / "few", chain(25, "pot", "v{} + 1"))
    assert of_texts(ludex.check(few)) == []
    ludex.load(few).start(seed=1)
    many = ludex.check(write_example(tmp_path / "many", chain(500, "pot", "v{} + 1")))
    assert "more than 30 values are defined one through the other" in {finding.message for finding in many}
    assert len(many) < 20


def test_a_long_way_through_procedures_plays(tmp_path: Path) -> None:
    steps = "".join(f"  step {n}: {{do: do step {n + 1}}}\n" for n in range(1500))
    folder = write_example(tmp_path / "long", "do step 0")
    (folder / "more.yaml").write_text(f"procedures:\n{steps}  step 1500: {{do: add 1 to pot}}\n", encoding="utf-8")
    assert of_texts(ludex.check(folder)) == []
    assert play(ludex.load(folder), 2, 1).result is not None


def test_actions_that_multiply_are_a_finding(tmp_path: Path) -> None:
    offer = "      take action step {n}\n" * 4
    actions = "".join(f"  step {n}:\n    do: |\n{offer.replace('{n}', str(n + 1))}" for n in range(8))
    found = of_texts(ludex.check(write_example(tmp_path / "many", f"actions:\n{actions}  step 8: {{do: add 1 to pot}}\n")))
    assert [finding.message for finding in found] == [
        "what `step 2` leads to would be written out more than 3000 times"]


def test_a_circle_is_told_once_wherever_it_begins(tmp_path: Path) -> None:
    text = ("procedures:\n  enter: {do: do one}\n  one: {do: do two}\n  two: {do: draw 1 from pile to discard}\n"
            "zones:\n  pile: {of: card, order: shuffled, when empty: moment dusk, when short: draw fewer}\n"
            "moments:\n  dusk: {about: evening}\ntriggers:\n  evening: {at: dusk, do: do one}\n")
    found = of_texts(ludex.check(write_example(tmp_path / "circle", text)))
    assert [(finding.code, finding.message) for finding in found] == [
        ("LX316", "`one` runs itself through `two`, `pile`, `dusk`")]
