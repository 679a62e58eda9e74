"""Draws charts: from plain data to SVG, with nothing else to know.

Every chart is drawn twice, for a page and for a telephone, and the page shows the one that fits: a drawing that is only
made smaller cannot be read. Colours are named by the style of the page, so that dark and print follow. What a chart
says stands in its label too, and shapes tell their numbers where somebody points at them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ludex.book.elements import Markup, inner, tag
from ludex.ir.record import record
from ludex.report.scales import Axis, axis, bins, number, percent, short

#: Widths of a drawing on a page and on a telephone; below the second bound labels stand above what they name.
ROOMY, TIGHT = 680, 330
#: No column is wider.
WIDEST = 64.0
#: About how wide a letter is, and a bold one.
WIDE, BOLD = 7.0, 7.9


@record
class Interval:
    """A value with the interval in which the true one is likely to lie; `note` is told beside it."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""


@record
class Bar:
    """A length with its name; `text` is told at its end."""

    label: str
    value: float
    text: str


@record
class Spread:
    """How often each number came up."""

    label: str
    counts: Mapping[int, int]
    median: float


def both(draw: Callable[[int], tuple[float, list[Markup]]], label: str) -> Markup:
    """A chart in both widths; `draw` gives a height and what is drawn."""
    drawn = []
    for width, name in ((ROOMY, "roomy"), (TIGHT, "tight")):
        height, parts = draw(width)
        drawn.append(tag("svg", parts, viewBox=f"0 0 {width} {_n(height)}", width=str(width), height=_n(height),
                         class_=f"chart {name}", role="img", aria_label=label))
    return inner(drawn)


def intervals(rows: Sequence[Interval], label: str, reference: tuple[float, str] | None = None) -> Markup:
    """Shares with their intervals, one below the other, and a line to hold them against."""
    low = min([each.low for each in rows] + ([] if reference is None else [reference[0]]))
    high = max([each.high for each in rows] + ([] if reference is None else [reference[0]]))

    def draw(width: int) -> tuple[float, list[Markup]]:
        tight = width < 480
        left = 8.0 if tight else _label_room(rows, width)
        right = 8.0 if tight else 64.0
        scale = axis(max(0, low - (high - low) * 0.08), min(1, high + (high - low) * 0.08), left, width - left - right,
                     most=4 if tight else 7)
        step, top = (46 if tight else 34), 26.0 if reference else 6.0
        bottom = top + step * len(rows)
        parts = _grid(scale, top, bottom, short)
        if reference is not None:
            at = scale.at(reference[0])
            parts += [_line(at, top - 2, at, bottom, "even"),
                      _text(at, top - 9, reference[1], "axis strong", _anchor(at, width))]
        for number_, row in enumerate(rows):
            middle = top + step * number_ + (30 if tight else step / 2)
            told = f"{row.label}: {percent(row.value)}, {percent(row.low)} to {percent(row.high)}"
            if tight:
                parts += [_text(left, middle - 13, row.label, "name"),
                          _text(width - right, middle - 13, percent(row.value), "value", "end")]
            else:
                parts += [_text(left - 14, middle + 4.5, _cut(row.label, left - 14), "name", "end"),
                          _text(width, middle + 4.5, percent(row.value), "value", "end")]
            ends = scale.at(row.low), scale.at(row.high)
            parts.append(tag("g", [
                tag("title", f"{told}{'; ' + row.note if row.note else ''}"),
                _line(ends[0], middle, ends[1], middle, "whisker"),
                _line(ends[0], middle - 5, ends[0], middle + 5, "whisker end"),
                _line(ends[1], middle - 5, ends[1], middle + 5, "whisker end"),
                tag("circle", cx=_n(scale.at(row.value)), cy=_n(middle), r="5.5", class_="dot")]))
        return bottom + 24, parts

    return both(draw, label)


def bars(rows: Sequence[Bar], label: str, full: float | None = None) -> Markup:
    """Lengths, one below the other. `full` is the length that fills the width, if that is not the longest."""
    longest = full or max((each.value for each in rows), default=0) or 1

    def draw(width: int) -> tuple[float, list[Markup]]:
        tight = width < 480
        left = 0.0 if tight else _label_room(rows, width)
        room = max((len(each.text) for each in rows), default=0) * BOLD + 12
        length = width - left - (0 if tight else room)
        step = 42 if tight else 27
        parts: list[Markup] = []
        for at, row in enumerate(rows):
            top = step * at + (20 if tight else 4)
            size = row.value / longest * length
            if tight:
                parts += [_text(0, top - 6, _cut(row.label, width - room), "name"),
                          _text(width, top - 6, row.text, "value", "end")]
            else:
                parts += [_text(left - 14, top + 14, _cut(row.label, left - 14), "name", "end"),
                          _text(left + size + 9, top + 14, row.text, "value")]
            parts.append(tag("g", [
                tag("title", f"{row.label}: {row.text}"),
                tag("rect", x=_n(left), y=_n(top), width=_n(length), height=_n(12 if tight else 19), rx="2",
                    class_="rail") if tight else "",
                tag("rect", x=_n(left), y=_n(top), width=_n(max(size, 1.5)), height=_n(12 if tight else 19), rx="2",
                    class_="bar" if row.value else "bar none")]))
        return step * len(rows) + 2, parts

    return both(draw, label)


