"""Writes the published JSON Schema of rule files, or with `--check` says that it is out of date."""

from __future__ import annotations

import sys
from pathlib import Path

from ludex.dsl.schema import schema_text

SCHEMA = Path(__file__).resolve().parent.parent / "dsl" / "schemas" / "rules.schema.json"


def write_schema(path: Path) -> bool:
    """Write the schema if it is not there or not current; tells whether anything was written."""
    text = schema_text()
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


def main(check: bool) -> int:
    if check:
        current = SCHEMA.is_file() and SCHEMA.read_text(encoding="utf-8") == schema_text()
        if not current:
            print(f"{SCHEMA.name} is out of date: run tools/build_schema.py", file=sys.stderr)
        return 0 if current else 1
    print(f"{'wrote' if write_schema(SCHEMA) else 'current:'} {SCHEMA.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
