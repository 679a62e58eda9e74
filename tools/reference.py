"""The reference pages about the language and its representation, made from what declares them.

Each function gives the text of one page of `docs/reference/`: words from their classes, keys from the section
classes, findings from their rules, operations from the records of the representation. `generate.py` writes
them. That about commands is made in `ludex.cli.reference`, beside the commands.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields

from ludex.dsl.diagnostics import Diagnosis
from ludex.dsl.grammar import LEVELS, grammar
from ludex.dsl.schema import SHAPE_WORDS, may_be_empty, section_words, sections
from ludex.dsl.syntax import Key, keys_of
from ludex.dsl.vocabulary import FAMILIES, WORDS, Word
from ludex.ir import contract, ops, types, verify
from ludex.pages import all_rules

#: What a word of each sort is, for its entry.
SORTS = {
    "statement": "an effect: a line of its own",
    "block": "an effect: a line that ends in a colon, with the lines it governs indented under it",
    "function": "a value",
    "operator": "a value, made of two",
    "test": "a condition",
    "bracketed": "a value, always in parentheses",
}

#: The levels of precedence from the loosest to the tightest, as the grammar nests them.
PRECEDENCE = ("either", "both", "test", "comparison", "union", "sum", "product")

#: The groups of diagnostics by the first digit of their code.
GROUPS = {
    "0": "Files and YAML", "1": "Shape: sections and keys", "2": "Names", "3": "Types and effects",
    "4": "Structure of the game", "5": "Logic of the rules", "6": "The source", "7": "The wording of the source",
    "8": "Found by play", "9": "The check itself",
}


def head(title: str, of: str) -> list[str]:
    return [f"# {title}", "", f"<!-- made by tools/generate.py: change {of}, not this page -->", ""]


def page(lines: Iterable[str]) -> str:
    """Lines as the text of a page, without runs of empty lines."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def fence(text: str, info: str = "") -> list[str]:
    """A block of code that shows what cannot be seen."""
    shown = "".join(c if c.isprintable() or c == "\n" else f"<U+{ord(c):04X}>" for c in text.rstrip("\n"))
    mark = "```"
    while mark in shown:
        mark += "`"
    return ["", f"{mark}{info}", shown, mark, ""]


def cell(text: str) -> str:
    """Text that may stand in a table."""
    return " ".join(text.replace("|", "\\|").split())


def table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = ["| " + " | ".join(map(cell, row)) + " |" for row in (header, *rows)]
    return ["", lines[0], "|" + "---|" * len(header), *lines[1:], ""]


def doc(what: object) -> str:
    return inspect.getdoc(what) or ""


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- words


def words_page() -> str:
    """`docs/reference/words.md`."""
    lines = head("Words of the language", "the words in `dsl/vocabulary/`")
    lines += [
        "Every word, by family: how it is said, what it does, what its parts may be, and a line that uses it. In a "
        "phrase, `{braces}` stand for a part that you fill in and `[brackets]` for one that may be left out. "
        "`ludex explain WORD` shows the same entry in the terminal. How words go together tells "
        "[the language](../language.md); the keys they stand under are on [a page of their own](keys.md).", "",
        "| chapter | words |", "|---|---|",
    ]
    places = anchors([heading for family in FAMILIES
                      for heading in (chapter(family), *(word.phrase for word in family.WORDS))])
    for family in FAMILIES:
        own = places.pop(0)
        said = ", ".join(f"[{cell(f'`{_short(word)}`')}](#{places.pop(0)})" for word in family.WORDS)
        lines.append(f"| [{chapter(family)}](#{own}) | {said} |")
    for family in FAMILIES:
        lines += ["", f"## {chapter(family)}", "", doc(family), ""]
        for word in family.WORDS:
            lines += _entry(word)
    lines += _precedence()
    lines += ["## What words are made of", "",
              "The literal parts of all words, and of choices and types. Many of them may be names of a game too, "
              "where only a name can stand; `ludex check` says which may not. The articles `the`, `a` and `an` say "
              "nothing.", "",
              ", ".join(f"`{word}`" for word in sorted(_literals(), key=lambda w: (w.casefold(), w)))]
    return page(lines)


