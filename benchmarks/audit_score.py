"""How well `ludex audit` finds what careful readers found by hand.

    python benchmarks/audit_score.py --sources DIR --studies DIR [--missed] [--false] [--all] [--json]

The folder of sources holds rulebooks as plain text, the folder of studies lists of their ambiguities: place, kind,
and how a machine could find each. Both come from outside this repository. Printed are recall (over the entries that
the studies call findable from the text), precision (over reports, against all entries), and reports per 1,000
words.

A report finds an entry if four things hold.

1. *The same text.* 2. *The same place.* An entry's place are the sentences that hold its quotations, where it cites
lines only those within them; a quotation that is not in the cited lines counts where it is; without one that can be
found the place is the cited lines. The place of a report is the sentence it stands in, and, for diagnostics that
compare places (`PAIRS`), the sentences of its labels. One sentence in common is needed. What is *absent* has no
place: a report that something is nowhere said finds an entry if both are about one topic, by the words of `TOPICS`.
3. *A fitting kind.* The diagnostic is listed in `FITTING` for one of the kinds that the study gives the entry: the
kinds that name the question it asks, no others. 4. *The same words.* The entry, with its readings and its ruling,
uses words that the report points at or names: two of them, or one where the report points at one or two. A sentence
may hold several ambiguities; one of them does not stand for another. (An entry that quotes nothing has no words to
compare.)

A report is right if it finds any entry, whether or not the study calls that findable by text. Labels that only say
"the same again" count for recall, since a reader is told these places, but never make a report right. Readings are
not compared: both sides write them in their own words.

The studies are dense, so a report may be right by accident. How many would be is printed too: the share of reports
that would be right if each stood in any sentence of the rules."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ludex.dsl.diagnostics import Finding, Sink
from ludex.pages import all_rules
from ludex.validator.rulebook import audit_documents, read_file, word_count
from ludex.validator.text.document import Document
from ludex.validator.text.tokens import split

#: Letters of an entry's number, by study -> the file the entry is about.
TEXTS = {
    ("carving", "C"): "carving_up_china",
    ("carving", "G"): "greater_china",
    ("takenoko", "X"): "help_pages",
    ("takenoko", "T"): "help_pages",
    ("takenoko", "G"): "help_pages",
    ("takenoko", "S"): "help_pages",
    ("infamous", "AIT"): "an_infamous_traffic",
}
GAMES = {
    ("carving", "C"): "Carving Up China",
    ("carving", "G"): "Greater China",
    ("takenoko", "X"): "the file of help pages",
    ("takenoko", "T"): "Takenoko",
    ("takenoko", "G"): "China Gold",
    ("takenoko", "S"): "Battle Sheep",
    ("infamous", "AIT"): "An Infamous Traffic",
}

#: Names of kinds in the studies -> one name each.
KINDS = {
    "pronoun/reference": "reference",
    "ordering/simultaneity": "ordering",
    "missing-tiebreak": "tiebreak",
    "optional-vs-mandatory": "optional",
    "undefined-term": "undefined",
    "inconsistent-name": "naming",
    "vague-quantity": "quantity",
    "dangling-reference": "dangling",
    "revision-drift": "drift",
}

#: Diagnostic -> the kinds of entries it may find: only those that name the question that the diagnostic asks.
FITTING = {
    "LX701": "reference",
    "LX702": "scope",
    "LX703": "scope reference",
    "LX704": "scope quantity",
    "LX705": "scope",
    "LX706": "scope optional",
    "LX707": "reference ordering",
    "LX708": "scope quantity",
    "LX709": "quantity missing-data",
    "LX710": "quantity tiebreak missing-case",
    "LX711": "missing-data scope",
    "LX712": "optional scope dangling",
    "LX713": "optional scope",
    "LX714": "ordering optional",
    "LX715": "undefined dangling",
    "LX716": "naming undefined",
    "LX717": "naming undefined",
    "LX718": "missing-case",
    "LX719": "quantity scope optional",
    "LX720": "ordering",
    "LX721": "undefined missing-data",
    "LX722": "reference quantity",
    "LX723": "scope reference",
    "LX724": "scope contradiction",
    "LX725": "quantity arithmetic",
    "LX726": "scope",
    "LX727": "quantity scope",
    "LX728": "ordering scope",
    "LX729": "reference",
    "LX736": "tiebreak",
    "LX737": "tiebreak ordering",
    "LX738": "missing-case missing-data",
    "LX739": "missing-case ordering",
    "LX742": "arithmetic",
    "LX743": "arithmetic",
    "LX744": "missing-data",
    "LX745": "dangling",
    "LX746": "dangling",
    "LX747": "dangling undefined",
    "LX748": "naming undefined",
    "LX749": "contradiction undefined reference dangling",
    "LX750": "naming",
    "LX751": "naming contradiction",
    "LX752": "naming missing-case scope",
    "LX753": "drift naming",
    "LX754": "scope",
    "LX755": "scope missing-data",
    "LX756": "dangling drift missing-data",
    "LX757": "scope",
    "LX758": "missing-case missing-data undefined",
    "LX759": "ordering termination",
    "LX760": "contradiction undefined",
    "LX761": "undefined",
    "LX762": "contradiction",
    "LX763": "naming contradiction",
    "LX764": "quantity scope",
    "LX765": "undefined",
    "LX766": "quantity optional contradiction",
    "LX767": "missing-data missing-case",
    "LX768": "quantity missing-data",
    "LX769": "missing-case reference",
    "LX770": "ordering scope",
    "LX771": "optional",
    "LX772": "undefined quantity",
    "LX774": "optional",
    "LX781": "undefined",
    "LX785": "scope tiebreak",
    "LX786": "undefined naming",
    "LX787": "undefined missing-case",
    "LX788": "naming undefined",
    "LX790": "missing-case",
    "LX792": "missing-case",
    "LX793": "missing-case",
    "LX794": "scope",
    "LX795": "naming undefined",
    "LX796": "contradiction ordering termination",
    "LX797": "missing-case reference",
}

#: Diagnostics whose labels are the other half of what they report.
PAIRS = frozenset(
    [
        "LX716",
        "LX717",
        "LX736",
        "LX742",
        "LX743",
        "LX744",
        "LX745",
        "LX746",
        "LX750",
        "LX751",
        "LX752",
        "LX753",
        "LX760",
        "LX763",
    ]
)

#: Diagnostics of what is absent -> the words that show that an entry is about the same.
TOPICS = {
    "LX730": r"number of players|player counts?|for 2 players|\bplayers\.min|2 or 6 players|thresholds only "
    r"for|if playing with \w+ players",
    "LX731": r"first player|who starts|moves? first|who is .*first",
    "LX732": r"\bdirection|order or direction|turn order|alternation",
    "LX733": r"\bset-?up|start positions?|initial state",
    "LX734": r"game (?:ends|is over)|end condition",
    "LX735": r"victory conditions|who wins",
    "LX740": r"visib|hidden information|visibility",
    "LX741": r"number of (?:tiles|cards|coins|markers|pieces)|\bstocks\b|components list",
    "LX784": r"start positions?",
    "LX791": r"\bdecline\b|\bpass(?:es|ing)?\b(?! clockwise)|fewer than",
    # These stand at a place, but an entry about the same may have none.
    "LX736": r"\btie",
    "LX753": r"revision|\brev ?\d",
    "LX759": r"when is the end|end tested",
}
SLOTS = frozenset(["LX730", "LX731", "LX732", "LX733", "LX734", "LX735", "LX740", "LX741", "LX784", "LX791"])
ABSENT = frozenset(
    ("missing-data", "missing-case", "ordering", "scope", "termination", "tiebreak", "drift", "optional")
)


@dataclass(frozen=True)
class Entry:
    """One ambiguity of a study."""

    name: str
    game: str
    text: str
    kinds: frozenset[str]
    body: str
    place: str
    find: str
    lines: frozenset[int]
    quotes: tuple[str, ...]

    @property
    def by_text(self) -> bool:
        """Whether the study says that the text alone shows it."""
        found = re.search(r"\(text|\btext\b|TX-", self.find)
        return bool(found) and not re.search(r"not findable|\(text\) example decides|TX-count passes", self.find)


def read_entries(folder: Path) -> list[Entry]:
    """All entries of the studies in a folder."""
    patterns = (
        r"^\*\*(?P<name>[CG]-\d+) · (?P<kinds>.*?) · [ABC]\.\*\*(?P<body>.*?)(?=^\*\*[CG]-\d+ ·|^#"
        r"|^\*\*Checked|^---|\Z)",
        r"^\*\*(?P<name>[XTGS]-\d+) \[.\] (?P<kinds>.*?)\*\*(?P<body>.*?)(?=^\*\*[XTGS]-\d+|^#|^=|^Exact|\Z)",
        r"^### (?P<name>AIT-\d+) \[.\] (?P<kinds>\S+) - (?P<body>.*?)(?=^###|^## |\Z)",
    )
    entries = []
    for path in sorted(folder.glob("ambiguities-*.md")):
        study = path.stem.split("-")[1]
        text = path.read_text(encoding="utf-8")
        for pattern in patterns:
            entries += [
                _entry(study, m)
                for m in re.finditer(pattern, text, re.MULTILINE | re.DOTALL)
                if (study, m["name"].split("-")[0]) in TEXTS
            ]
    return entries


def _entry(study: str, m: re.Match[str]) -> Entry:
    key = (study, m["name"].split("-")[0])
    body, _, find = (
        re.split(r"(Machine:|Find:)", m["body"], maxsplit=1)
        if re.search("Machine:|Find:", m["body"])
        else (m["body"], "", "")
    )
    place = re.split(r"\bReadings?\b|\bDefault\b|\bRuling\b", body, maxsplit=1)[0]
    lines: set[int] = set()
    for a, b in re.findall(r"\bL(\d+)(?:\s?[-–]\s?L?(\d+))?", place):
        lines.update(range(int(a), int(b or a) + 1))
    quotes = []
    for quoted in re.findall(r"^> (.*)$", place, re.MULTILINE):
        quotes += [part.strip().removeprefix('"').removesuffix('"') for part in quoted.split(" // ")]
    if not quotes:
        quotes = re.findall(r'"([^"\n]+)"|“([^”\n]+)”', place.replace("\n", " "))
        quotes = [a or b for a, b in quotes]
    parts = [p.strip(" .,;:") for q in quotes for p in re.split(r"\s*(?:\.\.\.|…|\[\w+\])\s*", q)]
    kinds = frozenset(KINDS.get(k, k) for k in (re.sub(r"\(.*?\)", "", x).strip() for x in m["kinds"].split(",")))
    return Entry(
        m["name"],
        GAMES[key],
        TEXTS[key],
        kinds,
        body,
        place,
        find,
        frozenset(lines),
        tuple(p for p in parts if len(p) > 2),
    )


class Places:
    """Which sentences of a file an entry or a report lies in."""

    def __init__(self, document: Document) -> None:
        self.source = document.source
        self.sentences = [(s.start, s.end) for page in document.pages for s in page.sentences]
        self.sentences += [(page.start, page.start + len(page.title)) for page in document.pages if page.title]
        self.flat = re.sub(
            r"\s", " ", re.sub(r"[’‘]", "'", self.source.text.replace("“", '"').replace("”", '"'))
        ).lower()

    def around(self, start: int, end: int) -> frozenset[int]:
        """The sentences that a stretch touches."""
        end = max(end, start + 1)
        return frozenset(i for i, (a, b) in enumerate(self.sentences) if a < end and start < b)

    def line(self, line: int) -> frozenset[int]:
        """The sentences of a line."""
        start = self.source.line_start(line)
        return self.around(start, start + len(self.source.line_text(line)))

    def of_entry(self, entry: Entry) -> frozenset[int]:
        """Where an entry is."""
        allowed = frozenset(i for line in entry.lines for i in self.line(line))
        found: set[int] = set()
        elsewhere: set[int] = set()
        for quoted in entry.quotes:
            words = re.sub(r"[’‘]", "'", quoted.replace("“", '"').replace("”", '"')).lower()
            pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, words.split())) + r"(?!\w)"
            hits = list(re.finditer(pattern, self.flat))
            if not allowed and len(quoted) < 8 and len(hits) > 2:
                continue
            here = frozenset(i for hit in hits for i in self.around(hit.start(), hit.end()))
            if not allowed or here & allowed:
                found |= here & allowed if allowed else here
            elif len(quoted) >= 8:
                elsewhere |= here
        return frozenset(found | elsewhere) or allowed


@dataclass(frozen=True)
class Score:
    """What was found of the entries of one text, and which reports were right."""

    entries: tuple[Entry, ...]
    found: frozenset[str]
    reports: tuple[tuple[Finding, tuple[str, ...]], ...]
    words: int
    chance: float  # how many reports would be right if each stood in any sentence of the rules


def score(sources: Path, studies: Path, *, everything: bool = False) -> list[Score]:
    """The scores of all texts that the studies are about."""
    entries = read_entries(studies)
    scores = []
    for name in dict.fromkeys(entry.text for entry in entries):
        sink = Sink()
        document = read_file(sources / f"{name}.txt", sink)
        if document is None:
            raise SystemExit(f"{name}.txt cannot be read")
        sink.extend(audit_documents([document], everything=everything))
        own = [entry for entry in entries if entry.text == name]
        places = Places(document)
        at = {id(entry): places.of_entry(entry) for entry in own}
        found: set[str] = set()
        reports = []
        rules = [places.around(s.start, s.end) for page in document.pages for s in page.rules]
        chance = 0.0
        for finding in sink.findings:
            right = [e for e in own if _finds(finding, e, at[id(e)], places, again=False)]
            found.update(_key(e) for e in own if _finds(finding, e, at[id(e)], places, again=True))
            reports.append((finding, tuple(e.name for e in right)))
            fitting = [at[id(e)] for e in own if e.kinds & set(FITTING.get(finding.code, "").split())]
            hit = frozenset().union(*fitting)
            chance += bool(right) if finding.code in SLOTS else sum(bool(here & hit) for here in rules) / len(rules)
        words = word_count(document.source.text)
        scores.append(Score(tuple(own), frozenset(found), tuple(reports), words, chance))
    return scores


def _key(entry: Entry) -> str:
    return f"{entry.game}/{entry.name}"


def _finds(finding: Finding, entry: Entry, at: frozenset[int], places: Places, *, again: bool) -> bool:
    if finding.code in TOPICS and (finding.code in SLOTS or not at):
        about = re.search(TOPICS[finding.code], entry.place + entry.find, re.IGNORECASE)
        return bool(entry.kinds & ABSENT) and about is not None and _same_game(finding, entry)
    if not entry.kinds & set(FITTING.get(finding.code, "").split()):
        return False
    spans = [finding.span]
    spans += [
        label.span for label in finding.labels if again or (finding.code in PAIRS and label.text != "the same again")
    ]
    spoken = content(entry.body)
    named = " ".join(re.findall(r"`([^`]*)`", finding.message))
    return any(
        places.around(span.start, span.end) & at and (not entry.quotes or speaks_of(spoken, span.text, named))
        for span in spans
    )


def content(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, in their base forms."""
    return frozenset(t.base for t in split(text) if t.kind not in ("sign", "determiner", "preposition"))


