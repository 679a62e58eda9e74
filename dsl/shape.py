"""Whether a document has the shape of a rule file, told in the words of the language.

The nodes are projected onto plain data and held against the published schema (what does not fit, by a JSON Schema
library), so that an editor and Ludex agree. The projection makes a number of a text only where the schema asks
for one, and keys are always text. The library's own words and paths never reach a message: each of its errors
is told anew, at the key or value that it is about.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from collections.abc import Sequence as Row
from typing import Any

from ludex.dsl.diagnostics import Finding, Sink, quote
from ludex.dsl.document import Entry, Mapping, Node, Scalar, Sequence
from ludex.dsl.fits import Fitting
from ludex.dsl.schema import Schema
from ludex.dsl.shape_rules import BadValue, MissingKey, OutOfRange, SchemaVersion, UnknownKey, WrongType
from ludex.dsl.source import Span
from ludex.dsl.yaml_rules import EmptyValue, ImplicitScalar
from ludex.ir.record import record

#: The key whose value is the version of the language.
VERSION_KEY = "ludex"

_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_LIKE_A_NUMBER = re.compile(r"[-+]?[0-9][0-9_,.:eExXoOa-fA-F+-]*")
_MOST_GUESSES = 50  # unknown keys of one section for which the nearest is looked for
_LONGEST_WORD = 100  # no name is longer, and comparing takes its time
_HUGE = 10**18  # more digits than this has are out of every range

Path = tuple[str | int, ...]


def check_shape(root: Node, schema: Schema, sink: Sink) -> set[Node]:
    """Report what does not fit; returns the nodes that cannot be used because of it."""
    shape = _Shape(root, schema, sink)
    data = shape.project(root, schema, (), True)
    if Fitting(schema).fits(data, schema):
        return shape.broken
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(schema).iter_errors(data):
        shape.tell(str(error.validator), error.schema, tuple(error.absolute_path))
    shape.tell_missing()
    return shape.broken


@record
class _Step:
    """A place on the way from the root: the node, its schema, and how it is reached."""

    node: Node
    schema: Schema
    entry: Entry | None
    known: bool  # reached by a key of the section above, not by a name


class _Shape:
    def __init__(self, root: Node, schema: Schema, sink: Sink) -> None:
        self.root, self.schema, self.sink = root, schema, sink
        self.broken: set[Node] = set()
        self.meant: dict[Path, set[str]] = {}    # keys that an unknown one was probably meant to be
        self.missing: dict[Path, Schema] = {}
        self.told: set[Path] = set()

    # -- projection

    def project(self, node: Node, schema: Schema, path: Path, needed: bool) -> Any:
        """Plain data as an editor would see it, numbers only where the schema asks for them."""
        schema = self._resolve(schema)
        types = _types(schema)
        if isinstance(node, Scalar):
            if node.empty:
                if schema and "null" not in types:
                    self._empty(node, path, needed)
                return None
            if "integer" in types and node.style == "plain" and _INTEGER.fullmatch(node.text):
                return int(node.text) if len(node.text) < 19 else _HUGE
            return node.text
        if isinstance(node, Sequence):
            below = schema.get("items", {})
            return [self.project(item, below, (*path, index), True) for index, item in enumerate(node.items)]
        # Nothing is said of the use of a name that is declared and has nothing after it, so it has to be an error.
        known, required = schema.get("properties", {}), schema.get("required", ())
        return {
            entry.key.text: self.project(
                entry.value, _under(schema, entry.key.text), (*path, entry.key.text),
                entry.key.text in required or entry.key.text not in known)
            for entry in node.entries
        }

    def _empty(self, node: Scalar, path: Path, needed: bool) -> None:
        self.broken.add(node)
        self.told.add(path)
        steps = self._walk(path)
        source, end = node.span.source, node.span.end
        line = source.line_text(node.span.line)
        rest = line[node.span.column - 1 :].strip()
        help = "write a value, or delete it"
        if rest.startswith("#"):
            help = f"{quote(rest)} is a comment; put quotes round it if it is the value"
        entry = steps[-1].entry
        span = Span(source, end, end) if entry is None else entry.key.span
        self.sink.add(EmptyValue.at(span, what=self._name(path), help=help,
                                    severity="error" if needed else None))

    # -- telling what the library found

    def tell(self, fault: str, schema: Schema, path: Path) -> None:
        """One error of the library, told in our words."""
        if path in self.told and fault != "additionalProperties":
            return
        node = self._walk(path)[-1].node
        if fault == "additionalProperties" and isinstance(node, Mapping):
            self._unknown_keys(node, schema, path)
        elif fault == "required":
            self.missing[path] = schema
        else:
            self.told.add(path)
            self.broken.add(node)
            self.sink.add(self._value(fault, schema, path, node))

    def _value(self, fault: str, schema: Schema, path: Path, node: Node) -> Finding:
        span = self._span(path)
        if path == (VERSION_KEY,):
            return SchemaVersion.at(span, problem="this version of the language is unknown",
                                    help=f"write `{VERSION_KEY}: 1`")
        what = self._name(path)
        if not isinstance(node, Scalar):
            if fault in ("minItems", "minProperties"):
                return BadValue.at(span, what=what, value="empty", why="it needs at least one entry")
            return self._wrong_type(span, schema, what, node)
        text = quote(node.text)
        if fault == "type":
            numeric = node.style == "plain" and _types(schema) == ("integer",)
            if numeric and _DECIMAL.fullmatch(node.text) is None and _LIKE_A_NUMBER.fullmatch(node.text):
                return ImplicitScalar.at(span, text=text, help=f"{what} is {_expected(schema)}")
            return self._wrong_type(span, schema, what, node)
        if fault in ("minimum", "maximum"):
            least, most = schema["minimum"], schema["maximum"]
            return OutOfRange.at(span, what=what, value=text, least=f"{least:,}", most=f"{most:,}")
        if fault == "enum":
            allowed = schema["enum"]
            near = nearest(node.text, allowed)
            return BadValue.at(
                span, what=what, value=text, why=f"it is {_either(f'`{word}`' for word in allowed)}",
                help=f"did you mean `{near}`?" if near else None)
        if fault == "pattern":
            return BadValue.at(span, what=what, value=text,
                               why="a passage's id is lower-case words or numbers, joined by dots",
                               help="ids stand in bold at the start of each passage of `source.md`")
        assert fault == "minLength", fault
        return BadValue.at(span, what=what, value="empty", why=f"it is {_expected(schema)}")

    def _wrong_type(self, span: Span, schema: Schema, what: str, node: Node) -> Finding:
        shape = schema.get("$comment", "")
        help = None
        if shape == "effect":
            help = "write the statements on lines of their own below a key that ends in `|`, without dashes"
        elif shape in ("expression", "choice", "type", "text") and isinstance(node, Mapping):
            help = "put quotes round the text: it holds a colon or starts with a bracket"
        elif shape == "integer" and isinstance(node, Scalar) and node.style != "plain":
            help = "write it without quotes"
        elif shape == "map" and isinstance(node, Sequence):
            help = "write each name as a key, `name:`, with its own keys indented below it"
        elif shape == "list" and isinstance(node, Mapping):
            help = "start each entry with `- `"
        elif isinstance(node, Scalar) and schema.get("properties"):
            keys = list(schema.get("required") or schema["properties"])[:5]
            help = f"it has keys of its own, such as {', '.join(f'`{key}`' for key in keys)}"
        return WrongType.at(span, what=what, expected=_expected(schema), found=_found(node), help=help)

    def _unknown_keys(self, node: Mapping, schema: Schema, path: Path) -> None:
        allowed = schema.get("properties", {})
        meant = self.meant.setdefault(path, set())
        free = [word for word in allowed if node.entry(word) is None] or allowed
        unknown = [entry for entry in node.entries if entry.key.text not in allowed]
        for count, entry in enumerate(unknown):
            key = entry.key.text
            near = nearest(key, free) if count < _MOST_GUESSES else None
            elsewhere = [section["title"] for section in self.schema.get("$defs", {}).values()
                         if key in section.get("properties", ())]
            if near is not None:
                meant.add(near)
                help = f"did you mean `{near}`?"
            elif elsewhere:
                help = f"{quote(key)} is a key of {_either(elsewhere[:4])}"
            else:
                help = f"the keys here are {', '.join(f'`{word}`' for word in allowed)}"
            self.sink.add(UnknownKey.at(entry.key.span, key=quote(key), owner=self._name(path), help=help))

    def tell_missing(self) -> None:
        """Missing keys come last: one that stands there misspelt has been told already."""
        for path, schema in self.missing.items():
            node = self._walk(path)[-1].node
            assert isinstance(node, Mapping)
            self.broken.add(node)
            if not node.complete:
                continue  # an entry was left out after a finding, perhaps this one
            for key in schema["required"]:
                if node.entry(key) is None and key not in self.meant.get(path, ()):
                    about = self._resolve(schema["properties"][key]).get("description", "")
                    self.sink.add(MissingKey.at(self._span(path), owner=self._name(path), key=key,
                                                help=f"`{key}`: {about}"))

    # -- places and names

    def _resolve(self, schema: Schema) -> Schema:
        reference = schema.get("$ref")
        if reference is None:
            return schema
        found: Schema = self.schema["$defs"][reference.rpartition("/")[2]]
        return found

    def _walk(self, path: Path) -> list[_Step]:
        steps = [_Step(self.root, self.schema, None, True)]
        for part in path:
            node, schema = steps[-1].node, steps[-1].schema
            if isinstance(part, int):
                assert isinstance(node, Sequence)
                steps.append(_Step(node.items[part], self._resolve(schema.get("items", {})), None, False))
            else:
                assert isinstance(node, Mapping)
                entry = node.entry(part)
                assert entry is not None
                below = self._resolve(_under(schema, part))
                steps.append(_Step(entry.value, below, entry, part in schema.get("properties", ())))
        return steps

    def _span(self, path: Path) -> Span:
        """A short place to point at: a text itself, the key of anything longer."""
        step = self._walk(path)[-1]
        if isinstance(step.node, Scalar) and not step.node.empty:
            return step.node.span
        if step.entry is not None:
            return step.entry.key.span
        start, end = step.node.span.start, step.node.span.end
        line = step.node.span.source.line_text(step.node.span.line)
        return Span(step.node.span.source, start, min(end, start + len(line) - step.node.span.column + 1))

    def _name(self, path: Path) -> str:
        """What a place is called: `do` of action `bid`, entry 2 of `setup`, a rule set."""
        if not path:
            return "a rule set"
        step, last = self._walk(path)[-1], path[-1]
        if isinstance(last, int):
            return f"entry {last + 1} of {self._name(path[:-1])}"
        if not step.known:
            title = step.schema.get("title", "")
            if "properties" in step.schema:
                return f"{title} {quote(last)}"
            return f"{quote(last)} in {self._name(path[:-1])}"
        return quote(last) if len(path) == 1 else f"{quote(last)} of {self._name(path[:-1])}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like one, if any is close; case and underscores do not count."""
    if len(word) > _LONGEST_WORD:
        return None
    plain = {re.sub(r"[_-]", " ", other.lower()): other for other in known}
    close = difflib.get_close_matches(re.sub(r"[_-]", " ", word.lower()), plain, n=1, cutoff=0.65)
    return plain[close[0]] if close else None


def _types(schema: Schema) -> tuple[str, ...]:
    types = schema.get("type", ())
    return (types,) if isinstance(types, str) else tuple(types)


def _under(schema: Schema, key: str) -> Schema:
    found = schema.get("properties", {}).get(key) or schema.get("additionalProperties") or {}
    return found if isinstance(found, dict) else {}


def _expected(schema: Schema) -> str:
    if "properties" in schema:
        return "a section of keys"
    return str(schema.get("title", "something else"))


def _found(node: Node) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a section of keys"
    if node.style in ("single", "double"):
        return "a text in quotes"
    return f"the text {quote(node.text)}"


def _either(words: Iterable[str]) -> str:
    listed: Row[str] = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