def chapter(family: object) -> str:
    """The name of a family's chapter."""
    return upper(str(getattr(family, "__name__", "")).rpartition(".")[2])


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(headings: Iterable[str]) -> list[str]:
    """The anchors of the headings of a page, in order: those that would be equal are numbered."""
    found: list[str] = []
    for heading in headings:
        anchor, count = slug(heading), 0
        while anchor in found:
            count += 1
            anchor = f"{slug(heading)}-{count}"
        found.append(anchor)
    return found


def _short(word: type[Word]) -> str:
    """A word by its literal parts."""
    return " … ".join(part.literal for part in word.variants()[-1] if part.literal)


def _entry(word: type[Word]) -> list[str]:
    lines = [f"### `{word.phrase}`", "", f"*{upper(SORTS[word.sort])}.*", "", word.page(), ""]
    rows = [(f"`{name}`", f"{handle.wanted}{_about(word, name)}") for name, handle in word.parameters.items()]
    if rows:
        lines += table(("part", "is"), rows)
    notes = [note for note in (_actor(word), _follows(word)) if note]
    if notes:
        lines += ["", " ".join(notes), ""]
    return [*lines, *fence(word.example)]


def _about(word: type[Word], name: str) -> str:
    """Where a new name is known."""
    if word.parameters[name].sort != "new" and word.parameters[name].sort != "choice":
        return ""
    known = {"after": "in the lines after it", "body": "in the lines under it", "test": "in the condition"}
    return f", known {_listed((known[scope] for scope in word.scope), 'and')}"


def _actor(word: type[Word]) -> str:
    if word.acts:
        return f"If `{word.acts}` is a player, that player acts (is `you`) in the lines under it."
    return "Somebody must be acting: the choice is `you`'s." if word.needs_actor else ""


def _follows(word: type[Word]) -> str:
    if word.follows:
        after = {_short(other): None for other in WORDS if word.follows in other.followed_by}
        return f"Stands directly after the lines of {_listed(f'`{said}`' for said in after)}."
    behind = {_short(other): None for other in WORDS if other.follows and other.follows in word.followed_by}
    return f"{_listed((f'`{said}:`' for said in behind), 'or')} may follow." if behind else ""


def _listed(words: Iterable[str], last: str = "or") -> str:
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}"


def _literals() -> set[str]:
    return {literal for literal in grammar().literals if re.search(r"\w", literal)}


def _precedence() -> list[str]:
    """The table of operators, from the grammar's levels."""
    assert set(PRECEDENCE) - {"test"} == set(LEVELS)
    lines = ["## Precedence", "", "From what binds loosest to what binds tightest; on one level, from the left. "
             "Parentheses override it."]
    rows = []
    for level in PRECEDENCE:
        found = [w for w in WORDS if (w.level if w.sort == "operator" else w.sort) == level]
        rows.append((", ".join(f"`{_short(word)}`" for word in found), _side(level)))
    return [*lines, *table(("words", "takes"), rows)]


def _side(level: str) -> str:
    return {
        "either": "conditions", "both": "conditions", "test": "a condition of this level or tighter",
        "comparison": "two values; comparisons do not chain", "union": "sets", "sum": "numbers",
        "product": "numbers",
    }[level]


# -- keys


def keys_page() -> str:
    """`docs/reference/keys.md`."""
    lines = head("Sections and keys", "the classes in `dsl/syntax.py`")
    lines += [
        "What may stand in the files of a game. A rule set is all files of its folder taken together: a section that "
        "holds names may be spread over several of them, every other key stands in one. The same table makes the "
        "[JSON Schema](../../dsl/schemas/rules.schema.json) that an editor can use. What the texts under the keys may "
        "say tells [the language](../language.md).", "",
    ]
    for section in sections():
        title = section_words(section)
        lines += [f"## {title}", "", doc(section), ""]
        if may_be_empty(section):
            lines += ["It may be left empty: its name says enough.", ""]
        rows = [(f"`{spelling}`", _value(about), "yes" if needed else "", _doc(about))
                for spelling, (_, about, needed) in keys_of(section).items()]
        lines += table(("key", "value", "required", "what it says"), rows)
    lines += ["## Kinds of values", ""]
    lines += table(("kind", "written as"), [(shape, SHAPE_WORDS[shape]) for shape in SHAPE_WORDS])
    return page(lines)


def _value(about: Key) -> str:
    if about.allowed:
        return _listed(f"`{word}`" for word in about.allowed)
    if about.of is not None:
        link = f"[{section_words(about.of)}](#{slug(section_words(about.of))})"
        return {"one": link, "map": f"names, each with {link}", "list": f"a list of {link}"}[about.shape]
    if about.shape == "integer" and about.most is not None:
        return f"a number from {about.least} to {about.most}" if about.least != about.most else f"`{about.most}`"
    return SHAPE_WORDS[about.shape]


