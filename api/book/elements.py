"""Elements of HTML. Text is escaped wherever it comes from; only what was made here counts as markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ludex.book.model import Words
from ludex.drawing.svg import clean


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


#: Elements without an end.
VOID = frozenset({"br", "hr", "meta"})

Inside = str | Markup | Iterable[str | Markup]


def inner(inside: Inside) -> Markup:
    """What stands in an element; what is no markup is text."""
    parts = [inside] if isinstance(inside, str) else inside
    return Markup("".join(part if isinstance(part, Markup) else escape(clean(part)) for part in parts))


def tag(name: str, inside: Inside = "", /, **attributes: str | bool | None) -> Markup:
    """An element. `_` in the name of an attribute stands for `-`; one that is None or False is left out."""
    written = [name]
    for key, value in attributes.items():
        if value is True:
            written.append(key)
        elif value is not None and value is not False:
            written.append(f'{key.rstrip("_").replace("_", "-")}="{escape(clean(value))}"')
    start = f"<{' '.join(written)}>"
    return Markup(start if name in VOID else f"{start}{inner(inside)}</{name}>")


def link(to: str, inside: Inside, **attributes: str | bool | None) -> Markup:
    """A link within the book; the text alone where there is nothing to go to."""
    return tag("a", inside, href=f"#{to}", **attributes) if to else inner(inside)


def words(runs: Words) -> Markup:
    """Words with links to what they name."""
    return inner([link(run.to, run.text) for run in runs])


def first_capital(text: str) -> str:
    """A title of what has a name in small letters."""
    return text[:1].upper() + text[1:]
