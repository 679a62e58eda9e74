"""Who may import whom, and that nothing of a game or of the language's vocabulary is known to what runs it.

The arrows are those of `docs/architecture.md`. They are checked by reading the code, not by importing
it, so that an import inside a function or for type checks counts too.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ludex import rules
from ludex.dsl import vocabulary

ROOT = Path(__file__).resolve().parent.parent

with (ROOT / "pyproject.toml").open("rb") as file:
    FOLDERS: dict[str, str] = tomllib.load(file)["tool"]["setuptools"]["package-dir"]

#: Package -> the packages of ours that it may import besides itself. `ludex` alone is the package root.
ARROWS: dict[str, set[str]] = {
    "ludex": {*FOLDERS},
    "ludex.adapters": {"ludex", "ludex.ir"},
    "ludex.cli": {*FOLDERS},
    "ludex.dsl": {"ludex.ir"},
    "ludex.interpreter": {"ludex.ir"},
    "ludex.ir": set(),
    "ludex.native": {"ludex.ir"},
    "ludex.report": {"ludex", "ludex.ir"},
    "ludex.rules": set(),
    "ludex.simulate": {"ludex.ir"},
    "ludex.validator": {"ludex.dsl", "ludex.ir"},
}

#: The only places in the language that know what it lowers to.
LOWERING = re.compile(r"dsl/(vocabulary/.*|lower\w*|choosing)\.py")
#: What everybody may use, for it says nothing about what is represented.
NEUTRAL = "ludex.ir.record."

#: Third-party package -> the only files that may import it.
KEPT_APART = {
    "click": r"cli/.*",
    "ctypes": r"native/.*",
    "gymnasium": r"adapters/pettingzoo\.py",
    "lark": r"dsl/(grammar|hints|lexer|parse\w*)\.py",
    "numpy": r"adapters/(pettingzoo|openspiel)\.py",
    "pettingzoo": r"adapters/pettingzoo\.py",
    "pyarrow": r"simulate/parquet\.py",
    "pyspiel": r"adapters/openspiel\.py",
    "rich": r"cli/.*",
    "yaml": r"dsl/(document|yaml_\w+)\.py",
}


def sources() -> dict[str, str]:
    """Path in the repository -> package, for every file of the packages."""
    found = {}
    for package, folder in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[path.relative_to(ROOT).as_posix()] = package
    return found


SOURCES = sources()


def imports(text: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            assert node.module is not None
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def named(text: str) -> Iterator[tuple[int, str]]:
    """Line and name of every module of ours that is named as a text: whoever imports by name names it so."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"ludex(\.\w+)+", node.value):
            yield node.lineno, node.value


def package_of(name: str) -> str | None:
    """The package of ours that an imported name belongs to, or None."""
    if name.split(".")[0] != "ludex":
        return None
    return max((package for package in FOLDERS if f"{name}.".startswith(f"{package}.")), key=len)


def wrong_arrows(file: str, package: str, text: str) -> list[str]:
    """The imports of a file that its package may not have."""
    wrong = []
    for line, name in (*imports(text), *named(text)):
        target = package_of(name)
        if target is None or target == package:
            continue
        allowed = target in ARROWS[package]
        if package == "ludex.dsl" and not LOWERING.fullmatch(file) and not name.startswith(NEUTRAL):
            allowed = False
        if not allowed:
            wrong.append(f"{file}:{line}: {package} imports {name}")
    return wrong


def test_every_package_has_its_arrows() -> None:
    assert set(ARROWS) == set(FOLDERS)
    assert set(SOURCES.values()) == set(FOLDERS)


def test_arrows() -> None:
    wrong = []
    for file, package in SOURCES.items():
        wrong += wrong_arrows(file, package, (ROOT / file).read_text(encoding="utf-8"))
    assert wrong == []


