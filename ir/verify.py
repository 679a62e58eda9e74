"""What a well-formed program is: named invariants, and a check that a program keeps them.

Whoever reads a program (an engine, an analysis, the text form) may rely on them. A program that breaks one is a
mistake of whoever made it, never of the rules; so the check raises. It comes in two parts: unless names, registers and
blocks are in order, the rest cannot be asked. What is checked stands in `verify_program.py`, `verify_function.py` and
`verify_steps.py`.
"""

from __future__ import annotations

from ludex.ir.graph import Program
from ludex.ir.verify_function import check_frame, check_function
from ludex.ir.verify_program import check_names, check_program

INVARIANTS: dict[str, str] = {
    "V1": "everything is kept under its own name, and the elements of a domain have different names",
    "V2": "every domain, field, table and function that is named exists",
    "V3": "a domain has no kinds, or one for each element: the first element of its kind",
    "V4": "the bounds of a type are in order and fit 32 bits; the elements of a domain are 0 and up, and none is -1",
    "V5": "a field has a start, and a table a value, for each element of its index, and they fit its type",
    "V6": "the domain of seats has as many elements as there are seats, and the winners are a set of them",
    "V7": "`main` is a procedure without parameters",
    "V8": "a function has its parameters among its registers; a pure one has a result, a procedure has none",
    "V9": "every block that is named exists, can be reached, and is not the first one",
    "V10": "every register that is named exists",
    "V11": "a register has a value wherever it is read, on every path",
    "V12": "operands and results have the types that the operation asks for",
    "V13": "a register's bounds hold what it is given, or meet it where the program promises the rest",
    "V14": "a pure function does not write, report, wait, run a procedure or end the game",
    "V15": "a pure function returns a value of its type, a procedure returns none",
    "V16": "no function or procedure runs itself, not even through others",
    "V17": "only pure functions are called and only procedures other than `main` are run, with fitting arguments",
    "V18": "a decision is that of a seat, and its alternatives have the registers of their form",
    "V19": "a guard is a pure function that gives a flag, and its arguments fit",
    "V20": "chance picks an element of a set, or a number between two, into a register that holds it",
    "V21": "every cycle has a tick or a decision in it, or takes elements out of a set until none is left",
    "V22": "every origin that is named exists",
    "V23": "a score is a pure function of one seat that gives a number",
    "V24": "an invariant is a pure function without parameters that gives a flag",
    "V25": "a field that keeps the order of a zone has a number for each element that can lie in that zone",
}


class Broken(Exception):
    """A program that is not well-formed; `violations` are pairs of an invariant and a message."""

    def __init__(self, name: str, violations: list[tuple[str, str]]) -> None:
        self.violations = violations
        lines = [f"  {number} ({INVARIANTS[number]}): {message}" for number, message in violations]
        first = f"the program of `{name}` is not well-formed, which is a mistake in Ludex and not in the rules:"
        super().__init__("\n".join([first, *lines]))


def verify(program: Program) -> None:
    """Raise `Broken`, with everything that is wrong, unless the program is well-formed."""
    found = list(check_names(program))
    for function in program.functions.values():
        found += [(number, f"in `{function.name}`: {message}") for number, message in check_frame(program, function)]
    if not found:
        found = list(check_program(program))
        for function in program.functions.values():
            found += [(number, f"in `{function.name}`: {m}") for number, m in check_function(program, function)]
    if found:
        raise Broken(program.name, found)