def histogram(spread: Spread, label: str, unit: str) -> Markup:
    """How often each number came up, as columns, with the one in the middle."""
    low, high = min(spread.counts), max(spread.counts)

    def draw(width: int) -> tuple[float, list[Markup]]:
        height, top, left = (190.0 if width < 480 else 240.0), 26.0, 40.0
        columns = bins(spread.counts, low, high, 24 if width < 480 else 48)
        total = sum(each.count for each in columns)
        across = axis(columns[0].low, columns[-1].high, left, width - left - 8, most=5 if width < 480 else 9,
                      whole=True, snug=True)
        up = axis(0, max(each.count for each in columns) / total, height - 30, -(height - 30 - top), most=4)
        single = columns[0].high - columns[0].low == 1
        shift = 0.5 if single else 0.0
        parts = [*_levels(up, left, width - 8, short)]
        for each in columns:
            x, y = across.at(each.low), up.at(each.count / total)
            size = across.at(each.high) - x
            told = number(each.low) if single else f"{number(each.low)} to {number(each.high - 1)}"
            if each.count:
                wide = min(max(size - 2 * min(1, size * 0.1), 0.8), WIDEST)
                parts.append(tag("rect", [tag("title", f"{told} {unit}: {percent(each.count / total)}")],
                                 x=_n(x + (size - wide) / 2), y=_n(y), width=_n(wide), height=_n(up.start - y),
                                 class_="bar"))
        parts.append(_line(left, up.start, width - 8, up.start, "base"))
        parts += [_text(across.at(tick + shift), up.start + 18, number(tick), "axis", "middle")
                  for tick in across.ticks if tick + shift <= across.high and tick % 1 == 0]
        parts += _middle(across.at(spread.median + shift), top, up.start, f"median {number(spread.median)}", width)
        return height, parts

    return both(draw, label)


def ridges(rows: Sequence[Spread], label: str, unit: str) -> Markup:
    """How often each number came up, for several, one below the other on one axis; with the one in the middle."""
    low, high = min(min(each.counts) for each in rows), max(max(each.counts) for each in rows)

    def draw(width: int) -> tuple[float, list[Markup]]:
        tight = width < 480
        left = 34.0 if tight else _label_room(rows, width)
        step, top = 58.0, 4.0
        drawn = [(each, bins(each.counts, low, high, 32 if tight else 60)) for each in rows]
        across = axis(drawn[0][1][0].low, drawn[0][1][-1].high, left, width - left - 58, most=4 if tight else 8,
                      whole=True, snug=True)
        single = drawn[0][1][0].high - drawn[0][1][0].low == 1
        shift = 0.5 if single else 0.0
        tallest = max(bin_.count / sum(each.counts.values()) for each, columns in drawn for bin_ in columns)
        bottom = top + step * len(rows)
        parts = [_line(across.at(tick + shift), top, across.at(tick + shift), bottom, "level") for tick in across.ticks
                 if tick + shift <= across.high and tick % 1 == 0]
        for at, (each, columns) in enumerate(drawn):
            base, total = top + step * (at + 1), sum(each.counts.values())
            for bin_ in columns:
                if bin_.count:
                    x, size = across.at(bin_.low), across.at(bin_.high) - across.at(bin_.low)
                    wide = min(max(size - 2 * min(0.6, size * 0.1), 0.8), WIDEST)
                    tall = bin_.count / total / tallest * (step - 12)
                    told = number(bin_.low) if single else f"{number(bin_.low)} to {number(bin_.high - 1)}"
                    about = f"{each.label}, {told} {unit}: {percent(bin_.count / total)}"
                    parts.append(tag("rect", [tag("title", about)],
                                     x=_n(x + (size - wide) / 2), y=_n(base - tall), width=_n(wide), height=_n(tall),
                                     class_="bar"))
            middle = across.at(each.median + shift)
            parts += [_line(left, base, width - 58, base, "base"),
                      _line(middle, base - step + 10, middle, base, "middle"),
                      _text(left - 12, base - 8, _cut(each.label, left - 14), "name", "end"),
                      _text(width, base - 8, number(each.median), "value", "end")]
        parts += [_text(across.at(tick + shift), bottom + 18, number(tick), "axis", "middle") for tick in across.ticks
                  if tick + shift <= across.high and tick % 1 == 0]
        parts.append(_text(width, bottom + 18, "median", "axis", "end"))
        return bottom + 24, parts

    return both(draw, label)


