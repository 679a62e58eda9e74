"""Word lists: the closed classes of English, and the general vocabulary of games.

No list here comes from one rulebook. Function words are complete enough to tell what is not one; verbs,
nouns and adjectives are those that rules of any game are written in. Everything else is told by its ending
and by its place in the sentence (`tokens.py`).
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


DETERMINERS = words(
    "the a an this that these those each every any all both either neither no some another other his her its their "
    "your my our whose which what such own same several many few most more enough half"
)
PRONOUNS = words(
    "i you he she it we they me him them us who whom himself herself itself yourself themselves "
    "themself one's oneself "
    "someone anyone everyone nobody somebody anybody everybody nothing something anything everything "
    "there mine yours "
    "theirs hers none"
)
PREPOSITIONS = words(
    "of in on at to from into onto with without within by for during after before between among against over under "
    "above below beside beyond through across along around about near next towards toward upon via per until till "
    "since off out outside inside except besides despite behind adjacent up down like than as"
)
CONJUNCTIONS = words("and or but nor if when whenever while unless because although though whether so once where until")
MODALS = words("may might can could must shall should will would cannot can't won't shouldn't couldn't mustn't may't")
AUXILIARIES = words(
    "is are was were be been being am has have had having do does did isn't aren't wasn't weren't don't doesn't didn't"
)
ADVERBS = words(
    "not never always only also again then now immediately otherwise still already yet just even "
    "instead too very once "
    "twice thus therefore however here there together apart first last back away normally usually simultaneously "
    "clockwise counterclockwise anticlockwise forward backward up down out off ever often sometimes "
    "afterwards later "
    "sooner n't rather perhaps almost else further"
)
NUMBERS: dict[str, int] = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "hundred": 100,
    "dozen": 12,
}


def number_of(word: str) -> int | None:
    """The number that digits or a word stand for, if they do."""
    return int(word) if word.isdecimal() else NUMBERS.get(word.lower())


ORDINALS: dict[str, int] = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "5th": 5,
    "6th": 6,
    "7th": 7,
    "8th": 8,
}

#: What players do in games, and what is done to components; the base forms.
GAME_VERBS = words(
    "act activate add adjust advance appoint arrange ask assign attach attack auction bank bid block "
    "bluff boost build "
    "burn buy call capture carry cast challenge change check choose claim clear close collect combine "
    "command compare "
    "complete conquer construct consume continue control convert cost count cover cross cut deal decide declare "
    "decrease defeat defend deliver deploy destroy determine discard distribute divide double draft "
    "draw drop earn eat "
    "eliminate empty end enter exchange execute exhaust expand explore face fall fight fill find "
    "finish fire flip fly "
    "follow force form fulfil fulfill gain gather get give go grab grow guess hand harvest hide hit "
    "hold hunt ignore "
    "improve increase inspect insert invest join jump keep kill land lay lead leave lend let lift "
    "list lock look loot "
    "lose lower make mark match meet mine mix move mulligan name negotiate occupy offer open orient "
    "own participate "
    "pass pay peek perform pick place plant play point possess prevent produce promote protect purchase push put "
    "raid raise reach read receive recover recruit redeem redraw reduce refill reform refresh regain "
    "reinforce release "
    "relocate remain remove repair repeat replace reroll rescue reset resolve rest restore retreat return reuse "
    "reveal revert roll rotate sacrifice save score search seat secure select sell send separate set settle share "
    "shift show shuffle sink sit skip slide sort spend spin split stack stand start stay steal step "
    "stop store supply "
    "support surround surrender swap take tap target tie throw toss touch trade transfer transport trap travel "
    "trigger turn undo unload untap upgrade use visit vote wait want win withdraw work begin bring "
    "become receive cause operate march sail ride chase"
)
#: Verbs that are about the state of the game rather than about an act.
STATE_VERBS = words(
    "be have contain consist mean represent belong remain need require count include lie show indicate equal allow "
    "depend apply happen occur follow become come run know see take give call track measure"
)
VERBS = GAME_VERBS | STATE_VERBS

IRREGULAR: dict[str, str] = {
    "began": "begin",
    "begun": "begin",
    "bought": "buy",
    "brought": "bring",
    "built": "build",
    "chosen": "choose",
    "chose": "choose",
    "dealt": "deal",
    "done": "do",
    "drawn": "draw",
    "drew": "draw",
    "eaten": "eat",
    "ate": "eat",
    "fallen": "fall",
    "fought": "fight",
    "found": "find",
    "flown": "fly",
    "got": "get",
    "given": "give",
    "gave": "give",
    "gone": "go",
    "grown": "grow",
    "held": "hold",
    "hidden": "hide",
    "kept": "keep",
    "laid": "lay",
    "led": "lead",
    "left": "leave",
    "lost": "lose",
    "made": "make",
    "met": "meet",
    "paid": "pay",
    "ran": "run",
    "sent": "send",
    "sold": "sell",
    "shown": "show",
    "spent": "spend",
    "stood": "stand",
    "stolen": "steal",
    "sunk": "sink",
    "taken": "take",
    "took": "take",
    "thrown": "throw",
    "threw": "throw",
    "told": "tell",
    "went": "go",
    "withdrawn": "withdraw",
    "won": "win",
    "lain": "lie",
    "lying": "lie",
    "known": "know",
    "seen": "see",
    "tied": "tie",
    "tying": "tie",
    "overthrown": "overthrow",
    "undersold": "undersell",
    "become": "become",
}
IRREGULAR_PLURALS: dict[str, str] = {
    "dice": "die",
    "men": "man",
    "women": "woman",
    "people": "person",
    "children": "child",
    "halves": "half",
    "wolves": "wolf",
    "knives": "knife",
    "lives": "life",
    "leaves": "leaf",
    "geese": "goose",
    "mice": "mouse",
    "sheep": "sheep",
    "fish": "fish",
    "vertices": "vertex",
    "indices": "index",
    "thieves": "thief",
    "shelves": "shelf",
    "oxen": "ox",
    "feet": "foot",
    "teeth": "tooth",
}
#: Words in -s that are no plurals.
SINGULAR_S = words(
    "this his its is was has does plus minus across unless always perhaps besides less series chess "
    "pass class loss "
    "across bonus status focus campus progress process success access address business axis basis crisis thus bus "
    "various previous gas lens canvas genius versus"
)

#: What games are made of. Terms of one game are found in its text, not here.
COMPONENTS = words(
    "card tile token counter marker cube disc disk die piece pawn meeple figure coin chip board mat "
    "deck pile stack "
    "hand bag box tray track chart table space square hex field cell zone region area territory province "
    "location room city supply bank reserve pool stock market display row column slot spot position path road "
    "point resource money cash gold unit army fleet ship worker player turn round phase step action move"
)
PEOPLE = words(
    "player players opponent opponents player's winner loser dealer leader attacker defender owner "
    "partner teammate "
    "neighbour neighbor bidder starter captain host seller buyer commander"
)
#: Zones things may lie in.
PLACES = words(
    "deck pile stack hand bag box supply bank reserve pool stock market display board map discard bag "
    "tray row track "
    "area zone region territory space field table"
)
PLACE_NOUNS = words(
    "space square hex hexagon field cell spot plot tile area zone region territory province location position slot box"
)
GROUP_NOUNS = words("pile deck stack pool supply bank reserve stock pot bag hand holding holdings")
TRACK_NOUNS = words("track chart scale board table mat display ledger ladder line")
ADJECTIVES = words(
    "able active adjacent available bad best big black blue brown certain clear closed common complete correct "
    "current dead different empty entire equal even exact extra face-down face-up facedown faceup "
    "false few final free "
    "friendly full general good green half hidden high higher highest hostile important incomplete initial large "
    "larger largest least legal less long low lower lowest max maximum min minimum more most necessary neutral new "
    "next normal odd old open opposite orange original own pink possible previous private public purple random red "
    "regular relevant remaining respective right same second-highest secret separate short similar simple single "
    "small special starting strong total true unique unoccupied unused upper usual valid various weak whole white "
    "wild wooden wrong yellow young"
)
#: Heads that never name a thing of the game.
PLAIN_NOUNS = words(
    "way case time moment example note rule rules kind type sort part end beginning start rest number amount total "
    "order set result reason game play name word line side top bottom middle left right other others "
    "one ones thing "
    "things hour minute day year version page text rulebook lot chance idea fact effect purpose object aim goal "
    "addition instance advantage instead course group pair maximum minimum sum difference value text set-up setup"
)
ABBREVIATIONS = words("e.g i.e etc vs mr mrs dr st no nos p pp ca cf approx max min incl fig vol ed resp jr sr co")
#: Words as they are often misspelt -> as they are spelt.
MISSPELT: dict[str, str] = {
    wrong: right
    for wrong, _, right in (
        pair.partition("/")
        for pair in words(
            "recieve/receive recieves/receives recieved/received seperate/separate seperately/separately "
            "untill/until begining/beginning occured/occurred occuring/occurring oponent/opponent "
            "oponents/opponents theses/these wich/which teh/the adjacant/adjacent simultaniously/simultaneously "
            "sucessful/successful succesful/successful exept/except immediatly/immediately arbitary/arbitrary "
            "proceding/proceeding definately/definitely wether/whether payed/paid choosen/chosen choosed/chose "
            "loosing/losing neccessary/necessary necessery/necessary independant/independent dependant/dependent "
            "refered/referred thier/their recieving/receiving agressive/aggressive accross/across "
            "allready/already allways/always alot/much availible/available availabe/available buisness/business "
            "catagory/category comming/coming commited/committed dissapear/disappear existance/existence "
            "happend/happened itterate/iterate lenght/length maintainance/maintenance occurence/occurrence "
            "peice/piece peices/pieces posession/possession prefered/preferred priviledge/privilege "
            "reciept/receipt sieze/seize strenght/strength transfered/transferred truely/truly withing/within"
        )
    )
}
