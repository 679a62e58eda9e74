"""Every word of the language is whole: its phrase, its page, its example, and the example plays."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args

import pytest
from example_runs import of_texts, play

import ludex
from ludex.dsl import typed
from ludex.dsl.vocabulary import FAMILIES, RELATION, WORDS, Word, handles
from ludex.dsl.vocabulary.handles import Handle
from ludex.ir.verify import verify
from ludex.pages import explain

ROOT = Path(__file__).resolve().parent.parent.parent

#: What comes before the line of an example in the turn of a player, so that it finds what it speaks of.
BEFORE = """\
for each member from starter:
    draw 3 from deck to hand
    set pot to 5
"""
#: What must stand around or above the examples of some words.
AROUND = {"Is": "for each card in hand:", "IsNot": "for each card in hand:"}
BODY = "add 1 to pot"

each_word = pytest.mark.parametrize("word", WORDS, ids=lambda word: word.__name__)


def turn_with(word: type[Word]) -> str:
    """The lines of a turn in which the example of a word is used."""
    lines = word.example.splitlines()
    if lines[-1].endswith(":"):
        lines.append(f"    {BODY}")
    if word.follows:
        lines = ["if pot > 90:", f"    {BODY}", *lines]
    if word.__name__ in AROUND:
        lines = [AROUND[word.__name__], *(f"    {line}" for line in lines)]
    lines.append("move hand to discard")
    return BEFORE + "".join(f"    {line}\n" for line in lines)


def words_used(node: object) -> Iterator[type[Word]]:
    """All words in a typed tree."""
    if isinstance(node, typed.Line | typed.Apply):
        yield node.word
    if isinstance(node, dict):
        node = tuple(node.values())
    if isinstance(node, tuple):
        for part in node:
            yield from words_used(part)
    elif is_dataclass(node) and not isinstance(node, typed.Symbol | type):
        for field in fields(node):
            yield from words_used(getattr(node, field.name))


@each_word
def test_a_word_has_a_phrase_a_page_and_an_example(word: type[Word]) -> None:
    assert word.phrase == " ".join(word.phrase.split())
    assert word.example
    page = word.page()
    assert inspect.cleandoc(page) == page
    assert re.match(r"[A-Z`].*\.", page)
    shown = explain(word.phrase)
    assert shown is not None
    assert page in shown
    assert word.example.splitlines()[0] in shown


@each_word
def test_every_parameter_has_a_handle_and_is_spoken(word: type[Word]) -> None:
    for variant in word.variants():
        assert {part.parameter for part in variant if part.parameter} <= set(word.parameters)
    spoken = [part.parameter for part in word.variants()[0] if part.parameter]
    assert sorted(spoken) == sorted(word.parameters)
    assert all(isinstance(handle, Handle) and handle.wanted for handle in word.parameters.values())


@each_word
def test_the_example_of_a_word_plays(word: type[Word], write: Callable[[str], Path]) -> None:
    folder = write(turn_with(word))
    assert [f"{f.line}: {f.message}" for f in of_texts(ludex.check(folder))] == []
    game = ludex.load(folder)
    assert word in words_used(game.typed.phases["play"])
    for players in game.players:
        verify(game.program(players))
        if "draw_first" in game.typed.used_rulings:
            verify(game.program(players, {"draw_first": "no_thanks"}))
        for seed in range(3):
            match = play(game, players, seed)
            assert match.result is not None, "the game goes on for too long"
            assert match.events


def test_every_handle_is_used() -> None:
    known = {name: found for name, value in vars(handles).items() for found in get_args(value)
             if isinstance(found, Handle)}
    assert len(known) > 15
    used = {handle for word in WORDS for handle in word.parameters.values()}
    assert sorted(name for name, handle in known.items() if handle not in used) == []


def test_every_word_is_in_one_family_and_in_the_manual() -> None:
    assert [word for family in FAMILIES for word in family.WORDS] == list(WORDS)
    assert all(family.__doc__ for family in FAMILIES)
    defined = {value for family in FAMILIES for value in vars(family).values()
               if isinstance(value, type) and issubclass(value, Word) and value.phrase}
    assert {word for word in defined if word.__module__.startswith("ludex.dsl.vocabulary.")} == {*WORDS, RELATION}
    manual = (ROOT / "docs" / "reference" / "words.md").read_text(encoding="utf-8")
    assert [word.phrase for word in WORDS if f"\n### `{word.phrase}`\n" not in manual] == []


@pytest.mark.parametrize(("phrase", "takes"), [
    ("gain {amount}", {"number": handles.Number}),
    ("gain {amount} of {kind}", {"amount": handles.Number}),
])
def test_a_word_whose_phrase_and_meaning_differ_is_refused(phrase: str, takes: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="the phrase names"):
        _make(phrase, takes, "A page.", "gain 3")


@pytest.mark.parametrize(("doc", "example"), [("", "gain 3"), ("A page.", "")])
def test_a_word_without_a_page_or_an_example_is_refused(doc: str, example: str) -> None:
    with pytest.raises(TypeError, match="needs a docstring, an example"):
        _make("gain {amount}", {"amount": handles.Number}, doc, example)


def test_a_word_with_a_parameter_of_no_handle_is_refused() -> None:
    with pytest.raises(TypeError, match="no handle in the annotation of amount"):
        _make("gain {amount}", {"amount": int}, "A page.", "gain 3")


def _make(phrase: str, takes: dict[str, object], doc: str, example: str) -> type[Word]:
    def lower(at: object, **given: object) -> None:
        """Mean nothing."""

    lower.__annotations__ = {"at": object, **takes}
    return type("Gain", (Word,), {"phrase": phrase, "example": example, "__doc__": doc, "lower": staticmethod(lower)})