def speaks_of(spoken: frozenset[str], place: str, named: str) -> bool:
    """Whether an entry uses the words that a report points at or names: two of them, or one of at most two."""
    words = content(place)
    return len((words | content(named)) & spoken) >= (2 if len(words) > 2 else min(len(words), 1))


def _same_game(finding: Finding, entry: Entry) -> bool:
    """Several games in one file: what is absent from one may be there in another."""
    if entry.text != "help_pages":
        return True
    bounds = {
        "Takenoko": (1, 241),
        "China Gold": (242, 289),
        "Battle Sheep": (290, 415),
        "the file of help pages": (1, 415),
    }
    first, last = bounds[entry.game]
    return first <= finding.line <= last


def percent(part: int, whole: int) -> str:
    """A share with its numbers."""
    return f"{100 * part / whole:5.1f} % ({part}/{whole})" if whole else "    -"


def table(title: str, groups: dict[str, list[bool]]) -> Iterable[str]:
    """One line for each group."""
    yield f"\n{title}"
    for name in sorted(groups):
        yield f"  {name:28} {percent(sum(groups[name]), len(groups[name]))}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Score `ludex audit` against studies made by hand.")
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--studies", type=Path, required=True)
    parser.add_argument("--missed", action="store_true", help="list the entries that were not found")
    parser.add_argument("--false", action="store_true", help="list the reports that point to no entry")
    parser.add_argument("--all", action="store_true", help="with the reports that are too unsure to be shown")
    parser.add_argument("--json", action="store_true", help="the numbers as JSON")
    options = parser.parse_args()
    scores = score(options.sources, options.studies, everything=options.all)
    wanted = [(s, e) for s in scores for e in s.entries if e.by_text]
    reports = [(f, right) for s in scores for f, right in s.reports]
    words = sum(s.words for s in scores)
    hits = sum(_key(e) in s.found for s, e in wanted)
    right = sum(bool(r) for _, r in reports)
    if options.json:
        json.dump(
            {
                "recall": hits / len(wanted),
                "precision": right / len(reports),
                "reports": len(reports),
                "per_1000_words": 1000 * len(reports) / words,
            },
            sys.stdout,
        )
        return
    print(f"recall     {percent(hits, len(wanted))} of the entries findable by text")
    everything = [(s, e) for s in scores for e in s.entries]
    print(f"           {percent(sum(_key(e) in s.found for s, e in everything), len(everything))} of all entries")
    print(f"precision  {percent(right, len(reports))} of the reports point to an entry")
    by_chance = sum(s.chance for s in scores)
    print(f"           {percent(round(by_chance), len(reports))} would, if each stood in any sentence of the rules")
    print(f"reports    {1000 * len(reports) / words:.1f} per 1,000 words ({len(reports)} in {words:,} words)")
    by_game, by_kind, by_code = defaultdict(list), defaultdict(list), defaultdict(list)
    for s, e in wanted:
        by_game[e.game].append(_key(e) in s.found)
        for kind in e.kinds:
            by_kind[kind].append(_key(e) in s.found)
    print("\n".join(table("recall by text", by_game)))
    print("\n".join(table("recall by kind", by_kind)))
    by_file = defaultdict(list)
    for s in scores:
        for f, r in s.reports:
            by_file[Path(f.file).stem].append(bool(r))
            by_code[f"{f.code} {f.name}"].append(bool(r))
    print("\n".join(table("precision by file", by_file)))
    print("\n".join(table("precision by diagnostic", by_code)))
    print(f"\n{len(by_code)} of {len(FITTING) + len(TOPICS)} diagnostics spoke, {len(all_rules())} are registered")
    if options.missed:
        print("\nmissed")
        for s, e in wanted:
            if _key(e) not in s.found:
                print(f"  {e.game[:8]:8} {e.name:8} {', '.join(sorted(e.kinds)):24} {' '.join(e.place.split())[:150]}")
    if options.false:
        print("\npoint to no entry")
        for f, r in reports:
            if not r:
                print(f"  {Path(f.file).stem[:8]:8} {f.line:4}:{f.column:<4} {f.code} {f.message[:120]}")


if __name__ == "__main__":
    main()
