"""Put single faults into the bundled rule sets, one at a time, and count how many a check finds.

A fault is a small change of one rule file, such as a number that is one too high or a condition that is gone. A change
that leaves the game as it was (of two lines that do not mind each other, say) is none, and is not counted: the programs
are equal in every reading of each ruling, or two dozen games played side by side never differ. Found means that the
check of the changed rules has an error or a warning that the unchanged ones do not have.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

import ludex
from ludex import rules
from ludex.dsl.diagnostics import Finding
from ludex.dsl.lower import lower
from ludex.ir.text import print_program
from ludex.worked_examples import of_scenarios

Mutate = Callable[[str], Iterator[str]]


def swap(pattern: str, to: str | Callable[[re.Match[str]], str]) -> Mutate:
    """Replace one place of a pattern at a time."""
    def mutate(text: str) -> Iterator[str]:
        for match in re.finditer(pattern, text, re.MULTILINE):
            if in_comment(text, match.start()):
                continue
            new = to(match) if callable(to) else match.expand(to)
            if new != match.group():
                yield text[:match.start()] + new + text[match.end():]
    return mutate


def in_comment(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1:at]
    return bool(re.search(r"(^|\s)#", line))


def each(*mutations: Mutate) -> Mutate:
    """Several ways of one kind."""
    def mutate(text: str) -> Iterator[str]:
        for one in mutations:
            yield from one(text)
    return mutate


def blocks(opening: str, *, unwrap: bool) -> Mutate:
    """Take away a block: its first line only (what stood under it always happens), or all of it."""
    def mutate(text: str) -> Iterator[str]:
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if not re.match(opening, line):
                continue
            indent = len(line) - len(line.lstrip())
            end = number + 1
            while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
                end += 1
            while end > number + 1 and not lines[end - 1].strip():
                end -= 1
            if end < len(lines) and re.match(rf" {{{indent}}}otherwise", lines[end]):
                continue
            inner = [text_line[4:] for text_line in lines[number + 1:end]] if unwrap else []
            yield "\n".join([*lines[:number], *inner, *lines[end:]])
    return mutate


def swap_lines(text: str) -> Iterator[str]:
    """Two lines of an effect that follow one another change places."""
    lines = text.split("\n")
    verbs = r" {6,}(set|add|subtract|move|draw|do|shuffle|include|exclude|moment) "
    for number in range(len(lines) - 1):
        one, two = lines[number], lines[number + 1]
        same = len(one) - len(one.lstrip()) == len(two) - len(two.lstrip())
        if same and re.match(verbs, one) and re.match(verbs, two):
            yield "\n".join([*lines[:number], two, one, *lines[number + 2:]])


def swap_listed(key: str) -> Mutate:
    """Two neighbours in a list in brackets change places."""
    def mutate(text: str) -> Iterator[str]:
        for match in re.finditer(rf"({key}: \[)([^\]]*)\]", text):
            items = match.group(2).split(", ")
            for number in range(len(items) - 1):
                new = [*items[:number], items[number + 1], items[number], *items[number + 2:]]
                yield text[:match.start()] + match.group(1) + ", ".join(new) + "]" + text[match.end():]
    return mutate


def drop_listed(key: str) -> Mutate:
    """One entry of a list in brackets is gone."""
    def mutate(text: str) -> Iterator[str]:
        for match in re.finditer(rf"({key}: \[)([^\]]*)\]", text):
            items = match.group(2).split(", ")
            for number in range(len(items)) if len(items) > 1 else ():
                new = [*items[:number], *items[number + 1:]]
                yield text[:match.start()] + match.group(1) + ", ".join(new) + "]" + text[match.end():]
    return mutate


def lines_twice(text: str) -> Iterator[str]:
    """A line of an effect stands twice."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if re.match(rf" {{6,}}{VERB}", line):
            yield "\n".join([*lines[:number + 1], *lines[number:]])


