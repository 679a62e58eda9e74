"""Charts: what is drawn is where its number belongs, in both widths, and is told in words as well."""

from __future__ import annotations

import re

import pytest
from read_page import Node, read

from ludex.report.charts import ROOMY, TIGHT, Bar, Interval, Spread, bars, columns, curve, histogram, intervals, ridges
from ludex.report.scales import a_game, axis, bins, number, percent

UGLY = '<b>"Ace" & co</b>'
LONG = "a very long name that nobody has room for on a telephone, and not on a page either"


def drawings(chart: str) -> tuple[Node, Node]:
    """The chart for a page, and the one for a telephone."""
    roomy, tight = read(chart).all("svg")
    return roomy, tight


def place(node: Node, name: str) -> float:
    return float(node.attributes[name])


CHARTS = {
    "bars": bars([Bar(UGLY, 3, "3 times"), Bar(LONG, 0, "0 times")], "Bars"),
    "intervals": intervals([Interval(UGLY, 0.5, 0.4, 0.6), Interval(LONG, 0.3, 0.2, 0.45, "9 games")], "Shares", (0.4, "even")),
    "histogram": histogram(Spread("", {3: 4, 9: 1, 200: 2}, 9), "Lengths", "decisions"),
    "ridges": ridges([Spread(UGLY, {-3: 4, 9: 1}, 0), Spread("P2", {0: 1}, 0)], "Scores", "points"),
    "curve": curve([(0, 0), (0.5, 0.3), (1, 1)], "Course", high=1, told=percent, reference=(0.5, "by chance")),
    "columns": columns([Bar(f"{at * 10}–{at * 10 + 10}%", at % 3 / 10, f"{at}") for at in range(10)], "Columns"),
    "columns of nothing": columns([Bar("a", 0, "0%")], "None"),
    "bars of one": bars([Bar("only", 0, "none")], "One"),
    "columns of one": histogram(Spread("", {5: 1}, 5), "One", "x"),
    "a curve of one": curve([(0.5, 0.0)], "One"),
    "an interval of one": intervals([Interval("P1", 1, 1, 1)], "One"),
    "a ridge of one": ridges([Spread("P1", {0: 3}, 0)], "One", "points"),
}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_charts_are_well_formed_and_stay_inside(chart: str) -> None:
    for svg in drawings(chart):
        left, top, width, bottom = map(float, svg.attributes["viewbox"].split())
        assert (left, top, width) == (0, 0, ROOMY if "roomy" in svg.attributes["class"] else TIGHT) and bottom > 0
        assert svg.attributes["role"] == "img" and svg.attributes["aria-label"]
        for rect in svg.all("rect"):
            assert place(rect, "x") >= 0 and place(rect, "x") + place(rect, "width") <= width + 0.1
            assert place(rect, "y") >= -0.1 and place(rect, "y") + place(rect, "height") <= bottom + 0.1
        for text in svg.all("text"):
            assert 0 <= place(text, "x") <= width and 0 <= place(text, "y") <= bottom
        for line in svg.all("line"):
            assert all(-0.1 <= place(line, name) <= width + 0.1 for name in ("x1", "x2"))
    assert "<b>" not in chart and "nan" not in chart and "inf" not in chart


def test_both_widths_are_there() -> None:
    assert [[svg.attributes["class"], svg.attributes["aria-label"]] for svg in drawings(CHARTS["bars"])] == [
        ["chart roomy", "Bars"], ["chart tight", "Bars"]]


def test_names_stand_as_they_are() -> None:
    for svg in drawings(CHARTS["bars"]):
        assert UGLY in [text.text for text in svg.all("text")]
        assert [title.text for title in svg.all("title")] == [f"{UGLY}: 3 times", f"{LONG}: 0 times"]
        [cut] = [text.text for text in svg.all("text") if text.text.endswith("…")]
        assert LONG.startswith(cut[:-1]) and len(cut) > 20


def test_bars_are_as_long_as_their_numbers() -> None:
    for svg in drawings(bars([Bar("a", 8, "8"), Bar("b", 2, "2"), Bar("c", 0, "0")], "x")):
        long, other, none = svg.all("rect", "bar")
        assert place(other, "width") == pytest.approx(place(long, "width") / 4, abs=0.1)
        assert place(none, "width") < 2 and "none" in none.attributes["class"]
    for svg in drawings(bars([Bar("a", 0.25, "25%")], "x", full=1.0)):
        [bar] = svg.all("rect", "bar")
        assert place(bar, "width") < ROOMY / 3