def curve(points: Sequence[tuple[float, float]], label: str, *, high: float | None = None,
          told: Callable[[float], str] = number, reference: tuple[float, str] | None = None) -> Markup:
    """What a value is in the course of a game: `points` have how much has been played, from 0 to 1."""
    top_value = high if high is not None else max(value for _, value in points) or 1

    def draw(width: int) -> tuple[float, list[Markup]]:
        height, top, left = (190.0 if width < 480 else 230.0), 16.0, 44.0
        across = Axis(0, 1, left, width - left - 22, (0, 0.25, 0.5, 0.75, 1))
        up = axis(0, top_value, height - 46, -(height - 46 - top), most=4)
        parts = _levels(up, left, width - 22, told)
        places = [(across.at(x), up.at(y)) for x, y in points]
        line = " ".join(f"{'L' if at else 'M'}{_n(x)} {_n(y)}" for at, (x, y) in enumerate(places))
        parts += [tag("path", d=f"{line} L{_n(places[-1][0])} {_n(up.start)} L{_n(places[0][0])} {_n(up.start)} Z",
                      class_="area"),
                  tag("path", d=line, class_="curve"), _line(left, up.start, width - 22, up.start, "base")]
        parts += [tag("circle", [tag("title", f"{short(round(x, 2))} of the game: {told(y)}")],
                      cx=_n(place[0]), cy=_n(place[1]), r="3.6", class_="dot")
                  for (x, y), place in zip(points, places, strict=True)]
        if reference is not None:
            at = up.at(reference[0])
            beside = at + 15 if at < (up.start + top) / 2 else at - 7
            parts += [_line(left, at, width - 22, at, "even"),
                      _text(width - 24, beside, reference[1], "axis tag", "end")]
        parts += [_text(across.at(tick), up.start + 18, short(tick), "axis", "middle") for tick in across.ticks]
        parts.append(_text(left + across.length / 2, up.start + 38, "of the game played", "axis", "middle"))
        return height, parts

    return both(draw, label)


def columns(rows: Sequence[Bar], label: str) -> Markup:
    """Shares side by side, with their names below."""
    longest = max((each.value for each in rows), default=0) or 1

    def draw(width: int) -> tuple[float, list[Markup]]:
        height, top, left = (180.0 if width < 480 else 210.0), 24.0, 44.0
        size = (width - left - 8) / len(rows)
        up = axis(0, longest, height - 30, -(height - 30 - top), most=4)
        parts = _levels(up, left, width - 8, short)
        every = max(1, -(-max(len(each.label) for each in rows) * 8 // int(size + 1)))
        for at, row in enumerate(rows):
            x, y = left + size * at, up.at(row.value)
            if row.value:
                parts.append(tag("rect", [tag("title", f"{row.label}: {row.text}")], x=_n(x + size * 0.12), y=_n(y),
                                 width=_n(size * 0.76), height=_n(up.start - y), rx="1.5", class_="bar"))
            if at % every == 0:
                parts.append(_text(x + size / 2, up.start + 18, row.label, "axis", "middle"))
        return height, [*parts, _line(left, up.start, width - 8, up.start, "base")]

    return both(draw, label)


# -- parts of a drawing


def _n(value: float) -> str:
    """A number as an attribute."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _text(x: float, y: float, text: str, class_: str, anchor: str = "start") -> Markup:
    return tag("text", text, x=_n(x), y=_n(y), class_=class_, text_anchor=None if anchor == "start" else anchor)


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return tag("line", x1=_n(x1), y1=_n(y1), x2=_n(x2), y2=_n(y2), class_=class_)


def _label_room(rows: Sequence[Interval] | Sequence[Bar] | Sequence[Spread], width: int) -> float:
    """How much room the labels get on the left."""
    return min(max(len(each.label) for each in rows) * WIDE + 26, width * 0.4) if rows else 0.0


def _cut(text: str, room: float) -> str:
    """A text that fits, cut where it does not."""
    most = max(3, int(room / WIDE))
    return text if len(text) <= most else f"{text[:most - 1].rstrip()}…"


def _grid(scale: Axis, top: float, bottom: float, told: Callable[[float], str]) -> list[Markup]:
    """Lines up and down at the round numbers, which stand below."""
    return [part for tick in scale.ticks for part in (
        _line(scale.at(tick), top, scale.at(tick), bottom, "level"),
        _text(scale.at(tick), bottom + 18, told(tick), "axis", "middle"))]


def _levels(scale: Axis, left: float, right: float, told: Callable[[float], str]) -> list[Markup]:
    """Lines across at the round numbers, which stand on the left."""
    return [part for tick in scale.ticks for part in (
        _line(left, scale.at(tick), right, scale.at(tick), "level"),
        _text(left - 8, scale.at(tick) + 4, told(tick), "axis", "end"))]


def _anchor(x: float, width: float) -> str:
    """How a text is set at a place so that it stays inside."""
    return "start" if x < 50 else "end" if x > width - 50 else "middle"


def _middle(x: float, top: float, bottom: float, text: str, width: float) -> list[Markup]:
    return [_line(x, top - 4, x, bottom, "middle"), _text(x, top - 10, text, "axis strong", _anchor(x, width))]


__all__ = ["Bar", "Interval", "Spread", "bars", "both", "columns", "curve", "histogram", "intervals", "ridges"]
