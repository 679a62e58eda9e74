"""Which files a rule set consists of, and what they hold: read once, before anything looks inside.

All that is made of a rule set later (its sections, findings, fingerprint, the passages it cites) is made of the files
as they were then, wherever the process stands by that time and whatever has become of the disk. Only scenarios are
read when somebody first asks for them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from ludex.dsl.diagnostics import Diagnosis, Finding, Sink
from ludex.dsl.document import Mapping, Scalar, read_document
from ludex.dsl.encoding import FILE_LIMIT, decode, too_large
from ludex.dsl.files import read_file
from ludex.dsl.overlay import texts
from ludex.dsl.source import Source, Span
from ludex.ir.record import record

#: The order in which the files of a folder are read, others after them by name.
FILE_ORDER = ("game", "components", "phases", "effects", "rulings")

#: The restated rulebook, beside the rules.
SOURCE = "source.md"
SCENARIOS = "scenarios"


class NothingChecked(Diagnosis):
    """There is nothing to check at this path.

    The path does not exist, cannot be read, or holds no rule file. A check that looked at nothing must
    not look like a clean one. Name a folder with `game.yaml`, or a single rule file.
    """

    code = "LX910"
    name = "nothing-checked"
    severity = "error"
    message = "{problem}"
    bad = "# only a comment\n"
    good = "about: a small game\n"


@record
class File:
    """A file as it was read: what it held, or the findings that say why it cannot be read."""

    path: Path
    data: bytes | None
    findings: tuple[Finding, ...] = ()

    @property
    def shown(self) -> str:
        """The path as people are told it."""
        return self.path.as_posix()

    def text(self, sink: Sink) -> Source | None:
        """What the file says, or None after a finding that says why nothing is known of it."""
        sink.extend(self.findings)
        return None if self.data is None else decode(self.data, self.shown, sink)


@record
class Layer:
    """A rule set without what it extends: its files in the order in which they are read, the restated rulebook if it
    has one, and the folders that it extends, as far as there are such. `home` is its folder, whatever leads there."""

    path: Path
    home: Path
    files: tuple[File, ...]
    book: File | None
    bases: tuple[Path, ...]


class Gathered:
    """A rule set as files: its own layer, then those that it extends, each before those that it extends in turn. The
    problems are why there is nothing where something should be."""

    def __init__(self, path: Path, layers: tuple[Layer, ...], problems: tuple[Finding, ...]) -> None:
        self.path = path
        self.layers = layers
        self.problems = problems

    @property
    def files(self) -> tuple[File, ...]:
        """All rule files in the order in which they are read. What has the name of one and is none, such as a folder
        or a pipe, is among them."""
        return tuple(file for layer in self.layers for file in layer.files)

    @property
    def books(self) -> tuple[File, ...]:
        """The restated rulebooks, first that of the rule set itself."""
        return tuple(layer.book for layer in self.layers if layer.book is not None)

    @cached_property
    def scenarios(self) -> tuple[File, ...]:
        """The scenario files beside the rules, as they were when this was first asked for."""
        try:
            paths = [path for path in (_folder(self.path) / SCENARIOS).iterdir() if is_rule_file(path.name)]
        except OSError:
            return ()
        return tuple(read_once(path) for path in sorted(paths))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what the rule files say, wherever they lie."""
        digest = hashlib.blake2b(digest_size=16)
        for layer in self.layers:
            for file in sorted(layer.files, key=lambda file: file.path.name):
                digest.update((file.data or b"").replace(b"\r\n", b"\n") + b"\0")
        return digest.hexdigest()

    def is_over(self, one: str, other: str) -> bool:
        """Whether the rule set of one file extends that of another, also through others."""
        first, second = (next(layer for layer in self.layers if any(file.shown == shown for file in layer.files))
                         for shown in (one, other))
        return second.home in self._below(first)

    def _below(self, layer: Layer) -> set[Path]:
        found = {home_of(base) for base in layer.bases} - {layer.home}
        for other in self.layers[self.layers.index(layer) + 1:]:
            if other.home in found:
                found |= {home_of(base) for base in other.bases}
        return found


