"""From the files of a rule set to one `RuleSet`: check their shape, merge, and fill.

The section classes of `syntax.py` say everything about keys, so nothing here knows a section by name: values
are filled in by their shape. What cannot be used after a finding is left out, with its name noted in
`sink.left_out`, so that later stages go on with the rest and complain about nothing twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ludex.dsl.diagnostics import Diagnosis, Finding, Label, Sink, quote
from ludex.dsl.document import Entry, Mapping, Node, Scalar, Sequence, check_comment_cut, read_document
from ludex.dsl.gather import File, Gathered, base_of, extended, gather, home_of, is_rule_file, nothing_checked
from ludex.dsl.modules import PARTS, link
from ludex.dsl.name_text import confusable, ill_formed, visible
from ludex.dsl.names import plural
from ludex.dsl.overlay import FREE, Said, check_replaced, compare, replaced_by
from ludex.dsl.schema import Schema, rule_set_schema
from ludex.dsl.shape import VERSION_KEY, check_shape
from ludex.dsl.shape_rules import BadValue, MissingKey, SchemaVersion
from ludex.dsl.syntax import Key, Module, RuleSet, Section, keys_of
from ludex.ir.record import record

#: Shapes whose texts are of the language.
_LANGUAGE = frozenset(("effect", "expression", "type", "choice", "expressions", "choices", "starts",
                       "attributes", "parameters"))


class DuplicateId(Diagnosis):
    """The same thing is defined twice, in two files or in two entries of a list.

    A section may be spread over several files if no name occurs twice; a single value, such as the title,
    stands in one file only. Remove one of the two, or give it another name.
    """

    code = "LX202"
    name = "duplicate-id"
    severity = "error"
    message = "{key} is defined twice, first on line {line} of {file}"
    bad = "components:\n  card: {items: [ace, king, ace]}\nzones:\n  deck: {of: card, starts with: all}\n"
    good = "components:\n  card: {items: [ace, king]}\nzones:\n  deck: {of: card, starts with: all}\n"


class BaseUnknown(Diagnosis):
    """A rule set extends another one that is not there.

    `extends` names a folder of rule files, as seen from the folder it stands in: `../chess` is a folder beside it. A
    rule set cannot extend itself, also not through others.
    """

    code = "LX112"
    name = "base-unknown"
    severity = "error"
    message = "{problem}"
    bad = "extends: ../nowhere\n"
    good = "about: a small game\n"


def read_rule_set(folder_or_file: Path, sink: Sink) -> RuleSet | None:
    """The rule set of a folder or a single file, with what it extends; None after findings if it lacks what every game
    needs."""
    return read_gathered(gather(folder_or_file), sink)


def read_gathered(files: Gathered, sink: Sink) -> RuleSet | None:
    """The rule set of some files; None after findings if it lacks what every game needs."""
    sink.extend(files.problems)
    schema = rule_set_schema()
    read = [[_read_file(file, schema, sink) for file in layer.files] for layer in files.layers]
    whole = all(file.whole for layer in read for file in layer)
    layers = [[file.root for file in layer if file.root is not None] for layer in read]
    if not any(layers):
        if files.files and whole:
            sink.add(nothing_checked(files.path, "there is no rule in it"))
        return None
    for number, layer in enumerate(layers):
        for text in (text for root in layer for text in extended(root)):
            if text.text and not any(home_of(base_of(text)) == other.home for other in files.layers[number + 1:]):
                sink.add(_base_unknown(text, files, number))
                whole = False  # what is missing may stand there
    filler = _Filler(sink, set().union(*(file.broken for layer in read for file in layer)), files)
    rules = filler.rule_set([layer for layer in layers if layer], whole)
    return None if rules is None else link(rules, sink)


def _base_unknown(text: Scalar, files: Gathered, number: int) -> Finding:
    """What is wrong with a base that cannot be extended."""
    meant = base_of(text)
    homes = [layer.home for layer in files.layers[: number + 1]]
    if home_of(meant) in homes:
        own = home_of(meant) == homes[-1]
        return BaseUnknown.at(text.span, problem=f"`{text.text}` is this rule set itself" if own else
                              f"`{text.text}` extends this rule set in turn")
    if is_rule_file(Path(text.text).name):
        return BaseUnknown.at(text.span, problem=f"`{text.text}` is no folder",
                              help="name the folder in which the files of the other rule set stand")
    return BaseUnknown.at(text.span, problem=f"there is no rule set at `{text.text}` that this one could extend",
                          help=f"looked for in `{meant.as_posix()}`" if len(text.text) < 200 else None)


@record
class _File:
    """What a file holds. `whole` is False if something of it was lost after a finding."""

    root: Mapping | None
    broken: set[Node]
    whole: bool


def _read_file(file: File, schema: Schema, sink: Sink) -> _File:
    sink.extend(file.findings)
    if file.data is None:
        return _File(None, set(), False)
    own = Sink()
    root = read_document(file.data, file.shown, own)
    if root is None:
        sink.extend(own.findings)
        return _File(None, set(), not own.errors)  # a file of comments is no fault
    broken = check_shape(root, schema, own)
    sink.extend(own.findings)
    if isinstance(root, Mapping):
        return _File(root, broken, root.complete)
    return _File(None, broken, False)


class _Filler:
    """Makes section objects of nodes that have the right shape."""

    def __init__(self, sink: Sink, broken: set[Node], files: Gathered) -> None:
        self.sink = sink
        self.broken = broken
        self.files = files

    def rule_set(self, layers: list[list[Mapping]], whole: bool) -> RuleSet | None:
        """All files together, those of a rule set before those of what it extends. Where a file could not be read
        whole, missing sections are no news."""
        values: dict[str, Any] = {}
        lacking = False
        replaced = [replaced_by(roots) for roots in layers]
        for spelling, (field_name, about, needed) in keys_of(RuleSet).items():
            if field_name in PARTS:
                continue
            found = [[entry for root in roots if (entry := root.entry(spelling)) is not None] for roots in layers]
            entries = [entry for layer in found for entry in layer]
            said = [self._merged(about, layer) for layer in found if layer]
            if spelling not in FREE:
                said_by = [Said(roots[0], entries, named) for roots, entries, named in zip(
                    layers, found, replaced, strict=True) if entries]
                compare(about.shape == "map", said_by, self._is_over, self.sink)
            value = self._value(about, self._overlaid(about, said)) if said else None
            if value:
                values[field_name] = value
            elif needed:
                lacking = True
                if not entries and whole:
                    self._lacks(spelling, about, layers[0][0])
        check_replaced(layers, self.broken, self.sink)
        modules = tuple(self._module(roots) for roots in reversed(layers))
        if lacking:
            return None
        own = {name: getattr(modules[-1], name) for name in PARTS}
        return RuleSet(name=None, at=layers[0][0].span, **values, **own, modules=modules)

    def _is_over(self, one: Mapping, other: Mapping) -> bool:
        """Whether the rule set of one file extends that of another, also through others."""
        return self.files.is_over(one.span.source.path, other.span.source.path)

    def _module(self, roots: list[Mapping]) -> Module:
        """What the files of one folder do to those that they extend."""
        found: dict[str, Any] = {}
        for spelling, (field_name, about, _) in keys_of(RuleSet).items():
            if field_name in PARTS:
                entries = [entry for root in roots if (entry := root.entry(spelling)) is not None]
                value = self._value(about, self._merged(about, entries)) if entries else None
                found[field_name] = value or (
                    None if about.shape == "expression" else () if about.shape == "names" else {})
        folder = Path(roots[0].span.source.path).parent.as_posix()
        return Module(None, roots[0].span, folder, **found)

    def _lacks(self, spelling: str, about: Key, root: Mapping) -> None:
        span = root.entries[0].key.span if root.entries else root.span
        if spelling == VERSION_KEY:
            self.sink.add(SchemaVersion.at(
                span, problem="the rule set does not say the version of its language",
                help=f"write `{VERSION_KEY}: 1` at the top"))
        else:
            self.sink.add(MissingKey.at(span, owner="the rule set", key=spelling,
                                        help=f"`{spelling}`: {about.doc}"))

    def _merged(self, about: Key, entries: list[Entry]) -> Node:
        """One value of a section that stands in several files: only mappings may, and are joined."""
        first = entries[0]
        joined: dict[str, Entry] = {}
        for entry in entries:
            if about.shape != "map":
                if entry is not first:
                    self._twice(entry.key, first.key)
            elif isinstance(entry.value, Mapping) and entry.value not in self.broken:
                for inner in entry.value.entries:
                    known = joined.setdefault(inner.key.text, inner)
                    if known is not inner:
                        self._twice(inner.key, known.key)
        if joined and len(entries) > 1:
            return Mapping(tuple(joined.values()), first.value.span)
        return first.value

    def _overlaid(self, about: Key, said: list[Node]) -> Node:
        """What a rule set says, before what it extends says: of a section of names, name by name."""
        if about.shape != "map" or len(said) == 1 or not all(isinstance(node, Mapping) for node in said):
            return said[0]
        entries: dict[str, Entry] = {}
        for node in reversed(said):
            if isinstance(node, Mapping) and node not in self.broken:
                entries |= {entry.key.text: entry for entry in node.entries}
        return Mapping(tuple(entries.values()), said[0].span)

    def _twice(self, again: Scalar, first: Scalar) -> None:
        file = first.span.source.path
        self.sink.add(DuplicateId.at(again.span, key=quote(again.text), line=first.span.line, file=file,
                                     labels=[Label(first.span, "first defined here")]))

    def _section(self, section: type[Section], name: Scalar | None, node: Node) -> Section | None:
        """A section, or None if a key that it needs cannot be used."""
        if node in self.broken:
            return None
        values: dict[str, Any] = {}
        for spelling, (field_name, about, needed) in keys_of(section).items():
            found = node.get(spelling) if isinstance(node, Mapping) else None
            value = None if found is None else self._value(about, found)
            if value:
                values[field_name] = value
            elif needed:
                return None
        return section(name=name, at=node.span, **values)

    def _value(self, about: Key, node: Node) -> Any:
        """What stands under a key, by its shape; None if it cannot be used."""
        if node in self.broken:
            self._leave_out(node)
            if about.of is not None and not (isinstance(node, Scalar) and node.empty):
                self.sink.lost.add(about.of)
            return None
        match about.shape:
            case "one":
                return self._section(_class_of(about), None, node)
            case "list":
                items = node.items if isinstance(node, Sequence) else ()
                made = (self._section(_class_of(about), None, item) for item in items)
                return tuple(section for section in made if section is not None)
            case "map":
                return self._items(node) if about.of is None else self._map(_class_of(about), node)
            case "names" | "source" | "choices" | "expressions" | "texts":
                texts = node.items if isinstance(node, Sequence) else (node,)
                return tuple(text for text in texts if self._text(about, text))
            case "attributes" | "parameters" | "starts" if isinstance(node, Mapping):
                return self._pairs(about, node)
            case "lists":
                return self._lists(node)
            case _:
                return node if self._text(about, node) else None

    def _map(self, section: type[Section], node: Node) -> dict[Scalar, Section]:
        made = {}
        for entry in node.entries if isinstance(node, Mapping) else ():
            element = self._section(section, entry.key, entry.value) if self._named(entry.key) else None
            if element is None:
                self._leave_out(entry.key)
                self._leave_out(entry.value)
                self.sink.lost.add(section)
            else:
                made[entry.key] = element
        return made

    def _leave_out(self, node: Node) -> None:
        """Note the names in a part that cannot be used, so that nothing is said of their use elsewhere."""
        if isinstance(node, Mapping):
            for entry in node.entries:
                self._leave_out(entry.key)
                if not isinstance(entry.value, Scalar) or entry.key.text in _NAMING:
                    self._leave_out(entry.value)
        elif isinstance(node, Sequence):
            for item in node.items:
                self._leave_out(item)
        elif ill_formed(node.text) is None and node.text[0].isalpha() and node.text not in _SPELLINGS:
            self.sink.left_out |= {node.text, plural(node.text, None)}

    def _items(self, node: Node) -> dict[Scalar, dict[Scalar, Scalar]]:
        """Items with their attributes; a list is of items that have none of their own."""
        if isinstance(node, Mapping):
            for entry in node.entries:
                if entry.value in self.broken:
                    self._leave_out(entry.key)
            return {
                entry.key: self._pairs(_ATTRIBUTE, entry.value) if isinstance(entry.value, Mapping) else {}
                for entry in node.entries if entry.value not in self.broken and self._named(entry.key)
            }
        found: dict[str, Scalar] = {}
        for item in node.items if isinstance(node, Sequence) else ():
            if isinstance(item, Scalar) and item not in self.broken and self._named(item, unseen=True):
                known = found.setdefault(item.text, item)
                if known is not item:
                    self._twice(item, known)
        return {item: {} for item in found.values()}

    def _pairs(self, about: Key, node: Mapping) -> dict[Scalar, Scalar]:
        return {
            entry.key: entry.value for entry in node.entries
            if isinstance(entry.value, Scalar) and self._named(entry.key) and self._text(about, entry.value)
        }

    def _lists(self, node: Node) -> dict[Scalar, tuple[Scalar, ...]]:
        """Names with one or several others each."""
        found = {}
        for entry in node.entries if isinstance(node, Mapping) else ():
            if entry.value in self.broken or not self._named(entry.key):
                continue
            texts = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
            found[entry.key] = tuple(text for text in texts if isinstance(text, Scalar) and self._text(_NAMES, text))
        return found

    def _text(self, about: Key, node: Node) -> bool:
        """Whether a node is a usable text, with what else there is to say about one."""
        if not isinstance(node, Scalar) or node in self.broken:
            return False
        if about.shape in ("name", "names"):
            return self._named(node, unseen=True)
        if about.shape in _LANGUAGE:
            check_comment_cut(node, self.sink)
        return True

    def _named(self, name: Scalar, unseen: bool = False) -> bool:
        """Whether a text can be a name. Keys have been looked at for unseen characters, values have not."""
        if unseen and (finding := confusable(name.text, name.at)) is not None:
            self.sink.add(finding)
        fault = ill_formed(name.text)
        if fault is not None:
            self.sink.add(BadValue.at(name.span, what="a name", value=quote(visible(name.text)),
                                      why=f"it {fault}"))
        return fault is None


def _class_of(about: Key) -> type[Section]:
    assert about.of is not None
    assert issubclass(about.of, Section)
    return about.of


#: The keys of all sections: what stands for itself, and names nothing.
_SPELLINGS: Final = frozenset(spelling for section in Section.__subclasses__() for spelling in keys_of(section))
#: The keys whose value is a name that the section brings with it.
_NAMING: Final = frozenset({"plural", "space", "direction", "edge", "corner", "inverse"})
_ATTRIBUTE: Final = Key("expression", "the value of an attribute")
_NAMES: Final = Key("names", "elements")

RULES: tuple[type[Diagnosis], ...] = (DuplicateId, BaseUnknown)
