"""Random texts of the language: soup of tokens, and lines that the grammar allows, made from the phrases of words."""

from __future__ import annotations

import random
from collections.abc import Callable

from ludex.dsl.grammar import LEVELS
from ludex.dsl.vocabulary import WORDS, Word

NAMES = {
    "set": ("deck", "hand", "discard", "hands", "players", "leaders", "Ace", "suits", "cards"),
    "number": ("pot", "debt", "points", "rounds played", "0", "1", "2", "3", "7"),
    "condition": ("open", "yes", "no"),
    "player": ("you", "starter", "favourite", "P1", "P2", "none"),
    "element": ("King", "hearts", "card", "none"),
    "spaces": ("spaces", "a1", "middle of board", "(neighbours of b2)", "(rim of board towards east)"),
    "way": ("east", "(opposite of north)", "northwest"),
}
SOUP = (
    *(name for names in NAMES.values() for name in names), "rank", "worth", "wait", "stop", "refill", "showdown",
    "draw_first", "yes_please", "your", "of", "for", "from", "to", "in", "where", "if", "then", "else", "or", "'s", "(",
    ")", "one or more", "up to", "exactly", "any number of", "number", "as", "nonsense", '"words"', ":", "#", "the",
    *sorted({part.literal for word in WORDS for part in word.variants()[0] if part.literal}),
)


class Lines:
    """Makes lines of an effect for the example game from a seeded source of randomness. They follow the grammar, and
    mostly the types."""

    def __init__(self, pick: random.Random, depth: int = 3) -> None:
        self.pick = pick
        self.depth = depth
        self.given: list[str] = []

    def effect(self, lines: int = 4, indent: int = 0) -> str:
        """Some lines, with blocks among them."""
        return "".join(self._line(indent) for _ in range(self.pick.randint(1, lines)))

    def _line(self, indent: int) -> str:
        sort = "block" if indent < 3 and self.pick.random() < 0.4 else "statement"
        word = self.pick.choice([w for w in WORDS if w.sort == sort and not w.follows])
        # The game goes on for long enough, and comes to rest.
        if word.__name__ in ("RepeatUntil", "Wins", "NobodyWins", "EndTheGame") and self.pick.random() < 0.8:
            word = self.pick.choice([w for w in WORDS if w.sort == "statement"])
        known = list(self.given)
        text = f"{'    ' * indent}{self._say(word, self.depth)}"
        if word.sort != "block":
            return text + "\n"
        text += ":\n" + self.effect(2, indent + 1)
        self.given = known
        if "other case" in word.followed_by and self.pick.random() < 0.3:
            text += f"{'    ' * indent}otherwise:\n{self.effect(2, indent + 1)}"
            self.given = known
        return text

    def _say(self, word: type[Word], depth: int) -> str:
        """A word with arguments that fit its handles."""
        new: list[str] = []
        parts = []
        for part in self.pick.choice(word.variants()):
            if part.literal:
                parts.append(part.literal)
                continue
            handle = word.parameters[part.parameter]
            if handle.sort == "new":
                new.append(f"n{self.pick.randint(1, 9)}")
                parts.append(new[-1])
                self.given.append(new[-1])
            else:
                parts.append(self._argument(handle.sort, handle.syntax, depth))
        if word.scope not in (("after",), ("body",)):
            self.given = [name for name in self.given if name not in new]
        return " ".join(parts)

    def _argument(self, sort: str, syntax: str, depth: int) -> str:
        simple: dict[str, Callable[[], str]] = {
            "value name": lambda: self.pick.choice(("rank", "worth", "points", "colour", "rank")),
            "procedure": lambda: "refill", "moment": lambda: "showdown", "ruling": lambda: "draw_first",
            "reading": lambda: self.pick.choice(("yes_please", "no_thanks")), "words": lambda: '"words"',
            "given": lambda: self.pick.choice(("pot", "pot and 3")),
            "relation": lambda: self.pick.choice(("neighbours", "surroundings")),
            "action": lambda: self.pick.choice(("wait", "wait or stop")), "choice": lambda: self._choice(depth),
            "place": lambda: self.pick.choice(("hand", "discard", "deck", "hand of starter", "P1's hand")),
            "variable": lambda: self.pick.choice(("pot", "debt", "points", "open", "starter", "favourite", "leaders",
                                                  "points of starter")),
        }
        if sort in simple:
            return simple[sort]()
        if sort in ("board spaces", "ground"):
            sort = "spaces"
        if sort in ("anything", "later", "items"):
            sort = self.pick.choice(("set", "number", "player", "element") if sort != "items" else ("set", "element"))
        return self._value(sort, syntax, depth)

    def _value(self, sort: str, syntax: str, depth: int) -> str:
        if depth <= 0 or self.pick.random() < 0.3:
            return self.pick.choice((*NAMES[sort], *self.given[-2:]))
        words = [w for w in WORDS if w.sort in ("function", "operator", "test", "bracketed") and _gives(w, sort)]
        if not words and sort in NAMES:
            return self.pick.choice(NAMES[sort])
        if not words:
            owner = self._argument("player", "operand", 0)
            return self.pick.choice((f"hand of {owner}", f"points of {owner}", f"worth of n1 for {owner}"))
        word = self.pick.choice(words)
        text = self._say(word, depth - 1)
        inside = syntax != "expr" or word.sort == "bracketed" or word.level in LEVELS
        return f"({text})" if inside else text

    def _choice(self, depth: int) -> str:
        name = f"n{self.pick.randint(1, 9)}"
        source = self._value("set", "union", depth - 1)
        number = self.pick.choice(("2", "3", "0"))
        text = self.pick.choice((
            f"{name} from {source}", f"{name} from {source}", f"one or more {name} from {source}",
            f"any number of {name} from {source}", f"up to {number} {name} from {source}",
            f"exactly {number} {name} from {source}", f"number {name} from {number} to 5",
        ))
        self.given.append(name)
        return f"{text} where {self._value('condition', 'expr', depth - 1)}" if self.pick.random() < 0.3 else text


_SORTS = {
    "spaces": ("LineThrough", "AllReached"),
    "way": (),
    "number": ("GroupsIn", "LargestGroup", "RowsIn", "Plus", "Minus", "Negative", "Times", "DividedDown", "DividedUp", "CountOf", "TotalOf", "HighestOf",
               "LowestOf", "SmallerOf", "LargerOf", "Conditional"),
    "set": ("Together", "Without", "Common", "Filtered", "AllOf", "SetOfOne", "EmptySet", "Conditional",
            "Combined", "ThoseWithHighest", "ThoseWithLowest"),
    "player": ("PlayerAfter", "PlayerBefore", "NextOf", "OnlyOneOf", "Conditional"),
    "element": ("OnlyOneOf", "Conditional", "EndOfLine"),
}


def _gives(word: type[Word], sort: str) -> bool:
    """Whether a word can give a value of a sort: conditions are all the others."""
    if sort == "condition":
        return not any(word.__name__ in names for names in _SORTS.values()) and word.__name__ != "NoOne"
    return word.__name__ in _SORTS[sort]
