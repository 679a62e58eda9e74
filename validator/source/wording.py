"""What a sentence says beside its numbers: may and must, conditions, limits, quantities, who acts, instead of what.

Each check asks whether the kind of thing that the text says has any counterpart in the rules that cite the passage.
It never asks whether it is the right one, since that takes understanding; so what is reported is missing, and what
is not reported may still be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.dsl import typed
from ludex.dsl.diagnostics import Finding, Label, Rule
from ludex.dsl.source import Span
from ludex.dsl.types import Number
from ludex.validator.source import text_facts as text
from ludex.validator.source.book import Book, Entry, Sentence
from ludex.validator.source.parts import Part, Parts
from ludex.validator.source.rule_facts import Condition

_REST = "actions:\n  rest: {source: rest, do: add 1 to your points}\n"


class ModalityMismatch(Rule):
    """The text says `may` and the rules leave no choice, or the other way round.

    A player who may do something can also leave it: `you may`, an action beside others, a choice of any number.
    Whether something is offered or simply happens is the difference that is most easily lost.
    """

    code = "LX607"
    name = "modality-mismatch"
    severity = "warning"
    message = "{problem}"
    bad = (
        "triggers:\n  a gift:\n    source: gift\n    at: showdown\n"
        "    do: |\n      for starter:\n          add 1 to your points\n"
        "--- source.md\n**gift** The starting player may take a point.\n"
    )
    good = bad.replace("          add 1 to your points", '          you may "take it":\n              add 1 to your points')


class LostCondition(Rule):
    """The text has a condition, and there is none left for it in the rules.

    The conditions of a passage (`if`, `unless`, `when`, `as long as`) are dealt out to those of the rules that cite
    it; this one went empty.
    """

    code = "LX609"
    name = "lost-condition"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** If the pot is empty, the player to act takes a point.\n"
    good = bad.replace("{source: rest, do", "{source: rest, when: pot is 0, do")


class LostDuration(Rule):
    """The text says how long something lasts, and the rules do not end it.

    `until` needs a condition that is looked at again, or something that takes back what was set.
    """

    code = "LX610"
    name = "lost-duration"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** A player rests until the pot is open.\n"
    good = bad.replace("do: add 1 to your points", 'do: "repeat until open:\\n    set open to yes"')


class LostLimit(Rule):
    """The text sets a limit, and the rules have none.

    `once a turn`, `at most`: an action that can be taken again needs a condition that counts, and a choice a number.
    """

    code = "LX611"
    name = "lost-limit"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** A player rests only once, and has a point for it.\n"
    good = bad.replace("{source: rest, do", "{source: rest, when: points is 0, do")


class LostOrder(Rule):
    """The text says in which order things happen, and the rules have another one.

    Phases that are listed in one order and run in another; a direction round the table; what comes first and what
    after that.
    """

    code = "LX612"
    name = "lost-order"
    severity = "warning"
    message = "{problem}"
    bad = (
        "actions:\n  wake: {source: wake, do: set starter to player before starter}\n"
        "--- source.md\n**wake** The lead goes to the player on the left.\n"
    )
    good = bad.replace("before", "after")


class LostReplacement(Rule):
    """The text puts one thing in the place of another, and the rules only add to it.

    `instead` needs a value that is set and not added to, an `otherwise`, or actions of which one is taken.
    """

    code = "LX613"
    name = "lost-replacement"
    severity = "warning"
    message = "`{word}` in `{id}` has no counterpart in the rules that cite it"
    bad = _REST + "--- source.md\n**rest** Instead of acting, the player to act takes a point.\n"
    good = bad.replace("do: add 1 to your points", 'do: "if open:\\n    add 1 to pot\\notherwise:\\n    add 1 to your points"')


class ActorMismatch(Rule):
    """The text speaks of each player, and the rule of one; or the other way round.

    What each player does needs a loop over the players, turns, or a zone or variable that each of them has.
    """

    code = "LX614"
    name = "actor-mismatch"
    severity = "warning"
    message = "{problem}"
    bad = (
        "triggers:\n  a gift: {source: gift, at: showdown, do: add 1 to points of starter}\n"
        "--- source.md\n**gift** Each player gets a point.\n"
    )
    good = bad.replace("do: add 1 to points of starter", 'do: "for each player:\\n    add 1 to points"')


class QuantifierMismatch(Rule):
    """The text lets choose another quantity than the rule.

    `up to 3`, `exactly 3`, `any number`, `one or more`, `one` are different choices.
    """

    code = "LX615"
    name = "quantifier-mismatch"
    severity = "warning"
    message = "the text says `{text}`, and the rule chooses {rule}"
    bad = (
        "actions:\n  show: {source: show, choose: exactly 3 cards from your hand, do: move cards to discard}\n"
        "--- source.md\n**show** A player shows up to 3 cards of his hand.\n"
    )
    good = bad.replace("exactly 3", "up to 3")


class TermDrift(Rule):
    """A thing has two spellings in the text, or another name in the rules than in the text.

    Players take two names for two things. Use one name, or write a ruling that says they are the same.
    """

    code = "LX616"
    name = "term-drift"
    severity = "info"
    evidence = "candidate"
    message = "`{one}` is also written `{other}`"
    bad = "moments:\n  dusk: {source: dusk}\n--- source.md\n**dusk** Dusk has a Long Shadow.\n\n**dusk.1** (interface) The Long shadow falls.\n"
    good = bad.replace("Long shadow", "Long Shadow")


class LostName(Rule):
    """The text names a thing, and no rule that cites it touches that thing.

    Zones, variables, items and values are found by their names. Where a passage names one and the rules that cite
    it do not use it, a part of what it says is missing, or belongs to a rule that does not cite it.
    """

    code = "LX629"
    name = "lost-name"
    severity = "warning"
    message = "`{id}` names `{thing}`, and no rule that cites it has to do with it"
    bad = _REST + "--- source.md\n**rest** A player rests, and lays down his hand.\n"
    good = bad.replace("add 1 to your points", "move hand to discard")


class LostDeed(Rule):
    """The text says that something is done, and no rule that cites it does it.

    Looked for are shuffling, rolling, drawing, discarding and what is left to chance.
    """

    code = "LX630"
    name = "lost-deed"
    severity = "warning"
    message = "`{id}` says to {deed}, and no rule that cites it does"
    bad = _REST + "--- source.md\n**rest** A player rests and rolls a die.\n"
    good = bad.replace("do: add 1 to your points", 'do: "roll die from 1 to 6\\nadd die to pot"')


RULES: tuple[type[Rule], ...] = (
    ModalityMismatch, LostCondition, LostDuration, LostLimit, LostOrder, LostReplacement, ActorMismatch,
    QuantifierMismatch, TermDrift, LostName, LostDeed,
)


def check(book: Book, parts: Parts, decided: dict[str, str]) -> Iterator[Finding]:
    """All findings about wording. `decided` holds the words of the rulings about a passage."""
    names = _Names(parts)
    for entry in book.entries.values():
        serving = parts.serving(entry.id)
        if entry.idle or not serving:
            continue
        reached = parts.reach(serving)
        yield from _may(entry, serving, parts)
        yield from _limits(entry, serving, reached)
        yield from _order(entry, serving, parts, names)
        yield from _everybody(entry, serving, reached)
        yield from _quantities(entry, serving)
        yield from _deeds(entry, reached)
        yield from names.lost(entry, serving, reached, decided.get(entry.id, ""))
    yield from _forced(book, parts)
    yield from _conditions(book, parts)
    yield from _spellings(book, decided)


# -- may and must


def _may(entry: Entry, serving: list[Part], parts: Parts) -> Iterator[Finding]:
    if any(part.facts.optional or any(_least(choice) == 0 for choice in part.facts.choices) for part in serving):
        return
    if any(part.kind == "action" and part.name in _alternatives(parts) for part in serving):
        return
    if all(part.kind == "tool" for part in serving):
        return
    for sentence in entry.rules:
        for at in text.found(text.MAY, sentence):
            if re.search(r"\b(?:most|no more|at most|only|table)\b", sentence.text):
                continue
            rule = next(part for part in serving if part.kind != "tool")
            yield ModalityMismatch.at(
                at, passage=entry.id, labels=[Label(rule.at, "this cites it")],
                problem=f"the text says `{at.text.lower()}`, and the rules that cite `{entry.id}` leave no choice")
            return


def _alternatives(parts: Parts) -> set[str]:
    """Actions that are offered beside others."""
    found: set[str] = set()
    for part in parts.all.values():
        offered = [key.partition(" ")[2] for key in part.facts.calls if key.startswith("action ")]
        live = [name for name in offered if f"action {name}" in parts.all]
        if len(live) > 1:
            found.update(live)
    return found


def _forced(book: Book, parts: Parts) -> Iterator[Finding]:
    """Rules that leave a choice where no passage they cite does."""
    for part in parts.all.values():
        entries = [entry for id in part.passages if (entry := book.find(id)) is not None]
        offers = [at for at in part.facts.optional if at != part.at and at.text.lstrip().startswith("you may")]
        if offers and entries and not text.any_of(text.LEAVE, entries):
            cites = ", ".join(f"`{entry.id}`" for entry in entries)
            yield ModalityMismatch.at(
                offers[0], passage=entries[0].id, labels=[Label(entries[0].name_span, "the passage")],
                problem=f"this may be declined, and nothing in the text of {cites} says so")


def _least(choice: typed.Chosen) -> int | None:
    return _number(choice.low if choice.source is None else choice.least)


def _number(expr: typed.TypedExpr | None) -> int | None:
    return expr.value if isinstance(expr, typed.Literal) and isinstance(expr.type, Number) else None


# -- conditions


def _conditions(book: Book, parts: Parts) -> Iterator[Finding]:
    """Deal the conditions of the rules out to those of the text, each to one of a passage that its rule cites."""
    clauses: list[tuple[Entry, Span]] = []
    for entry in book.entries.values():
        if not entry.idle and any(part.kind != "tool" for part in parts.serving(entry.id)):
            clauses += [(entry, at) for sentence in entry.rules for at in text.found(text.CONDITION, sentence)]
    offered: dict[str, list[Span]] = {}
    taken: dict[tuple[int, int, str], int] = {}
    for entry, _ in clauses:
        if entry.id not in offered:
            offered[entry.id] = _places(parts.serving(entry.id), parts)
    lost: list[int] = []

    def place(clause: int, seen: set[tuple[int, int, str]]) -> bool:
        for at in offered[clauses[clause][0].id]:
            key = at.start, at.end, at.source.path
            if key in seen:
                continue
            seen.add(key)
            if key not in taken or place(taken[key], seen):
                taken[key] = clause
                return True
        return False

    for number in range(len(clauses)):
        if not place(number, set()):
            lost.append(number)
    for number in lost:
        entry, at = clauses[number]
        part = next(part for part in parts.serving(entry.id) if part.kind != "tool")
        yield LostCondition.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                               labels=[Label(part.at, "this cites it")])


def _places(serving: list[Part], parts: Parts) -> list[Span]:
    """The conditions of rules, and of the actions and moments that bring them about."""
    return list(dict.fromkeys(c.at for part in serving for c in part.facts.conditions))


# -- limits, durations, replacements


def _limits(entry: Entry, serving: list[Part], reached: list[Part]) -> Iterator[Finding]:
    words = set().union(*(part.facts.words for part in reached))
    hard = [c for part in serving for c in part.facts.conditions if not c.soft]
    acts = [part for part in serving if part.kind in ("action", "rule", "helper")]
    if not acts:
        return
    for sentence in entry.rules:
        for at in text.found(text.UNTIL, sentence):
            if not hard and "RepeatUntil" not in words:
                yield LostDuration.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                                      labels=[Label(acts[0].at, "this cites it")])
        for at in text.found(text.ONCE, sentence):
            if not hard and any(part.kind == "action" for part in acts):
                yield LostLimit.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                                   labels=[Label(acts[0].at, "this cites it")])
        for at in text.found(text.INSTEAD, sentence):
            apart = {"set", "Otherwise", "Conditional", "TakeAction"} & words
            listed = any(part.facts.optional for part in serving) or any(part.kind == "action" for part in acts) and hard
            if not apart and not listed:
                yield LostReplacement.at(at, word=at.text.lower(), id=entry.id, passage=entry.id,
                                         labels=[Label(acts[0].at, "this cites it")])


# -- order


def _order(entry: Entry, serving: list[Part], parts: Parts, names: _Names) -> Iterator[Finding]:
    if any(part.key == "rounds " for part in serving):
        yield from _phases(entry, parts)
    words = set().union(*(part.facts.words for part in serving))
    for sentence in entry.rules:
        left, right = text.found(text.LEFT, sentence), text.found(text.RIGHT, sentence)
        wrong = "PlayerBefore" if left and not right else "PlayerAfter" if right and not left else ""
        other = "PlayerAfter" if wrong == "PlayerBefore" else "PlayerBefore"
        if wrong in words and other not in words:
            yield LostOrder.at((left or right)[0], passage=entry.id, labels=[Label(serving[0].at, "this cites it")],
                               problem=f"the text says `{(left or right)[0].text.lower()}`, and the rules go the other way")
    yield from _sequence(entry, serving, names)


def _phases(entry: Entry, parts: Parts) -> Iterator[Finding]:
    """The phases in the order in which a sentence lists them."""
    titles = {name: (parts.game.phases[name].title, name) for name in parts.game.rounds}
    for sentence in entry.rules:
        low = sentence.text.lower()
        places: dict[str, int] = {}
        for name, (title, _) in titles.items():
            for said in (title.lower(), name.lower(), re.sub(r"\s+phase$", "", name.lower())):
                match = re.search(rf"\b{re.escape(said)}\b", low)
                if match is not None:
                    places[name] = match.start()
                    break
        written = [name for name in parts.game.rounds if name in places]
        listed = sorted(written, key=lambda name: places[name])
        if len(written) >= 2 and written != listed:
            wrong = next(a for a, b in zip(listed, written, strict=True) if a != b)
            yield LostOrder.at(parts.rules.rounds.phases[0].span.join(parts.rules.rounds.phases[-1].span),
                               passage=entry.id, labels=[Label(sentence.at, "the text's order")],
                               problem=f"`{entry.id}` lists the phases in another order: `{wrong}` comes earlier")
        if len(written) >= 2:
            for name in parts.game.phases:
                said = re.sub(r"\s+phase$", "", name.lower())
                if name not in titles and re.search(rf"\b{re.escape(said)}\b", low):
                    yield LostOrder.at(parts.game.phases[name].rule.at, passage=entry.id,
                                       labels=[Label(sentence.at, "the text")],
                                       problem=f"`{entry.id}` lists the phase `{name}`, and no round has it")


_THEN = re.compile(r"\b(?:then|after (?:that|this|which)|afterwards|next|finally)\b", re.IGNORECASE)


def _sequence(entry: Entry, serving: list[Part], names: _Names) -> Iterator[Finding]:
    """What a passage says first and then, against the lines of one rule that cites it."""
    for sentence in entry.rules:
        for at in text.found(_THEN, sentence)[:1]:
            before = names.said(Span(sentence.at.source, sentence.at.start, at.start))
            after = names.said(Span(sentence.at.source, at.end, sentence.at.end))
            for part in serving:
                steps = part.facts.steps
                first = [n for n, s in enumerate(steps) if s.names & (before - after) and not s.names & (after - before)]
                then = [n for n, s in enumerate(steps) if s.names & (after - before) and not s.names & (before - after)]
                if first and then and min(first) > max(then):
                    yield LostOrder.at(steps[then[0]].at, passage=entry.id, labels=[Label(at, "the text's order")],
                                       problem=f"`{entry.id}` has this after `{steps[first[0]].at.text}`")


# -- who


def _everybody(entry: Entry, serving: list[Part], reached: list[Part]) -> Iterator[Finding]:
    rules = [part for part in serving if part.kind in ("rule", "helper") and not part.key.startswith("empty ")]
    if not rules or any(part.kind == "action" for part in serving):
        return
    everybody = any(part.facts.everybody for part in serving)
    for sentence in entry.rules:
        for at in text.found(text.EVERYBODY, sentence)[:1]:
            if not any(part.facts.everybody for part in rules) and not re.search(
                    r"\b(?:except|unless|until)\b", sentence.text):
                yield ActorMismatch.at(
                    at, passage=entry.id, labels=[Label(rules[0].at, "this cites it")],
                    problem=f"the text speaks of `{at.text.lower()}`, and no rule that cites `{entry.id}` does")
                everybody = False
    if not everybody:
        return
    words = " ".join(sentence.text for sentence in entry.sentences)
    for part in rules:
        loops = [at for at in part.facts.everybody if at.text.lstrip().startswith("for each player")]
        if loops and len(part.passages) == 1 and not text.SEVERAL.search(words):
            yield ActorMismatch.at(loops[0], passage=entry.id, labels=[Label(entry.name_span, "the passage")],
                                   problem=f"this is for each player, and `{entry.id}` speaks of one")


# -- how many


def _quantities(entry: Entry, serving: list[Part]) -> Iterator[Finding]:
    choices = [choice for part in serving for choice in part.facts.choices]
    if not choices:
        return
    for sentence in entry.rules:
        for said in text.compared(sentence):
            fitting = [c for c in choices if _fits(said, c)]
            compared = any(c.number is not None and said.number == c.number for part in serving
                           for c in part.facts.conditions)
            if fitting or compared or said.sign in (">", "<"):
                continue
            if said.sign != "any" and not any(said.number in (_least(c), _most(c)) for c in choices):
                continue
            wrong = choices[0]
            yield QuantifierMismatch.at(
                wrong.at, text=" ".join(said.at.text.lower().split()), rule=_quantity(wrong), passage=entry.id,
                labels=[Label(said.at, "the text says it here")])
            return


def _most(choice: typed.Chosen) -> int | None:
    return _number(choice.high if choice.source is None else choice.most)


def _fits(said: text.Compared, choice: typed.Chosen) -> bool:
    """Whether a choice is of the quantity that a text gives."""
    least, most = (1, 1) if choice.single and choice.source is not None else (_least(choice), _most(choice))
    match said.sign:
        case "any":
            return most is None
        case ">=":
            return least == said.number and most != said.number
        case "<=":
            return most == said.number and least != said.number
        case _:
            return least == most == said.number


def _quantity(choice: typed.Chosen) -> str:
    least, most = _least(choice), _most(choice)
    if choice.source is None:
        return "a number"
    if choice.single:
        return "one"
    if least == most and least is not None:
        return f"exactly {least}"
    if least == 0:
        return "any number" if most is None else f"up to {most}"
    return "one or more" if least == 1 else f"{choice.at.text}"


# -- deeds and names


def _deeds(entry: Entry, reached: list[Part]) -> Iterator[Finding]:
    words = set().union(*(part.facts.words for part in reached))
    if not any(part.kind != "tool" for part in reached):
        return
    for sentence in entry.rules:
        for deed, pattern, needed in text.DEEDS:
            for at in text.found(pattern, sentence)[:1]:
                if not needed & words:
                    rule = next(part for part in reached if part.kind != "tool")
                    yield LostDeed.at(at, id=entry.id, deed=deed, passage=entry.id,
                                      labels=[Label(rule.at, "this cites it")])


class _Names:
    """Finds declared names in a text, the longest first, in any case, in singular or plural."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.names: dict[tuple[str, ...], str] = {}
        self.longest = 1
        game = parts.game
        for name in (*game.zones, *game.variables, *self._items()):
            key = tuple(_stem(word) for word in re.findall(r"[\w-]+", name.lower()))
            self.names.setdefault(key, name)
            self.longest = max(self.longest, len(key))

    def _items(self) -> Iterator[str]:
        for component in self.parts.rules.components.values():
            yield from (name.text for name in component.items)
        for enumeration in self.parts.rules.enumerations.values():
            yield from (value.text for value in enumeration.values)

    def places(self, span: Span) -> Iterator[tuple[str, Span]]:
        """Declared names in a stretch of text, with their places."""
        words = list(re.finditer(r"[A-Za-z][\w-]*", span.text))
        at = 0
        while at < len(words):
            for size in range(min(self.longest, len(words) - at), 0, -1):
                key = tuple(_stem(match.group().lower()) for match in words[at:at + size])
                if key in self.names:
                    place = Span(span.source, span.start + words[at].start(), span.start + words[at + size - 1].end())
                    yield self.names[key], place
                    at += size - 1
                    break
            at += 1

    def said(self, span: Span) -> set[str]:
        """Declared names in a stretch of text."""
        return {name for name, _ in self.places(span)}

    def lost(self, entry: Entry, serving: list[Part], reached: list[Part], decided: str) -> Iterator[Finding]:
        """Names in a passage that no rule which cites it uses, and no ruling speaks of."""
        used = set().union(*(part.facts.names for part in reached))
        called = " ".join(f"{part.name} {part.title}" for part in reached if not part.key.startswith("name "))
        domains = set().union(*(part.facts.domains for part in reached))
        game = self.parts.game
        told: set[str] = set()
        for sentence in entry.rules:
            for name, at in self.places(sentence.at):
                if name in used or name in told or self._member(name, domains):
                    continue
                last = name.split()[-1]
                if re.search(rf"\b{re.escape(name)}\b", called, re.IGNORECASE) or re.search(
                        rf"\b{re.escape(last)}", decided, re.IGNORECASE):
                    continue
                if " " not in name and at.text[:1].islower() and not (name in game.zones and _OWNED.search(
                        at.source.text, sentence.at.start, at.start)):
                    continue
                told.add(name)
                yield LostName.at(at, id=entry.id, thing=name, passage=entry.id,
                                  labels=[Label(serving[0].at, "this cites the passage")])

    def _member(self, name: str, domains: Iterable[str]) -> bool:
        for domain in domains:
            component = next((c for n, c in self.parts.rules.components.items() if n.text == domain), None)
            if component is not None and any(item.text == name for item in component.items):
                return True
            if domain in self.parts.game.domains and name in self.parts.game.domains[domain].elements:
                return True
        return False


