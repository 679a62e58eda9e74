"""Rules in words, as they are played: what belongs to a reading that is not chosen is left out.

The language reads like a rulebook, so its own words are kept, with what names mean behind them. Conditions on rulings
are decided here, since a book is about one way to play: `if ruling tie is shared:` is either gone, or its lines stand
there by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludex.book.anchors import NAMES, Anchors
from ludex.book.model import Run, Step, Words
from ludex.dsl import typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.lexer import BadCharacter, Lexicon, Piece
from ludex.dsl.typed import Argument, Effect, Line
from ludex.dsl.types import Flag
from ludex.game import Game
from ludex.validator import walk

#: Signs of the language, and how they are printed.
SIGNS = {"<=": "≤", ">=": "≥", "*": "×", "-": "−", "count of": "the number of"}
#: An article at the end of a text.
_ARTICLE = re.compile(r"\b(?:the|a|an)\s+$")
#: The words with which a choice is put at the screen.
_ASKING = re.compile(r'\s+asking "[^"]*"$')
#: Words that join conditions.
JOINED = ("and", "or")


class Wording:
    """Tells the rules of one game."""

    def __init__(self, game: Game, anchors: Anchors) -> None:
        self.game = game.typed
        self.lexicon: Lexicon = game.analysis.symbols.lexicon
        self.anchors = anchors
        self.readings = {name: ruling.choice for name, ruling in game.typed.rulings.items()}
        #: Title of each action that can be taken.
        self.actions = {name: action.title for name, action in game.typed.actions.items()
                        if self.truth(action.when) is not False}
        self.several = game.analysis.symbols.several
        self._told: dict[str, bool] = {}

    # -- what is decided by rulings

    def truth(self, node: Argument | None) -> bool | None:
        """Whether a condition holds under the chosen readings, if that depends on nothing else."""
        if not isinstance(node, typed.Apply):
            return None
        given = list(node.arguments.values())
        match node.word.means:
            case "ruling":
                ruling, reading = (one.names[0] for one in given if isinstance(one, typed.Named))
                return self.readings.get(ruling) == reading
            case "not":
                inner = self.truth(given[0])
                return None if inner is None else not inner
            case "and" | "or" as means:
                ends = means == "or"
                known = [self.truth(one) for one in given]
                if ends in known:
                    return ends
                return None if None in known else not ends
        return None

    def kept(self, node: Argument) -> Argument:
        """What is left of an expression when its rulings are decided."""
        while isinstance(node, typed.Apply):
            given = list(node.arguments.values())
            if node.word.means in ("and", "or"):
                left = [one for one in given if self.truth(one) is None]
                if len(left) != 1 or self.truth(node) is not None:
                    return node
                node = left[0]
            elif node.word.means == "either" and (known := self.truth(given[0])) is not None:
                node = given[1] if known else given[2]
            else:
                return node
        return node

    def text(self, node: Argument | Line) -> str:
        """An expression, or a line, as it was written but for what rulings decide."""
        if isinstance(node, typed.Chosen):
            return self._chosen(node)
        if isinstance(node, typed.Given):
            *others, last = map(self.text, node.values)
            return f"{', '.join(others)} and {last}" if others else last
        if isinstance(node, typed.Apply) and node.word.means == "count":
            [counted] = node.arguments.values()
            if isinstance(counted, typed.Place):
                return f"count of {self.several(counted.zone.domain)} in {self.text(counted)}"
        return self._text(node)

    def _chosen(self, node: typed.Chosen) -> str:
        """What is chosen. One element is told with its article, and with what a filter says of it."""
        text, name = self._text(node), node.local.name
        if node.source is None:
            return re.sub(rf"^number {re.escape(name)}\b", f"a number ({name})", text)
        if not node.single or not text.startswith(name):
            return text
        source = _bare(self.text(node.source))
        kept = self.kept(node.source)
        filtered = isinstance(kept, typed.Apply) and kept.word.means == "where" and source.startswith(f"{name} in ")
        if filtered and not any(_within(one, node) for one in conjuncts(node.where)):
            text = source
        return f"{'an' if name[:1] in 'aeiou' else 'a'} {text}"

    def _text(self, node: Argument | Line) -> str:
        if not isinstance(node, Line):
            kept = self.kept(node)
            if kept is not node:
                return self.text(kept)
            known = self.truth(node)
            if known is not None and not _asks(node):
                return "yes" if known else "no"
            if isinstance(node, typed.Apply) and node.word.means in (*JOINED, "not") and not _stands(node):
                return self._put_together(node)
            if isinstance(node, typed.Literal) and isinstance(node.type, Flag) and node.at.text not in ("yes", "no"):
                return "yes" if node.value else "no"
        source, end = node.at.source.text, node.at.end
        written, at = [], node.at.start
        for part in sorted((one for one in walk.parts(node)), key=lambda one: one.at.start):
            span = part.at
            if span.source is not node.at.source or not at <= span.start <= span.end <= end:
                continue
            told = self.text(part)
            before, after = source[at:span.start], source[span.end:end]
            if isinstance(part, typed.Chosen):
                before = _ARTICLE.sub("", before)
            if told != _flat(span.text):
                needed = _needs_brackets(self.kept(part), node)
                bracketed = before.endswith("(") and after.startswith(")")
                if bracketed and not needed and not before[:-1].rstrip().endswith(("of", "for")):
                    written.append(before[:-1] + told)
                    at = span.end + 1
                    continue
                if needed and not bracketed:
                    told = f"({told})"
            written += [before, told]
            at = span.end
        return _flat("".join([*written, source[at:end]]))

    def _put_together(self, node: typed.Apply) -> str:
        """A condition that no text has as a whole, as its parts come from several rules."""
        told = [f"({self.text(one)})" if _needs_brackets(self.kept(one), node) else self.text(one)
                for one in node.arguments.values()]
        return f"not {told[0]}" if node.word.means == "not" else f" {node.word.means} ".join(told)

    def also(self, chosen: typed.Chosen) -> tuple[Argument, ...]:
        """The conditions on what is chosen that do not stand in the choice itself."""
        return tuple(one for one in conjuncts(chosen.where) if not _within(one, chosen) and self.truth(one) is None)

    def ending(self) -> list[tuple[str, str]]:
        """The rules in which the game ends at once: what sort they are of, and their names."""
        kinds = {"turn": "phase", "finish": "phase"}
        found = [(kinds.get(sort, sort), rule.name) for rule, sort, effect in walk.effects(self.game)
                 if self._ends(effect)]
        return [one for one in dict.fromkeys(found) if one[0] != "action" or one[1] in self.actions]

    def _ends(self, effect: Effect | None) -> bool:
        """Whether a line that can be reached ends the game."""
        for line in effect or ():
            known = self.truth(line.arguments["condition"]) if line.word.means == "case" else None
            if line.word.ends_game or known is not False and self._ends(line.body) or (
                    not known and self._ends(line.otherwise)):
                return True
        return False

    # -- lines

    def tells(self, procedure: str) -> bool:
        """Whether anything is left of a procedure when its rulings are decided."""
        if procedure not in self._told:
            rule = self.game.procedures.get(procedure)
            self._told[procedure] = rule is None or bool(self.effect(rule.effect))
        return self._told[procedure]

    def effect(self, effect: Effect | None) -> tuple[Step, ...]:
        """The lines of an effect."""
        return tuple(step for line in effect or () for step in self.line(line))

    def line(self, line: Line, behind: bool = False) -> tuple[Step, ...]:
        """A line with those under it; `behind` says that it follows a condition that is told."""
        if line.word.means == "otherwise":
            under = self.effect(line.body)
            return (Step((Run("Otherwise:"),), under),) if behind and under else under
        if line.word.means == "moment":
            reached = line.arguments["moment"]
            if isinstance(reached, typed.Named) and is_woven(reached.names[0]):
                return ()  # no author wrote this line
        if line.word.means == "do":
            called = line.arguments["procedure"]
            if isinstance(called, typed.Named) and not self.tells(called.names[0]):
                return ()
        if line.word.means != "case":
            ends = ":" if line.body is not None else "."
            step = Step(self._said(line, ends), self.effect(line.body))
            return (step, *self._follow(line.otherwise, True))
        condition = line.arguments["condition"]
        known = self.truth(condition)
        if known is not None:
            if not known:
                return self._follow(line.otherwise, behind)
            under = self.effect(line.body)
            return (Step((Run("Otherwise:"),), under),) if behind and under else under
        head = f"{'otherwise ' if behind else ''}if {self.text(condition)}"
        step = Step(self.sentence(head, ":"), self.effect(line.body))
        following = self._follow(line.otherwise, True)
        return (step, *following) if step.under or following else ()

    def _said(self, line: Line, ends: str) -> Words:
        """What a line says, without those under it."""
        if line.word.means == "act" and isinstance(named := line.arguments["actions"], typed.Named):
            return joined([*self._actions(named.names), Run(ends)])
        told = _ASKING.sub("", self.text(line))
        return self.sentence("you win" if told == "you wins" else told, ends)

    def _follow(self, effect: Effect | None, behind: bool) -> tuple[Step, ...]:
        return tuple(step for line in effect or () for step in self.line(line, behind))

    # -- words

    def expression(self, node: Argument) -> Words:
        """An expression as words."""
        return self.words(_bare(self.text(node)))

    def written(self, node: Argument) -> Words:
        """An expression as words, with its rulings left open."""
        return self.words(_original(node))

    def type(self, text: str) -> Words:
        """A type as words."""
        words = self.words(text)
        start = words[0].text if words else ""
        if start == "flag":
            return (Run("yes or no"),)
        if start[:1].isdigit() or start.startswith("−"):
            return joined([Run("a number from "), *words])
        return joined([Run("an " if start[:1] in "aeiou" else "a "), *words])

    def sentence(self, text: str, end: str = ".") -> Words:
        """A text of the language as a sentence."""
        runs = list(self.words(text))
        if runs and runs[0].text[:1].islower():
            runs[0] = Run(runs[0].text[0].upper() + runs[0].text[1:], runs[0].to)
        return joined([*runs, Run(end)])

    def words(self, text: str) -> Words:
        """A text of the language with what its names stand for."""
        text = _flat(text)
        runs: list[Run] = []
        at, space = 0, NAMES
        for number, piece in enumerate(self._pieces(text)):
            gap, at = text[at:piece.start], piece.end
            told, next_space = self._piece(piece, space, first=number == 0)
            runs.append(Run(gap if told.text or number else ""))
            runs.append(told)
            if not told.text and number == 0:
                at += len(text[at:]) - len(text[at:].lstrip())
            space = next_space
        return joined([*runs, Run(text[at:])])

    def _pieces(self, text: str) -> list[Piece]:
        """The tokens of a text; what begins none, such as a comma, is between them."""
        found: list[Piece] = []
        start = 0
        while True:
            rest = text[start:]
            try:
                bad, cut = None, self.lexicon.pieces(rest)
            except BadCharacter as wrong:
                bad, cut = wrong, self.lexicon.pieces(rest[:wrong.start])
            found += [Piece(one.type, one.text, one.start + start, one.end + start) for one in cut]
            if bad is None:
                return found
            start += bad.end

    def _actions(self, names: Iterable[str]) -> Words:
        """That one of some actions is taken."""
        told = [Run(self.actions[name], self.anchors.find("action", name)) for name in names if name in self.actions]
        if len(told) < 2:
            return (Run("Take the action "), *(told or [Run("none")]))
        between = [", "] * (len(told) - 2) + [" or ", ""]
        return joined([Run("Take one of the actions "), *(
            run for name, gap in zip(told, between, strict=True) for run in (name, Run(gap)))])

    def _piece(self, piece: Piece, space: str, first: bool) -> tuple[Run, str]:
        """A piece, and in which space the next name stands."""
        if piece.type == "NAME" or space in ("procedure", "moment"):
            if space in ("ruling", "reading"):
                told = Run(f"“{piece.text.replace('_', ' ')}”", self.anchors.find(space, piece.text))
                return told, "ruled" if space == "ruling" else NAMES
            return Run(piece.text, self.anchors.find(space, piece.text)), NAMES
        match piece.text:
            case "do" if first:
                return Run(""), "procedure"
            case "moment" if first:
                return Run("this is the moment:"), "moment"
            case "ruling":
                return Run("ruling"), "ruling"
        if space == "ruled":
            return Run(piece.text), "reading"
        if piece.type == "STRING":
            return Run(f"“{piece.text.strip(chr(34))}”"), NAMES
        return Run(SIGNS.get(piece.text, piece.text)), NAMES


def joined(runs: Iterable[Run]) -> Words:
    """Runs with plain neighbours as one, and none that is empty."""
    found: list[Run] = []
    for run in runs:
        if found and not run.to and not found[-1].to:
            found[-1] = Run(found[-1].text + run.text)
        elif run.text:
            found.append(run)
    return tuple(found)


def _flat(text: str) -> str:
    """A text of a rule file in one line, whatever quotes it stood in."""
    return " ".join(text.replace("''", "'").replace('\\"', '"').split())


def _bare(text: str) -> str:
    """A text without brackets about the whole of it."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth and at < len(text) - 1:
            return text
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def _original(node: Argument) -> str:
    """The text of a condition, also of one that was put together of those of several rules."""
    if isinstance(node, typed.Apply) and node.word.means == "and" and not _stands(node):
        return " and ".join(_original(one) for one in node.arguments.values())
    return node.at.text


