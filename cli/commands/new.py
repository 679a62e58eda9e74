"""Start a rule set that already checks, tests and plays.

Makes the folder NAME from a bundled game (--from, by default a very small one), under its new name. The
name is of small letters, digits and underscores. Nothing that exists is overwritten.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
from pathlib import Path

import click

from ludex.cli.output import Fault, console

TEMPLATE = "pig"
COPIED = (".yaml", ".yml", ".md", ".csv")


@click.command(help=__doc__)
@click.argument("name", metavar="NAME")
@click.option("--from", "template", metavar="GAME", default=TEMPLATE, show_default=True,
              help="The game to copy.")
def command(name: str, template: str) -> None:
    from ludex import rules
    from ludex.cli.loading import load, locate

    target = Path(name)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", target.name):
        raise Fault(f"'{target.name}' cannot name a game: use small letters, digits and underscores")
    if target.name in rules.catalogue():
        raise Fault(f"'{target.name}' is the name of a bundled game; choose another")
    if target.exists() or target.is_symlink():
        raise Fault(f"'{target}' exists already; nothing was changed")
    if not target.absolute().parent.is_dir():
        raise Fault(f"there is no folder '{target.parent}' to make it in")
    load(template)
    place = locate(template)
    source = rules.catalogue()[place] if isinstance(place, str) else place
    title = target.name.replace("_", " ").capitalize()
    try:
        with tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=".new-") as beside:
            made = Path(beside) / target.name
            copy(source, made)
            rename(made, target.name, title)
            made.rename(target)
    except OSError as fault:
        raise Fault(f"'{target}' cannot be made: {(fault.strerror or str(fault)).lower()}", "file") from None
    out = console()
    out.print(f"made {target}, which starts as a copy of {template}; next:")
    quoted = shlex.quote(str(target))
    for line in (f"ludex check {quoted}", f"ludex test {quoted}", f"ludex play {quoted} --seat 1=human"):
        out.print(f"  {line}")


def copy(source: Path, target: Path) -> None:
    """The rule files of a game, its rulebook and its scenarios, and nothing else that may lie in its folder."""
    home = source if source.is_dir() else source.parent
    beside = [path for path in home.iterdir() if source.is_dir() or path.name == "source.md"]
    inside = home / "scenarios"
    beside += inside.iterdir() if inside.is_dir() else ()
    beside = [path for path in beside if path.suffix in COPIED and not path.name.startswith(".")]
    wanted = {path: path.relative_to(home) for path in beside}
    if source != home:
        wanted[source] = Path("game.yaml")
    for path, place in wanted.items():
        if path.is_file():
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / place)


def rename(folder: Path, name: str, title: str) -> None:
    """Give the copy its name and title: the two keys, and the heading of its rulebook. The schema that editors are
    told of is found from there, too."""
    from ludex import dsl

    schema = Path(dsl.__file__).resolve().parent / "schemas" / "rules.schema.json"
    for path in sorted(folder.glob("*.y*ml")):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"(?<=\$schema=)\S*/rules\.schema\.json", lambda _: schema.as_posix(), text, count=1)
        text = re.sub(r"^game:.*$", f"game: {name}", text, count=1, flags=re.MULTILINE)
        text = re.sub(r"^title:.*$", f"title: {title}", text, count=1, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    rulebook = folder / "source.md"
    if rulebook.is_file():
        text = rulebook.read_text(encoding="utf-8")
        text = re.sub(r"\A# .*", f"# {title}", text, count=1)
        rulebook.write_text(text, encoding="utf-8")
