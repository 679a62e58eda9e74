"""What arithmetic and comparison give: for two numbers, and as far as bounds tell for all numbers between them.

The language's types, the builder's registers and the verifier all have it from here, so that they cannot disagree.
"""

from __future__ import annotations

from ludex.ir.types import Int


def calculate(how: str, a: int, b: int) -> int:
    """What arithmetic means (contract C2, C3): division and remainder round down."""
    match how:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "div":
            return a // b
        case "mod":
            return a % b
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
    raise AssertionError(how)


def bounds(how: str, left: Int, right: Int) -> Int:
    """The bounds of a result. It only rises or only falls with each operand (by division, on either side of 0), so they
    are found at the ends. A divisor of 0 is a fault and gives no result."""
    match how:
        case "div":
            divisors = [d for d in (right.low, right.high, -1, 1) if d != 0 and right.low <= d <= right.high]
            found = [a // d for a in (left.low, left.high) for d in divisors] or [0]
        case "mod":
            found = [0, min(0, right.low + 1), max(0, right.high - 1)]
        case _:
            found = [calculate(how, a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return Int(min(found), max(found))


def compare(how: str, left: int, right: int) -> bool:
    """What a comparison of two numbers gives (contract C4)."""
    match how:
        case "eq":
            return left == right
        case "ne":
            return left != right
        case "lt":
            return left < right
        case "le":
            return left <= right
    raise AssertionError(how)


def decided(how: str, a: Int, b: Int) -> bool | None:
    """The answer of a comparison that the bounds alone decide."""
    if how in ("eq", "ne") and (a.high < b.low or b.high < a.low):
        return how == "ne"
    if how == "lt" and (a.high < b.low or a.low >= b.high):
        return a.high < b.low
    if how == "le" and (a.high <= b.low or a.low > b.high):
        return a.high <= b.low
    return None