def conjuncts(node: Argument | None) -> tuple[Argument, ...]:
    """The conditions that all have to hold for one."""
    if isinstance(node, typed.Apply) and node.word.means == "and":
        return tuple(part for one in node.arguments.values() for part in conjuncts(one))
    return () if node is None else (node,)


def _within(inner: Argument, outer: Argument) -> bool:
    """Whether something stands in the text of another."""
    one, other = inner.at, outer.at
    return one.source is other.source and other.start <= one.start <= one.end <= other.end


def _stands(node: typed.Apply) -> bool:
    """Whether a condition stands in a file as it is, and was not put together of the conditions of several rules."""
    given = list(node.arguments.values())
    if not all(_within(one, node) for one in given):
        return False
    start = node.at.start if len(given) == 1 else given[0].at.end
    return node.at.source.text[start:given[-1].at.start].strip(" ()\n\t\r") == node.word.means


def _needs_brackets(inner: Argument, outer: Argument | Line) -> bool:
    """Whether an expression has to stand in brackets inside another."""
    if not isinstance(inner, typed.Apply) or inner.word.sort != "operator" or isinstance(outer, Line):
        return False
    if isinstance(outer, typed.Apply) and outer.word.means in JOINED:
        return inner.word.means in JOINED and inner.word.means != outer.word.means
    return not isinstance(outer, typed.Apply) or outer.word.sort != "bracketed"


def _asks(node: Argument) -> bool:
    """Whether it is the question for a ruling itself, told as such where it stands alone."""
    return isinstance(node, typed.Apply) and node.word.means == "ruling"