def swap_modifiers(text: str) -> Iterator[str]:
    """Two modifiers of a value that follow one another change places."""
    pair = re.compile(r"((?: {6}[\w' ]+:\n(?: {8,}[^\n]*\n)+))((?: {6}[\w' ]+:\n(?: {8,}[^\n]*\n)+))")
    for head in re.finditer(r"^ {4}modifiers:\n", text, re.MULTILINE):
        match = pair.match(text, head.end())
        if match is not None:
            yield text[:match.start()] + match.group(2) + match.group(1) + text[match.end():]


def item_twice(text: str) -> Iterator[str]:
    """An item has the name of the one before it."""
    lines = text.split("\n")
    for number in range(1, len(lines)):
        if all(re.match(ENTRY, line) for line in lines[number - 1:number + 1]):
            name, rest = lines[number - 1].split(":")[0], lines[number].partition(":")[2]
            yield "\n".join([*lines[:number], f"{name}:{rest}", *lines[number + 1:]])


def exchange(folder: Path) -> Mutate:
    """A rule names the next of the items or values that are listed, in place of one."""
    after: dict[str, str] = {}
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        rows = [match.group(1).split(", ") for match in re.finditer(r"values: \[([^\]]*)\]", text)]
        rows.append([line.split(":")[0].strip() for line in re.findall(ENTRY, text, re.MULTILINE)])
        for row in rows:
            after.update(zip(row, [*row[1:], *row[:1]], strict=True))
    names = "|".join([*sorted(map(re.escape, after), key=len, reverse=True), "(?!)"])
    return swap(rf"(?:(?<=\bis )|(?<=\bcontains ))({names})\b", lambda match: after[match.group(1)])


def number(change: int) -> Callable[[re.Match[str]], str]:
    return lambda match: match.group(1) + str(int(match.group(2)) + change)


VERB = r"(?:set|add|subtract|move|draw|do|shuffle|include|exclude|moment) "
ENTRY = r"^ +[\w&' -]+: \{(?:power|points|rank): "
SAYS = r"(?:draw|roll|add|subtract|set|if|otherwise if|repeat|is:|set:|add:|when:|do:|choose|- |holds|until:|score:)"
CITING = r"source: [^\n]*\n"


def forced(match: re.Match[str]) -> str:
    """A choice that could be declined, as one that cannot."""
    body = re.sub(rf"^{match.group(1)}    ", match.group(1), match.group(3), flags=re.MULTILINE)
    return f"{match.group(1)}choose {match.group(2)}\n{body}"


