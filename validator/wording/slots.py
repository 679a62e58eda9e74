"""What every rulebook has to say somewhere: how many play, who begins, how it ends, who wins, and what if.

A slot that nothing fills is reported at the sentence that needs it, or else at the beginning of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text.document import Page
from ludex.validator.text.purposes import heading_kind
from ludex.validator.wording.base import MOST, NUMBER, Seen
from ludex.validator.wording.slot import LEAST_WORDS, WHOLE, Slot, place


class PlayerCountMissing(Slot):
    """How many can play is not said.

    Give the least and the most, since deals, supplies and the end of the game hang on it.
    """

    code = "LX730"
    name = "player-count-missing"
    by_sides = by_opponent = True
    message = "how many can play is nowhere said"
    bad = WHOLE.replace("A game for 2-4 players. ", "")
    filled = re.compile(
        rf"\b{NUMBER} players (?:called|named|who|sit|face)\b|\b{NUMBER}[- ]player\b|\b(?:maximum"
        rf"|minimum|total) of {NUMBER} [^a-z]?players?\b|\b(?:the|these"
        rf"|both|of) {NUMBER} players\b|\bblack (?:player )?and white\b|\b(?:black|white) (?:plays"
        rf"|moves|starts|player)\b|\b{NUMBER} or more (?:players|people)\b(?! (?:are|is|have|has"
        rf"|tie))"
        rf"|\b{NUMBER}\s*(?:[-–]|to|or|and)\s*{NUMBER} (?:[a-z]+ )?(?:players|people|persons)|\bfor "
        rf"(?:exactly )?{NUMBER} (?:players|people)|\bplayers:? ?\d|\b{NUMBER} players\s*[-–:]|\b\d\+? "
        rf"players\b|two[- ]player game|\b{NUMBER} players (?:play|each|sit|compete|take|race)\b"
        rf"|(?m:^{NUMBER} players\b)"
        rf"|\bboth players\b|\bfor (?:two|three|four|five|six|2|3|4)(?= *$|[.,;])"
    )
    asks = re.compile(
        rf"\b(?:if|when|in a|with) (?:playing with |there are )?(?:{NUMBER}|{NUMBER} or {NUMBER})[- "
        rf"]players?\b|\b(?:each|other|first|all) players?\b"
    )
    told = ("any number that the components allow", "the numbers that happen to be named in the text")


class FirstPlayerMissing(Slot):
    """Who begins is not said.

    Somebody has to be first: the youngest, whoever was last to do something, or as chance decides.
    """

    code = "LX731"
    name = "first-player-missing"
    by_sides = True
    message = "who begins is nowhere said"
    bad = WHOLE.replace("The youngest player begins, and play goes clockwise.", "Play goes clockwise.")
    filled = re.compile(
        r"\bsimultaneous|\bwho (?:is to start|will start|starts|begins|goes first|plays first)\b"
        r"|\b(?:begins?|starts?) by\b|\b(?:[a-z]+) (?:(?:always|then) )?(?:plays?|goes"
        r"|moves?|starts?|begins?|acts?|places?) first\b|\b[a-z]+ (?:makes|takes|has) (?:the )?"
        r"(?:first|opening) (?:move|turn|lead|bid|throw|roll|choice|go)\b|\b(?:white|black|red|blue"
        r"|green|yellow|north|south)s? (?:player )?(?:starts?|begins?|moves?|plays?)\b"
        r"|\bstarting with (?:the player )?(?!the (?:first|start))(?:to|on|with the|the non-?dealer"
        r"|who|whoever|the [a-z]+ to|the youngest|the oldest|[a-z]+'s)|\bplayer [1a]\b|\b(?:youngest"
        r"|oldest|tallest|shortest|most recently|last person to|whoever last)\b"
        r"|\b(?:random(?:ly)?|choose|select|determine|decide|draw|roll|dealer|winner|loser"
        r"|highest)\b[^.\n]{0,60}\b(?:first player|start(?:ing)? player|lead(?:er)? player|starts"
        r"|begins|goes first|first turn|plays first|lead player)|\bleads? to the first\b|\bleft[^.\n]{0,20} leads\b"
        r"|\b(?:first player|start(?:ing)? player|lead player)\b[^.\n]{0,60}\b(?:random(?:ly)?|chosen"
        r"|choose|selected|determined|decided|rolls?|the one who|whoever)\b"
        r"|\b(?:start player|starting player|first player)\b[^.\n]{0,30}\b(?:to a random player|to "
        r"any player|to the)\b"
        r"|\b(?:player|one) (?:to (?:the|his) (?:left|right) of|left of|who|with) [^.\n]{0,50} "
        r"(?:starts|begins|goes first|plays first|leads|takes the first turn)\b|\bdealer (?:starts"
        r"|begins|goes first)"
    )
    _BY_DEALER = re.compile(
        r"\b(?:left of|right of|next to|dealer'?s?)\b[^.\n]*\bdealer|\bdealer(?:'s)? (?:left|right"
        r"|starts|begins|goes|plays|leads)"
        r"|\bleft of the dealer\b|\bnon-?dealer\b"
    )
    _DEALER = re.compile(
        r"\b(?:first|initial|original|next|new) dealer\b|\bdealer (?:is|will be) |\b(?:choose|select"
        r"|determine|pick|decide|cut|draw|roll)[^.\n]{0,40}"
        r"\bdealer|\bdeals? first\b|\b(?:deal|dealer) (?:passes|rotates|moves|alternates|changes)"
        r"|\b(?:becomes|is|as) (?:the )?dealer\b"
        r"|\btake turns (?:dealing|to deal)\b"
    )
    asks = re.compile(
        r"\b(?:the )?(?:first|start|starting|other|next) players?\b|\b(?:on|in) (?:your|each|a player's) "
        r"turn\b|\bturn\b"
    )
    told = ("any player, as the players agree", "a player drawn by chance", "whoever sits in the first seat")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        """Also who deals, where the dealer decides who begins."""
        yield from super().find(page)
        if (
            page.word_count >= LEAST_WORDS
            and cls.filled.search(cls.text(page))
            and cls._BY_DEALER.search(page.low)
            and not cls._DEALER.search(page.spoken)
        ):
            yield cls.seen(place(page, re.compile(r"\bdealer\b")), MOST, cls.told, about=cls.code)


class TurnOrderMissing(Slot):
    """In which order the players take turns is not said.

    Say "clockwise", or how the order changes; for two players say that they take turns.
    """

    code = "LX732"
    name = "turn-order-missing"
    by_sides = by_opponent = True
    message = "in which order players take their turns is nowhere said"
    bad = WHOLE.replace("The youngest player begins, and play goes clockwise.", "The youngest player begins.")
    filled = re.compile(
        r"\btakes? turns?\b|\bsimultaneous|clock ?wise\b|\bto (?:the|his|your|their|her)(?: or "
        r"her)? left\b|\bleft[- "
        r"]hand neighbou?r|\bplayer on (?:the|your|his) left|\balternat(?:e|ing|ely)\b|\btak(?:e|ing) "
        r"turns\b|\bsolo\b|\bseating order\b|\bround[- ]robin\b|\balternate(?:s|ly)? turns\b|\bturns "
        r"alternate\b|\bin turn order\b"
    )
    asks = re.compile(
        r"\bin turn\b|\b(?:on|in) (?:your|each|a player's) turn\b|\beach turn\b|\bother players?\b|\bplay "
        r"continues\b"
    )
    told = ("clockwise", "in an order that the players agree on", "in an order that changes during the game")


class SetUpMissing(Slot):
    """How the game begins is not said.

    What lies where, what is shuffled, and what each player holds at the start.
    """

    code = "LX733"
    name = "set-up-missing"
    message = "how the game is set up is nowhere said"
    bad = WHOLE.replace("Set-up: Shuffle the deck and deal 5 cards to each player. ", "").replace(
        "begins, and", "starts, and"
    )
    filled = re.compile(
        r"(?m:^[^a-z\n]*(?:the |game |initial |board |starting |player )*set[- ]?up\b)|\bset[- "
        r"]?up(?: [a-z ]{1,20})?:|\bset up (?:the|one|each|your|all|as)\b"
        r"|\bsetting up\b|(?m:^[^a-z\n]*preparations?\b)|\bto (?:start|begin|play) the game\b|\bat "
        r"the (?:start|beginning) of the game\b"
        r"|\bbefore (?:the game|play) (?:starts|begins)|\beach player (?:begins|starts|takes|receives"
        r"|gets|is dealt)\b|\bplayers (?:begin|start) with\b|\binitial placement\b|\bto begin\b|\bdeal (?:\w+ "
        r")?cards\b|\bthe deal\b|\bdeals? out\b|\bplay begins with\b|\bdealer deals\b"
    )
    asks = re.compile(r"\b(?:turned|turn) face up\b|\bon each turn\b|\bboard\b")
    told = (
        "everything begins empty, and what is needed is taken when it is needed",
        "everything begins as the pictures in the box show",
    )


class EndMissing(Slot):
    """When the game is over is not said.

    Without an end nobody knows how long to save and when to spend. Name the event, and whether the turn or the
    round is finished.
    """

    code = "LX734"
    name = "end-missing"
    message = "when the game is over is nowhere said"
    bad = (
        WHOLE.replace("The game ends after the round in which a player has no cards left. ", "")
        .replace("until the game is over", "")
        .replace("End:", "Score:")
    )
    filled = re.compile(
        r"\b(?:game|play|match)\b['*: ]*(?:is|are)? ?(?:now )?(?:ends?|over|finished|stops|will end"
        r"|ended)\b|\bend(?:s)? the game\b|\bend of (?:the )?game\b|\bgame[- ]end\b|\bending\b|\bfirst "
        r"(?:player |team |side |one )?(?:to|who) [^.\n]{3,60} wins?\b|\b(?:play|game) (?:lasts"
        r"|continues|goes on) (?:for |until |up to )?\b"
        r"|\b(?:game|match|round) is (?:won|lost)\b|\bto win,|\b(?:is|are) won by\b|\b(?:if|when"
        r"|once)\b[^.\n]{3,90}(?<!the )(?:\bwins?|\bloses)\b|\bwins? (?:by|if|when|as soon)\b"
        r"|\b(?:who|winner)\b[^.\n]{0,40}\bcannot\b"
        r"|\bcannot\b[^.\n]{0,50}\bwinner\b|\bgame immediately ends\b|\b(?:one|1) (?:more|last|final) "
        r"turn\b|\bafter \w+ (?:rounds|turns|hands|deals)\b|\bwins (?:the game )?(?:immediately|at "
        r"once|as soon as|when"
        r"|if)\b|\bfirst (?:reaches|to reach|to score)\b|\bloses the game\b|\breaches [^.\n]{3,30} "
        r"wins\b|\bfinal round\b|\bplay until\b|\bis defeated when\b"
    )
    asks = re.compile(r"\bwins?\b|\bwinner\b")
    told = ("when nothing more can be done", "when the players agree to stop")


class WinnerMissing(Slot):
    """Who has won is not said.

    An end without a ranking leaves everybody with their own idea of it. Say what is counted, and whether more or
    less is better.
    """

    code = "LX735"
    name = "winner-missing"
    message = "who wins is nowhere said"
    bad = WHOLE.replace("The player with the most points wins. If there is a tie, the tied players share the win.", "")
    filled = re.compile(
        r"\b(?:highest|most|lowest|fewest) (?:score|points|total)\b|\b(?:tries|try|trying|aim|goal"
        r"|objective|object)\b[^.\n]{0,40}\b(?:to|is)\b|\bwin(?:s|ner"
        r"|ners|ning)?\b|\bwon\b|\bvictor(?:y|ious)?\b|\bloses? the game\b|\blast player (?:left"
        r"|standing|remaining)\b"
    )
    needs = re.compile(r"\bpoints?\b|\bgame (?:ends|is over)\b|\bscore\b")
    asks = re.compile(r"\bgame (?:ends|is over)\b|\bpoints?\b")
    told = ("whoever has most of what is counted", "nobody: the game is played for its own sake")


class VisibilityMissing(Slot):
    """What may be looked at is not said.

    Whether hands, piles and numbers of cards are open or secret changes how one plays. One sentence is enough.
    """

    code = "LX740"
    name = "visibility-missing"
    message = "what players may see of hands, decks and pieces is nowhere said"
    bad = WHOLE.replace("Hands are secret; everything else lies face up. ", "").replace(
        ", but you may not show a card from your hand to anybody", ""
    )
    filled = re.compile(
        r"\bwithout showing\b|\bshow(?:n|s)? (?:it|them|to|the card|your|his|her|their)\b"
        r"|\bsecret(?:ly)?\b|\bhidden\b|\bconceal|\bface[- ]?(?:up|down)\b|\bmay not (?:look|show"
        r"|see)"
        r"|\bmay (?:look|inspect|see)\b|\bopen(?:ly)? (?:to|for) all|\bpublic\b|\bin full view\b"
        r"|\bvisible\b|\breveal|\bopen information\b"
    )
    needs = re.compile(
        r"\bhands?\b|\bdecks?\b|\bdraws? [^.\n]{0,15}cards?\b|\bdeal\b|\bdraws? [^.\n]{0,20}(?:tiles?"
        r"|tokens?|chips?)\b"
    )
    asks = re.compile(r"\b(?:hand|cards?|deck|draw|tiles?|tokens?)\b")
    told = (
        "hands are secret and everything else is open",
        "everything is open",
        "everything that a player owns is secret",
    )


class ComponentsMissing(Slot):
    """How many pieces of each kind there are is not said.

    A supply may be limited on purpose or by chance; a reader without the box cannot tell.
    """

    code = "LX741"
    name = "components-missing"
    message = "what the game consists of, and how many of each, is nowhere said"
    bad = WHOLE.replace("The box holds 40 cards.", "").replace("deal 5 cards to each player", "deal each player a hand")
    filled = re.compile(
        rf"\b\d+ ?[x×] ?\d+\b|\bplayed (?:on|with) an? \b|\b(?:each|every|both) players? (?:owns?"
        rf"|controls?|has|have|gets?|receives?|starts? with|takes?) (?:a |an )?{NUMBER}\b|\b\d+[- "
        rf"]card deck\b"
        rf"|\bdeck of (?:\d+|[a-z]+) cards\b|\b\d+ (?:[a-z-]+ )?(?:pieces|men|stones|discs|cards"
        rf"|tiles|tokens|cubes|pawns)\b[^.\n]{{0,30}}\b(?:each|per)\b|\bcomponents?\b|\bcontents\b"
        rf"|\bequipment\b|\bbox (?:contains|holds)\b|\bcopies of each\b|\bthe "
        rf"game (?:comes with|contains|includes)\b|\b{NUMBER} [a-z]+ (?:cards|tiles|tokens|cubes"
        rf"|counters) in total\b|\bmaterial\b|\bcard (?:pack|deck)\b|\b(?:standard|ordinary|normal) "
        rf"(?:pack|deck)\b|\ba set of\b|\bpack of cards\b"
    )
    needs = re.compile(r"\b(?:cards?|tiles?|tokens?|cubes?|counters?|markers?|discs?|pieces?|chips?|pawns?)\b")
    asks = re.compile(r"\b(?:cards?|tiles?|tokens?|cubes?|counters?|markers?|discs?|pieces?|chips?|pawns?)\b")
    told = ("as many as are needed", "as many as happen to be in the box, and no more")

    @classmethod
    def is_told(cls, page: Page) -> bool:
        return any(
            heading_kind(section.title) == "component"
            and re.search(r"contents|components|pieces|equipment|box|parts|material", section.title.lower())
            for section in page.sections
        )


class PassMissing(Slot):
    """What a player does who cannot act, or does not want to, is not said.

    Sooner or later somebody has no legal act on his turn. May he pass, has he to, or is he out?
    """

    code = "LX791"
    name = "pass-missing"
    message = "what a player does who cannot act, or will not, is nowhere said"
    bad = WHOLE.replace("You must play a card on each of your turns as long as you hold one; you", "You")
    needs = re.compile(
        r"\b(?:on|in|during|at) (?:your|each|his|her|their|a player's|the) (?:own "
        r")?turns?\b[^.\n]{0,40}?\b(?:moves?|places?|plays?|puts?|chooses?|selects?|turns?|splits?"
        r"|takes?"
        r"|draws?|performs?)\b|\b(?:each|every|a|the) player (?:in turn )?(?:then )?(?:moves?|places?"
        r"|plays?|puts?|splits?|splitting|throws?|turns?)\b"
    )
    filled = re.compile(
        r"\bdo nothing\b|\bchoose not\b|\bnot (?:required|obliged|have to)\b|\bplay none\b"
        r"|\boptional(?:ly)?\b|\bnot compulsory\b|\bno (?:possible|available) (?:move|action)"
        r"|\bcannot (?:add|capture|be)\b|\bpass(?:es|ed|ing)?\b|\bskip(?:s|ped)?\b|\bforfeit|\bunable "
        r"to\b|\bno legal\b|\bcannot "
        r"(?:move|play|act|place|take|do)\b"
        r"|\b(?:must|have to|has to) (?:play|move|take|place|make|perform|act|do|choose)\b|\bif "
        r"(?:you|he|a player) (?:cannot|can not)\b|\bmust follow\b|\bif (?:they|you|he) can\b"
    )
    asks = re.compile(
        r"\b(?:on|in|during) (?:your|each|a player's|his) turn\b|\beach turn\b|\bplay continues\b"
        r"|\bturn\b"
    )
    told = (
        "he passes, and may act again on his next turn",
        "he has to act, and if he cannot he is out",
        "it cannot happen",
    )


RULES: tuple[type[Diagnosis], ...] = (
    PassMissing,
    PlayerCountMissing,
    FirstPlayerMissing,
    TurnOrderMissing,
    SetUpMissing,
    EndMissing,
    WinnerMissing,
    VisibilityMissing,
    ComponentsMissing,
)
