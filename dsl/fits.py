"""Whether plain data fits a schema: yes or no, at once.

Nearly every file fits, and the JSON Schema library takes longer to import than a small game to read. So it is asked
only about what does not fit, for then its errors are told. Only those keywords are known here that `schema.py` writes;
a test holds both against each other.
"""

from __future__ import annotations

import re
from typing import Any

from ludex.dsl.schema import Schema

_KNOWN = frozenset((
    "$comment", "$defs", "$id", "$ref", "$schema", "additionalProperties", "description", "enum", "items", "maximum",
    "minItems", "minLength", "minProperties", "minimum", "pattern", "properties", "required", "title", "type"))
_TYPES: dict[type, frozenset[str]] = {
    str: frozenset(("string",)), int: frozenset(("integer", "number")), dict: frozenset(("object",)),
    list: frozenset(("array",)), type(None): frozenset(("null",)),
}


class Fitting:
    """Holds data against one schema. Texts, whole numbers, lists, mappings and nothing are all that data is made of."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def fits(self, data: Any, schema: Schema) -> bool:
        """Whether data fits the schema or a part of it."""
        if not schema.keys() <= _KNOWN:
            raise NotImplementedError(f"a schema with {', '.join(sorted(schema.keys() - _KNOWN))}")
        reference = schema.get("$ref")
        if reference is not None and not self.fits(data, self.schema["$defs"][reference.rpartition("/")[2]]):
            return False
        types = schema.get("type")
        if types is not None and _TYPES[type(data)].isdisjoint((types,) if isinstance(types, str) else types):
            return False
        if "enum" in schema and data not in schema["enum"]:
            return False
        if isinstance(data, str):
            return len(data) >= schema.get("minLength", 0) and (
                "pattern" not in schema or re.search(schema["pattern"], data) is not None)
        if isinstance(data, dict):
            return self._mapping(data, schema)
        if isinstance(data, list):
            below = schema.get("items", {})
            return len(data) >= schema.get("minItems", 0) and all(self.fits(item, below) for item in data)
        return data is None or schema.get("minimum", data) <= data <= schema.get("maximum", data)

    def _mapping(self, data: dict[str, Any], schema: Schema) -> bool:
        if len(data) < schema.get("minProperties", 0) or any(key not in data for key in schema.get("required", ())):
            return False
        known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        for key, value in data.items():
            below = known.get(key, others)
            if below is False or not self.fits(value, below):
                return False
        return True