KINDS: dict[str, Mutate] = {
    "a number is one higher": swap(rf"^( *{SAYS}[^\n#\"]*?)(?<![\w.])(\d+)(?![\w.])", number(1)),
    "a number is one lower": swap(rf"^( *{SAYS}[^\n#\"]*?)(?<![\w.])([2-9]|\d\d+)(?![\w.])", number(-1)),
    "a printed value is wrong": swap(rf"({ENTRY})(\d+)", number(1)),
    "a number of copies is wrong": swap(r"(^ +copies: )(\d+)", number(1)),
    "a number of players is wrong": each(
        swap(r"(players: \{least: )([3-9])", number(-1)), swap(r"(players: \{[^}]*most: )(\d+)", number(1))),
    "a start or default is wrong": each(
        swap(r"(^ +(?:default|starts): )(\d+)", number(1)), swap(r"(starts: \{A: )(\d+)", number(1)),
        swap(r"(starts: \{[^}]*C: )(\d+)", number(-1))),
    "an item is missing": swap(rf"{ENTRY}\d+[^}}]*\}}\n", ""),
    "a value of an enumeration is missing": drop_listed("values"),
    "an `if` is gone": blocks(r" +if .*:$", unwrap=True),
    "what stood under an `if` is gone": blocks(r" +if .*:$", unwrap=False),
    "a condition `when` is gone": swap(r"^ {4}when: (?!>-)[^\n]+\n", ""),
    "a condition is turned round": each(
        swap(r"\bis not empty\b", "is empty"), swap(r"(?<!not )\bis empty\b", "is not empty"),
        swap(r"\bis not none\b", "is none"), swap(r"(?<!not )\bis none\b", "is not none"),
        swap(r" > ", " < "), swap(r" >= ", " < ")),
    "a boundary is off by one": each(
        swap(r" > (?=\w)", " >= "), swap(r" >= (?=\w)", " > "), swap(r" <= (?=\w)", " < ")),
    "may becomes must": each(
        blocks(r' +you may "[^"]*":$', unwrap=True),
        swap(r"^( +)you may choose ([^\n]*):\n((?:\1 +[^\n]*\n)+)", forced)),
    "must becomes may": swap(
        r"^( {6,})((?:move|draw|add|subtract|shuffle) [^\n]*)\n(?!\1 )",
        lambda m: f'{m.group(1)}you may "do it":\n{m.group(1)}    {m.group(2)}\n'),
    "`any` and `every` are swapped": each(
        swap(r"\bany (?=\w+ in )", "every "), swap(r"\bevery (?=\w+ in )", "any "),
        swap(r"\bno (?=\w+ in )", "any ")),
    "a choice is of another quantity": each(
        swap(r"\bone or more\b", "any number of"), swap(r"\bexactly (?=\(|\d)", "up to ")),
    "two lines change places": swap_lines,
    "two phases change places": swap_listed("phases"),
    "a phase is never played": drop_listed("phases"),
    "an action is never offered": drop_listed("actions"),
    "an empty deck has no rule": swap(r"^ +when empty: [^\n]*\n", ""),
    "a short draw has no rule": swap(r"^ +when short: [^\n]*\n", ""),
    "a tie has no rule": swap(r"^ +ties: [^\n]*\n", ""),
    "the best score is the lowest": each(
        swap(r"best: highest", "best: lowest"), swap(r"^(  score: .*\n)(?!  best)", r"\1  best: lowest\n")),
    "an end condition is gone": swap(
        rf"^  [\w' ]+:\n    title: [^\n]*\n    {CITING}    at: [^\n]*\n    when: [^\n]*\n\n", ""),
    "a line of an effect is gone": swap(rf"^ {{6,}}{VERB}[^\n]*\n", ""),
    "a modifier is gone": swap(
        rf"^ {{6}}[\w' ]+:\n {{8}}{CITING} {{8}}when: (?!ruling|>-)[^\n]*\n {{8}}(?:set|add): [^\n]*\n", ""),
    "a modifier adds where it replaces": each(
        swap(r"^( {8})set: ", r"\1add: "), swap(r"^( {8})add: (?=\d)", r"\1set: ")),
    "a trigger is gone": swap(
        rf"^  [\w' ]+:\n    {CITING}    at: [^\n]*\n    when: (?!ruling)[^\n]*\n"
        r"    do: (?:\|\n(?: {6,}[^\n]*\n|\n)+|[^\n]*\n)", ""),
    "the wrong player acts": each(
        swap(r"\bfor winner:", "for lead:"), swap(r"\bfor player after you:", "for you:"),
        swap(r"^( +)for each player(?: from [\w ]+)?:$", r"\1for P1:"), swap(r"\byou wins\b", "player after you wins")),
    "play goes the wrong way round": swap(r"\bplayer after\b", "player before"),
    "add and subtract are swapped": each(
        swap(r"^( +(?:do: )?)add (.*) to ", r"\1subtract \2 from "),
        swap(r"^( +(?:do: )?)subtract (.*) from ", r"\1add \2 to ")),
    "a move goes to another place": each(
        swap(r"to imperial discard\b", "to your hand"), swap(r"to removed\b", "to your victory pile"),
        swap(r"to your victory pile\b", "to removed"), swap(r"to your hand\b(?=\n)", "to imperial discard"),
        swap(r"to your table\b", "to your hand")),
    "the wrong one owns it": swap(
        r"^( {6,}[^\n#\"]*?)\byour (?=\w+ ?\w*$|(?:hand|points|chips|table|bid)\b)", r"\1(player after you)'s "),
    "another player is the first": each(
        swap(r"^( +(?:turns: \{)?from: )(P1|lead)\b", r"\1player after \2"),
        swap(r"^( +for each player from )(P1|lead|dealt first):", r"\1player after \2:")),
    "a condition is denied": each(
        swap(r"^( +when: )(?!>-)([^\n]+)$", r"\1not (\2)"), swap(r"^( +(?:otherwise )?if )([^\n]+):$", r"\1not (\2):"),
        swap(r"^( +(?:repeat )?until:? )(?!>-)([^\n:]+)(:?)$", r"\1not (\2)\3")),
    "`and` and `or` are swapped": each(
        swap(r"^( +(?:when|if|holds|until|where|or|and)\b[^\n]*) and ", r"\1 or "),
        swap(r"^( +(?:when|if|holds|until|where|or|and)\b[^\n]*) or ", r"\1 and ")),
    "a limit is gone": each(
        swap(r"^ +where: [^\n]+\n", ""), swap(r"^( +)capacity: \d+\n", ""),
        swap(r"^( +(?:- |you may )?choose [^\n]*?) where [^\n:]+(?=:?$)", r"\1")),
    "a line of an effect stands twice": lines_twice,
    "an item has the name of another": item_twice,
    "two modifiers change places": swap_modifiers,
    "nothing ends the turns": swap(r"^ +until: [^\n]*\n", ""),
    "everybody may see it": swap(r"seen by: (?:owner|nobody)", "seen by: all"),
}


