"""The JSON Schema of rule files, made from the section classes in `syntax.py`.

One schema serves every file of a rule set, so no section is required in a file; `read.py` asks for the
required ones of all files together. The published form is for editors, whose YAML parsers turn digits into
numbers and some words into truth values, so it is lenient about those where text is asked for. There are no
alternatives (`oneOf`) in it: they make every message speak of a branch that nobody meant. `$comment` holds
the shape of a value, `title` names it in words.
"""

from __future__ import annotations

import inspect
import json
import re
from typing import Any

from ludex.dsl.syntax import Key, RuleSet, Shape, keys_of

Schema = dict[str, Any]

#: What a value of each shape is called in messages and in an editor.
SHAPE_WORDS: dict[Shape, str] = {
    "text": "a text",
    "name": "a name",
    "source": "the id of a passage, or a list of them",
    "integer": "a number in digits",
    "effect": "lines of effects",
    "expression": "an expression",
    "type": "a type",
    "choice": "a choice",
    "names": "a name, or a list of names",
    "expressions": "an expression, or a list of expressions",
    "choices": "a choice, or a list of choices",
    "starts": "an expression, or an expression for each element",
    "attributes": "the names of attributes with their values",
    "parameters": "the names of parameters with their types",
    "lists": "elements, each with one or several others",
    "texts": "a text, or a list of texts",
    "one": "a section of keys",
    "map": "names, with a section for each",
    "list": "a list of sections",
}

#: Where text is asked for, an editor's YAML parser may see other types; the reader always sees text.
_ANY_TEXT = ["string", "number", "boolean"]
_EXPRESSION = ["string", "integer", "boolean"]
_LIMIT = 1_000_000_000
_PASSAGE = r"^[^\s.A-Z]+(\.[^\s.A-Z]+)*$"


def rule_set_schema() -> Schema:
    """The whole schema, ready to be published."""
    definitions: dict[str, Schema] = {}
    root = _section(RuleSet, definitions)
    del root["required"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ludex:rules",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The schema as the text of its published file."""
    return json.dumps(rule_set_schema(), indent=2, ensure_ascii=False) + "\n"


def section_words(section: type) -> str:
    """What a section is called: the words of its class's name."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", section.__name__).lower()


def sections() -> list[type]:
    """The section classes, each after the one that first names it."""
    found: dict[type, None] = {}
    todo: list[type] = [RuleSet]
    while todo:
        section = todo.pop(0)
        if section not in found:
            found[section] = None
            todo += [about.of for _, about, _ in keys_of(section).values() if about.of is not None]
    return list(found)


def may_be_empty(section: type) -> bool:
    """Whether a section says enough by its name alone: nothing is required, and it holds only words."""
    return all(not needed and about.shape in ("text", "name", "source")
               for _, about, needed in keys_of(section).values())


def _section(section: type, definitions: dict[str, Schema]) -> Schema:
    keys = keys_of(section)
    properties = {}
    for spelling, (_, about, needed) in keys.items():
        properties[spelling] = _value(about, section, needed, definitions)
    return {
        "title": section_words(section),
        "description": _words(inspect.getdoc(section) or ""),
        "type": ["object", "null"] if may_be_empty(section) else "object",
        "properties": properties,
        "required": [spelling for spelling, (_, _, needed) in keys.items() if needed],
        "additionalProperties": False,
    }


def _reference(section: type, definitions: dict[str, Schema]) -> Schema:
    name = section.__name__
    if name not in definitions:
        definitions[name] = {}  # holds the place, should a section ever contain itself
        definitions[name] = _section(section, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _value(about: Key, section: type, needed: bool, definitions: dict[str, Schema]) -> Schema:
    """The schema of what stands under a key."""
    head: Schema = {"$comment": about.shape, "title": SHAPE_WORDS[about.shape], "description": about.doc}
    if about.shape == "one":
        assert about.of is not None
        return {"$comment": "one", "description": about.doc, **_reference(about.of, definitions)}
    body: Schema
    if about.shape == "map" and about.of is None:
        body = _items(section)
    elif about.shape in ("map", "list"):
        assert about.of is not None
        element = _reference(about.of, definitions)
        if about.shape == "map":
            body = {"type": "object", "additionalProperties": element}
        else:
            body = {"type": "array", "items": element}
    elif about.shape == "text" and about.allowed:
        body = {"enum": list(about.allowed)}
    elif about.shape == "integer":
        body = {
            "type": "integer",
            "minimum": -_LIMIT if about.least is None else about.least,
            "maximum": _LIMIT if about.most is None else about.most,
        }
    else:
        body = dict(_TEXTS[about.shape])
    if needed and "array" in body.get("type", ()):
        body["minItems"] = 1
    if needed and "object" in body.get("type", ()):
        body["minProperties"] = 1
    return {**head, **body}


def _items(section: type) -> Schema:
    """Items by name with their attributes, or only their names in a list."""
    properties = {}
    if "copies" in keys_of(section):
        properties["copies"] = _value(keys_of(section)["copies"][1], section, False, {})
    item = {
        "title": "item",
        "description": "The attributes of the item.",
        "type": ["object", "null"],
        "properties": properties,
        "additionalProperties": _texts("expression", _EXPRESSION),
    }
    return {"type": ["object", "array"], "additionalProperties": item, "items": _texts("name", _ANY_TEXT)}


def _texts(shape: Shape, types: list[str], **more: Any) -> Schema:
    return {"$comment": shape, "title": SHAPE_WORDS[shape], "type": types, "minLength": 1, **more}


def _one_or_more(shape: Shape, types: list[str], **more: Any) -> Schema:
    return {"type": [*types, "array"], "minLength": 1, **more, "items": _texts(shape, types, **more)}


_TEXTS: dict[Shape, Schema] = {
    "text": {"type": _ANY_TEXT, "minLength": 1},
    "name": {"type": _ANY_TEXT, "minLength": 1},
    "source": _one_or_more("source", ["string", "number"], pattern=_PASSAGE),
    "effect": {"type": "string", "minLength": 1},
    "expression": {"type": _EXPRESSION, "minLength": 1},
    "type": {"type": "string", "minLength": 1},
    "choice": {"type": "string", "minLength": 1},
    "names": _one_or_more("name", _ANY_TEXT),
    "expressions": _one_or_more("expression", _EXPRESSION),
    "choices": _one_or_more("choice", ["string"]),
    "texts": _one_or_more("text", _ANY_TEXT),
    "starts": {"type": [*_EXPRESSION, "object"], "minLength": 1,
               "additionalProperties": _texts("expression", _EXPRESSION)},
    "attributes": {"type": "object", "additionalProperties": _texts("expression", _EXPRESSION)},
    "parameters": {"type": "object", "additionalProperties": _texts("type", ["string"])},
    "lists": {"type": "object", "additionalProperties": {"$comment": "names", "title": SHAPE_WORDS["names"],
                                                         **_one_or_more("name", _ANY_TEXT)}},
}


def _words(text: str) -> str:
    return " ".join(text.split())
