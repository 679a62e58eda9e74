"""Pages for people: a diagnostic by code or name, a word of the language by its phrase."""

from __future__ import annotations

from ludex.dsl.registry import all_rules, find_rule
from ludex.dsl.vocabulary import WORDS
from ludex.dsl.vocabulary.word import Word


def explain(text: str) -> str | None:
    """The page of a diagnostic (`LX201`, `undefined-name`) or of a word (`draw`, `one or more`); None if unknown."""
    if not isinstance(text, str):
        raise ValueError(f"what is explained has a name, not {text!r}")
    rule = find_rule(text)
    if rule is not None:
        return "\n".join([f"{rule.code} {rule.name} ({rule.severity})", "", rule.page(), "", "Wrong:", "",
                          _indented(rule.bad), "", "Right:", "", _indented(rule.good), ""])
    wanted = " ".join(text.lower().split())
    pages = [word_page(word) for word in WORDS if wanted in _called(word)]
    return "\n\n".join(pages) if pages else None


def explainable() -> list[str]:
    """Everything that has a page."""
    names = [name for rule in all_rules().values() for name in (rule.code, rule.name)]
    return names + sorted({name for word in WORDS for name in _called(word)})


def word_page(word: type[Word]) -> str:
    """The manual page of a word."""
    kinds = "\n".join(f"  {name}: {handle.wanted}" for name, handle in word.parameters.items())
    parts = [word.phrase + (":" if word.sort == "block" else ""), "", word.page()]
    if kinds:
        parts += ["", kinds]
    return "\n".join([*parts, "", "Example:", "", _indented(word.example)])


def _called(word: type[Word]) -> set[str]:
    """What a person may call a word: its literal words, together and each run by itself."""
    runs = [part.literal for part in word.variants()[0] if part.literal]
    return {word.__name__.lower(), word.phrase, " ".join(runs), runs[0]} if runs else {word.__name__.lower()}


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip().splitlines())