#: The kind of fault that has to know the names of a game.
ANOTHER = "a rule is about another thing"


def mutants(folder: Path, most: int, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Kind, file name and new text of the faults of a rule set; at most so many of a kind."""
    for kind, mutate in {**KINDS, ANOTHER: exchange(folder)}.items():
        found: dict[tuple[str, str], None] = {}
        for path in sorted(folder.glob("*.yaml")):
            if path.name != "rulings.yaml":
                text = path.read_text(encoding="utf-8")
                found.update({(path.name, new): None for new in mutate(text) if new != text})
        sites = list(found)
        for name, text in chance.sample(sites, most) if len(sites) > most else sites:
            yield kind, name, text


def findings(folder: Path, games: int) -> set[tuple[str, str, str]]:
    """What a strict check complains about. A check that plays reads first, then plays the scenarios, then games; here
    it stops as soon as there is something, since all that counts is that there is."""
    found: Iterable[Finding] = ludex.examine(folder).findings
    if games and not any(map(bad, found)):
        found = list(islice(filter(bad, of_scenarios(ludex.load(folder))), 1))
        if not any(map(bad, found)):
            found = ludex.examine(folder, games=games).findings
    return {(f.code, f.message, Path(f.file).name) for f in found if bad(f)}


def bad(finding: Finding) -> bool:
    """Whether a strict check fails by a finding."""
    return finding.severity in ("error", "warning")


def same(one: ludex.Game, other: ludex.Game) -> bool:
    """Whether two rule sets are one game: equal programs, or no difference in two dozen games played side by side.
    Where the programs of the chosen readings are equal, those of every other reading of each ruling are compared."""
    if one.players != other.players or readings(one) != readings(other):
        return False
    counts = dict.fromkeys((one.players[0], one.players[-1]))
    if not all(same_program(one, other, players, {}, 24 // len(counts)) for players in counts):
        return False
    if any(program(one, players, {}) != program(other, players, {}) for players in counts):
        return True
    return all(same_program(one, other, one.players[0], reading, 4) for reading in readings(one))


def readings(game: ludex.Game) -> list[dict[str, str]]:
    """All readings that differ from the chosen ones in one ruling."""
    return [{name: reading} for name in sorted(game.typed.used_rulings)
            for reading in game.rulings[name].readings if reading != game.rulings[name].choice]


def same_program(one: ludex.Game, other: ludex.Game, players: int, chosen: dict[str, str], games: int) -> bool:
    """Whether two rule sets are one game for a number of players and some readings."""
    first, second = (program(game, players, chosen) for game in (one, other))
    if first == second:
        return True
    if declared(first) != declared(second):
        return False
    return all(same_game(one, other, players, seed, chosen) for seed in range(games))


def program(game: ludex.Game, players: int, chosen: dict[str, str]) -> str:
    """What the rules come to, whatever line they stand on."""
    return _program(game, players, tuple(chosen.items()))


@lru_cache(maxsize=256)
def _program(game: ludex.Game, players: int, chosen: tuple[tuple[str, str], ...]) -> str:
    return re.sub(r"\s*[#@].*|\S+\.yaml\S*", "", print_program(lower(game.typed, players, dict(chosen))))


def declared(program: str) -> list[str]:
    """The lines of a program that say who may see what, and who wins."""
    return [line for line in program.splitlines() if line.startswith(("program", "field", "domain"))]


def same_game(one: ludex.Game, other: ludex.Game, players: int, seed: int, chosen: dict[str, str]) -> bool:
    """Whether one game at random goes the same way under two rule sets, state by state."""
    pick = random.Random(seed)
    matches = []
    for game in (one, other):
        try:
            matches.append(game.start(players=players, seed=seed, rulings=chosen))
        except ludex.RuleFault:
            return False
    a, b = matches
    for _ in range(2000):
        if a.decision is None or b.decision is None:
            break
        if [o.id for o in a.decision.options] != [o.id for o in b.decision.options]:
            return False
        if a.game.write_state(a)["fields"] != b.game.write_state(b)["fields"]:
            return False
        option = pick.choice(a.decision.options)
        try:
            a.apply(option)
            b.apply(option.id)
        except ludex.RuleFault:
            return False
    return a.decision is None and b.decision is None and a.result == b.result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(rules.catalogue()), help="which bundled games")
    parser.add_argument("--play", type=int, default=0, metavar="N", help="let the check play so many games")
    parser.add_argument("--most", type=int, default=6, metavar="N", help="the most faults of a kind in a game")
    parser.add_argument("--kind", default="", help="only kinds whose name holds this")
    parser.add_argument("--missed", action="store_true", help="show the faults that were not found")
    options = parser.parse_args()
    chance = random.Random(1)
    total: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    idle: Counter[str] = Counter()
    kinds = [*KINDS, ANOTHER]
    codes: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    with tempfile.TemporaryDirectory() as made:
        for name in options.games:
            original = rules.catalogue()[name]
            folder = Path(made) / name
            shutil.copytree(original, folder)
            before, unchanged = findings(folder, options.play), ludex.load(original)
            for kind, file, text in mutants(original, options.most, chance):
                if options.kind not in kind:
                    continue
                (folder / file).write_text(text, encoding="utf-8")
                new = findings(folder, options.play) - before
                if not new and same(unchanged, ludex.load(folder)):
                    idle[kind] += 1
                else:
                    total[kind] += 1
                    caught[kind] += bool(new)
                    codes[kind].update({code for code, _, _ in new})
                    if not new and options.missed:
                        show(name, kind, (original / file).read_text(encoding="utf-8"), text)
                shutil.copyfile(original / file, folder / file)
    width = max(map(len, kinds))
    print(f"{'fault':{width}}  found  of   by")
    for kind in kinds:
        if total[kind]:
            by = ", ".join(f"{code} {count}" for code, count in codes[kind].most_common(5))
            print(f"{kind:{width}}  {caught[kind]:5}  {total[kind]:3}  {by}")
    found, of = sum(caught.values()), sum(total.values())
    print(f"{'all ' + str(sum(bool(n) for n in total.values())) + ' kinds':{width}}  {found:5}  {of:3}  "
          f"{100 * found / max(of, 1):.0f} % (and {sum(idle.values())} changes that change nothing)")


def show(game: str, kind: str, before: str, after: str) -> None:
    import difflib

    lines = [line for line in difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
             if line[:2] not in ("--", "++", "@@")]
    print(f"missed in {game}: {kind}", *(f"    {line}" for line in lines[:8]), sep="\n")


if __name__ == "__main__":
    main()