@pytest.mark.parametrize(
    ("file", "package", "text"),
    [
        ("ir/ops.py", "ludex.ir", "import ludex.dsl"),
        ("ir/ops.py", "ludex.ir", "def f():\n    from ludex import load"),
        ("dsl/names.py", "ludex.dsl", "from ludex.ir.builder import Builder"),
        ("dsl/lower.py", "ludex.dsl", "from ludex.interpreter import engine"),
        ("interpreter/engine.py", "ludex.interpreter", "from ludex.dsl.types import Type"),
        ("validator/probes.py", "ludex.validator", "from ludex import interpreter"),
        ("rules/__init__.py", "ludex.rules", "import ludex"),
        ("dsl/registry.py", "ludex.dsl", "MODULES = ('ludex.dsl.names', 'ludex.validator.setup')"),
        ("validator/registry.py", "ludex.validator", "import_module('ludex.scenario_proof')"),
    ],
)
def test_wrong_arrows_are_seen(file: str, package: str, text: str) -> None:
    assert len(wrong_arrows(file, package, text)) == 1


def test_right_arrows_are_let_through() -> None:
    assert wrong_arrows("dsl/lower.py", "ludex.dsl", "from ludex.ir.builder import Builder") == []
    assert wrong_arrows("dsl/tree.py", "ludex.dsl", "from ludex.ir.record import record") == []
    assert wrong_arrows("dsl/names.py", "ludex.dsl", "MODULES = ('ludex.dsl.names', 'see ludex.validator')") == []
    assert wrong_arrows("dsl/vocabulary/cards.py", "ludex.dsl", "from ludex.ir import ops") == []
    assert wrong_arrows("interpreter/engine.py", "ludex.interpreter", "import ludex.ir.ops, random") == []


def test_outside_libraries_stay_where_they_belong() -> None:
    wrong = []
    for file in SOURCES:
        for line, name in imports((ROOT / file).read_text(encoding="utf-8")):
            place = KEPT_APART.get(name.split(".")[0])
            if place is not None and not re.fullmatch(place, file):
                wrong.append(f"{file}:{line}: {name}")
    assert wrong == []


def test_engines_are_chosen_in_one_place() -> None:
    """Everything else that plays knows what engines have in common: `ludex.ir.contract`."""
    knowing = {file for file, package in SOURCES.items() if package in ("ludex", "ludex.cli")
               for _, name in imports((ROOT / file).read_text(encoding="utf-8")) if package_of(name) in ("ludex.interpreter", "ludex.native")}
    assert knowing == {"api/engines.py"}


def test_no_package_is_imported_under_its_folder() -> None:
    """`import dsl` from the root would load a second copy of `ludex.dsl`."""
    wrong = []
    others = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").glob("*.py")]
    for path in [*(ROOT / file for file in SOURCES), *others]:
        for line, name in imports(path.read_text(encoding="utf-8")):
            if name.split(".")[0] in FOLDERS.values():
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert wrong == []


def test_no_folder_hides_the_package() -> None:
    """With a folder `ludex/` at the root, type checks would look at that and at nothing else."""
    assert not (ROOT / "ludex").exists()


def test_modules_import_each_other_in_one_direction() -> None:
    """No circle of imports among our modules, those for type checks aside."""
    modules = {}
    for file, package in SOURCES.items():
        inside = Path(file).relative_to(FOLDERS[package]).with_suffix("").parts
        modules[".".join([package, *(part for part in inside if part != "__init__")])] = ROOT / file
    graph = {name: needs(path.read_text(encoding="utf-8"), set(modules)) for name, path in modules.items()}
    done: set[str] = set()
    path: list[str] = []

    def visit(name: str) -> None:
        assert name not in path, " -> ".join([*path[path.index(name) :], name])
        if name not in done:
            path.append(name)
            for other in sorted(graph[name]):
                visit(other)
            path.pop()
            done.add(name)

    for name in sorted(graph):
        visit(name)


def needs(text: str, modules: set[str]) -> set[str]:
    """The modules that a module needs in order to be imported."""
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for _, name in imports(ast.unparse(node)):
                found.add(name if name in modules else name.rpartition(".")[0])
    return found & modules


# -- a word stands in one file


#: The files of the vocabulary that hold no word.
WORDLESS = ("__init__", "facets", "handles", "word")
#: What it says of all words together.
OF_ALL_WORDS = tuple(vocabulary.__all__)


def concrete_words() -> set[str]:
    """The classes in the chapters of the vocabulary."""
    return {
        node.name for path in sorted((ROOT / "dsl" / "vocabulary").glob("*.py")) if path.stem not in WORDLESS
        for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)}


