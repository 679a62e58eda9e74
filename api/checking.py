"""From a path to everything that is found there: files, names, types, then the checks of the whole game.

`read` does what play needs, `examine` all of it. Nothing here raises for what is wrong with rules; where Ludex
itself breaks down, `examine` makes a finding of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ludex import rules
from ludex.dsl import syntax, typed
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.game import Analysis, analyse
from ludex.dsl.read import NothingChecked, read_rule_set, text_of
from ludex.dsl.source import Source, Span
from ludex.validator import CHECKS, Check, Context, Outcome, run_checks
from ludex.validator.checks import debugging, describe
from ludex.validator.hygiene import InternalError

SOURCE = "source.md"


@dataclass(frozen=True, slots=True)
class Read:
    """A rule set as far as it could be read: what it says, what that means, the restated rulebook, and findings."""

    path: Path
    rules: syntax.RuleSet | None
    analysis: Analysis | None
    source: Source | None
    findings: tuple[Finding, ...]

    @property
    def playable(self) -> typed.Game | None:
        """The game, if there was no error in reading it."""
        errors = any(finding.severity == "error" for finding in self.findings)
        return None if errors or self.rules is None or self.analysis is None else self.analysis.game


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a rule set, and what became of every check."""

    path: Path
    findings: tuple[Finding, ...]
    outcomes: tuple[Outcome, ...]


def locate(name_or_path: str | Path) -> Path:
    """The folder of a bundled game, or the path itself. Raises ValueError for what names nothing."""
    if not isinstance(name_or_path, str | Path) or not str(name_or_path):
        raise ValueError(f"a game is named by its name or a path, not by {name_or_path!r}")
    bundled = rules.catalogue()
    if isinstance(name_or_path, str) and name_or_path in bundled:
        return bundled[name_or_path]
    return Path(name_or_path)


def check(name_or_path: str | Path) -> list[Finding]:
    """All findings about a rule set, sorted; never raises for what is wrong with it."""
    return list(examine(name_or_path).findings)


def examine(name_or_path: str | Path, checks: Iterable[Check] = CHECKS, games: int = 0) -> Report:
    """Check a rule set with everything there is; checks that play may play so many games."""
    path = locate(name_or_path)
    try:
        found = read(path)
    except Exception as fault:
        if debugging():
            raise
        broken = _internal(path, "the language", fault)
        return Report(path, (broken,), (Outcome("the language", "failed", reason=describe(fault)),))
    return finish(found, checks, games)


def finish(found: Read, checks: Iterable[Check] = CHECKS, games: int = 0) -> Report:
    """The checks of a whole game, after it was read."""
    sink = Sink()
    sink.extend(found.findings)
    if found.rules is None or found.analysis is None:
        skipped = tuple(Outcome(check.name, "skipped", reason="the rules cannot be read") for check in checks)
        return Report(found.path, sink.findings, skipped)
    context = Context(found.rules, found.analysis, found.source, games)
    outcomes = run_checks(context, checks, sink)
    game = found.playable
    if game is not None:
        sink.extend(_of_scenarios(found, game))
    return Report(found.path, sink.findings, outcomes)


def _of_scenarios(found: Read, game: typed.Game) -> list[Finding]:
    """The findings about scenarios; only a game can say what their names mean."""
    from ludex.game import Game
    from ludex.scenario_check import scenario_findings

    assert found.rules is not None
    assert found.analysis is not None
    try:
        return scenario_findings(Game(found, found.rules, found.analysis, game))
    except Exception as fault:
        if debugging():
            raise
        return [_internal(found.path, "the scenarios", fault)]


def _internal(path: Path, check: str, fault: Exception) -> Finding:
    nowhere = Span(Source(path.as_posix(), ""), 0, 0)
    return InternalError.at(nowhere, check=check, game=path.as_posix(), fault=describe(fault),
                            help="set LUDEX_DEBUG=1 to see where")


def read(path: Path) -> Read:
    """Read a rule set, and give its texts their meaning."""
    sink = Sink()
    sections = read_rule_set(path, sink)
    # Where a file could not be read, what it declares is not known, and every use of it would be a finding.
    whole = not any(f.severity == "error" and f.code.startswith(("LX0", NothingChecked.code)) for f in sink.findings)
    analysis = analyse(sections, sink) if sections is not None and whole else None
    source = read_source(path, sink) if sections is not None else None
    return Read(path, sections, analysis, source, sink.findings)


def read_source(path: Path, sink: Sink) -> Source | None:
    """The restated rulebook beside the rules; None if there is none, or after a finding if it cannot be read."""
    file = (path if path.is_dir() else path.parent) / SOURCE
    return text_of(file, sink) if file.exists() or file.is_symlink() else None
