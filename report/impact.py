"""The page about what rulings are worth: the ranking, and each ruling with what its readings change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.book.elements import Markup, first_capital, inner, tag
from ludex.report import charts
from ludex.report.charts import Interval
from ludex.report.page import Column, Page, Section, figure, pairs, table, tiles, told, written
from ludex.report.scales import many, number, percent

Document = Mapping[str, Any]
#: The most readings of one chart; the table below it has all.
MOST = 40


def page(document: Document, title: str, about: str) -> str:
    """The whole file. `document` is what `ludex impact` gives as JSON."""
    ranked = [(ruling, reading) for ruling in document["rulings"] for reading in ruling["readings"]]
    facts = (many(len(document["rulings"]), "ruling"), f"{many(document['games'], 'game')} a reading",
             many(document["players"], "player"))
    idle = [ruling["name"] for ruling in document["rulings"] if not any(each["differ"] for each in ruling["readings"])]
    sections = [Section("short", "In short", "", (_figures(document, idle), told(_sentences(document, ranked, idle))))]
    if ranked:
        sections.append(_ranking(document, ranked))
    sections += [_ruling(ruling) for ruling in document["rulings"]]
    return written(Page(document["game"], "What the rulings are worth", title, about, facts, tuple(sections)))


def _spoken(name: str) -> str:
    return first_capital(name.replace("_", " "))


def _figures(document: Document, idle: list[str]) -> Markup:
    found = [("rulings played otherwise", str(len(document["rulings"])))]
    if document["strangers"]:
        most = [ruling for ruling in document["rulings"] if ruling["change"]["winner"] >= document["strangers"] / 2]
        found.append(("on which much of the result hangs", str(len(most))))
    return tiles([*found, ("that changed nothing", str(len(idle)))])


def _sentences(document: Document, ranked: list[tuple[Document, Document]], idle: list[str]) -> list[str]:
    found = []
    if ranked and ranked[0][1]["change"]["winner"]:
        ruling, reading = ranked[0]
        found.append(f"Most hangs on “{_spoken(ruling['name'])}”: read as “{_spoken(reading['reading'])}”, "
                     f"{percent(reading['change']['winner'])} of the games have another winner.")
    if document["strangers"] is not None:
        apart = percent(document["strangers"])
        found.append(f"Two games that have nothing in common have different winners in {apart} of cases. A pair "
                     "of games that has parted early cannot say more than that.")
    favoured = [(ruling, reading) for ruling, reading in ranked if _moved(reading)]
    if favoured:
        ruling, reading = max(favoured, key=lambda each: abs(each[1]["shift"]["winner"]["mean"]))
        found.append(f"Most unevenly works “{_spoken(ruling['name'])}” read as “{_spoken(reading['reading'])}”: "
                     f"{_moved(reading)} of the games.")
    if idle:
        found.append(f"{len(idle)} changed nothing in these games: {', '.join(_spoken(name) for name in idle)}.")
    if document["tables"]:
        found.append("So many cannot play by " + ", ".join(
            f"“{_spoken(each['ruling'])}” read as “{_spoken(each['reading'])}”" for each in document["tables"]) + ".")
    return found


def _moved(reading: Document) -> str:
    """The seat whose share of wins moves most, if that is not to be put down to chance."""
    moved = reading["shift"]["winner"]
    if moved["low"] <= 0 <= moved["high"]:
        return ""
    return f"{moved['seat']} wins {percent(abs(moved['mean']))} {'more' if moved['mean'] > 0 else 'less'}"


def _ranking(document: Document, ranked: list[tuple[Document, Document]]) -> Section:
    rows = [Interval(f"{_spoken(ruling['name'])}: {reading['reading'].replace('_', ' ')}", reading["change"]["winner"],
                     reading["low"], reading["high"], f"{percent(reading['differ'])} differ at all")
            for ruling, reading in ranked]
    chart = charts.intervals(rows[:MOST], "How many games have another winner under each reading",
                             None if document["strangers"] is None else (document["strangers"], "unrelated games"))
    columns = [Column("Ruling", False), Column("Reading", False), Column("Weight", False), Column("Games that differ"),
               Column("Another winner"), Column("Points"), Column("Decisions"), Column("Options"),
               Column("Most moved", False)]
    cells = [[_spoken(ruling["name"]), reading["reading"].replace("_", " "), ruling["weight"],
              percent(reading["differ"]),
              f"{percent(reading['change']['winner'])} ({percent(reading['low'])} to {percent(reading['high'])})",
              *(number(reading["change"][what], 2) for what in ("score", "length", "options")), _moved(reading)]
             for ruling, reading in ranked]
    return Section("ranking", "The ranking", "Each reading beside the chosen one, from the same seeds.", (
        figure(chart, "Games with another winner" + (f": the first {MOST} readings" if len(rows) > MOST else ""),
               table(columns, cells, "What each reading changes"),
               "The bar is the range in which the true share is likely to lie."),))


def _ruling(ruling: Document) -> Section:
    entries: list[tuple[str, str | Markup]] = [("Played", _spoken(ruling["choice"]))]
    if ruling["weight"]:
        entries.append(("Weight", f"{ruling['weight']}, as it was judged"))
    for reading in ruling["readings"]:
        ends = [f"{often:,} {word}" for ending, word in (("limit", "given up"), ("fault", "without an answer"))
                if (often := reading["endings"][ending])]
        says = [f"{percent(reading['differ'])} of {reading['games']:,} games differ, "
                f"{percent(reading['change']['winner'])} have another winner",
                f"{number(reading['change']['score'], 2)} points, {number(reading['change']['length'], 2)} decisions "
                f"and {number(reading['change']['options'], 2)} options a decision apart",
                *filter(None, [_moved(reading)]),
                *ends]
        entries.append((_spoken(reading["reading"]), inner([tag("span", f"{'; '.join(says)}.")])))
    return Section(f"ruling-{ruling['name']}", _spoken(ruling["name"]), ruling["question"], (pairs(entries),))


__all__ = ["page"]
