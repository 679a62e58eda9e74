"""The page about a simulation: what was played, who wins, how long it takes, what is used, and when it is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludex.book.elements import Markup, first_capital, tag
from ludex.ir.record import record
from ludex.report import sentences
from ludex.report.charts import Bar, Interval, Spread, bars, columns, curve, histogram, intervals, ridges
from ludex.report.page import Column, Page, Section, figure, folds, marks, pairs, table, tiles, told, written
from ludex.report.scales import many, number, percent
from ludex.report.sentences import Document
from ludex.report.use import parts_used


@record
class Played:
    """What the summary does not say: the title, what the game is about, the rulings with their questions and readings,
    the end conditions that there are, how often each length came up and, for each seat, each score."""

    title: str
    about: str
    rulings: tuple[tuple[str, str, str, bool], ...]
    ends: tuple[str, ...]
    lengths: Mapping[int, int]
    scores: tuple[Mapping[int, int], ...]
    command: str


def page(document: Document, played: Played) -> str:
    """The whole file; `document` is the summary as the command gives it."""
    facts = [many(document["games"], "game"), many(document["players"], "player"), _agents(document),
             f"seed {document['seed']}"]
    return written(Page(document["game"], "Simulation report", played.title, played.about, tuple(facts),
                        tuple(_sections(document, played))))


def _agents(document: Document) -> str:
    names = document["agents"]
    return f"all {names[0]}" if len(set(names)) == 1 else ", ".join(names)


def _sections(document: Document, played: Played) -> Iterator[Section]:
    yield Section("glance", "At a glance", "", (tiles(_figures(document)), told(sentences.headlines(document))))
    finished = document["endings"]["over"]
    if finished:
        yield _winners(document)
        yield Section("length", "How long a game is", sentences.about_length(document),
                      tuple(_length(document, played)))
        if any(len(counts) > 2 or not set(counts) <= {-1, 0, 1} for counts in played.scores):
            yield Section("scores", "What is scored", sentences.about_scores(document), (_scores(document, played),))
    yield Section("ends", "How games end", sentences.about_ends(document), tuple(_ends(document, played)))
    detail = document.get("detail")
    if detail is not None:
        yield from _looked(detail, len(document["seats"]))
    if document["expect"]:
        yield _expected(document)
    yield _settings(document, played)


def _figures(document: Document) -> list[tuple[str, str]]:
    """The numbers on top."""
    finished, detail = document["endings"]["over"], document.get("detail")
    found = [("games played", f"{document['games']:,}")]
    if finished:
        found += [("between the luckiest seat and the unluckiest", f"{document['seat_advantage'] * 100:.1f} pts")
                  ] if document["players"] > 1 else []
        found += [("decisions in a game, on average", number(document["length"]["mean"])),
                  ("games without a single winner", percent(document["ties"] / finished))]
    if detail is not None and detail["branching"] is not None:
        found.append(("options at a decision, on average", number(detail["branching"]["mean"])))
    if detail is not None and detail["leads"] is not None:
        found.append(("changes of the lead in a game", number(detail["leads"]["changes"]["mean"])))
    return found


# -- all games


def _winners(document: Document) -> Section:
    seats = document["seats"]
    rows = [Interval(seat["seat"], seat["rate"], seat["low"], seat["high"], many(seat["wins"], "game"))
            for seat in seats]
    even = sentences.even(document)
    chart = intervals(rows, f"Share of the games that each seat wins alone. {_read(rows)}",
                      (even, f"even: {percent(even)}") if len(seats) > 1 else None)
    numbers = table(
        [Column("Seat", False), Column("Wins alone"), Column("Rate"), Column("95% interval"), Column("Shared"),
         Column("Mean score")],
        [[seat["seat"], f"{seat['wins']:,}", percent(seat["rate"]),
          f"{percent(seat['low'])} to {percent(seat['high'])}",
          f"{seat['shared']:,}", "–" if seat["score"] is None else number(seat["score"]["mean"])] for seat in seats],
        "Wins by seat")
    note = ("The bars are 95% intervals: of twenty such intervals about one misses the true share. "
            + sentences.about_ties(document))
    return Section("seats", "Who wins", sentences.about_seats(document),
                   (figure(chart, "Games won alone, by seat", numbers, note),))


def _read(rows: Sequence[Interval]) -> str:
    return "; ".join(f"{row.label} {percent(row.value)}" for row in rows)


def _length(document: Document, played: Played) -> Iterator[Markup]:
    length = document["length"]
    chart = histogram(Spread("", played.lengths, length["median"]),
                      f"How many games take how many decisions. {sentences.about_length(document)}", "decisions")
    yield figure(chart, "Games by their number of decisions", _spreads([("Decisions", length)]))


def _spreads(rows: Sequence[tuple[str, Mapping[str, float]]]) -> Markup:
    """Ends, quarters and mean as a table."""
    parts = ("min", "lower", "median", "upper", "max", "mean")
    titles = ("", "Lowest", "Lower quarter", "Median", "Upper quarter", "Highest", "Mean")
    return table([Column(title, bool(at)) for at, title in enumerate(titles)],
                 [[name, *(number(spread[part]) for part in parts)] for name, spread in rows], "Where the numbers lie")


def _scores(document: Document, played: Played) -> Markup:
    seats = [(seat["seat"], seat["score"]) for seat in document["seats"] if seat["score"] is not None]
    rows = [Spread(name, counts, score["median"])
            for (name, score), counts in zip(seats, played.scores, strict=True)]
    chart = ridges(rows, f"Scores by seat. {sentences.about_scores(document)}", "points")
    return figure(chart, "Final scores, by seat", _spreads(seats), "Each seat's columns add up to all its games.")


def _ends(document: Document, played: Played) -> Iterator[Markup]:
    games = document["games"]
    ended = [(name, often) for name, often in document["ended_by"].items()]
    ended += [(f"given up after {document['limit']:,} decisions", document["endings"]["limit"])] * bool(
        document["endings"]["limit"])
    ended += [("the rules had no answer", document["endings"]["fault"])] * bool(document["endings"]["fault"])
    rows = [Bar(first_capital(name), often / games, percent(often / games)) for name, often in ended]
    chart = bars(rows, f"What ended the games. {'; '.join(f'{row.label} {row.text}' for row in rows)}", 1.0)
    numbers = table([Column("Ended by", False), Column("Games"), Column("Share")],
                    [[name, f"{often:,}", percent(often / games)] for name, often in ended], "What ended the games")
    yield figure(chart, "What ended the games", numbers)
    never = [name for name in played.ends if name not in document["ended_by"]]
    if never:
        yield marks("Ends that never came about", never)
    if document["faults"]:
        yield folds("Where the rules had no answer", table(
            [Column("What", False), Column("Rule", False), Column("Passage", False), Column("Games"),
             Column("Seed of the first")],
            [[each["message"], each["rule"], each["passage"], f"{each['games']:,}", str(each["seed"])]
             for each in document["faults"]], "Games without an answer"))


# -- games that were looked at


def _looked(detail: Document, seats: int) -> Iterator[Section]:
    games = f"the first {detail['games']:,} games" if detail["games"] > 1 else "the first game"
    note = f"Seen in {games}, looked at move by move."
    if detail["leads"] is not None:
        yield Section("lead", "Who is ahead", sentences.about_lead(detail), tuple(_lead(detail["leads"], seats, note)))
    if detail["branching"] is not None:
        yield Section("options", "How much there is to choose", sentences.about_options(detail),
                      tuple(_options(detail, note)))
    yield from parts_used(detail, seats, note)


def _lead(leads: Document, seats: int, note: str) -> Iterator[Markup]:
    if leads["decided"] >= sentences.FEWEST:
        points = [(at / 10, share) for at, share in enumerate(leads["winner_ahead"])]
        chart = curve(points, "How often the later winner is ahead in the course of the game. "
                      + "; ".join(f"{at:.0%} {percent(share, 0)}" for at, share in points), high=1.0,
                      told=lambda share: percent(share, 0),
                      reference=(1 / seats, "by chance") if seats > 1 else None)
        numbers = table([Column("Played", False), Column("Winner ahead"), Column("Lead of the best")],
                        [[f"{at:.0%}", percent(share), number(gap)]
                         for (at, share), gap in zip(points, leads["gap"], strict=True)], "Who is ahead when")
        yield figure(chart, "How often the later winner is already ahead", numbers,
                     f"Of the {leads['decided']:,} games with one winner. {note} Ahead is whose score is better than "
                     f"every other; a steep line near the end means that games are decided late.")
        settled = [Bar(f"{at * 10}–{at * 10 + 10}%", often / leads["decided"], percent(often / leads["decided"]))
                   for at, often in enumerate(leads["settled_by_part"])]
        yield figure(columns(settled, "When the later winner comes to the front for good: " + "; ".join(
            f"{row.label} {row.text}" for row in settled)), "When the winner comes to the front for good", table(
                [Column("Part of the game", False), Column("Games"), Column("Share")],
                [[row.label, f"{often:,}", row.text]
                 for row, often in zip(settled, leads["settled_by_part"], strict=True)], "When games are settled"),
            "In the last column are also the games that a tie-break or the very end decides.")
    counts = {int(changes): often for changes, often in leads["changes"]["counts"].items()}
    if len(counts) == 1:
        return
    chart = histogram(Spread("", counts, leads["changes"]["median"]), "How often another seat comes to the front: "
                      + "; ".join(f"{changes} times in {often} games" for changes, often in counts.items()), "times")
    yield figure(chart, "Changes of the lead in a game", table(
        [Column("Changes", False), Column("Games"), Column("Share")],
        [[str(changes), f"{often:,}", percent(often / leads["games"])] for changes, often in counts.items()],
        "Changes of the lead"))


def _options(detail: Document, note: str) -> Iterator[Markup]:
    branching = detail["branching"]
    lower, upper = number(branching["lower"]), number(branching["upper"])
    half = f"{note} Half of the decisions have {lower}{'' if lower == upper else f' to {upper}'} options."
    means = branching["by_progress"]
    if None in means:
        yield tag("p", half, class_="note")
        return
    points = [((at + 0.5) / len(means), mean) for at, mean in enumerate(means)]
    chart = curve(points, "Mean number of options in the course of the game. "
                  + "; ".join(f"{at:.0%} {number(mean)}" for at, mean in points))
    rows = [[f"{at * 10} to {at * 10 + 10}%", number(mean, 2)] for at, mean in enumerate(means)]
    yield figure(chart, "Options at a decision, on average", table(
        [Column("Part of the game", False), Column("Options")], rows, "Options by part of the game"), half)


# -- what was played


def _expected(document: Document) -> Section:
    rows = [[each["condition"], "holds" if each["met"] else "does not hold", each.get("trouble") or ", ".join(
        f"{name} is {value:g}" for name, value in each["figures"].items() if value is not None)]
        for each in document["expect"]]
    failed = sum(not each["met"] for each in document["expect"])
    lead = "All that was expected holds." if not failed else f"{failed} of {len(rows)} conditions do not hold."
    return Section("expected", "What was expected", lead, (table(
        [Column("Condition", False), Column("Verdict", False), Column("Because", False)], rows, "Conditions"),))


def _settings(document: Document, played: Played) -> Section:
    entries: list[tuple[str, Markup | str]] = [
        ("Rules", f"{played.title} ({document['game']})"),
        ("Fingerprint", tag("code", document["rules"])),
        ("Players", str(document["players"])), ("Agents", _agents(document)),
        ("Games", f"{document['games']:,}{_why(document)}"), ("Seed", str(document["seed"])),
        ("Given up after", f"{document['limit']:,} decisions"),
    ]
    if document["parameters"]:
        entries.append(("Parameters", ", ".join(f"{name} = {value}" for name, value in document["parameters"].items())))
    entries.append(("The same again", tag("pre", tag("code", played.command))))
    inside = [pairs(entries)]
    if played.rulings:
        rows = [[question, means, "as the rules have it" if usual else "another reading"]
                for _, question, means, usual in sorted(played.rulings, key=lambda each: each[3])]
        inside.append(folds(f"How {len(rows)} open question{'s are' if len(rows) > 1 else ' is'} read", table(
            [Column("Question", False), Column("Read as", False), Column("", False)], rows, "Rulings")))
    random = set(document["agents"]) == {"random"}
    lead = ("Every player takes any option with the same chance. Such players know nothing: what shows here is a "
            "property of the rules, not of how the game is played well.") if random else ""
    return Section("played", "What was played", lead, tuple(inside))


def _why(document: Document) -> str:
    if document["why"] == "until":
        return ", until all intervals were as narrow as wanted"
    return ", then it was stopped" if document["why"] == "stopped" else ""


__all__ = ["Played", "page"]