def test_intervals_lie_on_one_axis() -> None:
    rows = [Interval("P1", 0.5, 0.4, 0.6), Interval("P2", 0.3, 0.25, 0.35)]
    for svg in drawings(intervals(rows, "x", (0.4, "even"))):
        ticks = [(float(text.text[:-1]) / 100, place(text, "x")) for text in svg.all("text", "axis") if text.text.endswith("%")]
        (low, first), (high, last) = ticks[0], ticks[-1]
        places = {share: first + (share - low) / (high - low) * (last - first) for share in (0.25, 0.3, 0.35, 0.4, 0.5, 0.6)}
        assert [place(dot, "cx") for dot in svg.all("circle")] == [pytest.approx(places[each.value], abs=0.2) for each in rows]
        assert place(svg.first("line", "even"), "x1") == pytest.approx(places[0.4], abs=0.2)
        whiskers = [(place(line, "x1"), place(line, "x2")) for line in svg.all("line") if line.attributes["class"] == "whisker"]
        assert whiskers == [(pytest.approx(places[each.low], abs=0.2), pytest.approx(places[each.high], abs=0.2)) for each in rows]


def test_a_histogram_shows_every_number() -> None:
    counts = {number: 1 + number % 3 for number in range(40, 163)}
    for svg in drawings(histogram(Spread("", counts, 100), "x", "decisions")):
        shares = [float(re.sub(r"[^0-9.]", "", rect.first("title").text.split(": ")[1])) for rect in svg.all("rect", "bar")]
        assert sum(shares) == pytest.approx(100, abs=0.05 * len(shares))
        assert "median 100" in [text.text for text in svg.all("text")]


def test_ridges_share_one_axis() -> None:
    """The same number is at the same place for everybody, and as many games are as high."""
    for svg in drawings(ridges([Spread("P1", {0: 2, 9: 2}, 5), Spread("P2", {9: 7, 4: 7}, 6)], "x", "points")):
        one, nine, four, other = svg.all("rect", "bar")
        assert place(nine, "x") == place(other, "x") > place(four, "x") > place(one, "x")
        assert {place(each, "height") for each in (one, nine, four, other)} == {place(one, "height")}


def test_columns_are_as_high_as_their_numbers() -> None:
    for svg in drawings(columns([Bar("a", 0.4, "40%"), Bar("b", 0, "0%"), Bar("c", 0.1, "10%")], "x")):
        high, low = svg.all("rect", "bar")
        assert place(low, "height") == pytest.approx(place(high, "height") / 4, abs=0.1)
        assert [title.text for title in svg.all("title")] == ["a: 40%", "c: 10%"]


def test_a_curve_goes_through_its_points() -> None:
    for svg in drawings(curve([(0, 0), (0.5, 0.25), (1, 1)], "x", high=1.0, told=percent)):
        first, middle, last = [(place(dot, "cx"), place(dot, "cy")) for dot in svg.all("circle")]
        assert middle[0] == pytest.approx((first[0] + last[0]) / 2, abs=0.1)
        assert middle[1] == pytest.approx(first[1] + (last[1] - first[1]) / 4, abs=0.1)
        assert svg.first("path", "curve").attributes["d"].startswith(f"M{first[0]:g} {first[1]:g} L{middle[0]:g} {middle[1]:g}")


@pytest.mark.parametrize(("low", "high", "whole"), [
    (0, 1, False), (0, 3, True), (0.2, 0.28, False), (7, 7, True), (0, 0, False), (-13, 4021, True), (0.5, 0.5, False)])
def test_axes_have_a_few_round_numbers(low: float, high: float, whole: bool) -> None:
    found = axis(low, high, 10, 100, most=6, whole=whole)
    assert 2 <= len(found.ticks) <= 8
    assert found.low <= low and high <= found.high
    assert found.at(found.low) == 10 and found.at(found.high) == pytest.approx(110)
    assert not whole or all(tick % 1 == 0 for tick in found.ticks)


def test_bins_hold_everything_once() -> None:
    found = bins({-7: 2, 0: 1, 3: 5, 499: 1}, -7, 499, 24)
    assert sum(each.count for each in found) == 9 and len(found) <= 26
    assert {each.high - each.low for each in found} == {found[0].high - found[0].low}
    assert found[0].low <= -7 and found[-1].high > 499
    assert [(each.low, each.count) for each in bins({3: 1, 5: 2}, 3, 5)] == [(3, 1), (4, 0), (5, 2)]


@pytest.mark.parametrize(("told", "expected"), [
    (number(1234), "1,234"), (number(2.0), "2"), (number(-1.25, 2), "−1.25"), (percent(0.123), "12.3%"), (percent(0), "0%"),
    (percent(1), "100%"), (percent(0.0001), "under 0.1%"), (percent(0.99999), "over 99.9%"), (percent(0.5, 0), "50%"),
    (a_game(2), "2.0 a game"), (a_game(0.01), "0.01 a game"),
])
def test_how_numbers_are_told(told: str, expected: str) -> None:
    assert told == expected