def _stem(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("s'")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return word[:-1]
    return word


#: What stands before a thing, and not before a word that happens to be its name.
_OWNED = re.compile(r"\b(?:the|his|her|their|its|your|of|into|from|to|[\w]+['’]s?)\s$", re.IGNORECASE)
_TERM = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][a-z]+(?: [A-Za-z][a-z]+)?")


def _spellings(book: Book, decided: dict[str, str]) -> Iterator[Finding]:
    """Terms of two words that are written in two ways. What a ruling speaks of in both ways is no news."""
    said = " ".join(decided.values())
    first: dict[str, tuple[str, Span]] = {}
    told: set[str] = set()
    for entry in book.entries.values():
        for sentence in entry.sentences:
            for at in text.found(_TERM, sentence):
                words = " ".join(at.text.split())
                key = words.lower()
                if " " not in words or key in told:
                    continue
                if key in first and first[key][0] != words and words[0].isupper() and first[key][0][0].isupper():
                    told.add(key)
                    if words in said and first[key][0] in said:
                        continue
                    yield TermDrift.at(at, one=words, other=first[key][0], passage=entry.id,
                                       labels=[Label(first[key][1], "here")])
                first.setdefault(key, (words, at))


__all__ = ["RULES", "Condition", "Sentence", "check"]
