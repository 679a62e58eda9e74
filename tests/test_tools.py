"""The tools of this repository: that the checks of pages and links see what they should, and the mapping is right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@pytest.fixture
def check_docs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    import check_docs

    return check_docs


def page(root: Path, text: str) -> Path:
    (root / "docs").mkdir(exist_ok=True)
    (root / "dsl").mkdir(exist_ok=True)
    (root / "dsl" / "read.py").write_text("", encoding="utf-8")
    (root / "docs" / "other.md").write_text("# One\n\n## A `word`, or two\n\n## One\n", encoding="utf-8")
    path = root / "docs" / "page.md"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "text",
    [
        "[other](other.md) and [up](../dsl/read.py)",
        "[a word](other.md#a-word-or-two) and [the second One](other.md#one-1)",
        "# Here\n\n[here](#here)",
        "[far](https://example.org/nowhere) and <mailto:a@example.org>",
        "`dsl/read.py`, `dsl/`, `rules/<game>/game.yaml`, `some/other/thing.py` and `a / b`",
        "```\n[not a link](nowhere.md)\n```",
    ],
)
def test_good_pages(check_docs: ModuleType, tmp_path: Path, text: str) -> None:
    assert list(check_docs.faults(page(tmp_path, text), tmp_path)) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("one\n\n[gone](gone.md)", "docs/page.md:3: the link `gone.md` leads nowhere"),
        ("![picture](gone.svg)", "docs/page.md:1: the link `gone.svg` leads nowhere"),
        ("[gone][1]\n\n[1]: gone.md", "docs/page.md:1: the link `gone.md` leads nowhere"),
        ("| a |\n|---|\n| [gone](gone.md) |", "docs/page.md:3: the link `gone.md` leads nowhere"),
        ("[word](other.md#a-verb)", "docs/page.md:1: `other.md` has no heading `#a-verb`"),
        ("[here](#there)", "docs/page.md:1: `docs/page.md` has no heading `#there`"),
        ("see `dsl/gone.py`", "docs/page.md:1: there is no `dsl/gone.py`"),
    ],
)
def test_bad_pages(check_docs: ModuleType, tmp_path: Path, text: str, says: str) -> None:
    assert list(check_docs.faults(page(tmp_path, text), tmp_path)) == [says]


def test_links_make_an_importable_package(tmp_path: Path) -> None:
    for _ in range(2):  # a second run puts the links anew
        subprocess.run([sys.executable, TOOLS / "link_package.py", tmp_path], check=True, capture_output=True)
    code = "import ludex, ludex.dsl, ludex.ir, ludex.cli.main; print(ludex.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()) == tmp_path / "ludex" / "__init__.py"


def test_links_replace_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "ludex").mkdir()
    (tmp_path / "ludex" / "mine.py").write_text("", encoding="utf-8")
    done = subprocess.run([sys.executable, TOOLS / "link_package.py", tmp_path], capture_output=True, text=True)
    assert done.returncode == 1
    assert "is not a link" in done.stderr
    assert (tmp_path / "ludex" / "mine.py").is_file()
