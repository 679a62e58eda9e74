"""Runs the scenarios of rule sets: lays out the position, does what is written, checks what must come out.

Chance is asked for every outcome: the next line of the script, if it is one for chance that can be the outcome, else
the order given for a shuffled zone until that is used up (or something is shuffled in), else the scenario's seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from ludex import rules
from ludex.checking import locate, texts_of
from ludex.coverage import Coverage, summed
from ludex.dsl.diagnostics import Finding, RuleErrors, Sink
from ludex.dsl.document import Sequence as Row
from ludex.dsl.document import read_document
from ludex.dsl.gather import File, read_once
from ludex.game import Game, load
from ludex.line_coverage import LineCoverage
from ludex.line_coverage import summed as lines_summed
from ludex.scenario_file import Together, read_file
from ludex.scenario_form import Scenario
from ludex.scenario_play import Failure, Stage
from ludex.scenario_proof import ProvesNothing, moved
from ludex.validator.suppress import silence

PASSED, FAILED, ERROR = "passed", "failed", "error"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a scenario: `passed`, `failed`, or `error` where it or its position means nothing."""

    scenario: Scenario
    status: str
    failures: tuple[Failure, ...]
    findings: tuple[Finding, ...]

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data; `message`, `file` and `line` are those of the first failure."""
        return {
            "game": self.scenario.game.name, "name": self.scenario.name, "source": ", ".join(self.scenario.sources),
            "reading": self.scenario.reading,
            **_told(self.status, self.failures or (Failure(self.scenario.at, ""),)),
        }


def _told(status: str, failures: Sequence[Failure]) -> dict[str, Any]:
    told = [{"message": failure.message, "file": failure.at.source.path, "line": failure.at.line}
            for failure in failures]
    return {"status": status, **told[0], "failures": [] if status == PASSED else told}


@dataclass(frozen=True, slots=True)
class Report:
    """What came of all scenarios, and how much of the games they touched."""

    summary: dict[str, int]
    scenarios: list[dict[str, Any]]
    coverage: dict[str, dict[str, Any]]
    findings: tuple[Finding, ...]
    #: For each game which lines ran and what was touched, if that was asked for.
    looked: tuple[tuple[LineCoverage, Coverage], ...] = field(default=(), repr=False)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {"summary": self.summary, "scenarios": self.scenarios, "coverage": self.coverage,
                "findings": [finding.to_json() for finding in self.findings]}


class Runner:
    """Plays scenarios one after the other, and gathers coverage."""

    def __init__(self, scenarios: Iterable[Scenario] = ()) -> None:
        known = list(scenarios)
        self.stage = Stage([*known, *(other for each in known for _, others in _otherwise(each) for other in others)])
        #: Here nothing is gathered: what scenarios touch under other readings is not what they test.
        self._aside: dict[Game, Coverage] = {}
        self.coverages: dict[Game, Coverage] = {}

    def play(self, scenario: Scenario) -> Outcome:
        """What comes of a scenario."""
        coverage = self.coverages.setdefault(scenario.game, Coverage(scenario.game))
        if scenario.broken:
            return self._error(scenario, scenario.findings)
        played = self.stage.play(scenario, coverage)
        if played.findings:
            return self._error(scenario, (*scenario.findings, *played.findings))
        if played.failures:
            return Outcome(scenario, FAILED, played.failures, scenario.findings)
        coverage.cite(scenario.sources)
        return Outcome(scenario, PASSED, (), (*scenario.findings, *self._proofless(scenario, played.idle)))

    def _proofless(self, scenario: Scenario, idle: bool) -> Iterator[Finding]:
        """What shows that a scenario which has passed proves nothing, where that was not seen without playing."""
        if any(finding.code == ProvesNothing.code for finding in scenario.findings):
            return
        if idle:
            yield ProvesNothing.at(scenario.at, name=scenario.name, evidence="witnessed", problem=(
                "expects nothing that its steps change" if moved(scenario) else
                "expects only what is given, and nothing changes it before somebody has to decide"))
        for ruling, others in _otherwise(scenario):
            if all(self._passes(other) for other in others):
                yield ProvesNothing.at(
                    scenario.at, name=scenario.name, evidence="witnessed",
                    problem=f"is played where `{ruling}` is `{scenario.rulings[ruling]}`, and passes under every other "
                            "reading, too", readings=scenario.game.rulings[ruling].readings)

    def _passes(self, scenario: Scenario) -> bool:
        aside = self._aside.setdefault(scenario.game, Coverage(scenario.game))
        played = self.stage.play(scenario, aside, plain=True)
        return not played.findings and not played.failures

    def _error(self, scenario: Scenario, findings: tuple[Finding, ...]) -> Outcome:
        failures = tuple(_failure(finding) for finding in findings if finding.severity == "error")
        return Outcome(scenario, ERROR, failures, findings)


def _otherwise(scenario: Scenario) -> Iterator[tuple[str, list[Scenario]]]:
    """A scenario under the other readings of each ruling that it names and that some rule depends on."""
    for ruling, reading in () if scenario.broken else scenario.rulings.items():
        if ruling in scenario.game.typed.used_rulings:
            yield ruling, [replace(scenario, rulings=scenario.rulings | {ruling: other})
                           for other in scenario.game.rulings[ruling].readings if other != reading]


def _unread(game: Game, findings: tuple[Finding, ...]) -> dict[str, Any]:
    """What is reported in place of the scenarios of a file that cannot be read."""
    failures = [_failure(finding) for finding in findings if finding.severity == "error"]
    name = Path(findings[0].file).name
    return {"game": game.name, "name": name, "source": "", "reading": "", **_told(ERROR, failures)}


def _failure(finding: Finding) -> Failure:
    help = f"; {finding.help}" if finding.help else ""
    return Failure(finding.span, f"{finding.code} {finding.message}{help}")


def run(paths: Iterable[str | Path] | str | Path, word: str | None = None, lines: bool = False) -> Report:
    """Run the scenarios of games (bundled names, folders, rule files) and of single scenario files.

    With `word`, only those in whose name it occurs; with `lines`, also which lines of the rules they run.
    Raises `RuleErrors` for a game that cannot be loaded.
    """
    if word is not None and not isinstance(word, str):
        raise ValueError(f"scenarios are chosen by a word, not by {word!r}")
    outcomes: list[dict[str, Any]] = []
    findings: list[Finding] = []
    scenarios: list[Scenario] = []
    games = _games([paths] if isinstance(paths, str | Path) else paths)
    for game, files in games:
        together = Together(game)
        for file in files:
            try:
                scenarios += read_file(file, game, together)
            except RuleErrors as broken:
                findings.extend(broken.findings)
                outcomes.append(_unread(game, broken.findings))
    scenarios = [s for s in scenarios if word is None or word.lower() in s.name.lower()]
    runner = Runner(scenarios)
    if lines:
        runner.stage.lines = {game: LineCoverage(game) for game, _ in games}
    for game, _ in games:
        runner.coverages[game] = Coverage(game)
    for scenario in scenarios:
        outcome = runner.play(scenario)
        findings.extend(outcome.findings)
        outcomes.append(outcome.to_json())
    if word is None:
        for game, files in games:
            if files == game.scenario_files:  # else some of its scenarios were left out
                findings.extend(runner.coverages[game].untested())
    told = _not_silenced(findings, games)
    counts = Counter(outcome["status"] for outcome in outcomes)
    summary = {status: counts[status] for status in (PASSED, FAILED, "skipped", ERROR)}
    looked = runner.stage.lines or {}
    covered = summed(runner.coverages.values()) | lines_summed(looked.values())
    return Report(summary, outcomes, covered, told,
                  tuple((found, runner.coverages[game]) for game, found in looked.items()))


def _not_silenced(findings: Iterable[Finding], games: list[tuple[Game, tuple[File, ...]]]) -> tuple[Finding, ...]:
    """The findings, in order, without those that comments silence. What is wrong with a comment, a check tells."""
    sink = Sink()
    sink.extend(findings)
    unheard = Sink()
    texts = [text for game, _ in games for text in texts_of(game.read)]
    texts += [text for _, files in games for file in files if (text := file.text(unheard)) is not None]
    told, _ = silence(sink.findings, texts, date.today())
    return tuple(finding for finding in told if finding in sink.findings)


def read(path: str | Path) -> list[Scenario]:
    """The scenarios at a path: those of a game, or of one file. Raises `RuleErrors` if they cannot be read at all."""
    found = []
    for game, files in _games([path]):
        together = Together(game)
        for file in files:
            found.extend(read_file(file, game, together))
    return found


def _games(paths: Iterable[str | Path]) -> list[tuple[Game, tuple[File, ...]]]:
    """Games with the scenario files to run; the same game or file is taken once."""
    if not isinstance(paths, Iterable) or isinstance(paths, bytes):
        raise ValueError(f"scenarios are found by names and paths, not by {paths!r}")
    games: dict[Path, Game] = {}
    wanted: dict[Path, dict[Path, File]] = {}
    for path in paths:
        locate(path)
        bundled = rules.catalogue().get(path) if isinstance(path, str) else None
        place = bundled or Path(path)
        home = None if bundled else _home(place)
        key = (home or place).resolve()
        if key not in games:
            games[key] = load(home or place)
        own = games[key].scenario_files
        files = own if home is None else [next((file for file in own if file.path == place), None) or read_once(place)]
        wanted.setdefault(key, {}).update({file.path: file for file in files})
    return [(games[key], tuple(files.values())) for key, files in wanted.items()]


def _home(file: Path) -> Path | None:
    """The folder of the game that a scenario file belongs to; None if it is no file of scenarios."""
    if not file.is_file():
        return None
    if file.parent.name != "scenarios":
        data = read_once(file).data
        root = None if data is None else read_document(data, file.as_posix(), Sink())
        if not isinstance(root, Row):
            return None
    above = [folder for folder in file.absolute().parents[:2] if (folder / "game.yaml").is_file()]
    return above[0] if above else file.absolute().parent.parent


__all__ = ["Outcome", "Report", "Runner", "Scenario", "read", "run"]
