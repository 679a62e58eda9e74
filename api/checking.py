"""From a path to everything that is found there: files, names, types, then the checks of the whole game.

`read` does what play needs, `examine` all of it. Nothing here raises for what is wrong with rules; where Ludex
itself breaks down, `examine` makes a finding of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ludex import rules
from ludex.dsl import syntax, typed
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.game import Analysis, analyse
from ludex.dsl.gather import Gathered, NothingChecked, gather
from ludex.dsl.read import read_gathered
from ludex.dsl.source import Source, Span
from ludex.ir.record import record
from ludex.pages import all_rules
from ludex.validator import CHECKS, Check, Context, Outcome, run_checks
from ludex.validator.checks import UNREADABLE, WHY_SKIPPED, debugging, describe
from ludex.validator.hygiene import CheckSkipped, InternalError
from ludex.validator.play.table import Table
from ludex.validator.settled import settled
from ludex.validator.structure import sources
from ludex.validator.suppress import Silenced, silence

if TYPE_CHECKING:
    from ludex.game import Game

#: What is found only, or found also, where scenarios are played.
PLAYED_SCENARIOS = frozenset({"LX617", "LX907"})


@record
class Read:
    """A rule set as far as it could be read: its files, what they say, what that means, the restated rulebook, and
    findings."""

    path: Path
    files: Gathered
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
    """What was found in a rule set, what its comments, rulings and assumptions silence, what became of every check, and
    the files read.

    `unseen` holds the codes that nobody has looked for, because their checks were skipped or have failed, or
    because an error stands in the way.
    """

    path: Path
    findings: tuple[Finding, ...]
    silenced: tuple[Silenced, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    files: tuple[str, ...] = ()
    unseen: frozenset[str] = frozenset()


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


def examine(
    name_or_path: str | Path, checks: Iterable[Check] = CHECKS, games: int = 0, today: date | None = None,
    seed: int = 0,
) -> Report:
    """Check a rule set with everything there is. Checks that play may play so many games, from this seed on.

    Comments that silence a finding until a day are held against `today`.
    """
    path = locate(name_or_path)
    try:
        found = read(path)
    except Exception as fault:
        if debugging():
            raise
        broken = _internal(path, "the language", fault)
        outcome = Outcome("the language", "failed", reason=describe(fault))
        return Report(path, (broken,), outcomes=(outcome,), unseen=frozenset(all_rules()))
    return finish(found, checks, games, today, seed)


def finish(
    found: Read, checks: Iterable[Check] = CHECKS, games: int = 0, today: date | None = None, seed: int = 0
) -> Report:
    """The checks of a whole game after it was read, and what comments silence."""
    checks = tuple(checks)
    sink = Sink()
    sink.extend(found.findings)
    if found.rules is None or found.analysis is None:
        outcomes = tuple(Outcome(check.name, "skipped", reason=UNREADABLE) for check in checks)
    else:
        playable = found.playable is not None
        game = cache(partial(_game, found))  # made where it is needed, and once: it keeps its programs
        table = partial(_table, game) if playable else None
        outcomes = run_checks(Context(found.rules, found.analysis, found.source, games, seed, table), checks, sink)
        sink.extend(_missed(found.rules, outcomes))
        if playable:
            sink.extend(_of_scenarios(found.path, game, games))
    not_run = frozenset(all_rules()) if sink.errors else frozenset(
        rule.code for check, outcome in zip(checks, outcomes, strict=True) if outcome.status != "ran"
        for rule in check.rules) | (frozenset() if games else PLAYED_SCENARIOS)
    texts = texts_of(found)
    told, silenced = silence(sink.findings, texts, today or date.today(), not_run)
    files = tuple(source.path for source in texts)
    quiet = (*silenced, *(() if found.rules is None else settled(found.rules)))
    return Report(found.path, tuple(told), quiet, outcomes, files, not_run)


def _missed(rules: syntax.RuleSet, outcomes: Iterable[Outcome]) -> Iterator[Finding]:
    """That checks lack `source.md`, where rules cite it: all other reasons show in the findings or the arguments."""
    names = [outcome.check for outcome in outcomes if outcome.reason == WHY_SKIPPED["source"]]
    if names and any(sources(rules)):
        listed = " and ".join(", ".join(names).rsplit(", ", 1))
        yield CheckSkipped.at(rules.game.span, checks=listed, reason=WHY_SKIPPED["source"])


def _game(found: Read) -> Game:
    """The game of rules that can be played."""
    from ludex.game import Game

    game = found.playable
    assert game is not None
    assert found.rules is not None
    assert found.analysis is not None
    return Game(found, found.rules, found.analysis, game)


def _table(game: Callable[[], Game]) -> Table:
    """Where checks play their games."""
    from ludex.check_by_play import OwnTable

    return OwnTable(game())


def _of_scenarios(path: Path, game: Callable[[], Game], games: int) -> list[Finding]:
    """The findings about scenarios; only a game can say what their names mean. Where games are played, so are they."""
    from ludex.scenario_check import scenario_findings

    try:
        findings = scenario_findings(game())
        if games:
            from ludex.worked_examples import of_scenarios

            findings.extend(of_scenarios(game()))
        return findings
    except Exception as fault:
        if debugging():
            raise
        return [_internal(path, "the scenarios", fault)]


def _internal(path: Path, check: str, fault: Exception) -> Finding:
    nowhere = Span(Source(path.as_posix(), ""), 0, 0)
    return InternalError.at(nowhere, check=check, game=path.as_posix(), fault=describe(fault),
                            help="set LUDEX_DEBUG=1 to see where")


def texts_of(found: Read) -> list[Source]:
    """The files of a rule set that can be read as text."""
    unheard = Sink()
    sources = (file.text(unheard) for file in (*found.files.files, *found.files.scenarios))
    texts = [source for source in sources if source is not None]
    return texts if found.source is None else [*texts, found.source]


def read(path: Path) -> Read:
    """Read a rule set, and give its texts their meaning."""
    sink = Sink()
    files = gather(path)
    sections = read_gathered(files, sink)
    # Where a file could not be read, what it declares is not known, and every use of it would be a finding.
    whole = not any(f.severity == "error" and f.code.startswith(("LX0", NothingChecked.code)) for f in sink.findings)
    analysis = analyse(sections, sink) if sections is not None and whole else None
    # The restated rulebook beside the rules, or else beside those that they extend.
    source = files.books[0].text(sink) if sections is not None and files.books else None
    return Read(path, files, sections, analysis, source, sink.findings)
