"""The pages made from the code: nothing is missing from them, and they come out the same every time.

Whether the files in the repository are current is for `tools/generate.py --check`, which runs before a change
is accepted.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import pytest
from packages import ROOT

from ludex.dsl.syntax import RuleSet, keys_of
from ludex.dsl.vocabulary import WORDS
from ludex.ir.contract import CLAUSES
from ludex.ir.ops import OPS, TERMINATORS
from ludex.ir.verify import INVARIANTS
from ludex.pages import all_rules

TOOLS = ROOT / "tools"
Made = Callable[[str], str]


@pytest.fixture
def generate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The generator, which is no part of the package."""
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("generate")


@pytest.fixture
def made(generate: ModuleType) -> Made:
    """A page of the reference, made now."""
    return lambda name: str(generate.GENERATED[f"docs/reference/{name}.md"]())


def test_every_word_has_an_entry(made: Made) -> None:
    page = made("words")
    for word in WORDS:
        assert page.count(f"\n### `{word.phrase}`\n") == 1, word.phrase
        assert f"\n{word.page()}\n" in page
        assert f"\n{word.example}\n```\n" in page


def test_every_key_has_a_row(made: Made) -> None:
    page = made("keys")
    sections: list[type] = [RuleSet]
    for section in sections:
        for spelling, (_, about, _) in keys_of(section).items():
            assert f"| `{spelling}` |" in page
            assert about.doc.replace("|", "\\|") in page
            if about.of is not None and about.of not in sections:
                sections.append(about.of)
    assert len(sections) >= 20


def test_every_diagnostic_has_a_page(made: Made) -> None:
    page = made("findings")
    for rule in all_rules().values():
        assert page.count(f"\n### {rule.code} {rule.name}\n") == 1
        assert f"\n{rule.page()}\n" in page


def test_every_operation_clause_and_invariant_is_there(made: Made) -> None:
    page = made("operations")
    for kind in (*OPS, *TERMINATORS):
        assert page.count(f"\n### {kind.__name__}\n") == 1
    assert [f"- **{clause.number}** {clause.text}" in page for clause in CLAUSES] == [True] * len(CLAUSES)
    assert [clause.number for clause in CLAUSES] == [f"C{at}" for at in range(1, len(CLAUSES) + 1)]
    assert [f"- **{number}** " in page for number in INVARIANTS] == [True] * len(INVARIANTS)


def test_pages_say_that_they_are_made_and_hide_nothing(generate: ModuleType) -> None:
    for name, make in generate.GENERATED.items():
        text = make()
        assert all(character.isprintable() or character == "\n" for character in text), name
        assert text.endswith("\n")
        assert name.endswith((".json", ".svg")) or "<!-- made by tools/generate.py: " in text.splitlines()[2]


def test_pages_are_the_same_under_another_hash_seed() -> None:
    code = "import generate; print([make() for make in generate.GENERATED.values()])"
    printed = {
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=TOOLS,
                       capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_links_lead_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the pages that are written by hand, and those of the pages that are made."""
    monkeypatch.syspath_prepend(str(TOOLS))
    check_docs = importlib.import_module("check_docs")
    found = [fault for path in check_docs.pages(ROOT) for fault in check_docs.faults(path, ROOT)]
    assert found == []