def _doc(about: Key) -> str:
    return about.doc


# -- findings


def findings_page() -> str:
    """`docs/reference/findings.md`."""
    rules = all_rules()
    lines = head("Findings", "the diagnostics beside the code that raises them")
    lines += [
        "Everything that `ludex check` and `ludex audit` can say, by code. `ludex explain CODE` shows a page of this "
        "in the terminal. An error keeps a game from being loaded; a warning fails a check only with `--strict`; infos "
        "and hints never do. Codes are never used again for something else. How messages are written tells "
        "[messages](../messages.md).", "",
    ]
    for digit, title in GROUPS.items():
        group = [rule for rule in rules.values() if rule.code[2] == digit]
        if not group:
            continue
        lines += [f"## {title}", ""]
        rows = [(f"[{rule.code}](#{slug(_heading(rule))})", rule.name, rule.severity) for rule in group]
        lines += table(("code", "name", "severity"), rows)
        for rule in group:
            lines += _finding(rule)
    return page(lines)


def _heading(rule: type[Diagnosis]) -> str:
    return f"{rule.code} {rule.name}"


def _finding(rule: type[Diagnosis]) -> list[str]:
    lines = [f"### {_heading(rule)}", "", f"*{upper(rule.severity)}:* {_shown(rule.message)}", "", rule.page(), ""]
    return [*lines, "Wrong:", *fence(rule.bad, "yaml"), "Right:", *fence(rule.good, "yaml")]


def _shown(message: str) -> str:
    """A message whose parts are filled in from case to case."""
    if re.fullmatch(r"\{\w+\}", message):
        return "the message says what is wrong in the case at hand."
    filled = re.sub(r"\{(\w+)\}", r"‹\1›", message)
    return f"“{filled}”"


# -- operations


def operations_page() -> str:
    """`docs/reference/operations.md`."""
    lines = head("The representation", "the records in `ir/`")
    lines += [
        "What rules are lowered to, and all that an engine has to know: machine types, operations, the ends of blocks, "
        "the contract that says what each of them means, and what makes a program well-formed. How it hangs together "
        "tells [the architecture](../architecture.md); `ludex show GAME --stage ir` prints the program of a game.", "",
        "## Types", "",
    ]
    for kind in (types.Domain, types.Int, types.Set):
        lines += _record(kind)
    lines += ["## Operations", "",
              "A block is a row of these, one after the other. `Reg` is a register of the function; `to` is the one "
              "that the operation sets. Each carries the `origin` in the rule files that it comes from.", ""]
    for op in ops.OPS:
        lines += _record(op)
    lines += ["## Ends of blocks", "", "Every block ends in exactly one of these.", ""]
    for end in ops.TERMINATORS:
        lines += _record(end)
    lines += ["Two records belong to decisions:", ""]
    for part in (ops.Alternative, ops.Guard):
        lines += _record(part)
    lines += ["## The contract", "",
              "What every operation means, clause by clause. Tests cite the clauses by number.", ""]
    for about, clauses in _by_subject():
        lines += [f"### {about}", "", *(f"- **{clause.number}** {clause.text}" for clause in clauses), ""]
    lines += ["## Well-formed programs", "",
              "The invariants that the verifier checks, and that an engine may rely on.", ""]
    lines += [f"- **{number}** {upper(text)}." for number, text in verify.INVARIANTS.items()]
    return page(lines)


def _by_subject() -> Iterator[tuple[str, list[contract.Clause]]]:
    found: dict[str, list[contract.Clause]] = {}
    for clause in contract.CLAUSES:
        found.setdefault(clause.about, []).append(clause)
    yield from found.items()


def _record(kind: type) -> list[str]:
    """An entry: the name, the fields with their types, the sentence."""
    own = [item for item in fields(kind) if item.name != "origin"]
    said = ", ".join(f"{item.name}: {_type(item.type)}" for item in own)
    return [f"### {kind.__name__}", "", *([f"`{said}`", ""] if own else []), doc(kind), ""]


def _type(annotation: object) -> str:
    text = str(annotation)
    found = re.fullmatch(r"Literal\[(.*)\]", text)
    return " | ".join(re.findall(r"\w+", found[1])) if found else text
