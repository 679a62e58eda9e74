"""The sections about what was used: actions, items, what else is chosen from, and rules; and what never was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludex.book.elements import Markup, first_capital, tag
from ludex.report import sentences
from ludex.report.charts import Bar, Interval, bars, intervals
from ludex.report.page import Column, Section, figure, folds, marks, table
from ludex.report.scales import a_game, percent
from ludex.report.sentences import Document

#: A chart has at most so many bars, and the table below it so many rows.
MOST, ROWS = 20, 200
#: Of more things than this, as on a large board, it is not called out which were never chosen.
FEW_ENOUGH = 100
Thing = Mapping[str, Any]


def parts_used(detail: Document, seats: int, note: str) -> Iterator[Section]:
    """The sections, for what there is."""
    unused = sentences.unused(detail)
    if detail["actions"] or detail["choices"]:
        yield Section("actions", "What players do", "", tuple(_actions(detail, unused["action"], note)))
    items = [(domain, things) for domain, things in _by_class(detail["items"])
             if any(thing["moved"] or thing["chosen"] for thing in things)]
    if items:
        yield Section("items", "What is used", "", tuple(
            part for domain, things in items for part in _items(domain, things, detail, seats, note)))
    spaces = [(domain, things) for domain, things in _by_class(detail["spaces"])
              if len(things) > 1 and any(thing["chosen"] for thing in things)]
    if spaces:
        yield Section("chosen", "What is chosen", "", tuple(
            part for domain, things in spaces for part in _chosen(domain, things, detail, seats, note)))
    yield Section("rules", "Which rules take part", _about_rules(detail), tuple(_rules(detail, unused["rule"], note)))


def _by_class(things: Sequence[Thing]) -> list[tuple[str, list[Thing]]]:
    found: dict[str, list[Thing]] = {}
    for thing in things:
        found.setdefault(thing["class"], []).append(thing)
    return list(found.items())


def _actions(detail: Document, never: Sequence[str], note: str) -> Iterator[Markup]:
    games = detail["games"]
    actions = [each for each in detail["actions"] if each["taken"]]
    if actions:
        rows = [Bar(first_capital(each["action"]), each["taken"] / games, a_game(each["taken"] / games))
                for each in actions]
        numbers = table(
            [Column("Action", False), Column("Taken"), Column("Could be taken"), Column("Share"), Column("In games")],
            [[each["action"], f"{each['taken']:,}", f"{each['offered']:,}",
              percent(each["taken"] / each["offered"]) if each["offered"] else "–", percent(each["games"] / games)]
             for each in detail["actions"]], "Actions")
        yield figure(bars(rows[:MOST], f"Actions, by how often they are taken: {_listed(rows)}"),
                     "Actions, by how often they are taken", numbers, note)
    if never:
        yield marks("Actions that nobody took", never)
    if detail["choices"]:
        yield folds("Other decisions", table(
            [Column("What is asked", False), Column("Answer", False), Column("Given"), Column("Could be given"),
             Column("In games")],
            [[each["prompt"], each["answer"] or "one of what is offered", f"{each['taken']:,}", f"{each['offered']:,}",
              percent(each["games"] / games)] for each in detail["choices"]], "Other decisions"))


def _about_items(things: Sequence[Thing], games: int) -> str:
    moved = [thing for thing in things if thing["moved"]]
    if not moved:
        return ""
    if len(moved) == 1:
        return ""
    if len({a_game(_often(thing, games)) for thing in moved}) == 1:
        return ""
    most, least = (pick(moved, key=lambda thing: _often(thing, games)) for pick in (max, min))
    return (f"{first_capital(most['name'])} moves most often ({a_game(_often(most, games))}"
            f"{' for each copy' if most['copies'] > 1 else ''}), {least['name']} least often "
            f"({a_game(_often(least, games))}).")


def _often(thing: Thing, games: int) -> float:
    """How often a copy of it moves in a game."""
    return float(thing["moved"] / games / thing["copies"])


def _items(domain: str, things: Sequence[Thing], detail: Document, seats: int, note: str) -> Iterator[Markup]:
    games = detail["games"]
    yield tag("h3", first_capital(domain))
    ordered = sorted(things, key=lambda thing: -_often(thing, games))
    rows = [Bar(first_capital(thing["name"]), _often(thing, games), a_game(_often(thing, games)))
            for thing in ordered if thing["moved"]]
    copies = any(thing["copies"] > 1 for thing in things)
    zones = sorted({zone for thing in things for zone in thing["into"]},
                   key=lambda zone: -sum(thing["into"].get(zone, 0) for thing in things))
    numbers = table(
        [Column("Name", False), Column("Copies"), Column("In games"), Column("Moves"),
         *(Column(f"to {zone}") for zone in zones), Column("Offered"), Column("Chosen")],
        [[thing["name"], str(thing["copies"]), percent(thing["games"] / games), f"{thing['moved']:,}",
          *(f"{thing['into'].get(zone, 0):,}" for zone in zones), f"{thing['offered']:,}", f"{thing['chosen']:,}"]
         for thing in ordered], "Items")
    each = "each copy" if copies else "each"
    yield figure(bars(rows[:MOST], f"Items, by how often {each} moves: {_listed(rows)}"),
                 f"How often {each} moves to another place{_of(rows)}", numbers,
                 f"{_about_items(things, games)} {note}".strip())
    never = [thing["name"] for thing in things if not thing["moved"] and not thing["chosen"]]
    if never:
        yield marks("Never moved and never chosen", never)
    yield from _fared(things, detail, seats)


def _chosen(domain: str, things: Sequence[Thing], detail: Document, seats: int, note: str) -> Iterator[Markup]:
    total = sum(thing["chosen"] for thing in things)
    yield tag("h3", first_capital(domain.strip("()")))
    ordered = sorted(things, key=lambda thing: -thing["chosen"])
    rows = [Bar(first_capital(thing["name"]), thing["chosen"] / total, percent(thing["chosen"] / total))
            for thing in ordered if thing["chosen"]]
    numbers = table([Column("Name", False), Column("Chosen"), Column("Could be chosen"), Column("Share of choices")],
                    [[thing["name"], f"{thing['chosen']:,}", f"{thing['offered']:,}", percent(thing["chosen"] / total)]
                     for thing in ordered[:ROWS]], "What is chosen")
    yield figure(bars(rows[:MOST], f"What is chosen: {_listed(rows)}"), f"Share of these choices{_of(rows)}",
                 numbers, note + (f" The table has the {ROWS} most used." if len(things) > ROWS else ""))
    never = [thing["name"] for thing in things if not thing["chosen"]]
    if never and len(things) <= FEW_ENOUGH:
        yield marks("Never chosen", never)
    yield from _fared(things, detail, seats)


def _of(rows: Sequence[Bar]) -> str:
    return f" (the {MOST} most used of {len(rows)})" if len(rows) > MOST else ""


def _fared(things: Sequence[Thing], detail: Document, seats: int) -> Iterator[Markup]:
    """How those fared that chose each, where that says something."""
    known = sentences.telling(things, detail, seats)
    if len(known) < 2:
        return
    usual = sentences.usual(detail, seats)
    ordered = sorted(known, key=lambda thing: -thing["won"]["rate"])
    shown = ordered if len(ordered) <= MOST else [*ordered[:MOST // 2], *ordered[-MOST // 2:]]
    rows = [Interval(first_capital(thing["name"]), thing["won"]["rate"], thing["won"]["low"], thing["won"]["high"],
                     f"chosen by {thing['choosers']:,}") for thing in shown]
    away = [thing["name"] for thing in known if not thing["won"]["low"] <= usual <= thing["won"]["high"]]
    told = f"{len(away)} of {len(known)} intervals do not reach the line of any seat"
    told += f"; of so many, about {len(known) / 20:.0f} would not by chance alone." if len(known) >= 20 else "."
    numbers = table([Column("Name", False), Column("Chosen by"), Column("Won alone"), Column("95% interval")],
                    [[thing["name"], f"{thing['choosers']:,}", percent(thing["won"]["rate"]),
                      f"{percent(thing['won']['low'])} to {percent(thing['won']['high'])}"]
                     for thing in ordered[:ROWS]],
                    "How those fared that chose it")
    if not away:
        yield folds("How often a seat wins that has chosen it: no clear difference", numbers)
        return
    part = f" (the {MOST // 2} best and worst of {len(ordered)})" if len(ordered) > MOST else ""
    yield figure(intervals(rows, "How often those win that chose each: " + "; ".join(
        f"{row.label} {percent(row.value)}" for row in rows), (usual, f"any seat: {percent(usual)}")),
        f"How often a seat wins that has chosen it{part}", numbers,
        f"A seat counts once a game. {told} What goes with winning need not be what it comes from.")


def _about_rules(detail: Document) -> str:
    lines, conditions = detail["lines"], detail["conditions"]
    said = f"{lines['covered']:,} of {lines['total']:,} lines of the rules ran"
    if not conditions["total"]:
        return f"{said}."
    return f"{said}, and {conditions['covered']:,} of {conditions['total']:,} conditions came out both ways."


def _rules(detail: Document, never: Sequence[str], note: str) -> Iterator[Markup]:
    games, rules = detail["games"], detail["rules"]
    seldom = sorted((rule for rule in rules if 0 < rule["games"] < games), key=lambda rule: rule["games"])
    numbers = table(
        [Column("Rule", False), Column("Sort", False), Column("Passage", False), Column("Games"), Column("Share")],
        [[rule["rule"], rule["sort"], rule["passage"], f"{rule['games']:,}", percent(rule["games"] / games)]
         for rule in sorted(rules, key=lambda rule: rule["games"])], "Rules")
    if seldom:
        rows = [Bar(first_capital(rule["rule"]), rule["games"] / games, percent(rule["games"] / games))
                for rule in seldom]
        part = f" (the {MOST} rarest of {len(rows)})" if len(rows) > MOST else ""
        yield figure(bars(rows[:MOST], f"Rules, by the share of games in which they take part: {_listed(rows)}", 1.0),
                     f"Rules that do not take part in every game{part}", numbers, note)
    if never:
        yield marks("Rules that never took part", never)
    if not seldom:
        yield folds("All rules", numbers)
    for what, title in (("lines", "Lines that never ran"), ("conditions", "Conditions that came out one way only")):
        if detail[what]["missing"]:
            yield folds(f"{title} ({len(detail[what]['missing'])})", _list(detail[what]["missing"]))


def _list(texts: Sequence[str]) -> Markup:
    return tag("ul", [tag("li", text) for text in texts])


def _listed(rows: Sequence[Bar]) -> str:
    return "; ".join(f"{row.label} {row.text}" for row in rows[:MOST])


__all__ = ["parts_used"]
