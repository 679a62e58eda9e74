"""Pages for people: a diagnostic by code or name, a word of the language by its phrase, a key or section of a file."""

from __future__ import annotations

import inspect

from ludex.dsl.schema import SHAPE_WORDS, section_words, sections
from ludex.dsl.syntax import Key, keys_of
from ludex.dsl.vocabulary import WORDS
from ludex.dsl.vocabulary.word import Word
from ludex.validator.registry import all_rules, find_rule, hand_in

#: The modules of this package that raise diagnostics of their own.
hand_in("ludex.scenario_position", "ludex.scenario_proof", "ludex.worked_examples")


def explain(text: str) -> str | None:
    """The page of a diagnostic (`LX201`, `undefined-name`), of a word (`draw`, `one or more`), or of a key or section
    (`seen by`, `zone`); None if unknown."""
    if not isinstance(text, str):
        raise ValueError(f"what is explained has a name, not {text!r}")
    rule = find_rule(text)
    if rule is not None:
        return "\n".join([f"{rule.code} {rule.name} ({rule.severity})", "", rule.page(), "", "Wrong:", "",
                          _indented(rule.bad), "", "Right:", "", _indented(rule.good), ""])
    wanted = " ".join(text.lower().split())
    pages = [word_page(word) for word in WORDS if wanted in _called(word)]
    pages += key_pages(wanted)
    return "\n\n".join(pages) if pages else None


def explainable() -> list[str]:
    """Everything that has a page."""
    names = [name for rule in all_rules().values() for name in (rule.code, rule.name)]
    called = {name for word in WORDS for name in _spoken(word)}
    keys = {name for section in sections() for name in (section_words(section), *keys_of(section))}
    return names + sorted(called | keys)


def word_page(word: type[Word]) -> str:
    """The manual page of a word."""
    kinds = "\n".join(f"  {name}: {handle.wanted}" for name, handle in word.parameters.items())
    parts = [word.phrase + (":" if word.sort == "block" else ""), "", word.page()]
    if kinds:
        parts += ["", kinds]
    return "\n".join([*parts, "", "Example:", "", _indented(word.example)])


def key_pages(wanted: str) -> list[str]:
    """What the keys of this name say, those that say the same in one page, and the sections of this name."""
    same: dict[Key, list[str]] = {}
    shown: list[type] = [section for section in sections() if section_words(section) == wanted]
    for section in sections():
        if wanted in keys_of(section):
            about = keys_of(section)[wanted][1]
            same.setdefault(about, []).append(section_words(section))
            if about.of is not None and about.of not in shown:
                shown.append(about.of)
    pages = [f"{wanted}: (a key of {', '.join(where)})\n\n{about.doc}\n\n  written as: {_written(about)}"
             for about, where in same.items()]
    for section in shown:
        keys = "\n".join(f"  {name}: {about.doc}" for name, (_, about, _) in keys_of(section).items())
        pages.append(f"{section_words(section)} (a section)\n\n{inspect.getdoc(section)}\n\n{keys}")
    return pages


def _written(about: Key) -> str:
    """How the value of a key is written."""
    if about.allowed:
        return " or ".join(about.allowed)
    name = "" if about.of is None else section_words(about.of)
    return {"one": f"the section {name}", "map": f"names, each with a section {name}",
            "list": f"a list of sections {name}"}.get(about.shape, SHAPE_WORDS[about.shape])


def _called(word: type[Word]) -> set[str]:
    """What finds the page of a word: how it is spoken, and the name of its class."""
    return {word.__name__.lower(), *_spoken(word)}


def _spoken(word: type[Word]) -> set[str]:
    """What a person may call a word: its literal words, together and each run by itself."""
    runs = [part.literal for part in word.variants()[0] if part.literal]
    return {word.phrase, " ".join(runs), runs[0]} if runs else {word.phrase}


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip().splitlines())


__all__ = ["all_rules", "explain", "explainable", "find_rule", "key_pages", "word_page"]