def gather(folder_or_file: Path) -> Gathered:
    """The rule set of a folder or a single file, with what it extends."""
    sink = Sink()
    found: list[Layer] = []
    open_: list[Layer] = []

    def visit(layer: Layer) -> None:
        open_.append(layer)
        for base in reversed(layer.bases):
            if not any(home_of(base) == other.home for other in (*found, *open_)):
                visit(_layer(base, Sink()))
        found.insert(0, open_.pop())

    visit(_layer(folder_or_file, sink))
    return Gathered(folder_or_file, tuple(found), sink.findings)


def _layer(folder_or_file: Path, sink: Sink) -> Layer:
    files = tuple(read_once(path) for path in _own_files(folder_or_file, sink))
    if not files:
        return Layer(folder_or_file, folder_or_file, (), None, ())
    folder = _folder(folder_or_file)
    book = folder / SOURCE
    return Layer(folder_or_file, home_of(folder), files,
                 read_once(book) if book.exists() or book.is_symlink() else None,
                 tuple(base for file in files for base in _bases(file)))


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _bases(file: File) -> Iterator[Path]:
    if file.data is None or b"extends" not in file.data:
        return
    root = read_document(file.data, file.shown, Sink())
    for text in extended(root) if isinstance(root, Mapping) else ():
        base = base_of(text)
        if _own_files(base, Sink()) not in ([], [base]):  # a file is no base
            yield base


def extended(root: Mapping) -> list[Scalar]:
    """The folders that a file says it extends, as written."""
    return texts([root], "extends")


def base_of(text: Scalar) -> Path:
    """The folder that is meant, as seen from the file that names it."""
    return Path(os.path.normpath(Path(text.span.source.path).parent / text.text))


def home_of(folder: Path) -> Path:
    """A folder by the one path that it has, whatever leads there."""
    try:
        return Path(os.path.realpath(folder))
    except ValueError:  # a path with a NUL in it
        return folder


def _own_files(folder_or_file: Path, sink: Sink) -> list[Path]:
    try:
        if not folder_or_file.is_dir():
            if folder_or_file.exists():
                return [folder_or_file]
            sink.add(nothing_checked(folder_or_file, "there is no such file or folder"))
            return []
        paths = [path for path in folder_or_file.iterdir() if is_rule_file(path.name)]
    except OSError as fault:
        sink.add(nothing_checked(folder_or_file, f"it cannot be read ({_reason(fault)})"))
        return []
    if not paths:
        sink.add(nothing_checked(folder_or_file, "the folder holds no `.yaml` file"))
    ranks = {name: rank for rank, name in enumerate(FILE_ORDER)}
    return sorted(paths, key=lambda path: (ranks.get(path.stem, len(ranks)), path.name))


def is_rule_file(name: str) -> bool:
    """Whether a file of this name, in the folder of a rule set, is read."""
    return not name.startswith(".") and name.lower().endswith((".yaml", ".yml"))


def read_once(path: Path) -> File:
    """A file as it is now."""
    try:
        data, size = read_file(path, FILE_LIMIT)
    except OSError as fault:
        return File(path, None, (nothing_checked(path, f"it cannot be read ({_reason(fault)})"),))
    return File(path, data) if size <= FILE_LIMIT else File(path, None, (too_large(_nowhere(path), size),))


def nothing_checked(path: Path, why: str) -> Finding:
    """The finding that nothing was looked at where something was to be checked."""
    return NothingChecked.at(_nowhere(path), problem=f"nothing was checked at `{path.as_posix()}`: {why}",
                             help="name a folder that holds `game.yaml`, or a single rule file")


def _nowhere(path: Path) -> Span:
    return Span(Source(path.as_posix(), ""), 0, 0)


def _reason(fault: OSError) -> str:
    return (fault.strerror or "unknown reason").lower()


RULES: tuple[type[Diagnosis], ...] = (NothingChecked,)