def words_known(text: str, words: set[str]) -> list[str]:
    """The words, or whole chapters of them, that a module imports, and the words that it knows by name."""
    found = []
    for line, name in imports(text):
        chapter = name.removeprefix("ludex.dsl.vocabulary").strip(".").partition(".")[0]
        if name.startswith("ludex.dsl.vocabulary.") and chapter not in (*WORDLESS, *OF_ALL_WORDS):
            found.append(f"{line}: {name}")
    nodes = list(ast.walk(ast.parse(text)))
    own = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    found += [f"{node.lineno}: {node.value!r}" for node in nodes
              if isinstance(node, ast.Constant) and node.value in words - own]
    return found


def test_a_word_is_known_to_its_own_chapter_only() -> None:
    """Whoever needs to know something of a word asks for it by what the class `Word` declares."""
    words = concrete_words()
    assert len(words) > 50
    known = {file: words_known((ROOT / file).read_text(encoding="utf-8"), words)
             for file in SOURCES if not file.startswith("dsl/vocabulary/")}
    assert {file: found for file, found in known.items() if found} == {}


@pytest.mark.parametrize("text", [
    "from ludex.dsl.vocabulary.movement import Draw", "from ludex.dsl.vocabulary import movement",
    "import ludex.dsl.vocabulary.ending", "def f(word):\n    return word.__name__ == 'Together'",
])
def test_a_known_word_is_seen(text: str) -> None:
    assert len(words_known(text, concrete_words())) == 1


# -- what an engine must not know


def engine_texts() -> dict[str, str]:
    """All that stands in the representation and in the engines: code, strings and comments."""
    files = [file for file, package in SOURCES.items() if package in ("ludex.ir", "ludex.interpreter", "ludex.native")]
    return {file: (ROOT / file).read_text(encoding="utf-8") for file in files}


def mentions(words: set[str], *, any_case: bool = False) -> list[str]:
    """Where one of the words stands, as a whole word, in what runs the games."""
    spellings = [r"[\s_-]+".join(map(re.escape, re.split(r"[\s_]+", word))) for word in sorted(words)]
    pattern = re.compile(rf"(?<![^\W_])({'|'.join(spellings)})(?![^\W_])", re.IGNORECASE if any_case else 0)
    return [
        f"{file}:{number}: {found[0]}"
        for file, text in engine_texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        for found in pattern.finditer(line)
    ]


def game_documents() -> list[dict[str, object]]:
    """The rules of every bundled game, wherever its folder lies."""
    paths = [path for folder in rules.catalogue().values() for path in sorted(folder.glob("*.yaml"))]
    found = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in paths]
    return [document for document in found if isinstance(document, dict)]


def test_engines_name_no_game() -> None:
    names = set(rules.catalogue())
    titles = {str(document["title"]) for document in game_documents() if "title" in document}
    assert len(titles) == len(names) >= 10
    assert mentions(names | titles, any_case=True) == []


def test_engines_name_no_item_of_a_game() -> None:
    items = set()
    for document in game_documents():
        components = document.get("components") or {}
        assert isinstance(components, dict)
        for component in components.values():
            items |= {str(name) for name in component["items"]}
    # One capital letter or a bare number names an item in a game and anything at all in a program.
    items = {name for name in items if re.search(r"\w\w", name) and not name.isdecimal()}
    assert len(items) >= 2
    assert mentions(items) == []


def test_engines_name_no_word_of_the_language() -> None:
    """By the names of their classes, in the code and its strings but not in its prose.

    The words themselves, such as `move` and `count`, are plain English, and so is `Where` at the
    beginning of a comment. What the representation defines itself (a choice, a negation) it may name.
    """
    words, own = set(), set()
    for file, package in SOURCES.items():
        names = {node.name for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
                 if isinstance(node, ast.ClassDef)}
        if file.startswith("dsl/vocabulary/") and not file.endswith(("/word.py", "/handles.py", "/facets.py")):
            words |= names
        elif package in ("ludex.ir", "ludex.interpreter", "ludex.native"):
            own |= names
    assert len(words) >= 10
    assert words & own <= SHARED, "an operation that is a word of the language in disguise?"
    found = [
        f"{file}:{token.start[0]}: {token.string}"
        for file, text in engine_texts().items()
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type in (tokenize.NAME, tokenize.STRING) and token.string.strip("'\"") in words - own
    ]
    assert found == []


#: Words whose meaning is so near to one operation that both bear its name.
SHARED = {"Choose", "Not"}
