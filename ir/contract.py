"""What every operation means, clause by clause, and what an engine offers.

An engine may compute as it likes, as long as everything that can be seen through `Engine` is as the clauses say.
The clauses speak of programs that `verify.py` accepts. Tests cite them by number, and the reference page of the
contract is made from them.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Protocol

from ludex.ir.graph import Program
from ludex.ir.layout import Layout
from ludex.ir.ops import Alternative, Choose, Reg, Roll
from ludex.ir.record import record

if TYPE_CHECKING:
    from ludex.ir.steps import Steps

#: A state of play: integers, laid out by `layout.py`. A copy of the row (`state[:]`) is a copy of the game. An engine
#: may keep the rows that it makes as it likes, and goes on with a list as well.
State = MutableSequence[int]
#: An event as it happened: kind, origin, what all may know, secrets, and the set of seats who may know them.
Event = tuple[str, int, tuple[int, ...], tuple[int, ...], int]
#: An option: which alternative of the decision, and the element or number chosen with it (0 for none).
Option = tuple[int, int]

#: How many steps of unbounded loops there may be between two decisions.
BUDGET = 1_000_000

#: What a fault says where somebody must choose and cannot, chance has nothing to pick from, or play never stops.
NO_OPTION = "somebody must choose here and has no option"
NOTHING_TO_PICK = "chance has nothing to choose from"
NO_REST = "no decision after a million steps; the rules never come to rest"


class Fault(Exception):
    """The rules have no answer: `origin` is where in the rules it happened."""

    def __init__(self, origin: int, message: str) -> None:
        super().__init__(message)
        self.origin = origin
        self.message = message


@record
class Clause:
    """One numbered sentence or two of the contract."""

    number: str
    about: str
    text: str


def _clauses(*groups: tuple[str, tuple[str, ...]]) -> tuple[Clause, ...]:
    texts = ((about, text) for about, texts in groups for text in texts)
    return tuple(Clause(f"C{number}", about, text) for number, (about, text) in enumerate(texts, start=1))


CLAUSES: tuple[Clause, ...] = _clauses(
    ("Numbers", (
        # C1
        "An integer lies within the bounds of its type, and all bounds fit a signed 32-bit word. An element of a "
        "domain is its index, from 0; -1 is none. A flag is 0 or 1. A set is a number too: element e is in it if bit e "
        "is 1.",
        # C2
        "add, sub, mul, min and max are exact; nothing wraps around. A register's bounds hold what an operation on "
        "other registers gives it. Where a register is changed with itself as an operand, or copied from a wider one, "
        "the program promises that the value fits; an engine may rely on that and need not look.",
        # C3
        "div rounds down, towards the lower number, and mod is what is left: it has the sign of the divisor. A divisor "
        "of 0 is a fault.",
        # C4
        "Compare gives 1 if the comparison holds and 0 if not. Integers compare by value, none being lower than every "
        "element. Two sets are equal if they have the same elements; they have no order.",
        # C5
        "and, or and not turn flags into a flag, and select gives one of two values. Nothing is skipped: what their "
        "operands were computed from has been computed, faults included, whichever of them counts.",
    )),
    ("State and tables", (
        # C6
        "Load reads a field as it stands at that moment. Reading at none is a fault.",
        # C7
        "Store writes a field; it takes effect at once. A value outside the bounds of the field is a fault that names "
        "the field, and writing at none is a fault; the value is looked at first.",
        # C8
        "Lookup reads a constant table. Looking up none is a fault.",
    )),
    ("Sets", (
        # C9
        "Single of an element is the set with that element alone; of none it is the empty set. Has of none is 0.",
        # C10
        "Count gives the number of elements. union, meet and minus give the elements in either set, in both, and in "
        "the left but not in the right.",
        # C11
        "First gives the lowest element of a set, and none for the empty set.",
        # C12
        "Shift gives the union of a table's sets over the elements of a set; of the empty set it is empty.",
        # C13
        "Distinct keeps, of each kind of interchangeable elements that a set has, the lowest one it has. In a domain "
        "without kinds it keeps everything.",
        # C14
        "A loop over a set visits the elements from the lowest to the highest. The set is the one it was when the loop "
        "began, whatever the loop does to what it was made from.",
    )),
    ("Calls, events, steps", (
        # C15
        "Call evaluates a pure function on the arguments and the fields as they stand. It changes no field, reports "
        "nothing and waits for nobody.",
        # C16
        "Emit reports an event with the values its registers have at that moment; events come in the order in which "
        "they were reported. Secrets may be known to the seats in `seen`, and to all (-1) where it is left out.",
        # C17
        "Each Tick, also in a pure function, takes one step from a budget of 1,000,000; the next one is a fault. The "
        "budget is full again whenever play goes on after a decision. A roll gives no step back, whoever picks.",
        # C18
        "Operations happen one after another. The first that is a fault ends the run with it; what was reported before "
        "stands, and the state is spent: nothing may be asked of it.",
    )),
    ("Decisions", (
        # C19
        "A decision offers the options of its alternatives, in order. `one` is an option if its flag is 1 or it has "
        "none; `each` gives an option for every element of its set, from the lowest; `range` one for every number from "
        "the first to the last, and none if the last is lower. What is offered, and to whom, follows from the "
        "registers that the decision names, as they are when play comes to it; nothing else of the state is looked at.",
        # C20
        "Where no alternative has an option, coming to the decision is a fault at its origin.",
        # C21
        "Taking an option gives the register of its alternative, if it has one, the element or number, and goes on at "
        "its block. All registers that are read later have kept their values.",
        # C22
        "Guards do not decide what is offered; they explain it. Asked about an element of an alternative, an engine "
        "names the origins of the guards that give 0, in order. Behind the first of them a guard that is a fault says "
        "nothing: what it looks at may not be there.",
    )),
    ("Chance", (
        # C23
        "Roll gives its register an element of its set, or a number from the first to the last, each with the same "
        "probability. Where there is nothing to pick from it is a fault at the roll's origin.",
        # C24
        "Play that asks for chance waits at every roll, also at one with a single outcome. The outcomes are listed "
        "from the lowest, with whole weights. Interchangeable elements that nothing in the state tells apart (every "
        "field, and every register that is read later, has all of them or none) are one outcome, named by the lowest "
        "of them, with their number as weight.",
        # C25
        "The generator is SplitMix64: its state moves on by 9E3779B97F4A7C15 (hexadecimal), and is mixed by two steps "
        "of shift, exclusive or, and multiplication (30, BF58476D1CE4E5B9; 27, 94D049BB133111EB) and a last shift of "
        "31, all modulo 2^64.",
        # C26
        "A number below n is drawn without bias by Lemire's method: the drawn word times n, of which the high 64 bits "
        "are the number; if the low 64 bits are less than 2^64 modulo n, it draws again. The number picks the element "
        "with that many elements of the set below it, or is added to the first number. One outcome uses no draw.",
        # C27
        "A seed is any whole number. Its low 64 bits, as two's complement, are the generator's first state; as long as "
        "the rest is neither 0 nor -1, the state becomes the mix of the state plus the step, exclusive or the next 64 "
        "bits.",
    )),
    ("Procedures and ends", (
        # C28
        "Enter gives the parameters of a procedure the arguments' values and runs it; Return goes on behind the "
        "Enter. Every procedure has one frame, as none can run itself; entering it anew takes nothing over from the "
        "last time.",
        # C29
        "The game is over when End names an end condition, wherever it stands, or when the procedure `main` returns, "
        "which names none. Then nobody decides any more.",
        # C30
        "Fail is a fault at its origin with its message.",
    )),
    ("States", (
        # C31
        "The state is the point where play waits, the generator, the end condition, the fields, the frames of the "
        "procedures that have been entered and not left, and where play waits for chance the steps taken since the "
        "last decision. There is nothing else: a copied state has the same future.",
        # C32
        "The same calls on equal states give equal states, events, options and faults. Two states are equal if their "
        "canonical forms are: what play can no longer read is 0 there. Play may go on from a canonical form.",
        # C33
        "Whether events are wanted changes nothing else. Whether chance is asked for changes only who picks, and that "
        "a roll is a wait.",
        # C34
        "A pure function may be asked for its value at any state; the state stays as it is, and the budget is its own.",
    )),
)


class Engine(Protocol):
    """What plays a program. Every state is the caller's: the engine keeps none."""

    @property
    def program(self) -> Program:
        """The program it plays."""

    @property
    def layout(self) -> Layout:
        """How its states are laid out: that of `layout.py`, for every engine."""

    def start(self, seed: int, events: list[Event] | None = None, asking: bool = False,
              fields: Mapping[str, Sequence[int]] | None = None) -> State:
        """A new game, played on to its first decision (or, if `asking`, its first chance event). `fields` says what
        some fields hold at the start."""

    def decision(self, state: State) -> Choose | None:
        """The decision a state waits at, if any."""

    def seat(self, state: State) -> int:
        """Who decides."""

    def options(self, state: State) -> list[Option]:
        """What may be chosen where a state waits."""

    def steps(self, state: State) -> Steps:
        """Play on by the numbers of options alone."""

    def choose(self, state: State, option: Option, events: list[Event] | None = None, asking: bool = False) -> None:
        """Take one of the options and play on; the state changes in place, as in `resolve`."""

    def roll(self, state: State) -> Roll | None:
        """The chance event a state waits at, if any."""

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """Each outcome of the chance event with its weight."""

    def resolve(self, state: State, outcome: int, events: list[Event] | None = None, asking: bool = True) -> None:
        """Let the chance event have one of its outcomes and play on."""

    def over(self, state: State) -> bool:
        """Whether the game is over."""

    def reason(self, state: State) -> str | None:
        """The end condition that fired."""

    def evaluate(self, function: str, state: State, args: Sequence[int] = ()) -> int:
        """The value of a pure function."""

    def refusals(self, state: State, way: Alternative, element: int) -> list[int]:
        """The origins of the guards that forbid an alternative's element."""

    def register(self, state: State, register: Reg) -> int:
        """The value of a register that is kept where a state waits."""

    def canonical(self, state: State) -> State:
        """The state without what no longer matters."""
