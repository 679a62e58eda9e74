"""Writes the pages and files that follow from the code, or with `--check` says which are out of date.

`GENERATED` is the one list of them: path in the repository -> the function that makes its text. Nothing
else may lie in `docs/reference/`, so a page whose generator is gone is noticed too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pictures
import reference
from packages import ROOT

from ludex.cli.reference import commands_page
from ludex.dsl.schema import schema_text

GENERATED: dict[str, Callable[[], str]] = {
    "docs/pictures/kuhn_poker.svg": pictures.kuhn_poker,
    "docs/pictures/tic_tac_toe.svg": pictures.tic_tac_toe,
    "docs/reference/commands.md": commands_page,
    "docs/reference/findings.md": reference.findings_page,
    "docs/reference/keys.md": reference.keys_page,
    "docs/reference/operations.md": reference.operations_page,
    "docs/reference/words.md": reference.words_page,
    "dsl/schemas/rules.schema.json": schema_text,
}


def main(check: bool) -> int:
    folder = ROOT / "docs" / "reference"
    stray = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(ROOT).as_posix() not in GENERATED
    ]
    stale = []
    for name, make in GENERATED.items():
        path, text = ROOT / name, make()
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
    for name in stray:
        print(f"{name}: no generator makes this file", file=sys.stderr)
    for name in stale:
        print(f"{name}: out of date; run `make docs`" if check else f"wrote {name}", file=sys.stderr)
    return 1 if stray or (check and stale) else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
