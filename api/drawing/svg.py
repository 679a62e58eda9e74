"""The little of SVG that is used, written as text: the same picture is always the same text.

Nothing here has an id or names anything outside, so that many pictures can stand in one page. Text is escaped, and what
XML cannot hold is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
#: How wide signs are, as parts of the size of the font, in a font that is rather wide; capitals, digits and all others.
_WIDTHS = {**dict.fromkeys("ijlI|'", 0.29), **dict.fromkeys(" .,:;!ftr()-/", 0.38), **dict.fromkeys("mwMW@%", 0.92)}
CAPITAL, OTHER, BOLD = 0.69, 0.61, 1.1


def number(value: float) -> str:
    """A number, short."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def clean(text: str) -> str:
    """A text without what XML cannot hold, in one line."""
    return "".join(
        " " if sign in "\t\n\r" else sign for sign in text
        if sign in "\t\n\r" or (sign >= " " and not "\ud800" <= sign <= "\udfff" and sign not in "\ufffe\uffff"))


def tag(name: str, inside: Iterable[str] | str = "", /, **attributes: float | str | None) -> str:
    """An element. `_` in the name of an attribute stands for `-`; one that is None is left out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            written = number(value) if isinstance(value, int | float) else clean(value)
            parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(written)}")
    body = inside if isinstance(inside, str) else "".join(inside)
    return f"<{' '.join(parts)}/>" if not body else f"<{' '.join(parts)}>{body}</{name}>"


def titled(title: str, inside: Iterable[str], **attributes: float | str | None) -> str:
    """A group with a title, which readers of a screen read out and others see under the pointer."""
    return tag("g", [tag("title", escape(clean(title))), *inside], **attributes)


def rect(x: float, y: float, width: float, height: float, fill: str, stroke: str | None = None, round: float = 0,
         **more: float | str | None) -> str:
    """A rectangle, perhaps with rounded corners."""
    return tag("rect", "", x=x, y=y, width=width, height=height, rx=round or None, fill=fill, stroke=stroke, **more)


def circle(x: float, y: float, radius: float, fill: str, stroke: str | None = None, **more: float | str | None) -> str:
    """A disc."""
    return tag("circle", "", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, **more)


def polygon(points: Iterable[tuple[float, float]], fill: str, stroke: str | None = None, **more: float | str | None
            ) -> str:
    """An area between points."""
    return tag("polygon", "", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill=fill, stroke=stroke,
               **more)


def line(start: tuple[float, float], end: tuple[float, float], stroke: str, width: float, **more: float | str | None
         ) -> str:
    """A line with round ends."""
    return tag("line", "", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=stroke, stroke_width=width,
               stroke_linecap="round", **more)


def text(x: float, y: float, words: str, size: float, fill: str, anchor: str = "start", bold: bool = False) -> str:
    """A line of text; `y` is where letters stand."""
    return tag("text", escape(clean(words)), x=x, y=y, font_size=size, fill=fill,
               text_anchor=None if anchor == "start" else anchor, font_weight="700" if bold else None)


def middle(x: float, y: float, words: str, size: float, fill: str, bold: bool = False) -> str:
    """A text about a point."""
    return text(x, y + size * 0.36, words, size, fill, "middle", bold)


def width(words: str, size: float, bold: bool = False) -> float:
    """About how wide a text is."""
    return size * sum(map(_sign_width, clean(words))) * (BOLD if bold else 1)


def _sign_width(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    return _WIDTHS.get(sign, CAPITAL if sign.isupper() else OTHER)


def cut(words: str, size: float, room: float, bold: bool = False) -> str:
    """A text with its end left out where there is no room for it."""
    left = room - width("…", size, bold)
    fits = 0
    for at, sign in enumerate(words):
        left -= width(sign, size, bold)
        if left >= 0:
            fits = at + 1
        elif left + width("…", size, bold) < 0:
            return words[:fits].rstrip() + "…"
    return words


def wrap(words: str, size: float, room: float, most: int, bold: bool = False) -> list[str]:
    """A text in at most so many lines."""
    lines: list[str] = []
    rest = words.split()
    while rest and len(lines) < most:
        taken = 1
        while taken < len(rest) and width(" ".join(rest[:taken + 1]), size, bold) <= room:
            taken += 1
        if len(lines) == most - 1:
            taken = len(rest)
        lines.append(cut(" ".join(rest[:taken]), size, room, bold))
        rest = rest[taken:]
    return lines


def document(wide: float, high: float, title: str, description: str, body: Iterable[str]) -> str:
    """A whole picture, to be read aloud by its title and description."""
    return tag("svg", [tag("title", escape(clean(title))), tag("desc", escape(clean(description))), *body],
               xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(wide)} {number(high)}", width=wide,
               height=high, role="img", font_family=FONT) + "\n"
